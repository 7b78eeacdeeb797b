#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "pintle/base/slot.h"
#include "pintle/expressions/tape.h"
#include "pintle/math/parameters.h"
#include "pintle/model/model.h"
#include "pintle/model/names.h"
#include "pintle/model/signal.h"

namespace pintle {

/// Where an output of a formula comes from, for a sentence about it.
struct Origin {
  std::string where;  // "joints.hip.motor"; empty: nobody is to hear of it
  std::string text;   // as it is written, "=2 N*sin(time/1 s)"; or "the rate of" it
  bool by_table;      // it is undefined beyond a table's ends
  bool hides;         // what is short in it cannot be seen before a run: a function of time and signals in one, or a bell
  std::string turns;  // the signal by whose value it jumps; empty: it does not
};

/// Expressions of a model ready for a run: a tape, where each of its inputs comes from, and what its outputs are.
struct Formula {
  struct Input {
    InputKind kind;
    Slot parameter;  // of a parameter
    Signal signal;   // of a signal
  };
  Tape tape;
  std::vector<Input> inputs;    // as Tape::inputs()
  std::vector<Origin> origins;  // by output

  int output_count() const { return tape.output_count(); }
};

/// A signal of this name is a speed.
bool is_speed(std::string_view name);
/// It is the length of a vector, or an angle between two, which bends sharply where it is nearly zero.
bool is_length(std::string_view name);
bool is_length(const Formula::Input& input);

/// A sentence about the first output that is no finite number; empty if all are.
std::string find_broken(const Formula& formula, std::span<const double> outputs, double t);
/// No NaN passes: throws Error with that sentence.
void check_values(const Formula& formula, std::span<const double> outputs, double t);

/// The outputs of a formula that reads nothing but time and parameters.
std::vector<double> calc_outputs(const Formula& formula, const Parameters<double>& p, double t);

/// Makes formulas of one model. Parameters get a slot each, the first time that one is read. An age is the time since the run
/// began; that of a force which events start is said by other inputs (Making::add_living).
class FormulaMaker {
 public:
  FormulaMaker(const Model& model, const NameTable& names, std::vector<double>& numbers);

  /// Throws Error if a signal does not exist; `where` is the place of the expressions.
  Formula make(std::span<const Expr> outputs, const std::string& where) { return make(graph_, outputs, where); }
  /// The same from a copy of the model's graph that has grown: its inputs are the model's, and others behind them.
  Formula make(const Graph& graph, std::span<const Expr> outputs, const std::string& where);

  /// The slot of a parameter among the inputs of such a graph.
  Slot put_input(const Graph& graph, int input);
  /// It is a number that somebody has put already.
  void bind_input(const Graph& graph, int input, Slot slot);

  /// A signal that stays as it is for a while, as 0 and 1 do, and a count.
  bool steps(std::string_view signal) const;
  /// It is an angle that begins anew at half a turn.
  bool wraps(std::string_view signal) const;
  /// How an expression is written.
  Origin make_origin(const Graph& graph, Expr e, const std::string& where) const;

  /// By the graph's inputs: where a parameter is that somebody reads.
  const std::vector<Slot>& slots() const { return slots_; }

 private:
  const Model& model_;
  const Graph& graph_;
  const NameTable& names_;
  std::vector<double>& numbers_;
  std::vector<Slot> slots_;  // by the graph's inputs
};

}  // namespace pintle
