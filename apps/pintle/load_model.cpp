#include "load_model.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/closure/assemble.h"
#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/system/make_system.h"
#include "terminal.h"
#include "warnings.h"
#include "watch.h"

namespace pintle {
namespace {

template <class Rows>
bool is_listed(const Rows& rows, const std::string& name, std::string_view option) {
  std::string list = "auto";
  if (name == list) return true;
  for (const auto& row : rows) {
    if (row.name == name) return true;
    list += fmt::format(", {}", row.name);
  }
  complain(fmt::format("{}: there is no '{}'; choose one of {}", option, name, list));
  return false;
}

}  // namespace

void say(const std::string& sentence) { fmt::print(stderr, "{}\n", sentence); }

void say_warnings(const std::vector<std::string>& warnings) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i) say("warning: " + warnings[i]);
  if (warnings.size() > most) say(fmt::format("and {} more warnings; pintle check --json lists all", warnings.size() - most));
}

std::string with_place(const Error& mistake, const ModelChoice& choice, const ReadNotes& notes) {
  const std::string sentence = mistake.what();
  if (sentence.starts_with("--")) return sentence;  // an option
  const std::size_t end = sentence.find(": ");
  const bool has_path = end != std::string::npos && sentence.find(' ') > end;
  return has_path ? notes.where(sentence.substr(0, end)) + sentence.substr(end) : choice.file + ": " + sentence;
}

Loading find_model(const ModelChoice& choice, bool quiet) {
  const Waiting waiting("reading " + choice.file, !quiet);
  Loading out;
  ReadNotes notes;
  try {
    std::vector<Setting> settings;
    std::vector<Variant> variants;
    for (const std::string& text : choice.settings) settings.push_back(parse_setting(text));
    for (const std::string& text : choice.variants) variants.push_back(parse_variant(text));
    Model model = read_model(choice.file, settings, variants, &notes);
    System system = make_system(model);
    assemble(system);
    out.loaded = LoadedModel{std::move(model), std::move(system), std::move(notes)};
  } catch (const ReadError& mistakes) {
    out.mistakes = mistakes.sentences();
    if (mistakes.more() > 0) out.mistakes.push_back(fmt::format("{}: and {} more", choice.file, mistakes.more()));
  } catch (const Error& mistake) {
    out.mistakes.push_back(with_place(mistake, choice, notes));
    out.warnings = notes.warnings;
  }
  return out;
}

std::optional<LoadedModel> load_model(const ModelChoice& choice, bool quiet) {
  Loading loading = find_model(choice, quiet);
  if (!quiet) say_warnings(loading.warnings);
  for (const std::string& sentence : loading.mistakes) say(sentence);
  if (loading.loaded && !quiet) say_warnings(find_warnings(*loading.loaded));
  return std::move(loading.loaded);
}

bool is_formulation(const std::string& name, const char* option) { return is_listed(formulations(), name, option); }
bool is_integrator(const std::string& name) { return is_listed(integrator_kinds(), name, "--integrator"); }

}  // namespace pintle
