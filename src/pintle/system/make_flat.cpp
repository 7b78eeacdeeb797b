#include <fmt/core.h>

#include <array>

#include "pintle/system/make_system.h"

namespace pintle {
namespace {

class Flattening {
 public:
  explicit Flattening(Model& model) : model_(model), names_(make_names(model)), reference_(make_reference(model, names_)) {}

  void go() {
    // Points and vectors first: what they say depends on whose body belongs to which instance.
    for (PointPart& part : model_.points) flatten(part.at, part.instance);
    for (ContactPart& part : model_.contacts) {
      if (part.instance == no_instance) continue;
      const Mat3<double> T = reference_.turn_in(model_, body(part.at.body), part.instance);
      std::visit([&](auto& shape) { turn_vectors(T, shape); }, part.shape);
      flatten(part.at, part.instance);
    }
    model_.forces.for_each([&](auto& part) { flatten_force(part); });
    for (ConstraintPart& part : model_.constraints)
      if (part.instance != no_instance) std::visit([&](auto& kind) { flatten(kind, part); }, part.kind);
    for (std::size_t j = 0; j < model_.joints.size(); ++j)
      if (model_.joints[j].instance != no_instance) flatten_joint(j);
    for (SurfacePart& part : model_.surfaces) {
      if (part.instance == no_instance) continue;
      const BodyIndex carrier = part.on ? body(*part.on) : world;
      const Mat3<double> T = reference_.turn_in(model_, carrier, part.instance);
      std::visit(
          [&](auto& form) {
            const Vec3<double> at = reference_.point_on(model_, carrier, form.at, part.instance);
            turn_vectors(T, form);
            form.at = at;
          },
          part.form);
    }
    for (EventPart& event : model_.events)
      for (Action& action : event.actions) std::visit([&](auto& one) { flatten_action(one); }, action);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      BodyPart& body = model_.bodies[b];
      if (body.instance == no_instance) continue;
      body.at = reference_.X_WB[b + 1].p;
      body.rotation = to_quaternion(reference_.X_WB[b + 1].R);
    }
    forget_instances();
  }

 private:
  BodyIndex body(const std::string& name) const { return body_named(names_, name, "repeat"); }

  void flatten(PointOn& point, int instance) const {
    if (instance != no_instance) point.p = reference_.point_on(model_, body(point.body), point.p, instance);
  }

  void flatten(std::array<PointOn, 2>& at, int instance) const {
    for (PointOn& point : at) flatten(point, instance);
  }
  /// A direction, in world axes of the reference configuration from now on.
  void flatten_direction(Vector& direction, ConstraintPart& part) const {
    const BodyIndex axes = part.axes ? body(*part.axes) : world;
    direction = reference_.direction_on(model_, world, direction, axes, part.instance, where_of(PartKind::constraint, part.name));
    part.axes.reset();
  }

  template <class Form>
  void flatten(Form& form, ConstraintPart& part) {
    for_each_pair(form, form, [&]<class Value>(const auto& field, Value& value, auto&) {
      if constexpr (std::is_same_v<Value, std::array<PointOn, 2>>)
        flatten(value, part.instance);
      else if constexpr (std::is_same_v<Value, Vector>)
        field.unit == "m" ? void(value = reference_.world_point_on(world, value, part.instance)) : flatten_direction(value, part);
    });
  }
  void flatten(VelocityPart& kind, ConstraintPart& part) {
    const Mat3<double> T = reference_.turn_in(model_, kind.axes ? body(*kind.axes) : world, part.instance);
    if (kind.at.body == kind.body)
      flatten(kind.at, part.instance);
    else
      kind.at.p = reference_.world_point_on(world, kind.at.p, part.instance);
    for (VelocityRow& row : kind.rows) {
      row.linear = turned(T, row.linear);
      row.angular = turned(T, row.angular);
    }
  }

  /// The vectors of a force are in axes that may turn with its instance.
  template <class Kind>
  void flatten_force(ForcePart<Kind>& part) {
    if (part.instance == no_instance) return;
    for (PointOn& point : part.at) flatten(point, part.instance);
    turn_vectors(reference_.turn_in(model_, part.axes ? body(*part.axes) : world, part.instance), part.law);
  }

