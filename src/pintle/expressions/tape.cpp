#include "pintle/expressions/tape.h"

#include <algorithm>

#include "pintle/expressions/op.h"

namespace pintle {
namespace {

std::size_t at(int place) { return static_cast<std::size_t>(place); }

}  // namespace

/// Places in scratch: inputs, constants, results of the instructions.
Tape::Tape(const Graph& graph, std::span<const Expr> outputs) {
  const std::vector<int> nodes = graph.nodes_below(outputs);
  std::vector<int> place(nodes.empty() ? 0 : at(nodes.back()) + 1, -1), table_place(graph.tables().size(), -1);
  for (const int i : nodes)
    if (graph.node({i}).op == Op::input) inputs_.push_back(graph.node({i}).a);
  std::sort(inputs_.begin(), inputs_.end());
  for (const int i : nodes) {
    const Graph::Node& node = graph.node({i});
    if (node.op == Op::input)
      place[at(i)] = static_cast<int>(std::lower_bound(inputs_.begin(), inputs_.end(), node.a) - inputs_.begin());
    if (node.op != Op::constant) continue;
    place[at(i)] = static_cast<int>(inputs_.size() + constants_.size());
    constants_.push_back(node.value);
  }
  for (const int i : nodes) {
    const Graph::Node& node = graph.node({i});
    const int operands = Graph::operand_count(node);
    if (operands == 0) continue;
    Instruction made{node.op, place[at(node.a)], 0, 0};  // 0: any place will do
    if (operands > 1) made.b = place[at(node.b)];
    if (operands > 2) made.c = place[at(node.c)];
    if (node.op == Op::table) {
      int& number = table_place[at(node.b)];
      if (number < 0) {
        number = static_cast<int>(tables_.size());
        tables_.push_back(graph.tables()[at(node.b)]);
      }
      made.b = number;
      made.c = node.c;
    }
    place[at(i)] = scratch_size();
    instructions_.push_back(made);
  }
  for (const Expr output : outputs) outputs_.push_back(place[at(output.i)]);
}

template <class T>
void Tape::evaluate(std::span<const T> inputs, std::span<T> scratch, std::span<T> outputs) const {
  T* next = std::copy(inputs.begin(), inputs.end(), scratch.data());
  for (const double constant : constants_) *next++ = T(constant);
  for (const Instruction& instruction : instructions_) {
    const T& a = scratch[at(instruction.a)];
    if (instruction.op == Op::table)
      *next++ = calc_table(tables_[at(instruction.b)], a, instruction.c);
    else
      *next++ = calc_op<T>(instruction.op, a, scratch[at(instruction.b)], scratch[at(instruction.c)]);
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) outputs[i] = scratch[at(outputs_[i])];
}

template void Tape::evaluate(std::span<const double>, std::span<double>, std::span<double>) const;
template void Tape::evaluate(std::span<const Lanes>, std::span<Lanes>, std::span<Lanes>) const;
template void Tape::evaluate(std::span<const Dual>, std::span<Dual>, std::span<Dual>) const;
template void Tape::evaluate(std::span<const Interval>, std::span<Interval>, std::span<Interval>) const;

}  // namespace pintle
