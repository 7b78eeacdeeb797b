#include "pintle/simulate/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/math/elementary.h"
#include "pintle/simulate/user_laws.h"

namespace pintle {
namespace {

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool is_finite(const Motion<double>& m) { return is_finite(m.v) && is_finite(m.w); }
double safe_norm(const Vec3<double>& v) { return hypot(v.x, v.y, v.z); }  // no overflow

struct Suspect {
  std::string text;
  double size = -1;
};

/// The first body whose place, velocity or acceleration is not a number; empty if all are.
std::string find_broken_body(const System& system, const View<double>& view) {
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    const std::string& name = system.bodies[b].name;
    if (!is_finite(view.state.X_WB[b].p) || !is_finite(view.state.V_WB[b]))
      return "the place or velocity of body " + name + " is not finite";
    if (!is_finite(view.A_WB[b])) return "the acceleration of body " + name + " is not finite";
  }
  return {};
}

std::string find_broken_joint(const System& system, const View<double>& view) {
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (!is_finite(view.displacement_acceleration[j]) || !is_finite(view.angle_acceleration[j]))
      return "the acceleration in joint " + system.joints[j].name + " is not finite";
  return {};
}

/// Views of (t, y) and of where the motion leads from there within a time that no step could be shorter than.
class Ahead {
 public:
  Ahead(const System& system, Kernel<double>& kernel, double t, std::span<const double> y)
      : kernel_(kernel), t_(t), y_(y), ydot_(y.size(), 0.0), there_(y.size()), view_(make_view<double>(system)) {
    std::vector<double> power(kernel.accounts());
    kernel.update_rates(t, y, ydot_, power);
    for (double& rate : ydot_)
      if (!std::isfinite(rate)) rate = 0;
  }
  /// y + h ẏ at t + h; `h` in units of the larger of t and a second.
  const View<double>& look(double h) {
    const double dt = h * std::max(1.0, t_);
    for (std::size_t i = 0; i < y_.size(); ++i) there_[i] = y_[i] + dt * ydot_[i];
    kernel_.update_view(t_ + dt, there_, {}, view_);
    view_.state.t = t_ + dt;
    return view_;
  }

 private:
  Kernel<double>& kernel_;
  double t_;
  std::span<const double> y_;
  std::vector<double> ydot_, there_;
  View<double> view_;
};

constexpr double large = 1e3;  // in SI units: what may be named beside violent motions
constexpr double soon[] = {0, 1e-12, 1e-9};

/// At this instant, or so soon behind it that no step could be shorter.
std::string find_broken_law(const System& system, const Parameters<double>& p, Ahead& ahead) {
  UserLaws laws(system);
  for (const double h : soon) {
    const std::string sentence = laws.find_broken(p, {.view = ahead.look(h), .ledger = {}, .error = {}});
    if (!sentence.empty()) return sentence;
  }
  return {};
}

/// A law that is finite, and yet no step can follow it: it jumps or has a pole here, or is beyond all measure.
std::string find_wild_law(const System& system, const Parameters<double>& p, Ahead& ahead) {
  UserLaws laws(system);
  laws.start_change(p, {.view = ahead.look(0), .ledger = {}, .error = {}});
  for (const double h : soon) {
    const std::string sentence = laws.find_wild(p, {.view = ahead.look(h), .ledger = {}, .error = {}});
    if (!sentence.empty()) return sentence;
  }
  return {};
}

std::string describe_largest(const System& system, const View<double>& view) {
  Suspect worst;
  const auto suspect = [&](double size, double weight, const char* kind, const std::string& name, const char* unit) {
    if (size * weight > worst.size)
      worst = {fmt::format("the largest acceleration is that of {} {}, {:.3g} {}", kind, name, size, unit), size * weight};
  };
  const double L = system.length;
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    suspect(safe_norm(view.A_WB[b].v), 1, "body", system.bodies[b].name, "m/s²");
    suspect(safe_norm(view.A_WB[b].w), L, "body", system.bodies[b].name, "rad/s²");
  }
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    suspect(safe_norm(view.displacement_acceleration[j]), 1, "joint", system.joints[j].name, "m/s²");
    suspect(safe_norm(view.angle_acceleration[j]), L, "joint", system.joints[j].name, "rad/s²");
  }
  return worst.text;
}

constexpr double near_lock = 0.02;  // 1.1 deg off

