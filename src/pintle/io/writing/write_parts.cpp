#include "pintle/io/writing/write_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "pintle/base/check.h"
#include "pintle/base/joined.h"
#include "pintle/io/described.h"
#include "pintle/io/expression.h"
#include "pintle/io/members.h"
#include "pintle/io/parts/actions.h"
#include "pintle/io/writing/writer.h"

namespace pintle {
namespace {

std::string write_inertia(const Tensor& I, ExpressionWriter& expressions) {
  const auto is_zero = [](const Number& n) { return n.value == 0 && !std::signbit(n.value) && !n.expr.exists(); };
  const auto write = [&](const Number& n) { return expressions.write_living(n, "kg*m^2"); };
  if (is_zero(I.xy) && is_zero(I.xz) && is_zero(I.yz)) return fmt::format("[{}, {}, {}]", write(I.xx), write(I.yy), write(I.zz));
  Braces out;
  out.add("xx", write(I.xx)).add("yy", write(I.yy)).add("zz", write(I.zz));
  return out.add("xy", write(I.xy)).add("xz", write(I.xz)).add("yz", write(I.yz)).str();
}

std::string write_shape(const Shape& shape) {
  const auto [a, b, c] = shape.size;
  switch (shape.kind) {
    case Shape::Kind::box: return Braces().add("box", write_vector({a, b, c})).str();
    case Shape::Kind::sphere: return Braces().add("sphere", Number(a)).str();
    case Shape::Kind::cylinder:
      return Braces().add("cylinder", Braces().add("radius", Number(a)).add("length", Number(b)).str()).str();
    case Shape::Kind::prism:
      return Braces().add("prism", Braces().add("sides", Number(a)).add("width", Number(b)).add("height", Number(c)).str()).str();
    case Shape::Kind::mesh: return Braces().add("mesh", write_text(shape.file)).str();
  }
  return "{}";
}

std::string write_point_on(const PointOn& point, ExpressionWriter& expressions) {
  return Braces().add(write_name(point.body), expressions.write_living(point.p, "m")).str();
}

std::string write_list(const std::vector<std::string>& items) { return "[" + joined(items) + "]"; }

}  // namespace

ExpressionWriter::ExpressionWriter(const Model& model) : model_(model) {
  const auto add = [&](const std::string& path) {
    constexpr std::string_view section = "parameters.";
    const std::string name = path.starts_with(section) ? path.substr(section.size()) : path;
    const std::vector<Input>& inputs = model.graph.inputs();
    for (std::size_t i = 0; i < inputs.size() && name.find('.') == name.npos; ++i)
      if (inputs[i].kind == InputKind::parameter && inputs[i].name == name) set_.insert(static_cast<int>(i)), words_.insert(name);
  };
  for (const EventPart& event : model.events)
    for (const Action& action : event.actions)
      if (const auto* set = std::get_if<SetAction>(&action))
        for (const SetAction::Value& value : set->values) add(value.path);
  for (const ControllerPart& controller : model.controllers)
    for (const ControllerPart::Output& output : controller.outputs) add(output.path);
}

bool ExpressionWriter::follows(Expr expr) const {
  return !set_.empty() && expr.exists() &&
         std::ranges::any_of(model_.graph.inputs_of(expr), [&](int i) { return set_.contains(i); });
}

std::string ExpressionWriter::write_following(const ParameterPart& parameter) {
  const Expr expr = parameter.value.expr;
  return follows(expr) && model_.graph.node(expr).op != Op::input ? write(expr, "", "=") : "";
}

std::string ExpressionWriter::write(Expr expr, std::string_view unit, std::string_view before) {
  const std::string text = find_text(model_, expr, unit.empty() ? Dimension() : parse_unit(unit).dimension);
  PINTLE_CHECK(!text.empty(), "an expression of the model has no text in Model::expressions");
  std::string word;
  for (char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
    } else {
      if (!word.empty()) words_.insert(word);
      word.clear();
    }
  }
  return write_text(fmt::format("{}{}", before, text));
}

