#include "pintle/system/case_maker.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/model/visit_numbers.h"
#include "pintle/system/make_system.h"

namespace pintle {

CaseMaker::CaseMaker(Model model) : model_(std::move(model)) {
  visit_numbers(model_, [&](Number& number) {
    if (number.expr.exists()) numbers_.push_back(&number);
  });
}

void CaseMaker::set(std::string_view name, double value) {
  const std::string where = fmt::format("parameters.{}", name);
  const auto found = std::ranges::find(model_.parameters, name, &ParameterPart::name);
  if (found == model_.parameters.end()) throw Error(where, "there is no such parameter; mend the name");
  if (found->structural) throw Error(where, "decides what exists; read the model again with the new value");
  const Expr expr = found->value.expr;
  if (!expr.exists() || model_.graph.node(expr).op != Op::input)
    throw Error(where, "follows from other parameters; set those, or give it a value of its own in the file");
  model_.graph.set_nominal(model_.graph.node(expr).a, value);
}

Case CaseMaker::make() {
  model_.graph.update_values();
  for (Number* number : numbers_) number->value = model_.graph.value(number->expr);
  System system = make_system(model_);
  return {std::move(system.nominal), std::move(system.start)};
}

}  // namespace pintle
