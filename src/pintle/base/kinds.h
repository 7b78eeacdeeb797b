#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <variant>

namespace pintle {

/// A list of kinds of one sort of thing: rooms loop over it and never name a kind.
template <class... Kind>
struct Kinds {
  static constexpr std::size_t count = sizeof...(Kind);

  /// Where a kind stands in the list, from 0; −1: nowhere.
  template <class Wanted>
  static constexpr int place_of = [] {
    int place = 0, found = -1;
    ((found = std::is_same_v<Wanted, Kind> ? place : found, ++place), ...);
    return found;
  }();

  /// One thing per kind: Of<Kind>.
  template <template <class> class Of>
  using Tuple = std::tuple<Of<Kind>...>;
  /// One of them.
  template <template <class> class Of>
  using Variant = std::variant<Of<Kind>...>;

  /// visit(std::type_identity<Kind>()) for each, in the order of the list.
  template <class Visit>
  static constexpr void for_each(Visit&& visit) {
    (visit(std::type_identity<Kind>()), ...);
  }
};

/// Both lists, one after the other.
template <class A, class B>
struct JoinedKinds;
template <class... A, class... B>
struct JoinedKinds<Kinds<A...>, Kinds<B...>> {
  using type = Kinds<A..., B...>;
};

}  // namespace pintle
