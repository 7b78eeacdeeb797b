#include "pintle/system/case_maker.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/model/visit_numbers.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

bool is_whole(double x) { return x == std::floor(x); }

/// Exponents of what lives: where one is not whole, a law has a kink (time_laws.h), so that it decides what exists.
std::vector<Expr> find_exponents(const Graph& graph) {
  std::vector<Expr> list;
  for (int i = 0; i < graph.size(); ++i) {
    const Graph::Node& node = graph.node({i});
    if (node.op == Op::power && graph.is_living({i}) && !graph.is_living({node.b}) && !graph.is_constant({node.b}))
      list.push_back({node.b});
  }
  return list;
}

}  // namespace

struct CaseMaker::Work {
  Model model;
  System system;
  Reference reference;
  NumberSteps steps;
  std::vector<Number*> numbers;  // of the model that are expressions
  std::vector<Expr> exponents;   // behind them among the outputs
  std::vector<double> inputs;    // of the graph
  std::vector<Slot> slots;       // of these, where somebody reads them while a run goes on
  Tape tape;                     // the inputs that it wants → numbers, exponents
  std::vector<double> wanted, scratch, outputs;
  Case made;

  explicit Work(Model given) : model(std::move(given)) {
    std::vector<Expr> tops;
    visit_numbers(model, [&](Number& number) {
      if (!number.expr.exists()) return;
      numbers.push_back(&number);
      tops.push_back(number.expr);
    });
    exponents = find_exponents(model.graph);
    tops.insert(tops.end(), exponents.begin(), exponents.end());
    tape = Tape(model.graph, tops);
    for (const Input& input : model.graph.inputs()) inputs.push_back(input.nominal);
    wanted.resize(tape.inputs().size());
    scratch.resize(static_cast<std::size_t>(tape.scratch_size()));
    outputs.resize(tops.size());
    update_model();
    slots = make_system(model, reference, system, &steps);
    made = make_case(system);
  }

  void update_model() {
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = inputs[tape.inputs()[i]];
    tape.evaluate<double>(wanted, scratch, outputs);
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k]->value = outputs[k];
  }

  void check_exponents() const {
    for (std::size_t k = 0; k < exponents.size(); ++k) {
      const double before = model.graph.value(exponents[k]), now = outputs[numbers.size() + k];
      if (is_whole(before) != is_whole(now))
        throw Error(
            fmt::format("an exponent becomes {:.6g} in place of {:.6g}, and whether it is whole decides where a law has "
                        "kinks; read the model again with the new value",
                        now, before));
    }
  }

  void update_system() {
    for (std::size_t i = 0; i < inputs.size() && i < slots.size(); ++i)
      if (slots[i].i >= 0) system.nominal[slots[i]] = inputs[i];
    for (const auto& step : steps) step();
  }
};

CaseMaker::CaseMaker(Model model) : work_(std::make_unique<Work>(std::move(model))) {}
CaseMaker::~CaseMaker() = default;

const System& CaseMaker::system() const { return work_->system; }

int CaseMaker::find_input(std::string_view path) const {
  constexpr std::string_view section = "parameters.";
  const Model& model = work_->model;
  const std::string_view name = path.starts_with(section) ? path.substr(section.size()) : path;
  const std::string where = name.find('.') == name.npos ? fmt::format("parameters.{}", name) : std::string(path);
  const auto part = std::ranges::find(model.parameters, name.substr(0, name.find('[')), &ParameterPart::name);
  if (part != model.parameters.end() && part->structural)
    throw Error(where, "decides what exists; read the model again with the new value");
  const std::vector<Input>& inputs = model.graph.inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].kind == InputKind::parameter && inputs[i].name == name) return static_cast<int>(i);
  if (part == model.parameters.end() && name.find('.') != name.npos)
    throw Error(where, "is no input; read the model with a setting of this path that is one, if it is a number of the mechanism");
  if (part == model.parameters.end()) throw Error(where, "there is no such parameter; mend the name");
  if (!part->list.empty()) throw Error(where, fmt::format("is a list; say which of its elements, for example {}[1]", part->name));
  throw Error(where, "follows from other parameters; set those, or give it a value of its own in the file");
}

void CaseMaker::set(int input, double value) { work_->inputs[input] = value; }

const Case& CaseMaker::make() {
  Work& work = *work_;
  work.update_model();
  work.check_exponents();
  work.update_system();
  work.made.parameters.value = work.system.nominal.value;
  work.made.start = work.system.start;
  work.made.length = work.system.length;
  work.made.lengths = work.system.mechanisms.lengths;
  work.made.inputs = work.inputs;
  return work.made;
}

}  // namespace pintle
