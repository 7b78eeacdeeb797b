#pragma once
#include <array>
#include <string_view>

#include "pintle/math/lives.h"

/// Nothing along the surface: F = 0.
namespace pintle {

struct Frictionless {
  static constexpr std::string_view word = "none";
  static constexpr std::string_view says = "smooth";
  static constexpr int states = 0;

  template <class N>
  struct Law {
    static constexpr std::string_view example = "{law: none}";
    static constexpr auto fields() { return std::tuple{}; }
  };

  template <class T>
  struct Data {};
  template <class T>
  static Data<T> prepare(const Law<T>&) {
    return {};
  }

  template <class T>
  struct Result {
    std::array<T, 2> force;
    std::array<T, states> zdot;
  };
  template <class T>
  [[gnu::always_inline]] static Result<T> calc(const Data<T>&, const T&, const std::array<T, 2>&, const T*) {
    return {{T(0.0), T(0.0)}, {}};
  }
};

}  // namespace pintle
