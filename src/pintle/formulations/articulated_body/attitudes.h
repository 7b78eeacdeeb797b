#pragma once
#include <vector>

#include "pintle/formulations/articulated_body/sweeps.h"
#include "pintle/math/elementary.h"
#include "pintle/math/quaternion.h"
#include "pintle/structure/plan.h"

namespace pintle::articulated_body {

/// q of a rotation about a coordinate axis.
template <class T>
Quaternion<T> turn_about(int axis, const T& angle) {
  T s, c;
  update_sincos(0.5 * angle, s, c);
  const Vec3<T> v = s * unit<T>(axis);
  return {c, v.x, v.y, v.z};
}

/// The quaternion of R, of its two signs the one nearer to q, lane by lane.
template <class T>
void update_quaternion(const Mat3<T>& R, Quaternion<T>& q) {
  for (int l = 0; l < width<T>; ++l) {
    const Mat3<double> one{lane(R.xx, l), lane(R.xy, l), lane(R.xz, l), lane(R.yx, l), lane(R.yy, l),
                           lane(R.yz, l), lane(R.zx, l), lane(R.zy, l), lane(R.zz, l)};
    const Quaternion<double> last{lane(q.w, l), lane(q.x, l), lane(q.y, l), lane(q.z, l)},
        next = nearest_sign(to_quaternion(one), last);
    set_lane(q.w, l, next.w);
    set_lane(q.x, l, next.x);
    set_lane(q.y, l, next.y);
    set_lane(q.z, l, next.z);
  }
}

/// Which of two quaternions, q or −q, tells the attitude of a link. The sign goes on along a motion, and a hinge may make many
/// turns within a step: so each link's is that of a product along the tree, of what stands fixed and of half the angles,
///
///     q_L = q_parent q_fixed (cos ½θ, sin ½θ e_z)                                                          (1)
///
/// times the sign that makes it the attitude where the motion began.
template <class T>
class Attitudes {
 public:
  /// Where segments are placed: what stands fixed.
  void place(const Sweeps<T>& sweeps, const Topology& tree) {
    fixed_.assign(sweeps.segments.list.size(), Quaternion<T>::identity());
    turned_ = fixed_;
    to_body_.assign(static_cast<std::size_t>(tree.size()), Quaternion<T>::identity());
    for (int i = 1; i < tree.size(); ++i) place_link(sweeps, i);
  }
  /// The same for one link.
  void place_link(const Sweeps<T>& sweeps, int link) {
    const Chain& chain = sweeps.segments.chain[link];
    for (int k = chain.first; k <= chain.last; ++k) {
      fixed_[k] = Quaternion<T>::identity();
      update_quaternion(fixed_rotation(sweeps, k), fixed_[k]);
    }
    to_body_[link] = Quaternion<T>::identity();
    update_quaternion(sweeps.geometry.X_LB[chain.last].R, to_body_[link]);
  }
  /// Where a motion begins, y and the places of segments being known, and sweeps.drive.
  void begin(const Sweeps<T>& sweeps, const Topology& tree, const T* y, const std::vector<Quaternion<T>>& q_WB) {
    multiply(sweeps, y);
    for (int i = 1; i < tree.size(); ++i) {
      const int k = sweeps.segments.chain[i].last;
      Quaternion<T>& to_body = to_body_[i];
      const Quaternion<T> q = turned_[k] * to_body;
      const Quaternion<T>& known = q_WB[tree.links[i].body.i];
      const T sign = select(is_less(q.w * known.w + q.x * known.x + q.y * known.y + q.z * known.z, T(0.0)), T(-1.0), T(1.0));
      to_body = {sign * to_body.w, sign * to_body.x, sign * to_body.y, sign * to_body.z};
    }
  }
  /// Of bodies, at y, to rounding.
  void update(const Sweeps<T>& sweeps, const Topology& tree, const T* y, std::vector<Quaternion<T>>& q_WB) {
    multiply(sweeps, y);
    for (int i = 1; i < tree.size(); ++i) q_WB[tree.links[i].body.i] = turned_[sweeps.segments.chain[i].last] * to_body_[i];
  }

 private:
  static Mat3<T> fixed_rotation(const Sweeps<T>& s, int i) {
    const Placement<T>& g = s.geometry.placement[i];
    if (!is_hinge(s.segments.list[i].code)) return g.R;
    const ScrewNumbers<T>& w = s.geometry.screw[i];
    return rotation_about(2, g.sb, g.cb) * rotation_about(0, w.sa, w.ca);
  }
  static Quaternion<T> turn_of(const Sweeps<T>& s, int i, const T* y) {
    const Segment& x = s.segments.list[i];
    const T* q = y + x.q;
    switch (x.code) {
      case Code::slider:
      case Code::driven_slide:
      case Code::weld: return Quaternion<T>::identity();
      case Code::ball: return {q[0], q[1], q[2], q[3]};
      case Code::base: return {q[3], q[4], q[5], q[6]};
      case Code::driven_turn: return turn_about(2, s.drive[x.driver].q);
      default: return turn_about(2, q[0] + s.geometry.screw[i].offset);
    }
  }
  /// (1)
  void multiply(const Sweeps<T>& sweeps, const T* y) {
    for (std::size_t i = 1; i < turned_.size(); ++i) {
      const auto parent = static_cast<std::size_t>(sweeps.segments.list[i].parent);
      turned_[i] = turned_[parent] * (fixed_[i] * turn_of(sweeps, static_cast<int>(i), y));
    }
  }

  std::vector<Quaternion<T>> fixed_, turned_;  // by segment; 0 is the world
  std::vector<Quaternion<T>> to_body_;         // by link, with its sign
};

}  // namespace pintle::articulated_body
