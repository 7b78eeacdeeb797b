#include "pintle/base/team.h"

#include <algorithm>
#include <utility>

namespace pintle {
namespace {

/// Looks before a thread goes to sleep: some 50 µs. Waking it up takes that long, too.
constexpr int most_looks = 2000;

void look_again() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Until `value` is no longer `old`.
template <class T>
void await_change(const std::atomic<T>& value, T old) {
  for (int look = 0; look < most_looks; ++look) {
    if (value.load(std::memory_order_acquire) != old) return;
    look_again();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

Team::Team(int size) : thrown_(static_cast<std::size_t>(std::max(1, size))) {
  others_.reserve(thrown_.size() - 1);
  for (int part = 1; part < size; ++part) others_.emplace_back([this, part] { serve(part); });
}

Team::~Team() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Team::do_part(int part) {
  try {
    call_(work_, part);
  } catch (...) {
    thrown_[static_cast<std::size_t>(part)] = std::current_exception();
  }
}

void Team::serve(int part) {
  for (unsigned seen = 0;; ++seen) {
    await_change(round_, seen);
    if (ends_.load(std::memory_order_relaxed)) return;
    do_part(part);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Team::run(Call call, void* work) {
  call_ = call;
  work_ = work;
  busy_.store(static_cast<int>(others_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  do_part(0);
  for (int left; (left = busy_.load(std::memory_order_acquire)) > 0;) await_change(busy_, left);
  const auto first = std::ranges::find_if(thrown_, [](const std::exception_ptr& thrown) { return thrown != nullptr; });
  if (first == thrown_.end()) return;
  const std::exception_ptr thrown = *first;
  std::ranges::fill(thrown_, nullptr);
  std::rethrow_exception(thrown);
}

}  // namespace pintle
