#pragma once
#include <span>
#include <string>
#include <vector>

#include "pintle/formulations/kernel.h"
#include "pintle/record/observer.h"

/// A structure change: the bits are edited, and the velocities follow from the balance of impulse and momentum in the new
/// structure. No rate is ever set by hand.
namespace pintle {

/// What happens at one instant, whoever brings it about: events (make_change) or stops (simulate/impacts.h).
struct Change {
  Structure during;                // whose rows take the impulses
  Structure next;                  // in which the run goes on
  std::vector<Impulse> applied{};  // from outside
  bool jumps = false;              // something is held that was not, or an impulse is applied
  bool writes = false;             // numbers that kernels have read
  struct Line {
    std::string event, cause;
    std::vector<std::string> actions;
    bool ends_run = false;
  };
  std::vector<Line> lines{};  // of the log
  struct Doing {
    const Edits* edits;
    std::string* text;  // of its line
  };
  std::vector<Doing> doings{};  // actions, in their order: what is not in the structure is still to be done
};

/// What the actions of some events do to the structure, in file order, and what else there is to do.
Change make_change(const System& system, const Structure& structure, std::span<const EventIndex> events);
/// The same in memory that is there.
void update_change(const System& system, const Structure& structure, std::span<const EventIndex> events, Change& change);

/// True if something that moved under `from` is held under `to`: a direction, a joint that closes, a constraint.
bool holds_more(const System& system, const Structure& from, const Structure& to);

/// A ball of which a rotation is locked is held at the angles of its sequence rx, ry, rz. Throws Error within 1e-6 of the
/// sequence's singularity, |cos ry| = 0, where the angles are not what the attitude is made of.
void check_sequences(const System& system, const Structure& structure, const State<double>& state);

/// The jump of a change from `state`, by the kernel of the structure `during`; writes the state after it. Nothing jumps where
/// nothing more is held and nothing is applied.
void update_jump(const System& system, const Change& change, Kernel<double>& kernel, State<double>& state,
                 JumpRecord<double>& jump);

/// The record of an event at which nothing jumps.
void update_no_jump(const System& system, JumpRecord<double>& jump);

/// Kinetic energy of all bodies and particles [J].
double calc_kinetic_energy(const System& system, const Parameters<double>& p, const State<double>& state);

}  // namespace pintle
