#include "pintle/base/json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "pintle/base/error.h"

/// The text itself is nlohmann's: this is the one place that knows it, for its header takes seconds to compile.
namespace pintle {
namespace {

using Other = nlohmann::ordered_json;

constexpr int deepest = 100;

Other to_other(const Json& json);

struct ToOther {
  template <class A>
  Other operator()(const A& plain) const {
    return plain;
  }
  Other operator()(const Json::List& list) const {
    Other::array_t out;
    for (const Json& value : list) out.push_back(to_other(value));
    return out;
  }
  Other operator()(const Json::Members& members) const {
    Other::object_t out;
    for (const auto& [name, value] : members) out.push_back({name, to_other(value)});
    return out;
  }
};

Other to_other(const Json& json) { return std::visit(ToOther(), json.value()); }

/// Refuses what nobody writes and a stack may not hold.
Json from_other(const Other& other, int depth = 0) {
  if (depth > deepest) throw Error("JSON: too many brackets within each other");
  switch (other.type()) {
    case Other::value_t::boolean: return other.get<bool>();
    case Other::value_t::number_integer: return other.get<long>();
    case Other::value_t::number_unsigned: return other.get<unsigned long>();
    case Other::value_t::number_float: return other.get<double>();
    case Other::value_t::string: return other.get_ref<const std::string&>();
    case Other::value_t::array: {
      Json::List list;
      for (const Other& value : other) list.push_back(from_other(value, depth + 1));
      return list;
    }
    case Other::value_t::object: {
      Json::Members members;
      for (const auto& [name, value] : other.items()) members.push_back({name, from_other(value, depth + 1)});
      return members;
    }
    default: return nullptr;
  }
}

/// ["name", …] with one value behind the name: what a member looks like within braces.
bool is_pair(const Json& json) {
  const auto* list = std::get_if<Json::List>(&json.value());
  return list && list->size() == 2 && std::holds_alternative<std::string>(list->front().value());
}

}  // namespace

Json::Json(std::nullptr_t) {}
Json::Json(bool flag) : value_(flag) {}
Json::Json(double number) : value_(number) {}
Json::Json(long number) : value_(number) {}
Json::Json(unsigned long number) : value_(number) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(const std::vector<double>& numbers) : value_(List(numbers.begin(), numbers.end())) {}
Json::Json(const std::vector<std::string>& texts) : value_(List(texts.begin(), texts.end())) {}
Json::Json(List values) : value_(std::move(values)) {}
Json::Json(Members members) : value_(std::move(members)) {}
Json::Json(std::initializer_list<Json> values) {
  if (!std::ranges::all_of(values, is_pair)) {
    value_ = List(values);
    return;
  }
  Members members;
  for (const Json& pair : values) members.push_back({pair.at(0).text(), pair.at(1)});
  value_ = std::move(members);
}
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Json Json::list(std::initializer_list<Json> values) { return Json(List(values)); }
Json Json::object() { return Json(Members()); }

template <class A>
const A& Json::as(const char* what) const {
  const A* found = std::get_if<A>(&value_);
  if (!found) throw Error(std::string("JSON: here should be ") + what);
  return *found;
}

template <class A>
A& Json::taken_for(const char* what) {
  if (is_null()) value_ = A();
  return const_cast<A&>(as<A>(what));
}

void Json::push_back(Json value) { taken_for<List>("a list").push_back(std::move(value)); }

void Json::add(std::string name, Json value) { taken_for<Members>("an object").push_back({std::move(name), std::move(value)}); }

Json& Json::operator[](std::string_view name) {
  Members& members = taken_for<Members>("an object");
  const auto found = std::ranges::find(members, name, &Member::name);
  return found != members.end() ? found->value : members.emplace_back(std::string(name), nullptr).value;
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : other.members()) (*this)[name] = value;
}

bool Json::is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
bool Json::flag() const { return as<bool>("true or false"); }

double Json::number() const {
  if (const long* whole = std::get_if<long>(&value_)) return static_cast<double>(*whole);
  if (const unsigned long* natural = std::get_if<unsigned long>(&value_)) return static_cast<double>(*natural);
  return as<double>("a number");
}

double Json::number_or_nan() const { return is_null() ? std::numeric_limits<double>::quiet_NaN() : number(); }

long Json::whole() const {
  if (const unsigned long* natural = std::get_if<unsigned long>(&value_)) return static_cast<long>(*natural);
  return as<long>("a whole number");
}

const std::string& Json::text() const { return as<std::string>("a text"); }

std::vector<std::string> Json::texts() const {
  std::vector<std::string> all;
  for (const Json& value : values()) all.push_back(value.text());
  return all;
}

const Json::List& Json::values() const { return as<List>("a list"); }
const Json::Members& Json::members() const { return as<Members>("an object"); }

const Json* Json::find(std::string_view name) const {
  const auto found = std::ranges::find(members(), name, &Member::name);
  return found != members().end() ? &found->value : nullptr;
}

const Json& Json::at(std::string_view name) const {
  const Json* found = find(name);
  if (!found) throw Error("JSON: there is no " + std::string(name));
  return *found;
}

const Json& Json::at(std::size_t place) const {
  if (place >= values().size()) throw Error("JSON: the list is too short");
  return values()[place];
}

std::string to_text(const Json& json, int indent) {
  return to_other(json).dump(indent, ' ', false, Other::error_handler_t::replace);
}

Json read_json(std::string_view text) {
  const Other other = Other::parse(text, nullptr, /*allow_exceptions=*/false);
  if (other.is_discarded()) throw Error("JSON: the text is damaged");
  return from_other(other);
}

}  // namespace pintle
