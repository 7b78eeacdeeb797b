#pragma once
#include <compare>

namespace pintle {

/// A place in a list of one kind of thing. Indices of different kinds do not mix.
template <class Kind>
struct Index {
  int i = -1;

  constexpr Index() = default;
  constexpr explicit Index(int value) : i(value) {}
  constexpr bool exists() const { return i >= 0; }
  constexpr auto operator<=>(const Index&) const = default;
};

using BodyIndex = Index<struct BodyKind>;    // 0 is the world
using JointIndex = Index<struct JointKind>;  // in file order
using ConstraintIndex = Index<struct ConstraintTag>;
using EventIndex = Index<struct EventKind>;

constexpr BodyIndex world{0};

}  // namespace pintle
