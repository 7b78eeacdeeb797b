#include "pintle/system/extreme_parts.h"

#include "pintle/expressions/functions/kinds.h"

namespace pintle {
namespace {

constexpr std::size_t most_parts = 1000;  // beyond these the whole is one

class Parting {
 public:
  explicit Parting(Graph& graph) : graph_(graph) {}

  std::vector<Expr> part(Expr e, bool largest) {
    const Graph::Node node = graph_.node(e);
    const Expr a{node.a}, b{node.b};
    if (node.op == (largest ? op_of<Max> : op_of<Min>)) return join(part(a, largest), part(b, largest));
    if (node.op == op_of<Abs> && largest) return join(part(a, true), part(negative(a), true));
    if (node.op == Op::negate) return each(part(a, !largest), [&](Expr p) { return negative(p); });
    if (is_sum(node.op)) return part_sum(node, largest);
    if (node.op == Op::multiply || node.op == Op::divide) return part_product(e, node, largest);
    return {e};
  }

  std::vector<Expr> scales;

 private:
  static bool is_sum(Op op) { return op == Op::add || op == Op::subtract; }
  Expr negative(Expr e) { return graph_.apply(Op::negate, e); }

  static std::vector<Expr> join(std::vector<Expr> parts, const std::vector<Expr>& others) {
    parts.insert(parts.end(), others.begin(), others.end());
    return parts;
  }
  template <class Make>
  static std::vector<Expr> each(std::vector<Expr> parts, Make&& make) {
    for (Expr& part : parts) part = make(part);
    return parts;
  }

  std::vector<Expr> part_sum(const Graph::Node& node, bool largest) {
    const Expr a{node.a}, b{node.b};
    if (!graph_.is_living(b)) return each(part(a, largest), [&](Expr p) { return graph_.apply(node.op, p, b); });
    const bool same = node.op == Op::add ? largest : !largest;
    if (!graph_.is_living(a)) return each(part(b, same), [&](Expr p) { return graph_.apply(node.op, a, p); });
    return {graph_.apply(node.op, a, b)};
  }

  /// By a factor whose sign is known; where it is negative, the smallest is the largest.
  std::vector<Expr> part_product(Expr e, const Graph::Node& node, bool largest) {
    const Expr a{node.a}, b{node.b};
    const bool first = node.op == Op::multiply && !graph_.is_living(a);
    const Expr scale = first ? a : b, rest = first ? b : a;
    if (graph_.is_living(scale)) return {e};
    const double value = graph_.value(scale);
    if (!(value > 0 || value < 0)) return {e};
    const std::vector<Expr> parts = part(rest, value > 0 ? largest : !largest);
    if (parts.size() < 2) return {e};
    if (!graph_.is_constant(scale)) scales.push_back(value > 0 ? scale : negative(scale));
    return each(parts, [&](Expr p) { return graph_.apply(node.op, p, scale); });
  }

  Graph& graph_;
};

}  // namespace

ExtremeParts find_extreme_parts(Graph& graph, Expr of, bool largest) {
  Parting parting(graph);
  std::vector<Expr> parts = parting.part(of, largest);
  if (parts.size() < 2 || parts.size() > most_parts) return {{of}, {}};
  return {std::move(parts), std::move(parting.scales)};
}

}  // namespace pintle
