#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/forces/gravity.h"
#include "pintle/particles/forces.h"
#include "pintle/views/instant.h"

namespace pintle {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// A body as elements see it, in the frame of its mass centre.
struct BodyEnd {
  const Pose<double>& X_WB;
  Vec3<double> w_W;
  const Vec3<double>& v_W;

  BodyEnd(const State<double>& state, BodyIndex b)
      : X_WB(state.X_WB[b.i]), w_W(X_WB.R * state.V_WB[b.i].w), v_W(state.V_WB[b.i].v) {}
  End<double> end() const { return {X_WB.R, X_WB.p, w_W, v_W}; }
};

/// Energies of one state, each put down where `ledger_of(mechanism)` says.
template <class LedgerOf>
class Energies {
 public:
  Energies(const System& system, const Parameters<double>& p, const State<double>& state, LedgerOf ledger_of)
      : system_(system), p_(p), state_(state), ledger_of_(ledger_of) {}

  /// T = ½ m v·v + ½ ω·I ω, with v of the mass centre and ω in body axes. A place is known to ε |p|, and m g·p with it.
  void add_bodies() {
    const Vec3<double> g = p_[system_.gravity];
    for (int b = 1; b < system_.body_count(); ++b) {
      if (has_particles() && system_.particles.is_group(BodyIndex(b))) continue;  // its particles have it
      const BodyRecord& body = system_.body(BodyIndex(b));
      const Motion<double>& V = state_.V_WB[b];
      const Vec3<double>& at = state_.X_WB[b].p;
      const double m = p_[body.mass], kinetic = 0.5 * (m * dot(V.v, V.v) + dot(V.w, p_[body.inertia] * V.w));
      Ledger& ledger = ledger_of_(system_.mechanisms.of(BodyIndex(b)));
      ledger.kinetic += kinetic;
      ledger.potential += calc_gravity_energy(m, g, at);
      ledger.rounding += epsilon * (kinetic + m * norm(g) * norm(at));
    }
  }
  /// Those that ride too.
  void add_particles() {
    const ParticleRecord& record = system_.particles;
    if (!has_particles()) return;
    const Vec3<double> g = p_[system_.gravity];
    Ledger& ledger = ledger_of_(record.mechanism);
    for (int i = 0; i < record.count(); ++i) {
      const PointMotion& at = state_.particles[i];
      const double m = record.all->mass[i], kinetic = 0.5 * m * dot(at.v, at.v);
      ledger.kinetic += kinetic;
      ledger.potential += calc_gravity_energy(m, g, at.p);
      ledger.rounding += epsilon * (kinetic + m * norm(g) * norm(at.p));
    }
    add_stored(pintle::calc_stored(*record.all, record.calc_pair_law(p_), state_.particles), record.mechanism);
  }
  void add_joint_springs(const Structure& structure) {
    for (const JointLaw& law : system_.laws) {
      if (!structure.stores(law)) continue;
      const JointCoordinates<double>& q = state_.joints[law.joint.i];
      const JointRecord& joint = system_.joint(law.joint);
      add_stored(calc_law_energy(law, p_, q.value_of(law.direction)), system_.mechanisms.of(joint.parent, joint.child));
    }
  }
  /// What an element takes from its account `contact` and holds, it gives back.
  void add_elements(const Structure& structure) {
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
      if (!structure.acts(pool.element(k))) return;
      const double energy = calc_stored(pool, k, element, std::make_index_sequence<Kind::ends>());
      const int mechanism = system_.mechanism_of(element);
      add_stored(energy, mechanism);
      constexpr bool in_contact = std::ranges::find(Kind::accounts, Account::contact) != Kind::accounts.end();
      if (in_contact) ledger_of_(mechanism).contact_stored += energy;
    });
  }

 private:
  /// A kernel of bodies alone has states without them; what it does to its bodies it books as theirs.
  bool has_particles() const { return !state_.particles.empty(); }
  template <class Kind, std::size_t... i>
  double calc_stored(const Pool<Kind>& pool, int k, const Kind& element, std::index_sequence<i...>) const {
    if constexpr (requires { &Kind::template calc_stored<double>; })
      return element.calc_stored(state_.t, p_, {state_.X_WB[element.bodies[i].i]...}, state_.z.data() + pool.state(k),
                                 state_.mode[pool.mode(k)]);
    const std::array<BodyEnd, Kind::ends> bodies{BodyEnd(state_, element.bodies[i])...};
    const std::array<Pose<double>, Kind::ends> same{((void)i, Pose<double>::identity())...};
    const Mask<double> mode = Kind::has_mode ? state_.mode[pool.mode(k)] : Mask<double>{};
    auto data = element.prepare(p_, same);
    if constexpr (requires { element.set_time(state_.t, data); }) element.set_time(state_.t, data);
    return element.act(data, {bodies[i].end()...}, state_.z.data() + pool.state(k), mode).stored;
  }
  void add_stored(double energy, int mechanism) {
    Ledger& ledger = ledger_of_(mechanism);
    ledger.potential += energy;
    ledger.rounding += epsilon * std::abs(energy);
  }

  const System& system_;
  const Parameters<double>& p_;
  const State<double>& state_;
  LedgerOf ledger_of_;
};

template <class LedgerOf>
void add_energy(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                LedgerOf ledger_of) {
  Energies energies(system, p, state, ledger_of);
  energies.add_bodies();
  energies.add_particles();
  energies.add_joint_springs(structure);
  energies.add_elements(structure);
}

void clear_energy(Ledger& ledger) { ledger.kinetic = ledger.potential = ledger.contact_stored = ledger.rounding = 0; }

}  // namespace

Ledger& Ledger::operator+=(const Ledger& other) {
  kinetic += other.kinetic;
  potential += other.potential;
  contact_stored += other.contact_stored;
  contact_given += other.contact_given;
  for (std::size_t a = 0; a < integral.size(); ++a) integral[a] += other.integral[a];
  events += other.events;
  set += other.set;
  projection += other.projection;
  rounding += other.rounding;
  return *this;
}

void update_energy(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                   std::span<Ledger> by_mechanism) {
  for (Ledger& ledger : by_mechanism) clear_energy(ledger);
  add_energy(system, p, structure, state, [&](int m) -> Ledger& { return by_mechanism[m]; });
}

void update_energy(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                   Ledger& ledger) {
  clear_energy(ledger);
  add_energy(system, p, structure, state, [&](int) -> Ledger& { return ledger; });
}

}  // namespace pintle
