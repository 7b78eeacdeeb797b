#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "pintle/base/error.h"
#include "pintle/model/constraint_rules.h"
#include "pintle/model/time_derivative.h"
#include "pintle/system/make_parts.h"
#include "pintle/system/smooth.h"

/// ConstraintPart → ConstraintRecord. What lives becomes outputs of System::living, with its time derivatives: L, L̇, L̈ of a
/// length; coefficients, value, then their rates of a velocity row (model/time_derivative.h).
namespace pintle {
namespace {

/// A function of time that is told to bodies, with the sentence for one that jumps.
struct Told {
  int output;  // the function, its derivative and, of a length, its second one
  bool is_length;
  std::string where;
};

/// Makes the record of one constraint.
class ConstraintMaker {
 public:
  ConstraintMaker(Making& making, const ConstraintPart& part, std::vector<Told>& told)
      : making_(making), part_(part), told_(told), where_(where_of(PartKind::constraint, part.name)) {}

  ConstraintRecord make() {
    ConstraintRecord record;
    record.name = part_.name;
    record.active = part_.active;
    std::visit([&](const auto& kind) { fill(kind, record); }, part_.kind);
    return record;
  }

 private:
  System& system() const { return making_.system; }
  BodyIndex body(const std::string& name, const char* key) const { return body_named(system().names, name, where_ + key); }
  bool lives(const Number& n) const { return making_.lives(n); }
  Expr expr_of(const Number& n) { return n.expr.exists() ? n.expr : making_.growing().constant(n.value); }

  static void add_row(const std::string& name, bool angular, ConstraintRecord& record) {
    record.rows.push_back(name);
    record.angular.push_back(angular);
  }
  /// The rows of a type that says them.
  template <class Form>
  static void add_rows(const Form&, ConstraintRecord& record) {
    if constexpr (requires { Form::rows; })
      for (const ConstraintRowWord& row : Form::rows) add_row(std::string(row.name), row.reaction == "N*m", record);
    else
      add_row("", Form::reaction == "N*m", record);
  }
  std::array<BodyIndex, 2> add_bodies(const std::string& a, const std::string& b, const char* key,
                                      ConstraintRecord& record) const {
    if (a == b) throw Error(where_ + key, fmt::format("both sides are {}; a constraint is between two bodies", a));
    record.bodies = {body(a, key), body(b, key)};
    return {record.bodies[0], record.bodies[1]};
  }
  /// `normal` or `axis`, fixed to the first body.
  Slot3 put_direction(BodyIndex on, const Vector& v, const char* key) const {
    const BodyIndex axes = part_.axes ? body(*part_.axes, ".axes") : world;
    return making_.put([&r = making_.reference, &m = making_.model, &v, on, axes, instance = part_.instance,
                        where = where_ + key] { return r.direction_on(m, on, v, axes, instance, where); });
  }

  void fill(const DistancePart& part, ConstraintRecord& record) {
    const auto [a, b] = add_bodies(part.at[0].body, part.at[1].body, ".at", record);
    add_rows(part, record);
    Distance distance{making_.put_point(a, part.at[0], part_.instance), making_.put_point(b, part.at[1], part_.instance),
                      making_.put_plain(part.length)};
    if (lives(part.length))
      distance.living = add_length(part.length);
    else
      making_.now_and_again([&length = part.length, where = where_] {
        if (!(length > 0) || !std::isfinite(length))
          throw Error(where + ".length",
                      fmt::format("{} m; give a length above zero, or join the points by a ball joint", length.value));
      });
    record.kind = distance;
  }

  int add_length(const Number& length) {
    if (making_.model.graph.reads(length.expr, InputKind::signal))
      throw Error(where_ + ".length",
                  "reads a signal; a length is a function of time alone: use a force between the two points "
                  "for what depends on the motion");
    Graph& graph = making_.growing();
    const Expr time = graph.input(InputKind::time, "", 0);
    const Expr rate = graph.derivative(length.expr, time), second = graph.derivative(rate, time);
    making_.laws.push_back(length.expr);
    const int first = put(length, length.expr, ".length", "");
    put(length, rate, ".length", "the rate of ");
    put(length, second, ".length", "the second derivative of ");
    told_.push_back({first, true, where_ + ".length"});
    return first;
  }

  void fill(const PointOnPlanePart& part, ConstraintRecord& record) {
    const auto [a, b] = add_bodies(part.at[0].body, part.at[1].body, ".at", record);
    add_rows(part, record);
    record.kind = PointInPlane{making_.put_point(a, part.at[0], part_.instance), making_.put_point(b, part.at[1], part_.instance),
                               put_direction(a, part.normal, ".normal")};
  }

  void fill(const RelativeRotationPart& part, ConstraintRecord& record) {
    const auto [a, b] = add_bodies(part.between[0], part.between[1], ".between", record);
    add_rows(part, record);
    record.kind = RelativeRotation{put_direction(a, part.axis, ".axis")};
  }

