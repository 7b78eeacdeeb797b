#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/formulations/kernel.h"
#include "pintle/formulations/newton_euler/drives.h"
#include "pintle/formulations/newton_euler/elements.h"
#include "pintle/formulations/newton_euler/laws.h"
#include "pintle/formulations/newton_euler/mechanism.h"
#include "pintle/structure/living.h"

namespace pintle {

/// `newton-euler`: every body by its pose and velocity, joints as constraint rows [Aslanov 2011], the plain reference for
/// trees, floating bases and several roots.
///
///     M V̇ + h = τ + Gᵀλ,   G V̇ = γ
///
/// bodies.h has the coordinates, rows.h the rows G and γ, laws.h and elements.h what pushes, elimination.h the solution,
/// loads.h what joints carry, projection.h how drift is removed after each step.
class NewtonEuler final : public Kernel<double> {
 public:
  NewtonEuler(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& parameters);

  int size() const override { return plan_->y.size(); }
  int accounts() const override { return account_count; }
  std::span<const double> scales() const override { return plan_->y.scales; }
  void update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) override;
  Accepted<double> accept(const double& t, std::span<double> y, Mask<double> stepped) override;

  void store(const double& t, std::span<const double> y, State<double>& state) const override;
  void load(const State<double>& state, std::span<double> y) override;
  void update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) override;
  JumpRecord<double> update_jump(std::span<const Impulse> applied, State<double>& state) override;
  void update_parameters() override;
  ConstraintError constraint_error() const override { return error_; }
  double projection_work() const override { return work_; }

 private:
  /// V̇ of all bodies, at y, with all that pushes. `by_law`, if it is wanted: see laws.h.
  void update_accelerations(double t, std::span<const double> y, double* zdot, std::span<double> power,
                            std::span<Wrench<double>> by_law = {});
  void update_living(double t);
  /// The load that friction feels, low-passed over the time since the last accepted step (laws/friction.h, 5).
  void update_friction_loads(double t, std::span<const double> y);
  void update_held();
  void update_drives(double t, std::span<const double> y);
  void remember_coordinates();
  void fill_accelerations(View<double>& view) const;
  void fill_loads(const Needs& needs, View<double>& view);
  int link_of(BodyIndex b) const { return plan_->tree.link_of_body[b.i]; }

  const System& system_;
  std::shared_ptr<const Plan> plan_;
  const Parameters<double>& parameters_;
  newton_euler::Mechanism mechanism_;
  std::vector<newton_euler::Gauge> gauges_;
  newton_euler::Laws laws_;
  newton_euler::Elements elements_;
  Living<double> living_;
  newton_euler::Drives drives_;
  mutable Driving<double> driving_;  // for store(), at times of its own
  mutable std::vector<newton_euler::Gauge> gauges_now_;
  mutable std::vector<JointCoordinates<double>> held_now_;
  std::vector<JointCoordinates<double>> remembered_;  // of the last accepted state: held values, turns
  std::vector<Mask<double>> mode_;
  std::vector<Wrench<double>> reactions_, by_law_;  // scratch: by link, by joint
  std::vector<double> scratch_zdot_;
  std::vector<double> friction_load_;  // held over a step; negative: not known yet
  double friction_time_ = 0;
  ConstraintError error_;
  double work_ = 0;
};

namespace newton_euler {
std::optional<std::string> why_not(const System& system, const Plan& plan);
std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p);
}  // namespace newton_euler

}  // namespace pintle
