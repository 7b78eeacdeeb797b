#include "pintle/closure/least_change.h"

#include <algorithm>

#include "pintle/math/rank.h"

namespace pintle {
namespace {

constexpr int w = Semidefinite::width;

/// M⁻¹ of a body: 1/m and the inverse inertia, world axes.
struct Softness {
  double linear;
  Sym3<double> angular;

  Motion<double> operator*(const Wrench<double>& wrench) const { return {angular * wrench.n, linear * wrench.f}; }
};

Softness calc_softness(const System& system, const Parameters<double>& p, const State<double>& state, std::size_t b,
                       double heaviest, double L) {
  const BodyRecord& body = system.bodies[b];
  const double m = std::max(p[body.mass], 1e-6 * heaviest), little = 1e-6 * m * L * L;
  const Sym3<double> J = turned(state.X_WB[b].R, p[body.inertia]) + Sym3<double>::diagonal(little);
  return {1.0 / m, inverse(J)};
}

double work(const Wrench<double>& a, const Motion<double>& x) { return dot(a.n, x.w) + dot(a.f, x.v); }

}  // namespace

LeastChange::LeastChange(const System& system, const BodyRows& rows, std::vector<bool> fixed)
    : system_(system),
      rows_(rows),
      fixed_(std::move(fixed)),
      ends_at_(find_ends(rows, fixed_)),
      matrix_(group_sizes(rows), coupled_groups(ends_at_)),
      mu_(static_cast<std::size_t>(w) * rows.groups().size()),
      delta_(static_cast<std::size_t>(system.body_count()), Motion<double>::zero()) {}

const std::vector<Motion<double>>& LeastChange::solve(const Parameters<double>& p, const State<double>& state,
                                                      std::span<const double> b) {
  double heaviest = 0;
  for (std::size_t k = 1; k < system_.bodies.size(); ++k) heaviest = std::max(heaviest, p[system_.bodies[k].mass]);
  const auto row_at = [&](int group, int r) -> const ConstraintRow<double>& {
    return rows_.rows()[rows_.groups()[group].first + r];
  };
  const auto length_of = [&](std::size_t body) { return system_.mechanisms.lengths[system_.mechanisms.of_body[body]]; };
  const auto rows_of = [&](int group) { return rows_.groups()[group].rows; };
  matrix_.clear();
  for (std::size_t body = 1; body < ends_at_.size(); ++body) {
    if (ends_at_[body].empty()) continue;
    const Softness soft = calc_softness(system_, p, state, body, heaviest, length_of(body));
    for (std::size_t x = 0; x < ends_at_[body].size(); ++x)
      for (std::size_t y = 0; y <= x; ++y) {
        const auto [i, e] = ends_at_[body][x];
        const auto [j, f] = ends_at_[body][y];
        for (int r = 0; r < rows_of(i); ++r) {
          const Motion<double> answer = soft * row_at(i, r).on[e];
          for (int c = 0; c < rows_of(j); ++c) {
            const double value = work(row_at(j, c).on[f], answer);
            matrix_.add(i, r, j, c, value);
            if (i == j && x != y) matrix_.add(i, c, j, r, value);  // two ends on one body
          }
        }
      }
  }
  matrix_.factorize(rank::least_square);
  for (std::size_t k = 0; k < rows_.groups().size(); ++k)
    for (int r = 0; r < w; ++r)
      mu_[k * w + static_cast<std::size_t>(r)] = r < rows_.groups()[k].rows ? b[rows_.groups()[k].first + r] : 0.0;
  matrix_.solve(mu_);  // (1)
  for (std::size_t body = 1; body < ends_at_.size(); ++body) {
    Wrench<double> sum = Wrench<double>::zero();
    for (const auto& [i, e] : ends_at_[body])
      for (int r = 0; r < rows_of(i); ++r) {
        const double mu = mu_[i * w + r];
        const Wrench<double>& on = row_at(i, r).on[e];
        sum = sum + Wrench<double>{mu * on.n, mu * on.f};
      }
    delta_[body] = calc_softness(system_, p, state, body, heaviest, length_of(body)) * sum;
  }
  return delta_;
}

}  // namespace pintle
