#pragma once
#include <span>
#include <vector>

#include "pintle/expressions/graph.h"

namespace pintle {

struct Interval;

/// Some expressions of a graph as one list of instructions without branches, for any scalar T: double, Lanes, Dual. Made
/// once; evaluating it allocates nothing. It keeps what it needs of the graph.
class Tape {
 public:
  Tape() = default;
  Tape(const Graph& graph, std::span<const Expr> outputs);

  /// Numbers of the graph's inputs whose values evaluate() wants, in this order.
  const std::vector<int>& inputs() const { return inputs_; }
  int output_count() const { return static_cast<int>(outputs_.size()); }
  int scratch_size() const { return static_cast<int>(inputs_.size() + constants_.size() + instructions_.size()); }

  /// `scratch` has scratch_size() places. The same bits as Graph::value() for the same double inputs.
  template <class T>
  void evaluate(std::span<const T> inputs, std::span<T> scratch, std::span<T> outputs) const;

  /// True if an output has no feature too narrow for a few dozen samples: every function behind it is far from its singular
  /// places, and its argument changes little, by its own measure (a sine's by a turn or so). From `scratch` of an evaluation with
  /// intervals. Kinks of abs, min, max, if and tables do not count.
  bool is_tame(std::span<const Interval> scratch, int output) const;

 private:
  struct Instruction {
    Op op;
    int a, b, c;  // places in scratch; of a table: operand, number, order
  };
  std::vector<int> inputs_;
  std::vector<double> constants_;
  std::vector<Instruction> instructions_;
  std::vector<int> outputs_;  // places in scratch
  std::vector<Table> tables_;
};

}  // namespace pintle
