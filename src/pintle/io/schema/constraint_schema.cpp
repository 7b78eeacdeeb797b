#include "pintle/io/described.h"
#include "pintle/io/members.h"

/// Keys of constraints: those of all their types together (model/constraint_parts.h), each said of its type.
namespace pintle::schema {
namespace {

const KeyUnion& constraint_keys() {
  static const KeyUnion keys([](KeyUnion& all) {
    static std::deque<std::string> texts;
    std::string words;
    std::vector<Key> of_types;
    ConstraintForms::for_each([&]<class Part>(std::type_identity<Part>) {
      words += (words.empty() ? "" : "|") + std::string(Part::word);
      for_each_field<Part>([&]<class Value>(const DescribedField<Part, Value>& f) {
        const std::string& says = texts.emplace_back(fmt::format("{}: {}", Part::word, f.says));
        const bool has_rows = std::is_same_v<Value, std::vector<VelocityRow>>;
        of_types.push_back({f.name, MemberForm<Value>::of(f), f.unit, "", says, has_rows ? &velocity_row : nullptr});
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
