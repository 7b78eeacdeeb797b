#pragma once
#include <set>
#include <string>

#include "pintle/model/model.h"

namespace pintle {

/// Expressions of a model as text in quotes; it keeps what it has written. What follows from a parameter that events or controllers
/// set is written as an expression, too.
class ExpressionWriter {
 public:
  explicit ExpressionWriter(const Model& model);

  /// The text of an expression in a place of this unit ("" for a condition).
  std::string write(Expr expr, std::string_view unit, std::string_view before = "");
  /// A number, or "=…" if it lives, or follows from what is set.
  std::string write_living(const Number& number, std::string_view unit);
  /// The same where its text stands for one unit alone.
  std::string write_living(const Number& number) { return write_living(number, ""); }
  std::string write_living(const Vector& vector, std::string_view unit);
  /// How a parameter follows from others that are set; empty if it does not.
  std::string write_following(const ParameterPart& parameter);
  /// Whether this word stands in one of the texts: a parameter or a function that is still needed.
  bool has_word(const std::string& word) const { return words_.contains(word); }
  std::size_t word_count() const { return words_.size(); }

 private:
  bool follows(Expr expr) const;

  const Model& model_;
  std::set<std::string> words_;
  std::set<int> set_;  // inputs
};

std::string write_particles(const ParticlesPart& particles, ExpressionWriter& expressions);
std::string write_body(const BodyPart& body, ExpressionWriter& expressions);
std::string write_point(const PointPart& point, ExpressionWriter& expressions);
std::string write_joint(const JointPart& joint, ExpressionWriter& expressions);
std::string write_constraint(const ConstraintPart& constraint, ExpressionWriter& expressions);
/// Names with texts, kind by kind.
std::vector<std::pair<std::string, std::string>> write_forces(const Model& model, ExpressionWriter& expressions);
std::string write_surface(const SurfacePart& surface, ExpressionWriter& expressions);
std::string write_contact(const ContactPart& contact, ExpressionWriter& expressions);
std::string write_body_start(const BodyStart& start);
std::string write_joint_start(const JointStart& start, const JointType* type);
std::string write_event(const EventPart& event, ExpressionWriter& expressions);
std::string write_controller(const ControllerPart& controller, ExpressionWriter& expressions);
std::string write_measure(const MeasurePart& measure, ExpressionWriter& expressions);
std::string write_run(const RunPart& run, ExpressionWriter& expressions);
std::string write_parameter(const ParameterPart& parameter, ExpressionWriter& expressions);
std::string write_function(const FunctionPart& function, const Graph& graph);

}  // namespace pintle
