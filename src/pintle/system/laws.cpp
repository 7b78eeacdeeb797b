#include <fmt/core.h>

#include <set>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/base/limits.h"
#include "pintle/model/foreseen.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

SlotTable put_table(Making& making, const SpringLaw::Table& table) {
  const Slot first = making.put_by([&table](SlotMaker slots) {
    Slot begin;
    for (const auto& [x, y] : table) {
      const Slot slot = slots.put(x.value);
      if (begin.i < 0) begin = slot;
      slots.put(y.value);
    }
    return begin;
  });
  return {first.i, static_cast<int>(table.size())};
}

void check_table(const SpringLaw::Table& table, const std::string& where) {
  if (table.empty()) throw Error(where, "the table has no points; give at least one pair");
  for (std::size_t i = 0; i + 1 < table.size(); ++i)
    if (!(table[i].first < table[i + 1].first))
      throw Error(where, fmt::format("the table's coordinates must ascend, but {} is followed by {}; sort its points",
                                     table[i].first.value, table[i + 1].first.value));
}

/// Where a step must end: by which of its points is decided by the model's numbers, where they are by those of the case.
void add_kinks(Making& making, const JointPart& joint, Direction d, std::string_view what, const SpringLaw::Table& table,
               SlotTable slots) {
  if (table.size() < 2) return;
  Graph& graph = making.growing();
  const char* const quantity = is_translation(d) ? "displacement" : "angle";
  const Expr q = graph.input(InputKind::signal, fmt::format("{}.{}.{}", joint.name, quantity, name_of(d)), 0);
  std::vector<double> x;
  for (const auto& point : table) x.push_back(point.first.value);
  for (const int k : find_kept_points(x)) {
    const Expr at = graph.input(InputKind::parameter, fmt::format("point {} of {}.{}.{}", k, joint.name, name_of(d), what), x[k]);
    making.formulas.bind_input(graph, graph.node(at).a, Slot{slots.i + 2 * k});
    making.law_levels.push_back({q, at});
  }
}

void check_law_direction(const JointPart& joint, Direction d, const std::string& where) {
  if (joint.type.ball && !is_translation(d))
    throw Error(where, fmt::format("a {} has no angle {} for a law to act on; take the type [rx, ry, rz] instead, whose "
                                   "rotations are a sequence of angles",
                                   joint.type.name, name_of(d)));
  if (!joint.type.free.has(d))
    throw Error(where, fmt::format("joint {} ({}) does not move in {}, so nothing can act there; take a type that leaves this "
                                   "direction free",
                                   joint.name, joint.type.name, name_of(d)));
}

/// A number that a file gives as zero or more.
void check_sign(const Number& number, bool was_good, const std::string& where, const char* key) {
  if (was_good && !(number >= 0))
    throw Error(fmt::format("{}.{}", where, key), fmt::format("{} is negative; give zero or more", number.value));
}

void check_limits(const LimitLaw& law, const std::string& where) {
  const double low = law.low ? law.low->value : -infinity, high = law.high ? law.high->value : infinity;
  if (!(low < high)) throw Error(where, fmt::format("low {} is not below high {}; give a range", low, high));
  if (!law.restitution && !(law.stiffness > 0))
    throw Error(where + ".stiffness",
                fmt::format("{}; give a positive stiffness, or restitution in its place", law.stiffness.value));
  if (law.restitution && !(*law.restitution >= 0 && *law.restitution <= 1))
    throw Error(where + ".restitution", fmt::format("{}; give a number from 0 to 1", law.restitution->value));
}

LimitSlots make_limits(Making& making, const LimitLaw& law, const std::string& where) {
  making.now_and_again([&law, where] { check_limits(law, where); });
  making.again([&law, where, was = law.damping.value >= 0] { check_sign(law.damping, was, where, "damping"); });
  const auto put = [&](const std::optional<Number>& number, double without) {
    return number ? making.put(*number) : making.slots().put(without);
  };
  const Slot low = put(law.low, -infinity), high = put(law.high, infinity);
  const Slot stiffness = making.put(law.stiffness), damping = making.put(law.damping);
  LimitSlots out{low, high, stiffness, damping, std::nullopt};
  if (law.restitution) out.restitution = making.put(*law.restitution);
  return out;
}

