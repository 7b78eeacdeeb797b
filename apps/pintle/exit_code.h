#pragma once

namespace pintle {

/// What the shell learns.
enum ExitCode {
  exit_good = 0,
  exit_our_fault = 1,
  exit_bad_command_line = 2,
  exit_bad_model = 3,
  exit_run_failed = 4,
  exit_disagree = 5,
  exit_interrupted = 130,
};

}  // namespace pintle
