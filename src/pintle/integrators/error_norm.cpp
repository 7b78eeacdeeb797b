#include "pintle/integrators/error_norm.h"

#include <algorithm>

#include "pintle/base/check.h"
#include "pintle/math/lanes.h"

namespace pintle {
namespace {

constexpr double least = 1e-100;  // weight where nothing has moved, nothing moves and nothing is rounded

}  // namespace

template <class T>
void ErrorNorm<T>::bind(const Problem<T>& problem, const IntegratorOptions& options) {
  n_ = problem.size();
  rtol_ = options.rtol;
  const ErrorScales scales = problem.scales();
  PINTLE_CHECK(static_cast<int>(scales.scale.size()) == n_, "a problem has one scale for each y");
  PINTLE_CHECK(std::ranges::all_of(scales.scale, [](double s) { return s > 0; }),
               "a scale is positive, or the error of y = 0 has no measure");
  const double atol = options.atol > 0 || !scales.atol_is_rtol ? options.atol : options.rtol;
  atol_.clear();
  for (double s : scales.scale) atol_.push_back(atol * s);
  parts_.assign(scales.parts.begin(), scales.parts.end());
  if (parts_.empty()) parts_ = {{0, n_, 0}};
  share_.assign(static_cast<std::size_t>(scales.groups), 0.0);
  for (const ErrorPart& part : parts_) share_[part.group] += part.count;
  for (double& share : share_) share = share > 0 ? 1 / share : 0;
  alone_.assign(share_.size(), T(0.0));
  const std::size_t work = account_group_ > 0 ? account_scales_.size() / static_cast<std::size_t>(account_group_) : 0;
  for (std::vector<T>& square : square_) square.assign(share_.size() + work, T(0.0));
}

template <class T>
void ErrorNorm<T>::set_account_scales(std::span<const T> scales, int group) {
  const bool first = account_scales_.empty();
  account_scales_.assign(scales.begin(), scales.end());
  account_group_ = group;
  if (first)
    for (std::vector<T>& square : square_) square.resize(share_.size() + scales.size() / static_cast<std::size_t>(group), T(0.0));
}

template <class T>
void ErrorNorm<T>::update_weights(const Problem<T>& problem, const T& h, const T* y, const T* y1, const T* work,
                                  T* weight) const {
  const auto n = static_cast<std::size_t>(n_);
  problem.update_allowed(rtol_, h, {y, n}, {y1, n}, {weight, n});
  for (std::size_t i = 0; i < n; ++i) {
    const T nan_if_not_finite = y1[i] - y1[i];
    weight[i] = 1.0 / (atol_[i] + weight[i] + least) + nan_if_not_finite;  // (2)
  }
  constexpr double rounding = 1e-14;
  const double loose = std::max(10 * rtol_, 1e-7), strict = std::max(rtol_, rounding);
  for (std::size_t a = 0; a < account_scales_.size(); ++a) {
    const T& scale = account_scales_[a];
    const std::size_t g = a / static_cast<std::size_t>(account_group_);
    const double share = g < share_.size() && share_[g] == 0 ? strict : loose;
    weight[n + a] = select(is_greater(scale, T(0.0)), 1.0 / (share * (scale + abs(work[a])) + least), T(0.0));  // (3)
  }
}

template <class T>
void ErrorNorm<T>::update_squares(const T* e, const T* weight, bool with_accounts, std::vector<T>& square) const {
  for (std::size_t g = 0; g < share_.size(); ++g) square[g] = 0.0;
  for (const ErrorPart& part : parts_) {
    const auto g = static_cast<std::size_t>(part.group);
    square[g] += calc_sum_of_squares(part.count, e + part.first, weight + part.first);
  }
  for (std::size_t g = 0; g < share_.size(); ++g) square[g] = square[g] * share_[g];
  if (!with_accounts) return;
  const auto groups = account_scales_.size() / static_cast<std::size_t>(account_group_);
  for (std::size_t g = 0; g < groups; ++g) {
    const auto at = static_cast<std::size_t>(n_) + g * static_cast<std::size_t>(account_group_);
    square[share_.size() + g] = calc_sum_of_squares(account_group_, e + at, weight + at) * (1.0 / account_group_);
  }
}

template <class T>
T ErrorNorm<T>::calc(const T* e, const T* weight) {
  update_squares(e, weight, false, alone_);
  T worst = alone_[0];
  for (const T& square : alone_) worst = max(worst, square);
  return sqrt(worst);
}

template <class T>
void ErrorNorm<T>::add(int estimate, const T* e, const T* weight) {
  update_squares(e, weight, has_accounts(), square_[estimate]);
}

template <class T>
T ErrorNorm<T>::calc_error(int estimates) const {
  const auto of_group = [&](std::size_t g) -> T {
    if (estimates == 1) return sqrt(square_[0][g]);
    return square_[0][g] / sqrt(square_[0][g] + 0.01 * square_[1][g] + 1e-300);
  };
  T worst = of_group(0), any_nan = worst - worst;
  for (std::size_t g = 1; g < square_[0].size(); ++g) {
    const T next = of_group(g);
    any_nan += next - next;
    worst = max(worst, next);
  }
  return worst + any_nan;
}

template <class T>
T calc_sum_of_squares(int n, const T* __restrict e, const T* __restrict weight) {
  constexpr int ways = 8;  // chains of additions that the processor runs side by side
  T sum[ways];
  for (T& s : sum) s = 0.0;
  int i = 0;
  for (; i + ways <= n; i += ways)
    for (int j = 0; j < ways; ++j) {
      const T q = e[i + j] * weight[i + j];
      sum[j] += q * q;
    }
  for (; i < n; ++i) {
    const T q = e[i] * weight[i];
    sum[0] += q * q;
  }
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

template class ErrorNorm<double>;
template class ErrorNorm<Lanes>;
template double calc_sum_of_squares(int, const double*, const double*);
template Lanes calc_sum_of_squares(int, const Lanes*, const Lanes*);

}  // namespace pintle
