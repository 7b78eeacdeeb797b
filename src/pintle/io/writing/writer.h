#pragma once
#include <string>

#include "pintle/model/model.h"

namespace pintle {

/// The model as a file of SI numbers, with the expressions that live in a run as text. read_model_text gives it back bit by
/// bit; other YAML readers see the same numbers, since every one has a point and a sign in its exponent: 1.0e-03. What no
/// expression reads any more, parameters above all, is left out. Instances must have been turned before.
std::string write_model(const Model& model);

/// The shortest text that reads back to the same bits.
std::string write_number(double x);

}  // namespace pintle
