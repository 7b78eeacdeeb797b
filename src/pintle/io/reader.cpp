#include "pintle/io/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>
#include <unordered_map>

#include "pintle/io/sections.h"
#include "pintle/io/settings.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {

struct ReadNotes::Places {
  std::vector<Source> sources;
  std::unordered_map<std::string, Mark> marks;
};

/// Text → tree → settings → names → sections → model, each step only if the one before left something to read.
class ModelReader {
 public:
  ModelReader(std::string_view text, std::string_view name) {
    reading_.sources.push_back({std::string(name), std::string(text), true});
  }

  Model read(const std::vector<Setting>& settings, ReadNotes* notes) {
    try {
      if (!parse_file() || !apply(settings)) fail();
      read_top();
    } catch (const YamlProblem& problem) {
      reading_.add_mistake(problem.mark, "", problem.sentence);
    }
    if (!reading_.mistakes.empty()) fail();
    if (notes) fill(*notes);
    return std::move(reading_.model);
  }

 private:
  bool parse_file() {
    for (const TextProblem& problem : find_text_problems(reading_.sources[0].text, 0))
      reading_.add_mistake(problem.mark, "", problem.sentence);
    if (!reading_.mistakes.empty()) return false;
    root_ = parse_yaml(reading_.sources[0], 0);
    if (root_.is_map()) return true;
    reading_.add_mistake(root_.mark, "",
                         root_.kind == Node::Kind::null ? "the file is empty; a model begins with `pintle: 1` and has `bodies`"
                                                        : "this is no model; a model begins with `pintle: 1` and has `bodies`");
    return false;
  }

  bool apply(const std::vector<Setting>& settings) {
    for (const Setting& setting : settings) {
      const int index = static_cast<int>(reading_.sources.size());
      const Mark mark{index, 0, 0};
      reading_.sources.push_back({fmt::format("--set {}={}", shown(setting.path), shown(setting.value)), setting.value, false});
      for (const TextProblem& problem : find_text_problems(setting.value, index))
        reading_.add_mistake(mark, "", problem.sentence);
      try {
        apply_setting(setting.path, parse_yaml(reading_.sources.back(), index), root_);
      } catch (const Error& error) {
        reading_.add_mistake(mark, "", one_line(error.what()));
      } catch (const YamlProblem& problem) {
        reading_.add_mistake(mark, "", problem.sentence);
      }
    }
    return reading_.mistakes.empty();
  }

  void read_top();
  bool check_version(const Fields& fields);
  void collect_names(const Fields& fields);
  void collect_name(const Item& item, PartKind kind);
  [[noreturn]] void fail();
  void fill(ReadNotes& notes);
  void fill_places(const Node& node, const std::string& path, ReadNotes::Places& places);

  Reading reading_;
  Node root_;
};

namespace {

struct PartSection {
  std::string_view key;
  PartKind kind;
  void (*read)(const Item&);
};
constexpr PartSection part_sections[] = {
    {"bodies", PartKind::body, read_bodies},        {"joints", PartKind::joint, read_joints},
    {"forces", PartKind::force, read_forces},       {"surfaces", PartKind::surface, read_surfaces},
    {"contacts", PartKind::contact, read_contacts}, {"events", PartKind::event, read_events},
};

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

/// Words of the format, and words that other YAML readers take for true, false or null.
bool is_reserved(std::string_view name) {
  constexpr std::string_view format_words[] = {"world", "time", "system", "all", "before", "next"};
  constexpr std::string_view yaml_words[] = {"yes", "no", "on", "off", "true", "false", "null"};
  std::string low(name);
  for (char& c : low) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return std::find(std::begin(format_words), std::end(format_words), name) != std::end(format_words) ||
         std::find(std::begin(yaml_words), std::end(yaml_words), low) != std::end(yaml_words);
}

std::string read_whole(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw ReadError({fmt::format("{}: is a folder; give a model file", file.string())}, 0);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ReadError({fmt::format("{}: cannot be opened; check the name and the permissions", file.string())}, 0);
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

}  // namespace

void ModelReader::collect_name(const Item& item, PartKind kind) {
  const std::string& name = item.key();
  if (!is_name(name)) {
    item.mistake_at_name(fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(name)));
  } else if (is_reserved(name)) {
    item.mistake_at_name(fmt::format("\"{}\" is a word of its own in model files; choose another name", name));
  } else if (const auto [other, is_new] = reading_.parts.emplace(name, kind); !is_new && other->second != kind) {
    item.mistake_at_name(
        fmt::format("there is also a {} of this name; names are unique among all parts, so rename one", name_of(other->second)));
  }
}

