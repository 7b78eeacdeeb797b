#pragma once
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

/// Timing of short computations against each other on a machine that others use too.
namespace pintle::benchmarks {

/// CPU time of this thread: it stands still while another process has the core.
inline double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The compiler must take all memory as read and written here, so it cannot hoist or drop work between two runs.
[[gnu::always_inline]] inline void forget_memory() { asm volatile("" ::: "memory"); }

/// One runner of a race. `run(n)` does the work n times; the loop is inside, where the compiler sees what it repeats.
struct Job {
  std::string name;
  std::function<void(long)> run;
  double best_ns = std::numeric_limits<double>::infinity();  // per time of the work, the fastest window
};

template <class F>
Job make_job(std::string name, F work) {
  return {std::move(name), [work = std::move(work)](long n) mutable {
            for (long i = 0; i < n; ++i) {
              work();
              forget_memory();
            }
          }};
}

/// How often a job fits into a window; doubles until the clock can tell.
inline long calc_repetitions(const Job& job, double window_seconds) {
  job.run(1);  // caches, page faults
  for (long n = 1;; n *= 2) {
    const double start = thread_seconds();
    job.run(n);
    const double taken = thread_seconds() - start;
    if (taken > 0.25 * window_seconds) return std::max(1L, static_cast<long>(static_cast<double>(n) * window_seconds / taken));
  }
}

/// Times all jobs in `rounds` short windows each, in turn: job 1, 2, 3, 1, 2, 3 … A disturbance (a neighbour on the same
/// core, a change of clock rate) then meets all of them, and the minimum over many windows is the time without it.
/// Compare best_ns within one race only.
inline void race(std::vector<Job>& jobs, int rounds, double window_seconds) {
  std::vector<long> repetitions;
  for (const Job& job : jobs) repetitions.push_back(calc_repetitions(job, window_seconds));
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      const double start = thread_seconds();
      jobs[j].run(repetitions[j]);
      const double taken = thread_seconds() - start;
      jobs[j].best_ns = std::min(jobs[j].best_ns, 1e9 * taken / static_cast<double>(repetitions[j]));
    }
  }
}

}  // namespace pintle::benchmarks
