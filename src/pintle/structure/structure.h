#pragma once
#include <compare>
#include <cstdint>
#include <vector>

#include "pintle/actions/edits.h"
#include "pintle/base/archive.h"
#include "pintle/base/index.h"
#include "pintle/joints/direction.h"
#include "pintle/system/system.h"

namespace pintle {

/// A row of bits that can be a key.
class Bits {
 public:
  Bits() = default;
  explicit Bits(int size) : words_(static_cast<std::size_t>((size + 63) / 64), 0) {}

  bool operator[](int i) const { return (words_[i / 64] >> (i % 64)) & 1; }
  void set(int i, bool on) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    std::uint64_t& word = words_[i / 64];
    word = on ? word | bit : word & ~bit;
  }
  auto operator<=>(const Bits&) const = default;
  void archive(Archive& archive) { archive("bits", words_); }

 private:
  std::vector<std::uint64_t> words_;
};

/// What is active now. The key is bits; locked values are State.
struct Structure {
  Bits free;    // six per joint: the directions that may move
  Bits closed;  // one per joint: it holds (a broken joint does not)
  Bits active;  // one per element (system/element_pools.h): it acts
  Bits held;    // one per constraint: it holds
  Bits whole;   // one per body: it is there, and its particles ride on it; of those that are no group always

  auto operator<=>(const Structure&) const = default;

  DirectionSet free_directions(JointIndex j) const {
    DirectionSet set;
    for (Direction d : all_directions)
      if (free[6 * j.i + index_of(d)]) set = set.with(d);
    return set;
  }
  void set_free(JointIndex j, Direction d, bool on) { apply(edit_free(j, d, on)); }
  void apply(const BitEdit& edit) {
    Bits* const lists[] = {&free, &closed, &active, &held, &whole};  // in the order of BitEdit::Of
    lists[static_cast<std::size_t>(edit.of)]->set(edit.place, edit.on);
  }

  /// What is not active does nothing and stores nothing. A law acts while its joint holds and its direction moves; where the
  /// direction is locked its spring keeps what it has stored.
  bool acts(const JointLaw& law) const { return closed[law.joint.i] && free[6 * law.joint.i + index_of(law.direction)]; }
  bool stores(const JointLaw& law) const { return closed[law.joint.i]; }
  bool acts(int element) const { return active[element]; }
  /// A body that a group of particles is to become, and is not yet.
  bool is_absent(BodyIndex b) const { return b != world && !whole[b.i]; }
};

/// As the file declares it: joints and forces that are active from the start, the types' directions free but for those that start
/// locked.
Structure make_structure(const System& system);
/// The same with those free: what is locked at the start is assembled as if it moved.
Structure without_locks(const System& system, Structure structure);

}  // namespace pintle
