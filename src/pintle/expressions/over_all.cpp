#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/expressions/parser.h"

/// `all.foot.touching` stands for the signals of all instances that a repeat makes. The argument that says so is read once
/// for each of them.
namespace pintle {

const Meaning& Parser::find_instance(std::string_view name) {
  if (!instances_)
    throw Error(fmt::format("{} stands for many values; write it inside count, any, all_of, sum, min or max", shorten(name)));
  Instances& all = *instances_;
  for (const auto& [known, meanings] : all.known)
    if (known == name) return meanings[all.current];
  std::vector<Meaning> meanings = scope_.find_all(name);
  if (meanings.empty()) throw Error(fmt::format("{} stands for nothing: there are no instances of it", shorten(name)));
  if (all.count != 0 && meanings.size() != all.count)
    throw Error(fmt::format("{} stands for {} values beside {}; take parts of the same repeat", shorten(name), meanings.size(),
                            all.count));
  all.count = meanings.size();
  return all.known.emplace_back(name, std::move(meanings)).second[all.current];
}

bool Parser::parse_instances(std::vector<Term>& terms, std::vector<std::string>& texts) {
  Instances all;
  Instances* const outer = std::exchange(instances_, &all);
  const Lexer start = lexer_;
  const std::size_t begin = token().begin, warned = warnings_.size();
  do {
    lexer_ = start;
    if (all.current > 0) written_.forget(begin), warnings_.resize(warned);
    terms.push_back(parse_or());
    texts.push_back(written_.text(begin, lexer_.previous().end));
    if (all.nested && all.count > 0)
      throw Error(fmt::format("{}: all. inside a function over all.; define a signal for the inner one",
                              text(begin, lexer_.previous().end)));
  } while (++all.current < all.count);
  instances_ = outer;
  if (outer && (all.count > 0 || all.nested)) outer->nested = true;
  return all.count > 0;
}

Term Parser::parse_over_all(const Token& name, Over over) {
  const std::size_t open = token().begin;
  lexer_.advance();
  std::vector<Term> terms;
  std::vector<std::string> texts;
  const bool over_all = parse_instances(terms, texts);
  expect_close(TokenKind::close, open);
  const std::size_t end = lexer_.previous().end;
  const std::string_view word = lexer_.text(name);
  if (!over_all)
    throw Error(fmt::format("{}: {} wants all instances of a repeat, for example {}(all.foot.touching)", text(name.begin, end),
                            word, word));
  Term found;
  std::string list;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    Term& next = terms[i];
    over == Over::sum ? check_number(next) : check_truth(next);
    if (over == Over::count) next.expr = graph_.apply(Op::select, next.expr, graph_.constant(1), graph_.constant(0));
    const std::string next_text = over == Over::count ? fmt::format("if({}, 1, 0)", texts[i]) : in_parentheses(texts[i]);
    if (i == 0) {
      found = next;
      list = next_text;
      continue;
    }
    const Op op = over == Over::any ? Op::either : over == Over::all_of ? Op::both : Op::add;
    if (over == Over::sum) found.sort = calc_common(found, next, name.begin, "plus", "give all the same dimension");
    found.expr = graph_.apply(op, found.expr, next.expr);
    list += (over == Over::any ? " or " : over == Over::all_of ? " and " : " + ") + next_text;
  }
  if (over == Over::count) found.sort = {};
  if (over == Over::any || over == Over::all_of) found.sort = {Nature::logic, {}};
  written_.replace(name.begin, end, "(" + list + ")");
  return {found.expr, found.sort, name.begin, end};
}

}  // namespace pintle
