#include "pintle/expressions/graph.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "pintle/base/check.h"
#include "pintle/expressions/op.h"

namespace pintle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr int largest_expanded_power = 8;

/// As calc_op, but what is not known before a run stays unknown: NaN < 1 is NaN.
double calc_value(Op op, double a, double b, double c) {
  if (op == Op::select) return std::isnan(a) ? nan : a != 0 ? b : c;
  if (std::isnan(a) || std::isnan(b) || std::isnan(c)) return nan;
  return calc_op<double>(op, a, b, c);
}

}  // namespace

std::size_t Graph::Hash::operator()(const Key& key) const {
  std::uint64_t h = key.bits + static_cast<std::uint64_t>(key.op);
  for (const int operand : {key.a, key.b, key.c}) {
    h = (h ^ static_cast<std::uint32_t>(operand)) * 0x9e3779b97f4a7c15;  // 2⁶⁴ over the golden ratio
    h ^= h >> 29;
  }
  return h;
}

Expr Graph::add(const Node& made) {
  const std::uint64_t bits = made.op == Op::constant ? std::bit_cast<std::uint64_t>(made.value) : 0;
  const auto [found, is_new] = found_.try_emplace(Key{made.op, made.a, made.b, made.c, bits}, size());
  if (is_new) nodes_.push_back(made);
  return {found->second};
}

Expr Graph::constant(double value) { return add({.op = Op::constant, .value = value}); }

Expr Graph::input(InputKind kind, std::string_view name, double nominal) {
  std::string key(1, static_cast<char>('0' + static_cast<int>(kind)));
  key += name;
  const auto [found, is_new] = input_found_.try_emplace(std::move(key), static_cast<int>(inputs_.size()));
  if (is_new) inputs_.push_back({kind, std::string(name), nominal});
  const Input& known = inputs_[found->second];
  const auto reads = static_cast<std::uint8_t>(1 << static_cast<int>(kind));
  return add({.op = Op::input, .reads = reads, .a = found->second, .value = known.nominal});
}

Expr Graph::apply(Op op, Expr a, Expr b, Expr c) {
  PINTLE_CHECK(a.exists() && op != Op::constant && op != Op::input && op != Op::table);
  if ((op == Op::add || op == Op::multiply) && b.i < a.i) std::swap(a, b);
  if (const Expr folded = find_folded(op, a, b, c); folded.exists()) return folded;
  Node made{.op = op, .a = a.i, .b = b.i, .c = c.i};
  double value[3] = {0, 0, 0};
  bool all_constant = true;
  for (int i = 0; const Expr operand : {a, b, c}) {
    if (operand.exists()) {
      made.reads |= node(operand).reads;
      value[i] = node(operand).value;
      all_constant &= is_constant(operand);
    }
    ++i;
  }
  made.value = calc_value(op, value[0], value[1], value[2]);
  return all_constant ? constant(made.value) : add(made);
}

void Graph::update_values() {
  const auto value_at = [&](int i) { return i < 0 ? 0.0 : nodes_[i].value; };
  for (Node& x : nodes_) {  // operands come before those that use them
    if (x.op == Op::constant || x.reads == 0) continue;
    if (x.op == Op::input)
      x.value = inputs_[x.a].nominal;
    else if (x.op == Op::table)
      x.value = std::isnan(value_at(x.a)) ? nan : calc_table(tables_[x.b], value_at(x.a), x.c);
    else
      x.value = calc_value(x.op, value_at(x.a), value_at(x.b), value_at(x.c));
  }
}

