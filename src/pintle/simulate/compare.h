#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pintle/simulate/run.h"

/// One model, several formulations: what they say of the same state must be the same. Trajectories of chaotic systems
/// diverge, so it is evaluations that are compared, along one trajectory and at random states.
namespace pintle {

struct CompareOptions {
  std::vector<std::string> formulations;  // the first is the reference; empty: all that run the model
  int states = 100;                       // random ones, besides the start
  std::uint64_t seed = 1;
  double tolerance = 1e-9;
  int along_run = 50;  // instants of a run by the reference, besides both sides of its events; 0: no run
};

/// One quantity at one state: the part where the formulation differs most from the reference.
struct CompareRow {
  std::string formulation;
  std::string quantity;  // "acceleration", "load.force", …
  std::string part;      // body or joint
  std::string state;     // "start", "random 17", "t = 0.5 s", "event latch at 0.7 s"
  double difference = 0, tolerance = 0;
};

struct CompareReport {
  bool agree = true;
  CompareRow worst;  // with the largest difference against its tolerance
  std::vector<CompareRow> rows;
  std::string message;  // if the run failed: why
};

/// For each kind of quantity (linear and angular acceleration, force and moment of loads and reactions, impulses and
/// velocities after every event)
///
///     difference = max over parts |a − b| / max over parts |a|  ≤  tolerance · max(1, 1e-6 cond)         (1)
///
/// with cond from the singularity of three rotations in sequence, the only one that a tree has by itself, and from the least
/// angle between the rows of loops (closure/statics.h). Loads are shared by the one routine for redundant constraints
/// first; components that are not unique are compared apart, as "shared load". A reaction is measured against the load that
/// it is part of. A kind that vanishes by symmetry is measured against a thousandth of what its sister would be: forces and
/// moments, linear and angular accelerations are made comparable by L; accelerations also by gravity and L ω², forces also
/// by m a.
///
/// A state is known to an ulp, and a stiff contact or spring makes of that what may be far more than an ulp of an acceleration: a
/// lander of 900 kg that rests has angular accelerations of its legs that are what is left of large moments. So
///
///     what the reference says of the state with each coordinate off by four ulps, four times its difference         (2)
///
/// is allowed too, up to 1e-6: no formulation can know better. It is far below (1) wherever anything moves. Throws Error if a
/// formulation does not exist or cannot run the model.
CompareReport compare(const System& system, const RunOptions& run, const CompareOptions& options);

}  // namespace pintle