void ModelReader::collect_names(const Fields& fields) {
  for (const PartSection& section : part_sections) {
    const auto item = fields.find(section.key);
    if (!item || !item->node().is_map()) continue;
    for (const Node::Entry& entry : item->node().entries)
      if (entry.key != "<<") collect_name(item->entry(entry), section.kind);
  }
}

bool ModelReader::check_version(const Fields& fields) {
  const auto version = fields.find("pintle");
  if (!version || !version->is_scalar("the version of the format, pintle: 1")) return false;
  if (version->node().text == "1") return true;
  version->mistake(
      fmt::format("version {} of the format is not known; this program reads `pintle: 1`", shown(version->node().text)));
  return false;
}

void ModelReader::read_top() {
  const Item top(reading_, root_, "", "", root_.mark);
  if (!root_.find("pintle") && root_.find("pintle_study")) {
    top.mistake("this is a study file; use it with `pintle study`, or give the model that it names");
    return;
  }
  // What a later section defines is missing everywhere else: such a file gets the sentences about these sections alone.
  for (const Key& key : schema::top)
    if (const Node::Entry* entry = root_.find(key.name); entry && key.form == Form::later)
      top.entry(*entry).mistake_at_name(fmt::format("models with `{}` are not read yet; {}", key.name, key.hint));
  if (!reading_.mistakes.empty()) return;

  const Fields fields(top, schema::top, "");
  if (!check_version(fields)) return;
  reading_.model.name = fields.text("name").value_or("");
  reading_.model.gravity = fields.vector("gravity").value_or(Vec3<double>::zero());
  collect_names(fields);
  for (const PartSection& section : part_sections)
    if (const auto item = fields.find(section.key); item && item->is_map("parts by their names, for example arm: {…}"))
      section.read(*item);
  if (const auto initial = fields.find("initial");
      initial && initial->is_map("joints and bodies, for example elbow: {angle: 60 deg}"))
    read_initial(*initial);
  if (const auto run = fields.find("run")) read_run(*run);
}

void ModelReader::fail() {
  auto& mistakes = reading_.mistakes;
  const auto place = [](const Mistake& m) { return std::tuple(m.mark.source, m.mark.line, m.mark.column); };
  std::stable_sort(mistakes.begin(), mistakes.end(), [&](const Mistake& a, const Mistake& b) { return place(a) < place(b); });
  constexpr std::size_t most = 10;
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < mistakes.size() && i < most; ++i) sentences.push_back(reading_.to_sentence(mistakes[i]));
  const std::size_t more = mistakes.size() - sentences.size() + reading_.unheard;
  throw ReadError(std::move(sentences), more);
}

void ModelReader::fill_places(const Node& node, const std::string& path, ReadNotes::Places& places) {
  for (const Node::Entry& entry : node.entries) {
    const std::string its_path = join_path(path, entry.key);
    places.marks.emplace(its_path, entry.value.mark);
    fill_places(entry.value, its_path, places);
  }
}

void ModelReader::fill(ReadNotes& notes) {
  for (const Mistake& warning : reading_.warnings) notes.warnings.push_back(reading_.to_sentence(warning));
  notes.places_ = std::make_unique<ReadNotes::Places>();
  fill_places(root_, "", *notes.places_);
  notes.places_->sources = std::move(reading_.sources);
}

ReadNotes::ReadNotes() = default;
ReadNotes::~ReadNotes() = default;
ReadNotes::ReadNotes(ReadNotes&&) noexcept = default;
ReadNotes& ReadNotes::operator=(ReadNotes&&) noexcept = default;

std::string ReadNotes::where(std::string_view path) const {
  if (!places_) return std::string(path);
  for (std::string_view known = path;; known = known.substr(0, known.rfind('.'))) {
    const auto it = places_->marks.find(std::string(known));
    if (it != places_->marks.end())
      return fmt::format("{}: {}", places_->sources[static_cast<std::size_t>(it->second.source)].where(it->second), path);
    if (known.rfind('.') == known.npos) return fmt::format("{}: {}", places_->sources[0].name, path);
  }
}

ReadError::ReadError(std::vector<std::string> sentences, std::size_t more)
    : Error(fmt::format("{}{}", fmt::join(sentences, "\n"), more ? fmt::format("\n… and {} more", more) : "")),
      sentences_(std::move(sentences)),
      more_(more) {}

Setting parse_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos)
    throw Error(fmt::format("--set {}", shown(text)), "is no PATH=VALUE; write for example --set gravity.z=-1.62");
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

Model read_model_text(std::string_view text, std::string_view name, const std::vector<Setting>& settings, ReadNotes* notes) {
  return ModelReader(text, name).read(settings, notes);
}

Model read_model(const std::filesystem::path& file, const std::vector<Setting>& settings, ReadNotes* notes) {
  return read_model_text(read_whole(file), file.string(), settings, notes);
}

}  // namespace pintle
