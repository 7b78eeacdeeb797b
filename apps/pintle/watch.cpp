#include "watch.h"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

#include "pintle/report/text.h"
#include "terminal.h"

namespace pintle {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds patience = 1s, rhythm = 200ms;

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() { return interrupted != 0; }

Watch::Watch(Observer& inner, double until, bool show_progress)
    : inner_(inner),
      until_(until),
      on_terminal_(show_progress && isatty(STDERR_FILENO)),
      started_(Clock::now()),
      next_(started_ + patience) {}

void Watch::observe(const Instant& instant) {
  inner_.observe(instant);
  if (!on_terminal_) return;
  if (from_ < 0) from_ = instant.view.state.t;
  const Clock::time_point now = Clock::now();
  if (now >= next_) show(instant.view.state.t, now);
}

void Watch::show(double t, Clock::time_point now) {
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  std::string line = fmt::format("{:3.0f} %, t = {:.4g} of {:.4g} s", until_ > 0 ? 100 * t / until_ : 100, t, until_);
  if (t > from_)
    line += fmt::format(", {} to go", duration_text(std::max(1.0, std::round(elapsed * (until_ - t) / (t - from_)))));
  line.resize(std::min(line.size(), static_cast<std::size_t>(text_width() - 1)));
  fmt::print(stderr, "\r{}\x1b[K", line);
  shown_ = true;
  next_ = now + rhythm;
}

void Watch::finish(const RunSummary& summary) {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  inner_.finish(summary);
}

Waiting::Waiting(std::string what, bool show) : what_(std::move(what)) {
  if (show && isatty(STDERR_FILENO)) thread_ = std::jthread([this](const std::stop_token& done) { tick(done); });
}

Waiting::~Waiting() = default;

void Waiting::tick(const std::stop_token& done) {
  const auto started = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  const auto is_done = [&](std::chrono::milliseconds time) {
    return wake_.wait_for(lock, done, time, [] { return false; }) || done.stop_requested();
  };
  if (is_done(patience)) return;
  do {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    fmt::print(stderr, "\r{}, {}\x1b[K", what_, duration_text(std::round(elapsed)));
  } while (!is_done(rhythm));
  fmt::print(stderr, "\r\x1b[K");
}

}  // namespace pintle
