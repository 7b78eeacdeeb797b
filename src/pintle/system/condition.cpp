#include "pintle/system/condition.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "pintle/base/error.h"
#include "pintle/expressions/op.h"
#include "pintle/expressions/time_function.h"
#include "pintle/system/bells.h"

namespace pintle {
namespace {

constexpr double least = std::numeric_limits<double>::min();
constexpr double pi = 3.14159265358979323846;

using Edge = Condition::Edge;
using Node = Condition::Node;

Edge make_edge(Edge::Kind kind) {
  Edge edge;
  edge.kind = kind;
  return edge;
}
Edge make_difference(double at, bool zero_is_above) {
  Edge edge;
  edge.at = at;
  edge.zero_is_above = zero_is_above;
  return edge;
}

/// Adds edges and nodes of a condition, what is inside first; returns the place of the whole.
class ConditionMaker {
 public:
  ConditionMaker(const Graph& graph, const FormulaMaker& maker, const std::string& where)
      : graph_(graph), maker_(maker), where_(where) {}

  /// The model's, or a copy that has grown.
  const Graph& graph() const { return grown_ ? *grown_ : graph_; }

  int add(Expr e) {
    const Graph::Node& node = graph_.node(e);
    switch (node.op) {
      case Op::less:
      case Op::less_equal: return put(Node::Kind::edge, add_comparison(e));
      case Op::equal:
        check_equality(e);
        return put(Node::Kind::edge, add_edge(make_edge(Edge::Kind::equality), {node.a}, {node.b}));
      case Op::both: return add_pair(Node::Kind::both, {node.a}, {node.b});
      case Op::either: return add_pair(Node::Kind::either, {node.a}, {node.b});
      case Op::opposite: return put(Node::Kind::opposite, add({node.a}));
      case Op::select: return add_choice({node.a}, {node.b}, {node.c});
      default: return put(Node::Kind::edge, add_edge(make_edge(Edge::Kind::truth), e, {}));
    }
  }

  /// The kinks that signals take an operation over.
  void add_kinks_of(Expr e) {
    if (!graph_.is_living(e)) return;
    const Graph::Node node = graph_.node(e);
    switch (node.op) {
      case Op::table:
        if (!graph_.reads({node.a}, InputKind::signal)) return;
        for (const std::vector<double>& x = graph_.tables()[node.b].x; const int k : find_kept_points(x))
          add_edge(make_difference(x[k], true), {node.a}, {});
        return;
      case Op::less:
      case Op::less_equal: return is_moved(node.a, node.b, 0) ? (void)add_comparison(e) : void();
      default: break;
    }
    for (const Break& x : breaks_of(node.op))
      if (x.kind != Break::Kind::edge && is_moved(node.operand(x.l), node.operand(x.r), x.whole ? 0 : x.at)) add_break(node, x);
  }
  /// The middles of its bells.
  void add_bells_of(Expr e) {
    if (!graph_.is_living(e)) return;
    for (const Expr middle : find_bell_middles(graph_, graph_.node(e)))
      if (is_moved(middle.i, -1, 0)) add_edge(make_difference(0, true), middle, {});
    if (const auto slope = find_bell_slope(graph_, graph_.node(e))) add_slope(*slope);
  }
  void add_level(const LawLevel& level) { add_edge(make_difference(0, true), level.coordinate, level.number); }
  /// From now on those are left out by which a speed that comes to rest makes a law turn round.
  void leave_rest_alone() {
    at_rest_ = graph_;
    for (std::size_t i = 0; i < graph_.inputs().size(); ++i)
      if (graph_.inputs()[i].kind != InputKind::parameter) at_rest_->set_nominal(static_cast<int>(i), 0);
    at_rest_->update_values();
  }

  std::vector<Edge> edges;
  std::vector<Node> nodes;
  std::vector<Expr> outputs;

