#pragma once

/// The benchmarks. Each asks one question, checks its answer before it reports a time, and returns 1 if an answer was
/// wrong. Times are printed and never decide: they are the machine's as much as ours.
namespace pintle::benchmarks {

struct Options {
  bool quick = false;  // fewer sizes, fewer windows
};

int run_scaling(const Options& options);
int run_lanes(const Options& options);
int run_landing(const Options& options);
int run_reading(const Options& options);
int run_loops(const Options& options);
int run_events(const Options& options);
int run_study(const Options& options);
int run_assembling(const Options& options);

}  // namespace pintle::benchmarks
