#include "pintle/system/element_pools.h"

#include <algorithm>

namespace pintle {

void ElementPools::number(const NameTable& names) {
  count = states = modes = signals = 0;
  const auto place = [&]<class Kind>(Pool<Kind>& pool) {
    pool.first = count;
    pool.first_mode = modes;
    pool.first_signal = signals;
    count += pool.size();
    pool.states.clear();
    for (const Kind& item : pool.items) {
      pool.states.push_back(states);
      states += count_states(item);
    }
    modes += Kind::has_mode ? pool.size() : 0;
    signals += static_cast<int>(Kind::signals.size()) * pool.size();
  };
  std::apply([&](auto&... pool) { (place(pool), ...); }, pools);
  for_each([&](const auto& pool, int k, const auto&) {
    const Part part = *names.find(pool.names[k]);
    std::vector<int>& signal = part.kind == PartKind::contact ? contact_signal : force_signal;
    signal.resize(std::max(signal.size(), static_cast<std::size_t>(part.index) + 1));
    signal[part.index] = pool.signal(k);
    if (part.kind != PartKind::contact) return;
    contact_mode.resize(signal.size());
    contact_mode[part.index] = pool.mode(k);
  });
}

}  // namespace pintle
