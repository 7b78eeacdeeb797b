#pragma once
#include <cstdint>
#include <string_view>

namespace pintle {

enum class TokenKind : std::uint8_t {
  end,
  number,  // with its unit
  name,    // with dots
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  both,
  either,
  opposite,
  open,
  close,
  open_bracket,
  close_bracket,
  comma
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t begin = 0, end = 0;  // in the text
};

/// The words of an expression, one after the other. A copy remembers a place to come back to.
class Lexer {
 public:
  /// Throws Error where a sign of other languages stands: "&& is not known here; write and".
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  const Token& token() const { return token_; }
  /// The one before it.
  const Token& previous() const { return previous_; }
  void advance();

  std::string_view all_text() const { return text_; }
  std::string_view text(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }

 private:
  std::size_t number_end(std::size_t at) const;
  std::size_t name_end(std::size_t at) const;

  std::string_view text_;
  Token token_, previous_;
};

}  // namespace pintle
