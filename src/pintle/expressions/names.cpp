#include <fmt/core.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/expressions/functions/kinds.h"
#include "pintle/expressions/parser.h"

namespace pintle {
namespace {

std::string text_or(const Meaning& meaning, std::string written) { return meaning.text.empty() ? written : meaning.text; }

constexpr std::array<std::string_view, 3> axes{".position.x", ".position.y", ".position.z"};

}  // namespace

Term Parser::parse_name() {
  const Token name = token();
  const std::string_view word = lexer_.text(name);
  lexer_.advance();
  if (token().kind == TokenKind::open) return parse_call(name);
  if (token().kind == TokenKind::open_bracket) return parse_element(name);
  const Sort logic{Nature::logic, {}};
  if (word == "pi") return {graph_.constant(std::numbers::pi), {}, name.begin, name.end};
  if (word == "true" || word == "false") return {graph_.constant(word == "true"), logic, name.begin, name.end};
  if (word == "if") throw Error("if without its parentheses; write if(condition, a, b)");
  const Meaning meaning = find_name(word);
  if (!meaning.text.empty()) written_.replace_value(name.begin, name.end, meaning.text);
  return {meaning.expr, {meaning.nature, meaning.dimension, false, meaning.angle}, name.begin, name.end};
}

Meaning Parser::find_name(std::string_view name) { return name.starts_with("all.") ? find_instance(name) : scope_.find(name); }

Term Parser::parse_element(const Token& name) {
  const std::size_t open = token().begin;
  lexer_.advance();
  const Term index = parse_or();
  expect_close(TokenKind::close_bracket, open);
  const std::size_t end = lexer_.previous().end;
  check_number(index);
  const double value = graph_.value(index.expr);
  if (graph_.is_living(index.expr))
    throw Error(fmt::format("{}: {} changes while a run goes on; give a fixed number", text(name.begin, end), text(index)));
  if (!is_pure(index.sort) || !(std::abs(value) < 1e9) || value != std::floor(value))
    throw Error(fmt::format("{}: the index is {}; give a whole number, elements count from 1", text(name.begin, end),
                            is_pure(index.sort) ? fmt::format("{}", value) : describe(index.sort)));
  const Meaning meaning = scope_.find_element(lexer_.text(name), static_cast<int>(value));
  if (!meaning.text.empty()) written_.replace_value(name.begin, end, meaning.text);
  return {meaning.expr, {meaning.nature, meaning.dimension, false, meaning.angle}, name.begin, end};
}

/// ‖p_WQ − p_WP‖ of two points or bodies. Where a name stands for something without a name of its own (the place of the
/// world, as numbers), the root is written out.
Term Parser::parse_distance(const Token& name) {
  std::array<Token, 2> points;
  std::array<std::string, 2> own_name;
  lexer_.advance();
  for (std::size_t i = 0; i < 2; ++i) {
    points[i] = token();
    if (!accept(TokenKind::name) || (i == 0 && !accept(TokenKind::comma)))
      throw Error(fmt::format("{}: give two names of points or bodies, distance(a, b)", text(name.begin, token().end)));
  }
  expect_close(TokenKind::close, points[0].begin);
  Expr sum;
  std::string root;
  bool has_names = true;
  for (const std::string_view axis : axes) {
    std::array<Term, 2> x;
    std::array<std::string, 2> x_text;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string full = std::string(lexer_.text(points[i])) + std::string(axis);
      const Meaning meaning = find_name(full);
      x[i] = {meaning.expr, {meaning.nature, meaning.dimension, false, meaning.angle}, points[i].begin, points[i].end};
      x_text[i] = text_or(meaning, full);
      has_names &= x_text[i].ends_with(axis);
      own_name[i] = x_text[i].substr(0, x_text[i].size() - std::min(x_text[i].size(), axis.size()));
    }
    const Term d = make_sum(Op::subtract, x[0], x[1]);
    const Expr square = graph_.apply(Op::multiply, d.expr, d.expr);
    sum = sum.exists() ? graph_.apply(Op::add, sum, square) : square;
    root += fmt::format("{}({} - {})^2", root.empty() ? "" : " + ", in_parentheses(x_text[0]), in_parentheses(x_text[1]));
  }
  const std::size_t end = lexer_.previous().end;
  if (!has_names) written_.replace(name.begin, end, fmt::format("sqrt({})", root));
  for (std::size_t i = 0; i < 2; ++i)
    if (has_names && own_name[i] != lexer_.text(points[i])) written_.replace(points[i].begin, points[i].end, own_name[i]);
  return {graph_.apply(op_of<Sqrt>, sum), {Nature::quantity, {0, 1, 0}}, name.begin, end};
}

}  // namespace pintle
