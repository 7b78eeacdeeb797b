#pragma once
#include <limits>
#include <span>
#include <vector>

#include "pintle/structure/structure.h"

/// The loads that friction feels (laws/friction.h): of each law that rubs, the size of its joint's reaction force F, shared where
/// equilibrium leaves it open. Friction pushes bodies, and so takes part in the forces that it feels: both are unknowns of one
/// instant. Reactions are affine in efforts, and efforts in loads, so
///
///     F_k = F_k⁰ + Σ_j A_kj N_j,      N_k = ‖F_k‖                                                            (1)
///
/// F⁰ are the reactions without loads, A N those that loads add: as many solutions of the same equations of motion as there are
/// laws that rub, and one. What is left is n numbers by Newton's method from N = 0,
///
///     Σ_j (δ_kj − F_k·A_kj/‖F_k‖) ΔN_j = ‖F_k‖ − N_k                                                         (2)
///
/// N − ‖F‖ is concave, so that the smallest load is reached, from below. Where many laws rub, each of them little, fewer
/// solutions do: loads are put in again, with the step before taken into account [Anderson 1965, depth 1],
///
///     f = ‖F(N)‖ − N,   θ = f·(f − f')/‖f − f'‖²,   N ← N + f − θ (N − N' + f − f'),   ' : one round before        (3)
///
/// as long as f fades fast. Nothing is remembered: loads are a function of the state. Where friction presses its own joint so
/// that (1) has no solution, it jams [Painlevé 1895]; the load is then no number.
namespace pintle {

template <class T>
class FrictionLoads {
 public:
  FrictionLoads(const System& system, const Structure& structure) : loads_(static_cast<std::size_t>(system.frictions), T(0.0)) {
    for (const JointLaw& law : system.laws)
      if (law.friction && structure.closed[law.joint.i] && structure.free_directions(law.joint).has(law.direction))
        laws_.push_back(&law);
    const std::size_t n = laws_.size();
    F_.resize(n);
    F0_.resize(n);
    A_.resize(n * n);
    J_.resize(n * n);
    step_.resize(n);
    change_.resize(n);
    gap_.resize(n);
    last_gap_.resize(n);
    last_.resize(n);
  }

  /// Something rubs in this structure.
  bool rubs() const { return !laws_.empty(); }
  /// By FrictionSlots::place [N]; zero where nothing rubs.
  std::span<const T> loads() const { return loads_; }

  /// Whose load was no number at some update() since forget_jam(): words for a run that fails, never a number in it.
  JointIndex jammed() const { return jammed_; }
  void forget_jam() { jammed_ = {}; }

  /// Finds the loads. reaction_of(law), after solve(), is the joint's reaction force with the loads as they are then [N].
  template <class Solve, class ReactionOf>
  void update(Solve&& solve, ReactionOf&& reaction_of) {
    const std::size_t n = laws_.size();
    const auto evaluate = [&](std::vector<Vec3<T>>& F) {
      solve();
      for (std::size_t k = 0; k < n; ++k) F[k] = reaction_of(*laws_[k]);
    };
    for (T& load : loads_) load = T(0.0);
    evaluate(F0_);
    const Mask<T> found = n > few ? repeat(evaluate) : Mask<T>{};
    if (all(found)) return;
    for (std::size_t k = 0; k < n; ++k) last_[k] = load_of(k);
    find_all(evaluate);
    for (std::size_t k = 0; k < n; ++k) load_of(k) = select(found, last_[k], load_of(k));
  }

 private:
  static constexpr std::size_t few = 4;      // up to here (2) needs no more solutions than (3)
  static constexpr double accuracy = 1e-12;  // of the largest load

  T& load_of(std::size_t k) { return loads_[laws_[k]->friction->place]; }

