#pragma once
#include <memory>
#include <vector>

#include "pintle/formulations/divide_and_conquer/assemblies.h"
#include "pintle/structure/plan.h"

/// The equations of bodies and rows (bodies/equations.h) as a tree of assemblies solves them: what is a wrench, a mass, a right-hand
/// side; which axes borrow inertia; how large a closing's row is. A pivot is measured against what the stiffest joint on the way from
/// end to end would give at most, L being the length of the loop,
///
///     Ŝ = min (Σ |z.v|²/(L² m) + Σ |z.w|²/(z.w·J_M z.w)) (|n|² + L² |f|²)                                   (1)
///
/// z the free directions of a joint and m, J_M the link's own mass and its inertia about the joint.
namespace pintle::divide_and_conquer {

/// An axis of a body that borrows inertia (assembly_tree.h, 4).
struct Borrowing {
  int link;
  Vec3<double> axis_B;
  double inertia;  // μ [kg m²]
};

class Assembling final : public bodies::Solver {
 public:
  Assembling(const System& system, const Plan& plan, std::span<const bodies::LinkRows> links);

  void set_team(Team& team) override { team_ = &team; }
  bool shares() const override { return true; }
  void update_bodies(std::span<const bodies::Body> bodies) override;
  void solve(const bodies::Equations& in, std::span<Motion<double>> A_W) override;
  std::span<const double> lambda() const override { return lambda_; }
  void update_reactions(const bodies::Equations& in, std::span<const Motion<double>> A_W,
                        std::span<Wrench<double>> reactions) const override;
  int rank() const override { return work_->judged().rank; }
  double calc_least_sine() const override;
  bool count_in_full() const override;
  double calc_left(int row) const override;
  bool bends() const override { return work_->judged().bends; }
  void follow(bodies::Solver& before) override;
  long reassembled() const override { return reassembled_; }

 private:
  std::shared_ptr<Assemblies> make_assemblies(std::span<const int> drags);
  /// Which bones and blocks stand for links of the plan.
  void take(std::shared_ptr<Assemblies> assemblies);
  void choose(const bodies::Equations& in);

  void put_body(const bodies::Equations& in, int link);
  void put_joint(const bodies::Equations& in, int link);
  void put_closings(const bodies::Equations& in);
  /// (1)
  void update_sizes(const bodies::Equations& in);
  double calc_softness(const bodies::Equations& in, int link, double LL) const;
  Articulated<double> calc_mass(const bodies::Equations& in, int link) const;

  const System& system_;
  const Plan& plan_;
  Team alone_;
  Team* team_ = &alone_;
  std::vector<bodies::LinkRows> links_;
  std::vector<double> LL_;  // by closing: L²
  std::vector<Borrowing> borrowings_;
  std::vector<int> first_borrowing_;               // by link
  std::shared_ptr<Assemblies> plain_, in_stage_;   // without drags of joints, and with them
  std::shared_ptr<Assemblies> work_;               // of the last solution
  std::vector<int> bone_of_link_, block_of_link_;  // by link; of its joint, −1: none
  std::vector<int> idle_;                          // blocks of joints that are not in the plan
  std::vector<int> closing_of_;                    // by closing of the skeleton: that of the plan, −1: it does not hold
  std::vector<double> lambda_, size_;              // by row of the closings
  std::vector<int> unknown_of_row_;                // likewise
  bool follows_ = false;                           // the next solution is the first after a change of structure
  long reassembled_ = 0;
};

}  // namespace pintle::divide_and_conquer
