#pragma once
#include "pintle/base/kinds.h"
#include "pintle/contact/ball.h"
#include "pintle/contact/boulders.h"
#include "pintle/contact/bumps.h"
#include "pintle/contact/coulomb.h"
#include "pintle/contact/disc.h"
#include "pintle/contact/frictionless.h"
#include "pintle/contact/grid.h"
#include "pintle/contact/height.h"
#include "pintle/contact/hunt_crossley.h"
#include "pintle/contact/lugre.h"
#include "pintle/contact/plane.h"
#include "pintle/contact/point.h"
#include "pintle/contact/round.h"
#include "pintle/contact/spring_damper.h"
#include "pintle/contact/standard_linear_solid.h"
#include "pintle/contact/stribeck.h"

/// What contacts are made of. Each goes with each: shapes ask surfaces by `near` (near.h), laws are chosen per contact.
namespace pintle {

using ShapeKinds = Kinds<Point, Ball, Disc>;
using SurfaceKinds = Kinds<Plane, Height, Grid, Bumps, Boulders, Round>;
using NormalKinds = Kinds<StandardLinearSolid, HuntCrossley, SpringDamper>;
using FrictionKinds = Kinds<LuGre, StribeckFriction, CoulombFriction, Frictionless>;

/// Where the numbers of one of them are.
template <class Kind>
using SlotsOf = typename Kind::template Law<Slot>;

/// Prepared numbers of one of them, for a scalar T.
template <class T>
struct PreparedFor {
  template <class Kind>
  using Data = typename Kind::template Data<T>;
};
template <class List, class T>
using Prepared = typename List::template Variant<PreparedFor<T>::template Data>;

/// visit(std::type_identity<Kind>(), x) for the kind whose x a variant of List holds.
template <class... Kind, class Variant, class Visit>
[[gnu::always_inline]] inline void visit_kind(Kinds<Kind...>, Variant&& held, Visit&& visit) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((held.index() == i ? visit(std::type_identity<Kind>(), *std::get_if<i>(&held)) : void()), ...);
  }(std::index_sequence_for<Kind...>());
}

}  // namespace pintle