  /// Reads a direction of a joint, whose bodies are among the ends.
  JointCoordinate add_coordinate(JointIndex j, Direction d, ConstraintRecord& record) const {
    const JointRecord& joint = system().joint(j);
    record.reads.push_back({j, d});
    return {joint.X_PF, joint.X_CM, axis_of(d), is_translation(d)};
  }

  /// d and θ of a joint that slides along and turns about one axis; its bodies become the ends.
  std::array<JointCoordinate, 2> add_slide_and_turn(const std::string& name, ConstraintRecord& record) const {
    const JointIndex j = joint_named(system().names, name, where_ + ".joint");
    const JointRecord& joint = system().joint(j);
    const auto axis = find_screw_axis(joint.type);
    if (!axis)
      throw Error(where_ + ".joint",
                  fmt::format("{} ({}) does not slide along and turn about one and the same axis, with no other rotation; take a "
                              "cylindrical joint",
                              joint.name, joint.type.name));
    record.bodies = {joint.parent, joint.child};
    const JointCoordinate slide = add_coordinate(j, static_cast<Direction>(*axis), record);
    return {slide, add_coordinate(j, static_cast<Direction>(*axis + 3), record)};
  }

  void fill(const ScrewPart& part, ConstraintRecord& record) {
    const auto [slide, turn] = add_slide_and_turn(part.joint, record);
    add_rows(part, record);
    record.kind = Screw{slide, turn, making_.put(part.pitch)};
  }

  Direction geared_direction(const JointRecord& joint, const GearPart::Side& side) const {
    const std::string where = where_ + ".joints";
    const auto d = find_geared_direction(joint.type, side.direction);
    if (!d)
      throw Error(where, fmt::format("{} ({}) has {} directions; say which one, for example {}.rz", joint.name, joint.type.name,
                                     joint.type.freedoms(), joint.name));
    if (const std::string trouble = find_gear_trouble(joint.type, *d); !trouble.empty())
      throw Error(where, fmt::format("{} ({}) {}", joint.name, joint.type.name, trouble));
    return *d;
  }

  void fill(const GearPart& part, ConstraintRecord& record) {
    Gear gear{};
    std::array<CoordinateOf, 2> of{};
    for (std::size_t k = 0; k < 2; ++k) {
      const JointIndex j = joint_named(system().names, part.joints[k].joint, where_ + ".joints");
      const JointRecord& joint = system().joint(j);
      of[k] = {j, geared_direction(joint, part.joints[k])};
      record.bodies.insert(record.bodies.end(), {joint.parent, joint.child});
      (k == 0 ? gear.first : gear.second) = add_coordinate(j, of[k].direction, record);
    }
    if (of[0].joint == of[1].joint && of[0].direction == of[1].direction)
      throw Error(where_ + ".joints",
                  fmt::format("both are {} of {}; give two coordinates", name_of(of[0].direction), part.joints[0].joint));
    making_.now_and_again([&ratio = part.ratio, where = where_] {
      if (!(ratio != 0) || !std::isfinite(ratio))
        throw Error(where + ".ratio", fmt::format("{}; give a ratio other than zero, or lock the joint", ratio.value));
    });
    gear.ratio = making_.put(part.ratio);
    add_row("", !is_translation(of[1].direction), record);
    record.kind = gear;
  }

  void fill(const VelocityPart& part, ConstraintRecord& record) {
    const BodyIndex b = body(part.body, ".body"), axes = part.axes ? body(*part.axes, ".axes") : world;
    if (b == world) throw Error(where_ + ".body", "is the world, which does not move; give a body");
    if (part.rows.empty() || part.rows.size() > static_cast<std::size_t>(most_rows))
      throw Error(where_ + ".rows", fmt::format("has {} rows; give one to {}", part.rows.size(), most_rows));
    record.bodies = {b, axes};
    const Slot3 p_BP = put_velocity_point(part, b);
    VelocityRows rows(p_BP, axes == world, making_.put_turn(axes, part_.instance));
    for (const VelocityRow& row : part.rows) {
      if (std::ranges::find(record.rows, row.name) != record.rows.end())
        throw Error(where_ + ".rows", fmt::format("there are two rows {}; rename one", row.name));
      add_row(row.name, !has_linear_part(row), record);
      rows.list.push_back(make_row(row));
    }
    record.kind = std::move(rows);
  }

  Slot3 put_velocity_point(const VelocityPart& part, BodyIndex b) const {
    if (part.at.body == part.body) return making_.put_point(b, part.at, part_.instance);
    if (part.at.body != "world")
      throw Error(where_ + ".at", fmt::format("is a point on {}, the constraint is about {}; give a point on {}, or one in the "
                                              "world as a list",
                                              part.at.body, part.body, part.body));
    return making_.put(
        [&r = making_.reference, b, &p = part.at.p, instance = part_.instance] { return r.world_point_on(b, p, instance); });
  }

