#include <fmt/core.h>

#include "pintle/expressions/functions/function.h"
#include "pintle/io/schema/json_schema.h"
#include "pintle/io/schema/schema.h"
#include "pintle/io/words.h"
#include "pintle/joints/direction.h"

namespace pintle {
namespace {

constexpr std::string_view beginning = R"(# All keys of the model file

Made from the tables of the reader by `pintle schema --markdown`; do not edit. What the words mean is in
[format.md](format.md). Keys in bold are required. A quantity is a number in SI units, a number with its unit, or an expression
of parameters that begins with `=`; a *living* one may also read `time`, `age` and signals.
)";

std::string link_to(const Schema* keys) {
  for (const NamedSchema& named : schema::all())
    if (named.keys == keys) return fmt::format("[{}](#{})", named.name, named.name);
  return {};
}

std::string with_unit(std::string_view words, std::string_view unit) {
  return unit == "1" || unit.empty() ? std::string(words) : fmt::format("{} [{}]", words, unit);
}

std::string write_words(const std::vector<std::string_view>& words) {
  std::string list;
  for (std::string_view word : words) list += fmt::format("{}`{}`", list.empty() ? "" : ", ", word);
  return list;
}

std::string write_form(const Key& key) {
  switch (key.form) {
    case Form::quantity: return with_unit("quantity", key.unit);
    case Form::guessed: return with_unit(fmt::format("quantity, or {}", link_to(key.keys)), key.unit);
    case Form::living: return with_unit("living quantity", key.unit);
    case Form::vector: return with_unit("three quantities", key.unit);
    case Form::living_vector: return with_unit("three living quantities", key.unit);
    case Form::living_any: return with_unit("one living quantity, or three", key.unit);
    case Form::table: return with_unit("quantity, or table [[q, value], …]", key.unit);
    case Form::whole: return "whole number";
    case Form::heights: return with_unit("rows of quantities, or text", key.unit);
    case Form::text: return "text";
    case Form::flag: return "`true` or `false`";
    case Form::word: return write_words(split(key.unit, '|'));
    case Form::name: return "name";
    case Form::condition: return "condition";
    case Form::expression: return "expression";
    case Form::map: return link_to(key.keys);
    case Form::parts:
      return key.others ? fmt::format("names, each {} or {}", link_to(key.keys), link_to(key.others))
                        : fmt::format("names, each {}", link_to(key.keys));
    case Form::law: return fmt::format("{} or {}; with several directions by direction", link_to(key.keys), link_to(key.others));
    case Form::values: return "names with values";
    case Form::version: return "`1`";
    case Form::inertia: return fmt::format("three quantities or {} [{}]", link_to(key.keys), key.unit);
    case Form::rotation: return "list of turns";
    case Form::points: return with_unit("points by body: {arm: [0, 0, 1]}", key.unit);
    case Form::joint_point: return with_unit("[x, y, z] in the world, or points by body", key.unit);
    case Form::joint_type: return write_words(joint_type_names()) + ", or list of directions";
    case Form::locked: return "true, false, or directions";
    case Form::two_names: return "two names";
    case Form::actions: return "list of actions";
    case Form::signal_list: return "list of signals";
    case Form::point_list: return "list of pairs";
    case Form::starts:
      return fmt::format("joints and bodies, each {}, {}, {}, {}, or by direction", link_to(&schema::body_start),
                         link_to(&schema::rotation_start), link_to(&schema::translation_start), link_to(&schema::ball_start));
    case Form::rows: return "names, each with values";
    case Form::ends: return "names by name";
    case Form::choices: return "choices by group";
    case Form::variants: return "groups of choices";
    case Form::settings: return "values by path";
    case Form::later: return "*not read yet*";
  }
  return {};
}

/// A | would end the cell.
std::string in_cell(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

}  // namespace

std::string make_reference_page() {
  std::string page(beginning);
  for (const NamedSchema& named : schema::all()) {
    page += fmt::format("\n<a id=\"{}\"></a>\n\n## {}\n\n| key | value | |\n|---|---|---|\n", named.name, named.title);
    for (const Key& key : *named.keys) {
      const std::string name = key.required() ? fmt::format("**`{}`**", key.name) : fmt::format("`{}`", key.name);
      page += fmt::format("| {} | {} | {} |\n", name, in_cell(write_form(key)), in_cell(key.says));
    }
  }
  page += "\n## Functions of expressions\n\n| call | |\n|---|---|\n";
  for (const Function& function : all_functions()) page += fmt::format("| `{}` | {} |\n", function.usage, function.says);
  return page;
}

}  // namespace pintle
