#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/closure/statics.h"
#include "pintle/formulations/bodies/elements.h"
#include "pintle/formulations/bodies/mechanism.h"
#include "pintle/formulations/body_laws.h"
#include "pintle/formulations/holding.h"
#include "pintle/formulations/kernel.h"
#include "pintle/structure/amplitude.h"
#include "pintle/structure/friction_loads.h"
#include "pintle/structure/living.h"
#include "pintle/structure/stop_modes.h"

namespace pintle::bodies {

/// Formulations in body coordinates: every body by its pose and velocity, joints as constraint rows [Aslanov 2011], trees, floating
/// bases, several roots, loops and constraints between bodies. Each has a solution of its own (equations.h) of
///
///     M V̇ + h = τ + Gᵀλ,   G V̇ = γ
///
/// bodies.h has the coordinates, mechanism.h and closure/held_joint.h the rows G and γ, body_laws.h and elements.h what pushes,
/// stabilizing.cpp how drift is removed after each step.
///
/// Power that constraint forces do on rows that are not quite met, the drivers' part aside, is booked as stabilization:
///
///     Σ_bodies (M V̇ − pushes)·V = Σ_k λ_k (ġ_k + b_k),   b_k: the rate that row k is told to have          (1)
///
/// Baumgarte's α is κ/h, h a running mean of accepted steps (formulations/holding.h). In the stages of an explicit method of
/// order p positions are off the rows by O(h²), so that local errors get terms of (α h)ᵖ⁻¹ h² a, a an acceleration. With κ = ½
/// they rule the step, which shrinks and takes α up with it (dop853 on the three links of [Aslanov 2011]: 194,000 steps instead
/// of 670). With κ = 0.02 they are below usual tolerances, and drift still fades within some fifty steps.
///
/// Loads, reactions and accelerations as observers see them are those of the state with its drift removed.
class BodyKernel final : public Kernel<double> {
 public:
  BodyKernel(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& parameters,
             MakeSolver make_solver);

