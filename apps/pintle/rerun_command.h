#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pintle {

struct RerunCommand {
  std::string study, out;
  std::uint64_t number = 0;
  bool force = false, quiet = false;
  std::vector<std::string> command{};
};

/// `pintle rerun STUDY CASE`: a case once more as the study ran it, first by itself, to see that it gives the same bits, then with all the
/// files of a run. Returns the exit code.
int rerun_case(const RerunCommand& command);

}  // namespace pintle
