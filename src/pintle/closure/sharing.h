#pragma once
#include <span>
#include <vector>

#include "pintle/closure/body_rows.h"
#include "pintle/joints/rows.h"
#include "pintle/math/definite_blocks.h"

/// The shortest of all multipliers that give the same net wrenches on the bodies, with G the rows of body_rows.h:
///
///     min λᵀλ,  Gᵀλ = w = Gᵀλ₀     ⇒     λ = G y,  GᵀG y = w                                             (1)
///
/// GᵀG is the stiffness of a structure whose joints are springs of stiffness 1, its pattern that of the joint graph. The rows
/// of a joint need not be told apart for that: with N and E the projectors onto the forces and moments that it can carry at M's
/// origin, r and s from the mass centres of A and B to there, all in parts of L, and y = (u, φ) by body,
///
///     δ = u_B + φ_B × s − u_A − φ_A × r,   ρ = φ_B − φ_A,    force N δ,   moment/L E ρ                    (2)
///     GᵀG:  B, B  [ N  P ; Pᵀ  E + s̃ P ],  P = −N s̃;    A, A with r likewise;    B, A  −[ N  P' ; Pᵀ  E + s̃ P' ],  P' = −N r̃   (3)
///
/// Constraints have their rows. GᵀG is singular where bodies can move, so we take GᵀG + δ 1 with a small δ and solve for what is
/// left until nothing is: each round leaves a part δ/σ² of it, σ the singular values of G, and what the rows do not hold never
/// enters. The pattern of the factor belongs to the structure.
namespace pintle {

class Sharing {
 public:
  Sharing(const System& system, const Structure& structure);

  /// What is held while the structure is: to be called when it is entered.
  void update_held(const State<double>& state);
  /// (3) at a state, and its factor.
  void update(const Parameters<double>& p, const State<double>& state);

  /// Replaces one solution by the shortest. `reaction` by joint: on the child, about M's origin, in F's axes; `load`, if it is
  /// wanted, changes as the reactions do, in M's axes.
  void share(std::span<Wrench<double>> reaction, std::span<double> multiplier, std::span<Wrench<double>> load);
  /// What is left of a wrench (world axes; force, moment/L) of every joint and of a multiplier [N] of every row of the
  /// constraints without the shortest with the same net wrenches: a self-stress. In place.
  void update_stress(std::span<Wrench<double>> of_joint, std::span<double> of_row);
  const BodyRows& constraints() const { return constraints_; }

  const Mat3<double>& R_WF(JointIndex j) const { return R_WF_[j.i]; }
  const Mat3<double>& R_WM(JointIndex j) const { return R_WM_[j.i]; }

 private:
  /// A joint that holds.
  struct Spring {
    JointIndex joint;
    int a, b;                     // bodies − 1; −1: the world
    DefiniteBlocks::Place place;  // of their block, if there is one
    double L;                     // of its mechanism [m]
    bool driven;                  // what it holds moves
    JointRows rows;               // in its own frames
    int forces;                   // of them
    Sym3<double> N, E;            // (2)
    Vec3<double> r, s;            // in parts of L
    Vec3<double> force, moment;   // in work: what is left, world axes
  };
  void update_spring(const Parameters<double>& p, const State<double>& state, Spring& spring);
  void add(const Spring& spring);
  void add_constraints();
  /// left_ and the springs' forces and moments: what is given becomes what is left of it.
  void shorten();
  double update_net();  // Gᵀ of what is left; its largest component
  void take_away();     // G y of what is left, y in net_

  const System& system_;
  Structure structure_;
  std::vector<Spring> springs_;
  BodyRows constraints_;                   // of constraints alone
  DefiniteBlocks matrix_;                  // GᵀG + δ
  std::vector<Mat3<double>> R_WF_, R_WM_;  // by joint
  std::vector<double> left_;               // by row of the constraints
  std::vector<double> net_;
};

}  // namespace pintle
