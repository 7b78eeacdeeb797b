#pragma once
#include <array>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pintle/joints/motion.h"
#include "pintle/math/elementary.h"
#include "pintle/model/names.h"
#include "pintle/model/signal.h"

/// What is known of a kind of signal: a struct of constants and a value; the list is kinds.h, and records, conditions, measures
/// and expressions loop over it. A kind says
///
///     facts                whose it is, what decides it, what it needs (SignalFacts)
///     words                its names behind the part's, position.x …, with their units; or add_words, where they depend on the part
///     value(x, component)  x is the owner, as a stage or an observer knows it: structure/motion_signal.h, views/signal_value.cpp;
///                          for every scalar T where the level is place or motion
namespace pintle {

/// One word of the vocabulary: what follows a part's name, "position.x".
struct SignalWord {
  std::string_view quantity, component;  // either may be empty
  std::string_view unit;
  SignalRank rank = SignalRank::listed;
  int number = 0;  // component of the Signal
  bool is_flag = false, is_length = false;
  SignalKind kind{};  // whoever asks a kind for its words knows it
};

template <std::size_t n>
constexpr std::array<SignalWord, n> words_of(std::string_view quantity, const std::array<std::string_view, n>& components,
                                             std::string_view unit, SignalRank rank = SignalRank::listed) {
  std::array<SignalWord, n> all;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_norm = components[i] == "norm";
    all[i] = {quantity, components[i], unit, is_norm ? SignalRank::full_name : rank,
              is_norm ? norm_component : static_cast<int>(i)};
    all[i].is_length = is_norm;
  }
  return all;
}
constexpr auto one(std::string_view quantity, std::string_view unit, SignalRank rank = SignalRank::listed) {
  return words_of<1>(quantity, {""}, unit, rank);
}
constexpr auto xyz(std::string_view quantity, std::string_view unit, SignalRank rank = SignalRank::bare) {
  return words_of<4>(quantity, {"x", "y", "z", "norm"}, unit, rank);
}
constexpr SignalWord norm_word(std::string_view quantity, std::string_view unit, int number) {
  return {quantity, "norm", unit, SignalRank::full_name, number, false, true};
}
inline constexpr auto orientation = words_of<4>("orientation", {"w", "x", "y", "z"}, "1", SignalRank::bare);

/// fx fy fz mx my mz, then the two norms, then the parts along the frame's z and across it.
constexpr auto wrench(std::string_view quantity, std::string_view force, std::string_view moment) {
  auto all = words_of<12>(
      quantity, {"fx", "fy", "fz", "mx", "my", "mz", "force", "moment", "axial", "radial", "torsion", "bending"}, force);
  for (const std::size_t k : {3, 4, 5, 7, 10, 11}) all[k].unit = moment;
  for (const std::size_t k : {6, 7, 9, 11}) all[k].is_length = true;
  return all;
}

template <class T>
T component_of(const Vec3<T>& v, int component) {
  return component == norm_component ? norm(v) : v[component];
}
/// A vector per translation and one per rotation, addressed by direction.
template <class T>
T component_of(const Vec3<T>& linear, const Vec3<T>& angular, int component) {
  if (component == norm_component) return norm(linear);
  if (component == angular_norm_component) return norm(angular);
  return component < 3 ? linear[component] : angular[component - 3];
}
template <class T>
T component_of(const Quaternion<T>& q, int component) {
  return component == 0 ? q.w : component == 1 ? q.x : component == 2 ? q.y : q.z;
}
inline double component_of(const Wrench<double>& w, int component) {
  switch (component) {
    case 6: return norm(w.f);
    case 7: return norm(w.n);
    case 8: return w.f.z;
    case 9: return hypot(w.f.x, w.f.y);
    case 10: return w.n.z;
    case 11: return hypot(w.n.x, w.n.y);
    default: return component < 3 ? w.f[component] : w.n[component - 3];
  }
}

namespace signals {
using enum SignalLevel;
using enum SignalNeed;
using enum SignalRounding;
}  // namespace signals

}  // namespace pintle
