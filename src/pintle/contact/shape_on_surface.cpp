#include "pintle/contact/shape_on_surface.h"

#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

namespace pintle {
namespace {

template <class T>
[[gnu::noinline]] Near<T> calc_near_surface(const ShapeAndSurface<T>& d, const Vec3<T>& p, const T& reach) {
  Near<T> out{};
  visit_kind(SurfaceKinds(), d.surface,
             [&]<class Kind>(std::type_identity<Kind>, const auto& data) { out = Kind::near(data, d.t, p, reach); });
  return out;
}

}  // namespace

template <class T>
Touch<T> calc_touch(const ShapeAndSurface<T>& d, const End<T>& body, const End<T>* carrier) {
  const Vec3<T> none = Vec3<T>::zero();
  const Mat3<T> upright = Mat3<T>::identity();
  const End<T> still{upright, none, none, none}, &ground = carrier ? *carrier : still;
  const Mat3<T> R_WS = carrier ? ground.R_WL * d.X_LS.R : d.X_LS.R;
  const Vec3<T> o = carrier ? place_of(ground, d.X_LS.p) : d.X_LS.p;
  const auto velocity = [&](const Vec3<T>& place_W) { return velocity_at(body, place_W) - velocity_at(ground, place_W); };

  const Vec3<T> p_W = place_of(body, d.p_L);
  const ShapeMotion<T> motion{transpose_times(R_WS, p_W - o), transpose_times(R_WS, velocity(p_W)),
                              transpose_times(R_WS, body.w_W - ground.w_W), transpose_times(R_WS, body.R_WL)};  // (1)
  Deepest<T> at{};
  visit_kind(ShapeKinds(), d.shape, [&]<class Kind>(std::type_identity<Kind>, const auto& data) {
    at = Kind::find(data, motion, [&](const Vec3<T>& p, const T& reach) { return calc_near_surface(d, p, reach); });
  });

  const Vec3<T>& n = at.n;
  const T share = 1.0 / max(1.0 + n.z, T(1e-12)), xy = -(share * n.x * n.y);  // (2)
  Touch<T> out{};
  out.point_W = o + R_WS * at.point;
  out.t1 = R_WS * Vec3<T>{1.0 - share * n.x * n.x, xy, -n.x};
  out.t2 = R_WS * Vec3<T>{xy, 1.0 - share * n.y * n.y, -n.y};
  out.n = R_WS * n;
  out.depth = at.depth;
  out.own = at.lift * R_WS.column(2);
  out.v = velocity(out.point_W) - out.own;
  out.rate = -dot(out.n, out.v);
  out.slip = {dot(out.t1, out.v), dot(out.t2, out.v)};
  out.spin = share * (n.y * at.n_t.x - n.x * at.n_t.y);
  return out;
}

template Touch<double> calc_touch(const ShapeAndSurface<double>&, const End<double>&, const End<double>*);
template Touch<Lanes> calc_touch(const ShapeAndSurface<Lanes>&, const End<Lanes>&, const End<Lanes>*);
template Touch<Dual> calc_touch(const ShapeAndSurface<Dual>&, const End<Dual>&, const End<Dual>*);

}  // namespace pintle
