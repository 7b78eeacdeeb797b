#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/model/model.h"
#include "pintle/system/system.h"

namespace pintle {

struct LoadedModel {
  Model model;
  System system;
};

/// Reads a model file with `--set` values and makes its system. Every mistake is a sentence on standard error, with the
/// place in the file; nothing comes back then. Warnings go there too, unless quiet.
std::optional<LoadedModel> load_model(const std::string& file, const std::vector<std::string>& settings, bool quiet);

/// False, with a sentence that lists the names, unless it is one ("auto" is).
bool is_formulation(const std::string& name, const char* option);
bool is_integrator(const std::string& name);

}  // namespace pintle
