#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "pintle/base/archive.h"
#include "pintle/integrators/problem.h"

namespace pintle {

struct Lanes;

/// The outcome of one step, per lane.
template <class T>
struct Step {
  T start, end;      // [s]; equal where the lane did not move (rejected, finished or failed)
  Mask<T> accepted;  // the lane moved to `end`
  Mask<T> failed;    // the step size fell below what t can resolve, or the state is not finite; until restart()
};

/// What a run may ask of an integrator.
struct IntegratorOptions {
  double rtol = 1e-8;
  double atol = 0;      // factor on the scales; 0: rtol
  double dt = 0;        // [s] step of fixed-step methods; adaptive ones: first step, 0: found
  double max_step = 0;  // [s] 0: none
};

/// Steps are counted per lane; an evaluation is one call of update_rates, whatever the number of lanes.
struct IntegratorCounters {
  long steps = 0, rejected = 0, evaluations = 0;
};

template <class T>
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// One step from (t, y) towards t_end, each lane with its own t, dt and acceptance; writes t and y of the lanes
  /// that moved, and of no other. Tries until a lane moved or failed, or none has t < t_end: a double has then
  /// made its step, of many lanes some may have been rejected and try again in the next call. It does not call
  /// accept(): the caller may cut the step at an event first. The last step ends at t_end to the bit.
  virtual Step<T> advance(Problem<T>& problem, T& t, std::span<T> y, const T& t_end) = 0;

  /// y, and the integral of the accounts since the start of the last step, at a time within the last step (beyond
  /// its ends: at the end). Its two ends are exact to the bit; a lane that did not move gives its y and zero.
  /// Evaluates the problem of the last advance(), so call it before accept().
  virtual void interpolate(const T& t, std::span<T> y, std::span<T> account) = 0;
  /// The same by what the step knows already, without an evaluation if the method can: coarser by an order or two (tableau.h, 6).
  virtual void glance(const T& t, std::span<T> y, std::span<T> account) = 0;

  /// Forget the last step: the right-hand side, its size or its scales have changed in these lanes. Keeps the step
  /// size as a first guess. Who only writes to t or y need not call it.
  virtual void restart(Mask<T> lanes) = 0;

  /// As if it had been made now, for the problem as it is: no step size, no counts. Takes no memory.
  virtual void reset(const Problem<T>& problem) = 0;

  /// The step that would be tried next [s]; 0: to be found. With t and y it is all that a lane takes along after a
  /// step, into another batch; a new case in a lane calls restart() and sets it anew.
  virtual T next_step() const = 0;
  virtual void set_next_step(const T& dt, Mask<T> lanes) = 0;
  /// Something has begun to act that the last steps did not feel: the next one is no longer than a first step would be. An error
  /// estimate is blind to what a single stage feels, if that stage has no weight.
  virtual void doubt_next_step(Mask<T> lanes) = 0;

  /// Scales S of the accounts for the next steps [J] (error_norm.h, 3), zero for those that do not take part in step control;
  /// none do before the first call. Each `group` of accounts in a row is measured by itself.
  virtual void set_account_scales(std::span<const T> scales, int group) = 0;

  virtual const IntegratorCounters& counters() const = 0;

  /// What it remembers between two steps of a problem that it goes on with: step size, and a rate that is known already. Counts
  /// are for whoever sums them up.
  virtual void archive(Archive& archive, Problem<T>& problem) = 0;
};

/// A row in the table of integrators.
struct IntegratorKind {
  std::string_view name, what;
  bool adaptive;
  int order;
  double rtol;              // where a file gives none
  bool atol_is_rtol;        // where a file gives none; else it is zero
  bool takes_touches_late;  // contacts touch and leave at the ends of steps, wherever these are; else steps end there
  std::unique_ptr<Integrator<double>> (*make)(const Problem<double>&, const IntegratorOptions&);
  std::unique_ptr<Integrator<Lanes>> (*make_lanes)(const Problem<Lanes>&, const IntegratorOptions&);
};

std::span<const IntegratorKind> integrator_kinds();
/// By name; "auto" is the first row. Null if there is none.
const IntegratorKind* find_integrator(std::string_view name);

/// For T = double and Lanes. Throws Error on options that make no sense.
template <class T>
std::unique_ptr<Integrator<T>> make_integrator(const IntegratorKind& kind, const Problem<T>& problem,
                                               const IntegratorOptions& options);

}  // namespace pintle
