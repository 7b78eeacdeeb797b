#pragma once
#include <span>
#include <vector>

namespace pintle {

/// Which unknowns of a sparse symmetric matrix are coupled while one after the other is eliminated: one that leaves couples
/// those that it was coupled with. `later` is then the pattern of the factor. Neighbours are kept in order, so that two lists
/// become one in a walk along both: where many rows meet on one body all are neighbours of all, and a search for each pair
/// would take longer than the factor itself.
class FillPattern {
 public:
  explicit FillPattern(std::size_t size) : near_(size), later_(size) {}

  void couple(int a, int b);
  void couple(std::span<const int> all);  // each with each
  void leave(int k);
  /// All of them leave: again and again the one with the fewest neighbours, the first of equals. Returns their order.
  std::vector<int> leave_fewest_first(std::span<const int> all);

  /// By unknown: those that it was coupled with when it left, ascending.
  std::vector<std::vector<int>> take_later() { return std::move(later_); }

 private:
  std::vector<std::vector<int>> near_;  // ascending
  std::vector<std::vector<int>> later_;
  std::vector<int> both_;  // scratch
};

}  // namespace pintle
