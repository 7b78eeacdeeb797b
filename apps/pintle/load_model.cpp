#include "load_model.h"

#include <fmt/format.h>

#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"
#include "terminal.h"

namespace pintle {
namespace {

void say(const std::string& sentence) { fmt::print(stderr, "{}\n", sentence); }

/// "joints.elbow: the sentence" → "file.yaml:12:9: joints.elbow: the sentence".
std::string with_place(const std::string& sentence, const ReadNotes& notes) {
  const std::size_t end = sentence.find(": ");
  const bool has_path = end != std::string::npos && sentence.find(' ') > end;
  return has_path ? notes.where(sentence.substr(0, end)) + sentence.substr(end) : sentence;
}

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

std::optional<LoadedModel> load_model(const std::string& file, const std::vector<std::string>& settings, bool quiet) {
  ReadNotes notes;
  try {
    std::vector<Setting> parsed;
    for (const std::string& text : settings) parsed.push_back(parse_setting(text));
    Model model = read_model(file, parsed, &notes);
    System system = make_system(model);
    if (!quiet)
      for (const std::string& warning : notes.warnings) say("warning: " + warning);
    return LoadedModel{std::move(model), std::move(system)};
  } catch (const ReadError& mistakes) {
    for (const std::string& sentence : mistakes.sentences()) say(sentence);
    if (mistakes.more() > 0) say(fmt::format("{}: and {} more", file, mistakes.more()));
  } catch (const Error& mistake) {
    say(with_place(mistake.what(), notes));
  }
  return std::nullopt;
}

bool is_formulation(const std::string& name, const char* option) { return is_listed(formulations(), name, option); }
bool is_integrator(const std::string& name) { return is_listed(integrator_kinds(), name, "--integrator"); }

}  // namespace pintle
