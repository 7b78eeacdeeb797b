#include "pintle/io/writing/writer.h"

#include <fmt/core.h>

#include <unordered_map>

#include "pintle/base/check.h"
#include "pintle/io/writing/braces.h"
#include "pintle/io/writing/write_parts.h"

namespace pintle {
namespace {

/// "bodies:", then a line for every part.
class SectionText {
 public:
  explicit SectionText(std::string_view key) : text_(fmt::format("{}:\n", key)) {}
  void add(const std::string& name, const std::string& value) {
    text_ += fmt::format("  {}: {}\n", write_name(name), value);
    empty_ = false;
  }
  std::string str() const { return empty_ ? "" : text_; }

 private:
  std::string text_;
  bool empty_ = true;
};

std::string write_bodies(const Model& model, ExpressionWriter& expressions) {
  SectionText bodies("bodies"), points("points");
  for (const BodyPart& part : model.bodies) bodies.add(part.name, write_body(part, expressions));
  for (const PointPart& part : model.points) points.add(part.name, write_point(part, expressions));
  return bodies.str() + points.str();
}

std::string write_elements(const Model& model, ExpressionWriter& expressions) {
  SectionText joints("joints"), constraints("constraints"), forces("forces"), surfaces("surfaces"), contacts("contacts");
  for (const JointPart& part : model.joints) joints.add(part.name, write_joint(part, expressions));
  for (const ConstraintPart& part : model.constraints) constraints.add(part.name, write_constraint(part, expressions));
  for (const auto& [name, text] : write_forces(model, expressions)) forces.add(name, text);
  for (const SurfacePart& part : model.surfaces) surfaces.add(part.name, write_surface(part, expressions));
  for (const ContactPart& part : model.contacts) contacts.add(part.name, write_contact(part, expressions));
  return joints.str() + constraints.str() + forces.str() + surfaces.str() + contacts.str();
}

std::string write_initial(const Model& model) {
  std::unordered_map<std::string_view, const JointType*> types;
  for (const JointPart& joint : model.joints) types[joint.name] = &joint.type;
  SectionText initial("initial");
  for (const BodyStart& part : model.body_starts) initial.add(part.body, write_body_start(part));
  for (const JointStart& part : model.joint_starts) {
    const auto type = types.find(part.joint);
    initial.add(part.joint, write_joint_start(part, type == types.end() ? nullptr : type->second));
  }
  return initial.str();
}

std::string write_observed(const Model& model, ExpressionWriter& expressions) {
  SectionText controllers("controllers"), events("events"), signals("signals"), measures("measures");
  for (const ControllerPart& part : model.controllers) controllers.add(part.name, write_controller(part, expressions));
  for (const EventPart& part : model.events) events.add(part.name, write_event(part, expressions));
  for (const SignalPart& part : model.signals) signals.add(part.name, expressions.write(part.value, part.unit, "="));
  for (const MeasurePart& part : model.measures) measures.add(part.name, write_measure(part, expressions));
  return controllers.str() + events.str() + signals.str() + measures.str();
}

/// What the expressions that were written still need.
std::string write_words(const Model& model, ExpressionWriter& expressions) {
  SectionText parameters("parameters"), functions("functions");
  for (std::size_t known = 0; known != expressions.word_count();) {  // parameters that parameters need
    known = expressions.word_count();
    for (const ParameterPart& part : model.parameters)
      if (expressions.has_word(part.name)) write_parameter(part, expressions);
  }
  for (const ParameterPart& part : model.parameters)
    if (expressions.has_word(part.name)) parameters.add(part.name, write_parameter(part, expressions));
  for (const FunctionPart& part : model.functions)
    if (expressions.has_word(part.name)) functions.add(part.name, write_function(part, model.graph));
  return parameters.str() + functions.str();
}

}  // namespace

std::string write_model(const Model& model) {
  PINTLE_CHECK(model.instances.empty(), "a model with turned instances has no file of its own; turn them first");
  ExpressionWriter expressions(model);
  const std::string gravity = expressions.write_living(model.gravity, "m/s^2"), bodies = write_bodies(model, expressions);
  const std::string elements = write_elements(model, expressions), observed = write_observed(model, expressions);
  const std::string particles =
      model.particles ? fmt::format("particles: {}\n", write_particles(*model.particles, expressions)) : "";
  return fmt::format("pintle: 1\nname: {}\ngravity: {}\n{}{}{}{}{}{}run: {}\n", write_text(model.name), gravity,
                     write_words(model, expressions), particles, bodies, elements, write_initial(model), observed,
                     write_run(model.run, expressions));
}

}  // namespace pintle