/// The identities below are exact: at most the sign of a zero differs.
Expr Graph::find_folded(Op op, Expr a, Expr b, Expr c) {
  const auto is = [&](Expr e, double value) { return is_constant(e) && node(e).value == value; };
  const auto inside = [&](Expr e) { return Expr{node(e).a}; };
  switch (op) {
    case Op::negate: return node(a).op == Op::negate ? inside(a) : Expr{};
    case Op::add:
      if (is(a, 0)) return b;
      if (is(b, 0)) return a;
      if (a == b) return apply(Op::multiply, constant(2), a);
      if (node(b).op == Op::negate) return apply(Op::subtract, a, inside(b));
      if (node(a).op == Op::negate) return apply(Op::subtract, b, inside(a));
      return {};
    case Op::subtract:
      if (is(b, 0)) return a;
      if (is(a, 0)) return apply(Op::negate, b);
      if (node(b).op == Op::negate) return apply(Op::add, a, inside(b));
      return {};
    case Op::multiply:
      if (is(a, 1)) return b;
      if (is(b, 1)) return a;
      if (is(a, -1)) return apply(Op::negate, b);
      if (is(b, -1)) return apply(Op::negate, a);
      return {};
    case Op::divide:
      if (is(b, 1)) return a;
      if (is(b, -1)) return apply(Op::negate, a);
      return {};
    case Op::power: return is_constant(b) ? find_expanded_power(a, node(b).value) : Expr{};
    case Op::both:
      if (is(a, 0) || is(b, 0)) return constant(0);
      if (is_truth(b) && (a == b || is(a, 1))) return b;
      if (is_truth(a) && is(b, 1)) return a;
      return {};
    case Op::either:
      if (is(a, 1) || is(b, 1)) return constant(1);
      if (is_truth(b) && (a == b || is(a, 0))) return b;
      if (is_truth(a) && is(b, 0)) return a;
      return {};
    case Op::opposite: return node(a).op == Op::opposite && is_truth(inside(a)) ? inside(a) : Expr{};
    case Op::select:
      if (b == c) return b;
      if (is_constant(a)) return is(a, 0) ? c : b;
      if (is(b, 1) && is(c, 0) && is_truth(a)) return a;
      return {};
    default: break;
  }
  const Function* const function = find_function(op);
  return function ? function->find_folded(*this, a, b) : Expr{};
}

/// aⁿ for whole n by multiplications, from the highest bit of n down; a⁻ⁿ = 1/aⁿ.
Expr Graph::find_expanded_power(Expr a, double exponent) {
  if (exponent != std::floor(exponent) || std::abs(exponent) > largest_expanded_power) return {};
  if (exponent == 0) return constant(1);
  const unsigned n = static_cast<unsigned>(std::abs(exponent));
  Expr product = a;
  for (unsigned bit = std::bit_floor(n) >> 1; bit != 0; bit >>= 1) {
    product = apply(Op::multiply, product, product);
    if (n & bit) product = apply(Op::multiply, product, a);
  }
  return exponent > 0 ? product : apply(Op::divide, constant(1), product);
}

int Graph::add_table(Table table) {
  const auto found = std::find(tables_.begin(), tables_.end(), table);
  if (found != tables_.end()) return static_cast<int>(found - tables_.begin());
  tables_.push_back(std::move(table));
  return static_cast<int>(tables_.size()) - 1;
}

Expr Graph::call(int table, Expr x, int order) {
  const Table& called = tables_[table];
  if (order > (called.interpolate == Interpolate::linear ? 1 : 3)) return constant(0);
  const double value = std::isnan(node(x).value) ? nan : calc_table<double>(called, node(x).value, order);
  if (is_constant(x)) return constant(value);
  return add({.op = Op::table, .reads = node(x).reads, .a = x.i, .b = table, .c = order, .value = value});
}

std::vector<int> Graph::nodes_below(std::span<const Expr> tops) const {
  int last = -1;
  for (const Expr top : tops) {
    PINTLE_CHECK(top.exists());
    last = std::max(last, top.i);
  }
  std::vector<char> wanted(static_cast<std::size_t>(last + 1), 0);
  for (const Expr top : tops) wanted[top.i] = 1;
  std::vector<int> found;
  for (int i = last; i >= 0; --i) {  // operands were there before what is made of them
    if (!wanted[i]) continue;
    found.push_back(i);
    const Node& from = node({i});
    for (int k = 0; k < operand_count(from); ++k) wanted[from.operand(k)] = 1;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<int> Graph::inputs_of(Expr e) const {
  std::vector<int> numbers;
  for (const int i : nodes_below({&e, 1}))
    if (node({i}).op == Op::input) numbers.push_back(node({i}).a);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

int Graph::operand_count(const Node& node) {
  if (node.op == Op::constant || node.op == Op::input) return 0;
  if (node.op == Op::table || node.b < 0) return 1;
  return node.c < 0 ? 2 : 3;
}

Expr Graph::replace(Expr e, Expr input, Expr by) {
  std::unordered_map<int, Expr> changed;
  const auto of = [&](int i) { return i < 0 ? Expr{} : changed.at(i); };
  for (const int i : nodes_below({&e, 1})) {
    const Node x = nodes_[i];
    if (Expr{i} == input)
      changed[i] = by;
    else if (x.op == Op::constant || x.op == Op::input)
      changed[i] = {i};
    else
      changed[i] = x.op == Op::table ? call(x.b, of(x.a), x.c) : apply(x.op, of(x.a), of(x.b), of(x.c));
  }
  return changed.at(e.i);
}

}  // namespace pintle
