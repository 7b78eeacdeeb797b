#include "pintle/integrators/integrator.h"

#include <cmath>
#include <sstream>
#include <type_traits>

#include "pintle/base/error.h"
#include "pintle/integrators/runge_kutta.h"
#include "pintle/math/lanes.h"

namespace pintle {
namespace {

[[noreturn]] void refuse(const char* option, double value, const char* way_out) {
  std::ostringstream sentence;
  sentence << value << "; " << way_out;
  throw Error(option, sentence.str());
}

void check(const Tableau& tableau, const IntegratorOptions& options) {
  const bool adaptive = tableau.error_order > 0;
  const auto is_size = [](double x) { return x >= 0 && std::isfinite(x); };
  if (!is_size(options.dt)) refuse("run.dt", options.dt, "give a positive time, for example 1 ms");
  if (!is_size(options.max_step)) refuse("run.max_step", options.max_step, "give a positive time, or leave it out");
  if (!adaptive && options.dt == 0) throw Error("run.dt", "is missing; a method with a fixed step needs it, for example 1 ms");
  if (!adaptive) return;
  if (!(options.rtol >= 1e-14 && options.rtol < 1))
    refuse("run.rtol", options.rtol, "give a number from 1e-14 to 1, for example 1e-8");
  if (!is_size(options.atol)) refuse("run.atol", options.atol, "give a positive number, or leave it out");
}

template <class T, const Tableau& (*tableau)()>
std::unique_ptr<Integrator<T>> make(const Problem<T>& problem, const IntegratorOptions& options) {
  check(tableau(), options);
  return std::make_unique<RungeKutta<T>>(tableau(), problem, options);
}

template <const Tableau& (*tableau)()>
constexpr IntegratorKind make_kind(std::string_view name, std::string_view what, bool adaptive, int order) {
  return {name, what, adaptive, order, 1e-8, false, false, &make<double, tableau>, &make<Lanes, tableau>};
}
/// A linearly implicit one: an error of order 2 asks for coarser tolerances, and what is damped away in a step is measured against
/// the mechanism's own sizes.
template <const Tableau& (*tableau)()>
constexpr IntegratorKind make_implicit_kind(std::string_view name, std::string_view what, int order) {
  return {name, what, true, order, 1e-3, true, true, &make<double, tableau>, &make<Lanes, tableau>};
}

constexpr IntegratorKind kinds[] = {
    make_kind<dop853_tableau>("dop853", "Dormand-Prince 8(5,3), dense output of order 7; adaptive", true, 8),
    make_kind<rkf45_tableau>("rkf45", "Fehlberg 5(4), dense output of order 5; adaptive", true, 5),
    make_implicit_kind<ros2_tableau>(
        "ros2", "linearly implicit 2(1) for stiff springs, dampers and ground, dense output of order 2; adaptive", 2),
    make_kind<rk4_tableau>("rk4", "classical Runge-Kutta, dense output of order 4; fixed step", false, 4),
};

}  // namespace

std::span<const IntegratorKind> integrator_kinds() { return kinds; }

const IntegratorKind* find_integrator(std::string_view name) {
  if (name == "auto") return &kinds[0];
  for (const IntegratorKind& kind : kinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

template <class T>
std::unique_ptr<Integrator<T>> make_integrator(const IntegratorKind& kind, const Problem<T>& problem,
                                               const IntegratorOptions& options) {
  if constexpr (std::is_same_v<T, double>)
    return kind.make(problem, options);
  else
    return kind.make_lanes(problem, options);
}

template std::unique_ptr<Integrator<double>> make_integrator(const IntegratorKind&, const Problem<double>&,
                                                             const IntegratorOptions&);
template std::unique_ptr<Integrator<Lanes>> make_integrator(const IntegratorKind&, const Problem<Lanes>&,
                                                            const IntegratorOptions&);

}  // namespace pintle
