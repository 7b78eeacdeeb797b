#include "pintle/io/repeat.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/io/named_values.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr double most_instances = 100'000;
constexpr std::size_t most_parts = 1'000'000;
constexpr std::string_view parts_wanted = "parts by their names, for example arm: {…}";

bool is_suffix(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// The number of instances; nothing after a mistake.
std::optional<int> read_count(const Item& item) {
  const auto number = read_number(item, "1", Field::structural);
  if (!number) return std::nullopt;
  const double count = number->value;
  if (count >= 0 && count <= most_instances && count == std::floor(count)) return static_cast<int>(count);
  item.mistake(fmt::format("{} is no number of instances; give a whole number from 0 to 100000", shown_value(item, *number)));
  return std::nullopt;
}

/// `first: {before.link: world}`.
std::map<std::string, std::string, std::less<>> read_ends(const Fields& fields, std::string_view key, std::string_view side,
                                                          const Group& group) {
  std::map<std::string, std::string, std::less<>> ends;
  const auto item = fields.find(key);
  const std::string example = fmt::format("{{{}.link: world}}", side);
  if (!item || !item->is_map(fmt::format("what {}.name means there, for example {}", side, example))) return ends;
  for (const Item& entry : read_entries(*item)) {
    const std::size_t dot = entry.key().find('.');
    const std::string word = entry.key().substr(0, dot), part = dot == std::string::npos ? "" : entry.key().substr(dot + 1);
    std::vector<std::string_view> known;
    for (const auto& [name, kind] : group.own) known.push_back(name);
    if (word != side)
      entry.mistake_at_name(fmt::format("\"{}\" has no meaning here; write for example {}", shown(entry.key()), example));
    else if (!group.own.contains(part))
      entry.mistake_at_name(fmt::format("the group has no part \"{}\"; {}", shown(part), suggest(part, known, "take it out")));
    else if (const auto text = read_text(entry))
      ends[entry.key()] = *text;
  }
  return ends;
}

/// Entries of one section of a group, or at the top.
struct Template {
  Section section;
  std::vector<const Node::Entry*> entries;
};

/// The sections that `item` has, duplicates reported and left out.
std::vector<Template> find_templates(const Item& item) {
  std::vector<Template> templates;
  for (std::size_t i = 0; i < section_names.size(); ++i) {
    const Node::Entry* entry = item.node().find(section_names[i]);
    if (!entry || !item.entry(*entry).is_map(parts_wanted)) continue;
    Template& section = templates.emplace_back(Template{static_cast<Section>(i), {}});
    const std::vector<Item> good = read_entries(item.entry(*entry));
    for (std::size_t next = 0; const Node::Entry& candidate : entry->value.entries)
      if (next < good.size() && &candidate.value == &good[next].node()) {
        section.entries.push_back(&candidate);
        ++next;
      }
  }
  return templates;
}

class GroupReader {
 public:
  GroupReader(const Item& item, PartList& parts)
      : fields_(item, schema::group, "a group, for example {count: 3, bodies: {…}}"), parts_(parts) {}

  void read() {
    if (!fields_) return;
    const Item& item = fields_.item();
    group_ = {.name = item.key(), .path = item.path(), .suffixes = {}, .own = {}, .first = {}, .last = {}};
    templates_ = find_templates(item);
    for (const Template& section : templates_)
      if (const auto kind = kind_of(section.section))
        for (const Node::Entry* entry : section.entries) group_.own.emplace(entry->key, *kind);
    group_.first = read_ends(fields_, "first", "before", group_);
    group_.last = read_ends(fields_, "last", "next", group_);
    if (!read_suffixes() || !check_size()) return;
    Group& group = parts_.add_group(std::move(group_));
    for (std::size_t k = 0; k < group.suffixes.size(); ++k) add_instance(group, static_cast<int>(k));
  }

 private:
  bool read_suffixes() {
    const auto count = fields_.find("count"), over = fields_.find("over");
    const Item& item = fields_.item();
    if (count && over) {
      over->mistake_at_name("stands beside `count`; keep one of them");
      return false;
    }
    if (over) return read_rows(*over);
    if (!count) {
      item.mistake_at_name("neither count nor over; give one, for example count: 3");
      return false;
    }
    const auto number = read_count(*count);
    for (int k = 1; number && k <= *number; ++k) group_.suffixes.push_back(fmt::format("{}", k));
    return number.has_value();
  }

  bool read_rows(const Item& over) {
    constexpr std::string_view wanted =
        "instances with parameters of their own, for example {left: {side: 1}, right: {side: -1}}";
    if (!over.is_map(wanted)) return false;
    bool good = true;
    for (const Item& row : read_entries(over)) {
      if (!is_suffix(row.key())) {
        row.mistake_at_name(fmt::format("\"{}\" cannot end a name; use letters, digits and _", shown(row.key())));
        good = false;
      }
      good = row.is_map("parameters, for example {side: 1}") && good;
      group_.suffixes.push_back(row.key());
      rows_.push_back(row);
    }
    return good;
  }

  bool check_size() {
    std::size_t count = 0;
    for (const Template& section : templates_) count += section.entries.size();
    if (parts_.size() + count * group_.suffixes.size() <= most_parts) return true;
    fields_.item().mistake_at_name(fmt::format("more than {} parts in all; make fewer", most_parts));
    return false;
  }

  void add_instance(const Group& group, int k) {
    Context& context = parts_.add_context(Context());
    context.group = &group;
    context.place = k;
    context.words = std::make_unique<NamedValues>(NamedValues::Kind::word);
    const Item& item = fields_.item();
    const auto add_words = [&](const Item& map) {
      const Item inside(map.reading(), map.node(), map.path(), map.key(), map.node().mark, &context);
      for (const Node::Entry& entry : map.node().entries) context.words->add(entry.key, inside.entry(entry));
    };
    if (!rows_.empty()) add_words(rows_[k]);
    if (const auto words = fields_.find("parameters"); words && words->node().is_map()) add_words(*words);
    if (!bad_words_) {
      const std::size_t before = item.reading().mistakes.size();
      context.words->read_all();
      bad_words_ = item.reading().mistakes.size() > before;
    }
    if (const auto turn = fields_.find("turn"))
      read_turn(Item(item.reading(), turn->node(), turn->path(), turn->key(), turn->node().mark, &context), context);
    for (const Template& section : templates_) {
      auto& list = parts_.of(section.section);
      for (const Node::Entry* entry : section.entries) {
        const bool own = section.section == Section::measures || group.own.contains(entry->key);
        list.push_back({own ? entry->key + context.suffix() : entry->key, entry, &context, false});
      }
    }
  }

  /// The instance is turned by (k − 1)·step.
  void read_turn(const Item& item, Context& context) {
    if (bad_turn_) return;
    Reading& reading = item.reading();
    const std::size_t before = reading.mistakes.size();
    const Fields fields(item, schema::turn, "{about: [0, 0, 1], step: 60 deg}");
    const auto about = fields.direction("about");
    const auto step = fields.quantity("step");
    bad_turn_ = reading.mistakes.size() > before;
    if (!about || !step) return;
    Instance instance;
    instance.about = *about;
    instance.angle = context.place * step->value;
    if (Graph& graph = reading.model.graph; step->expr.exists()) {
      const Expr angle = graph.apply(Op::multiply, graph.constant(context.place), step->expr);
      instance.angle = Number(graph.value(angle), graph.is_constant(angle) ? Expr() : angle);
    }
    context.instance = static_cast<int>(reading.model.instances.size());
    reading.model.instances.push_back(instance);
  }

  Fields fields_;
  PartList& parts_;
  Group group_;
  std::vector<Template> templates_;
  std::vector<Item> rows_;
  bool bad_words_ = false, bad_turn_ = false;  // a mistake in one instance is one in all
};

/// `parameters` of a group are words like any other.
void check_words(const Item& map) {
  for (const Item& entry : read_entries(map)) check_word(entry);
}

}  // namespace

