#include <algorithm>
#include <cmath>

#include "pintle/simulate/impacts.h"

/// Which stops hold after an instant (stops.h (4)), and what settles.
namespace pintle {
namespace {

constexpr double acceleration_rounding = 1e-12;  // of the largest in the mechanism
constexpr double as_good_as_none = 1e-6;         // of the largest effort of a stop: it has let go

}  // namespace

void Impacts::hold(Kernel<double>& kernel, Change& change, EventLog& log) {
  std::vector<std::size_t> closed;
  bool any = false;
  for (std::size_t m = 0; m < touched_.size(); ++m) {
    closed.clear();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (pushes_[i].mechanism != static_cast<int>(m)) continue;
      Part& part = parts_[i];
      Stop& stop = stop_of(i);
      part.u_after = calc_gap_velocity(stop, log.after);
      if (part.u_after > part.noise) stop.hardest = std::max(stop.hardest, part.u_after);
      const bool closes = part.u_after < -part.noise;  // by what others gave; it is the next to be hit
      if (!closes && part.u_after <= std::max(part.noise, slowest_bounce * stop.hardest)) closed.push_back(i);
    }
    if (closed.empty()) continue;
    if (!any) {
      respond(kernel, log.before);
      update_accelerations(kernel, log.after);
    }
    any = true;
    decide(closed);
    settle(closed);
  }
  if (settles_) jump(kernel, change, log);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Stop& stop = stop_of(i);
    stop.mode = parts_[i].mode;
    stop.slack = std::max(0.0, calc_beyond(p_, stop, log.after));
    if (stop.mode != Stop::Mode::resting) stop.pushed = 0;
    if (stop.mode == Stop::Mode::resting) change.next.set_free(stop.law->joint, stop.law->direction, false);
  }
}

/// b of (4)
void Impacts::update_accelerations(Kernel<double>& kernel, const State<double>& state) {
  y_.assign(kernel.size(), 0.0);
  kernel.load(state, y_);
  Needs needs;
  needs.accelerations = true;
  kernel.update_view(state.t, y_, needs, view_);
}

double Impacts::calc_acceleration(const Stop& stop) const {
  const std::size_t j = static_cast<std::size_t>(stop.law->joint.i);
  const bool slides = is_translation(stop.law->direction);
  return -stop.side * (slides ? view_.displacement_acceleration : view_.angle_acceleration)[j][axis_of(stop.law->direction)];
}

double Impacts::calc_acceleration_noise(const StopPush& push) const {
  const double L = system_.mechanisms.lengths[push.mechanism];
  double most = 0;
  for (std::size_t b = 1; b < view_.A_WB.size(); ++b) {
    if (system_.mechanisms.of_body[b] != push.mechanism) continue;
    const Vec3<double>& w = view_.state.V_WB[b].w;
    most = std::max(most, norm(view_.A_WB[b].v) + L * (norm(view_.A_WB[b].w) + dot(w, w)));
  }
  return acceleration_rounding * most / (is_translation(push.stop->law->direction) ? 1.0 : L);
}

/// Those that would have to pull are let go if that is the answer; at the root itself λ = 0, and rounding must not decide. If
/// it is not, because others let go in their place, all are asked together.
void Impacts::decide(std::span<const std::size_t> closed) {
  std::vector<std::size_t> asking, staying, all(closed.begin(), closed.end());
  for (std::size_t i : closed) (parts_[i].asks && parts_[i].was_closed ? asking : staying).push_back(i);
  const auto decide_among = [&](std::span<const std::size_t> some) {
    std::vector<double> q, noise;
    for (std::size_t i : some) {
      noise.push_back(calc_acceleration_noise(pushes_[i]));
      const double b = calc_acceleration(stop_of(i));
      q.push_back(std::abs(b) <= noise.back() ? 0.0 : b);
    }
    solve(some, q, noise);
    for (std::size_t i : closed) parts_[i].mode = Stop::Mode::open;
    for (std::size_t k = 0; k < some.size(); ++k) {
      Part& part = parts_[some[k]];
      const bool leans = problem_.dependent()[k] && part.u_after <= part.noise && W_(some[k], some[k]) > 0;
      const bool pressed = std::abs(problem_.w()[k]) <= noise[k] || problem_.w()[k] < 0;
      part.mode = problem_.basic()[k] ? Stop::Mode::resting : leans && pressed ? Stop::Mode::leaning : Stop::Mode::open;
    }
    for (std::size_t i : asking) {  // ü of those that were left out
      parts_[i].lift = calc_acceleration(stop_of(i));
      for (std::size_t k = 0; k < some.size(); ++k) parts_[i].lift += W_(i, some[k]) * problem_.x()[k];
    }
  };
  decide_among(staying);
  if (asking.empty() || are_released(asking)) return;
  const std::vector<Part> released = parts_;
  decide_among(all);
  const bool same =
      std::ranges::all_of(closed, [&](std::size_t i) { return (parts_[i].mode != Stop::Mode::open) == parts_[i].was_closed; });
  if (same) parts_ = released;
}

bool Impacts::are_released(std::span<const std::size_t> asking) const {
  return std::ranges::all_of(asking, [&](std::size_t i) {
    const double tolerance = as_good_as_none * W_(i, i) * stop_of(i).pushed + calc_acceleration_noise(pushes_[i]);
    return parts_[i].lift >= -tolerance;
  });
}

/// W σ = −u⁺ of those that rest from now on.
void Impacts::settle(std::span<const std::size_t> closed) {
  std::vector<std::size_t> resting;
  bool moves = false;
  for (std::size_t i : closed) {
    if (parts_[i].mode != Stop::Mode::resting) continue;
    resting.push_back(i);
    moves = moves || parts_[i].u_after > parts_[i].noise;
  }
  if (!moves) return;
  std::vector<double> W, sigma;
  for (std::size_t i : resting) {
    sigma.push_back(parts_[i].u_after > parts_[i].noise ? -parts_[i].u_after : 0.0);
    for (std::size_t k : resting) W.push_back(W_(i, k));
  }
  solve_definite(W, sigma);
  for (std::size_t k = 0; k < resting.size(); ++k) parts_[resting[k]].settling = sigma[k];
  settles_ = true;
}

}  // namespace pintle
