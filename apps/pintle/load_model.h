#pragma once
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/model/model.h"
#include "pintle/system/system.h"

namespace pintle {

/// Which model a command is about.
struct ModelChoice {
  std::string file;
  std::vector<std::string> settings, variants;  // --set, --variant
};

/// A model as its file says, not yet flat: sentences about it have the user's paths.
struct LoadedModel {
  Model model;
  System system;
  ReadNotes notes;
};

/// A model, or why there is none: a sentence per mistake, with its place in the file, and what the reader thought odd, which
/// may be the reason: 60 rad is beyond a stop at 90 deg.
struct Loading {
  std::optional<LoadedModel> loaded;
  std::vector<std::string> mistakes, warnings;
};
Loading find_model(const ModelChoice& choice, bool quiet);

/// The same with the mistakes on standard error; warnings go there too, unless quiet.
std::optional<LoadedModel> load_model(const ModelChoice& choice, bool quiet);

/// "joints.elbow: the sentence" → "file.yaml:12:9: joints.elbow: the sentence"; one without a path gets the file alone.
std::string with_place(const Error& mistake, const ModelChoice& choice, const ReadNotes& notes);

/// A sentence on standard error, without our name before it: it has that of the file.
void say(const std::string& sentence);
/// The first twenty, each after "warning: ".
void say_warnings(const std::vector<std::string>& warnings);

/// False, with a sentence that lists the names, unless it is one ("auto" is).
bool is_formulation(const std::string& name, const char* option);
bool is_integrator(const std::string& name);

}  // namespace pintle
