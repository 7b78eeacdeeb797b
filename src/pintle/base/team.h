#pragma once
#include <atomic>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

/// Threads that share a loop. They are started once, and wait for the next piece of work: awake for some 50 µs, asleep after that.
///
/// What a part is does not depend on who does it: clocks and neighbours decide how long the work takes, and nothing else. Each thread
/// has a part of its own. When the one that gave out the work is done with its own, it does those that nobody has begun: on a
/// machine that others use, too, a thread may sleep a thousand times as long as its part takes.
namespace pintle {

class Team {
 public:
  /// Smaller where the system has not so many threads.
  explicit Team(int size = 1);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(others_.size()) + 1; }

  /// work(part) for each part from 0 to size() − 1; returns when all are done. What one throws, this
  /// throws: the first of them. Takes no memory. One thread gives out work, and no part gives out more.
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
  /// Unless somebody else does it.
  void do_part(int part, unsigned round);

  struct alignas(64) Begun {
    std::atomic<unsigned> round{0};  // in which the part was begun last
  };

  Call call_ = nullptr;
  void* work_ = nullptr;
  std::vector<std::exception_ptr> thrown_;  // by part
  alignas(64) std::atomic<unsigned> round_{0};
  alignas(64) std::atomic<int> left_{0};  // parts that are not done
  std::atomic<bool> ends_{false};
  std::vector<Begun> begun_;  // by part
  std::vector<std::thread> others_;
};

}  // namespace pintle