/// A law stays what it is.
void check_same_law(const FrictionLaw& law, const FrictionLaw& before, const std::string& where) {
  if (law.alpha != before.alpha)
    throw Error(where + ".alpha", fmt::format("{} in place of {} is another law; read the model again with the new value",
                                              law.alpha.value, before.alpha.value));
  for (const auto& [number, key] :
       {std::pair(&FrictionLaw::mu_s, "mu_s"), std::pair(&FrictionLaw::mu_k, "mu_k"), std::pair(&FrictionLaw::vs, "vs"),
        std::pair(&FrictionLaw::sigma0, "sigma0"), std::pair(&FrictionLaw::radius, "radius")})
    if (before.*number > 0 && !(law.*number > 0))
      throw Error(fmt::format("{}.{}", where, key),
                  fmt::format("{} is not positive; give a number above zero", (law.*number).value));
  for (const auto& [number, key] : {std::pair(&FrictionLaw::sigma1, "sigma1"), std::pair(&FrictionLaw::sigma2, "sigma2"),
                                    std::pair(&FrictionLaw::preload, "preload")})
    check_sign(law.*number, before.*number >= 0, where, key);
}

FrictionSlots make_friction(Making& making, const FrictionLaw& law, bool translation, const std::string& where) {
  constexpr double usual_speed = 0.1;  // v_s where none is given [rad/s] or [m/s]
  System& system = making.system;
  making.again([&law, before = law, where] { check_same_law(law, before, where); });
  FrictionSlots out{law.kind,
                    law.alpha == 2,
                    making.put(law.mu_s),
                    making.put(law.mu_k),
                    making.put([&law] { return law.vs > 0 ? law.vs.value : usual_speed; }),
                    making.put(law.sigma0),
                    making.put(law.sigma1),
                    making.put(law.sigma2),
                    translation ? making.slots().put(1.0) : making.put(law.radius),
                    making.put(law.preload),
                    system.frictions++,
                    -1};
  if (law.kind == FrictionKind::lugre) out.bristle = system.bristles++;
  return out;
}

template <class Value>
const Value* find_law(const std::map<Direction, Value>& laws, Direction d) {
  const auto found = laws.find(d);
  return found == laws.end() ? nullptr : &found->second;
}

JointLaw make_law(Making& making, std::size_t j, Direction d) {
  static const SpringLaw none;
  const JointPart& joint = making.model.joints[j];
  const std::string where = where_of(PartKind::joint, joint.name);
  const SpringLaw* spring = find_law(joint.springs, d);
  const Number* motor = find_law(joint.motors, d);
  const LimitLaw* limits = find_law(joint.limits, d);
  const FrictionLaw* friction = find_law(joint.frictions, d);
  const SpringLaw& law = spring ? *spring : none;
  check_law_direction(joint, d,
                      where + (spring     ? ".spring"
                               : motor    ? ".motor"
                               : limits   ? ".limits"
                               : friction ? ".friction"
                                          : ", which a latch is to hold"));
  if (find_law(joint.drivers, d))
    throw Error(where + ".driven", fmt::format("{} is driven, so no other law acts on it; take one of them out", name_of(d)));
  making.now_and_again([&law, stiffness = where + ".spring.stiffness", damping = where + ".spring.damping"] {
    check_table(law.stiffness, stiffness);
    check_table(law.damping, damping);
  });
  const auto at_start = [&start = making.system.start, j, d] { return start.joints[j].value_of(d); };
  const SlotTable stiffness = put_table(making, law.stiffness), damping = put_table(making, law.damping);
  add_kinks(making, joint, d, "stiffness", law.stiffness, stiffness);
  add_kinks(making, joint, d, "damping", law.damping, damping);
  const Slot rest = law.rest ? making.put(*law.rest) : making.put(at_start);
  JointLaw out{
      JointIndex(static_cast<int>(j)), d, stiffness, damping, rest, motor ? making.put(*motor) : making.slots().put(0.0)};
  out.rests_at_start = spring && !law.rest;
  if (motor) out.living = making.add_living(*motor, where + ".motor");
  if (limits) out.limits = make_limits(making, *limits, where + ".limits");
  if (limits && !out.limits->restitution) out.limits->place = making.system.soft_stops++;
  if (friction) out.friction = make_friction(making, *friction, is_translation(d), where + ".friction");
  if (find_latched(making.model, joint).has(d))
    out.latch = LatchSlots{making.slots().put(0.0), making.slots().put(0.0), making.slots().put(0.0)};
  return out;
}

}  // namespace

void update_laws(Making& making) {
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    std::set<Direction> directions;
    const auto add_all = [&](const auto& laws) {
      for (const auto& [d, law] : laws) directions.insert(d);
    };
    add_all(joint.springs);
    add_all(joint.motors);
    add_all(joint.limits);
    add_all(joint.frictions);
    const DirectionSet latched = find_latched(making.model, joint);
    for (Direction d : all_directions)
      if (latched.has(d)) directions.insert(d);
    for (Direction d : directions) making.system.laws.push_back(make_law(making, j, d));
  }
}

}  // namespace pintle
