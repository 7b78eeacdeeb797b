#pragma once
#include <span>
#include <vector>

#include "pintle/contact/in_stage.h"
#include "pintle/formulations/bodies/mechanism.h"
#include "pintle/structure/law_around.h"

/// A stage of a linearly implicit method in body coordinates: docs/theory/linearly_implicit.md. k_v = x + c_v of all bodies, x what
/// is solved for in place of V̇. A law of a joint in the tree with the row φ, q̇ = φ·(V − V_p) of the link against its parent, gets
///
///     D = g (c + g k),   τ − g k (q̇ + φ·(c_q − c_q,p)) − D φ·(c_v − c_v,p)                                 (1)
///
/// and pushes with −D φ φ·(x − x_p) besides (elimination.h, 7); a dragged point of a body adds D to its inertia and −D (its c_v) to
/// its force. Laws of joints that close loops stay explicit.
namespace pintle::bodies {

class Stage {
 public:
  Stage(const System& system, const Plan& plan);

  /// At the places of the mechanism; c by place in y, null: zero.
  void begin(double g, const double* c, std::span<const double> y, const Mechanism& m);
  /// (1) on top of what pushes; ζ̇ of bristles in around.zdot has its c.
  void drag_laws(const Parameters<double>& p, std::span<const JointCoordinates<double>> remembered,
                 const LawAround<double>& around, Mechanism& m);
  /// A point of a link at r from its mass centre, world axes: what it pushes besides.
  Vec3<double> drag_point(int link, const PointDrag<double>& drag, const Vec3<double>& r);
  /// x of the mechanism is known: its wrenches become those that gave it to the bodies alone.
  void settle(Mechanism& m) const;
  /// k_q and k_v of all links from x, with q̇ and ẋ in k; then k of bristles.
  void expand(const Mechanism& m, std::span<const double> y, std::span<double> k) const;

  double g() const { return g_; }
  /// k of a point's velocity, as above.
  Vec3<double> velocity_k(const Mechanism& m, int link, const Vec3<double>& r) const {
    const Motion<double> k = m.motions[link] + given_v_[link];
    return k.v + cross(k.w, r);
  }
  Drags drags() const { return {body_, joint_, first_}; }

 private:
  struct Law {
    const JointLaw* law;
    int link, bristle;
    CondensedBristle<double> left;
  };
  /// Of a link against its parent, at the link's point (LinkRows::at).
  static Motion<double> calc_relative(const Mechanism& m, std::span<const Motion<double>> motions, int link);

  const System& system_;
  const Plan& plan_;
  double g_ = 0;
  const double* c_ = nullptr;
  std::vector<Law> laws_;                          // by link
  std::vector<Articulated<double>> body_;          // by link, about the mass centre
  std::vector<JointDrag> joint_;                   // by law
  std::vector<int> first_;                         // by link, among them
  std::vector<Motion<double>> given_q_, given_v_;  // c by link, world axes, of the mass centre
};

}  // namespace pintle::bodies
