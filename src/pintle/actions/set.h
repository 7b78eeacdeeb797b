#pragma once
#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/actions/edits.h"
#include "pintle/expressions/number.h"

/// `set: {parameters.k: 2 kN/m, joints.hip.spring.damping: =c/2}`: numbers of the model change, and all that follows from
/// them. What exists stays as it is. Energy that springs, masses or gravity have more or less by it is an account of its own.
namespace pintle {

struct SetAction {
  static constexpr std::array<std::string_view, 1> words{"set"};
  static constexpr std::string_view example = "{parameters.k: 2 kN/m}";
  static constexpr ActionForm form = ActionForm::map;

  struct Value {
    std::string path;  // of an input of the model (io/reader.h)
    Number value;
    std::string text;  // as it is written
  };
  std::vector<Value> values;

  static constexpr std::string_view word() { return words[0]; }
  template <class Visit>
  void visit_numbers(Visit&& visit) {
    for (Value& one : values) visit(one.value);
  }

  template <class Making>
  Edits make_edits(Making& making, const std::string& where) const {
    Edits edits{.text = "set"};
    for (const Value& one : values) {
      making.add_setting(one.path, making.put(one.value), fmt::format("{}.{}", where, word()), edits);
      edits.text += fmt::format("{} {} = {}", &one == values.data() ? "" : ",", one.path, one.text);
    }
    return edits;
  }
};

}  // namespace pintle
