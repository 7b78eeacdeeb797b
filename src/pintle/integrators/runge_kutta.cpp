#include "pintle/integrators/runge_kutta.h"

#include <algorithm>
#include <cstring>

#include "pintle/base/check.h"
#include "pintle/math/lanes.h"

namespace pintle {
namespace {

template <class T>
bool is_same(const T* a, const T* b, int n) {
  return n == 0 || std::memcmp(static_cast<const void*>(a), static_cast<const void*>(b), n * sizeof(T)) == 0;
}

bool has_weight(const double* d, int degree) {
  return std::any_of(d, d + degree, [](double one) { return one != 0; });
}

template <class T>
long count(Mask<T> mask) {
  long lanes = 0;
  for (int i = 0; i < width<T>; ++i) lanes += lane(mask, i);
  return lanes;
}

}  // namespace

template <class T>
RungeKutta<T>::RungeKutta(const Tableau& tableau, const Problem<T>& problem, const IntegratorOptions& options)
    : tableau_(tableau), options_(options), control_(tableau.step_rule(), options) {
  for (int i = 0; i < tableau.dense_stages; ++i) A_[i] = make_row(tableau.A[i], i);
  for (int i = 0; i < tableau.dense_stages; ++i) implicit_[i] = make_row(tableau.implicit[i], i);
  for (int i = 0; i < tableau.error_rows; ++i) error_[i] = make_row(tableau.error[i], tableau.stages);
  for (int i = 0; i < tableau.dense_stages; ++i) in_dense_[i] = has_weight(tableau.dense[i], tableau.degree);
  for (int i = 0; i < tableau.stages; ++i) in_glance_[i] = has_weight(tableau.glance[i], tableau.glance_degree);
  bind(problem);
}

template <class T>
void RungeKutta<T>::bind(const Problem<T>& problem) {
  n_ = problem.size();
  accounts_ = problem.accounts();
  constexpr int line = 64 / sizeof(T);  // of the cache: an array that begins with one is up to twice as fast
  stride_ = (n_ + accounts_ + line - 1) / line * line;
  norm_.bind(problem, options_);
  arena_.assign((tableau_.dense_stages + 5) * stride_ + line, T(0.0));
  void* first = arena_.data();
  std::size_t space = arena_.size() * sizeof(T);
  k_ = static_cast<T*>(std::align(64, sizeof(T), first, space));
  T** const others[] = {&y_, &y1_, &work_, &weight_, &zero_};
  for (int i = 0; i < 5; ++i) *others[i] = array(tableau_.dense_stages + i);
  start_known_ = end_known_ = dense_known_ = false;
  bound_ = true;
}

template <class T>
Step<T> RungeKutta<T>::advance(Problem<T>& problem, T& t, std::span<T> y, const T& t_end) {
  if (!bound_ || problem_ != &problem) bind(problem);
  problem_ = &problem;
  begin(t, y);
  Mask<T> accepted{};
  Mask<T> live = is_less(t, t_end) & !control_.failed();
  while (any(live) && !any(accepted)) {
    const bool asks_first = any(live & control_.unknown());
    if (!start_known_ && (asks_first || !tableau_.is_implicit())) update_rates(0, t, y_);
    start_known_ = !tableau_.is_implicit();
    if (asks_first) choose_first_step(t, t_end, live);
    const auto attempt = control_.make_attempt(t, t_end, live);
    if (any(attempt.live)) {
      h_ = attempt.h;
      end_ = attempt.end;
      update_stages(start_known_ ? 1 : 0, tableau_.stages);
      update_sum(n_, k_, stride_, A_[tableau_.stages], y_, h_, y1_);
      accepted = control_.update(attempt, calc_error());
      counters_.rejected += count(attempt.live & !accepted);
    }
    if (any(live & control_.failed())) break;
  }
  commit(accepted, t, y);
  return {start_, end_, accepted, control_.failed()};
}

/// y and t are the start of a step; f there may be known as the end of the last one.
template <class T>
void RungeKutta<T>::begin(const T& t, std::span<const T> y) {
  PINTLE_CHECK(static_cast<int>(y.size()) == n_, "y has the size of the problem");
  start_known_ = end_known_ && !tableau_.is_implicit() && is_same(y.data(), y1_, n_) && is_same(&t, &end_, 1);
  if (start_known_) std::copy_n(array(tableau_.stages), stride_, array(0));
  end_known_ = dense_known_ = false;
  std::copy(y.begin(), y.end(), y_);
  start_ = t;
  if (tableau_.is_implicit()) problem_->hold(t, y);
}

template <class T>
void RungeKutta<T>::choose_first_step(const T& t, const T& t_end, Mask<T> live) {
  const Mask<T> unknown = live & control_.unknown();
  norm_.update_weights(*problem_, t_end - t, y_, y_, zero_, weight_);
  const T norm_y = norm_.calc(y_, weight_), norm_f = norm_.calc(array(0), weight_);
  const T trial = select(live, control_.calc_first_trial(norm_y, norm_f, t_end - t), T(0.0));
  for (int i = 0; i < n_; ++i) work_[i] = y_[i] + trial * array(0)[i];
  update_rates(1, t + trial, work_);
  for (int i = 0; i < n_; ++i) work_[i] = array(1)[i] - array(0)[i];
  const T norm_change = norm_.calc(work_, weight_);
  control_.find_next(control_.calc_first_step(trial, norm_f, norm_change), unknown);
}

template <class T>
void RungeKutta<T>::update_stages(int from, int to) {
  for (int i = from; i < to; ++i) {
    if (A_[i].count > 0) update_sum(n_, k_, stride_, A_[i], y_, h_, work_);
    update_stage(i, tableau_.c[i] == 1 ? end_ : start_ + tableau_.c[i] * h_, A_[i].count > 0 ? work_ : y_);
  }
}

/// err of step_control.h; a method without estimate gets 0, or NaN where y₁ is not finite.
template <class T>
T RungeKutta<T>::calc_error() {
  if (tableau_.error_rows == 0) return calc_sum_of_squares(n_, zero_, y1_);
  if (norm_.has_accounts()) update_sum(accounts_, k_ + n_, stride_, A_[tableau_.stages], zero_, h_, work_);
  norm_.update_weights(*problem_, h_, y_, y1_, work_, weight_);
  for (int i = 0; i < tableau_.error_rows; ++i) {
    update_sum(norm_.size(), k_, stride_, error_[i], zero_, h_, work_);
    norm_.add(i, work_, weight_);
  }
  return norm_.calc_error(tableau_.error_rows);
}

template <class T>
void RungeKutta<T>::commit(Mask<T> accepted, T& t, std::span<T> y) {
  for (int i = 0; i < n_; ++i) y[i] = y1_[i] = select(accepted, y1_[i], y_[i]);
  t = end_ = select(accepted, end_, start_);
  h_ = select(accepted, h_, T(0.0));
  moved_ = accepted;
  counters_.steps += count(accepted);
}

template <class T>
Mask<T> RungeKutta<T>::copy_ends(const T& t, std::span<T> y, std::span<T> account) {
  PINTLE_CHECK(problem_ != nullptr, "interpolate() follows advance()");
  PINTLE_CHECK(static_cast<int>(y.size()) == n_ && static_cast<int>(account.size()) == accounts_);
  const Mask<T> at_end = !is_less(t, end_), at_start = !is_greater(t, start_);

  // The ends: from the step itself, whatever other lanes ask for.
  update_sum(accounts_, k_ + n_, stride_, A_[tableau_.stages], zero_, h_, work_);
  for (int i = 0; i < accounts_; ++i) account[i] = select(moved_ & at_end, work_[i], T(0.0));
  for (int i = 0; i < n_; ++i) y[i] = select(at_end, y1_[i], y_[i]);
  return moved_ & !at_end & !at_start;
}

template <class T>
void RungeKutta<T>::update_inside(Mask<T> inside, const StageRow<T>& row, std::span<T> y, std::span<T> account) {
  update_sum(n_, k_, stride_, row, y_, h_, work_);
  for (int i = 0; i < n_; ++i) y[i] = select(inside, work_[i], y[i]);
  update_sum(accounts_, k_ + n_, stride_, row, zero_, h_, work_);
  for (int i = 0; i < accounts_; ++i) account[i] = select(inside, work_[i], account[i]);
}

template <class T>
void RungeKutta<T>::interpolate(const T& t, std::span<T> y, std::span<T> account) {
  const Mask<T> inside = copy_ends(t, y, account);
  if (!any(inside)) return;
  if (!end_known_) update_stage(tableau_.stages, end_, y1_);
  if (!dense_known_) update_stages(tableau_.stages + 1, tableau_.dense_stages);
  end_known_ = dense_known_ = true;
  T b[Tableau::max_stages];
  update_dense_weights(tableau_, select(inside, (t - start_) / (end_ - start_), T(0.0)), b);
  StageRow<T> row;
  for (int i = 0; i < tableau_.dense_stages; ++i)
    if (in_dense_[i]) row.add(i, b[i]);
  update_inside(inside, row, y, account);
}

template <class T>
void RungeKutta<T>::glance(const T& t, std::span<T> y, std::span<T> account) {
  if (tableau_.glance_degree == 0) return interpolate(t, y, account);
  const Mask<T> inside = copy_ends(t, y, account);
  if (!any(inside)) return;
  T g[Tableau::max_stages];
  update_glance_weights(tableau_, select(inside, (t - start_) / (end_ - start_), T(0.0)), g);
  StageRow<T> row;
  for (int i = 0; i < tableau_.stages; ++i)
    if (in_glance_[i]) row.add(i, g[i]);
  update_inside(inside, row, y, account);
}

template <class T>
void RungeKutta<T>::restart(Mask<T> lanes) {
  if (!any(lanes)) return;
  control_.restart(lanes);
  bound_ = false;
}

template <class T>
void RungeKutta<T>::reset(const Problem<T>& problem) {
  control_ = StepControl<T>(tableau_.step_rule(), options_);
  counters_ = {};
  norm_.forget_account_scales();
  problem_ = nullptr;
  start_ = end_ = h_ = T(0.0);
  moved_ = {};
  bind(problem);
}

/// Between steps y₁ and f at the end of the last step are all that the next one may read (begin()).
template <class T>
void RungeKutta<T>::archive([[maybe_unused]] Archive& archive, [[maybe_unused]] Problem<T>& problem) {
  if constexpr (std::is_same_v<T, double>) {
    bool met = problem_ != nullptr;
    archive("integrator", control_, bound_, met, end_known_, end_);
    if (archive.is_loading()) {
      const bool bound = bound_, end_known = end_known_;
      bind(problem);
      problem_ = met ? &problem : nullptr;
      bound_ = bound, end_known_ = end_known;
    }
    std::span<double> y1(y1_, end_known_ ? n_ : 0), rate(array(tableau_.stages), end_known_ ? stride_ : 0);
    archive("end", y1, rate);
  } else {
    PINTLE_CHECK(false, "checkpoints are of runs with one case");
  }
}

template <class T>
void RungeKutta<T>::update_rates(int stage, const T& t, const T* place) {
  T* const k = array(stage);
  const auto n = static_cast<std::size_t>(n_), accounts = static_cast<std::size_t>(accounts_);
  problem_->update_rates(t, {place, n}, {k, n}, {k + n_, accounts});
  ++counters_.evaluations;
}

template <class T>
void RungeKutta<T>::update_stage(int i, const T& t, const T* place) {
  if (!tableau_.is_implicit()) return update_rates(i, t, place);
  T* const k = array(i);
  const StageRow<double>& l = implicit_[i];
  const auto n = static_cast<std::size_t>(n_), accounts = static_cast<std::size_t>(accounts_);
  if (l.count > 0) update_sum(n_ + accounts_, k_, stride_, l, zero_, T(1.0), weight_);
  problem_->update_stage(t, {place, n}, tableau_.gamma * h_, {weight_, l.count > 0 ? n : 0}, {k, n}, {k + n_, accounts});
  for (int a = 0; a < accounts_ && l.count > 0; ++a) k[n_ + a] = k[n_ + a] + weight_[n_ + a];
  ++counters_.evaluations;
}

template class RungeKutta<double>;
template class RungeKutta<Lanes>;

}  // namespace pintle
