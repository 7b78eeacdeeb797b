#pragma once
#include <string>
#include <vector>

#include "pintle/math/element.h"
#include "pintle/model/names.h"

namespace pintle {

/// A homogeneous array of one kind of element. All elements are numbered through, pool by pool; so are their states, modes and
/// signals.
template <class Kind>
struct Pool {
  std::vector<Kind> items;
  std::vector<std::string> names;
  std::vector<bool> active;  // acts from the start
  std::vector<Slot> clocks;  // when it was started, if it reads its age and may be started by an event
  std::vector<int> states;   // where those of each begin
  int first = 0, first_mode = 0, first_signal = 0;

  int size() const { return static_cast<int>(items.size()); }
  int element(int k) const { return first + k; }
  int state(int k) const { return states[k]; }
  int mode(int k) const { return first_mode + k; }
  int signal(int k) const { return first_signal + static_cast<int>(Kind::signals.size()) * k; }
  void add(const std::string& name, const Kind& item, bool acts, Slot clock = {}) {
    items.push_back(item);
    names.push_back(name);
    active.push_back(acts);
    clocks.push_back(clock);
  }
};

/// All that acts on bodies besides joints, constraints and gravity.
struct ElementPools {
  ElementKinds::Tuple<Pool> pools;
  int count = 0, states = 0, modes = 0, signals = 0;
  std::vector<int> force_signal, contact_signal;  // by number in the file's section: its first signal
  std::vector<int> contact_mode;                  // likewise: its mode

  template <class Kind>
  Pool<Kind>& of() {
    return std::get<Pool<Kind>>(pools);
  }
  template <class Kind>
  const Pool<Kind>& of() const {
    return std::get<Pool<Kind>>(pools);
  }
  /// visit(pool) for each kind.
  template <class Visit>
  void for_each_pool(Visit&& visit) const {
    std::apply([&](const auto&... pool) { (visit(pool), ...); }, pools);
  }
  /// visit(pool, k, element) for each element.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each_pool([&](const auto& pool) {
      for (int k = 0; k < pool.size(); ++k) visit(pool, k, pool.items[k]);
    });
  }
  /// Numbers them through, when all are there; `names` knows which is which in the file.
  void number(const NameTable& names);
};

}  // namespace pintle
