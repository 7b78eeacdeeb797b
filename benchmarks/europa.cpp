#include "europa.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "gather.h"
#include "pintle/base/random.h"
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/io/reader.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

constexpr const char* lander = R"yaml(
pintle: 1
gravity: [0, 0, -1.315]
parameters:
  legs: 6
  mass: 900 kg
  link: 5 kg
  ixx: 151 kg*m^2
  iyy: 151 kg*m^2
  izz: 281 kg*m^2
  upper_angle: 65 deg
  lower_angle: 94 deg
  phi: 0 deg
  theta: 0 deg
  psi: 0 deg
  vx: 1.5 m/s
  vy: 1.5 m/s
  vz: 3 m/s
  k_hip: 2100 N*m/rad
  c_hip: 390 N*m*s/rad
  k_knee: 3700 N*m/rad
  c_knee: 390 N*m*s/rad
  ke: 22 kN/m
  kv: 920 N/m
  cv: 5550 N*s/m
  mu_s: 0.09
  mu_k: 0.05
  sigma1: 0.1 s/m
  sigma2: 0.05 s/m
  ring: =0.75 m*sqrt(0.5)
bodies:
  lander: {mass: =mass - 2*legs*link, inertia: [=ixx, =iyy, =izz]}
surfaces:
  ground:
    plane: {at: [0, 0, 0], up: [0, 0, 1]}
    normal: {law: standard-linear-solid, ke: =ke, kv: =kv, cv: =cv}
    friction: {law: lugre, mu_s: =mu_s, mu_k: =mu_k, sigma0: 0.0015, sigma1: =sigma1, sigma2: =sigma2, vs: 0.2 m/s, alpha: 1}
repeat:
  leg:
    count: =legs
    turn: {about: [0, 0, 1], step: =360 deg / legs}
    bodies:
      upper: {mass: =link, inertia: [=link*0.033075 m^2, =link*0.033075 m^2, =link*0.00045 m^2]}
      lower: {mass: =link, inertia: [=link*0.033075 m^2, =link*0.033075 m^2, =link*0.00045 m^2]}
    joints:
      hip:
        {type: hinge, between: [lander, upper], at: {lander: [0.866, 0, -0.45], upper: [0, 0, 0.315]}, axis: [0, -1, 0],
         spring: {stiffness: =k_hip, damping: =c_hip}}
      knee:
        {type: hinge, between: [upper, lower], at: {upper: [0, 0, -0.315], lower: [0, 0, 0.315]}, axis: [0, -1, 0],
         spring: {stiffness: =k_knee, damping: =c_knee}}
    contacts:
      foot: {at: {lower: [0, 0, -0.315]}, surface: ground}
    initial: {hip: {angle: =180 deg - upper_angle}, knee: {angle: =lower_angle - 180 deg}}
  pad:
    over:
      _mid: {px: 0 m, py: 0 m}
      _a: {px: =ring, py: =ring}
      _b: {px: =-ring, py: =ring}
      _c: {px: =-ring, py: =-ring}
      _d: {px: =ring, py: =-ring}
    contacts:
      belly: {at: {lander: [=px, =py, -0.30]}, surface: ground, scale: 0.45}
initial:
  lander:
    rotate: [rz: =psi, ry: =theta, rx: =phi]
    velocity: [=vx, =vy, =-abs(vz)]
    lower_onto: {surface: ground, gap: 0 m}
)yaml";

struct LegNumbers {
  double k_hip, c_hip, k_knee, c_knee;
};
LegNumbers legs_of(Legs legs) {
  if (legs == Legs::stiff) return {84e3, 390, 84e3, 520};
  if (legs == Legs::conforming) return {210, 50, 370, 50};
  return {2100, 390, 3700, 390};
}
/// What impedance control leaves of stiffness and damping.
constexpr double soft_stiffness = 0.1, soft_damping = 50.0 / 390;

struct GroundNumbers {
  double ke, kv, cv, mu_s, mu_k, sigma1, sigma2;
};
GroundNumbers numbers_of(Ground ground) {
  if (ground == Ground::ice) return {22e3, 920, 5550, 0.09, 0.05, 0.1, 0.05};
  if (ground == Ground::snow) return {12e3, 420, 3550, 0.2, 0.1, 0.2, 0.05};
  return {8e3, 420, 2550, 1.3, 1.1, 2.5, 0.15};
}

