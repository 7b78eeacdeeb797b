#include <algorithm>
#include <array>

#include "pintle/base/check.h"
#include "pintle/expressions/functions/kinds.h"

namespace pintle {
namespace {

/// (aᵇ)' = b aᵇ⁻¹ a' + log(a) aᵇ b'
Symbolic derive_power(const ChainRule& f) {
  Symbolic first, second;
  if (f.da.exists()) first = f.b * f.a.apply(Op::power, f.b - f.b.number(1)) * f.da;
  if (f.db.exists()) second = call<Log>(f.a) * f.y * f.db;
  return first + second;
}

/// Of an operation y, given the rates of its operands.
Symbolic derive(const Graph::Node& node, const ChainRule& f) {
  switch (node.op) {
    case Op::negate: return -f.da;
    case Op::add: return f.da + f.db;
    case Op::subtract: return f.da - f.db;
    case Op::multiply: return f.da * f.b + f.a * f.db;
    case Op::divide: return (f.da - f.y * f.db) / f.b;  // (a' − y b')/b
    case Op::power: return derive_power(f);
    case Op::select: return select(f.a, f.db, f.dc);
    default: break;
  }
  const Function* const function = find_function(node.op);
  return function ? function->derive(f) : Symbolic{};  // comparisons are flat
}

}  // namespace

Expr Graph::derivative(Expr e, Expr x) {
  PINTLE_CHECK(node(x).op == Op::input, "a derivative is with respect to an input");
  const int number = node(x).a;
  const Expr one = constant(1);
  return total_derivative(e, [&](int input) { return input == number ? one : Expr{}; });
}

/// The chain rule, one node after the other, operands first.
Expr Graph::total_derivative(Expr e, const std::function<Expr(int input)>& rate) {
  std::vector<Expr> rates(static_cast<std::size_t>(e.i) + 1);  // of the nodes up to the top; none: zero
  const auto rate_of = [&](int i) { return i < 0 ? Expr{} : rates[i]; };
  for (const int i : nodes_below({&e, 1})) {
    const Node x = node({i});  // a copy: the graph grows
    const auto at = [&](Expr expr) { return Symbolic(*this, expr); };
    Expr found;
    if (x.op == Op::input) {
      found = rate(x.a);
    } else if (x.op == Op::table) {
      if (const Expr da = rate_of(x.a); da.exists()) found = (at(call(x.b, {x.a}, x.c + 1)) * at(da)).expr();
    } else if (x.op != Op::constant) {
      const std::array<Expr, 3> d{rate_of(x.a), rate_of(x.b), rate_of(x.c)};
      const bool is_flat = std::ranges::none_of(d, &Expr::exists);
      const ChainRule f{at({i}), at({x.a}), at({x.b}), at({x.c}), at(d[0]), at(d[1]), at(d[2])};
      if (!is_flat) found = derive(x, f).expr();
    }
    const bool is_zero = found.exists() && is_constant(found) && value(found) == 0;
    rates[i] = is_zero ? Expr{} : found;
  }
  const Expr found = rate_of(e.i);
  return found.exists() ? found : constant(0);
}

}  // namespace pintle
