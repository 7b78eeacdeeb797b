#pragma once
#include "pintle/joints/sequence.h"
#include "pintle/model/signals/signal_kind.h"

/// Of a joint: components are directions, tx … rz. x has q(), its JointCoordinates, and type(); of an observer also
/// displacement_acceleration(), angle_acceleration(), load(), reaction() and impulse().
namespace pintle::signals {

/// A joint's motion at one level: position, velocity or acceleration; quantities and units of translations, of rotations. A
/// direction that is alone in its type goes by the short name; with the suffix it, like those that the type constrains, is found by
/// its full name only.
inline void add_level(const JointType& type, std::array<std::string_view, 2> quantities, std::array<std::string_view, 2> units,
                      bool with_rotations, std::vector<SignalWord>& words) {
  const bool alone = type.freedoms() == 1;
  for (const Direction d : all_directions) {
    const std::size_t i = is_translation(d) ? 0 : 1;
    if (i == 1 && !with_rotations) continue;
    if (alone && type.free.has(d)) words.push_back({quantities[i], {}, units[i], SignalRank::bare, index_of(d)});
    const SignalRank rank = type.free.has(d) && !alone ? SignalRank::bare : SignalRank::full_name;
    words.push_back({quantities[i], name_of(d), units[i], rank, index_of(d)});
  }
}

struct Coordinate {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint,
                                     .level = place,
                                     .rounding = rounded,
                                     .goes_round = false,
                                     .pictures = {{{"Joint angles", 1, "rad"}, {"Joint displacements", 2, "m"}}}};
  static void add_words(const NameTable::Entry& joint, std::vector<SignalWord>& words) {
    add_level(joint.type, {"displacement", "angle"}, {"m", "rad"}, !joint.type.ball, words);
    words.push_back(norm_word("displacement", "m", norm_component));
  }
  static auto value(const auto& x, int k) { return component_of(x.q().displacement, x.q().angle, k); }
};

/// Of its sequence: a ball has a quaternion and no angles, so that no stage knows them.
struct BallAngle {
  static constexpr SignalFacts facts{
      .owner = SignalOwner::joint, .rounding = rounded, .goes_round = false, .pictures = {{{"Joint angles", 1, "rad"}}}};
  static void add_words(const NameTable::Entry& joint, std::vector<SignalWord>& words) {
    if (!joint.type.ball) return;
    for (const Direction d : {Direction::rx, Direction::ry, Direction::rz})
      words.push_back({"angle", name_of(d), "rad", SignalRank::full_name, index_of(d)});
  }
  static auto value(const auto& x, int k) {
    return calc_sequence_angles(x.type().sequence, to_matrix(x.q().rotation)).angle[k - 3];
  }
};

/// M in F, of a ball.
struct JointRotation {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint, .pictures = {{{"Joint rotations", 3}}}};
  static void add_words(const NameTable::Entry& joint, std::vector<SignalWord>& words) {
    if (joint.type.ball) words.insert(words.end(), orientation.begin(), orientation.end());
  }
  static auto value(const auto& x, int k) { return component_of(x.q().rotation, k); }
};

/// A ball's rotations: angular velocity of M in F, in M's axes.
struct CoordinateRate {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint,
                                     .level = motion,
                                     .rounding = rounded,
                                     .goes_round = false,
                                     .pictures = {{{"Joint rates", 4, "rad/s"}, {"Joint velocities", 5, "m/s"}}}};
  static void add_words(const NameTable::Entry& joint, std::vector<SignalWord>& words) {
    add_level(joint.type, {"velocity", "rate"}, {"m/s", "rad/s"}, true, words);
    words.push_back(norm_word("velocity", "m/s", norm_component));
    if (joint.type.ball) words.push_back(norm_word("rate", "rad/s", angular_norm_component));
  }
  static auto value(const auto& x, int k) { return component_of(x.q().velocity, x.q().rate, k); }
};

/// A ball's rotations: angular acceleration in M's axes.
struct CoordinateAcceleration {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint,
                                     .level = forces,
                                     .need = accelerations,
                                     .rounding = solved,
                                     .pictures = {{{"Joint accelerations", 22}}}};
  static void add_words(const NameTable::Entry& joint, std::vector<SignalWord>& words) {
    add_level(joint.type, {"acceleration", "acceleration"}, {"m/s^2", "rad/s^2"}, true, words);
  }
  static auto value(const auto& x, int k) { return component_of(x.displacement_acceleration(), x.angle_acceleration(), k); }
};

/// On the child, at M's origin, in M's axes: constraint and laws.
struct Load {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint,
                                     .level = forces,
                                     .need = loads,
                                     .rounding = solved,
                                     .share = SignalShare::load,
                                     .pictures = {{{"Loads: forces", 23, "N"}, {"Loads: moments", 24, "N*m"}}}};
  static constexpr auto words = wrench("load", "N", "N*m");
  static auto value(const auto& x, int k) { return component_of(x.load(), k); }
};

/// The constraint part of it, in F's axes.
struct Reaction {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint,
                                     .level = forces,
                                     .need = reactions,
                                     .rounding = solved,
                                     .share = SignalShare::reaction,
                                     .pictures = {{{"Reactions: forces", 25, "N"}, {"Reactions: moments", 26, "N*m"}}}};
  static constexpr auto words = [] {
    auto all = words_of<8>("reaction", {"tx", "ty", "tz", "rx", "ry", "rz", "force", "moment"}, "N");
    for (const std::size_t k : {3, 4, 5, 7}) all[k].unit = "N*m";
    all[6].rank = all[7].rank = SignalRank::full_name;
    all[6].is_length = all[7].is_length = true;
    return all;
  }();
  static auto value(const auto& x, int k) { return component_of(x.reaction(), k); }
};

/// Zero but in the row after an event.
struct Impulse {
  static constexpr SignalFacts facts{.owner = SignalOwner::joint, .level = forces, .share = SignalShare::load, .is_blow = true};
  static constexpr auto words = wrench("impulse", "N*s", "N*m*s");
  static auto value(const auto& x, int k) { return component_of(x.impulse(), k); }
};

}  // namespace pintle::signals
