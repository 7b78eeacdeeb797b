#pragma once
#include "pintle/contact/kinds.h"
#include "pintle/contact/touch.h"
#include "pintle/math/element.h"

/// Any shape on any surface, of the world (`count` = 1) or of a second body (2), by the surface's axes S:
///
///     p_S = R_SW (p − o),   v_S = R_SW (v − v of the carrier at p)                                          (1)
///     t₁, t₂ = S's x and y turned as the shortest way turns S's z to n;
///     with n in S:  t₁ = (1 − n_x²/(1 + n_z), −n_x n_y/(1 + n_z), −n_x),  κ = (n_y ṅ_x − n_x ṅ_y)/(1 + n_z)   (2)
///
/// The axes are not defined where n is −z: below a ball, which is why `up` of a surface should point out of it.
namespace pintle {

/// Numbers of a shape and a surface.
template <class T>
struct ShapeAndSurface {
  Vec3<T> p_L;
  Prepared<ShapeKinds, T> shape;
  Prepared<SurfaceKinds, T> surface;
  Pose<T> X_LS;  // in the carrier's frame
  T t;           // of a ground that moves by itself [s]
};

/// In shape_on_surface.cpp, for double, Lanes and Dual; a carrier that is not there is the world.
template <class T>
Touch<T> calc_touch(const ShapeAndSurface<T>& d, const End<T>& body, const End<T>* carrier);

template <int count>
struct ShapeOnSurface {
  static constexpr int ends = count;
  static constexpr bool turns = true, moves_by_itself = true;

  template <class T>
  using Data = ShapeAndSurface<T>;

  template <class Contact, class T>
  static Data<T> prepare(const Contact& c, const Parameters<T>& p, const std::array<Pose<T>, count>& X_LB) {
    Data<T> out{};
    out.p_L = X_LB[0] * p[c.at[0]];
    out.X_LS = p[c.place];
    if constexpr (count == 2) out.X_LS = X_LB[1] * out.X_LS;
    visit_kind(ShapeKinds(), c.shape, [&]<class Kind>(std::type_identity<Kind>, const auto& law) {
      out.shape = Kind::prepare(value_of(p, law), X_LB[0].R);
    });
    visit_kind(SurfaceKinds(), c.surface,
               [&]<class Kind>(std::type_identity<Kind>, const auto& law) { out.surface = Kind::prepare(law, p); });
    out.t = T(0.0);
    return out;
  }
  template <class T>
  static Touch<T> calc(const Data<T>& d, const Ends<T, count>& end) {
    return calc_touch(d, end[0], count == 2 ? &end[count - 1] : nullptr);
  }
};
using ShapeOnGround = ShapeOnSurface<1>;
using ShapeOnBody = ShapeOnSurface<2>;

}  // namespace pintle
