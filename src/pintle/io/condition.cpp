#include "pintle/io/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/base/units.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 4> symbols{"<", "<=", ">", ">="};
constexpr std::string_view example = "for example time >= 1 s, or elbow.angle < 30 deg";

struct JointSignal {
  std::string_view name, unit;
  bool translation;
};
constexpr std::array<JointSignal, 4> joint_signals{
    {{"angle", "rad", false}, {"rate", "rad/s", false}, {"displacement", "m", true}, {"velocity", "m/s", true}}};

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == text.npos) return parts;
    start = end + 1;
  }
}

/// The directions of a joint that have such a signal: a ball's rotations have none, they are a quaternion.
std::vector<std::string_view> find_directions(const JointType& type, bool translation) {
  std::vector<std::string_view> names;
  for (Direction d : all_directions)
    if (type.free.has(d) && is_translation(d) == translation && (translation || !type.ball)) names.push_back(name_of(d));
  return names;
}

/// Checks `joint.signal[.direction]`; returns it in the form that the model uses.
std::string resolve(std::string_view text, const std::vector<std::string_view>& words, const JointSignal& signal,
                    const JointType& type) {
  const auto names = find_directions(type, signal.translation);
  const std::string base = fmt::format("{}.{}", words[0], words[1]);
  if (names.empty())
    throw Error(fmt::format("{} has no {}; {}", words[0], signal.name,
                            type.ball && !signal.translation ? "a ball turns by a quaternion; use another joint's signal"
                                                             : "no direction of this kind is free"));
  if (words.size() == 2 && type.freedoms() > 1)
    throw Error(fmt::format("{} moves in several directions; write {}.{}", words[0], base, join_or(names)));
  if (words.size() == 3 && std::find(names.begin(), names.end(), words[2]) == names.end())
    throw Error(
        fmt::format("{} has no free direction {} of this kind; write {}.{}", words[0], shown(words[2]), base, join_or(names)));
  return type.freedoms() == 1 ? base : std::string(text);
}

/// The signal in the form that the model uses, and its unit.
std::pair<std::string, std::string_view> parse_signal(std::string_view text, const JointTypes& joints) {
  if (text == "time") return {"time", "s"};
  const auto words = split(text, '.');
  const auto joint = joints.find(words[0]);
  const auto not_yet =
      fmt::format("events on {} are not read yet; use time or a joint's angle, rate, displacement or velocity", shown(text));
  if (joint == joints.end()) {
    if (words.size() == 1 && !find_nearest(text, {"time"}).empty())
      throw Error(fmt::format("there is no signal \"{}\"; did you mean time?", shown(text)));
    if (words.size() == 1 || words[0] == "system") throw Error(not_yet);
    for (const JointSignal& signal : joint_signals) {
      if (words[1] != signal.name) continue;
      std::vector<std::string_view> known;
      for (const auto& [name, type] : joints) known.push_back(name);
      throw Error(fmt::format("there is no joint \"{}\"; {}", shown(words[0]), suggest(words[0], known, "use time")));
    }
    throw Error(not_yet);
  }
  if (words.size() == 2 || words.size() == 3)
    for (const JointSignal& signal : joint_signals)
      if (words[1] == signal.name) return {resolve(text, words, signal, joint->second), signal.unit};
  throw Error(not_yet);
}

}  // namespace

std::string_view symbol_of(Comparison comparison) { return symbols[static_cast<std::size_t>(comparison)]; }

Condition parse_condition(std::string_view text, const JointTypes& joints) {
  const std::string_view whole = trim(text);
  if (whole.starts_with('='))
    throw Error(fmt::format("\"{}\" begins with =, which a condition does without; take it out", shown(whole)));
  for (std::string_view word : {" and ", " or ", "not "})
    if (word[0] == ' ' ? whole.find(word) != whole.npos : whole.starts_with(word))
      throw Error(fmt::format("\"{}\" has `{}`, which is not read yet; compare one signal with one value, {}", shown(whole),
                              trim(word), example));
  const std::size_t at = whole.find_first_of("<>=");
  if (at == whole.npos) throw Error(fmt::format("\"{}\" compares nothing; write a comparison, {}", shown(whole), example));
  std::size_t size = 1;
  if (at + 1 < whole.size() && whole[at + 1] == '=') size = 2;
  Condition condition;
  const std::string_view symbol = whole.substr(at, size);
  const auto found = std::find(symbols.begin(), symbols.end(), symbol);
  if (found == symbols.end())
    throw Error(fmt::format("\"{}\" compares by {}; an event needs <, <=, > or >=", shown(whole), symbol));
  condition.comparison = static_cast<Comparison>(found - symbols.begin());
  const std::string_view left = trim(whole.substr(0, at)), right = trim(whole.substr(at + size));
  if (left.empty() || right.empty())
    throw Error(fmt::format("\"{}\" has one side only; write a comparison, {}", shown(whole), example));
  const auto [signal, unit] = parse_signal(left, joints);
  condition.signal = signal;
  condition.value = parse_quantity(right, unit);
  return condition;
}

}  // namespace pintle
