#pragma once
#include "pintle/model/signals/signal_kind.h"

/// Of constraints, forces and contacts, of the whole, and the user's own. x is an observer's.
namespace pintle::signals {

struct Time {
  static constexpr std::array<SignalWord, 0> words{};
  static constexpr SignalFacts facts{.owner = SignalOwner::run, .level = place};
  static auto value(const auto& x, int) { return x.time(); }
};

/// Of a part that says itself which signals it has.
struct OfRows {
  static void add_words(const NameTable::Entry& part, std::vector<SignalWord>& words) {
    for (int k = 0; const NameTable::Entry::Row& row : part.rows)
      words.push_back({row.signal, {}, row.unit, SignalRank::bare, k++, row.is_flag, row.is_length});
  }
};

/// λ of a row, on the second body.
struct Multiplier : OfRows {
  static constexpr SignalFacts facts{
      .owner = SignalOwner::constraint, .level = forces, .need = reactions, .share = SignalShare::multiplier};
  static auto value(const auto& x, int k) { return x.multiplier(k); }
};

/// What its kind says (math/element.h); titles of pictures are its too.
struct OfForce : OfRows {
  static constexpr SignalFacts facts{.owner = SignalOwner::force, .level = forces, .need = elements, .pictures = {{{"", 12}}}};
  static auto value(const auto& x, int k) { return x.of_force(k); }
};
struct OfContact : OfRows {
  static constexpr SignalFacts facts{.owner = SignalOwner::contact, .need = elements, .pictures = {{{"", 11}}}};
  static auto value(const auto& x, int k) { return x.of_contact(k); }
};
/// What it has dissipated since the start. It is found along the run, where somebody asks.
struct ContactHeat {
  static constexpr SignalFacts facts{.owner = SignalOwner::contact, .need = heat, .goes_round = false};
  static constexpr auto words = one("dissipated", "J", SignalRank::full_name);
  static auto value(const auto& x, int) { return x.heat(); }
};

// ---- of the whole

struct Energy {
  static constexpr SignalFacts facts{.owner = SignalOwner::system, .level = forces, .need = ledger};
  /// What is dissipated is so by dampers and friction of joints and forces, and by contacts.
  static constexpr auto words = [] {
    auto all = words_of<6>("energy", {"kinetic", "potential", "total", "dissipated", "damped", "ground"}, "J", SignalRank::bare);
    all[4].rank = all[5].rank = SignalRank::full_name;
    return all;
  }();
  static auto value(const auto& x, int k) {
    const auto& E = x.books();
    switch (k) {
      case 0: return E.kinetic;
      case 1: return E.potential;
      case 2: return E.total();
      case 3: return E.dissipated();
      case 4: return E.damped();
      default: return E.ground();
    }
  }
};

struct LinearMomentum {
  static constexpr SignalFacts facts{.owner = SignalOwner::system, .pictures = {{{"Momentum", 27}}}};
  static constexpr auto words = xyz("momentum", "kg*m/s");
  static auto value(const auto& x, int k) { return component_of(x.momentum().linear, k); }
};

/// About the world's origin.
struct AngularMomentum {
  static constexpr SignalFacts facts{.owner = SignalOwner::system, .pictures = {{{"Angular momentum", 28}}}};
  static constexpr auto words = xyz("angular_momentum", "kg*m^2/s");
  static auto value(const auto& x, int k) { return component_of(x.momentum().angular, k); }
};

struct ConstraintErrors {
  static constexpr SignalFacts facts{.owner = SignalOwner::system, .level = forces};
  static constexpr std::array words{SignalWord{"constraint_error", "position", "m", SignalRank::bare, 0},
                                    SignalWord{"constraint_error", "velocity", "m/s", SignalRank::bare, 1}};
  static auto value(const auto& x, int k) { return k == 0 ? x.error().position : x.error().velocity; }
};

struct Freedoms {
  static constexpr SignalFacts facts{.owner = SignalOwner::system, .goes_round = false, .steps = true};
  static constexpr auto words = one("freedoms", "1", SignalRank::bare);
  static auto value(const auto& x, int) { return x.freedoms(); }
};

/// Which of the phases that events name: from 1 in the order of the file, 0 before the first.
struct Stage {
  static constexpr SignalFacts facts{.owner = SignalOwner::system, .goes_round = false, .steps = true};
  static constexpr auto words = one("stage", "1", SignalRank::bare);
  static auto value(const auto& x, int) { return x.stage(); }
};

/// Index: in the model's `signals`.
struct User {
  static constexpr std::array<SignalWord, 0> words{};
  static constexpr SignalFacts facts{.owner = SignalOwner::user};
  static auto value(const auto& x, int) { return x.of_user(); }
};

}  // namespace pintle::signals
