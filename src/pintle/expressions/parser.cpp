#include "pintle/expressions/parser.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr int deepest = 64;

}  // namespace

Parser::Parser(std::string_view text, Graph& graph, Scope& scope) : graph_(graph), scope_(scope), lexer_(text), written_(text) {}

Parser::Deeper::Deeper(Parser& parser) : depth(parser.depth_) {
  if (depth > deepest)  // the whole is depth 1

    throw Error(fmt::format("nested more than {} deep; give parts of it names, as parameters or signals", deepest));
  ++depth;
}

Term Parser::parse_to_end() {
  if (token().kind == TokenKind::end) throw Error("nothing is written; give a number or an expression, for example 2*stiffness");
  const Term found = parse_or();
  if (token().kind != TokenKind::end) fail_rest();
  return found;
}

// ---- from weak to strong --------------------------------------------------------------------------------------------

Term Parser::parse_or() {
  const Deeper deeper(*this);
  Term a = parse_and();
  while (accept(TokenKind::either)) {
    const Term b = parse_and();
    check_truth(a);
    check_truth(b);
    a = make(Op::either, a, b, {Nature::logic, {}});
  }
  return a;
}

Term Parser::parse_and() {
  Term a = parse_not();
  while (accept(TokenKind::both)) {
    const Term b = parse_not();
    check_truth(a);
    check_truth(b);
    a = make(Op::both, a, b, {Nature::logic, {}});
  }
  return a;
}

Term Parser::parse_not() {
  const std::size_t begin = token().begin;
  if (!accept(TokenKind::opposite)) return parse_comparison();
  const Deeper deeper(*this);
  const Term a = parse_not();
  check_truth(a);
  return {graph_.apply(Op::opposite, a.expr), {Nature::logic, {}}, begin, a.end};
}

Term Parser::parse_comparison() {
  const auto is_comparison = [&] { return token().kind >= TokenKind::less && token().kind <= TokenKind::equal; };
  const Term a = parse_sum();
  if (!is_comparison()) return a;
  const Token sign = token();
  lexer_.advance();
  const Term b = parse_sum();
  if (is_comparison()) {
    const std::string second(lexer_.text(token()));
    lexer_.advance();
    const Term c = parse_sum();
    throw Error(fmt::format("{}: comparisons do not chain; write {} {} {} and {} {} {}", text(a.begin, c.end), text(a),
                            lexer_.text(sign), text(b), text(b), second, text(c)));
  }
  if (sign.kind != TokenKind::equal) {
    check_number(a);
    check_number(b);
  }
  calc_common(a, b, a.begin, "compared with", "give both sides the same dimension");
  warn_of_degrees(a, b);
  const Sort logic{Nature::logic, {}};
  switch (sign.kind) {
    case TokenKind::less: return make(Op::less, a, b, logic);
    case TokenKind::less_equal: return make(Op::less_equal, a, b, logic);
    case TokenKind::equal: return make(Op::equal, a, b, logic);
    default: {
      const Op op = sign.kind == TokenKind::greater ? Op::less : Op::less_equal;  // a > b is b < a
      return {graph_.apply(op, b.expr, a.expr), logic, a.begin, b.end};
    }
  }
}

Term Parser::parse_sum() {
  Term a = parse_product();
  while (true) {
    if (accept(TokenKind::add))
      a = make_sum(Op::add, a, parse_product());
    else if (accept(TokenKind::subtract))
      a = make_sum(Op::subtract, a, parse_product());
    else
      return a;
  }
}

Term Parser::parse_product() {
  Term a = parse_sign();
  while (token().kind == TokenKind::multiply || token().kind == TokenKind::divide) {
    const bool over = token().kind == TokenKind::divide;
    lexer_.advance();
    const Term b = parse_sign();
    check_number(a);
    check_number(b);
    if (over) warn_of_quotient(a, b);
    a = over ? make(Op::divide, a, b, calc_quotient(a.sort, b.sort)) : make(Op::multiply, a, b, calc_product(a.sort, b.sort));
  }
  return a;
}

/// −a^b is −(a^b).
Term Parser::parse_sign() {
  const std::size_t begin = token().begin;
  if (!accept(TokenKind::subtract)) return parse_power();
  const Deeper deeper(*this);
  const Term a = parse_sign();
  check_number(a);
  return {graph_.apply(Op::negate, a.expr), a.sort, begin, a.end};
}

/// a^b^c is a^(b^c), and b may have a sign.
Term Parser::parse_power() {
  const Term a = parse_atom();
  if (!accept(TokenKind::power)) return a;
  const Deeper deeper(*this);
  const Term b = parse_sign();
  check_number(a);
  check_number(b);
  if (!is_pure(b.sort))
    throw Error(fmt::format("{}: the exponent is {}; an exponent is a pure number", text(a.begin, b.end), describe(b.sort)));
  const bool is_on_unit = a.literal && !is_bare(a.sort) && lexer_.all_text()[b.begin] != '(' && graph_.is_constant(b.expr);
  if (is_pure(a.sort) && is_on_unit)
    throw Error(fmt::format("{}: a unit has whole powers; write ({})^{}", text(a.begin, b.end), text(a), text(b)));
  if (is_pure(a.sort)) return make(Op::power, a, b, calc_pure(is_bare(a.sort) ? b.sort : a.sort));
  const double n = graph_.value(b.expr);
  if (!graph_.is_constant(b.expr) || n != std::floor(n) || std::abs(n) > 99)
    throw Error(fmt::format("{}: {} is {}, so its exponent must be a plain whole number; write for example {}^2, or sqrt({})",
                            text(a.begin, b.end), text(a), describe(a.sort), in_parentheses(text(a)), text(a)));
  const auto sort = find_power(a.sort, static_cast<int>(n));
  if (!sort) throw Error(fmt::format("{}: no quantity has such a dimension; check the exponents", text(a.begin, b.end)));
  return make(Op::power, a, b, *sort);
}

Term Parser::parse_atom() {
  const Token first = token();
  switch (first.kind) {
    case TokenKind::number: return parse_number();
    case TokenKind::name: return parse_name();
    case TokenKind::open: {
      lexer_.advance();
      Term inside = parse_or();
      expect_close(TokenKind::close, first.begin);
      inside.begin = first.begin;
      inside.end = lexer_.previous().end;
      inside.literal = false;
      return inside;
    }
    default: fail_no_value();
  }
}

Term Parser::parse_number() {
  const Token number = token();
  const Quantity quantity = parse_quantity(lexer_.text(number));
  lexer_.advance();
  const Sort sort{quantity.bare ? Nature::bare : Nature::quantity, quantity.dimension, quantity.hertz, quantity.angle};
  return {graph_.constant(quantity.value), sort, number.begin, number.end, true};
}

}  // namespace pintle
