#pragma once
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// What a struct says of its own numbers, once. Reader and writer of files, their schema and reference page, the slots of a
/// system and the numbers of a case all follow from it.
///
///     template <class N>
///     struct Drag {
///       N linear{}, quadratic{};
///       static constexpr auto fields() {
///         return std::tuple{field("linear", &Drag::linear, "N*s/m", "force per speed"),
///                           field("quadratic", &Drag::quadratic, "N*s^2/m^2", "force per square of the speed")};
///       }
///     };
///
/// N is what a number is at the place: as the user said it, a slot, a value (math/lives.h). A member may be described itself;
/// then it is a map of its own in the file.
namespace pintle {

/// What a number has to be. Where it is not, a file is refused; of the last two it is only warned.
enum class Bound : std::uint8_t { none, above_zero, zero_or_more, one_or_more, one_or_two, direction, stiffness, damping };

template <class Owner, class Value>
struct DescribedField {
  std::string_view name;  // in the file
  Value Owner::* member;
  std::string_view unit;          // SI; empty for a map
  std::string_view says;          // one line for people
  std::string_view example = {};  // of what must be given: "ke: 20 kN/m"; empty: it has a default
  std::string_view way_out = {};  // "give a positive stiffness"
  std::string_view wrong_form = {};
  Bound bound = Bound::none;
  bool lives = false;             // may be a function of time, where its type does not say so
  std::string_view sliding = {};  // of a law of a direction: the unit where it slides, and `unit` where it turns
  std::string_view names = {};    // of a name: what part it is of, "joint"; of a point: whose it is, "an impulse"

  constexpr bool is_required() const { return !example.empty(); }
  constexpr DescribedField required(std::string_view shown) const {
    return with([&](DescribedField& f) { f.example = shown; });
  }
  constexpr DescribedField above_zero(std::string_view sentence) const { return bounded(Bound::above_zero, sentence); }
  constexpr DescribedField zero_or_more(std::string_view sentence) const { return bounded(Bound::zero_or_more, sentence); }
  constexpr DescribedField bounded(Bound b, std::string_view sentence = {}) const {
    return with([&](DescribedField& f) { f.bound = b, f.way_out = sentence; });
  }
  constexpr DescribedField living() const {
    return with([](DescribedField& f) { f.lives = true; });
  }
  constexpr DescribedField where_sliding(std::string_view its_unit) const {
    return with([&](DescribedField& f) { f.sliding = its_unit; });
  }
  constexpr DescribedField naming(std::string_view part) const {
    return with([&](DescribedField& f) { f.names = part; });
  }
  /// The sentence about three numbers where one is meant.
  constexpr DescribedField one_number(std::string_view sentence) const {
    return with([&](DescribedField& f) { f.wrong_form = sentence; });
  }

 private:
  template <class Change>
  constexpr DescribedField with(Change change) const {
    DescribedField copy = *this;
    change(copy);
    return copy;
  }
};

template <class Owner, class Value>
constexpr DescribedField<Owner, Value> field(std::string_view name, Value Owner::* member, std::string_view unit = {},
                                             std::string_view says = {}) {
  return {name, member, unit, says};
}

template <class Struct>
concept Described = requires { Struct::fields(); };

/// A member that is a list of described structs, each with a name `called`: a map of maps in the file.
template <class Value>
inline constexpr bool is_list_of_described = false;
template <Described Struct>
inline constexpr bool is_list_of_described<std::vector<Struct>> = true;

/// visit(field) for each of them, in their order.
template <Described Struct, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... f) { (visit(f), ...); }, Struct::fields());
}

/// visit(field, member of a, member of b), for two lives of one struct; the field is that of a.
template <Described A, Described B, class Visit>
constexpr void for_each_pair(A& a, B& b, Visit&& visit) {
  const auto of_a = std::remove_const_t<A>::fields();
  const auto of_b = std::remove_const_t<B>::fields();
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (visit(std::get<i>(of_a), a.*(std::get<i>(of_a).member), b.*(std::get<i>(of_b).member)), ...);
  }(std::make_index_sequence<std::tuple_size_v<decltype(of_a)>>());
}

}  // namespace pintle
