#pragma once
#include <span>

#include "pintle/formulations/kernel.h"
#include "pintle/record/observer.h"

/// A structure change: the bits are edited, and the velocities follow from the balance of impulse and momentum in the new
/// structure. No rate is ever set by hand.
namespace pintle {

/// The structure after the actions of some events, in file order.
Structure edit_structure(const System& system, const Structure& structure, std::span<const EventIndex> events);

/// True if a direction that moved under `from` is held under `to`.
bool has_lock(const System& system, const Structure& from, const Structure& to);

/// A ball of which a rotation is locked is held at the angles of its sequence rx, ry, rz. Throws Error within 1e-6 of the
/// sequence's singularity, |cos ry| = 0, where the angles are not what the attitude is made of.
void check_sequences(const System& system, const Structure& structure, const State<double>& state);

/// The jump from `state`, which moves as `from` lets it, into the structure of `kernel`; writes the state after it.
/// Nothing jumps where nothing is locked and nothing is applied.
JumpRecord<double> update_change(const System& system, const Structure& from, const Structure& to, Kernel<double>& kernel,
                                 State<double>& state);

/// The record of an event at which nothing jumps.
JumpRecord<double> make_no_jump(const System& system);

/// Kinetic energy of all bodies [J].
double calc_kinetic_energy(const System& system, const Parameters<double>& p, const State<double>& state);

}  // namespace pintle