 private:
  /// They read signals; if one is a speed, and rest is to be left alone, the difference of the two is not `at` where nothing moves.
  bool is_moved(int a, int b, double at) const {
    bool any = false, fast = false;
    for (const int operand : {a, b}) {
      if (operand < 0) continue;
      for (const int i : graph_.inputs_of({operand})) {
        const Input& input = graph_.inputs()[i];
        if (input.kind != InputKind::signal) continue;
        any = true;
        fast = fast || is_speed(input.name);
      }
    }
    if (!any || !fast || !at_rest_) return any;
    return at_rest_->value({a}) - (b < 0 ? at : at_rest_->value({b})) != 0;
  }

  /// What moves is equal to something at single instants, which no search can hit; what has states (0 and 1, a count) is
  /// equal for a while.
  void check_equality(Expr e) const {
    for (int i : graph_.inputs_of(e)) {
      const Input& input = graph_.inputs()[i];
      if (input.kind == InputKind::parameter || (input.kind == InputKind::signal && maker_.steps(input.name))) continue;
      const std::string name = input.kind == InputKind::signal ? input.name : "time";
      throw Error(where_,
                  fmt::format("== compares {}, which is equal to a value at no instant that can be found; use >= or <=", name));
    }
  }

  int add_pair(Node::Kind kind, Expr a, Expr b) {
    const int first = add(a), second = add(b);
    return join(kind, first, second);
  }

  /// if(c, x, y) of truth values: c and x, or not c and y.
  int add_choice(Expr c, Expr x, Expr y) {
    const int choice = add(c), otherwise = put(Node::Kind::opposite, choice);
    const int yes = add(x), no = add(y), first = join(Node::Kind::both, choice, yes);
    return join(Node::Kind::either, first, join(Node::Kind::both, otherwise, no));
  }

  /// l < r and l ≤ r: d = r − l.
  int add_comparison(Expr e) {
    const Graph::Node node = graph_.node(e);
    return add_edge(make_difference(0, node.op == Op::less_equal), {node.b}, {node.a});
  }

  int add_break(const Graph::Node& node, const Break& x) {
    const Expr l{node.operand(x.l)}, r{node.operand(x.r)};
    return x.whole ? add_wave(l, r) : add_edge(make_difference(x.at, x.closed), l, r);
  }

  /// After the kinks of both sides.
  int add_edge(Edge edge, Expr l, Expr r) {
    std::vector<Expr> sides{l};
    if (r.exists()) sides.push_back(r);
    edge.is_of_time = std::ranges::none_of(sides, [&](Expr side) { return graph_.reads(side, InputKind::signal); });
    if (!edge.is_of_time)
      for (const int i : graph_.nodes_below(sides)) add_kinks({i}, edge.kinks);
    return put_edge(std::move(edge), l, r);
  }

  /// A smooth number that has its roots where x is whole, x = k + s with k the nearest whole number:  ±|sin(πs)|, + for even
  /// ⌊x⌋. Its sign is that of the stair, to the last digit, and it is never zero: just before its root nothing has jumped.
  int add_wave(Expr a, Expr b) {
    if (!grown_) grown_ = graph_;
    Graph& g = *grown_;
    const auto times = [&](double factor, Expr x) { return g.apply(Op::multiply, g.constant(factor), x); };
    const Expr x = b.exists() ? g.apply(Op::divide, a, b) : a;
    const Expr whole = g.apply(op_of<Floor>, x), near = g.apply(op_of<Floor>, g.apply(Op::add, x, g.constant(0.5)));
    const Expr odd = g.apply(Op::subtract, whole, times(2, g.apply(op_of<Floor>, times(0.5, whole))));
    const Expr sine = g.apply(op_of<Sin>, times(pi, g.apply(Op::subtract, x, near)));
    const Expr size = g.apply(Op::add, g.apply(op_of<Abs>, sine), g.constant(1e-300));
    Edge edge = make_difference(0, true);
    edge.is_of_time = !g.reads(x, InputKind::signal);
    return put_edge(std::move(edge), g.apply(Op::multiply, g.apply(Op::subtract, g.constant(1), times(2, odd)), size), {});
  }

  /// Where what makes a bell is level; a slope jumps where what it is the slope of has kinks.
  void add_slope(const BellSlope& bell) {
    if (!grown_) grown_ = graph_;
    const Expr slope = grown_->derivative(bell.height, bell.place);
    if (!grown_->reads(slope, InputKind::signal)) return;
    Edge edge = make_difference(0, true);
    for (const int i : graph_.nodes_below({&bell.height, 1})) add_kinks({i}, edge.kinks);
    put_edge(std::move(edge), slope, {});
  }

