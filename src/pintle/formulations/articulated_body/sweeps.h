#pragma once
#include <span>

#include "pintle/formulations/articulated_body/segments.h"
#include "pintle/structure/driving.h"

/// The articulated-body recursion [Featherstone 2008, section 7.3] over segments, in three sweeps. Everything is in the
/// segment's own frame; accelerations are classical ones of the frame's origin, so no linear velocity is needed:
///
///     outward:  ω_i = R ω_p + z q̇,   c = bias acceleration: ω × z q̇ and ω × (ω × p)                      (1)
///     inward:   U = A z,  D = zᵀ A z,  u = τ − zᵀ(n, f),                                                  (2)
///               A_p += R (A − U D⁻¹ Uᵀ) Rᵀ,  (n, f)_p += R ((n, f) + (A − U D⁻¹ Uᵀ) c + U D⁻¹ u)           (3)
///     outward:  a' = R a_p + c,  q̈ = D⁻¹ (u − Uᵀ a'),  a = a' + z q̈                                       (4)
///
/// with the world accelerating by −g. A velocity jump is the same recursion with V⁺ in place of the accelerations, the
/// momentum M V⁻ as pushing wrench, and no bias, law or gravity.
///
/// In a stage (1 − g A) k = f + c of a linearly implicit method joints and bodies have inertias besides their own (stage.h): D of
/// (2) gets that of the joint, A that of the body. The row z of A − U D⁻¹ Uᵀ does not vanish then.
///
/// The running articulated inertia stays in a local while the parent is the segment before; memory is used only at
/// branches. Segments of one code in a row run in one loop, so the switch costs nothing.
namespace pintle::articulated_body {

class Multipliers;
template <class T>
struct Frame;

/// τ = effort − k (q − rest) − c q̇ of a hinge or slider; zeros where there is no law.
template <class T>
struct LinearLaw {
  T k, c, rest, effort;
};

/// What the last sweep needs of a segment: 18 numbers.
template <class T>
struct Record {
  T c, s;      // cos, sin of a hinge; q of a slider in c
  Vec3<T> w;   // angular velocity, own axes
  T cx, cy;    // angular bias (its z part is zero)
  Vec3<T> cl;  // linear bias
  Vec3<T> Un, Uf;
  T D_inverse, u;
};
/// More, for a ball, base, weld or driven segment.
template <class T>
struct WideRecord {
  Mat3<T> R;  // own axes → parent's
  Mat3<T> H;
  Sym3<T> I_inverse;
  Vec3<T> u, ca;  // base: its accelerations, linear and angular
};
/// The joint that a segment ends, if M is the segment's frame turned about z (every hinge that is not walked backwards):
/// its load is written at once. Others take it from `transmitted`.
template <class T>
struct LoadPlace {
  int joint = -1;
  T c, s;
};
template <class T>
struct Acceleration {
  Vec3<T> al, a;  // angular; of the origin, less gravity
};

/// What is folded: accelerations, those of a stage, a velocity jump.
enum class Folding { rates, stage, jump };

template <class T>
class Sweeps {
 public:
  Sweeps(const System& system, const Plan& plan);

  Segments segments;
  Geometry<T> geometry;
  std::vector<LinearLaw<T>> law;      // by segment
  std::vector<RigidInertia<T>> mass;  // by segment; massless ones are zero
  std::vector<Record<T>> record;
  std::vector<WideRecord<T>> wide;
  std::vector<Acceleration<T>> acceleration;  // of segments marked keep, or of all
  std::vector<Wrench<T>> push;                // of elements, by Segment::push; own axes, about the origin
  std::vector<Wrench<T>> momentum;            // by segment, for a jump
  std::vector<Wrench<T>> transmitted;         // by segment: wrench of the parent's side on it, own axes, at the origin
  std::vector<LoadPlace<T>> load_place;       // by segment
  std::vector<T> joint_drag;                  // by segment: in a stage, added to D of a hinge or slider
  std::vector<Articulated<T>> body_drag;      // by Segment::push: in a stage, added to A; without bias
  Vec3<T> gravity_W;
  std::vector<Drive<T>> drive;  // by driver: where its segment is told to be
  std::vector<T> drive_power;   // by driver, after accelerate() [W]
  /// Loops and constraints, which leave on the way (multipliers.h): of doubles only; null where there are none.
  Multipliers* multipliers = nullptr;
  const std::vector<Frame<T>>* frames = nullptr;  // of the segments that multipliers pass, in the world

