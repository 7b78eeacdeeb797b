#pragma once
#include <cstddef>
#include <type_traits>

/// The fields of a plain struct, one by one and without naming them: what C++ tells of an aggregate by how many values it can be
/// made of, and by structured bindings. Whoever adds a field to a struct need not think of those who go through all of them.
namespace pintle {
namespace detail {

struct AnyValue {
  template <class T>
  operator T() const;  // never defined: it stands for a value of any type
};

template <class T, class... Values>
constexpr std::size_t count_fields() {
  if constexpr (requires { T{Values{}..., AnyValue{}}; })
    return count_fields<T, Values..., AnyValue>();
  else
    return sizeof...(Values);
}

}  // namespace detail

/// visit(fields...) of a struct without constructors, bases, C arrays and private fields.
template <class T, class Visit>
void for_each_field(T& x, Visit&& visit) {
  constexpr std::size_t n = detail::count_fields<std::remove_cv_t<T>>();
  static_assert(n >= 1 && n <= 12, "more fields than this list has");
  if constexpr (n == 1) {
    auto& [a] = x;
    visit(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = x;
    visit(a, b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = x;
    visit(a, b, c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = x;
    visit(a, b, c, d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = x;
    visit(a, b, c, d, e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, f] = x;
    visit(a, b, c, d, e, f);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, f, g] = x;
    visit(a, b, c, d, e, f, g);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, f, g, h] = x;
    visit(a, b, c, d, e, f, g, h);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = x;
    visit(a, b, c, d, e, f, g, h, i);
  } else if constexpr (n == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = x;
    visit(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (n == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = x;
    visit(a, b, c, d, e, f, g, h, i, j, k);
  } else {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = x;
    visit(a, b, c, d, e, f, g, h, i, j, k, l);
  }
}

}  // namespace pintle
