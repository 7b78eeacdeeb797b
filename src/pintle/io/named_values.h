#pragma once
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/io/item.h"

namespace pintle {

/// Values that may use each other in any order, each read when it is first asked for: `parameters` of the file, the words of
/// one instance of a group, `signals`.
class NamedValues {
 public:
  enum class Kind : std::uint8_t { parameter, word, signal };
  struct Value {
    enum class State : std::uint8_t { unread, in_work, good, bad };
    std::string name;
    Item item;
    State state = State::unread;
    bool is_list = false, used = false, structural = false;
    Meaning meaning{};
    std::vector<Meaning> list{};
  };

  explicit NamedValues(Kind kind) : kind_(kind) {}

  /// The first of a name counts.
  void add(std::string name, const Item& item);
  bool has(std::string_view name) const { return places_.contains(std::string(name)); }
  /// Reads it if need be. Throws Error with a sentence, KnownMistake if its own value is wrong.
  const Value& at(std::string_view name);
  Meaning find(std::string_view name);
  Meaning find_element(std::string_view name, int element);
  void mark_structural(std::string_view name);
  /// Reads all that nobody has asked for.
  void read_all();
  /// Counts names in a text that nobody reads, so that they are not called unused.
  void mark_used(std::string_view text);

  const std::deque<Value>& values() const { return values_; }
  std::vector<std::string_view> names() const;

 private:
  void read(Value& value);
  Meaning read_scalar(const Item& item, const std::string& name);
  Meaning make_plain(const Item& item, const std::string& name);

  Kind kind_;
  std::deque<Value> values_;
  std::unordered_map<std::string, int> places_;
};

/// Says so if an entry cannot be a parameter: its name is none, or has a meaning of its own in expressions.
void check_word(const Item& entry);

}  // namespace pintle
