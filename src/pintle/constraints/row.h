#pragma once
#include <array>
#include <span>

#include "pintle/math/element.h"

/// What a constraint between bodies says in one row. With V̇ = (α, v̇) of the mass centres of its ends, world axes:
///
///     Σ_e (n_e·ω_e + f_e·v_e) = b,     ġ = Σ_e (n_e·ω_e + f_e·v_e) − b                     (1)
///     Σ_e (n_e·α_e + f_e·v̇_e) = γ                                                         (2)
///
/// λ acts on end e by the wrench λ (n_e, f_e) about its mass centre: the transpose of the Jacobian, so that its power is λ b.
/// A row without a position level has g = 0.
///
/// A kind of constraint is a plain struct of indices and slots with
///     static constexpr bool has_position     its rows have a position level;
///     update_rows(place, rows)               for every scalar T;
/// and, where it is so,
///     static constexpr bool one_sided        it pushes its first end alone, another lends its axes: no pairs of forces;
///     find_lifeless()                        what it is before anything lives; none if its rows are not known then.
namespace pintle {

inline constexpr int most_ends = 4;  // and coordinates that it reads
inline constexpr int most_rows = 6;  // of one constraint or joint

template <class T>
struct ConstraintRow {
  T g, gdot, gamma;
  T told;                               // b
  std::array<Wrench<T>, most_ends> on;  // by end: (n, f); last, so that two ends are read in one go
};

/// What the rows of a constraint are evaluated at.
template <class T>
struct ConstraintPlace {
  const Parameters<T>& p;
  std::span<const End<T>> ends;  // frames of the mass centres
  const T* living;               // outputs of System::living
  std::span<const T> q;          // coordinates that it reads, turns counted: ConstraintRecord::reads
};

}  // namespace pintle
