#include "pintle/views/view.h"

#include <limits>

#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

namespace pintle {

template <class T>
View<T> make_view(const System& system) {
  const auto bodies = static_cast<std::size_t>(system.body_count()), joints = static_cast<std::size_t>(system.joint_count());
  const T unknown(std::numeric_limits<double>::quiet_NaN());
  const Vec3<T> unknown3{unknown, unknown, unknown};

  View<T> view;
  State<T>& state = view.state;
  state.t = T(0.0);
  state.joints.resize(joints);
  state.X_WB.assign(bodies, Pose<T>::identity());
  state.q_WB.assign(bodies, Quaternion<T>::identity());
  state.V_WB.assign(bodies, Motion<T>::zero());
  state.z.assign(static_cast<std::size_t>(system.state_count()), T(0.0));
  state.mode.assign(static_cast<std::size_t>(system.elements.modes), Mask<T>{});
  state.particles.resize(static_cast<std::size_t>(system.particles.count()));
  view.A_WB.assign(bodies, Motion<T>{unknown3, unknown3});
  view.A_WB.front() = Motion<T>::zero();
  view.displacement_acceleration.assign(joints, unknown3);
  view.angle_acceleration.assign(joints, unknown3);
  view.load.assign(joints, Wrench<T>{unknown3, unknown3});
  view.reaction.assign(joints, Wrench<T>{unknown3, unknown3});
  view.multiplier.assign(static_cast<std::size_t>(system.multipliers), unknown);
  view.element.assign(static_cast<std::size_t>(system.elements.signals), unknown);
  return view;
}

template View<double> make_view<double>(const System&);
template View<Lanes> make_view<Lanes>(const System&);
template View<Dual> make_view<Dual>(const System&);

}  // namespace pintle
