#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pintle/base/fields.h"

namespace pintle {

/// What things remember, as bytes: every double to the last bit. Saving and loading are the same lines, so that no list can
/// forget what the other has. A class that remembers says so once,
///
///     void archive(Archive& archive) { archive("books", books_, noted_); }
///
/// with a name that is written too: whoever reads and meets another name has a list of another version, and says where. Plain
/// structs are their fields (base/fields.h), containers their items. Pointers, references and what is only workspace have no
/// place here; what a constructor makes of a model is not memory, and is there before anything is loaded.
///
/// Numbers have the order of bytes of the machine, and who resumes a run elsewhere than it began is told so by its checkpoint
/// (record/checkpoint.h).
class Archive {
 public:
  /// Saves.
  Archive() = default;
  /// Loads what another one saved, which must stay where it is. Throws Error where it is not that.
  explicit Archive(std::string_view bytes) : source_(bytes), loading_(true) {}

  bool is_loading() const { return loading_; }
  /// Saved so far.
  const std::string& bytes() const { return bytes_; }

  template <class... Members>
  void operator()(std::string_view name, Members&... members) {
    mark(name);
    (item(members), ...);
  }
  /// Of a list that is as long as the other side's, without its length: items that a constructor has made.
  template <class List, class Visit>
  void each(std::string_view name, List& list, Visit&& visit) {
    mark(name);
    std::size_t size = std::size(list);
    raw(size);
    if (size != std::size(list)) throw_other_size(name, size, std::size(list));
    for (auto& one : list) visit(one);
  }
  /// All has been read.
  void finish() const;

 private:
  void mark(std::string_view name);
  void put(const void* from, std::size_t count) { bytes_.append(static_cast<const char*>(from), count); }
  void take(void* to, std::size_t count);
  /// How many items follow; no more than there are bytes left.
  std::size_t size(std::size_t now);
  [[noreturn]] static void throw_other_size(std::string_view name, std::size_t saved, std::size_t here);

  template <class T>
  void raw(T& number) {
    loading_ ? take(&number, sizeof number) : put(&number, sizeof number);
  }

  template <class T>
  void item(T& x) {
    if constexpr (requires { x.archive(*this); }) {
      x.archive(*this);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      raw(x);
    } else {
      static_assert(std::is_aggregate_v<T>, "neither a number nor a list of fields: give it an archive()");
      for_each_field(x, [this](auto&... fields) { (this->item(fields), ...); });
    }
  }
  template <class T>
  void item(std::vector<T>& list) {
    list.resize(size(list.size()));
    for (T& one : list) item(one);
  }
  void item(std::vector<double>& list) {
    list.resize(size(list.size()));
    loading_ ? take(list.data(), list.size() * sizeof(double)) : put(list.data(), list.size() * sizeof(double));
  }
  void item(std::vector<bool>& list) {
    list.resize(size(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      bool one = list[i];
      raw(one);
      list[i] = one;
    }
  }
  template <class T, std::size_t n>
  void item(std::array<T, n>& list) {
    for (T& one : list) item(one);
  }
  /// Numbers that have their place: no length is read.
  void item(std::span<double>& list) { loading_ ? take(list.data(), list.size_bytes()) : put(list.data(), list.size_bytes()); }
  void item(std::string& text) {
    text.resize(size(text.size()));
    loading_ ? take(text.data(), text.size()) : put(text.data(), text.size());
  }
  template <class T>
  void item(std::optional<T>& x) {
    bool there = x.has_value();
    raw(there);
    if (loading_) x = there ? std::optional<T>(std::in_place) : std::nullopt;
    if (there) item(*x);
  }
  template <class Key, class T>
  void item(std::map<Key, T>& map) {
    const std::size_t count = size(map.size());
    if (!loading_) {
      for (auto& [key, value] : map) {
        Key copy = key;
        item(copy), item(value);
      }
      return;
    }
    map.clear();
    for (std::size_t k = 0; k < count; ++k) {
      std::pair<Key, T> one;
      item(one.first), item(one.second);
      map.insert(std::move(one));
    }
  }

  std::string bytes_;
  std::string_view source_;  // that is left to load
  bool loading_ = false;
};

}  // namespace pintle