  VelocityRows::Row make_row(const VelocityRow& row) {
    const std::string where = fmt::format("{}.rows.{}", where_, row.name);
    const Vector &c = row.linear, &d = row.angular;
    const std::array<const Number*, 7> numbers{&c.x, &c.y, &c.z, &d.x, &d.y, &d.z, &row.value};
    const bool has_life = std::any_of(numbers.begin(), numbers.end() - 1, [&](const Number* n) { return lives(*n); });
    making_.now_and_again([numbers, has_life, where, angular = !has_linear_part(row), &row] {
      if (!has_life && std::all_of(numbers.begin(), numbers.end() - 1, [](const Number* n) { return n->value == 0; }))
        throw Error(where, "is zero throughout; give linear, angular or both");
      if (angular != !has_linear_part(row))
        throw Error(where, "its linear part appears or disappears, which makes it another row; read the model again");
    });
    VelocityRows::Row out{making_.put_plain(c), making_.put_plain(d), making_.put_plain(row.value)};
    if (std::ranges::none_of(numbers, [&](const Number* n) { return lives(*n); })) return out;
    out.living = static_cast<int>(making_.living.size());
    const std::string key = ".rows." + row.name;
    for (const Number* n : numbers) {
      check_signals(*n, where);
      if (lives(*n)) making_.laws.push_back(n->expr);
      put(*n, expr_of(*n), key, "");
    }
    for (const Number* n : numbers)
      put(*n, make_time_derivative(making_.growing(), system().names, expr_of(*n)), key, "the rate of ");
    if (lives(row.value) && !making_.model.graph.reads(row.value.expr, InputKind::signal))
      told_.push_back({out.living + 6, false, where + ".value"});
    return out;
  }

  /// A number that is told, or a derivative of it, as an output of System::living.
  int put(const Number& told, Expr e, const std::string& key, const char* of) {
    Origin origin = making_.formulas.make_origin(making_.graph(), expr_of(told), part_.active ? where_ + key : "");
    origin.text = of + origin.text;
    return making_.put_living(e, std::move(origin));
  }

  void check_signals(const Number& number, const std::string& where) const {
    if (!number.expr.exists()) return;
    for (int i : making_.model.graph.inputs_of(number.expr)) {
      const Input& input = making_.model.graph.inputs()[i];
      if (input.kind != InputKind::signal) continue;
      const std::vector<Signal> signals = find_signals(system().names, input.name);
      if (signals.size() != 1 || !is_position(signals.front()))
        throw Error(where, fmt::format("reads {}, which is no position; a velocity row reads time, positions and attitudes of "
                                       "bodies, positions of points and joint coordinates",
                                       input.name));
    }
  }

  Making& making_;
  const ConstraintPart& part_;
  std::vector<Told>& told_;
  std::string where_;
};

/// A length and its rate, and a velocity, must not jump.
class SmoothCheck {
 public:
  SmoothCheck(Making& making, std::vector<Told> told)
      : system_(making.system), until_(making.model.run.until), told_(std::move(told)) {
    std::vector<Expr> outputs, laws;
    std::vector<Origin> origins;
    for (std::size_t k = 0; k < told_.size(); ++k) {
      const Told& one = told_[k];
      const auto from = making.living.begin() + one.output;
      const int place = static_cast<int>(outputs.size());
      const std::vector<int> parts = one.is_length ? std::vector{0, 1, 2} : std::vector{0, 7};
      for (const int i : parts) {
        outputs.push_back(from[i]);
        origins.push_back(making.origins[one.output + i]);
      }
      for (int level = 0; level < (one.is_length ? 2 : 1); ++level) watched_.push_back({place + level, place});
      laws.push_back(*from);
      owner_.resize(outputs.size(), k);
    }
    formula_ = making.formulas.make(making.graph(), outputs, "constraints");
    formula_.origins = std::move(origins);
    kinks_ = make_time_laws(making.growing(), laws, making.formulas);
  }

  void go() const {
    if (kinks_.kinks.empty()) return;
    const auto jump = find_jump(formula_, system_.nominal, KinkTimes(kinks_, system_.nominal, until_), until_, watched_);
    if (!jump) return;
    if (!std::isfinite(jump->after)) check_behind(formula_, system_.nominal, jump->t);
    const auto at = static_cast<std::size_t>(jump->output);
    const Told& one = told_[owner_[at]];
    const bool first = at == 0 || owner_[at - 1] != owner_[at];
    throw Error(one.where, fmt::format("{}jumps at t = {:.6g} s, from {:.6g} to {:.6g}; give one that goes on smoothly, "
                                       "of a table for example interpolate: cubic",
                                       first ? "" : "its rate ", jump->t, jump->before, jump->after));
  }

 private:
  const System& system_;
  double until_;
  std::vector<Told> told_;
  std::vector<std::size_t> owner_;  // by output
  std::vector<Watched> watched_;
  Formula formula_;
  TimeLaws kinks_;
};

}  // namespace

void update_constraints(Making& making) {
  System& system = making.system;
  std::vector<Told> told;
  for (const ConstraintPart& part : making.model.constraints) {
    ConstraintRecord record = ConstraintMaker(making, part, told).make();
    record.first = system.multipliers;
    system.multipliers += record.row_count();
    system.constraints.push_back(std::move(record));
  }
  if (told.empty()) return;
  const auto smooth = std::make_shared<SmoothCheck>(making, std::move(told));
  making.now_and_again([smooth] { smooth->go(); });
}

}  // namespace pintle
