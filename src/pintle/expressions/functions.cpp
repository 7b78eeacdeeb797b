#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/expressions/parser.h"

namespace pintle {
Term Parser::parse_call(const Token& name) {
  const std::string_view word = lexer_.text(name);
  if (const Function* const function = find_function(word)) return parse_function(name, *function);
  if (word == "if") return parse_if(name);
  if (word == "count") return parse_over_all(name, Over::count);
  if (word == "any") return parse_over_all(name, Over::any);
  if (word == "all_of") return parse_over_all(name, Over::all_of);
  if (word == "sum") return parse_over_all(name, Over::sum);
  if (word == "distance") return parse_distance(name);
  if (const auto table = scope_.find_table(word)) return parse_table(name, *table);
  fail_no_function(word);
}

void Parser::fail_no_function(std::string_view name) {
  if (const std::string_view ours = find_own_words(name); !ours.empty())
    throw Error(fmt::format("there is no function {}; write {}", name, ours));
  bool is_known = true;
  try {
    scope_.find(name);
  } catch (const Error&) {
    is_known = false;
  }
  if (is_known) throw Error(fmt::format("{} is no function; write * for a product, {}*(…)", shorten(name), shorten(name)));
  std::string names;
  for (const Function& function : all_functions()) names.append(function.name).append(1, ' ');
  throw Error(
      fmt::format("there is no function {}; there are if {}distance, count any all_of sum, and the tables under functions",
                  shorten(name), names));
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

Term Parser::parse_function(const Token& name, const Function& function) {
  std::vector<std::string> texts;  // of those that `all.` stands for
  const std::vector<Term> part =
      function.folds ? parse_many(name, texts) : parse_arguments(name, static_cast<std::size_t>(function.arity));
  const std::size_t end = lexer_.previous().end;
  Term found = part[0];
  for (std::size_t i = 0; i < part.size(); ++i) {
    function.takes == Takes::pure ? check_pure(part[i], name) : check_number(part[i]);
    if (i == 0) continue;
    found.sort =
        calc_common(found, part[i], name.begin, "and",
                    fmt::format("give {} arguments the same dimension", function.folds || part.size() > 2 ? "all" : "both"));
    if (function.folds) found.expr = graph_.apply(function.op, found.expr, part[i].expr);
  }
  const auto at = [&](std::size_t i) { return i < part.size() ? part[i].expr : Expr{}; };
  if (!function.folds) found.expr = graph_.apply(function.op, at(0), at(1), at(2));
  if (!texts.empty()) {
    std::string list = texts[0];
    for (std::size_t i = 1; i < texts.size(); ++i) list += ", " + texts[i];
    written_.replace(name.begin, end, texts.size() == 1 ? in_parentheses(list) : fmt::format("{}({})", lexer_.text(name), list));
  }
  return {found.expr, calc_given(function, found.sort, text(name.begin, end)), name.begin, end};
}

/// What it gives, of such operands.
Sort Parser::calc_given(const Function& function, const Sort& taken, const std::string& written) {
  if (function.gives == Gives::same) return taken;
  Sort sort = calc_pure(taken);
  if (function.gives == Gives::angle) sort.angle = 1;
  if (function.gives != Gives::root) return sort;
  if (const auto root = find_root(taken)) return *root;
  throw Error(
      fmt::format("{}: the root of {} is no quantity; give for example an area, or divide first", written, describe(taken)));
}

Term Parser::parse_if(const Token& name) {
  const std::vector<Term> part = parse_arguments(name, 3);
  check_truth(part[0]);
  const Sort sort = calc_common(part[1], part[2], name.begin, "or", "give both branches the same dimension");
  return {graph_.apply(Op::select, part[0].expr, part[1].expr, part[2].expr), sort, name.begin, lexer_.previous().end};
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

/// Two or more, any of which may be `all.name`.
std::vector<Term> Parser::parse_many(const Token& name, std::vector<std::string>& texts) {
  const std::size_t open = token().begin;
  lexer_.advance();
  std::vector<Term> terms;
  bool over_all = parse_instances(terms, texts);
  while (accept(TokenKind::comma)) over_all |= parse_instances(terms, texts);
  expect_close(TokenKind::close, open);
  if (terms.size() < 2 && !over_all)
    throw Error(fmt::format("{}: one argument; give two or more, or all.name of what a repeat makes",
                            text(name.begin, lexer_.previous().end)));
  if (!over_all) texts.clear();
  return terms;
}

}  // namespace pintle
