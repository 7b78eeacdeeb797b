#include "pintle/simulate/stiffness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "pintle/contact/in_stage.h"

namespace pintle {
namespace {

constexpr std::size_t most_joints = 64;  // those with the hardest springs, and as many with the hardest dampers

/// −∂F/∂x and −∂F/∂ẋ.
struct Slopes {
  double k = 0, c = 0;
};

Slopes slopes_of(const JointLaw& law, const Parameters<double>& p, double q) {
  Slopes out{calc_table(p, law.stiffness, q), calc_table(p, law.damping, q)};
  if (law.has_soft_stops()) {
    const LimitNumbers<double> n = prepare_limits(p, *law.limits);
    out = {out.k + n.stiffness, out.c + n.damping};
  }
  return out;
}

struct Axes {
  Vec3<double> n, t1, t2;
};

/// What a contact does where it is pressed in by `load`, along n and along t₁.
template <class Kind>
std::array<Slopes, 2> slopes_of(const Kind& contact, const typename Kind::template Data<double>& d, const Axes& axes,
                                double load) {
  constexpr double little = 1e-7, little_part = 1e-6;  // [m/s]; of a depth
  constexpr double least = 1e-18, most = 1e12;         // depths [m]
  const std::array<double, Kind::states> z{};
  const auto force = [&](double depth, double rate, double slip) {
    const Touch<double> touch{
        Vec3<double>::zero(), axes.t1, axes.t2, axes.n, depth, rate, {slip, 0}, slip * axes.t1 - rate * axes.n,
        Vec3<double>::zero(), 0};
    return contact.act_at(d, touch, z.data(), {true}, [](const auto&...) {}).push[0].force_W;
  };
  const auto carries = [&](double depth) { return !(dot(axes.n, force(depth, 0, 0)) < load); };
  double depth = least;
  while (!carries(depth) && depth < most) depth *= 2;
  for (double step = 0.25 * depth; depth > least && step > 1e-4 * depth; step *= 0.5) depth += carries(depth - step) ? -step : 0;
  const Vec3<double> there = force(depth, 0, 0);
  const auto slope = [&](const Vec3<double>& axis, const Vec3<double>& beside, double by) {
    return std::abs(dot(axis, beside - there)) / by;
  };
  return {Slopes{slope(axes.n, force((1 + little_part) * depth, 0, 0), little_part * depth),
                 slope(axes.n, force(depth, little, 0), little)},
          Slopes{0, slope(axes.t1, force(depth, 0, little), little)}};
}

class Search {
 public:
  Search(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& start,
         Kernel<double>& kernel)
      : system_(system), p_(p), structure_(structure), start_(start), kernel_(kernel), still_(start) {
    kernel_.update_jump({}, still_);
  }

  Stiffness find() {
    for (const JointLaw* law : hardest_laws()) ask(*law);
    double mass = 0;
    for (int b = 1; b < system_.body_count(); ++b) mass += p_[system_.body(BodyIndex(b)).mass];
    const double weight = mass * norm(p_[system_.gravity]);
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
      if constexpr (requires { typename Kind::Touching; })
        if (structure_.acts(pool.element(k))) ask(element, weight, pool.names[static_cast<std::size_t>(k)]);
    });
    return found_;
  }

