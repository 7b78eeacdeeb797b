#pragma once
#include <string>

namespace pintle {

/// The JSON Schema (draft 2020-12) of the study file, for editors, as that of model files (io/schema/json_schema.h).
std::string make_study_json_schema();

}  // namespace pintle