  int size() const override { return plan_->y.size(); }
  int accounts() const override { return static_cast<int>(count_accounts(system_)); }
  ErrorScales scales() const override { return {scales_, plan_->y.parts, system_.mechanisms.count(), false}; }
  void update_allowed(double rtol, const double& h, std::span<const double> y, std::span<const double> y1,
                      std::span<double> allowed) const override;
  void update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) override;
  void update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c, std::span<double> k,
                    std::span<double> power) override;
  Accepted<double> accept(const double& t, std::span<double> y, Mask<double> stepped) override;

  void store(const double& t, std::span<const double> y, State<double>& state) const override;
  void load(const State<double>& state, std::span<double> y) override;
  void update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) override;
  void update_jump(std::span<const Impulse> applied, State<double>& state, JumpRecord<double>& record) override;
  using Kernel<double>::update_jump;
  void update_parameters() override;
  void follow(Kernel<double>& before) override {
    if (auto* const other = dynamic_cast<BodyKernel*>(&before)) mechanism_.solver->follow(*other->mechanism_.solver);
  }
  long reassembled() const override { return mechanism_.solver->reassembled(); }
  void set_team(Team& team) override {
    if (!mechanism_.solver->shares()) return;
    mechanism_.team = &team;
    mechanism_.solver->set_team(team);
  }
  void locate_touches() override { elements_.locate_touches(); }
  void set_stabilization(Stabilization stabilization) override { asked_stabilization_ = stabilization; }
  Conditioning conditioning() const override { return conditioning_; }
  double calc_unmet() const override;
  Conditioning accepted_conditioning() const override { return accepted_conditioning_; }
  ConstraintError constraint_error() const override { return error_; }
  JointIndex jammed() const override { return friction_.jammed(); }
  std::span<const double> projection_work() const override { return work_; }
  void archive(Archive& archive) override;

 private:
  static constexpr double pull_per_step = 0.02;  // κ

  /// V̇ of all bodies, at y, with all that pushes, and with Baumgarte's α. `by_law`, if it is wanted: see body_laws.h.
  void update_accelerations(double t, std::span<const double> y, double alpha, double* zdot, std::span<double> power,
                            std::span<Wrench<double>> by_law = {});
  /// The last part of it, with the bodies placed and the rows made: friction under the loads that were found last.
  void solve_accelerations(const double* z, double* zdot, std::span<double> power, std::span<Wrench<double>> by_law);
  /// Those of set_pushes().
  void add_pushes();
  /// The loads that friction feels, at the same point of it.
  void update_friction(double t, std::span<const double> y, double* zdot, std::span<double> power);
  void add_constraint_power(std::span<double> power);
  double calc_alpha() const {
    return stabilization_ == Stabilization::baumgarte && step_.h() > 0 ? pull_per_step / step_.h() : 0;
  }
  void update_living(double t);
  /// Bodies, rows, and what lives, at y; then the last two, of bodies that are placed.
  void place(double t, std::span<const double> y);
  void update_rows(double t, const double* z);

  // stabilizing.cpp
  /// Constraint errors of y, which is projected if that is the way of stabilization.
  void stabilize(double t, std::span<double> y);
  /// (1), (2) there: of a mechanism that is placed at y, and is so again.
  void project(double t, std::span<double> y);
  /// M δ = Gᵀμ with the rows at a level. True: those that bend the way were let go, and are held.
  bool solve_change(Level level, double t, std::span<const double> y);
  /// Next to a singular configuration, whatever the way of stabilization.
  void catch_loose_rows(double t, std::span<double> y);
  /// At an accepted state: whether rows that are about to be let go bend the way from here on. Leaves the mechanism placed there.
  void look_ahead(double t, std::span<const double> y);
  Conditioning calc_conditioning() const;
  /// After a solution that let rows go: whether they bend the way (math/rank.h, 4), asked of the accelerations at y, which
  /// take the place of what was found. Nothing: no row was let go.
  std::optional<bool> find_bend(double t, std::span<const double> y);
  /// The work of a change of y, from energies before (−1) and after it (+1).
  void book_change(double t, std::span<const double> y, double sign);
  /// A copy of y that meets the rows.
  std::span<const double> remove_drift(double t, std::span<const double> y);

  // observing.cpp
  void remember_coordinates();
  JointCoordinates<double> calc_coordinates(JointIndex j) const;
  void fill_accelerations(View<double>& view) const;
  void fill_loads(const Needs& needs, View<double>& view);
  /// After solve() and update_reactions(): on the child, at M's origin, world axes; zero for a joint that holds nothing.
  Wrench<double> calc_reaction(JointIndex j) const;
  void put_multipliers(std::vector<double>& multiplier) const;
  int link_of(BodyIndex b) const { return plan_->tree.link_of_body[b.i]; }

  const System& system_;
  std::shared_ptr<const Plan> plan_;
  std::vector<double> scales_;
  const Parameters<double>& parameters_;
  Mechanism mechanism_;
  BodyLaws laws_;
  Elements elements_;
  Stage stage_;
  Living<double> living_;
  Driving<double> driving_;
  mutable Driving<double> driving_now_;  // for store(), at times of its own
  mutable std::vector<JointCoordinates<double>> held_now_;
  std::vector<JointCoordinates<double>> remembered_;  // of the last accepted state: held values, turns
  Amplitude<double> amplitude_;
  std::vector<double> stop_;  // modes of stops
  std::vector<Mask<double>> mode_;
  std::vector<int> link_of_joint_, closing_of_joint_;  // 0, −1: none
  std::vector<Wrench<double>> reactions_, by_law_;     // scratch: by link, by joint
  std::vector<double> copy_;                           // scratch: a y with its drift removed
  State<double> energy_state_;                         // scratch
  std::vector<double> scratch_zdot_;
  FrictionLoads<double> friction_;
  View<double> friction_view_;        // scratch
  std::unique_ptr<Statics> statics_;  // shares what friction feels, if there are closings
  Stabilization asked_stabilization_ = Stabilization::projection, stabilization_ = Stabilization::projection;
  MeanStep step_{0.2};    // of accepted steps
  double step_time_ = 0;  // the end of the last one
  LooseRows loose_;
  Conditioning conditioning_, accepted_conditioning_;  // at the last evaluation, of the last accepted state
  ConstraintError error_;
  std::vector<double> work_;      // of projections, by mechanism [J]
  std::vector<Ledger> energies_;  // scratch, by mechanism
  std::vector<double> power_;     // scratch
};

}  // namespace pintle::bodies
