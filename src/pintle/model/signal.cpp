#include "pintle/model/signal.h"

#include <algorithm>
#include <array>
#include <span>

#include "pintle/model/names.h"

namespace pintle {
namespace {

using enum SignalKind;

enum class Rank : std::uint8_t {
  bare,      // meant by the part's name alone
  listed,    // found by a prefix
  full_name  // found by its full name only
};

/// One word of the vocabulary: what follows a part's name.
struct Word {
  std::string_view suffix;
  SignalKind kind;
  int component;
  std::string_view unit;
  Rank rank;
  bool is_flag = false;
};

using Suffixes = std::span<const std::string_view>;

class Words {
 public:
  explicit Words(std::size_t expected) { words_.reserve(expected); }

  Words& add(std::string_view suffix, SignalKind kind, int component, std::string_view unit, Rank rank = Rank::listed) {
    words_.push_back({suffix, kind, component, unit, rank});
    return *this;
  }
  /// Suffixes of the components first, first + 1, …
  Words& add_all(Suffixes suffixes, SignalKind kind, int first, std::string_view unit, Rank rank = Rank::listed) {
    for (std::string_view suffix : suffixes) add(suffix, kind, first++, unit, rank);
    return *this;
  }
  std::vector<Word> take() { return std::move(words_); }