std::string ExpressionWriter::write_living(const Number& number, std::string_view unit) {
  const bool lives = number.expr.exists() && (model_.graph.is_living(number.expr) || follows(number.expr));
  return lives ? write(number.expr, unit, "=") : write_number(number.value);
}

std::string ExpressionWriter::write_living(const Vector& v, std::string_view unit) {
  return write_list({write_living(v.x, unit), write_living(v.y, unit), write_living(v.z, unit)});
}

std::string write_parameter(const ParameterPart& parameter, ExpressionWriter& expressions) {
  if (const std::string text = expressions.write_following(parameter); !text.empty()) return text;
  if (parameter.list.empty()) return write_quantity(parameter.value, parameter.dimension, parameter.bare);
  std::vector<std::string> elements;
  for (const Number& element : parameter.list) elements.push_back(write_quantity(element, parameter.dimension, parameter.bare));
  return write_list(elements);
}

std::string write_function(const FunctionPart& function, const Graph& graph) {
  const Table& table = graph.tables()[function.table];
  constexpr std::string_view outside[] = {"hold", "zero", "extrapolate", "error"};
  std::vector<std::string> points;
  for (std::size_t i = 0; i < table.x.size(); ++i)
    points.push_back(write_list({write_quantity(table.x[i], function.x, function.x == Dimension{}),
                                 write_quantity(table.y[i], function.y, function.bare_y)}));
  Braces out;
  if (!function.of.empty()) out.add("of", write_text(function.of));
  out.add("points", write_list(points)).add("interpolate", table.interpolate == Interpolate::linear ? "linear" : "cubic");
  if (function.says_outside || table.outside != Outside::hold)  // who does not say it is told when the table is left
    out.add("outside", std::string(outside[static_cast<std::size_t>(table.outside)]));
  return out.str();
}

std::string write_particles(const ParticlesPart& particles, ExpressionWriter& expressions) {
  Braces out;
  out.add("file", write_text(particles.file));
  if (!particles.bonds_file.empty()) out.add("bonds", write_text(particles.bonds_file));
  if (!particles.pairs) return out.str();
  const ParticlesPart::Pairs& pairs = *particles.pairs;
  Braces law;
  law.add("depth", expressions.write_living(pairs.depth, "J")).add("distance", expressions.write_living(pairs.distance, "m"));
  law.add("fade", expressions.write_living(pairs.fade, "m")).add("cutoff", expressions.write_living(pairs.cutoff, "m"));
  return out.add("pairs", law.str()).str();
}

std::string write_body(const BodyPart& body, ExpressionWriter& expressions) {
  Braces out;
  if (!body.group.empty()) {
    out.add("group", write_text(body.group));
    if (body.shape) out.add("shape", write_shape(*body.shape));
    return out.str();
  }
  out.add("mass", expressions.write_living(body.mass, "kg"))
      .add("inertia", write_inertia(body.inertia, expressions))
      .add("at", body.at)
      .add(body.rotation);
  if (body.shape) out.add("shape", write_shape(*body.shape));
  return out.str();
}

std::string write_point(const PointPart& point, ExpressionWriter& expressions) {
  return Braces().add("at", write_point_on(point.at, expressions)).str();
}

namespace {

/// One of several laws, under its word.
template <class List, class Variant>
std::string write_law(const Variant& given, ExpressionWriter& expressions) {
  Braces out;
  List::for_each([&]<class Kind>(std::type_identity<Kind>) {
    if (const auto* law = std::get_if<NumbersOf<Kind>>(&given)) {
      out.add("law", std::string(Kind::word));
      write_described(*law, expressions, out);
    }
  });
  return out.str();
}

}  // namespace

template <class Kind>
std::string write_force(const ForcePart<Kind>& force, ExpressionWriter& expressions) {
  Braces out, at;
  for (const PointOn& point : force.at) at.add(write_name(point.body), expressions.write_living(point.p, "m"));
  out.add("at", at.str());
  if (force.axes) out.add("axes", write_name(*force.axes));
  write_described(force.law, expressions, out);
  if (!force.active) out.add("active", std::string("false"));
  return out.str();
}

