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

/// `pintle rerun STUDY CASE`: a case once more, first as the study ran it, to see that it gives the same bits, then as a run with all
/// of its files. Returns the exit code.
int rerun_case(const RerunCommand& command);

}  // namespace pintle
