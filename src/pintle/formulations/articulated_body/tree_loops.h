#pragma once
#include "pintle/closure/closing_rows.h"
#include "pintle/formulations/articulated_body/multipliers.h"
#include "pintle/formulations/kernel.h"
#include "pintle/structure/gauge_law.h"

namespace pintle::articulated_body {

/// What holds besides the joints of the tree, in the kernel's terms: rows and multipliers of the closings, and all joints off
/// the tree, which have no coordinate in y. These are read off the poses of their bodies, turns counted from the last
/// accepted state; their laws push both bodies.
class TreeLoops {
 public:
  TreeLoops(const System& system, const Plan& plan, const Segments& segments);

  /// There is something that this class is for.
  static bool needed(const System& system, const Plan& plan);
  bool has_rows() const { return rows_.any(); }
  bool is_off_tree(JointIndex j) const { return place_of_joint_[j.i] >= 0; }
  /// A constraint counts the turns of this joint of the tree.
  bool is_read(JointIndex j) const { return read_[j.i] != 0; }
  std::span<const JointIndex> reads() const { return reads_; }
  /// Time since the accepted state from which turns are counted.
  void set_since(double time);
  /// Where such a joint is now: y knows its turns, however long the step.
  void count_turns(JointIndex j, const JointCoordinates<double>& q) { rows_.count_turns(j, q); }

  /// After load() and accept(): coordinates of the joints, of which those that are held, and turns, stay until the next time.
  void update_held(const Parameters<double>& p, const std::vector<JointCoordinates<double>>& held);

  /// Where the bodies are, with frames of their segments.
  void update_places(const Sweeps<double>& s, const std::vector<Frame<double>>& frames);
  /// Of a joint off the tree, where its bodies are.
  JointCoordinates<double> coordinates_of(JointIndex j, std::span<const Drive<double>> drives) const;

  /// Laws of these joints, onto the pushes of segments and the accounts.
  void add_laws(const LawAround<double>& around, std::span<const Drive<double>> drives, Sweeps<double>& s,
                std::span<double> power);
  /// In a stage (stage.h), after that: bristles of these joints stay explicit, with c of the states.
  void add_given(const double* c_z, double* zdot) const {
    for (int bristle : bristles_) zdot[bristle] += c_z[bristle];
  }
  void update_rows(const Parameters<double>& p, const double* living, std::span<const Drive<double>> drives);
  const ClosingRows& rows() const { return rows_; }

  /// What the next sweeps solve for; they have accelerations of origins, less gravity:
  ///
  ///     accelerations   γ' = γ − 2α ġ − α² g − Σ_e f_e·(gravity + ω_e × (ω_e × c_e)),   c_e from the origin to the mass centre   (1)
  ///     velocities      G V⁺ = b;      a change of velocities  G δ = −ġ,  of positions  G δ = −g                         (2)
  enum class Question { accelerations, velocities, change_of_velocities, change_of_positions };
  void ask(Question question, Sweeps<double>& s, double alpha = 0, rank::Bending known = rank::Bending::unknown);
  /// Powers of the constraint forces, and how well conditioned the rows are: after the sweeps.
  void finish(std::span<double> power);
  /// Of the last sweeps, whatever their question.
  Conditioning calc_conditioning() const;
  /// At the last finish().
  Conditioning conditioning() const { return conditioning_; }
  /// After the sweeps for accelerations (Kernel).
  double calc_unmet() const;
  const Multipliers& multipliers() const { return multipliers_; }
  /// The wrenches of the multipliers on their bodies, onto pushes or momenta.
  void add_to_pushes(Sweeps<double>& s) const;
  void add_to_momenta(Sweeps<double>& s) const;

  /// Loads and reactions of the joints off the tree, and multipliers of constraints; laws are left out of an impulse.
  void fill_loads(std::span<Wrench<double>> load, bool with_laws) const;
  void fill_reactions(std::span<Wrench<double>> reaction) const;
  void fill_multipliers(std::span<double> multiplier) const;
  /// Accelerations of these joints; the view has those of the bodies.
  void fill_accelerations(std::span<const Drive<double>> drives, View<double>& view) const;

 private:
  struct OffTree {
    Gauge gauge;
    int closing = -1;  // −1: it forbids nothing, or does not hold
    std::vector<GaugeLaw> laws{};
    std::vector<int> drivers{};
    Wrench<double> by_laws = Wrench<double>::zero();  // on the child, at M's origin, world axes
  };
  /// Values and rates of the driven directions into q.
  void put_drives(const OffTree& joint, std::span<const Drive<double>> drives, JointCoordinates<double>& q) const;
  Wrench<double> calc_reaction(const OffTree& joint) const;  // in F's axes
  Mat3<double> calc_R_FM(const OffTree& joint) const;
  template <class Add>
  void for_wrenches(Add&& add) const;
  void push(Sweeps<double>& s, int link, const Vec3<double>& point, const Wrench<double>& at_point) const;

  const System& system_;
  const Plan& plan_;
  const Segments& segments_;
  ClosingRows rows_;
  Multipliers multipliers_;
  std::vector<OffTree> joints_;
  std::vector<int> bristles_;        // places in z of those in their laws
  std::vector<int> place_of_joint_;  // in joints_; −1: in the tree
  std::vector<char> read_;           // by joint
  std::vector<JointIndex> reads_;    // those of the tree
  std::vector<int> links_;           // whose places are wanted
  std::vector<BodyPlace> place_;     // by link
  std::vector<Vec3<double>> c_W_;    // by link: from the origin of its segment to the mass centre
  std::vector<Mat3<double>> R_WL_;   // by link: of its segment
  std::vector<double> gamma_;
  std::vector<JointCoordinates<double>> remembered_;
  Conditioning conditioning_;
};

}  // namespace pintle::articulated_body
