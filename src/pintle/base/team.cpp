#include "pintle/base/team.h"

#include <algorithm>
#include <system_error>

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

Team::Team(int size) : thrown_(static_cast<std::size_t>(std::max(1, size))), begun_(thrown_.size()) {
  others_.reserve(thrown_.size() - 1);
  try {
    for (int part = 1; part < size; ++part) others_.emplace_back([this, part] { serve(part); });
  } catch (const std::system_error&) {  // the system has no more threads: the team is as large as it has become
  }
}

Team::~Team() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

/// No round ends before each of its parts was begun, and done: so a part was last begun in the round before, or in this one.
void Team::do_part(int part, unsigned round) {
  unsigned before = round - 1;
  if (!begun_[static_cast<std::size_t>(part)].round.compare_exchange_strong(before, round, std::memory_order_acq_rel)) return;
  try {
    call_(work_, part);
  } catch (...) {
    thrown_[static_cast<std::size_t>(part)] = std::current_exception();
  }
  if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
}

void Team::serve(int part) {
  for (unsigned seen = 0;;) {
    await_change(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (ends_.load(std::memory_order_relaxed)) return;
    do_part(part, seen);
  }
}

void Team::run(Call call, void* work) {
  call_ = call;
  work_ = work;
  left_.store(size(), std::memory_order_relaxed);
  const unsigned round = round_.fetch_add(1, std::memory_order_release) + 1;
  round_.notify_all();
  for (int part = 0; part < size(); ++part) do_part(part, round);
  for (int left; (left = left_.load(std::memory_order_acquire)) > 0;) await_change(left_, left);
  const auto first = std::ranges::find_if(thrown_, [](const std::exception_ptr& thrown) { return thrown != nullptr; });
  if (first == thrown_.end()) return;
  const std::exception_ptr thrown = *first;
  std::ranges::fill(thrown_, nullptr);
  std::rethrow_exception(thrown);
}

}  // namespace pintle
