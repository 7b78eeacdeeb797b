#pragma once
#include <string_view>

#include "pintle/expressions/parse.h"
#include "pintle/model/model.h"
#include "pintle/model/names.h"

/// Expressions of a model that is made by a program: `model.joints[0].motors[Direction::rz] = make_number(model,
/// "2 N*m*sin(3 rad/s*time)", "N*m")`. Parts that an expression names must be there before it.
namespace pintle {

/// The names of a model: parameters, tables, time, signals of its parts.
class ModelScope : public Scope {
 public:
  /// `living`: time and signals may be read.
  ModelScope(Model& model, const NameTable& names, bool living) : model_(model), names_(names), living_(living) {}

  Meaning find(std::string_view name) override;
  Meaning find_element(std::string_view name, int element) override;
  std::vector<Meaning> find_all(std::string_view name) override;
  std::optional<TableMeaning> find_table(std::string_view name) override;

 private:
  Model& model_;
  const NameTable& names_;
  bool living_;
};

/// A parameter with its value and unit, "900 kg"; later expressions know its name. Throws Error if the name is taken.
void add_parameter(Model& model, const std::string& name, std::string_view quantity);

/// A number from an expression, living if it says so. Throws Error with a sentence.
Number make_number(Model& model, std::string_view text, std::string_view unit);

/// True or false, as the `when` of an event.
Expr make_when(Model& model, std::string_view text);

}  // namespace pintle