 private:
  std::vector<Word> words_;
};

template <std::size_t n>
using Names = std::array<std::string_view, n>;

constexpr Names<3> position_names{"position.x", "position.y", "position.z"},
    velocity_names{"velocity.x", "velocity.y", "velocity.z"},
    acceleration_names{"acceleration.x", "acceleration.y", "acceleration.z"},
    angular_velocity_names{"angular_velocity.x", "angular_velocity.y", "angular_velocity.z"},
    angular_acceleration_names{"angular_acceleration.x", "angular_acceleration.y", "angular_acceleration.z"},
    momentum_names{"momentum.x", "momentum.y", "momentum.z"},
    angular_momentum_names{"angular_momentum.x", "angular_momentum.y", "angular_momentum.z"};
constexpr Names<3> specific_force_names{"specific_force.x", "specific_force.y", "specific_force.z"};
constexpr Names<4> orientation_names{"orientation.w", "orientation.x", "orientation.y", "orientation.z"};
constexpr Names<9> attitude_names{"attitude.xx", "attitude.xy", "attitude.xz", "attitude.yx", "attitude.yy",
                                  "attitude.yz", "attitude.zx", "attitude.zy", "attitude.zz"};
constexpr Names<3> euler_names{"roll", "pitch", "yaw"};

/// By direction tx … rz.
constexpr Names<6> coordinate_names{"displacement.tx", "displacement.ty", "displacement.tz", "angle.rx", "angle.ry", "angle.rz"};
constexpr Names<6> rate_names{"velocity.tx", "velocity.ty", "velocity.tz", "rate.rx", "rate.ry", "rate.rz"};
constexpr Names<6> joint_acceleration_names{"acceleration.tx", "acceleration.ty", "acceleration.tz",
                                            "acceleration.rx", "acceleration.ry", "acceleration.rz"};
constexpr Names<3> load_forces{"load.fx", "load.fy", "load.fz"}, load_moments{"load.mx", "load.my", "load.mz"};
constexpr Names<3> impulse_forces{"impulse.fx", "impulse.fy", "impulse.fz"},
    impulse_moments{"impulse.mx", "impulse.my", "impulse.mz"};
constexpr Names<3> reaction_forces{"reaction.tx", "reaction.ty", "reaction.tz"},
    reaction_moments{"reaction.rx", "reaction.ry", "reaction.rz"};

std::vector<Word> make_body_words() {
  Words words(48);
  words.add_all(position_names, position, 0, "m", Rank::bare).add_all(orientation_names, orientation, 0, "1", Rank::bare);
  words.add_all(velocity_names, velocity, 0, "m/s", Rank::bare);
  words.add_all(angular_velocity_names, angular_velocity, 0, "rad/s", Rank::bare);
  words.add_all(acceleration_names, acceleration, 0, "m/s^2", Rank::bare);
  words.add_all(angular_acceleration_names, angular_acceleration, 0, "rad/s^2", Rank::bare);
  words.add_all(attitude_names, attitude, 0, "1").add("tilt", tilt, 0, "rad");
  words.add_all(euler_names, roll_pitch_yaw, 0, "rad").add("energy", body_energy, 0, "J");
  words.add("position.norm", position, norm_component, "m", Rank::full_name);
  words.add("velocity.norm", velocity, norm_component, "m/s", Rank::full_name);
  words.add("angular_velocity.norm", angular_velocity, norm_component, "rad/s", Rank::full_name);
  words.add("acceleration.norm", acceleration, norm_component, "m/s^2", Rank::full_name);
  words.add("angular_acceleration.norm", angular_acceleration, norm_component, "rad/s^2", Rank::full_name);
  return words.take();
}

/// A joint's motion at one level: position, velocity or acceleration. A direction that is alone in its type goes by the
/// short name; with the suffix it, like those that the type constrains, is found by its full name only.
void add_level(const JointType& type, SignalKind kind, const Names<6>& names, std::array<std::string_view, 2> units, Rank rank,
               Words& words) {
  const bool alone = type.freedoms() == 1, quaternion = type.ball && kind == coordinate;
  for (Direction d : all_directions) {
    const std::string_view name = names[index_of(d)], unit = units[is_translation(d) ? 0 : 1];
    const bool counts = type.free.has(d) && !(quaternion && !is_translation(d));
    if (alone && counts) words.add(name.substr(0, name.find('.')), kind, index_of(d), unit, rank);
    words.add(name, kind, index_of(d), unit, counts && !alone ? rank : Rank::full_name);
  }
  if (quaternion) words.add_all(orientation_names, joint_rotation, 0, "1", rank);
}

void add_wrench(SignalKind kind, const Names<3>& forces, const Names<3>& moments, const Names<6>& sums,
                std::array<std::string_view, 2> units, Words& words) {
  const auto [force, moment] = units;
  words.add_all(forces, kind, 0, force).add_all(moments, kind, 3, moment);
  words.add(sums[0], kind, 6, force).add(sums[1], kind, 7, moment).add(sums[2], kind, 8, force);
  words.add(sums[3], kind, 9, force).add(sums[4], kind, 10, moment).add(sums[5], kind, 11, moment);
}

std::vector<Word> make_joint_words(const JointType& type) {
  Words words(72);
  add_level(type, coordinate, coordinate_names, {"m", "rad"}, Rank::bare, words);
  add_level(type, coordinate_rate, rate_names, {"m/s", "rad/s"}, Rank::bare, words);
  add_level(type, coordinate_acceleration, joint_acceleration_names, {"m/s^2", "rad/s^2"}, Rank::bare, words);
  words.add("displacement.norm", coordinate, norm_component, "m", Rank::full_name);
  words.add("velocity.norm", coordinate_rate, norm_component, "m/s", Rank::full_name);
  if (type.ball) words.add("rate.norm", coordinate_rate, angular_norm_component, "rad/s", Rank::full_name);
  add_wrench(load, load_forces, load_moments,
             {"load.force", "load.moment", "load.axial", "load.radial", "load.torsion", "load.bending"}, {"N", "N*m"}, words);
  words.add_all(reaction_forces, reaction, 0, "N").add_all(reaction_moments, reaction, 3, "N*m");
  words.add("reaction.force", reaction, 6, "N", Rank::full_name).add("reaction.moment", reaction, 7, "N*m", Rank::full_name);
  add_wrench(impulse, impulse_forces, impulse_moments,
             {"impulse.force", "impulse.moment", "impulse.axial", "impulse.radial", "impulse.torsion", "impulse.bending"},
             {"N*s", "N*m*s"}, words);
  return words.take();
}

std::vector<Word> make_point_words() {
  Words words(16);
  words.add_all(position_names, point_position, 0, "m", Rank::bare);
  words.add_all(velocity_names, point_velocity, 0, "m/s", Rank::bare);
  words.add_all(acceleration_names, point_acceleration, 0, "m/s^2", Rank::bare);
  words.add_all(specific_force_names, specific_force, 0, "m/s^2");
  words.add("position.norm", point_position, norm_component, "m", Rank::full_name);
  words.add("velocity.norm", point_velocity, norm_component, "m/s", Rank::full_name);
  words.add("acceleration.norm", point_acceleration, norm_component, "m/s^2", Rank::full_name);
  words.add("specific_force.norm", specific_force, norm_component, "m/s^2", Rank::full_name);
  return words.take();
}

/// Of a constraint, a force, a contact.
std::vector<Word> make_row_words(const NameTable::Entry& entry, SignalKind kind) {
  std::vector<Word> words;
  for (int k = 0; const NameTable::Entry::Row& row : entry.rows)
    words.push_back({row.signal, kind, k++, row.unit, Rank::bare, row.is_flag});
  return words;
}

std::vector<Word> make_system_words() {
  Words words(16);
  words.add("energy.kinetic", kinetic_energy, 0, "J", Rank::bare).add("energy.potential", potential_energy, 0, "J", Rank::bare);
  words.add("energy.total", total_energy, 0, "J", Rank::bare).add("energy.dissipated", dissipated_energy, 0, "J", Rank::bare);
  words.add_all(momentum_names, momentum, 0, "kg*m/s", Rank::bare);
  words.add_all(angular_momentum_names, angular_momentum, 0, "kg*m^2/s", Rank::bare);
  words.add("constraint_error.position", constraint_error, 0, "m", Rank::bare);
  words.add("constraint_error.velocity", constraint_error, 1, "m/s", Rank::bare).add("freedoms", freedoms, 0, "1", Rank::bare);
  words.add("momentum.norm", momentum, norm_component, "kg*m/s", Rank::full_name);
  words.add("angular_momentum.norm", angular_momentum, norm_component, "kg*m^2/s", Rank::full_name);
  return words.take();
}

std::vector<Word> make_words(const NameTable::Entry& entry) {
  switch (entry.part.kind) {
    case PartKind::body: return entry.part.index > 0 ? make_body_words() : std::vector<Word>{};
    case PartKind::point: return make_point_words();
    case PartKind::joint: return make_joint_words(entry.type);
    case PartKind::force: return make_row_words(entry, SignalKind::force);
    case PartKind::contact: return make_row_words(entry, SignalKind::contact);
    case PartKind::constraint: return make_row_words(entry, SignalKind::multiplier);
    case PartKind::surface:
    case PartKind::event:
    case PartKind::signal: break;
  }
  return {};
}

Signal make_signal(std::string_view part, int index, const Word& word) {
  std::string name;
  name.reserve(part.size() + 1 + word.suffix.size());
  name.append(part).append(1, '.').append(word.suffix);
  return {word.kind, index, word.component, std::move(name), std::string(word.unit), word.is_flag};
}

Signal make_time() { return {SignalKind::time, -1, 0, "time", "s"}; }
Signal make_user_signal(const NameTable::Entry& entry) { return {SignalKind::user, entry.part.index, 0, entry.name, entry.unit}; }

void add_signals(std::string_view part, int index, const std::vector<Word>& words, Rank up_to, std::vector<Signal>& out) {
  for (const Word& word : words)
    if (word.rank <= up_to) out.push_back(make_signal(part, index, word));
}

/// "angle" is a prefix of "angle.rz", and of nothing that goes on without a dot.
bool is_prefix(std::string_view prefix, std::string_view suffix) {
  return suffix.size() > prefix.size() && suffix.starts_with(prefix) && suffix[prefix.size()] == '.';
}

std::vector<Signal> select_signals(std::string_view part, int index, const std::vector<Word>& words, std::string_view rest) {
  std::vector<Signal> found;
  if (rest.empty()) {
    add_signals(part, index, words, Rank::bare, found);
    return found;
  }
  const auto exact = std::ranges::find(words, rest, &Word::suffix);
  if (exact != words.end()) return {make_signal(part, index, *exact)};
  for (const Word& word : words)
    if (word.rank != Rank::full_name && is_prefix(rest, word.suffix)) found.push_back(make_signal(part, index, word));
  return found;
}

}  // namespace

std::vector<Signal> make_signals(const NameTable& names) {
  std::vector<Signal> all{make_time()};
  for (const NameTable::Entry& entry : names.entries())
    add_signals(entry.name, entry.part.index, make_words(entry), Rank::listed, all);
  for (const NameTable::Entry& entry : names.entries())
    if (entry.part.kind == PartKind::signal) all.push_back(make_user_signal(entry));
  add_signals("system", -1, make_system_words(), Rank::listed, all);
  return all;
}

std::vector<Signal> find_signals(const NameTable& names, std::string_view name) {
  if (name == "time") return {make_time()};
  const std::size_t dot = name.find('.');
  const std::string_view owner = name.substr(0, dot), rest = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  if (dot != name.npos && rest.empty()) return {};
  if (owner == "system") return select_signals(owner, -1, make_system_words(), rest);
  const NameTable::Entry* entry = names.find_entry(owner);
  if (!entry) return {};
  if (entry->part.kind == PartKind::signal) return rest.empty() ? std::vector{make_user_signal(*entry)} : std::vector<Signal>{};
  return select_signals(owner, entry->part.index, make_words(*entry), rest);
}

std::vector<Signal> default_signals(const NameTable& names) {
  std::vector<Signal> chosen;
  for (const NameTable::Entry& entry : names.entries())
    if (entry.part.kind == PartKind::body || entry.part.kind == PartKind::joint || entry.part.kind == PartKind::constraint)
      add_signals(entry.name, entry.part.index, make_words(entry), Rank::bare, chosen);
  const std::vector<Signal> energies = find_signals(names, "system.energy");
  chosen.insert(chosen.end(), energies.begin(), energies.end());
  return chosen;
}

}  // namespace pintle
