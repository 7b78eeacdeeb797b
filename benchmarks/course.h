#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "floor/tree_data.h"
#include "pintle/base/team.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"
#include "runners.h"

/// What a race runs on, and whether the runners agree there.
namespace pintle::benchmarks {

struct MakingSeconds {
  double model = 0, system = 0, plans = 0, articulated_body = 0, newton_euler = 0;
};

/// A system with its plans and a ring of random states.
struct Course {
  std::string name;
  std::optional<floor::TreeData> tree;  // as the floor has it; none: the floor cannot run here
  std::vector<double> efforts;          // of the tree's hinges [N m]
  System system;
  std::shared_ptr<const Plan> joint_plan, body_plan;
  std::vector<State<double>> states;
  Parameters<Lanes> lane_parameters;  // the nominal ones, in every lane
  MakingSeconds seconds;

  int body_count() const { return system.body_count() - 1; }
};

/// The ring has `lanes` states for each input.
std::unique_ptr<Course> make_course(std::string name, const floor::TreeData& tree, int lanes);
/// A hub with n two-link legs (model/makers.h).
std::unique_ptr<Course> make_star_course(int n);

KernelRunner<double> make_articulated_body(Course& course);
KernelRunner<double> make_newton_euler(Course& course);
/// The team must live as long.
KernelRunner<double> make_divide_and_conquer(Course& course, Team& team);
KernelRunner<Lanes> make_articulated_body_lanes(Course& course);

/// Gaps between answers over the whole ring, max|a − b| / max|a| for each kind of quantity, the worst of them.
template <class T>
double calc_gap_to_floor(const Course& course, FloorRunner<T>& floor, KernelRunner<T>& kernel);
/// A formulation in body coordinates against articulated-body.
struct FormulationGap {
  double accelerations, loads;
};
FormulationGap calc_gap(const Course& course, KernelRunner<double>& articulated_body, KernelRunner<double>& newton_euler);
/// Loads in lanes against those of doubles.
double calc_gap_of_loads(const Course& course, KernelRunner<Lanes>& lanes, KernelRunner<double>& scalar);

}  // namespace pintle::benchmarks
