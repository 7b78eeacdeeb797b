#include "pintle/system/kinks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// x = a + b t at the nominal parameters; NaN if x is anything else.
struct Line {
  double a = nan, b = nan;
};

Line operator*(double s, const Line& l) { return {s * l.a, s * l.b}; }
Line operator+(const Line& l, const Line& r) { return {l.a + r.a, l.b + r.b}; }

/// The lines of nodes, each from those of its operands, which come before it: every node is looked at once, however often
/// it is used.
class Lines {
 public:
  explicit Lines(const Graph& graph, std::span<const int> nodes) : graph_(graph), lines_(static_cast<std::size_t>(graph.size())) {
    for (int i : nodes) lines_[static_cast<std::size_t>(i)] = calc_line({i});
  }
  const Line& operator[](int node) const { return lines_[static_cast<std::size_t>(node)]; }

 private:
  Line calc_line(Expr e) const {
    const Graph::Node& x = graph_.node(e);
    if (!graph_.is_living(e)) return {graph_.value(e), 0};
    const auto at = [&](int i) -> Line { return i < 0 ? Line{} : (*this)[i]; };
    switch (x.op) {
      case Op::input: return graph_.reads(e, InputKind::signal) ? Line{} : Line{0, 1};
      case Op::negate: return -1.0 * at(x.a);
      case Op::add: return at(x.a) + at(x.b);
      case Op::subtract: return at(x.a) + -1.0 * at(x.b);
      case Op::multiply: return at(x.b).b == 0 ? at(x.b).a * at(x.a) : at(x.a).b == 0 ? at(x.a).a * at(x.b) : Line{};
      case Op::divide: return at(x.b).b == 0 ? (1 / at(x.b).a) * at(x.a) : Line{};
      default: return {};
    }
  }

  const Graph& graph_;
  std::vector<Line> lines_;
};

/// Where two lines meet; NaN or infinite if they do not.
double calc_meeting(const Line& l, const Line& r) { return (r.a - l.a) / (l.b - r.b); }

void add_times(const Graph& graph, const Graph::Node& x, const Lines& lines, std::vector<double>& times) {
  switch (x.op) {
    case Op::table:
      for (double point : kinks_of(graph.tables()[static_cast<std::size_t>(x.b)]))
        times.push_back(calc_meeting(lines[x.a], {point, 0}));
      break;
    case Op::abs: times.push_back(calc_meeting(lines[x.a], {0, 0})); break;
    case Op::less:
    case Op::less_equal:
    case Op::min:
    case Op::max: times.push_back(calc_meeting(lines[x.a], lines[x.b])); break;
    default: break;
  }
}

}  // namespace

std::vector<double> find_kinks(const Graph& graph, std::span<const Expr> expressions) {
  std::vector<int> nodes = graph.nodes_below(expressions);
  std::ranges::sort(nodes);
  const Lines lines(graph, nodes);
  std::vector<double> times, sides;
  for (int i : nodes)
    if (graph.is_living({i})) add_times(graph, graph.node({i}), lines, times);
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  for (double t : times)
    if (t > 0 && std::isfinite(t)) sides.insert(sides.end(), {t * (1 - rounding), t * (1 + rounding)});
  std::ranges::sort(sides);
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  return sides;
}

}  // namespace pintle
