#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/units.h"
#include "pintle/expressions/graph.h"

/// Text → Graph, with dimensions checked on the way (docs/format.md section 1).
///
///     expression = condition { or … }        and, not, < <= > >= ==, + -, * /, unary -, ^ (right), from weak to strong
///     atom       = number [blank] [unit] | name | name[expression] | name(expression, …) | ( expression )
///     functions  = if min max abs sqrt exp log sin cos tan asin acos atan2 tanh floor mod sign, tables; distance(a, b);
///                  count any all_of sum min max over `all.name.signal`, or over what is made of it for each instance
///
/// −2^2 is −4. A unit follows its number after at most one blank, has no blanks inside, and goes on over * and / as long as
/// known units follow; so a parameter may be called m, and 2*m is twice that. `pi`, `true` and `false` are known.
namespace pintle {

enum class Nature : std::uint8_t {
  bare,      // a number without unit: pure in products, takes the other side's dimension in sums and comparisons
  quantity,  // has a dimension; a pure number has the dimension 1
  logic      // true or false
};

/// What an expression, or a name in it, means.
struct Meaning {
  Expr expr;
  Nature nature = Nature::bare;
  Dimension dimension;
  std::string text;  // how to write it where the model is resolved; empty: as it was written
  int angle = 0;     // exponent of its angles, for people
};

/// Who knows the names. Functions throw Error with a sentence if a name is unknown or cannot stand in this place.
class Scope {
 public:
  virtual ~Scope() = default;
  /// `stiffness`, `time`, `age`, `elbow.angle`, `before.link.position.x`.
  virtual Meaning find(std::string_view name) = 0;
  /// `q[3]`: an element of a list parameter; elements count from 1.
  virtual Meaning find_element(std::string_view name, int element) = 0;
  /// `all.hip.load.force`: the signals of all instances, in their order.
  virtual std::vector<Meaning> find_all(std::string_view name) = 0;
  struct TableMeaning {
    int table;            // in the graph
    Dimension x, y;       // of its argument and its value
    bool bare_y = false;  // its values were given without unit
  };
  virtual std::optional<TableMeaning> find_table(std::string_view name) = 0;
};

struct Parsed {
  Meaning meaning;
  std::string text;                   // with the names of instances and the values of local words written out
  std::vector<std::string> warnings;  // "1/2 m is read as 1/(2 m); …"
  bool bare = false;                  // it was a bare number, and took the dimension of its place
};

/// Throws Error with a sentence that names the word or the operation, and the way out. Nesting is bounded.
Parsed parse_expression(std::string_view text, Graph& graph, Scope& scope);

/// Parsed as a quantity of the dimension of `unit`: a bare number takes it. Throws Error: "150*time is a time; give an
/// angle, …".
Parsed parse_expression(std::string_view text, std::string_view unit, Graph& graph, Scope& scope);

/// Parsed as true or false.
Parsed parse_condition_expression(std::string_view text, Graph& graph, Scope& scope);

}  // namespace pintle
