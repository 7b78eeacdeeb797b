#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "benchmark.h"

namespace {

using namespace pintle::benchmarks;

struct Entry {
  std::string_view name, question;
  int (*run)(const Options&);
};

constexpr Entry entries[] = {
    {"scaling", "what does an evaluation cost per body, against the bare floor, and is it linear?", run_scaling},
    {"lanes", "does a case give the same bits whatever runs in the other lanes, and how fast are lanes?", run_lanes},
    {"landing", "how many landings of the Europa lander a second by ros2, and how far off?", run_landing},
    {"loops", "is an evaluation linear in the number of loops, in a row and on a hub, and of links in a chain?", run_loops},
    {"events", "what does an event cost, in evaluations, where a structure comes back and where it is new?", run_events},
    {"assembling", "what does assembling on a tree cost per body, by how much do threads shorten it, and what does a lock cost?",
     run_assembling},
    {"reading", "how long does a long file take, and how long new parameters without a file?", run_reading},
    {"study", "how many short cases a second by a study, beside a bare loop over Run, and with two threads?", run_study},
};

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

void print_usage(std::FILE* out) {
  fmt::print(out, "usage: pintle_bench NAME [--quick]\n\n");
  for (const Entry& entry : entries) fmt::print(out, "  {:<11}{}\n", entry.name, entry.question);
  fmt::print(out, "\n  --quick  fewer sizes and shorter timing: a first look\n\n");
  fmt::print(out, "Exit code 1: an answer was wrong. Slow answers are printed, not judged.\n");
}

int misuse(const char* what, std::string_view word) {
  fmt::print(stderr, "pintle_bench: {} '{}'\n", what, word);
  print_usage(stderr);
  return 2;
}

int run(int count, char** words) {
  if (count < 2) {
    print_usage(stdout);
    return 0;
  }
  const Entry* entry = find_entry(words[1]);
  if (!entry) return misuse("no benchmark", words[1]);
  Options options;
  for (int i = 2; i < count; ++i) {
    if (std::string_view(words[i]) != "--quick") return misuse("no option", words[i]);
    options.quick = true;
  }
  fmt::print("{}: {}\n", entry->name, entry->question);
  return entry->run(options);
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count, words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "pintle_bench: {}\n", error.what());
    return 1;
  }
}
