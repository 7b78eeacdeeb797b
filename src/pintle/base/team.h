#pragma once
#include <atomic>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

/// Threads that share a loop. They are started once, and wait for the next piece of work: awake for some microseconds, which is
/// what a loop costs to share, asleep after that.
///
/// Who does a part is fixed by its number, so no clock and no neighbour has a say in anything but the time that it takes.
namespace pintle {

class Team {
 public:
  explicit Team(int size = 1);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(others_.size()) + 1; }

  /// work(part) for each part from 0 to size() − 1, each on a thread of its own; returns when all are done. What one throws, this
  /// throws: the first of them. Takes no memory.
  template <class Work>
  void each(Work&& work) {
    if (others_.empty()) return work(0);
    run([](void* w, int part) { (*static_cast<std::remove_reference_t<Work>*>(w))(part); }, &work);
  }
  /// body(from, to) on stretches of [first, last), of equal length and in order.
  template <class Body>
  void share(int first, int last, Body&& body) {
    each([&](int part) { body(split(first, last, part, size()), split(first, last, part + 1, size())); });
  }

 private:
  using Call = void (*)(void*, int);

  static int split(int first, int last, int part, int parts) {
    return first + static_cast<int>(static_cast<long>(last - first) * part / parts);
  }
  void run(Call call, void* work);
  void serve(int part);
  void do_part(int part);

  Call call_ = nullptr;
  void* work_ = nullptr;
  std::vector<std::exception_ptr> thrown_;  // by part
  alignas(64) std::atomic<unsigned> round_{0};
  alignas(64) std::atomic<int> busy_{0};  // others that are not done
  std::atomic<bool> ends_{false};
  std::vector<std::thread> others_;
};

}  // namespace pintle
