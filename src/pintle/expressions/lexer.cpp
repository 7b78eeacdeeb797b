#include "pintle/expressions/lexer.h"

#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/base/units.h"

namespace pintle {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct Sign {
  std::string_view text;
  TokenKind kind;
};
constexpr Sign signs[] = {
    // longer ones first
    {"<=", TokenKind::less_equal},  {">=", TokenKind::greater_equal}, {"==", TokenKind::equal}, {"+", TokenKind::add},
    {"-", TokenKind::subtract},     {"*", TokenKind::multiply},       {"/", TokenKind::divide}, {"^", TokenKind::power},
    {"<", TokenKind::less},         {">", TokenKind::greater},        {"(", TokenKind::open},   {")", TokenKind::close},
    {"[", TokenKind::open_bracket}, {"]", TokenKind::close_bracket},  {",", TokenKind::comma},
};
constexpr Sign words[] = {{"and", TokenKind::both}, {"or", TokenKind::either}, {"not", TokenKind::opposite}};

/// What other languages, and paper, write.
struct Foreign {
  std::string_view text, ours;
};
constexpr Foreign foreign[] = {
    {"**", "^"},
    {"&&", "and"},
    {"&", "and"},
    {"||", "or"},
    {"|", "or"},
    {"!=", "not (a == b)"},
    {"<>", "not (a == b)"},
    {"!", "not"},
    {"=<", "<="},
    {"=>", ">="},
    {"≤", "<="},
    {"≥", ">="},
    {"≠", "not (a == b)"},
    {"−", "-"},
    {"–", "-"},
    {"·", "*"},
    {"×", "*"},
    {"÷", "/"},
    {"²", "^2"},
    {"³", "^3"},
    {"°", "deg"},
    {"π", "pi"},
    {"√", "sqrt()"},
    {"{", "("},
    {"}", ")"},
    {"~", "not"},
    {"//", "/"},
    {"?", "if(condition, a, b)"},
    {":", "if(condition, a, b)"},
};

[[noreturn]] void fail(std::string_view rest) {
  std::size_t n = 1;
  while (n < rest.size() && (rest[n] & 0xc0) == 0x80) ++n;  // one whole character
  throw Error(fmt::format("{} is not known in an expression; there are + - * / ^ < <= > >= == and or not", rest.substr(0, n)));
}

void check_foreign(std::string_view rest) {
  for (const Foreign& row : foreign)
    if (rest.starts_with(row.text)) throw Error(fmt::format("{} is not known in an expression; write {}", row.text, row.ours));
  if (rest.starts_with('=') && !rest.starts_with("=="))
    throw Error("= inside an expression; write == to ask whether two values are equal");
}

}  // namespace

std::size_t Lexer::number_end(std::size_t at) const {
  at += number_length(text_.substr(at));
  const std::size_t blank = text_.substr(at).starts_with(' ') ? 1 : 0;
  const std::size_t unit = unit_length(text_.substr(at + blank));
  return unit == 0 ? at : at + blank + unit;
}

/// A dot belongs to a name if a letter, a digit or _ follows.
std::size_t Lexer::name_end(std::size_t at) const {
  const auto is_inside = [&](std::size_t i) { return i < text_.size() && (is_letter(text_[i]) || is_digit(text_[i])); };
  while (is_inside(at) || (at < text_.size() && text_[at] == '.' && is_inside(at + 1))) ++at;
  return at;
}

void Lexer::advance() {
  previous_ = token_;
  std::size_t at = token_.end;
  while (at < text_.size() && is_blank(text_[at])) ++at;
  token_ = {TokenKind::end, at, at};
  if (at == text_.size()) return;
  const char c = text_[at];
  if (is_digit(c) || (c == '.' && at + 1 < text_.size() && is_digit(text_[at + 1]))) {
    token_ = {TokenKind::number, at, number_end(at)};
    return;
  }
  if (is_letter(c)) {
    token_ = {TokenKind::name, at, name_end(at)};
    for (const Sign& word : words)
      if (text(token_) == word.text) token_.kind = word.kind;
    return;
  }
  const std::string_view rest = text_.substr(at);
  if (std::string_view("+-^()[],").find(c) == std::string_view::npos) check_foreign(rest);
  for (const Sign& sign : signs) {
    if (!rest.starts_with(sign.text)) continue;
    token_ = {sign.kind, at, at + sign.text.size()};
    return;
  }
  fail(rest);
}

}  // namespace pintle
