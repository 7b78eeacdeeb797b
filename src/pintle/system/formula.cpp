#include "pintle/system/formula.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"

namespace pintle {

FormulaMaker::FormulaMaker(const Model& model, const NameTable& names, std::vector<double>& numbers)
    : graph_(model.graph), names_(names), numbers_(numbers), slots_(model.graph.inputs().size()) {}

Formula FormulaMaker::make(const Graph& graph, std::span<const Expr> outputs, const std::string& where) {
  slots_.resize(std::max(slots_.size(), graph.inputs().size()));
  Formula formula{Tape(graph, outputs), {}};
  for (int number : formula.tape.inputs()) {
    const Input& input = graph.inputs()[static_cast<std::size_t>(number)];
    Formula::Input found{input.kind, {}, {}};
    if (input.kind == InputKind::parameter) {
      Slot& slot = slots_[static_cast<std::size_t>(number)];
      if (slot.i < 0) slot = SlotMaker{numbers_}.put(input.nominal);
      found.parameter = slot;
    } else if (input.kind == InputKind::signal) {
      const std::vector<Signal> signals = find_signals(names_, input.name);
      if (signals.size() != 1)
        throw Error(where, signals.empty() ? fmt::format("there is no signal {}; `pintle info` lists them", input.name)
                                           : fmt::format("{} is {} signals; name one of them, for example {}", input.name,
                                                         signals.size(), signals.front().name));
      found.signal = signals.front();
    }
    formula.inputs.push_back(std::move(found));
  }
  return formula;
}

}  // namespace pintle
