#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pintle {

/// A value of JSON: null, a truth value, a number, a text, a list of values, or named members in the order of their adding.
/// Braces read like the text they become: a list of pairs that begin with a name is an object, any other is a list,
///
///     Json{{"name", "elbow"}, {"between", {"upper", "lower"}}, {"axis", {0, 0, 1}}}
///
/// Whoever asks a value for what it is not gets an Error: the file is damaged, or not ours.
class Json {
 public:
  struct Member;
  using List = std::vector<Json>;
  using Members = std::vector<Member>;
  using Value = std::variant<std::nullptr_t, bool, long, unsigned long, double, std::string, List, Members>;

  Json(std::nullptr_t = nullptr);
  Json(bool flag);
  Json(double number);
  Json(int number) : Json(static_cast<long>(number)) {}
  Json(long number);
  Json(unsigned number) : Json(static_cast<unsigned long>(number)) {}
  Json(unsigned long number);
  Json(const char* text);
  Json(std::string_view text);
  Json(std::string text);
  Json(const std::vector<double>& numbers);
  Json(const std::vector<std::string>& texts);
  Json(List values);
  Json(Members members);
  Json(std::initializer_list<Json> values);
  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  static Json list(std::initializer_list<Json> values = {});
  static Json object();

  // Making; null becomes the list or the object that it is taken for.
  void push_back(Json value);
  /// A member behind the others; nobody looks whether the name is new.
  void add(std::string name, Json value);
  /// The member of that name, which is added as null if there is none.
  Json& operator[](std::string_view name);
  /// Sets all members of another object.
  void update(const Json& other);

  // Reading.
  bool is_null() const;
  bool flag() const;
  double number() const;
  double number_or_nan() const;  // what is not finite is written as null
  long whole() const;
  const std::string& text() const;
  std::vector<std::string> texts() const;  // of a list
  const List& values() const;
  const Members& members() const;
  const Json* find(std::string_view name) const;
  const Json& at(std::string_view name) const;
  const Json& at(std::size_t place) const;

  const Value& value() const { return value_; }

 private:
  template <class A>
  const A& as(const char* what) const;
  template <class A>
  A& taken_for(const char* what);

  Value value_;
};

struct Json::Member {
  std::string name;
  Json value;
};

/// Numbers come back to the bit; what is not finite is null; bytes that are no UTF-8 are replaced. On one line, or a value a
/// line with this indent.
std::string to_text(const Json& json, int indent = -1);

/// Throws Error if the text is no JSON.
Json read_json(std::string_view text);

}  // namespace pintle
