#pragma once
#include <fmt/core.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/expressions/parse.h"

/// A few names with a meaning, as a model has them: parameters, local words of instance 3 of a repeat with four feet, signals.
namespace pintle::tests {

class SmallScope : public Scope {
 public:
  explicit SmallScope(Graph& graph) : graph_(graph) {
    const Dimension length{0, 1, 0}, force{1, 1, -2};
    add_parameter("mass", 4, {1, 0, 0});
    add_parameter("w", 0.5, length);
    add_parameter("m", 8, {1, 0, 0});  // may be called like a unit
    add_parameter("k", 300, {1, 0, -2});
    add_parameter("share", 0.25, {});
    names_["n"] = {graph.input(InputKind::parameter, "n", 6), Nature::bare, {}, ""};
    names_["time"] = {graph.input(InputKind::time, "", NAN), Nature::quantity, {0, 0, 1}, ""};
    names_["index"] = {graph.constant(3), Nature::bare, {}, "3"};
    names_["side"] = {graph.constant(-1), Nature::bare, {}, "-1"};
    names_["px"] = {graph.constant(0.5), Nature::quantity, length, "0.5 m"};
    for (int i = 1; i <= 4; ++i) {
      add_signal(fmt::format("foot{}.touching", i), Nature::logic, {});
      add_signal(fmt::format("foot{}.flag", i), Nature::quantity, {});
      add_signal(fmt::format("foot{}.force", i), Nature::quantity, force);
    }
    for (const char* part : {"foot1", "foot2", "foot3", "foot4", "lander", "tip"})
      for (const char* axis : {"x", "y", "z"}) add_signal(fmt::format("{}.position.{}", part, axis), Nature::quantity, length);
    table_ = graph.add_table(make_table({{0, 0}, {1, 4}}, Interpolate::linear, Outside::hold));
  }

  /// `foot.force` is this instance's own; the place of `base` is known as numbers.
  Meaning find(std::string_view name) override {
    if (name.starts_with("foot.")) return own(3, name.substr(5));
    if (name.starts_with("before.foot.")) return own(2, name.substr(12));
    if (name.starts_with("base.position.")) return {graph_.constant(0), Nature::quantity, {0, 1, 0}, "0 m"};
    const auto found = names_.find(name);
    if (found == names_.end()) throw Error(fmt::format("there is no {}", name));
    return found->second;
  }
  Meaning find_element(std::string_view name, int element) override {
    if (name != "q" || element < 1 || element > 3) throw Error(fmt::format("{} has no element {}", name, element));
    const std::string own = fmt::format("q[{}]", element);
    return {graph_.input(InputKind::parameter, own, 10 * element), Nature::quantity, {0, 1, 0}, own};
  }
  std::vector<Meaning> find_all(std::string_view name) override {
    std::vector<Meaning> all;
    if (name.starts_with("all.ghost.")) return all;
    if (name.starts_with("all.pair.")) return {own(1, name.substr(9)), own(2, name.substr(9))};
    if (!name.starts_with("all.foot.")) throw Error(fmt::format("there is no {}", name));
    for (int i = 1; i <= 4; ++i) all.push_back(own(i, name.substr(9)));
    return all;
  }
  std::optional<TableMeaning> find_table(std::string_view name) override {
    if (name == "ramp") return TableMeaning{table_, {0, 0, 1}, {0, 0, -1}};
    if (name == "gain") return TableMeaning{table_, {}, {}, true};
    return std::nullopt;
  }

 private:
  void add_parameter(const std::string& name, double value, Dimension dimension) {
    names_[name] = {graph_.input(InputKind::parameter, name, value), Nature::quantity, dimension, ""};
  }
  void add_signal(const std::string& name, Nature nature, Dimension dimension) {
    names_[name] = {graph_.input(InputKind::signal, name, NAN), nature, dimension, ""};
  }
  Meaning own(int instance, std::string_view signal) {
    const std::string name = fmt::format("foot{}.{}", instance, signal);
    Meaning meaning = find(name);
    meaning.text = name;
    return meaning;
  }

  Graph& graph_;
  std::map<std::string, Meaning, std::less<>> names_;
  int table_ = 0;
};

/// A graph, a scope and the parser in one call each.
struct Reader {
  Graph graph;
  SmallScope scope{graph};

  Parsed read(std::string_view text) { return parse_expression(text, graph, scope); }
  double value(std::string_view text) { return graph.value(read(text).meaning.expr); }
  /// That of the mistake; empty if there is none. `unit` may be "condition".
  std::string sentence(std::string_view text, std::string_view unit = "") {
    try {
      if (unit == "condition")
        parse_condition_expression(text, graph, scope);
      else if (unit.empty())
        parse_expression(text, graph, scope);
      else
        parse_expression(text, unit, graph, scope);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

}  // namespace pintle::tests
