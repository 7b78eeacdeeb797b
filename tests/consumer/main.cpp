#include <cstdio>

#include "pintle/simulate/simulate.h"

/// A double pendulum without a file.
int main() {
  using namespace pintle;
  Model model;
  model.gravity = {0, 0, -9.81};
  for (const char* rod : {"upper", "lower"}) add_body(model, rod, 1.0, {0.083, 0.083, 0.001});
  add_joint(model, "shoulder", "hinge", {"world", {0, 0, 0}}, {"upper", {0, 0, 0.5}}, {0, 1, 0});
  add_joint(model, "elbow", "hinge", {"upper", {0, 0, -0.5}}, {"lower", {0, 0, 0.5}}, {0, 1, 0});
  add_start(model, "shoulder", 1.0);
  add_event(model, "latch", "time >= 0.7 s", {LockAction{true, "elbow", {}}});
  model.run.until = 2;
  const Simulation run = simulate(model, {"shoulder.angle", "elbow.angle"});
  std::printf("shoulder %.6f rad, elbow %.6f rad\n", run.final("shoulder.angle"), run.final("elbow.angle"));
}
