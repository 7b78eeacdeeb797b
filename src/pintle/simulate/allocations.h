#pragma once

namespace pintle {

/// How many times this thread has taken memory from the heap so far; −1 if the program does not count. A program counts
/// if one of its own .cpp files includes "pintle/simulate/count_allocations.h"; a library must not replace operator new
/// for its users.
long allocation_count();

/// Counts what happens between two lines, or nothing if the program does not count.
class AllocationWatch {
 public:
  AllocationWatch() : before_(allocation_count()) {}
  long count() const { return before_ < 0 ? 0 : allocation_count() - before_; }

 private:
  long before_;
};

}  // namespace pintle
