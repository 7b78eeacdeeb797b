#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/expressions/table.h"

/// Expressions of a model as one graph: parameters, living fields, conditions, signals and measures share it, and
/// every sub-expression is there once. Values are folded as it grows, derivatives are expressions of the same graph,
/// a Tape (tape.h) evaluates them for any scalar T.
namespace pintle {

enum class Op : std::uint8_t {
  constant,
  input,
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,  // a^b
  // truth values are 1 and 0
  less,
  less_equal,
  equal,
  both,    // a and b
  either,  // a or b
  opposite,
  select,   // if(a, b, c)
  table,    // a table, or one of its derivatives, at a
  function  // the first of functions/kinds.h; the others follow
};

/// A node of a Graph.
struct Expr {
  int i = -1;

  bool exists() const { return i >= 0; }
  friend bool operator==(Expr, Expr) = default;
};

/// What an expression may read. Names of signals are complete: "elbow.angle", "foot3.touching"; a place is "x" or "y" on a
/// surface. Others are empty but for parameters.
enum class InputKind : std::uint8_t { parameter, time, age, signal, place };
struct Input {
  InputKind kind;
  std::string name;
  double nominal;  // value in the model as it stands; NaN where only a run knows
};

class Graph {
 public:
  struct Node {
    Op op = Op::constant;
    std::uint8_t reads = 0;      // a bit for each InputKind
    int a = -1, b = -1, c = -1;  // operands; of an input its number; of a table: operand, number, order of derivative
    double value = 0;            // at the nominal inputs

    int operand(int k) const { return k == 0 ? a : k == 1 ? b : k == 2 ? c : -1; }
  };

  Expr constant(double value);
  /// The same kind and name give the same node; the first nominal value stays.
  Expr input(InputKind kind, std::string_view name, double nominal);
  /// Folds constants and the identities that lose no digit (x + 0, 1·x, x/1, x^1, if(true, …), …), orders the operands of
  /// + and ·, and returns the node that is already there, if it is.
  Expr apply(Op op, Expr a, Expr b = {}, Expr c = {});

  /// A new nominal value for an input; update_values() then brings all nodes up to date, in microseconds.
  void set_nominal(int input, double value) { inputs_[input].nominal = value; }
  void update_values();

  int add_table(Table table);
  /// The order-th derivative of a table at x.
  Expr call(int table, Expr x, int order = 0);

  /// e with another expression in place of an input.
  Expr replace(Expr e, Expr input, Expr by);

  /// ∂e/∂x by the chain rule, for an input x. Exact wherever e is smooth; at a kink (abs, min, max, if) it is the
  /// derivative of the branch that is taken there; comparisons are flat.
  Expr derivative(Expr e, Expr x);
  /// The total derivative, given that of every input it reads: de = Σ ∂e/∂xᵢ · rate(xᵢ). A rate that does not exist() is
  /// zero.
  Expr total_derivative(Expr e, const std::function<Expr(int input)>& rate);

  const Node& node(Expr e) const { return nodes_[e.i]; }
  /// At the nominal inputs; NaN if it reads what only a run knows.
  double value(Expr e) const { return node(e).value; }
  bool is_constant(Expr e) const { return node(e).op == Op::constant; }
  bool reads(Expr e, InputKind kind) const { return (node(e).reads >> static_cast<int>(kind)) & 1; }
  /// It is 0 or 1.
  bool is_truth(Expr e) const {
    const Op op = node(e).op;
    return (op >= Op::less && op <= Op::opposite) || (op == Op::constant && (value(e) == 0 || value(e) == 1));
  }
  /// It changes while a run goes on.
  bool is_living(Expr e) const { return node(e).reads >> 1 != 0; }
  /// Numbers of all inputs that it reads, ascending: its dependency list.
  std::vector<int> inputs_of(Expr e) const;

  /// The nodes that these expressions are made of, each once, operands before what is made of them.
  std::vector<int> nodes_below(std::span<const Expr> tops) const;
  static int operand_count(const Node& node);

  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Table>& tables() const { return tables_; }
  int size() const { return static_cast<int>(nodes_.size()); }

 private:
  struct Key {
    Op op;
    int a, b, c;
    std::uint64_t bits;  // of a constant
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  Expr add(const Node& node);
  /// What an operation comes to without a node of its own; none: it needs one.
  Expr find_folded(Op op, Expr a, Expr b, Expr c);
  Expr find_expanded_power(Expr a, double exponent);

  std::vector<Node> nodes_;
  std::vector<Input> inputs_;
  std::vector<Table> tables_;
  std::unordered_map<Key, int, Hash> found_;
  std::unordered_map<std::string, int> input_found_;  // by kind and name
};

}  // namespace pintle
