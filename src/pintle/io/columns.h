#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/item.h"

namespace pintle {

/// What a column of a file may be.
struct ColumnKind {
  std::string_view name, unit;  // "text": words in place of numbers
  bool required = true;
};

/// A file of columns: a first line with their names, in any order, each with its unit in brackets or in SI, `x [nm],mass [kg]`;
/// then a row for each thing. Lines that are empty or begin with # are passed over.
class ColumnFile {
 public:
  /// The file that an item names, from the model file's folder. Nothing after it has said why.
  static std::optional<ColumnFile> read(const Item& item, std::span<const ColumnKind> kinds);

  std::size_t rows() const { return lines_.size(); }
  bool has(std::size_t kind) const { return place_[kind] >= 0; }
  double number(std::size_t kind, std::size_t row) const { return numbers_[kind][row]; }
  const std::string& text(std::size_t kind, std::size_t row) const { return texts_[kind][row]; }
  /// "line 12 of lobes.csv"
  std::string where(std::size_t row) const;
  const std::string& path() const { return path_; }

 private:
  void read_header(std::string_view line, std::span<const ColumnKind> kinds);
  void read_row(std::string_view line, std::span<const ColumnKind> kinds);

  std::string name_, path_;
  std::vector<int> place_;         // by kind: its column; −1: it is not there
  std::vector<double> up_, down_;  // of its unit
  std::size_t columns_ = 0;
  std::vector<std::vector<double>> numbers_;
  std::vector<std::vector<std::string>> texts_;
  std::vector<std::size_t> lines_;
};

}  // namespace pintle
