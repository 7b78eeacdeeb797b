#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/closure/statics.h"
#include "pintle/formulations/articulated_body/attitudes.h"
#include "pintle/formulations/articulated_body/elements.h"
#include "pintle/formulations/articulated_body/tree_loops.h"
#include "pintle/formulations/holding.h"
#include "pintle/formulations/kernel.h"
#include "pintle/math/lanes.h"
#include "pintle/structure/amplitude.h"
#include "pintle/structure/friction_loads.h"
#include "pintle/structure/stop_modes.h"

namespace pintle {

/// `articulated-body`: joint coordinates, O(n) recursion [Featherstone 2008, section 7.3] for trees, floating bases and
/// several roots. The everyday engine, for double, Lanes and Dual. See sweeps.h for the equations, segments.h for
/// how joints become what the sweeps know. Loops and constraints, for double: tree_loops.h has their rows, multipliers.h how they
/// leave inside the sweeps, stabilizing.h how drift is held down.
template <class T>
class ArticulatedBody final : public Kernel<T> {
 public:
  ArticulatedBody(const System& system, std::shared_ptr<const Plan> plan, const Parameters<T>& parameters);

  int size() const override { return plan_->y.size(); }
  int accounts() const override { return static_cast<int>(count_accounts(system_)); }
  ErrorScales scales() const override { return {scales_, plan_->y.parts, system_.mechanisms.count(), false}; }
  void update_allowed(double rtol, const T& h, std::span<const T> y, std::span<const T> y1, std::span<T> allowed) const override;
  void update_rates(const T& t, std::span<const T> y, std::span<T> ydot, std::span<T> power) override;
  void update_stage(const T& t, std::span<const T> u, const T& g, std::span<const T> c, std::span<T> k,
                    std::span<T> power) override;
  Accepted<T> accept(const T& t, std::span<T> y, Mask<T> stepped) override;

  void store(const T& t, std::span<const T> y, State<T>& state) const override;
  void load(const State<T>& state, std::span<T> y) override;
  void update_view(const T& t, std::span<const T> y, Needs needs, View<T>& view) override;
  void update_jump(std::span<const Impulse> applied, State<T>& state, JumpRecord<T>& record) override;
  using Kernel<T>::update_jump;
  void update_parameters() override;
  void set_stabilization(Stabilization how) override { asked_ = how; }
  void locate_touches() override { elements_.locate_touches(); }
  Conditioning conditioning() const override { return loops_ ? loops_->conditioning() : Conditioning{}; }
  double calc_unmet() const override { return loops_ ? loops_->calc_unmet() : 0; }
  Conditioning accepted_conditioning() const override { return accepted_conditioning_; }
  ConstraintError constraint_error() const override { return error_; }
  JointIndex jammed() const override { return friction_.jammed(); }
  std::span<const double> projection_work() const override { return work_; }
  void archive(Archive& archive) override;

