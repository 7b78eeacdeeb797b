#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/expressions/dimensions.h"
#include "pintle/expressions/functions/function.h"
#include "pintle/expressions/lexer.h"
#include "pintle/expressions/parse.h"
#include "pintle/expressions/written.h"

namespace pintle {

/// A part of the text and what it means.
struct Term {
  Expr expr;
  Sort sort;
  std::size_t begin = 0, end = 0;  // in the text
  bool literal = false;            // one number, as written
};

/// Recursive descent over one text; used by parse.cpp alone. Its functions go from the weakest binding to the strongest;
/// each leaves the lexer at the first word that it does not take.
class Parser {
 public:
  Parser(std::string_view text, Graph& graph, Scope& scope);

  Term parse_to_end();
  /// The text with names of instances and values of local words written out.
  std::string written() const { return written_.text(0, lexer_.all_text().size()); }
  std::vector<std::string>& warnings() { return warnings_; }

 private:
  // parser.cpp: operators
  Term parse_or();
  Term parse_and();
  Term parse_not();
  Term parse_comparison();
  Term parse_sum();
  Term parse_product();
  Term parse_sign();
  Term parse_power();
  Term parse_atom();
  Term parse_number();

  // names.cpp: names, elements of lists, points
  Term parse_name();
  Term parse_element(const Token& name);
  Term parse_distance(const Token& name);
  Meaning find_name(std::string_view name);

  // functions.cpp: what is called
  Term parse_call(const Token& name);
  Term parse_function(const Token& name, const Function& function);
  static Sort calc_given(const Function& function, const Sort& taken, const std::string& written);
  Term parse_if(const Token& name);
  Term parse_table(const Token& name, const Scope::TableMeaning& table);
  std::vector<Term> parse_arguments(const Token& name, std::size_t count);
  std::vector<Term> parse_many(const Token& name, std::vector<std::string>& texts);

  // over_all.cpp: count any all_of sum, and functions that fold, over `all.name`
  enum class Over : std::uint8_t { count, any, all_of, sum };
  struct Instances {                     // those of the argument that is being read
    std::size_t current = 0, count = 0;  // count 0: no all. yet
    bool nested = false;                 // it calls a function over `all.` itself
    std::vector<std::pair<std::string, std::vector<Meaning>>> known;
  };
  Term parse_over_all(const Token& name, Over over);
  /// One argument: one term, or one for each instance if it says `all.`; their texts too.
  bool parse_instances(std::vector<Term>& terms, std::vector<std::string>& texts);
  const Meaning& find_instance(std::string_view name);

  // rules with their sentences
  Term make(Op op, const Term& a, const Term& b, const Sort& sort);
  Term make_sum(Op op, const Term& a, const Term& b);
  Sort calc_common(const Term& a, const Term& b, std::size_t begin, std::string_view joined, std::string_view way_out) const;
  void check_number(const Term& a) const;
  void check_truth(const Term& a) const;
  void check_pure(const Term& argument, const Token& name) const;
  void warn_of_quotient(const Term& a, const Term& b);
  void warn_of_degrees(const Term& a, const Term& b);

  // mistakes in the row of words
  bool accept(TokenKind kind);
  void expect_close(TokenKind kind, std::size_t open);
  [[noreturn]] void fail_rest();
  [[noreturn]] void fail_no_operator();
  [[noreturn]] void fail_no_value();
  [[noreturn]] void fail_no_function(std::string_view name);

  std::string text(std::size_t begin, std::size_t end) const { return shorten(lexer_.all_text().substr(begin, end - begin)); }
  std::string text(const Term& a) const { return text(a.begin, a.end); }
  const Token& token() const { return lexer_.token(); }

  struct Deeper {
    explicit Deeper(Parser& parser);
    ~Deeper() { --depth; }
    int& depth;
  };

  Graph& graph_;
  Scope& scope_;
  Lexer lexer_;
  Written written_;
  Instances* instances_ = nullptr;  // none: not inside a function over `all.`
  int depth_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace pintle
