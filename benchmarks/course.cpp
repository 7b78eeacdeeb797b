#include "course.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "gap.h"
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/model/makers.h"
#include "pintle/simulate/random_state.h"
#include "pintle/system/make_system.h"
#include "systems.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

/// Runs f and adds its time.
template <class F>
auto timed(double& seconds, F f) {
  const double start = thread_seconds();
  auto result = f();
  seconds += thread_seconds() - start;
  return result;
}

/// Enough inputs that no branch predictor learns them, few enough that they are not what fills the cache.
int ring_size(int bodies) { return std::clamp(40'000 / bodies, 2, 8); }

template <class MakeModel>
void prepare(Course& course, int lanes, Random& random, MakeModel make_model_now) {
  MakingSeconds& seconds = course.seconds;
  const Model model = timed(seconds.model, make_model_now);
  course.system = timed(seconds.system, [&] { return make_system(model); });
  const auto plan_for = [&](Coordinates family) {
    return timed(seconds.plans,
                 [&] { return std::make_shared<const Plan>(make_plan(course.system, make_structure(course.system), family)); });
  };
  course.joint_plan = plan_for(Coordinates::joint);
  course.body_plan = plan_for(Coordinates::body);
  for (int k = ring_size(course.body_count()) * lanes; k > 0; --k)
    course.states.push_back(make_random_state(course.system, course.system.nominal, *course.joint_plan, random));
}

KernelRunner<double> make_runner(const char* name, const Course& course, const std::shared_ptr<const Plan>& plan,
                                 double& seconds) {
  auto kernel = timed(seconds, [&] { return find_formulation(name)->make(course.system, plan, course.system.nominal); });
  auto inputs = make_inputs(*kernel, course.states);
  return {std::move(kernel), course.system, std::move(inputs)};
}

int link_of(const Plan& plan, BodyIndex b) { return plan.tree.link_of_body[b.i]; }

}  // namespace

std::unique_ptr<Course> make_course(std::string name, const floor::TreeData& tree, int lanes) {
  auto course = std::make_unique<Course>();
  course->name = std::move(name);
  course->tree = tree;
  Random random(1);
  for (std::size_t i = tree.has_free_base ? 1 : 0; i < tree.bodies.size(); ++i) course->efforts.push_back(random.uniform(-1, 1));
  prepare(*course, lanes, random, [&] { return make_model(tree, [&](int hinge) { return course->efforts[hinge]; }); });
  return course;
}

std::unique_ptr<Course> make_star_course(int n) {
  auto course = std::make_unique<Course>();
  course->name = fmt::format("star {}", n);
  Random random(1);
  prepare(*course, 1, random, [&] { return make_star(n); });
  return course;
}

KernelRunner<double> make_articulated_body(Course& course) {
  return make_runner("articulated-body", course, course.joint_plan, course.seconds.articulated_body);
}

KernelRunner<double> make_newton_euler(Course& course) {
  return make_runner("newton-euler", course, course.body_plan, course.seconds.newton_euler);
}

KernelRunner<double> make_divide_and_conquer(Course& course, Team& team) {
  auto kernel = find_formulation("divide-and-conquer")->make(course.system, course.body_plan, course.system.nominal);
  kernel->set_team(team);
  auto inputs = make_inputs(*kernel, course.states);
  return {std::move(kernel), course.system, std::move(inputs)};
}

KernelRunner<Lanes> make_articulated_body_lanes(Course& course) {
  course.lane_parameters = broadcast<Lanes>(course.system.nominal);
  ArticulatedBody<double> scalar(course.system, course.joint_plan, course.system.nominal);
  auto inputs = make_lane_inputs<Lanes>(scalar, course.states);
  auto kernel = std::make_unique<ArticulatedBody<Lanes>>(course.system, course.joint_plan, course.lane_parameters);
  return {std::move(kernel), course.system, std::move(inputs)};
}

template <class T>
double calc_gap_to_floor(const Course& course, FloorRunner<T>& floor, KernelRunner<T>& kernel) {
  const Plan& plan = *course.joint_plan;
  const auto rates_of = [&](BodyIndex b) { return kernel.ydot.data() + plan.y.nq + plan.y.v[link_of(plan, b)]; };
  Gap hinges, linear, angular;
  for (std::size_t at = 0; at < course.states.size() / width<T>; ++at) {
    floor.run(at);
    kernel.run_rates(at);
    for (std::size_t h = 0; h < floor.vdot.size(); ++h) hinges.add(floor.vdot[h], *rates_of(course.system.joints[h].child));
    if (!course.tree->has_free_base) continue;
    const T* base = rates_of(BodyIndex(1));
    for (int l = 0; l < width<T>; ++l) {
      const auto pick = [&](const floor::Vec3<T>& x) { return Vec3<double>{lane(x[0], l), lane(x[1], l), lane(x[2], l)}; };
      const Mat3<double>& R_WB = course.states[at * width<T> + l].X_WB[1].R;
      linear.add(R_WB * pick(floor.base.a_WB_B), {lane(base[0], l), lane(base[1], l), lane(base[2], l)});
      angular.add(pick(floor.base.alpha_WB_B), {lane(base[3], l), lane(base[4], l), lane(base[5], l)});
    }
  }
  return std::max({hinges.relative(), linear.relative(), angular.relative()});
}

template double calc_gap_to_floor(const Course&, FloorRunner<double>&, KernelRunner<double>&);
template double calc_gap_to_floor(const Course&, FloorRunner<Lanes>&, KernelRunner<Lanes>&);

FormulationGap calc_gap(const Course& course, KernelRunner<double>& articulated_body, KernelRunner<double>& newton_euler) {
  const Layout& y = course.body_plan->y;
  Gap linear, angular, own, forces, moments;
  for (std::size_t at = 0; at < course.states.size(); ++at) {
    newton_euler.load(course.states[at], at);
    newton_euler.run_rates(at);
    articulated_body.run_view(at, {.state = false, .accelerations = true});
    for (int b = 1; b < course.system.body_count(); ++b) {
      const double* rates = newton_euler.ydot.data() + y.nq + y.v[link_of(*course.body_plan, BodyIndex(b))];
      const Motion<double>& A_WB = articulated_body.view.A_WB[b];
      linear.add(A_WB.v, {rates[0], rates[1], rates[2]});
      angular.add(A_WB.w, {rates[3], rates[4], rates[5]});
    }
    articulated_body.run_rates(at);
    for (int j = 0; j < course.system.joint_count(); ++j) {
      const int v = course.joint_plan->y.v[link_of(*course.joint_plan, course.system.joints[j].child)];
      own.add(articulated_body.view.angle_acceleration[j].z, articulated_body.ydot[course.joint_plan->y.nq + v]);
    }
    articulated_body.run_loads(at);
    newton_euler.run_loads(at);
    for (int j = 0; j < course.system.joint_count(); ++j) {
      forces.add(articulated_body.view.load[j].f, newton_euler.view.load[j].f);
      moments.add(articulated_body.view.load[j].n, newton_euler.view.load[j].n);
    }
  }
  return {std::max({linear.relative(), angular.relative(), own.relative()}), std::max(forces.relative(), moments.relative())};
}

double calc_gap_of_loads(const Course& course, KernelRunner<Lanes>& lanes, KernelRunner<double>& scalar) {
  Gap forces, moments;
  for (std::size_t at = 0; at < course.states.size(); ++at) {
    const int l = static_cast<int>(at % lane_count);
    scalar.run_loads(at);
    lanes.run_loads(at / lane_count);
    for (int j = 0; j < course.system.joint_count(); ++j)
      for (int k = 0; k < 3; ++k) {
        forces.add(scalar.view.load[j].f[k], lane(lanes.view.load[j].f[k], l));
        moments.add(scalar.view.load[j].n[k], lane(lanes.view.load[j].n[k], l));
      }
  }
  return std::max(forces.relative(), moments.relative());
}

}  // namespace pintle::benchmarks
