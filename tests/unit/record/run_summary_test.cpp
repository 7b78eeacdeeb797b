#include "pintle/record/run_summary.h"

#include <doctest/doctest.h>

#include <limits>

using namespace pintle;

TEST_CASE("a balance is good only where no account and no joint drowns in it, and one that is not known asks to look closer") {
  RunSummary summary;
  CHECK(judge_balance(summary) == Trust::good);
  summary.drift_error = 1e-5;
  CHECK(judge_balance(summary) == Trust::fair);
  summary.balance_error = -1e-2;
  CHECK(judge_balance(summary) == Trust::poor);
  summary.clear();
  CHECK(judge_balance(summary) == Trust::good);
  summary.vague_accounts = {{"damping", 1, 1e-2}};
  CHECK(judge_balance(summary) == Trust::fair);
  summary.balance_error = std::numeric_limits<double>::quiet_NaN();
  CHECK(judge_balance(summary) == Trust::poor);
}
