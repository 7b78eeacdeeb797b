#pragma once
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pintle/io/item.h"

namespace pintle {

/// The tables of `functions`, each read when it is first asked for.
class FunctionList {
 public:
  void add(const Item& item);
  bool has(std::string_view name) const { return places_.contains(std::string(name)); }
  /// Nothing if there is no such table. Throws KnownMistake if it is wrong.
  std::optional<Scope::TableMeaning> find(std::string_view name);
  /// Reads those that nobody has asked for, and puts all into the model.
  void read_all(Model& model);

 private:
  struct Entry {
    Item item;
    enum class State : std::uint8_t { unread, in_work, good, bad } state = State::unread;
    FunctionPart part{};
  };
  void read(Entry& entry);

  std::deque<Entry> entries_;
  std::unordered_map<std::string, int> places_;
};

}  // namespace pintle
