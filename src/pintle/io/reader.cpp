#include "pintle/io/reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <tuple>

#include "pintle/base/joined.h"
#include "pintle/io/named_values.h"
#include "pintle/io/part_names.h"
#include "pintle/io/parts/foretell.h"
#include "pintle/io/parts/functions.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/places.h"
#include "pintle/io/repeat.h"
#include "pintle/io/settings.h"
#include "pintle/io/values.h"
#include "pintle/io/variants.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t largest_file = 32'000'000;  // bytes

/// `--set` values that decide which variants are chosen go first.
bool is_about_variants(const Setting& setting) {
  const std::string first = setting.path.substr(0, setting.path.find('.'));
  return first == "choose" || first == "variants";
}

struct PartReader {
  Section section;
  void (*read)(const Item&, const std::string&);
};
constexpr PartReader part_readers[] = {
    {Section::bodies, read_body},      {Section::points, read_point},
    {Section::joints, read_joint},     {Section::constraints, read_constraint},
    {Section::forces, read_force},     {Section::surfaces, read_surface},
    {Section::contacts, read_contact}, {Section::controllers, read_controller},
    {Section::initial, read_start},    {Section::events, read_event},
    {Section::measures, read_measure},
};

}  // namespace

std::string read_file_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw ReadError({fmt::format("{}: is a folder; give a file", file.string())}, 0);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ReadError({fmt::format("{}: cannot be opened; check the name and the permissions", file.string())}, 0);
  std::string text;
  for (std::size_t size = 65'536; text.size() <= largest_file && stream; size *= 2) {
    const std::size_t old = text.size();
    text.resize(old + size);
    stream.read(text.data() + old, static_cast<std::streamsize>(size));
    text.resize(old + static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

void fail(Reading& reading) {
  auto& mistakes = reading.mistakes;
  const auto place = [](const Mistake& m) { return std::tuple(m.mark.source, m.mark.line, m.mark.column); };
  std::stable_sort(mistakes.begin(), mistakes.end(), [&](const Mistake& a, const Mistake& b) { return place(a) < place(b); });
  constexpr std::size_t most = 10;
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < mistakes.size() && i < most; ++i) sentences.push_back(reading.to_sentence(mistakes[i]));
  const std::size_t more = mistakes.size() - sentences.size() + reading.unheard;
  throw ReadError(std::move(sentences), more);
}

/// Text → tree → variants, settings → parameters → groups written out → names → sections → model, each step only if the one
/// before left something to read.
class ModelReader {
 public:
  ModelReader(std::string_view text, std::string_view name, FilesOfModel files) {
    reading_.sources.push_back({std::string(name), std::string(text), true});
    reading_.folder = std::filesystem::path(name).parent_path().string();
    reading_.files = files;
    reading_.parameters = &parameters_;
    reading_.signals = &signals_;
    reading_.functions = &functions_;
    reading_.parts = parts_.get();
  }

  Model read(const std::vector<Setting>& settings, const std::vector<Variant>& variants, ReadNotes* notes) {
    try {
      if (!parse_file() || !apply(settings, variants)) fail(reading_);
      read_top();
    } catch (const YamlProblem& problem) {
      reading_.add_mistake(problem.mark, "", problem.sentence);
    }
    if (!reading_.mistakes.empty()) fail(reading_);
    if (notes) fill(*notes);
    return std::move(reading_.model);
  }

 private:
  bool parse_file();
  bool apply(const std::vector<Setting>& settings, const std::vector<Variant>& variants);
  void apply_text(const Setting& setting);
  void apply_value(PathValue value);
  void apply_waiting();
  void read_top();
  bool check_top(const Item& top) const;
  bool check_version(const Fields& fields) const;
  void read_values(const Fields& fields);
  void read_parts();
  void add_parameters();
  void warn_unused();
  void check_inputs();
  void fill(ReadNotes& notes);

  Reading reading_;
  Node root_;
  std::unique_ptr<PartList> parts_ = std::make_unique<PartList>();
  NamedValues parameters_{NamedValues::Kind::parameter}, signals_{NamedValues::Kind::signal};
  FunctionList functions_;
  std::vector<PathValue> waiting_;  // for the groups to be written out
  struct AskedInput {
    std::string path;
    Mark mark;
  };
  std::vector<AskedInput> inputs_;
};

bool ModelReader::parse_file() {
  const Source& source = reading_.sources[0];
  if (source.text.size() > largest_file) {
    reading_.add_mistake({}, "", "the file has more than 32 MB; put large tables into files of their own");
    return false;
  }
  for (const TextProblem& problem : find_text_problems(source.text, 0)) reading_.add_mistake(problem.mark, "", problem.sentence);
  if (!reading_.mistakes.empty()) return false;
  root_ = parse_yaml(source, 0);
  if (root_.is_map()) return true;
  reading_.add_mistake(root_.mark, "",
                       root_.kind == Node::Kind::null ? "the file is empty; a model begins with `pintle: 1` and has `bodies`"
                                                      : "this is no model; a model begins with `pintle: 1` and has `bodies`");
  return false;
}

void ModelReader::apply_value(PathValue value) {
  try {
    if (!apply_setting(value, root_)) waiting_.push_back(std::move(value));
  } catch (const Error& error) {
    reading_.add_mistake(value.mark, value.source, one_line(error.what()));
  }
}

void ModelReader::apply_text(const Setting& setting) {
  const int index = static_cast<int>(reading_.sources.size());
  const Mark mark{index, 0, 0};
  const std::string source =
      setting.source.empty() ? fmt::format("--set {}={}", shown(setting.path), shown(setting.value)) : setting.source;
  reading_.sources.push_back({source, setting.value, false});
  for (const TextProblem& problem : find_text_problems(setting.value, index)) reading_.add_mistake(mark, "", problem.sentence);
  try {
    Node value = parse_yaml(reading_.sources.back(), index);
    if (setting.is_input && !value.is_scalar() && !setting.value.empty()) {
      reading_.add_mistake(mark, "", "an input of cases is one number; set the elements of a list one by one");
      return;
    }
    if (setting.is_input) inputs_.push_back({setting.path, mark});
    if (setting.is_input) value.input = setting.path;
    apply_value({setting.path, std::move(value), mark, ""});
  } catch (const YamlProblem& problem) {
    reading_.add_mistake(mark, "", problem.sentence);
  }
}

bool ModelReader::apply(const std::vector<Setting>& settings, const std::vector<Variant>& variants) {
  for (const Setting& setting : settings)
    if (is_about_variants(setting)) apply_text(setting);
  std::vector<MarkedChoice> given;
  for (const Variant& variant : variants) {
    given.push_back({variant.group, variant.choice, {static_cast<int>(reading_.sources.size()), 0, 0}, ""});
    reading_.sources.push_back({fmt::format("--variant {}={}", shown(variant.group), shown(variant.choice)), "", false});
  }
  for (PathValue& value : choose_variants(Item(reading_, root_, "", "", root_.mark), given)) apply_value(std::move(value));
  for (const Setting& setting : settings)
    if (!is_about_variants(setting)) apply_text(setting);
  return reading_.mistakes.empty();
}

void ModelReader::apply_waiting() {
  for (const PathValue& value : waiting_) {
    try {
      apply_to_instance(value, *parts_);
    } catch (const Error& error) {
      reading_.add_mistake(value.mark, value.source, one_line(error.what()));
    }
  }
}

bool ModelReader::check_version(const Fields& fields) const {
  const auto version = fields.find("pintle");
  if (!version || !version->is_scalar("the version of the format, pintle: 1")) return false;
  if (version->node().text == "1") return true;
  version->mistake(
      fmt::format("version {} of the format is not known; this program reads `pintle: 1`", shown(version->node().text)));
  return false;
}

bool ModelReader::check_top(const Item& top) const {
  if (!root_.find("pintle") && root_.find("pintle_study")) {
    top.mistake("this is a study file; run it by `pintle study`, or give the model that it names");
    return false;
  }
  return check_version(Fields(top, schema::top, ""));
}

void ModelReader::read_values(const Fields& fields) {
  if (const auto section = fields.find("parameters"); section && section->is_map("names with values, for example mass: 3 kg"))
    for (const Item& entry : read_entries(*section)) {
      check_word(entry);
      parameters_.add(entry.key(), entry);
    }
  if (const auto section = fields.find("functions");
      section && section->is_map("tables by their names, for example ramp: {points: [[0 s, 0], [1 s, 1]]}"))
    for (const Item& entry : read_entries(*section)) {
      check_word(entry);
      functions_.add(entry);
    }
  parameters_.read_all();
  functions_.read_all(reading_.model);
}

void ModelReader::read_parts() {
  std::unordered_set<const Node*> bad;  // a mistake in one instance is one in all
  for (const auto& [section, read] : part_readers) {
    for (const PartSource& part : parts_->of(section)) {
      if (reading_.has_enough()) return;
      if (bad.contains(&part.entry->value)) continue;
      const std::size_t before = reading_.mistakes.size();
      read(parts_->make_item(reading_, section, part), part.name);
      if (reading_.mistakes.size() > before) bad.insert(&part.entry->value);
    }
  }
}

void ModelReader::read_top() {
  const Item top(reading_, root_, "", "", root_.mark);
  if (!check_top(top) || !reading_.mistakes.empty()) return;  // of a section under a wrong name the others know nothing
  const Fields fields(top, schema::top, "");
  read_values(fields);
  expand_parts(top, *parts_);
  if (std::ranges::any_of(reading_.mistakes, [](const Mistake& m) { return m.path.starts_with("repeat"); })) return;
  apply_waiting();
  drop_parts(reading_, *parts_);
  collect_names(reading_, *parts_);
  foretell_actions(root_, *parts_, reading_);
  signals_.read_all();
  reading_.model.name = fields.text("name").value_or("");
  reading_.model.gravity = fields.vector("gravity").value_or(Vector());
  if (const auto particles = fields.find("particles")) read_particles(*particles);
  if (fields.has("particles") && !reading_.model.particles) return;  // bodies of theirs would be mistaken too
  if (parts_->of(Section::bodies).empty()) {
    const auto bodies = fields.find("bodies");
    const std::string_view example = "bodies: {ball: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}}";
    if (!bodies) top.mistake_at_name(fmt::format("bodies is missing; give it, for example {}", example));
    if (bodies && bodies->node().is_map()) bodies->mistake_at_name("is empty; describe at least one body");
  }
  read_parts();
  check_event_order(reading_);
  add_signals(reading_);
  if (const auto run = fields.find("run")) read_run(*run);
  add_parameters();
}

void ModelReader::add_parameters() {
  for (const NamedValues::Value& value : parameters_.values()) {
    ParameterPart part;
    part.name = value.name;
    const auto number = [&](const Meaning& meaning) {
      return meaning.expr.exists() ? Number(reading_.model.graph.value(meaning.expr), meaning.expr) : Number();
    };
    const Meaning& meaning = value.is_list && !value.list.empty() ? value.list.front() : value.meaning;
    if (!value.is_list) part.value = number(meaning);
    for (const Meaning& element : value.list) part.list.push_back(number(element));
    part.dimension = meaning.dimension;
    part.angle = meaning.angle;
    part.bare = meaning.nature == Nature::bare;
    part.structural = value.structural;
    reading_.model.parameters.push_back(std::move(part));
  }
  warn_unused();
  check_inputs();
}

/// An input must have become one: a parameter, or a number of a part.
void ModelReader::check_inputs() {
  constexpr std::string_view parameters = "parameters.";
  for (const auto& [path, mark] : inputs_) {
    const std::string name = path.starts_with(parameters) ? path.substr(parameters.size()) : path;
    const auto part = std::ranges::find(reading_.model.parameters, name, &ParameterPart::name);
    const bool decides = part != reading_.model.parameters.end() && part->structural;
    const bool is_there = std::ranges::any_of(reading_.model.graph.inputs(), [&](const Input& input) {
      return input.kind == InputKind::parameter && input.name == name;
    });
    if (decides || !is_there)
      reading_.add_mistake(mark, "",
                           decides ? "decides what exists, so that it cannot be another number in every case; set it before"
                                   : "is no number of the mechanism that a case may vary; set it before");
  }
}

void ModelReader::warn_unused() {
  mark_unread_words(root_, reading_, *parts_);
  for (const NamedValues::Value& value : parameters_.values())
    if (!value.used) value.item.warn("is never used; take it out, or mend the name where it was meant");
}

void ModelReader::fill(ReadNotes& notes) {
  notes.input_units = std::move(reading_.input_units);
  for (const Mistake& warning : reading_.warnings) notes.warnings.push_back(reading_.to_sentence(warning));
  notes.places_ = std::make_unique<ReadNotes::Places>(std::move(reading_.sources), std::move(root_), std::move(parts_));
}

ReadError::ReadError(std::vector<std::string> sentences, std::size_t more)
    : Error(joined(sentences, "\n") + (more ? fmt::format("\n… and {} more", more) : "")),
      sentences_(std::move(sentences)),
      more_(more) {}

Setting parse_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos)
    throw Error(fmt::format("--set {}", shown(text)), "is no PATH=VALUE; write for example --set gravity.z=-1.62");
  std::string_view path = text.substr(0, equals);
  while (path.ends_with(' ')) path.remove_suffix(1);
  return {std::string(path), std::string(text.substr(equals + 1))};
}

Variant parse_variant(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos || equals + 1 == text.size())
    throw Error(fmt::format("--variant {}", shown(text)), "is no GROUP=CHOICE; write for example --variant legs=stiff");
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

Model read_model_text(std::string_view text, std::string_view name, const std::vector<Setting>& settings,
                      const std::vector<Variant>& variants, ReadNotes* notes) {
  return read_model_text(text, name, settings, variants, notes, FilesOfModel::anywhere);
}

Model read_model_text(std::string_view text, std::string_view name, const std::vector<Setting>& settings,
                      const std::vector<Variant>& variants, ReadNotes* notes, FilesOfModel files) {
  return ModelReader(text, name, files).read(settings, variants, notes);
}

Model read_model(const std::filesystem::path& file, const std::vector<Setting>& settings, const std::vector<Variant>& variants,
                 ReadNotes* notes) {
  return read_model_text(read_file_text(file), file.string(), settings, variants, notes);
}

}  // namespace pintle
