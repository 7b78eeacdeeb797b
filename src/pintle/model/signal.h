#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

class NameTable;

/// A place in the list of kinds, signals/kinds.h.
enum class SignalKind : std::uint8_t {};

/// Whose a signal is; the number of that one is its index.
enum class SignalOwner : std::uint8_t { run, body, point, joint, constraint, force, contact, system, user };
/// What decides a signal. place: time and positions, its rate is known (time_derivative.h); motion: positions and velocities,
/// so that a stage knows it, and a force may read it; forces: it follows from them; whole: all else, known where a step ends.
enum class SignalLevel : std::uint8_t { place, motion, forces, whole };
/// What a view must hold for it; the energies of the whole are no part of a view.
enum class SignalNeed : std::uint8_t { nothing, accelerations, loads, reactions, elements, signs, ledger, heat };
/// rounded: a number of the state, or one operation away from it; solved: of equations (simulate/signal_noise.h).
enum class SignalRounding : std::uint8_t { unknown, rounded, solved };
/// What redundant constraints may share of it (closure/statics.h), and what lets go with a joint or a constraint: a joint's load or
/// reaction, a constraint's multiplier.
enum class SignalShare : std::uint8_t { none, load, reaction, multiplier };
enum class SignalRank : std::uint8_t {
  bare,      // meant by the part's name alone
  listed,    // found by a prefix
  full_name  // found by its full name only
};

struct SignalPicture {
  std::string_view title;      // empty: the part has it
  int place = 0;               // among the pictures; 0: none
  std::string_view unit = {};  // of the signals in it; empty: any
};

/// What a kind of signal says of itself.
struct SignalFacts {
  SignalOwner owner;
  SignalLevel level = SignalLevel::whole;
  SignalNeed need = SignalNeed::nothing;
  SignalRounding rounding = SignalRounding::unknown;
  SignalShare share = SignalShare::none;
  bool is_blow = false;    // zero but at the instant of an event
  bool goes_round = true;  // it swings with the turning of bodies, however smooth coordinates are
  bool wraps = false;      // an angle that is told in (−π, π]
  bool steps = false;      // it stays as it is for a while, then jumps: == may compare it
  std::array<SignalPicture, 2> pictures{};
};

inline constexpr int norm_component = -1;          // the length of the vector
inline constexpr int angular_norm_component = -2;  // of a ball's angular velocity, beside that of its displacement's

/// One number of a run, addressed.
struct Signal {
  SignalKind kind{};       // time
  int index = -1;          // of its owner
  int component = 0;       // within the quantity
  std::string name;        // "elbow.angle"
  std::string unit;        // "rad", "1"
  bool is_flag = false;    // true or false
  bool is_length = false;  // of a vector: it bends sharply where that is nearly zero

  const SignalFacts& facts() const;
};

std::span<const SignalFacts> all_signal_facts();  // by kind

/// The vocabulary is docs/format.md section 7, the same for outputs, events and plots. By their full name only: `.norm` of a vector
/// (a joint's: .displacement, .velocity, a ball's .rate); a joint's direction with its suffix where there is one alone
/// (`elbow.angle.rz`), or where the type constrains it (`pin.displacement.tx`); angles `.angle.rx …` of a ball, which are those of its
/// sequence; `.reaction.force`, `.reaction.moment`.

/// All signals of a model, in file order, without those that have a full name only.
std::vector<Signal> make_signals(const NameTable& names);

/// The signals that a name means: one signal, or all with that prefix. A bare body or point means its motion: place,
/// attitude, velocities and accelerations; a bare joint its coordinates, rates and accelerations. Empty if there is none.
std::vector<Signal> find_signals(const NameTable& names, std::string_view name);
/// The default of `record`: bodies, joint coordinates, energies.
std::vector<Signal> default_signals(const NameTable& names);

}  // namespace pintle