  /// Half a turn, where a yaw or a roll jumps from π to −π: sin ψ, which goes on there.
  int add_half_turn(Expr angle) {
    if (!grown_) grown_ = graph_;
    return put_edge(make_difference(0, true), grown_->apply(op_of<Sin>, angle), {});
  }

  /// The same edge is there once.
  int put_edge(Edge edge, Expr l, Expr r) {
    std::ranges::sort(edge.kinks);
    edge.kinks.erase(std::unique(edge.kinks.begin(), edge.kinks.end()), edge.kinks.end());
    edge.l = output(l);
    edge.r = r.exists() ? output(r) : -1;
    edge.reads_length = reads_length(l) || (r.exists() && reads_length(r));
    const auto same = [&](const Edge& other) {
      return other.kind == edge.kind && other.l == edge.l && other.r == edge.r && other.at == edge.at &&
             other.zero_is_above == edge.zero_is_above;
    };
    const auto found = std::ranges::find_if(edges, same);
    if (found != edges.end()) return static_cast<int>(found - edges.begin());
    edges.push_back(std::move(edge));
    return static_cast<int>(edges.size()) - 1;
  }

  bool reads_length(Expr e) const {
    return std::ranges::any_of(graph().inputs_of(e), [&](int i) {
      const Input& input = graph().inputs()[i];
      return input.kind == InputKind::signal && is_length(input.name);
    });
  }

  /// The edges at which one operation has a kink or a jump. A kink of time ends a step, so that none is inside.
  void add_kinks(Expr e, std::vector<int>& kinks) {
    if (!graph_.is_living(e)) return;
    const Graph::Node node = graph_.node(e);
    const auto put_kink = [&](int edge) {
      if (!edges[edge].is_of_time) kinks.push_back(edge);
    };
    switch (node.op) {
      case Op::less:
      case Op::less_equal: put_kink(add_comparison(e)); break;
      case Op::table:
        for (const double point : graph_.tables()[node.b].x) put_kink(add_edge(make_difference(point, true), {node.a}, {}));
        break;
      case Op::input:
        if (const Input& input = graph_.inputs()[node.a]; input.kind == InputKind::signal && maker_.wraps(input.name))
          put_kink(add_half_turn(e));
        break;
      default: break;
    }
    for (const Break& x : breaks_of(node.op))
      if (x.kind != Break::Kind::edge) put_kink(add_break(node, x));
  }

  int put(Node::Kind kind, int a) { return join(kind, a, -1); }
  int join(Node::Kind kind, int a, int b) {
    nodes.push_back({kind, a, b});
    return static_cast<int>(nodes.size()) - 1;
  }
  int output(Expr e) {
    const auto found = std::ranges::find(outputs, e);
    if (found != outputs.end()) return static_cast<int>(found - outputs.begin());
    outputs.push_back(e);
    return static_cast<int>(outputs.size()) - 1;
  }

