#pragma once
#include <memory>
#include <vector>

#include "pintle/formulations/kernel.h"
#include "pintle/particles/forces.h"

namespace pintle {

/// A kernel of bodies, and particles beside it. The bodies' formulation knows nothing of them:
///
///     y = [ y of the bodies | p, v of every particle that is free ]
///     ṗ = v,   m v̇ = f + m g                                                        (1)
///
/// with f of bonds and pairs (particles/forces.h). A particle that rides on a body is a place r of it: its f goes to the body,
/// about the mass centre (Kernel::set_pushes), and it has no y:
///
///     p = p_B + R_B r,   F = Σ f,   N = Σ (p − p_B) × f                              (2)
///
/// A body that its group has not become yet stands still in the bodies' y and is shown where its group is (structure/riding.h).
///
/// Errors of a particle are held against the distance to its neighbours, and that times its pace; not against places, which grow
/// with the distance from the origin.
class WithParticles final : public Kernel<double> {
 public:
  WithParticles(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p,
                std::unique_ptr<Kernel<double>> bodies);

  int size() const override { return bodies_size_ + 6 * static_cast<int>(free_.size()); }
  int accounts() const override { return bodies_->accounts(); }
  ErrorScales scales() const override;
  void update_allowed(double rtol, const double& h, std::span<const double> y, std::span<const double> y1,
                      std::span<double> allowed) const override;
  void update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) override;
  /// Particles are explicit in it.
  void update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c, std::span<double> k,
                    std::span<double> power) override;
  void hold(const double& t, std::span<const double> y) override { bodies_->hold(t, of_bodies(y)); }
  Accepted<double> accept(const double& t, std::span<double> y, Mask<double> stepped) override;

  void store(const double& t, std::span<const double> y, State<double>& state) const override;
  void load(const State<double>& state, std::span<double> y) override;
  void update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) override;
  void update_jump(std::span<const Impulse> applied, State<double>& state, JumpRecord<double>& record) override;
  using Kernel<double>::update_jump;
  void follow(Kernel<double>& before) override;
  long reassembled() const override { return bodies_->reassembled(); }
  PartitionCounts partition_counts() const override { return bodies_->partition_counts(); }
  void forget_counts() override { bodies_->forget_counts(); }
  void update_parameters() override;
  void set_stabilization(Stabilization how) override { bodies_->set_stabilization(how); }
  void locate_touches() override { bodies_->locate_touches(); }
  void set_team(Team& team) override { bodies_->set_team(team); }
  Conditioning conditioning() const override { return bodies_->conditioning(); }
  double calc_unmet() const override { return bodies_->calc_unmet(); }
  Conditioning accepted_conditioning() const override { return bodies_->accepted_conditioning(); }
  ConstraintError constraint_error() const override { return bodies_->constraint_error(); }
  JointIndex jammed() const override { return bodies_->jammed(); }
  std::span<const double> projection_work() const override { return bodies_->projection_work(); }
  void archive(Archive& archive) override;

 private:
  template <class T>
  std::span<T> of_bodies(std::span<T> y) const {
    return y.first(static_cast<std::size_t>(bodies_size_));
  }
  std::size_t place_of_free(std::size_t k) const { return static_cast<std::size_t>(bodies_size_) + 6 * k; }
  /// Places of all particles at (t, y); where some ride, poses into state_.
  void update_places(double t, std::span<const double> y);
  /// Forces on all at (t, y), and what those that ride do to their bodies.
  void update_forces(double t, std::span<const double> y);
  void update_list(Neighbours& list);
  /// At an accepted state: places, and the list anew where somebody has moved too far.
  void renew_list(double t, std::span<const double> y);
  void put_rates(std::span<const double> y, std::span<double> ydot) const;
  void put_particles(std::span<const double> y, State<double>& state) const;
  void hold_absent(std::span<double> rates) const;

  const System& system_;
  const ParticleRecord& record_;
  const Particles& all_;
  std::shared_ptr<const Plan> plan_;
  const Parameters<double>& parameters_;
  std::unique_ptr<Kernel<double>> bodies_;
  const int bodies_size_;

  struct Riding {
    int particle;
    BodyIndex body;
    Vec3<double> r;  // in the body's axes
  };
  std::vector<int> free_;  // particles
  std::vector<Riding> riding_;
  std::vector<int> carrier_;  // by particle: the body that it rides on, or 0
  std::vector<BodyIndex> absent_;
  std::vector<double> scales_;
  std::vector<ErrorPart> parts_;
  PairLaw law_;
  Vec3<double> gravity_ = Vec3<double>::zero();
  Neighbours near_, for_once_;  // the list that is remembered, and one where that does not reach
  std::vector<Vec3<double>> places_, forces_;
  std::vector<Wrench<double>> pushes_on_bodies_;
  State<double> state_;  // scratch
};

}  // namespace pintle