std::vector<std::pair<std::string, std::string>> write_forces(const Model& model, ExpressionWriter& expressions) {
  std::vector<std::pair<std::string, std::string>> texts;
  model.forces.for_each([&](const auto& force) { texts.emplace_back(force.name, write_force(force, expressions)); });
  return texts;
}

std::string write_surface(const SurfacePart& surface, ExpressionWriter& expressions) {
  Braces out;
  SurfaceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    Braces map;
    if (const auto* form = std::get_if<NumbersOf<Kind>>(&surface.form)) {
      write_described(*form, expressions, map);
      out.add(Kind::word, map.str());
    }
  });
  if (surface.on) out.add("on", write_name(*surface.on));
  out.add("normal", write_law<NormalKinds>(surface.normal, expressions));
  if (surface.friction) out.add("friction", write_law<FrictionKinds>(*surface.friction, expressions));
  return out.str();
}

std::string write_contact(const ContactPart& contact, ExpressionWriter& expressions) {
  Braces out;
  out.add("at", write_point_on(contact.at, expressions)).add("surface", write_name(contact.surface));
  std::visit([&](const auto& shape) { write_described(shape, expressions, out); }, contact.shape);
  return out.add("scale", expressions.write_living(contact.scale, "1")).str();
}

std::string write_body_start(const BodyStart& start) {
  Braces out;
  out.add("at", start.at).add(start.rotation).add("velocity", start.velocity).add("angular_velocity", start.angular_velocity);
  if (const auto& lower = start.lower_onto)
    out.add("lower_onto", Braces().add("surface", write_name(lower->surface)).add("gap", lower->gap).str());
  return out.str();
}

std::string write_event(const EventPart& event, ExpressionWriter& expressions) {
  std::vector<std::string> actions;
  for (const Action& action : event.actions) actions.push_back(write_action(action, expressions));
  Braces out;
  out.add("when", expressions.write(event.condition, "")).add("do", write_list(actions));
  if (!event.after.empty()) out.add("after", write_name(event.after));
  if (event.duration) out.add("for", expressions.write_living(*event.duration, "s"));
  if (event.rearm) out.add("rearm", std::string("true"));
  if (!event.active) out.add("active", std::string("false"));
  return out.str();
}

std::string write_controller(const ControllerPart& controller, ExpressionWriter& expressions) {
  Braces out, set;
  std::vector<std::string> inputs, outputs;
  for (const ControllerPart::Input& input : controller.inputs) inputs.push_back(write_text(input.text));
  for (const ControllerPart::Output& output : controller.outputs) {
    outputs.push_back(write_text(output.path));
    set.add(write_text(output.path), expressions.write_living(output.value));
  }
  if (controller.every)
    out.add("every", expressions.write_living(*controller.every, "s"));
  else
    out.add("when", expressions.write(controller.condition, "")).add("otherwise", controller.keeps ? "keep" : "restore");
  if (controller.library.empty()) return out.add("set", set.str()).str();
  return out.add("library", write_text(controller.library))
      .add("inputs", write_list(inputs))
      .add("outputs", write_list(outputs))
      .str();
}

std::string write_measure(const MeasurePart& measure, ExpressionWriter& expressions) {
  const TakeFacts& facts = facts_of(measure.take);
  return Braces()
      .add("of", expressions.write(measure.of, facts.of_condition ? "" : measure.unit))
      .add("take", std::string(facts.word))
      .str();
}

std::string write_run(const RunPart& run, ExpressionWriter& expressions) {
  Braces out;  // what is solved, then how exactly
  const auto is_how = [](const auto& field) {
    return field.name == "rtol" || field.name == "atol" || field.name == "dt" || field.name == "max_step";
  };
  write_members(out, run, expressions, false, [&](const auto& field) { return !is_how(field); });
  return write_members(out, run, expressions, false,
                       [&](const auto& field) {
                         return is_how(field) && (field.name != "rtol" || run.integrator != "auto" || run.asks_for_tolerance());
                       })
      .str();
}

}  // namespace pintle
