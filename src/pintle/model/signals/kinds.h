#pragma once
#include <limits>

#include "pintle/base/kinds.h"
#include "pintle/model/signals/of_bodies.h"
#include "pintle/model/signals/of_joints.h"
#include "pintle/model/signals/of_others.h"

/// The kinds of signals there are, those of one owner in the order in which they are recorded.
namespace pintle {

using SignalKinds =
    Kinds<signals::Time, signals::Position, signals::Orientation, signals::Velocity, signals::AngularVelocity,
          signals::Acceleration, signals::AngularAcceleration, signals::Attitude, signals::Tilt, signals::RollPitchYaw,
          signals::BodyEnergy, signals::PointPosition, signals::PointVelocity, signals::PointAcceleration, signals::SpecificForce,
          signals::Coordinate, signals::BallAngle, signals::JointRotation, signals::CoordinateRate,
          signals::CoordinateAcceleration, signals::Load, signals::Reaction, signals::Impulse, signals::Multiplier,
          signals::OfForce, signals::OfContact, signals::ContactHeat, signals::Energy, signals::LinearMomentum,
          signals::AngularMomentum, signals::ConstraintErrors, signals::Freedoms, signals::Stage, signals::User>;

template <class Kind>
inline constexpr SignalKind signal_kind = static_cast<SignalKind>(SignalKinds::place_of<Kind>);

/// The value of a signal of x, who is an owner of that sort; of kinds up to a level, for those who know no more. NaN of others.
template <class T, SignalOwner owner, SignalLevel up_to, class Of>
[[gnu::always_inline]] inline T calc_signal_of(Kinds<>, const Signal&, const Of&) {
  return T(std::numeric_limits<double>::quiet_NaN());
}
template <class T, SignalOwner owner, SignalLevel up_to, class Of, class Kind, class... Rest>
[[gnu::always_inline]] inline T calc_signal_of(Kinds<Kind, Rest...>, const Signal& signal, const Of& x) {
  if constexpr (Kind::facts.owner == owner && Kind::facts.level <= up_to)
    if (signal.kind == signal_kind<Kind>) return Kind::value(x, signal.component);
  return calc_signal_of<T, owner, up_to>(Kinds<Rest...>(), signal, x);
}

}  // namespace pintle