/// Three rotations one after the other have two axes in one line where the middle angle is a right one, and rates without
/// bound near there. The first joint whose axes span less than `near`.
template <class IsFree>
std::string find_gimbal_lock(const System& system, const State<double>& state, double near, const IsFree& is_free) {
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointType& type = system.joints[j].type;
    if (type.ball || system.joints[j].movable.bits >> 3 != 7 || !is_free(j)) continue;
    const JointCoordinates<double>& q = state.joints[j];
    const Mat3<double> axes = calc_rotation_axes(type, q);
    if (std::fabs(dot(cross(axes.column(0), axes.column(1)), axes.column(2))) >= near) continue;
    const auto name = [&](int k) { return name_of(static_cast<Direction>(3 + type.sequence[k])); };
    return fmt::format(
        "gimbal lock of joint {}: at {} = {:.4g} deg {} and {} turn about one line; take a ball, or list the "
        "rotations in an order that keeps away from there",
        system.joints[j].name, name(1), q.angle[type.sequence[1]] * 180 / std::numbers::pi, name(0), name(2));
  }
  return {};
}

std::string find_gimbal_lock(const System& system, const View<double>& view) {
  return find_gimbal_lock(system, view.state, near_lock, [&](std::size_t j) { return system.joints[j].movable.bits >> 3 == 7; });
}

/// What most probably makes steps small, or values infinite.
std::string describe_cause(const System& system, const Parameters<double>& p, const View<double>& view, Ahead& ahead) {
  std::string cause = find_gimbal_lock(system, view);
  if (cause.empty()) cause = find_wild_law(system, p, ahead);
  if (!cause.empty()) return cause;
  const std::string law = UserLaws(system).find_largest(p, {.view = ahead.look(0), .ledger = {}, .error = {}}, large);
  return describe_largest(system, view) + (law.empty() ? "" : "; ") + law;
}

}  // namespace

std::string explain_failure(const System& system, const Parameters<double>& p, Kernel<double>& kernel, double t,
                            std::span<const double> y) {
  View<double> view = make_view<double>(system);
  kernel.update_view(t, y, {.accelerations = true}, view);
  Ahead ahead(system, kernel, t, y);
  if (std::string law = find_broken_law(system, p, ahead); !law.empty()) return law;
  if (const JointIndex j = kernel.jammed(); j.exists())
    return fmt::format("the friction of joint {} jams at t = {:.12g} s: under whatever load it rubs, it makes a larger one",
                       system.joint(j).name, t);
  std::string broken = find_broken_body(system, view);
  if (broken.empty()) broken = find_broken_joint(system, view);
  const std::string lock = find_gimbal_lock(system, view);
  if (!broken.empty()) return fmt::format("{} at t = {:.12g} s{}{}", broken, t, lock.empty() ? "" : "; ", lock);
  return fmt::format("no step from t = {:.12g} s, however small, meets the tolerance; {}", t,
                     describe_cause(system, p, view, ahead));
}

std::string explain_violence(const System& system, const Parameters<double>& p, Kernel<double>& kernel, double t,
                             std::span<const double> y) {
  View<double> view = make_view<double>(system);
  kernel.update_view(t, y, {.accelerations = true}, view);
  Ahead ahead(system, kernel, t, y);
  return describe_cause(system, p, view, ahead);
}

std::string explain_gimbal_lock(const System& system, const Parameters<double>& p, const Structure& structure,
                                const State<double>& state) {
  constexpr double at_it = 1e-7;  // nearer, angles mean nothing: 1e-8 of the middle one are a tenth of the others
  constexpr double thrown = 0.1;  // [rad] beyond a stop, where others come to it within rounding
  const auto is_free = [&](std::size_t j) { return structure.free_directions(JointIndex(static_cast<int>(j))).bits >> 3 == 7; };
  const auto is_past = [&](const JointLaw& law) {
    if (is_translation(law.direction) || !law.limits || !law.limits->restitution) return false;
    const double q = state.joints[law.joint.i].value_of(law.direction);
    return q > p[law.limits->high] + thrown || q < p[law.limits->low] - thrown;
  };
  const auto is_thrown = [&](std::size_t j) {
    return is_free(j) && std::ranges::any_of(system.laws, [&](const JointLaw& law) {
             return law.joint.i == static_cast<int>(j) && is_past(law);
           });
  };
  const std::string lock = find_gimbal_lock(system, state, at_it, is_free);
  return lock.empty() ? find_gimbal_lock(system, state, near_lock, is_thrown) : lock;
}

bool is_sound(Kernel<double>& kernel, double t, std::span<const double> y, std::vector<double>& scratch) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(y.begin(), y.end(), finite)) return false;
  scratch.assign(y.size() + static_cast<std::size_t>(kernel.accounts()), 0.0);
  const std::span<double> ydot = std::span(scratch).first(y.size());
  kernel.update_rates(t, y, ydot, std::span(scratch).subspan(y.size()));
  return std::all_of(ydot.begin(), ydot.end(), finite);
}

}  // namespace pintle
