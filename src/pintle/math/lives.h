#pragma once
#include "pintle/base/described.h"
#include "pintle/math/parameters.h"

/// The lives of a described struct Law<N> (base/described.h):
///
///     Law<Number>   as the user said it, in a Model             (model/values.h)
///     Law<Slot>     where its numbers are, in a System
///     Law<T>        their values, for a scalar T, in a kernel
namespace pintle {

/// What members are in each life: one number, one that may live, three of either.
template <class N>
struct Lives {
  using living = N;
  using three = Vec3<N>;
  using living_three = Vec3<N>;
};
template <>
struct Lives<Slot> {
  using living = LivingSlot;
  using three = Slot3;
  using living_three = LivingSlot3;
};
template <class N>
using Lively = typename Lives<N>::living;
template <class N>
using Three = typename Lives<N>::three;
template <class N>
using LivelyThree = typename Lives<N>::living_three;

/// What a number is where the user gives none; a slot has it from there.
template <class N>
constexpr N usual([[maybe_unused]] double x) {
  if constexpr (std::is_same_v<N, Slot>)
    return {};
  else
    return N(x);
}
/// Along x, y or z: 0, 1, 2.
template <class N>
Three<N> usual_axis([[maybe_unused]] int axis) {
  if constexpr (std::is_same_v<N, Slot>)
    return {};
  else
    return {N(axis == 0 ? 1.0 : 0.0), N(axis == 1 ? 1.0 : 0.0), N(axis == 2 ? 1.0 : 0.0)};
}

template <class T>
const T& value_of(const Parameters<T>& p, Slot s) {
  return p[s];
}
template <class T>
Vec3<T> value_of(const Parameters<T>& p, Slot3 s) {
  return p[s];
}
template <class T>
const T& value_of(const Parameters<T>& p, const LivingSlot& s) {
  return p[s.at];
}
template <class T>
Vec3<T> value_of(const Parameters<T>& p, const LivingSlot3& s) {
  return p[s.at];
}
/// The values of a struct's slots; what lives has none yet.
template <template <class> class Law, class T>
Law<T> value_of(const Parameters<T>& p, const Law<Slot>& slots) {
  Law<T> out;
  for_each_pair(slots, out, [&](const auto&, const auto& slot, auto& value) { value = value_of(p, slot); });
  return out;
}

/// New values of what lives.
template <class T>
void update_living(const T*, Slot, T&) {}
template <class T>
void update_living(const T*, Slot3, Vec3<T>&) {}
template <class T>
void update_living(const T* outputs, const LivingSlot& slot, T& value) {
  if (slot.output >= 0) value = outputs[slot.output];
}
template <class T>
void update_living(const T* outputs, const LivingSlot3& slot, Vec3<T>& value) {
  for (int k = 0; k < 3; ++k)
    if (slot.output[k] >= 0) value[k] = outputs[slot.output[k]];
}
template <template <class> class Law, class T>
void update_living(const T* outputs, const Law<Slot>& slots, Law<T>& values) {
  for_each_pair(slots, values, [&](const auto&, const auto& slot, auto& value) { update_living(outputs, slot, value); });
}

}  // namespace pintle
