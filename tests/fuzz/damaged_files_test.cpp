#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/draws.h"
#include "support/mutate.h"

using namespace pintle;

namespace {

/// All good model files of the project: those that users see, and some that have what these lack.
std::vector<std::string> read_good_files() {
  std::vector<std::string> texts;
  for (const char* folder : {"models", "apps/pintle/templates", "tests/fuzz/seeds"})
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(PINTLE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".yaml" || entry.path().stem().extension() == ".study") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      texts.push_back(text.str());
    }
  return texts;
}

/// Ends a run that takes too many steps for a test; sees to it that results are numbers.
class Guard final : public Observer {
 public:
  void observe(const Instant& instant) override {
    ++steps_;
    for (const Motion<double>& V : instant.view.state.V_WB) sum_ += std::fabs(V.v.x) + std::fabs(V.w.z);
    sum_ += std::fabs(instant.ledger.kinetic);
  }
  bool wants_stop() override { return steps_ > 20000; }
  bool is_number() const { return std::isfinite(sum_); }

 private:
  long steps_ = 0;
  double sum_ = 0;
};

/// How many files: as PINTLE_FUZZ says (`./dev fuzz`: 100,000), in CI what the build has set aside for it, else a few.
int find_count() {
  const char* const wanted = std::getenv("PINTLE_FUZZ");
  const char* const in_ci = std::getenv("PINTLE_FUZZ_IN_CI");
  const char* const ci = std::getenv("CI");
  if (wanted) return std::atoi(wanted);
  return in_ci && ci && std::string_view(ci) == "true" ? std::atoi(in_ci) : draws(4000);
}

struct Tally {
  int refused = 0, completed = 0, failed = 0;
};

void try_file(const std::string& text, Tally& tally) {
  try {
    const Model model = read_model_text(text, "damaged.yaml", {{"run.until", "0.01"}});
    const System system = make_system(model);
    RunOptions options = make_run_options(model.run);
    options.output_every = 0;
    Guard guard;
    const RunSummary summary = Run(system, options).go(guard);
    if (summary.status == Status::failed) {
      CHECK_FALSE(summary.message.empty());
      ++tally.failed;
    } else {
      CHECK(guard.is_number());
      ++tally.completed;
    }
  } catch (const Error& sentence) {
    CHECK_FALSE(std::string(sentence.what()).empty());
    ++tally.refused;
  }
}

}  // namespace

TEST_CASE("damaged files are refused with a sentence, run to numbers, or fail as a run: no crash, no hang, no NaN") {
  const char* first = std::getenv("PINTLE_FUZZ_SEED");
  const int count = find_count();
  const std::uint64_t seed = first ? std::strtoull(first, nullptr, 10) : 2026;
  const std::vector<std::string> good = read_good_files();
  REQUIRE(good.size() >= 20);
  MESSAGE("seed " << seed << ", " << count << " files");
  Tally tally;
  double slowest = 0;
  for (int k = 0; k < count; ++k) {
    Random random(seed + static_cast<std::uint64_t>(k));
    const std::string text = make_damaged(good[static_cast<std::size_t>(random.integer(static_cast<int>(good.size())))], random);
    const auto start = std::chrono::steady_clock::now();
    CAPTURE(k);
    CAPTURE(text);
    try_file(text, tally);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    CHECK(seconds < 20);
    slowest = std::max(slowest, seconds);
  }
  MESSAGE(tally.refused << " refused, " << tally.completed << " completed, " << tally.failed << " failed; slowest " << slowest
                        << " s");
  CHECK(tally.refused > count / 10);
  CHECK(tally.completed > count / 20);
}
