#pragma once
#include <span>
#include <vector>

#include "pintle/base/index.h"

namespace pintle {

struct System;

/// Bodies that joints, constraints or springs of the model connect, whether these are active or not, are one mechanism; the
/// world connects nothing. What happens in one mechanism never reaches another, except through an expression that reads it, so
/// each has scales, error norm and ledger of its own: large neighbours hide nothing of a small one.
struct Mechanisms {
  std::vector<int> of_body;     // by body; the world's entry says nothing
  std::vector<double> lengths;  // by mechanism: longest distance between two joints of a body; 1 m where it has none

  int count() const { return static_cast<int>(lengths.size()); }
  /// Of something between two bodies, one of which may be the world.
  int of(BodyIndex a, BodyIndex b) const { return of_body[a == world ? b.i : a.i]; }
  int of(BodyIndex a) const { return of_body[a.i]; }
  /// Of the mechanism that some bodies belong to; 1 m for the world alone.
  double length_of(std::span<const BodyIndex> bodies) const;
};

/// By body: the longest distance between two of its joints, or from its mass centre to its only one; zero without any [m].
std::vector<double> calc_lengths_of_bodies(const System& system);
/// L of docs/notation.md: the longest distance between two joints of a body; of a body with one joint, between the
/// joint and the mass centre. 1 m if there is none [m].
double calc_length(const System& system);
Mechanisms make_mechanisms(const System& system);

}  // namespace pintle
