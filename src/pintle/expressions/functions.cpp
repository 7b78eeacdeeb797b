#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/expressions/parser.h"

namespace pintle {
namespace {

struct Function {
  std::string_view name;
  Op op;
};
constexpr Function functions[] = {
    // of one argument
    {"sin", Op::sin}, {"cos", Op::cos},   {"tan", Op::tan}, {"asin", Op::asin}, {"acos", Op::acos},   {"exp", Op::exp},
    {"log", Op::log}, {"sqrt", Op::sqrt}, {"abs", Op::abs}, {"tanh", Op::tanh}, {"floor", Op::floor}, {"sign", Op::sign},
};

/// What other languages call them.
struct Foreign {
  std::string_view name, ours;
};
constexpr Foreign foreign[] = {
    {"ln", "log(x)"},
    {"log10", "log(x)/log(10)"},
    {"pow", "a^b"},
    {"atan", "atan2(y, x)"},
    {"arcsin", "asin(x)"},
    {"arccos", "acos(x)"},
    {"arctan", "atan2(y, x)"},
    {"fabs", "abs(x)"},
    {"all", "all_of(all.…)"},
    {"ifelse", "if(c, a, b)"},
    {"sgn", "sign(x)"},
    {"fmod", "mod(a, b)"},
    {"ceil", "-floor(-x)"},
    {"round", "floor(x + 0.5)"},
    {"clamp", "max(low, min(high, x))"},
    {"norm", "the signal's own .norm"},
    {"square", "x^2"},
};

}  // namespace

Term Parser::parse_call(const Token& name) {
  const std::string_view word = lexer_.text(name);
  for (const Function& function : functions)
    if (function.name == word) return parse_function(name, function.op);
  if (word == "if") return parse_if(name);
  if (word == "min") return parse_extreme(name, Op::min);
  if (word == "max") return parse_extreme(name, Op::max);
  if (word == "atan2") return parse_atan2(name);
  if (word == "mod") return parse_modulo(name);
  if (word == "count") return parse_over_all(name, Over::count);
  if (word == "any") return parse_over_all(name, Over::any);
  if (word == "all_of") return parse_over_all(name, Over::all_of);
  if (word == "sum") return parse_over_all(name, Over::sum);
  if (word == "distance") return parse_distance(name);
  if (const auto table = scope_.find_table(word)) return parse_table(name, *table);
  fail_no_function(word);
}

void Parser::fail_no_function(std::string_view name) {
  for (const Foreign& row : foreign)
    if (row.name == name) throw Error(fmt::format("there is no function {}; write {}", name, row.ours));
  bool is_known = true;
  try {
    scope_.find(name);
  } catch (const Error&) {
    is_known = false;
  }
  if (is_known) throw Error(fmt::format("{} is no function; write * for a product, {}*(…)", shorten(name), shorten(name)));
  throw Error(
      fmt::format("there is no function {}; there are if min max abs sqrt exp log sin cos tan asin acos atan2 tanh floor "
                  "mod sign distance, count any all_of sum, and the tables under functions",
                  shorten(name)));
}

std::vector<Term> Parser::parse_arguments(const Token& name, std::size_t count) {
  const std::size_t open = token().begin;
  lexer_.advance();
  std::vector<Term> arguments;
  if (token().kind != TokenKind::close) {
    arguments.push_back(parse_or());
    while (accept(TokenKind::comma)) arguments.push_back(parse_or());
  }
  expect_close(TokenKind::close, open);
  if (arguments.size() != count)
    throw Error(fmt::format("{}: {} arguments; {} takes {}", text(name.begin, lexer_.previous().end), arguments.size(),
                            lexer_.text(name), count));
  return arguments;
}

Term Parser::parse_function(const Token& name, Op op) {
  const Term x = parse_arguments(name, 1)[0];
  const std::size_t end = lexer_.previous().end;
  check_number(x);
  Sort sort = x.sort;  // abs keeps it
  if (op == Op::sqrt) {
    const auto root = find_root(x.sort);
    if (!root)
      throw Error(fmt::format("{}: the root of {} is no quantity; give for example an area, or divide first",
                              text(name.begin, end), describe(x.sort)));
    sort = *root;
  } else if (op == Op::sign) {
    sort = calc_pure(x.sort);  // of whatever
  } else if (op != Op::abs) {
    check_pure(x, name);
    sort = calc_pure(x.sort);
    if (op == Op::asin || op == Op::acos) sort.angle = 1;
  }
  return {graph_.apply(op, x.expr), sort, name.begin, end};
}

Term Parser::parse_if(const Token& name) {
  const std::vector<Term> part = parse_arguments(name, 3);
  check_truth(part[0]);
  const Sort sort = calc_common(part[1], part[2], name.begin, "or", "give both branches the same dimension");
  return {graph_.apply(Op::select, part[0].expr, part[1].expr, part[2].expr), sort, name.begin, lexer_.previous().end};
}

Term Parser::parse_atan2(const Token& name) {
  const std::vector<Term> part = parse_arguments(name, 2);
  check_number(part[0]);
  check_number(part[1]);
  const Sort sort = calc_common(part[0], part[1], name.begin, "and", "give both arguments the same dimension");
  return {graph_.apply(Op::atan2, part[0].expr, part[1].expr), calc_pure(sort), name.begin, lexer_.previous().end};
}

Term Parser::parse_modulo(const Token& name) {
  const std::vector<Term> part = parse_arguments(name, 2);
  check_number(part[0]);
  check_number(part[1]);
  const Sort sort = calc_common(part[0], part[1], name.begin, "and", "give both arguments the same dimension");
  return {graph_.apply(Op::modulo, part[0].expr, part[1].expr), sort, name.begin, lexer_.previous().end};
}

Term Parser::parse_table(const Token& name, const Scope::TableMeaning& table) {
  const Term x = parse_arguments(name, 1)[0];
  const std::size_t end = lexer_.previous().end;
  check_number(x);
  if (!is_bare(x.sort) && x.sort.dimension != table.x)
    throw Error(fmt::format("{}: its argument is {}; {} is a function of {}", text(name.begin, end), describe(x.sort),
                            lexer_.text(name), describe(table.x)));
  const Sort sort{table.bare_y ? Nature::bare : Nature::quantity, table.y};
  return {graph_.call(table.table, x.expr), sort, name.begin, end};
}

/// min(a, b, …), any of which may be `all.name`.
Term Parser::parse_extreme(const Token& name, Op op) {
  const std::size_t open = token().begin;
  lexer_.advance();
  std::vector<Term> terms;
  std::vector<std::string> texts;
  bool over_all = parse_instances(terms, texts);
  while (accept(TokenKind::comma)) over_all |= parse_instances(terms, texts);
  expect_close(TokenKind::close, open);
  const std::size_t end = lexer_.previous().end;
  if (terms.size() < 2 && !over_all)
    throw Error(fmt::format("{}: one argument; give two or more, or all.name of what a repeat makes", text(name.begin, end)));
  Term found = terms[0];
  check_number(found);
  for (std::size_t i = 1; i < terms.size(); ++i) {
    check_number(terms[i]);
    const Sort sort = calc_common(found, terms[i], name.begin, "and", "give all arguments the same dimension");
    found.expr = graph_.apply(op, found.expr, terms[i].expr);
    found.sort = sort;
  }
  found.begin = name.begin;
  found.end = end;
  found.literal = false;
  if (!over_all) return found;
  std::string list = texts[0];
  for (std::size_t i = 1; i < texts.size(); ++i) list += ", " + texts[i];
  written_.replace(name.begin, end, texts.size() == 1 ? in_parentheses(list) : fmt::format("{}({})", lexer_.text(name), list));
  return found;
}

}  // namespace pintle