void draw(const Pair& pair, Random& random, CaseMaker& maker) {
  constexpr double deg = std::numbers::pi / 180;
  const LegNumbers legs = legs_of(pair.legs);
  const GroundNumbers ground = numbers_of(pair.ground);
  const auto set = [&](const char* name, double mean, double deviation) { maker.set(name, mean + deviation * random.normal()); };
  set("mass", 900, 9);
  set("ixx", 151, 7.5);
  set("iyy", 151, 7.5);
  set("izz", 281, 14);
  set("upper_angle", 65 * deg, 3 * deg);
  set("lower_angle", 94 * deg, 5 * deg);
  for (const char* name : {"vx", "vy"}) set(name, 1.5, 1.5);
  set("vz", 3, 1.5);
  for (const char* name : {"phi", "theta"}) set(name, 0, 11.5 * deg);
  set("psi", 0, 5.7 * deg);
  set("k_hip", legs.k_hip, 0.05 * legs.k_hip);
  set("c_hip", legs.c_hip, 0.05 * legs.c_hip);
  set("k_knee", legs.k_knee, 0.05 * legs.k_knee);
  set("c_knee", legs.c_knee, 0.05 * legs.c_knee);
  maker.set("ke", ground.ke);
  maker.set("kv", ground.kv);
  maker.set("cv", ground.cv);
  maker.set("mu_s", ground.mu_s);
  maker.set("mu_k", ground.mu_k);
  maker.set("sigma1", ground.sigma1);
  maker.set("sigma2", ground.sigma2);
}

/// A problem whose evaluations are timed. What reading the clock takes is taken off.
template <class T>
class TimedProblem final : public Problem<T> {
 public:
  explicit TimedProblem(Problem<T>& problem) : problem_(problem) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < 1000; ++i) add([] {});
    overhead_ns_ = 1e6 * seconds(Clock::now() - start) / 2;  // half of a reading lies within what it times
    spent_ = 0;
    count_ = 0;
  }
  double mean_ns() const { return 1e9 * spent_ / static_cast<double>(std::max(count_, 1L)) - overhead_ns_; }

  int size() const override { return problem_.size(); }
  int accounts() const override { return problem_.accounts(); }
  ErrorScales scales() const override { return problem_.scales(); }
  void update_rates(const T& t, std::span<const T> y, std::span<T> ydot, std::span<T> power) override {
    add([&] { problem_.update_rates(t, y, ydot, power); });
  }
  void update_stage(const T& t, std::span<const T> u, const T& g, std::span<const T> c, std::span<T> k,
                    std::span<T> power) override {
    add([&] { problem_.update_stage(t, u, g, c, k, power); });
  }
  void hold(const T& t, std::span<const T> y) override { problem_.hold(t, y); }
  void update_allowed(double rtol, const T& h, std::span<const T> y, std::span<const T> y1, std::span<T> allowed) const override {
    problem_.update_allowed(rtol, h, y, y1, allowed);
  }
  Accepted<T> accept(const T& t, std::span<T> y, Mask<T> stepped) override { return problem_.accept(t, y, stepped); }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }
  template <class F>
  void add(F&& work) {
    const Clock::time_point start = Clock::now();
    work();
    spent_ += seconds(Clock::now() - start);
    ++count_;
  }

  Problem<T>& problem_;
  double spent_ = 0, overhead_ns_ = 0;
  long count_ = 0;
};

}  // namespace

std::string name_of(const Pair& pair) {
  constexpr const char* legs[] = {"stiff", "shock-absorbing", "conforming", "impedance"};
  constexpr const char* ground[] = {"ice", "snow", "sand"};
  return std::string(legs[static_cast<int>(pair.legs)]) + " on " + ground[static_cast<int>(pair.ground)];
}

Europa::Europa(const Pair& pair, int landings)
    : pair_(pair),
      maker_(read_model_text(lander, "europa.yaml")),
      system_(maker_.system()),
      structure_(make_structure(system_)),
      starts_(system_, structure_),
      plan_(std::make_shared<const Plan>(make_plan(system_, structure_, Coordinates::joint))) {
  Random random(100 * static_cast<std::uint64_t>(pair.legs) + static_cast<std::uint64_t>(pair.ground) + 1);
  for (int k = 0; k < landings; ++k) {
    draw(pair, random, maker_);
    cases_.push_back(maker_.make());
    put(k);
    assemble(system_, starts_);
    cases_.back() = make_case(system_);  // with the rests of springs
    start_.push_back(starts_.last());
  }
}

void Europa::put(int landing) { put_case(cases_[static_cast<std::size_t>(landing)], system_); }

template <class T>
Parameters<T> Europa::gather_parameters(int first) const {
  Parameters<T> p = broadcast<T>(numbers(first).parameters);
  for (std::size_t i = 0; i < p.value.size(); ++i)
    p.value[i] = gather<T>([&](int l) { return numbers(first + l).parameters.value[i]; });
  return p;
}

