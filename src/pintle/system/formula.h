#pragma once
#include <span>
#include <vector>

#include "pintle/base/slot.h"
#include "pintle/expressions/tape.h"
#include "pintle/math/parameters.h"
#include "pintle/model/model.h"
#include "pintle/model/names.h"
#include "pintle/model/signal.h"

namespace pintle {

/// Expressions of a model ready for a run: a tape, and where each of its inputs comes from.
struct Formula {
  struct Input {
    InputKind kind;
    Slot parameter;  // of a parameter
    Signal signal;   // of a signal
  };
  Tape tape;
  std::vector<Input> inputs;  // as Tape::inputs()

  int output_count() const { return tape.output_count(); }
};

/// Makes formulas of one model. Parameters get a slot each, the first time that one is read. An age is the time since the
/// element was started, and all are started with the run.
class FormulaMaker {
 public:
  FormulaMaker(const Model& model, const NameTable& names, std::vector<double>& numbers);

  /// Throws Error if a signal does not exist; `where` is the place of the expressions.
  Formula make(std::span<const Expr> outputs, const std::string& where) { return make(graph_, outputs, where); }
  /// The same from a copy of the model's graph that has grown: its inputs are the model's, and others behind them.
  Formula make(const Graph& graph, std::span<const Expr> outputs, const std::string& where);

 private:
  const Graph& graph_;
  const NameTable& names_;
  std::vector<double>& numbers_;
  std::vector<Slot> slots_;  // by the graph's inputs
};

}  // namespace pintle