  const Graph& graph_;
  std::optional<Graph> grown_, at_rest_;
  const FormulaMaker& maker_;
  const std::string& where_;
};

/// d and ḋ of every edge of time, on a copy of the graph, which grows by them.
std::vector<Formula> make_timings(ConditionMaker& parts, FormulaMaker& maker, const std::string& where) {
  std::vector<Formula> timings;
  if (std::ranges::none_of(parts.edges, &Edge::is_of_time)) return timings;
  Graph graph = parts.graph();
  for (Edge& edge : parts.edges) {
    if (!edge.is_of_time || !edge.has_roots()) continue;
    const Expr r = edge.r < 0 ? graph.constant(edge.at) : parts.outputs[edge.r];
    const Expr d = graph.apply(Op::subtract, parts.outputs[edge.l], r);  // (1)
    edge.timing = static_cast<int>(timings.size());
    timings.push_back(maker.make(graph, std::array{d, make_rate(graph, d)}, where));
  }
  return timings;
}

Side lesser(Side a, Side b) { return a < b ? a : b; }
Side greater(Side a, Side b) { return a < b ? b : a; }
Side opposite(Side a) { return static_cast<Side>(-static_cast<signed char>(a)); }

}  // namespace

Condition make_condition(const Model& model, Expr when, FormulaMaker& maker, const std::string& where) {
  ConditionMaker parts(model.graph, maker, where);
  parts.add(when);
  Formula formula = maker.make(parts.graph(), parts.outputs, where);
  if (const auto words = model.expressions.find(when.i); words != model.expressions.end())
    for (Origin& origin : formula.origins) origin.text = "what " + words->second + " compares";
  std::vector<Formula> timings = make_timings(parts, maker, where);
  return {std::move(formula), std::move(timings), std::move(parts.edges), std::move(parts.nodes)};
}

namespace {

Condition take_kinks(ConditionMaker& parts, FormulaMaker& maker, const std::string& where) {
  if (parts.edges.empty()) return {};
  Formula formula = maker.make(parts.graph(), parts.outputs, where);
  return {std::move(formula), {}, std::move(parts.edges), {}};
}

}  // namespace

/// All of a short table; of a long one those where steps may be long, or where the spacing changes: ends, both sides of wide gaps,
/// and of gaps that are wider or narrower than their neighbours.
std::vector<int> find_kept_points(std::span<const double> x) {
  constexpr double wide = 1.0 / 32, change = 4;  // of the whole, of a neighbour
  constexpr std::size_t few = 16;
  std::vector<int> kept;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const bool is_end = k == 0 || k + 1 == x.size();
    const double before = is_end ? 0 : x[k] - x[k - 1], after = is_end ? 0 : x[k + 1] - x[k];
    const bool is_wide = std::max(before, after) > wide * (x.back() - x.front());
    if (x.size() <= few || is_end || is_wide || before > change * after || after > change * before)
      kept.push_back(static_cast<int>(k));
  }
  return kept;
}

Condition make_law_kinks(const Graph& graph, std::span<const Expr> laws, std::span<const LawLevel> levels, FormulaMaker& maker) {
  const std::string nowhere;  // what has them says itself where it is no number
  ConditionMaker parts(graph, maker, nowhere);
  parts.leave_rest_alone();
  for (const int i : graph.nodes_below(laws)) {
    parts.add_kinks_of({i});
    parts.add_bells_of({i});
  }
  for (const LawLevel& level : levels) parts.add_level(level);
  return take_kinks(parts, maker, nowhere);
}

Condition make_measure_kinks(const Graph& graph, Expr of, FormulaMaker& maker) {
  const std::string nowhere;
  ConditionMaker parts(graph, maker, nowhere);
  for (const int i : graph.nodes_below({&of, 1})) {
    parts.add_kinks_of({i});
    parts.add_bells_of({i});
  }
  return take_kinks(parts, maker, nowhere);
}

double Edge::calc_d(std::span<const double> outputs) const {
  const double left = outputs[l], right = r < 0 ? at : outputs[r];
  if (kind == Kind::truth) return left != 0 ? 1 : -1;
  if (kind == Kind::equality) return left == right ? 1 : -1;
  const double d = left - right;  // (1)
  return d != 0 ? d : zero_is_above ? least : -least;
}

double Edge::calc_size(std::span<const double> outputs) const {
  const double left = outputs[l], right = r < 0 ? at : outputs[r];
  return std::max(std::abs(left), std::abs(right));
}

/// (2)
Side Condition::calc_truth(std::span<const Side> sides) const {
  constexpr std::size_t most = 64;
  std::array<Side, most> few{};
  std::vector<Side> many(nodes.size() > most ? nodes.size() : 0);
  Side* const x = many.empty() ? few.data() : many.data();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    switch (node.kind) {
      case Node::Kind::edge: x[i] = sides[node.a]; break;
      case Node::Kind::both: x[i] = lesser(x[node.a], x[node.b]); break;
      case Node::Kind::either: x[i] = greater(x[node.a], x[node.b]); break;
      case Node::Kind::opposite: x[i] = opposite(x[node.a]); break;
    }
  }
  return x[nodes.size() - 1];
}

}  // namespace pintle
