#pragma once
#include <array>
#include <cstddef>

/// A polynomial through neighbouring nodes t_k of numbers x(t), for use between two of them,
///
///     P(t) = Σ w_k(t) x_k,    w_k = Π_{j≠k} (t − t_j)/(t_k − t_j) = Π_j (t − t_j) d_k/(t − t_k)                    (1)
///     E(t) = max(|P − P₋| max(1, 4ρ), ⅒ |P₋ − P₌|),  ρ = min(1, |P − P₋|/|P₋ − P₌|)                           (2)
///
/// with P₋ without the farthest node, P₌ without two. |P − P₋| is the error of P₋, and so a cautious one of P where each node
/// more mends far less than the one before, ρ < ¼; where nodes are too far apart for that, the error goes on as it has begun. It passes
/// through zero now and then; the tenth holds it up. Both are a divided difference times a product that depends on time alone,
///
///     P − P₋ = Σ d_k x_k · Π' (t − t_j),    d_k = Π_{j≠k} 1/(t_k − t_j),  Π' over the nodes of P₋                   (3)
namespace pintle {

struct Stretch {
  static constexpr int widest = 6;  // nodes of a polynomial
  static constexpr int parts = 5;   // equal ones, at which it is scanned
  using Row = std::array<double, widest>;

  double start = 0, end = 0;
  int count = 0;
  std::size_t first = 0;  // of the nodes, the one it begins at
  Row t{};
  std::array<const double*, widest> x{};  // all numbers at a node; beyond `count` those of any
  Row difference{};                       // d of (3)

  /// After t and count.
  void update_differences();
  /// (1)
  Row make_weights(double time) const;
  double calc(const Row& weights, std::size_t i) const;
  /// |Π'| of (3).
  double calc_product(double time) const;
};

/// What a scan of a stretch needs besides, for all numbers alike.
struct Scan {
  explicit Scan(const Stretch& stretch);

  static constexpr std::size_t places = Stretch::parts - 1;
  std::array<Stretch::Row, places> value{};           // (1) at equal parts
  Stretch::Row coarse{};                              // the divided difference of P₋ − P₌; that of P − P₋ is the stretch's
  std::array<double, places> fine_at{}, coarse_at{};  // and the products
};

}  // namespace pintle
