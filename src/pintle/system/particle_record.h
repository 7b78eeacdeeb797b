#pragma once
#include <memory>
#include <vector>

#include "pintle/base/index.h"
#include "pintle/math/parameters.h"
#include "pintle/particles/pair_law.h"
#include "pintle/particles/particles.h"

namespace pintle {

/// The particles of a system, and which bodies they may become.
struct ParticleRecord {
  std::shared_ptr<const Particles> all;  // null: there are none
  Slot depth, distance, fade, cutoff;    // of the pair law; no slots: pairs do nothing
  std::vector<BodyIndex> body_of_group;  // the world: of no body
  std::vector<int> group_of_body;        // −1: a body of its own
  int mechanism = 0;                     // whose books their energies are in

  bool any() const { return all != nullptr; }
  int count() const { return all ? all->count() : 0; }
  bool is_group(BodyIndex b) const { return all && group_of_body[b.i] >= 0; }
  int group_of(BodyIndex b) const { return all ? group_of_body[b.i] : -1; }
  /// The body that a particle belongs to; the world: none.
  BodyIndex body_of(int particle) const {
    const int group = all->group[particle];
    return group < 0 ? world : body_of_group[group];
  }
  PairLaw calc_pair_law(const Parameters<double>& p) const {
    if (cutoff.i < 0) return {};
    return {p[depth], p[distance], p[fade], p[cutoff]};
  }
};

}  // namespace pintle
