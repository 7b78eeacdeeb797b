#include <algorithm>

#include "pintle/io/described.h"

/// Keys of forces and surfaces: those of all their kinds together.
namespace pintle::schema {
namespace {

using enum Form;

const KeyUnion& force_keys() {
  static const KeyUnion keys([](KeyUnion& all) {
    all.add({"at", points, "m", "at: {ball: [0, 0, 0]}", "one point for a force, two for a force along the line through them"});
    all.add({"axes", Form::name, "", "", "the body whose axes `force` and `moment` are in; default the world's"});
    ForceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) { all.add(KeysOf<Kind::template Law>::schema, false); });
    all.add({"active", flag, "", "", "default true; else it waits to be started"});
    all.add({"if", condition, "", "", drops});
  });
  return keys;
}

/// `law`, then the keys of each.
template <class List>
const KeyUnion& law_keys() {
  static const KeyUnion keys([](KeyUnion& all) {
    static std::string words, first, says;
    List::for_each([&]<class Kind>(std::type_identity<Kind>) {
      if (first.empty()) first = fmt::format("law: {}", Kind::word);
      words += (words.empty() ? "" : "|") + std::string(Kind::word);
      says += (says.empty() ? "" : "; ") + (List::count == 1 ? "" : fmt::format("{}: ", Kind::word)) + std::string(Kind::says);
    });
    all.add({"law", word, words, first, says});
    List::for_each([&]<class Kind>(std::type_identity<Kind>) { all.add(KeysOf<Kind::template Law>::schema, List::count == 1); });
  });
  return keys;
}

const KeyUnion& surface_keys() {
  static const KeyUnion keys([](KeyUnion& all) {
    SurfaceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
      using Slots = SlotsOf<Kind>;
      const bool is_short = requires { Slots::short_form; };
      all.add({Kind::word, is_short ? guessed : map, is_short ? "m" : "", "", Kind::says, &KeysOf<Kind::template Law>::schema});
    });
    all.add({"on", Form::name, "", "", "the body that carries it, in whose axes it is given; default the world"});
    static std::string example;
    NormalKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
      if (example.empty()) example = fmt::format("normal: {}", NumbersOf<Kind>::example);
    });
    all.add({"normal", map, "", example, "law of its normal force", &normal});
    all.add({"friction", map, "", "", "default none", &friction});
    all.add({"if", condition, "", "", drops});
  });
  return keys;
}

const KeyUnion& contact_keys() {
  static const KeyUnion keys([](KeyUnion& all) {
    all.add({"at", points, "m", "at: {foot: [0, 0, -0.1]}", "one point of a body"});
    all.add({"surface", Form::name, "", "surface: ground", "what it touches"});
    ShapeKinds::for_each([&]<class Kind>(std::type_identity<Kind>) { all.add(KeysOf<Kind::template Law>::schema, false); });
    all.add({"scale", quantity, "1", "", "multiplies the normal law; default 1"});
    all.add({"active", later, "", "leave it out", ""});
    all.add({"if", condition, "", "", drops});
  });
  return keys;
}

}  // namespace

const Schema force = force_keys().schema();
const Schema contact = contact_keys().schema();
const Schema normal = law_keys<NormalKinds>().schema(), friction = law_keys<FrictionKinds>().schema();
const Schema surface = surface_keys().schema();

void add_element_schemas(std::vector<NamedSchema>& list) {
  list.push_back({"force", "A force", &force});
  ForceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    for_each_field<typename Kind::template Law<Slot>>([&]<class Owner, class Value>(const DescribedField<Owner, Value>& field) {
      if constexpr (Described<Value>)
        list.push_back(
            {Value::name, Value::title, std::ranges::find(KeysOf<Kind::template Law>::keys, field.name, &Key::name)->keys});
    });
  });
  list.push_back({"surface", "A surface", &surface});
  SurfaceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    using Form = NumbersOf<Kind>;
    list.push_back({Form::name, Form::title, &KeysOf<Kind::template Law>::schema});
    for_each_field<SlotsOf<Kind>>([&]<class Owner, class Value>(const DescribedField<Owner, Value>& field) {
      if constexpr (is_list_of_described<Value>)
        list.push_back({Value::value_type::name, Value::value_type::title,
                        std::ranges::find(KeysOf<Kind::template Law>::keys, field.name, &Key::name)->keys});
    });
  });
  list.push_back({"normal", "Normal force of a surface", &normal});
  list.push_back({"surface_friction", "Friction of a surface", &friction});
  list.push_back({"contact", "A contact", &contact});
}

}  // namespace pintle::schema
