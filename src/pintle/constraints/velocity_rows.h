#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "pintle/constraints/row.h"

/// Rows B V = b at velocity level [Turner n.d., eq. 19]: a knife edge, a rolling disc, a prescribed speed. With r from the mass
/// centre to the point, and c, d the coefficients in the axes of some body C (or the world), which turn with it:
///
///     c·v_P + d·ω = b,   v_P = v + ω × r                                           (1)
///     c·v̇ + (d + r × c)·α = ḃ − c·(ω × (ω × r)) − (Cċ + ω_C × c)·v_P − (Cḋ + ω_C × d)·ω      (2)
///
/// c, d, b may live: then they are functions of time and positions, and their rates come with them. The force on the body is
/// λ c at P with the moment λ d; the body C feels nothing.
namespace pintle {

struct VelocityRows {
  static constexpr bool has_position = false, one_sided = true;
  struct Row {
    Slot3 c, d;
    Slot b;
    int living = -1;  // first of 14 outputs: c, d, b, then their rates; −1: the slots', which stay
  };
  VelocityRows(Slot3 point, bool of_world, SlotPose attitude) : p_BP(point), in_world(of_world), turn(attitude) {}

  Slot3 p_BP;     // [m]
  bool in_world;  // coefficients in world axes, else in those of the second end, which may be the body itself
  SlotPose turn;  // turns what is given within these axes: the attitude of a group's instance
  std::vector<Row> list;

  std::optional<VelocityRows> find_lifeless() const {
    const bool lives = std::ranges::any_of(list, [](const Row& row) { return row.living >= 0; });
    return lives ? std::nullopt : std::optional(*this);
  }

  template <class T>
  void update_rows(const ConstraintPlace<T>& x, std::span<ConstraintRow<T>> rows) const {
    const End<T>&B = x.ends[0], &C = x.ends[1];
    const Vec3<T> r = B.R_WL * x.p[p_BP], v = B.v_W + cross(B.w_W, r), zero = Vec3<T>::zero();
    const Vec3<T> w_C = in_world ? zero : C.w_W;
    const Mat3<T> R = in_world ? x.p[turn].R : C.R_WL * x.p[turn].R;
    const auto turned = [&](const Vec3<T>& a) { return R * a; };
    for (std::size_t k = 0; k < list.size(); ++k) {
      const Row& from = list[k];
      Vec3<T> c, d, cdot = zero, ddot = zero;
      T b, bdot(0.0);
      if (from.living < 0) {
        c = turned(x.p[from.c]);
        d = turned(x.p[from.d]);
        b = x.p[from.b];
      } else {
        const T* out = x.living + from.living;
        c = turned({out[0], out[1], out[2]});
        d = turned({out[3], out[4], out[5]});
        b = out[6];
        cdot = turned({out[7], out[8], out[9]});
        ddot = turned({out[10], out[11], out[12]});
        bdot = out[13];
      }
      ConstraintRow<T>& row = rows[k];
      row.on[0] = {d + cross(r, c), c};
      row.on[1] = {zero, zero};
      row.g = T(0.0);
      row.told = b;
      row.gdot = dot(c, v) + dot(d, B.w_W) - b;                                                                            // (1)
      row.gamma = bdot - dot(c, centripetal(B.w_W, r)) - dot(cdot + cross(w_C, c), v) - dot(ddot + cross(w_C, d), B.w_W);  // (2)
    }
  }
};

}  // namespace pintle
