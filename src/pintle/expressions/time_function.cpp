#include "pintle/expressions/time_function.h"

#include <array>
#include <cmath>
#include <utility>

#include "pintle/base/check.h"

namespace pintle {
namespace {

Tape make_tape(Graph graph, Expr g) {
  const Expr gdot = make_rate(graph, g);
  return Tape(graph, std::array{g, gdot});
}

/// Of what a tape of g and its derivatives reads.
std::vector<double> calc_inputs(const Graph& graph, Expr g) {
  std::vector<double> values;
  for (const int i : graph.inputs_of(g)) {
    const Input& input = graph.inputs()[i];
    PINTLE_CHECK(input.kind != InputKind::signal, input.name + " is no function of time alone");
    values.push_back(input.kind == InputKind::parameter ? input.nominal : std::nan(""));
  }
  return values;
}

}  // namespace

Expr make_rate(Graph& graph, Expr g) {
  return graph.total_derivative(
      g, [&](int input) { return graph.inputs()[input].kind == InputKind::parameter ? Expr{} : graph.constant(1); });
}

TimeFunction::TimeFunction(const Graph& graph, Expr g) : TimeFunction(make_tape(graph, g), calc_inputs(graph, g)) {}

TimeFunction::TimeFunction(Tape tape, std::vector<double> inputs) : tape_(std::move(tape)), inputs_(std::move(inputs)) {
  PINTLE_CHECK(inputs_.size() == tape_.inputs().size() && tape_.output_count() >= 2);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (std::isnan(inputs_[i])) times_.push_back(static_cast<int>(i));
  wide_inputs_.assign(inputs_.begin(), inputs_.end());
  scratch_.resize(static_cast<std::size_t>(tape_.scratch_size()));
  wide_scratch_.resize(scratch_.size());
  outputs_.resize(static_cast<std::size_t>(tape_.output_count()));
  wide_outputs_.resize(outputs_.size());
}

template <class T>
void TimeFunction::evaluate(const T& time, std::vector<T>& inputs, std::vector<T>& scratch, std::vector<T>& outputs) const {
  for (const int i : times_) inputs[i] = time;
  tape_.evaluate<T>(inputs, scratch, outputs);
}

double TimeFunction::value(double t) {
  evaluate(t, inputs_, scratch_, outputs_);
  return outputs_[0];
}

TimeFunction::Range TimeFunction::range(double from, double to) {
  evaluate({from, to}, wide_inputs_, wide_scratch_, wide_outputs_);
  return {wide_outputs_[0], wide_outputs_[1], wide_outputs_.size() > 2 ? wide_outputs_[2] : Interval::all()};
}

TimeFunction::Enclosure TimeFunction::enclose(double from, double to) {
  const Range whole = range(from, to);
  if (whole.value.jumps || whole.value.nan || !whole.slope.is_bounded()) return {whole.value, whole.slope, 0};
  const double c = from + 0.5 * (to - from);
  const Interval at_c = range(c, c).value;
  const Interval reach(from - c, to - c);
  return {intersect(whole.value, at_c + whole.slope * reach), whole.slope, 0.5 * at_c.width()};  // (1)
}

}  // namespace pintle