void expand_parts(const Item& top, PartList& parts) {
  for (const Template& section : find_templates(top))
    for (const Node::Entry* entry : section.entries) parts.of(section.section).push_back({entry->key, entry, nullptr, false});
  const Node::Entry* repeat = top.node().find("repeat");
  if (!repeat || !top.entry(*repeat).is_map("groups by their names, for example leg: {count: 3, bodies: {…}}")) return;
  for (const Item& group : read_entries(top.entry(*repeat))) {
    if (!is_name(group.key()))
      group.mistake_at_name(
          fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(group.key())));
    if (const Node::Entry* words = group.node().find("parameters"))
      if (const Item item = group.entry(*words); item.is_map("names with values, for example {side: 1}")) check_words(item);
    if (const Node::Entry* over = group.node().find("over"))
      for (const Node::Entry& row : over->value.entries) check_words(group.entry(*over).entry(row));
    GroupReader(group, parts).read();
  }
}

void drop_parts(Reading& reading, PartList& parts) {
  std::unordered_set<const Node*> bad;  // a mistake in one instance is one in all
  for (std::size_t i = 0; i < section_names.size(); ++i) {
    const Section section = static_cast<Section>(i);
    if (section == Section::initial || section == Section::signals) continue;
    std::erase_if(parts.of(section), [&](const PartSource& part) {
      const Node::Entry* condition = part.entry->value.find("if");
      if (!condition || bad.contains(&condition->value)) return false;
      const auto parsed = read_condition(parts.make_item(reading, section, part).entry(*condition), Field::structural);
      if (!parsed) bad.insert(&condition->value);
      if (!parsed || reading.model.graph.value(parsed->meaning.expr) != 0) return false;
      reading.dropped.insert(part.name);
      return true;
    });
  }
}

}  // namespace pintle
