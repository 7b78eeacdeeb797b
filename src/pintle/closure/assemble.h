#pragma once
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

namespace pintle {

/// Poses and velocities of all bodies from the coordinates of the joints in the tree; floating bases keep theirs.
void update_bodies(const System& system, const Parameters<double>& p, const Topology& tree, State<double>& state);

/// The start as it is given, on the joints of a tree; loops may be open.
State<double> make_state(const System& system, const Parameters<double>& p, const Topology& tree);

/// The state in which a run starts: loops closed, constraints met (close_loops.h). Throws Error if they cannot be.
State<double> make_start(const System& system, const Parameters<double>& p, const Structure& structure);

/// The same for one case after the other. Where there is nothing to close it takes no memory after the first.
class StartMaker {
 public:
  StartMaker(const System& system, const Structure& structure);

  /// Something is closed at the start: loops, or constraints that hold.
  bool closes() const { return closes_; }
  /// What starts may be moved by it.
  bool moves() const { return closes_ || !tree_.loops.empty() || !system_.constraints.empty(); }
  /// Of System::start as it is now; until the next call.
  const State<double>& make(const Parameters<double>& p);
  /// The last one. Where nothing is closed it is still that of an assembled system.
  const State<double>& last() const { return state_; }

 private:
  const System& system_;
  Structure structure_;
  Topology tree_;
  bool closes_;
  State<double> state_;
};

/// Throws Error if a joint starts beyond a stop that throws back.
void check_stops(const System& system, const State<double>& state);

/// Start values and the rests of springs that have none of their own, as the assembled mechanism has them. To be called once
/// after make_system(), before anything runs.
void assemble(System& system);
/// The same by a StartMaker of the structure that the system starts with.
void assemble(System& system, StartMaker& starts);

/// F and M of a joint in the world, given the poses of all bodies.
struct JointFrames {
  Pose<double> X_WF, X_WM;
};
JointFrames calc_joint_frames(const System& system, const Parameters<double>& p, JointIndex j,
                              const std::vector<Pose<double>>& X_WB);

}  // namespace pintle
