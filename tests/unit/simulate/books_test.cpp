#include "pintle/simulate/books.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// Notes one mechanism.
void note(Books& books, const Ledger& ledger) { books.note(std::span(&ledger, 1)); }
/// Of the first mechanism, after integrals within a step and the work of projections.
Ledger make_ledger(const Books& books, const std::vector<double>& account, double projected) {
  Ledger ledger;
  books.update_ledgers(account, std::span(&projected, 1), std::span(&ledger, 1));
  return ledger;
}

}  // namespace

TEST_CASE("books: the integrals of the present step stand on those of all steps before it") {
  Books books(1);
  books.end_step(std::vector<double>{1, 2, 3, 0});
  const Ledger ledger = make_ledger(books, {0.5, 0.25, 0.125, 0}, 0);
  CHECK(ledger.integral_of(Account::damping) == 1.5);
  CHECK(ledger.integral_of(Account::applied) == 2.25);
  CHECK(ledger.integral_of(Account::contact) == 3.125);
}

TEST_CASE("books: energy that changes without a booking is the balance error, against the largest kinetic energy") {
  Books books(1);
  Ledger ledger;
  ledger.potential = 10;
  note(books, ledger);
  ledger.kinetic = 8;
  ledger.potential = 2;
  note(books, ledger);
  CHECK(books.verdict().balance == 0);
  ledger.kinetic = 4;
  ledger.potential = 6.5;
  note(books, ledger);
  CHECK(books.verdict().balance == 0.5 / 8);
}

TEST_CASE("books: what events, projections and forces did is not missing; what projections did is drift") {
  Books books(1);
  Ledger first;
  first.kinetic = 4;
  note(books, first);
  books.book_event(std::vector<double>{-1});
  books.end_engine(std::vector<double>{0.25});
  books.end_step(std::vector<double>{0.5, 2, 0, 0});  // damping took 0.5, a force gave 2
  Ledger ledger = make_ledger(books, {0, 0, 0, 0}, 0.125);
  ledger.kinetic = 4 - 1 + 0.25 + 0.125 - 0.5 + 2;
  note(books, ledger);
  CHECK(books.verdict().balance == 0);
  CHECK(books.verdict().drift == doctest::Approx(0.375 / (4.875 + 0.5 + 2 + 1)).epsilon(1e-15));
}

TEST_CASE("books: where nothing moves nothing is missing, and rounding is no error") {
  Books books(1);
  note(books, Ledger{});
  CHECK(books.verdict().balance == 0);
  Ledger heavy;
  heavy.potential = 1e6;
  heavy.rounding = 2e-10;
  Books still(1);
  note(still, heavy);
  heavy.potential += 1e-9;  // some units in the last place
  note(still, heavy);
  CHECK(still.verdict().balance < 1e-7);
}

TEST_CASE("books: a large mechanism hides nothing that is missing in a small one") {
  Books books(2);
  std::vector<Ledger> ledgers(2);
  ledgers[0].kinetic = 1e9;
  ledgers[1].kinetic = 1e-9;
  books.note(ledgers);
  ledgers[1].kinetic = 0.9e-9;
  books.note(ledgers);
  CHECK(books.verdict().balance == doctest::Approx(0.1).epsilon(1e-12));
}

TEST_CASE("books: an account that is small beside the energy of its mechanism is judged against itself") {
  Books books(1);
  Ledger ledger;
  ledger.kinetic = 1000;
  note(books, ledger);
  books.end_step(std::vector<double>{1e-3, 50, 0, 0});  // a damper takes 1 mJ, a motor gives 50 J and takes 49.9 J back
  books.end_step(std::vector<double>{0, -49.9, 0, 0});
  ledger = make_ledger(books, {0, 0, 0, 0}, 0);
  ledger.kinetic = 1000 + 0.1 - 1e-3 + 4e-4;  // and 0.4 mJ nobody knows of
  note(books, ledger);
  CHECK(books.verdict().balance < 1e-6);  // good, by the sum
  CHECK(books.verdict().account[static_cast<std::size_t>(Account::damping)] == doctest::Approx(0.4).epsilon(1e-6));
  CHECK(books.verdict().account[static_cast<std::size_t>(Account::applied)] == doctest::Approx(4e-4 / 99.9).epsilon(1e-6));
  CHECK(books.verdict().account[static_cast<std::size_t>(Account::contact)] == 0);
  std::vector<VagueAccount> vague;
  books.update_vague(vague);
  REQUIRE(vague.size() == 1);
  CHECK(vague[0].name == "damping");
  CHECK(vague[0].work == 1e-3);
}

TEST_CASE("books: an account of rounding's size is not judged by rounding") {
  Books books(1);
  Ledger ledger;
  ledger.kinetic = 1e3;
  ledger.rounding = 2e-13;
  note(books, ledger);
  books.end_step(std::vector<double>{1e-9, 0, 0, 0});
  ledger = make_ledger(books, {0, 0, 0, 0}, 0);
  ledger.kinetic = 1e3 + 1e-12;
  ledger.rounding = 2e-13;
  note(books, ledger);
  std::vector<VagueAccount> vague;
  books.update_vague(vague);
  CHECK(vague.empty());
}

