#include "pintle/io/described.h"

/// Keys of constraints: those of all their types together (model/constraint_parts.h), each said of its type.
namespace pintle::schema {
namespace {

template <class Value>
constexpr Form form_of_member(bool lives) {
  if (std::is_same_v<Value, Number>) return lives ? Form::living : Form::quantity;
  if (std::is_same_v<Value, Vector>) return Form::vector;
  if (std::is_same_v<Value, std::string>) return Form::name;
  if (std::is_same_v<Value, std::vector<VelocityRow>>) return Form::parts;
  return std::is_same_v<Value, PointOn> || std::is_same_v<Value, std::array<PointOn, 2>> ? Form::joint_point : Form::two_names;
}

const KeyUnion& constraint_keys() {
  static const KeyUnion keys([](KeyUnion& all) {
    static std::deque<std::string> texts;
    std::string words;
    std::vector<Key> of_types;
    for_each_constraint_form([&]<class Part>(std::type_identity<Part>) {
      words += (words.empty() ? "" : "|") + std::string(Part::word);
      for_each_field<Part>([&]<class Value>(const DescribedField<Part, Value>& f) {
        const std::string& says = texts.emplace_back(fmt::format("{}: {}", Part::word, f.says));
        const bool has_rows = std::is_same_v<Value, std::vector<VelocityRow>>;
        of_types.push_back({f.name, form_of_member<Value>(f.lives), f.unit, "", says, has_rows ? &velocity_row : nullptr});
      });
    });
    all.add({"type", Form::word, texts.emplace_back(words), "type: distance", "kind"});
    all.add(of_types, false);
    all.add({"axes", Form::name, "", "",
             "the body whose axes `normal`, `axis`, or the coefficients of `rows` are in; default the world's"});
    all.add({"active", Form::flag, "", "", "default true; else it does not hold"});
    all.add({"if", Form::condition, "", "", drops});
  });
  return keys;
}

}  // namespace

const Schema constraint = constraint_keys().schema();

}  // namespace pintle::schema
