#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/expressions/parser.h"

/// The rules of dimensions.h with the sentences of their mistakes, and the mistakes in the row of words.
namespace pintle {

Term Parser::make(Op op, const Term& a, const Term& b, const Sort& sort) {
  return {graph_.apply(op, a.expr, b.expr), sort, a.begin, b.end};
}

Term Parser::make_sum(Op op, const Term& a, const Term& b) {
  check_number(a);
  check_number(b);
  warn_of_degrees(a, b);
  return make(op, a, b, calc_common(a, b, a.begin, op == Op::add ? "plus" : "minus", "give both sides the same dimension"));
}

Sort Parser::calc_common(const Term& a, const Term& b, std::size_t begin, std::string_view joined,
                         std::string_view way_out) const {
  if (const auto common = find_common(a.sort, b.sort)) return *common;
  throw Error(
      fmt::format("{}: {} {} {}; {}", text(begin, lexer_.previous().end), describe(a.sort), joined, describe(b.sort), way_out));
}

void Parser::check_number(const Term& a) const {
  if (is_logic(a.sort))
    throw Error(fmt::format("{}: true or false where a number is wanted; write if({}, 1, 0)", text(a), text(a)));
}

/// A signal of 0 and 1 (`foot.touching`) is as good as a comparison; a number that no run changes is none.
void Parser::check_truth(const Term& a) const {
  const bool signal = is_logic(a.sort) || graph_.reads(a.expr, InputKind::signal);
  if (!is_truth_like(a.sort) || !signal)
    throw Error(fmt::format("{}: {} where true or false is wanted; compare it, for example {} > 1 {}", text(a), describe(a.sort),
                            text(a), unit_of(a.sort.dimension)));
}

void Parser::check_pure(const Term& argument, const Token& name) const {
  check_number(argument);
  if (is_pure(argument.sort)) return;
  const std::string kind = describe(argument.sort);
  const bool is_time = argument.sort.dimension == Dimension{0, 0, 1};
  throw Error(fmt::format("{}: its argument is {}; divide by {}{}", text(name.begin, lexer_.previous().end), kind, kind,
                          is_time ? " or write for example 3 rad/s*time" : ""));
}

/// 1/2 m looks like half a metre.
void Parser::warn_of_quotient(const Term& a, const Term& b) {
  if (!a.literal || !b.literal || !is_bare(a.sort) || is_bare(b.sort)) return;
  const std::string up = text(a), down = text(b);
  const std::string_view number = std::string_view(down).substr(0, number_length(down));
  std::string_view unit = std::string_view(down).substr(number.size());
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  const std::string share = fmt::format("{}", graph_.value(a.expr) / parse_quantity(number).value);
  const std::string shorter = share.size() <= 6 ? fmt::format(" or {} {}", share, unit) : "";
  warnings_.push_back(
      fmt::format("{}/{} is read as {}/({}); write ({}/{})*1 {}{}", up, down, up, down, up, number, unit, shorter));
}

/// elbow.angle > 90 asks for 90 rad.
void Parser::warn_of_degrees(const Term& a, const Term& b) {
  const auto is_angle = [](const Term& x) { return is_pure(x.sort) && !is_bare(x.sort) && x.sort.angle == 1; };
  const auto is_suspect = [&](const Term& x) {
    const double value = graph_.value(x.expr);
    return is_bare(x.sort) && graph_.is_constant(x.expr) && value == std::floor(value) && looks_like_degrees(value);
  };
  if (!(is_angle(a) && is_suspect(b)) && !(is_angle(b) && is_suspect(a))) return;
  const std::string number = text(is_angle(a) ? b : a), angle = text(is_angle(a) ? a : b);
  warnings_.push_back(
      fmt::format("{} has no unit and is read as {} rad, as {} is an angle; write {} deg if degrees are meant, {} rad if not",
                  number, number, angle, number, number));
}

// ---- the row of words -----------------------------------------------------------------------------------------------

bool Parser::accept(TokenKind kind) {
  if (token().kind != kind) return false;
  lexer_.advance();
  return true;
}

void Parser::expect_close(TokenKind kind, std::size_t open) {
  if (accept(kind)) return;
  if (token().kind != TokenKind::end) fail_rest();
  throw Error(fmt::format("{}: a {} is missing", text(open, token().begin), kind == TokenKind::close ? ")" : "]"));
}

/// What may not follow a complete value.
void Parser::fail_rest() {
  switch (token().kind) {
    case TokenKind::close: throw Error(fmt::format("{}: a ) without its (", text(0, token().end)));
    case TokenKind::close_bracket: throw Error(fmt::format("{}: a ] without its [", text(0, token().end)));
    case TokenKind::open_bracket:
      throw Error(fmt::format("{}: only lists have elements; write for example q[2]", text(0, token().end)));
    case TokenKind::comma:
      throw Error(fmt::format("{}: a comma stands only between the arguments of a function; a number has a decimal point",
                              text(lexer_.previous().begin, lexer_.all_text().size())));
    default: fail_no_operator();
  }
}

void Parser::fail_no_operator() {
  const Token before = lexer_.previous(), here = token();
  const std::string both = text(before.begin, here.end);
  if (before.kind == TokenKind::number && here.kind == TokenKind::name) {
    const std::string_view word = lexer_.text(here);
    const bool is_unit = unit_length(word) == word.size();
    if (is_unit && parse_quantity(lexer_.text(before)).bare && here.begin > before.end + 1)
      throw Error(both + ": more than one blank before the unit; write one, or none");
    if (is_unit) throw Error(both + ": a unit has no blanks inside; write products with *, for example kN*m");
    bool is_known = true;
    try {
      scope_.find(word);
    } catch (const Error&) {
      is_known = false;
    }
    if (!is_known && here.begin <= before.end + 1)
      parse_quantity(lexer_.all_text().substr(before.begin, here.end - before.begin));
  }
  if (here.kind == TokenKind::opposite)
    throw Error(fmt::format("{}: an operator is missing; write for example a and not b", both));
  throw Error(fmt::format("{}: an operator is missing; write * for a product, {}*{}{}", both, lexer_.text(before),
                          lexer_.text(here), here.kind == TokenKind::open ? "…)" : ""));
}

void Parser::fail_no_value() {
  const std::string_view word = lexer_.text(token());
  const std::string so_far = text(0, token().end);
  switch (token().kind) {
    case TokenKind::end: throw Error(fmt::format("{}: it ends where a value is wanted; complete it", so_far));
    case TokenKind::add: throw Error(fmt::format("{}: a + without a left side; leave it out", so_far));
    case TokenKind::opposite: throw Error(fmt::format("{}: not stands inside; write parentheses, (not a)", so_far));
    default: throw Error(fmt::format("{}: a value is wanted in place of {}; give a number or a name", so_far, word));
  }
}

}  // namespace pintle