template <class T>
bool Europa::soften(const State<T>& state, Parameters<T>& p, std::vector<Mask<T>>& soft) const {
  const int legs = 6;
  T down = 0.0;
  for (int k = 0; k < legs; ++k) down = down + select(state.mode[static_cast<std::size_t>(k)], T(1.0), T(0.0));
  bool changed = false;
  for (const JointLaw& law : system_.laws) {  // hip 1, knee 1, hip 2 …
    const auto joint = static_cast<std::size_t>(law.joint.i), leg = joint / 2;
    const Mask<T> now = state.mode[leg] & is_less(down, T(legs - 0.5)) & (!soft[joint]);
    if (!any(now)) continue;
    T &k = p.value[static_cast<std::size_t>(law.stiffness.i + 1)], &c = p.value[static_cast<std::size_t>(law.damping.i + 1)];
    k = select(now, soft_stiffness * k, k);
    c = select(now, soft_damping * c, c);
    soft[joint] = soft[joint] | now;
    changed = true;
  }
  return changed;
}

template <class T>
std::vector<T> Europa::gather_starts(int first, int size) const {
  std::vector<T> y(static_cast<std::size_t>(size), T(0.0));
  for (int l = 0; l < width<T>; ++l) {
    const Parameters<double>& own = numbers(first + l).parameters;
    ArticulatedBody<double> one(system_, plan_, own);
    std::vector<double> y_one(y.size());
    one.load(start_[static_cast<std::size_t>(first + l)], y_one);
    for (std::size_t i = 0; i < y.size(); ++i) set_lane(y[i], l, y_one[i]);
  }
  return y;
}

template <class T>
std::array<Landing, static_cast<std::size_t>(width<T>)> Europa::land(const IntegratorKind& kind, const IntegratorOptions& options,
                                                                     int first) {
  Parameters<T> p = gather_parameters<T>(first);
  ArticulatedBody<T> kernel(system_, plan_, p);
  const auto integrator = make_integrator<T>(kind, kernel, options);
  std::vector<T> y = gather_starts<T>(first, kernel.size());
  State<T> state = make_view<T>(system_).state;
  std::vector<Mask<T>> soft(system_.joints.size());
  T t = 0.0;
  const T t_end = until;
  Mask<T> failed{};
  while (any(is_less(t, t_end) & !failed)) {
    const Step<T> step = integrator->advance(kernel, t, y, select(failed, t, t_end));
    const Accepted<T> accepted = kernel.accept(t, y, step.accepted);
    failed = failed | step.failed | accepted.failed;
    integrator->restart(accepted.restart & !failed);
    if (pair_.legs != Legs::impedance || !any(accepted.restart)) continue;
    kernel.store(t, y, state);
    if (!soften(state, p, soft)) continue;
    kernel.update_parameters();
    integrator->restart(!failed);
  }
  std::array<Landing, static_cast<std::size_t>(width<T>)> out;
  const IntegratorCounters& counts = integrator->counters();
  for (int l = 0; l < width<T>; ++l)
    out[static_cast<std::size_t>(l)] = {
        {lane(y[0], l), lane(y[1], l), lane(y[2], l)}, counts.evaluations, counts.steps, lane(failed, l)};
  return out;
}

template <class T>
double Europa::time_evaluations(const IntegratorKind& kind, const IntegratorOptions& options, int first) {
  Parameters<T> p = gather_parameters<T>(first);
  ArticulatedBody<T> kernel(system_, plan_, p);
  TimedProblem<T> timed(kernel);
  const auto integrator = make_integrator<T>(kind, timed, options);
  std::vector<T> y = gather_starts<T>(first, kernel.size());
  T t = 0.0;
  Mask<T> failed{};
  while (any(is_less(t, T(until)) & !failed)) {
    const Step<T> step = integrator->advance(timed, t, y, select(failed, t, T(until)));
    const Accepted<T> accepted = timed.accept(t, y, step.accepted);
    failed = failed | step.failed | accepted.failed;
    integrator->restart(accepted.restart & !failed);
  }
  return timed.mean_ns() / width<T>;
}

double Europa::time_with_all_contacts() {
  ArticulatedBody<double> kernel(system_, plan_, numbers(0).parameters);
  std::vector<double> y = gather_starts<double>(0, kernel.size()), ydot(y.size()),
                      power(static_cast<std::size_t>(kernel.accounts()));
  y[2] = 0;  // the body's middle on the ground: feet and belly are below
  kernel.accept(0.0, y, {true});
  bool is_even = false;  // where segments are already they stay, and that would be another question
  const double here = y[0];
  std::vector<Job> jobs{make_job("rates", [&] {
    is_even = !is_even;
    y[0] = is_even ? here : here + 1e-9;
    kernel.update_rates(0.0, y, ydot, power);
  })};
  race(jobs, 20, 2e-3);
  return jobs.front().best_ns;
}

template std::array<Landing, 1> Europa::land<double>(const IntegratorKind&, const IntegratorOptions&, int);
template std::array<Landing, static_cast<std::size_t>(lane_count)> Europa::land<Lanes>(const IntegratorKind&,
                                                                                       const IntegratorOptions&, int);
template double Europa::time_evaluations<double>(const IntegratorKind&, const IntegratorOptions&, int);
template double Europa::time_evaluations<Lanes>(const IntegratorKind&, const IntegratorOptions&, int);

}  // namespace pintle::benchmarks
