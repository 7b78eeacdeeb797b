#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/articulated_body/sweeps.h"
#include "pintle/math/element.h"

namespace pintle::articulated_body {

/// Where a segment is in the world and how it moves, world axes. Only for those that someone looks at: the sweeps
/// themselves need no pose.
template <class T>
struct Frame {
  Mat3<T> R_WL;
  Vec3<T> p_WL, w_W, v_W;

  End<T> end() const { return {R_WL, p_WL, w_W, v_W}; }
};

/// Rotation from a segment's own axes to its parent's, after move() or rest().
template <class T>
[[gnu::always_inline]] inline Mat3<T> rotation_to_parent(const Sweeps<T>& s, int i) {
  const Segment& x = s.segments.list[i];
  const Placement<T>& g = s.geometry.placement[i];
  if (x.code == Code::ball || x.code == Code::base || x.code == Code::driven_turn) return s.wide[x.wide].R;
  if (!is_hinge(x.code)) return g.R;
  const ScrewNumbers<T>& w = s.geometry.screw[i];
  const Record<T>& r = s.record[i];
  const T o(0.0);
  const Mat3<T> screw{r.c, -r.s, o, w.ca * r.s, w.ca * r.c, -w.sa, w.sa * r.s, w.sa * r.c, w.ca};  // Rx(α) Rz(q)
  return x.code == Code::hinge_zx ? rotation_about(2, g.sb, g.cb) * screw : screw;
}

/// R Rz(β) Rx(α) Rz(q) of a hinge whose parent's axes are R: what stands above without the products with zeros.
template <class T>
[[gnu::always_inline]] inline Mat3<T> turned_by_hinge(const Sweeps<T>& s, int i, const Mat3<T>& R) {
  const Record<T>& r = s.record[i];
  Vec3<T> x = R.column(0), y = R.column(1), z = R.column(2);
  const auto turn = [](const T& cosine, const T& sine, Vec3<T>& a, Vec3<T>& b) {
    const Vec3<T> before = a;
    a = cosine * a + sine * b;
    b = cosine * b - sine * before;
  };
  const Code code = s.segments.list[i].code;
  if (code == Code::hinge_zx) turn(s.geometry.placement[i].cb, s.geometry.placement[i].sb, x, y);
  if (code != Code::hinge_0a && code != Code::hinge_0p) turn(s.geometry.screw[i].ca, s.geometry.screw[i].sa, y, z);
  turn(r.c, r.s, x, y);
  return Mat3<T>::from_columns(x, y, z);
}

/// Frames of the segments `which` (ascending, with all their ancestors). Velocities need move() before.
template <class T>
void update_frames(const Sweeps<T>& s, std::span<const int> which, const T* y, std::vector<Frame<T>>& frames) {
  frames[0] = {Mat3<T>::identity(), Vec3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()};
  for (int i : which) {
    const Segment& x = s.segments.list[i];
    const Frame<T>& parent = frames[x.parent];
    const Placement<T>& g = s.geometry.placement[i];
    Frame<T>& f = frames[i];
    if (is_hinge(x.code)) {
      const Vec3<T> p_W = parent.R_WL * g.p;
      f.R_WL = turned_by_hinge(s, i, parent.R_WL);
      f.p_WL = parent.p_WL + p_W;
      f.w_W = f.R_WL * s.record[i].w;
      f.v_W = parent.v_W + cross(parent.w_W, p_W);
      continue;
    }
    f.R_WL = parent.R_WL * rotation_to_parent(s, i);
    Vec3<T> p = g.p, slide = Vec3<T>::zero();
    if (x.code == Code::slider) {
      p += y[x.q] * g.R.column(2);
      slide = y[x.v] * g.R.column(2);
    } else if (x.code == Code::driven_slide) {
      p += s.drive[x.driver].q * g.R.column(2);
      slide = s.drive[x.driver].v * g.R.column(2);
    } else if (x.code == Code::base) {
      p += g.R * Vec3<T>{y[x.q], y[x.q + 1], y[x.q + 2]};
      slide = g.R * Vec3<T>{y[x.v], y[x.v + 1], y[x.v + 2]};
    }
    const Vec3<T> p_W = parent.R_WL * p;
    f.p_WL = parent.p_WL + p_W;
    f.w_W = f.R_WL * s.record[i].w;
    f.v_W = parent.v_W + cross(parent.w_W, p_W) + parent.R_WL * slide;
  }
}

}  // namespace pintle::articulated_body
