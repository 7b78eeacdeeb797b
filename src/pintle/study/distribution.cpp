#include "pintle/study/distribution.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/math/elementary.h"
#include "pintle/math/normal.h"
#include "pintle/math/scalar.h"
#include "pintle/study/draws.h"

namespace pintle {
namespace {

using Kind = Distribution::Kind;

double calc_share_below(const Distribution& d, double x) { return calc_normal_probability((x - d.mean) / d.sd); }

void check_truncated(const Distribution& d) {
  constexpr double least = 1e-6;
  if (!(d.low < d.high)) throw Error(fmt::format("low {:.6g} is not below high {:.6g}; turn them around", d.low, d.high));
  const double kept = calc_share_below(d, d.high) - calc_share_below(d, d.low);
  if (!(kept > least))
    throw Error(
        fmt::format("low and high keep {:.2g} of the normal distribution, which is too little to draw from; move them "
                    "towards the mean, or use uniform",
                    std::max(kept, 0.0)));
}

void check_triangular(const Distribution& d) {
  if (!(d.low < d.high)) throw Error(fmt::format("low {:.6g} is not below high {:.6g}; turn them around", d.low, d.high));
  if (!(d.low <= d.mode && d.mode <= d.high))
    throw Error(fmt::format("mode {:.6g} is not between low {:.6g} and high {:.6g}; move it", d.mode, d.low, d.high));
}

/// (5)
double calc_triangular(const Distribution& d, double u) {
  const double width = d.high - d.low, left = d.mode - d.low, right = d.high - d.mode;
  if (u * width < left) return d.low + std::sqrt(u * width * left);
  return d.high - std::sqrt((1 - u) * width * right);
}

/// (7)
double calc_in_table(const Distribution& d, double u) {
  const auto above = std::ranges::upper_bound(d.shares, u);
  const std::size_t k = std::clamp<std::size_t>(static_cast<std::size_t>(above - d.shares.begin()), 1, d.shares.size() - 1);
  const double rise = d.shares[k] - d.shares[k - 1];
  return d.values[k - 1] + (rise > 0 ? (u - d.shares[k - 1]) / rise : 0) * (d.values[k] - d.values[k - 1]);
}

}  // namespace

void check(const Distribution& d) {
  const bool is_round = d.kind == Kind::normal || d.kind == Kind::truncated || d.kind == Kind::log_normal;
  if (is_round && !(d.sd > 0))
    throw Error(fmt::format("sd is {:.6g}; give a deviation above zero, or take the path out of `vary`", d.sd));
  if (d.kind == Kind::truncated) check_truncated(d);
  if (d.kind == Kind::triangular) check_triangular(d);
  if (d.kind == Kind::uniform && !(d.low < d.high))
    throw Error(fmt::format("low {:.6g} is not below high {:.6g}; turn them around", d.low, d.high));
  if (d.kind == Kind::log_normal && !(d.mean > 0))
    throw Error(fmt::format("the mean is {:.6g}, and a log-normal number is above zero; use normal", d.mean));
  for (const double u : {0x1p-54, 0.5, nearly_one})  // the ends of what is drawn
    if (const double x = calc_quantile(d, u); !std::isfinite(x))
      throw Error(fmt::format("reaches beyond the largest numbers, up to {}; make it narrower", x));
}

double calc_quantile(const Distribution& d, double u) {
  switch (d.kind) {
    case Kind::normal: return calc_normal(d, calc_normal_quantile(u));
    case Kind::truncated: {
      const double a = calc_share_below(d, d.low), b = calc_share_below(d, d.high);
      const double x = calc_normal(d, calc_normal_quantile(std::min(a + u * (b - a), nearly_one)));
      return std::clamp(x, d.low, d.high);  // where rounding leads beyond an end
    }
    case Kind::uniform: return d.low + u * (d.high - d.low);
    case Kind::log_normal: {
      const double s2 = log(1 + d.sd * d.sd / (d.mean * d.mean));
      return exp(log(d.mean) - 0.5 * s2 + std::sqrt(s2) * calc_normal_quantile(u));
    }
    case Kind::triangular: return calc_triangular(d, u);
    case Kind::discrete: {
      const auto at = std::ranges::upper_bound(d.shares, u);
      return d.values[std::min(static_cast<std::size_t>(at - d.shares.begin()), d.values.size() - 1)];
    }
    case Kind::table: return calc_in_table(d, u);
  }
  return d.mean;
}

std::vector<double> find_cholesky(const std::vector<double>& matrix, int size) {
  std::vector<double> L(matrix.size());
  const auto at = [size](int i, int j) { return static_cast<std::size_t>(i * size + j); };
  for (int i = 0; i < size; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = matrix[at(i, j)];
      for (int k = 0; k < j; ++k) sum -= L[at(i, k)] * L[at(j, k)];
      if (i == j && !(sum > 1e-12)) return {};
      L[at(i, j)] = i == j ? std::sqrt(sum) : sum / L[at(j, j)];
    }
  return L;
}

}  // namespace pintle