 private:
  std::vector<const JointLaw*> hardest_laws() const {
    std::vector<const JointLaw*> all, some;
    for (const JointLaw& law : system_.laws)
      if (structure_.acts(law)) all.push_back(&law);
    const auto take = [&](double Slopes::* of) {
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most_joints));
      std::partial_sort(all.begin(), end, all.end(), [&](const JointLaw* a, const JointLaw* b) {
        return slopes_of(*a, p_, value_of(*a)).*of > slopes_of(*b, p_, value_of(*b)).*of;
      });
      some.insert(some.end(), all.begin(), end);
    };
    take(&Slopes::k);
    take(&Slopes::c);
    return some;
  }
  double value_of(const JointLaw& law) const { return start_.joints[law.joint.i].value_of(law.direction); }

  void ask(const JointLaw& law) {
    const JointRecord& joint = system_.joint(law.joint);
    const Pose<double> X_WM = start_.X_WB[joint.child.i] * p_[joint.X_CM];
    const Vec3<double> axis = (start_.X_WB[joint.parent.i].R * p_[joint.X_PF].R).column(axis_of(law.direction));
    std::vector<Impulse> pair;
    const auto push = [&](BodyIndex b, double way) {
      if (b == world) return;
      const Vec3<double> e = way * axis;
      const bool linear = is_translation(law.direction);
      pair.push_back(
          {b, linear ? Wrench<double>{cross(X_WM.p - start_.X_WB[b.i].p, e), e} : Wrench<double>{e, Vec3<double>::zero()}});
    };
    push(joint.child, 1);
    push(joint.parent, -1);
    const auto rate = [&](const State<double>& state) { return state.joints[law.joint.i].rate_of(law.direction); };
    note(slopes_of(law, p_, value_of(law)), calc_answer(pair, rate), joint.name, found_.held);
  }

  template <class Kind>
  void ask(const Kind& contact, double load, const std::string& name) {
    std::array<Pose<double>, Kind::ends> own, X_WB;
    own.fill(Pose<double>::identity());
    for (std::size_t i = 0; i < X_WB.size(); ++i) X_WB[i] = start_.X_WB[contact.bodies[i].i];
    const auto d = contact.prepare(p_, own);
    const Touch<double> touch = contact.calc_touch(start_.t, p_, X_WB);
    const std::array<Slopes, 2> slopes = slopes_of(contact, d, {touch.n, touch.t1, touch.t2}, load);
    const std::array<Vec3<double>, 2> axes{touch.n, touch.t1};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto speed_of = [&](const State<double>& state, BodyIndex b) {
        const Vec3<double> w = state.X_WB[b.i].R * state.V_WB[b.i].w;
        return b == world ? 0 : dot(axes[k], state.V_WB[b.i].v + cross(w, touch.point_W - start_.X_WB[b.i].p));
      };
      std::vector<Impulse> pair;
      for (int i = 0; i < Kind::ends; ++i) {
        const BodyIndex b = contact.bodies[i];
        const Vec3<double> e = i == 0 ? axes[k] : -axes[k];
        if (b != world) pair.push_back({b, {cross(touch.point_W - start_.X_WB[b.i].p, e), e}});
      }
      const auto speed = [&](const State<double>& state) {
        return speed_of(state, contact.bodies[0]) - (Kind::ends == 2 ? speed_of(state, contact.bodies[Kind::ends - 1]) : 0);
      };
      const double answer = calc_answer(pair, speed);
      note({slopes[k].k, 0}, answer, name, found_.left);
      note({0, slopes[k].c}, answer, name, is_stiff<Kind> ? found_.held : found_.left);
    }
  }

  /// 1/m of (2).
  template <class Speed>
  double calc_answer(const std::vector<Impulse>& pair, Speed&& speed) {
    State<double> pushed = start_;
    kernel_.update_jump(pair, pushed);
    return std::abs(speed(pushed) - speed(still_));
  }
  static void note(const Slopes& slopes, double answer, const std::string& part, Stiffness::Fastest& fastest) {
    const double rate = std::max(slopes.c * answer, std::sqrt(slopes.k * answer));  // (1)
    if (rate > fastest.rate) fastest = {rate, part};
  }

  const System& system_;
  const Parameters<double>& p_;
  const Structure& structure_;
  const State<double>& start_;
  Kernel<double>& kernel_;
  State<double> still_;
  Stiffness found_;
};

}  // namespace

Stiffness find_stiffness(const System& system, const Parameters<double>& p, const Structure& structure,
                         const State<double>& start, Kernel<double>& kernel) {
  return Search(system, p, structure, start, kernel).find();
}

}  // namespace pintle