 private:
  static constexpr double pull_per_step = 0.02;  // α h of Baumgarte's terms (stabilizing.h)
  struct LawsOfJoint {
    std::vector<const JointLaw*> list;
  };
  void place_segments();
  /// The same, where some links hold other values than when they were placed.
  void place_held();
  void place_link(int link);
  bool has_plain_load(int link) const;
  /// Held directions of a joint are to the bit where they were when segments were placed.
  bool is_placed(JointIndex j) const;
  /// Links of which this is not so, and those that hang on them.
  void note_moved();
  /// Where driven directions are at (t, y).
  void update_drive(const T& t, const T* y) const;
  /// Velocities, bias, linear laws, what lives, rows of loops at (t, y); q̇ into ydot.
  void update_motion(const T& t, const T* y, T* ydot, std::span<T> power);
  /// The same with all other laws, friction under the loads that were found last, and elements; ż into ydot. α is Baumgarte's.
  void update_known_pushes(const T& t, const T* y, T* ydot, std::span<T> power, double alpha,
                           const articulated_body::Stage<T>* stage = nullptr);
  /// The loads that friction feels at (t, y).
  void update_friction(const T& t, const T* y, T* ydot, std::span<T> power, double alpha);
  /// All that acts at (t, y): both; in a stage with what drags.
  void update_pushes(const T& t, const T* y, T* ydot, std::span<T> power, double alpha = 0,
                     const articulated_body::Stage<T>* stage = nullptr);
  double calc_pull() const { return stabilization_ == Stabilization::baumgarte && step_.h() > 0 ? pull_per_step / step_.h() : 0; }
  /// Powers that are known when accelerations are.
  void add_late_powers(std::span<T> power);
  void update_poses(const T* y) const;
  JointCoordinates<T> coordinates_of(int link, const T* y) const;
  JointCoordinates<T> coordinates_of(JointIndex j, const T* y) const;
  /// stabilizing.h
  void project(const T& t, std::span<T> y);
  void add_change_of_velocities(std::span<T> y) const;
  void catch_loose_rows(const T& t, std::span<T> y);
  void look_ahead(const T& t, std::span<const T> y);
  bool solve_change(articulated_body::TreeLoops::Question question, const T& t, std::span<const T> y);
  void move_by(const T* delta, T* y) const;
  /// The work of a change of y, from energies before and after it.
  void book_change(const T& t, std::span<const T> y, double sign);
  bool hold_together(const T& t, std::span<T> y);
  void remember(const T* y);
  /// observing.h
  const T* remove_drift(const T& t, std::span<const T> y);
  double calc_straying() const;
  double calc_noise() const;
  /// What of a state is told; a motion is that of bodies where the state has them already.
  enum class Told { motion, places, signs };
  void fill_state(const T& t, const T* y, Told told, State<T>& state) const;
  void store(const T& t, std::span<const T> y, Told told, State<T>& state) const;
  void fill_accelerations(const T* y, const T* ydot, View<T>& view) const;
  /// After accelerate() and with the pushes of multipliers.
  void fill_loads(const T* y, const Needs& needs, View<T>& view);
  void fill_other_loads(const T* y, std::vector<Wrench<T>>& load) const;
  Wrench<T> joint_wrench(int link, const T* y) const;
  Wrench<T> constraint_part(int link, const T* y, const Wrench<T>& load) const;
  Wrench<T> momentum_of(int link, const State<T>& state) const;

  const System& system_;
  std::shared_ptr<const Plan> plan_;
  std::vector<double> scales_;
  const Parameters<T>& parameters_;
  mutable articulated_body::Sweeps<T> sweeps_;
  mutable articulated_body::Elements<T> elements_;
  mutable Driving<T> driving_;
  mutable articulated_body::Attitudes<T> attitudes_;
  std::vector<int> link_of_joint_;
  std::vector<JointCoordinates<T>> held_;    // values of the directions that do not move
  std::vector<JointCoordinates<T>> placed_;  // the same when segments were placed
  std::vector<LawsOfJoint> laws_of_link_;
  Amplitude<T> amplitude_;
  std::vector<T> stop_;            // modes of stops
  std::vector<int> moved_;         // note_moved()
  std::vector<char> holds_other_;  // by link: scratch of that
  std::vector<int> other_loads_;   // links whose joint's load the sweeps leave in `transmitted`
  std::vector<Mask<T>> mode_;
  mutable std::vector<T> scratch_y_, scratch_ydot_;
  mutable std::vector<T> scratch_power_;
  FrictionLoads<T> friction_;
  std::vector<View<T>> friction_view_;  // scratch: one, if something rubs
  std::unique_ptr<Statics> statics_;    // shares what friction feels, if there are closings

  std::unique_ptr<articulated_body::TreeLoops> loops_;  // null on a tree
  Stabilization asked_ = Stabilization::projection, stabilization_ = asked_;
  ConstraintError error_;
  Conditioning accepted_conditioning_;
  std::vector<double> work_;  // of projections, by mechanism [J]
  double accepted_time_ = 0;  // of the last accepted step
  MeanStep step_{0.1};        // of such steps
  LooseRows loose_;
  std::vector<T> kept_y_, projected_y_;          // scratch
  std::vector<JointCoordinates<T>> remembered_;  // of the last accepted state: held values, turns
  State<T> energy_state_;                        // scratch
  std::vector<Ledger> energies_;                 // scratch, by mechanism
};

// Compiled in the library alone: what tests ask is what users run.
extern template class articulated_body::Elements<double>;
extern template class articulated_body::Elements<Lanes>;
extern template class ArticulatedBody<double>;
extern template class ArticulatedBody<Lanes>;

namespace articulated_body {
std::optional<std::string> why_not(const System& system, const Plan& plan);
std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p);
}  // namespace articulated_body

}  // namespace pintle