  /// Points and vectors of an action, if it says whose it is; the vectors are in the axes that it names.
  template <class Action>
  void flatten_action(Action& action) const {
    if constexpr (requires { action.instance; }) {
      if (action.instance == no_instance) return;
      BodyIndex axes = world;
      if constexpr (requires { action.axes; }) axes = body(action.axes);
      const auto plain = [](const ActionVector& v) { return Vec3<double>{v[0], v[1], v[2]}; };
      const auto put = [](const Vec3<double>& v, ActionVector& to) { to = {v.x, v.y, v.z}; };
      const Mat3<double> T = reference_.turn_in(model_, axes, action.instance);
      for_each_pair(action, action, [&]<class Value>(const auto&, Value& value, auto&) {
        if constexpr (std::is_same_v<Value, ActionPoint>)
          put(reference_.point_on(model_, body(value.body), plain(value.p), action.instance), value.p);
        if constexpr (std::is_same_v<Value, ActionVector>) put(T * plain(value), value);
      });
      action.instance = no_instance;
    }
  }

  template <Described Law>
  void turn_vectors(const Mat3<double>& T, Law& law) {
    for_each_pair(law, law, [&](const auto&, auto& value, auto&) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Vector>) value = turned(T, value);
      if constexpr (Described<std::decay_t<decltype(value)>>) turn_vectors(T, value);
    });
  }

  /// T v, as expressions where v lives.
  Vector turned(const Mat3<double>& T, const Vector& v) {
    const auto lives = [&](const Number& n) { return n.expr.exists() && model_.graph.is_living(n.expr); };
    if (!lives(v.x) && !lives(v.y) && !lives(v.z)) return T * Vec3<double>(v);
    return {turned_row(T.row(0), v), turned_row(T.row(1), v), turned_row(T.row(2), v)};
  }

  Number turned_row(const Vec3<double>& row, const Vector& v) {
    const std::array<const Number*, 3> parts{&v.x, &v.y, &v.z};
    Graph& graph = model_.graph;
    Expr sum = graph.constant(0);
    std::string text;
    double plain = 0;
    for (int k = 0; k < 3; ++k) {
      const Number& part = *parts[k];
      const auto words = part.expr.exists() ? model_.expressions.find(part.expr.i) : model_.expressions.end();
      if (words == model_.expressions.end()) {
        plain += row[k] * part.value;
        continue;
      }
      sum = graph.apply(Op::add, sum, graph.apply(Op::multiply, graph.constant(row[k]), part.expr));
      text += fmt::format("{}{} * ({})", text.empty() ? "" : " + ", write(row[k]), words->second);
    }
    if (text.empty()) return plain;
    sum = graph.apply(Op::add, sum, graph.constant(plain));
    if (plain != 0) text += " + " + write(plain);
    if (graph.is_constant(sum)) return graph.value(sum);
    model_.expressions.emplace(sum.i, text);
    return {graph.value(sum), sum};
  }
  static std::string write(double x) { return x < 0 ? fmt::format("({})", x) : fmt::format("{}", x); }

  void flatten_joint(std::size_t j) {
    JointPart& joint = model_.joints[j];
    const BodyIndex parent = body(joint.parent);
    const Mat3<double> R_WJ = reference_.X_WB[parent.i].R * reference_.X_PF[j].R;
    joint.at = std::array{PointOn{joint.parent, reference_.X_PF[j].p}, PointOn{joint.child, reference_.X_CM[j].p}};
    joint.axes.reset();
    if (joint.type.crossed) {
      joint.axis = R_WJ.column(0);
      joint.second_axis = R_WJ.column(1);
    } else {
      joint.axis = R_WJ.column(2);
      joint.x_axis = R_WJ.column(0);
    }
  }

  void forget_instances() {
    const auto forget = [](auto& parts) {
      for (auto& part : parts) part.instance = no_instance;
    };
    forget(model_.bodies);
    forget(model_.points);
    forget(model_.joints);
    forget(model_.constraints);
    std::apply([&](auto&... list) { (forget(list), ...); }, model_.forces.lists);
    forget(model_.surfaces);
    forget(model_.contacts);
    model_.instances.clear();
  }

  Model& model_;
  NameTable names_;
  Reference reference_;
};

}  // namespace

Model make_flat(Model model) {
  if (!model.instances.empty()) Flattening(model).go();
  return model;
}

}  // namespace pintle
