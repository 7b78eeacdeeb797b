#include "pintle/record/picture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "pintle/model/makers.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/small_models.h"

using namespace pintle;

namespace {

/// Runs a model with a photographer alone.
class Camera : public Observer {
 public:
  explicit Camera(std::vector<Outline> outlines = {}) : outlines_(std::move(outlines)) {}
  void start(const System& system, const Parameters<double>& p) override { photographer_.emplace(system, p, outlines_); }
  void observe(const Instant& instant) override { photographer_->add(instant.view.state); }
  Needs row_needs() const override { return photographer_->needs(); }
  void row(const Instant& instant) override { photographer_->add(instant); }
  void event(const EventLog& log) override { photographer_->add_event(log.after, log.event); }
  void finish(const RunSummary& summary) override { picture = photographer_->make_picture(summary.final); }

  Picture picture;

 private:
  std::vector<Outline> outlines_;
  std::optional<Photographer> photographer_;
};

Picture take_picture(const Model& model, std::vector<Outline> outlines = {}) {
  const System system = make_system(model);
  Camera camera(std::move(outlines));
  Run(system, make_run_options(model.run)).go(camera);
  return camera.picture;
}

}  // namespace

TEST_CASE("picture: first and last instant are there, and at most 64 between them and events") {
  Model model = make_pendulum(2);
  model.run.until = 20;
  model.run.output_every = 0.01;
  const Picture picture = take_picture(model);
  CHECK(picture.bodies == std::vector<std::string>{"rod1", "rod2"});
  CHECK(picture.joints.size() == 2);
  CHECK(picture.joints[0].a.body == Picture::the_world);
  CHECK(picture.snapshots.front().time == 0);
  CHECK(picture.snapshots.back().time == 20);
  CHECK(picture.snapshots.size() <= 65);
  CHECK(std::ranges::is_sorted(picture.snapshots, {}, &Picture::Snapshot::time));
}

TEST_CASE("picture: an event has its own snapshot with its name") {
  Model model = make_pendulum(1);
  model.run.until = 1;
  add_event(model, "bell", "time", ">=", 0.37);
  const Picture picture = take_picture(model);
  const auto at = std::ranges::find(picture.snapshots, "bell", &Picture::Snapshot::event);
  REQUIRE(at != picture.snapshots.end());
  CHECK(at->time == 0.37);
}

TEST_CASE("picture: of a thousand bodies no more than 400 are kept, and the file stays small") {
  Model model = make_chain(1000);
  model.run.until = 0.001;
  const Picture picture = take_picture(model);
  CHECK(picture.body_count == 1000);
  CHECK(picture.bodies.size() <= 400);
  CHECK(picture.bodies.size() >= 200);
  for (const Picture::Snapshot& s : picture.snapshots) CHECK(s.poses.size() == picture.bodies.size());
  for (const Picture::Link& joint : picture.joints) CHECK((joint.a.body >= 0 || joint.b.body >= 0));
}

TEST_CASE("picture: a free end without a shape gets the box with its inertia, one with a shape keeps it") {
  Model model = make_pendulum(2);
  model.run.until = 0.01;
  const Picture guessed = take_picture(model);
  REQUIRE(guessed.outlines.size() == 1);
  CHECK(guessed.outlines[0].body == "rod2");
  CHECK(guessed.outlines[0].guessed);
  // A slender rod of 1 m: m L²/12 about two axes.
  CHECK(std::ranges::max(guessed.outlines[0].size) == doctest::Approx(1.0).epsilon(0.05));

  const Picture known =
      take_picture(model, {{"rod2", Outline::Kind::sphere, {0.1, 0, 0}}, {"nobody", Outline::Kind::box, {1, 1, 1}}});
  REQUIRE(known.outlines.size() == 1);
  CHECK(!known.outlines[0].guessed);
}

TEST_CASE("picture: a contact tells when it touches, its plane is there, and up is against gravity") {
  Model model = make_drop(0.1);
  model.run.until = 2;
  const Picture picture = take_picture(model);
  REQUIRE(picture.contacts.size() == 1);
  CHECK(picture.planes.size() == 1);
  CHECK(picture.has_gravity);
  CHECK(picture.up.z == 1);
  CHECK(!picture.snapshots.front().touching[0]);
  CHECK(std::ranges::any_of(picture.snapshots, [](const Picture::Snapshot& s) { return s.touching[0]; }));
}

TEST_CASE("picture: what the ground does to a foot is in its snapshots; at rest it carries the weight") {
  Model model = make_drop(0);
  model.run.until = 4;
  const Picture picture = take_picture(model);
  const Picture::Snapshot& last = picture.snapshots.back();
  CHECK(last.time == 4);
  REQUIRE(last.forces.size() == 1);
  CHECK(last.forces[0][2] == doctest::Approx(9.81).epsilon(1e-3));
  CHECK(std::abs(last.forces[0][0]) < 1e-6);
}
