#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "pintle/io/item.h"
#include "pintle/io/schema/schema.h"

namespace pintle {

/// The keys of one map, checked against its schema as a whole, then asked for one by one.
class Fields {
 public:
  Fields(const Item& item, Schema schema, std::string_view wanted);

  explicit operator bool() const { return good_; }
  const Item& item() const { return item_; }
  bool has(std::string_view key) const { return item_.node().find(key) != nullptr; }
  std::optional<Item> find(std::string_view key) const;
  std::string_view unit(std::string_view key) const;

  std::optional<Number> quantity(std::string_view key) const;
  std::optional<Number> positive(std::string_view key) const;
  std::optional<Number> not_negative(std::string_view key) const;
  std::optional<Vector> vector(std::string_view key) const;
  std::optional<Vector> direction(std::string_view key) const;
  std::optional<std::string> text(std::string_view key) const;
  std::optional<bool> flag(std::string_view key) const;
  /// One of the words in the table. `later` ones belong to the format, but are not read yet.
  std::optional<std::string> word(std::string_view key, const std::vector<std::string_view>& later = {}) const;

 private:
  const Key* find_key(std::string_view key) const;

  Item item_;
  Schema schema_;
  bool good_ = false;
};

}  // namespace pintle
