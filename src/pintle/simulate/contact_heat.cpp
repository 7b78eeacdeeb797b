#include "pintle/simulate/contact_heat.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pintle {
namespace {

/// Power on the account `contact` [W] and stored energy [J].
struct Held {
  double power, stored;
};

template <class Kind>
Held calc_held(const Parameters<double>& p, const State<double>& state, const Kind& element, const double* z, Mask<double> mode) {
  std::array<Pose<double>, Kind::ends> own;
  own.fill(Pose<double>::identity());
  auto d = element.prepare(p, own);
  if constexpr (requires { element.set_time(state.t, d); }) element.set_time(state.t, d);
  std::array<Vec3<double>, Kind::ends> w_W;
  for (std::size_t i = 0; i < w_W.size(); ++i) {
    const auto b = static_cast<std::size_t>(element.bodies[i].i);
    w_W[i] = state.X_WB[b].R * state.V_WB[b].w;
  }
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto end = [&](std::size_t k) {
      const auto b = static_cast<std::size_t>(element.bodies[k].i);
      return End<double>{state.X_WB[b].R, state.X_WB[b].p, w_W[k], state.V_WB[b].v};
    };
    const auto effect = element.act(d, Ends<double, Kind::ends>{end(i)...}, z, mode);
    return Held{effect.power[0], effect.stored};
  }(std::make_index_sequence<Kind::ends>());
}

constexpr std::array<double, 3> weights{5.0 / 18, 8.0 / 18, 5.0 / 18};

}  // namespace

double ContactHeat::place_of(int look) {
  constexpr double aside = 0.3872983346207417;  // √(3/5)/2
  return 0.5 + (look - 1) * aside;
}

ContactHeat::ContactHeat(const System& system) : system_(system) {
  system.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind& element) {
    if constexpr (Kind::has_mode) mechanism_.push_back(system.mechanism_of(element));
  });
  work_.assign(mechanism_.size(), 0.0);
  given_ = step_ = stored_ = heat_ = work_;
}

/// `visit` with the place of a contact in the lists, its pool, its number there and itself; of those that act.
template <class Visit>
void ContactHeat::for_each(const Structure& structure, Visit&& visit) const {
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode)
      if (structure.acts(pool.element(k))) visit(static_cast<std::size_t>(pool.mode(k)), pool, k, element);
  });
}

void ContactHeat::update_stored(const Parameters<double>& p, const Structure& structure, const State<double>& state) {
  std::ranges::fill(stored_, 0.0);
  for_each(structure, [&](std::size_t c, const auto& pool, int k, const auto& contact) {
    stored_[c] = calc_held(p, state, contact, state.z.data() + pool.state(k), state.mode[c]).stored;
  });
}

void ContactHeat::begin(const Parameters<double>& p, const Structure& structure, const State<double>& state) {
  std::ranges::fill(work_, 0.0);
  clear_step();
  update_stored(p, structure, state);
  given_ = stored_;
}

void ContactHeat::note_before(const Parameters<double>& p, const Structure& structure, const State<double>& state) {
  update_stored(p, structure, state);
}

void ContactHeat::book_change(const Parameters<double>& p, const Structure& structure, const State<double>& state) {
  for (std::size_t c = 0; c < given_.size(); ++c) given_[c] -= stored_[c];
  update_stored(p, structure, state);
  for (std::size_t c = 0; c < given_.size(); ++c) given_[c] += stored_[c];
}

void ContactHeat::clear_step() { std::ranges::fill(step_, 0.0); }

void ContactHeat::add_look(const Parameters<double>& p, const Structure& structure, const State<double>& state, int look,
                           double length) {
  for_each(structure, [&](std::size_t c, const auto& pool, int k, const auto& contact) {
    const double power = calc_held(p, state, contact, state.z.data() + pool.state(k), state.mode[c]).power;
    step_[c] += length * weights[static_cast<std::size_t>(look)] * power;  // (1)
  });
}

/// What no look has seen is shared evenly.
void ContactHeat::end_looks(std::span<const double> account) {
  for (int m = 0; m < system_.mechanisms.count(); ++m) {
    double sum = 0, size = 0;
    int count = 0;
    for (std::size_t c = 0; c < step_.size(); ++c) {
      if (mechanism_[c] != m) continue;
      sum += step_[c];
      size += std::abs(step_[c]);
      ++count;
    }
    const double missing = account[static_cast<std::size_t>(account_place(m, Account::contact))] - sum;
    for (std::size_t c = 0; c < step_.size(); ++c)
      if (mechanism_[c] == m) step_[c] += size > 0 ? missing * (std::abs(step_[c]) / size) : missing / count;  // (2)
  }
}

void ContactHeat::end_step() {
  for (std::size_t c = 0; c < work_.size(); ++c) work_[c] += step_[c];
  clear_step();
}

std::span<const double> ContactHeat::update(const Parameters<double>& p, const Structure& structure, const State<double>& state) {
  update_stored(p, structure, state);
  for (std::size_t c = 0; c < heat_.size(); ++c) heat_[c] = given_[c] - work_[c] - step_[c] - stored_[c];  // (3)
  return heat_;
}

}  // namespace pintle
