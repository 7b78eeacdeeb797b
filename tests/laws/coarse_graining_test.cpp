#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"

/// The 5,070 particles of models/coarse_graining.yaml, as the paper counts them.
using namespace pintle;

namespace {

/// What a run does to momentum and energy; states are not kept.
class Books final : public Observer {
 public:
  double scale = 0, off = 0;                // Σ |p| of the start; largest change of Σ p since
  double kinetic = 0, least = 0, most = 0;  // of the start; of kinetic + potential
  double off_linear = 0, off_angular = 0;   // by an event, in parts of its sums
  std::vector<std::string> events;

  void start(const System& system, const Parameters<double>& p) override { system_ = &system, p_ = &p; }
  void take_numbers(const Parameters<double>& p) override { p_ = &p; }
  void observe(const Instant& instant) override {
    const Momentum now = calc_momentum(*system_, *p_, instant.view.state);
    const double energy = instant.ledger.kinetic + instant.ledger.potential;
    if (scale == 0) {
      first_ = now.linear;
      scale = now.linear_sum;
      kinetic = instant.ledger.kinetic;
      least = most = energy;
    }
    off = std::max(off, norm(now.linear - first_));
    least = std::min(least, energy), most = std::max(most, energy);
  }
  void event(const EventLog& log) override {
    const Momentum &before = log.momentum_before, &after = log.momentum_after;
    events.push_back(log.event);
    off_linear = std::max(off_linear, norm(after.linear - before.linear) / before.linear_sum);
    off_angular = std::max(off_angular, norm(after.angular - before.angular) / before.angular_sum);
  }

 private:
  const System* system_ = nullptr;
  const Parameters<double>* p_ = nullptr;
  Vec3<double> first_ = Vec3<double>::zero();
};

Books run(const std::string& formulation, const std::vector<Setting>& settings) {
  const Model model = read_model(PINTLE_SOURCE_DIR "/models/coarse_graining.yaml", settings);
  const System system = make_system(model);
  RunOptions options = make_run_options(model.run);
  options.formulation = formulation;
  Books books;
  const RunSummary summary = Run(system, options).go(books);
  CAPTURE(summary.message);
  CHECK(summary.status == Status::completed);
  return books;
}

}  // namespace

TEST_CASE("5,070 particles, bodies, a chain and back, ten steps each: momentum stays to 1e-12 of the sum of |p| [slow]") {
  for (const std::string formulation : {"articulated-body", "divide-and-conquer"}) {
    CAPTURE(formulation);
    const Books books = run(formulation, {});
    CHECK(books.events == std::vector<std::string>{"coarse", "join", "part", "fine"});
    CHECK(books.off < 1e-12 * books.scale);
    CHECK(books.off_linear < 1e-12);
    CHECK(books.off_angular < 1e-12);
  }
}

TEST_CASE("5,070 particles: their energy stays over a thousand steps before they become bodies, to 1e-4 of what moves [slow]") {
  const Books books = run("divide-and-conquer", {{"parameters.steps", "1000"}, {"run.until", "1.999"}});
  CHECK(books.events.empty());
  CHECK(books.off < 1e-12 * books.scale);
  CHECK(books.most - books.least < 1e-4 * books.kinetic);
}