  /// (1) and the linear laws; q̇ into ydot, powers onto the accounts. Where segments are already, to the bit, they stay: a step is
  /// accepted, looked at and gone on from at one place.
  void move(const T* y, T* ydot, T* power);
  /// A number of their own for the places and velocities that segments have.
  long place() const { return place_; }
  /// What move() knows of where segments are is no more so: they are placed in other ways.
  void forget() { ++place_, is_moved_ = false; }
  /// (2), (3)
  void fold();
  /// The same with joint_drag and body_drag.
  void fold_stage();
  /// (4); v̇ into ydot. The accelerations of all segments are kept if someone will read them.
  void accelerate(T* ydot, bool keep_all);
  /// The wrench across every joint, from the accelerations kept: one backward pass of Newton-Euler. Loads of joints with a
  /// LoadPlace go to load[joint], in M's axes; of all others to `transmitted`.
  void transmit(Wrench<T>* load);

  /// Positions alone: velocities, bias and efforts are zero.
  void rest(const T* y);
  /// After rest() and with `momentum` given: V⁺ into v.
  void jump(T* v);
  /// After jump(): the impulses as in transmit(), `momentum` with those of multipliers.
  void transmit_jump(Wrench<T>* impulse);

 private:
  std::vector<Articulated<T>> stored_;
  std::vector<T> moved_to_;  // q, v
  bool is_moved_ = false;    // segments are there
  long place_ = 0;
  std::vector<Wrench<T>> stored_wrench_;  // by segment

  const Segment& segment(int i) const { return segments.list[i]; }
  template <Code C>
  Vec3<T> down(int i, const Vec3<T>& v) const;  // parent's axes → placed axes
  template <Code C>
  Vec3<T> up(int i, const Vec3<T>& v) const;
  template <Code C>
  Vec3<T> cross_p(int i, const Vec3<T>& w) const;  // w × p
  template <Code C>
  Vec3<T> centripetal_p(int i, const Vec3<T>& w) const;
  template <Code C>
  Vec3<T> p_of(int i) const;

  enum class Moving { at_rest, going, again };  // again: efforts, powers and q̇ where segments are already
  template <Moving how>
  void move_all(const T* y, T* ydot, T* power);
  Acceleration<T> acceleration_of_world(bool jump) const { return {Vec3<T>::zero(), jump ? Vec3<T>::zero() : -gravity_W}; }
  template <Folding how, bool closed>
  void fold_all();
  template <bool jump, bool keep_all, bool closed>
  void accelerate_all(T* ydot);
  template <bool jump>
  void transmit_all(Wrench<T>* load);

  template <Code C, Moving how>
  void move_hinge(const Segment& x, int i, const T* y, T* ydot, T& damping, T& applied);
  template <Code C, bool may_be_root>
  void fold_hinge(const Segment& x, int i, Articulated<T>& A);
  template <Code C, bool may_be_root>
  void fold_dragged_hinge(const Segment& x, int i, Articulated<T>& A);
  template <Code C>
  void accelerate_hinge(const Segment& x, int i, T* ydot, Acceleration<T>& at);
  template <Folding how>
  void gather(const Segment& x, int i, Articulated<T>& A) const;

  template <bool jump>
  Wrench<T> wrench_on(const Segment& x, int i, const Wrench<T>& carried) const;

  template <bool at_rest>
  void move_other(const Segment& x, int i, const T* y, T* ydot, T& damping, T& applied);
  template <bool stage>
  void fold_other(const Segment& x, int i, Articulated<T>& A);
  template <bool jump>
  void accelerate_other(const Segment& x, int i, T* ydot, Acceleration<T>& at);
};

}  // namespace pintle::articulated_body
