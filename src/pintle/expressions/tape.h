#pragma once
#include <span>
#include <vector>

#include "pintle/expressions/graph.h"

namespace pintle {

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