  /// (3), each lane for itself. Says where it came to an end.
  template <class Evaluate>
  Mask<T> repeat(Evaluate&& evaluate) {
    constexpr int most = 16;
    constexpr double fades = 0.25;  // at least, from round to round
    const std::size_t n = laws_.size();
    T size(0.0);  // ‖f‖²
    for (std::size_t k = 0; k < n; ++k) {
      last_[k] = last_gap_[k] = T(0.0);
      gap_[k] = norm(F0_[k]);
      size = size + gap_[k] * gap_[k];
    }
    Mask<T> done{}, lost{};
    for (int round = 0; round < most && any(!(done | lost)); ++round) {
      T along(0.0), square(0.0);
      for (std::size_t k = 0; k < n; ++k) {
        const T change = gap_[k] - last_gap_[k];
        along = along + gap_[k] * change;
        square = square + change * change;
      }
      const T theta = round == 0 ? T(0.0) : along / max(square, T(1e-300));
      for (std::size_t k = 0; k < n; ++k) {
        T& N = load_of(k);
        const T next = N + gap_[k] - theta * (N - last_[k] + gap_[k] - last_gap_[k]);
        last_[k] = N;
        last_gap_[k] = gap_[k];
        N = select(done | lost, N, next);
      }
      evaluate(F_);
      const T before = size;
      T scale(0.0), largest(0.0);
      size = T(0.0);
      for (std::size_t k = 0; k < n; ++k) {
        gap_[k] = norm(F_[k]) - load_of(k);
        size = size + gap_[k] * gap_[k];
        largest = max(largest, abs(gap_[k]));
        scale = max(scale, norm(F0_[k]));
      }
      done = done | ((!lost) & is_less_equal(largest, accuracy * scale));
      lost = lost | ((!done) & !is_less_equal(size, fades * fades * before));
    }
    return done;
  }

  /// (1), then (2).
  template <class Evaluate>
  void find_all(Evaluate&& evaluate) {
    const std::size_t n = laws_.size();
    for (T& load : loads_) load = T(0.0);
    for (std::size_t k = 0; k < n; ++k) {
      const T size = norm(F0_[k]);
      step_[k] = select(is_greater(size, T(0.0)), size, T(1.0));  // of the order of the load: no digit is lost
    }
    for (std::size_t j = 0; j < n; ++j) {
      load_of(j) = step_[j];
      evaluate(F_);
      load_of(j) = T(0.0);
      for (std::size_t k = 0; k < n; ++k) A_[k * n + j] = (1.0 / step_[j]) * (F_[k] - F0_[k]);  // (1)
    }
    iterate();
  }

  /// Newton's method, each lane for itself.
  void iterate() {
    constexpr int most = 40;  // five are usual
    const std::size_t n = laws_.size();
    for (T& load : loads_) load = T(0.0);
    T scale(0.0);
    Mask<T> done{};
    for (int round = 0; round < most && any(!done); ++round) {
      update_change();
      Mask<T> small = !Mask<T>{};
      scale = T(0.0);
      for (std::size_t k = 0; k < n; ++k) {
        T& N = load_of(k);
        N = select(done, N, N + change_[k]);
        scale = max(scale, max(abs(N), norm(F0_[k])));
      }
      for (const T& change : change_) small = small & is_less_equal(abs(change), accuracy * scale);
      done = done | small;
    }
    for (std::size_t k = 0; k < n; ++k) {
      const Mask<T> found = done | is_less_equal(abs(change_[k]), accuracy * scale);
      if (all(found)) continue;
      load_of(k) = select(found, load_of(k), T(std::numeric_limits<double>::quiet_NaN()));
      jammed_ = laws_[k]->joint;
    }
  }

  /// ΔN of (2), by elimination.
  void update_change() {
    const std::size_t n = laws_.size();
    for (std::size_t k = 0; k < n; ++k) {
      F_[k] = F0_[k];
      for (std::size_t j = 0; j < n; ++j) F_[k] += load_of(j) * A_[k * n + j];
      const T size = norm(F_[k]), inverse = 1.0 / max(size, T(1e-300));
      for (std::size_t j = 0; j < n; ++j) J_[k * n + j] = T(j == k ? 1.0 : 0.0) - inverse * dot(F_[k], A_[k * n + j]);
      change_[k] = size - load_of(k);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = i + 1; k < n; ++k) {
        const T factor = J_[k * n + i] / J_[i * n + i];
        for (std::size_t j = i + 1; j < n; ++j) J_[k * n + j] = J_[k * n + j] - factor * J_[i * n + j];
        change_[k] = change_[k] - factor * change_[i];
      }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j) change_[i] = change_[i] - J_[i * n + j] * change_[j];
      change_[i] = change_[i] / J_[i * n + i];
    }
  }

  std::vector<const JointLaw*> laws_;  // that rub
  std::vector<T> loads_;
  std::vector<Vec3<T>> F_, F0_, A_;
  std::vector<T> J_, step_, change_;      // of (1) and (2)
  std::vector<T> last_, gap_, last_gap_;  // of (3): N', f, f'
  JointIndex jammed_;
};

}  // namespace pintle
