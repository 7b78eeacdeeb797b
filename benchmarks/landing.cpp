#include "landing.h"

#include <cmath>
#include <string>
#include <utility>

#include "gather.h"
#include "pintle/closure/assemble.h"
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/system/make_system.h"
#include "systems.h"

namespace pintle::benchmarks {
namespace {

constexpr double rtol = 1e-6;
constexpr double hip_angle = 0.5, knee_angle = 0.7;  // [rad] from horizontal, then from the thigh; downwards

/// The lander of the floor, its hips and knees bent and sprung, above ground like that of models/drop.yaml.
Model make_landing_model() {
  const floor::TreeData tree = floor::make_lander();
  Model model = make_model(tree, [](int) { return 0.0; });
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const double angle = j % 2 == 0 ? hip_angle : knee_angle;
    model.joints[j].springs[Direction::rz] = {{{0, 3000}}, {{0, 150}}, angle};
    JointStart start;
    start.joint = model.joints[j].name;
    start.directions[Direction::rz] = {angle, 0.0};
    model.joint_starts.push_back(start);
  }
  SurfacePart ground;
  ground.name = "ground";
  ground.normal = StandardLinearSolid::Law<Number>{50e3, 50e3, 2000};
  ground.friction = LuGre::Law<Number>{0.6, 0.5, 1000, 5, 0, 0.05};
  model.surfaces.push_back(ground);
  const double length = tree.bodies[2].p_PF[0];  // of a link; its mass centre is in the middle
  for (std::size_t shank = 2; shank < tree.bodies.size(); shank += 2)
    model.contacts.push_back({"foot" + std::to_string(shank / 2), {model.bodies[shank].name, {length / 2, 0, 0}}, "ground"});
  BodyStart start;
  start.body = model.bodies[0].name;
  start.at =
      Vec3<double>{0, 0, -tree.bodies[1].p_PF[2] + length * (std::sin(hip_angle) + std::sin(hip_angle + knee_angle)) + 0.05};
  model.body_starts.push_back(start);
  return model;
}

}  // namespace

Lander::Lander()
    : system_(make_system(make_landing_model())),
      plan_(std::make_shared<const Plan>(make_plan(system_, make_structure(system_), Coordinates::joint))) {}

template <class T>
Parameters<T> Lander::make_parameters(std::span<const Passenger> passengers) const {
  Parameters<T> p = broadcast<T>(system_.nominal);
  const auto scale = [&](int slot, double LandingCase::* factor) {
    T& x = p.value[slot];
    x = x * gather<T>([&](int l) { return passengers[l].its.*factor; });
  };
  for (const BodyRecord& body : system_.bodies) {
    scale(body.mass.i, &LandingCase::mass);
    for (int k = 0; k < 6; ++k) scale(body.inertia.i + k, &LandingCase::mass);
  }
  for (const JointLaw& law : system_.laws) {
    scale(law.stiffness.i + 1, &LandingCase::stiffness);
    scale(law.damping.i + 1, &LandingCase::damping);
  }
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind& element) {
    if constexpr (Kind::has_mode) scale(element.scale.i, &LandingCase::ground);
  });
  return p;
}

std::vector<double> Lander::make_start(const LandingCase& its) const {
  State<double> state = make_state(system_, system_.nominal, plan_->tree);
  state.V_WB[1] = {{0, its.turning, 0}, {its.sideways, 0, -its.downwards}};
  update_bodies(system_, system_.nominal, plan_->tree, state);
  ArticulatedBody<double> kernel(system_, plan_, system_.nominal);
  std::vector<double> y(static_cast<std::size_t>(size()));
  kernel.load(state, y);
  return y;
}

template <class T>
Landed<T> Lander::land(const IntegratorKind& kind, std::span<const Passenger> passengers) const {
  const Parameters<T> parameters = make_parameters<T>(passengers);
  ArticulatedBody<T> kernel(system_, plan_, parameters);
  const auto integrator = make_integrator<T>(kind, kernel, {.rtol = rtol});
  std::vector<std::vector<double>> starts;
  for (const Passenger& passenger : passengers) starts.push_back(make_start(passenger.its));

  Landed<T> out{T(0.0), gather_columns<T>(starts), {}, {}};
  T t_end = gather<T>([&](int l) { return passengers[l].until; });
  const T breaks_at = gather<T>([&](int l) { return passengers[l].breaks_at; });
  while (any(is_less(out.t, t_end))) {
    const Mask<T> breaks = !is_less(out.t, breaks_at);
    for (T& y : out.y) y = select(breaks, T(std::numeric_limits<double>::quiet_NaN()), y);
    const Step<T> step = integrator->advance(kernel, out.t, out.y, t_end);
    const Accepted<T> accepted = kernel.accept(out.t, out.y, step.accepted);
    out.failed = out.failed | step.failed | accepted.failed;
    t_end = select(out.failed, out.t, t_end);
    integrator->restart(accepted.restart & !out.failed);
  }
  out.counters = integrator->counters();
  return out;
}

template Landed<double> Lander::land<double>(const IntegratorKind&, std::span<const Passenger>) const;
template Landed<Lanes> Lander::land<Lanes>(const IntegratorKind&, std::span<const Passenger>) const;

}  // namespace pintle::benchmarks
