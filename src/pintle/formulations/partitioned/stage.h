#pragma once
#include <span>
#include <vector>

#include "pintle/contact/in_stage.h"
#include "pintle/formulations/bodies/equations.h"
#include "pintle/formulations/partitioned/tree.h"
#include "pintle/structure/law_around.h"

/// A stage (1 − g A) k = f + c of a linearly implicit method on the independent coordinates (docs/theory/partitioned.md). With
/// H = (1, −Φ_u⁻¹ Φ_v) taking what is independent to the motions of bodies, and K, C what laws have, A is
///
///     k_v = q̇ + c_v + g Q k_ν,     (M̂ + g Hᵀ(C + g K) H)(k_ν − c_ν) = Q̂ − Hᵀ[g K (q̇ + H c_v) + g (C + g K) H c_ν]        (1)
///
/// with M̂ and Q̂ of [Negrut 2010, (19), (20)], never formed, and Q the turning of Euler parameters by ω. It is solved by the factor of
/// the bodies (factor.h), for x = k − H c_ν in place of accelerations, with a drag for each law of a joint in the tree,
///
///     φ φᵀ D,   D = g (c + g k);    pushes  −g k (φ·q̇ + φ·H c_v) − D φ·H c_ν      besides                           (2)
///
/// where q̇ and x have parts that rows and drivers tell, which is not what H takes there: those are taken off with H c (staging.cpp, 1).
/// φ is the row of its rate on the link's mass centre, against what the parent's motion is there. A dragged point of a body adds
/// to its inertia. Laws of joints that close loops stay explicit.
namespace pintle::partitioned {

class Stage {
 public:
  Stage(const System& system, const Plan& plan);

  /// There are laws of joints, which ask for H c_v.
  bool asks_places() const { return !laws_.empty(); }
  /// Where the tree is; H c by link, of coordinates and of speeds, without what is told.
  void begin(double g, std::span<const Motion<double>> given_q, std::span<const Motion<double>> given_v);
  /// (2) on top of what pushes; ζ̇ of bristles in around.zdot has its c.
  void drag_laws(const Parameters<double>& p, std::span<const JointCoordinates<double>> remembered,
                 const LawAround<double>& around, const Tree& tree, std::span<Wrench<double>> wrenches);
  /// A point of a link at r from its mass centre, world axes: what it pushes besides.
  Vec3<double> drag_point(int link, const PointDrag<double>& drag, const Vec3<double>& r);
  /// x of the bodies is known: wrenches become those that gave it to the bodies alone.
  void settle(const Tree& tree, std::span<const Motion<double>> x, std::span<Wrench<double>> wrenches) const;
  /// k of bristles, from x and their rates.
  void expand_bristles(const Tree& tree, std::span<const Motion<double>> x, double* k_z) const;

  double g() const { return g_; }
  /// k of a body's velocity.
  Motion<double> calc_k(int link, std::span<const Motion<double>> x) const { return x[link] + given_v_[link]; }
  bodies::Drags drags() const { return {body_, joint_, first_}; }

 private:
  struct Law {
    const JointLaw* law;
    int link, bristle;
    CondensedBristle<double> left;
  };

  const System& system_;
  double g_ = 0;
  std::vector<Law> laws_;                  // by link
  std::vector<Articulated<double>> body_;  // by link, about the mass centre
  std::vector<bodies::JointDrag> joint_;   // by law
  std::vector<int> first_;                 // by link, among them
  std::span<const Motion<double>> given_q_, given_v_;
};

}  // namespace pintle::partitioned