TEST_CASE("books: 2.5 mJ of a damper beside 100 kJ are called vague at a coarse tolerance, and not at a fine one") {
  // At this rtol the balance of the whole is some 1e-7, which is good; but that is more than the damper takes. Bodies whose places
  // are integrated, and which turn fast, come there at a finer one.
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, -9.81, 0]
bodies: {wheel: {mass: 10, inertia: [1, 1, 1], at: [0, 0, 0]}, bob: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.5, 0, 0]}}
joints:
  axle: {type: hinge, between: [world, wheel], at: [0, 0, 0], axis: [0, 0, 1]}
  pin: {type: hinge, between: [wheel, bob], at: [0.2, 0, 0], axis: [0, 0, 1], spring: {damping: 1e-6 N*m*s/rad}}
initial: {axle: {rate: 400 rad/s}, pin: {rate: 100 rad/s}}
)",
                                      "wheel.yaml", {});
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 0.5;
    options.integration.rtol = name == "articulated-body" || name == "partitioned" ? 1e-5 : 2e-8;
    const RunSummary coarse = run_model(model, name, options);
    CHECK(coarse.balance_error < 1e-6);
    REQUIRE(coarse.vague_accounts.size() == 1);
    CHECK(coarse.vague_accounts[0].name == "damping");
    CHECK(coarse.vague_accounts[0].work == doctest::Approx(2.4835e-3).epsilon(1e-2));
    CHECK(coarse.vague_accounts[0].error > 0.05);
    options.integration.rtol = 1e-10;
    CHECK(run_model(model, name, options).vague_accounts.empty());
  }
}

TEST_CASE("books: a ground that gives what nothing has pressed into it makes energy, in a balance that is good") {
  Books books(1);
  Ledger ledger;
  ledger.kinetic = 10;
  note(books, ledger);
  ledger.kinetic = 9.995;  // it takes a little
  ledger.integral[static_cast<std::size_t>(Account::contact)] = -0.005;
  note(books, ledger);
  CHECK(books.verdict().made == 0);
  ledger.kinetic = 30;  // and throws
  ledger.integral[static_cast<std::size_t>(Account::contact)] = 20;
  note(books, ledger);
  CHECK(books.verdict().balance < 1e-15);
  CHECK(books.verdict().made == doctest::Approx(20.005));
  ledger.integral[static_cast<std::size_t>(Account::contact)] = 10;  // whatever it takes later
  ledger.kinetic = 20;
  note(books, ledger);
  CHECK(books.verdict().made == doctest::Approx(20.005));
}

TEST_CASE(
    "books: what an event sets in a ground that is pressed in is booked as set, and what the ground holds at the start is no "
    "heat") {
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, 0, -10]
bodies: {box: {mass: 1, inertia: [1, 1, 1]}}
joints: {up: {type: slider, between: [world, box], at: {world: [0, 0, 0], box: [0, 0, 0]}, axis: [0, 0, 1]}}
surfaces: {ground: {plane: {}, normal: {law: spring-damper, k: 1 kN/m, c: 20 N*s/m}}}
contacts: {foot: {at: {box: [0, 0, 0]}, surface: ground}}
initial: {up: {displacement: -5 mm}}
events: {harder: {when: time > 0.05 s, do: [{set: {surfaces.ground.normal.k: 3 kN/m}}]}}
run: {until: 0.5 s, rtol: 1e-9, record: [foot.dissipated, system.energy.ground]}
)",
                                      "hard.yaml", {});
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options = make_run_options(model.run);
    Watch watch;
    const RunSummary summary = run_model(model, name, options, watch);
    REQUIRE(summary.status == Status::completed);
    CHECK(watch.observed.front().ledger.dissipated() == 0);
    CHECK(summary.accounts.set > 0);
    CHECK(summary.balance_error < 1e-7);
    CHECK(summary.ground_made == 0);
  }
}

TEST_CASE("books: a spring that is not active stores nothing, nor does one of a joint that does not hold") {
  // Before, the energy of what is switched off was counted: a balance error of 42.
  const Model model = read_model_text(R"(
pintle: 1
bodies: {a: {mass: 1 kg, inertia: [0.083, 0.083, 0.001]}, b: {mass: 1 kg, inertia: [0.083, 0.083, 0.001], at: [1, 0, -0.5]}}
joints:
  s: {type: hinge, between: [world, a], at: {world: [0, 0, 0], a: [0, 0, 0.5]}, axis: [0, 1, 0]}
  open: {type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0], spring: {stiffness: 30 N*m/rad, rest: 0.2}, active: false}
forces: {sp: {at: {a: [0, 0, -0.5], world: [1, 0, 0]}, spring: {stiffness: 100 N/m, free_length: 0.5 m}, active: false}}
initial: {s: {angle: 60 deg}}
)",
                                      "inactive.yaml", {});
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 3;
    CHECK(run_model(model, name, options).balance_error < 1e-7);  // some hundred steps at 1e-8
  }
}

TEST_CASE("books: a structure without freedom, at rest, is in balance: what is left is rounding") {
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0.3, -1.7, -9.81]
bodies:
  a: {mass: 1.3, inertia: [0.1, 0.1, 0.1], at: [0.33, 0.21, -0.3]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.13, 0.29, -0.3]}
joints:
  j: {type: hinge, between: [world, a], at: [0.1, 0.2, 0], axis: [0.3, 0.5, 0.2]}
  k: {type: hinge, between: [a, b], at: [0.7, 0.2, 0.1], axis: [0.1, 0.9, 0.2]}
  m: {type: ball, between: [world, b], at: [1.7, 0.4, 0.1]}
)",
                                      "static.yaml", {});
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = run_model(model, name, RunOptions{});
    CHECK(summary.balance_error < 1e-7);  // 0.003 … 2.8 against the kinetic energy of rounding
    CHECK(summary.drift_error < 1e-7);
  }
}
