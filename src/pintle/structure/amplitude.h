#pragma once
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

/// How far the coordinates of a run have moved so far: what their errors are measured against (integrators/error_norm.h). y is
/// cut into blocks b that turn with the axes they are given in: a direction of a joint, a place, a quaternion, a velocity.
///
///     a_b = max over accepted states, and the one at hand, of ‖y_b − y_b(start)‖                              (1)
///     S = max over blocks of the mechanism, angles as lengths by its L and the other way round                (2)
///     w = ½ rtol a_b + q S + r,   q = min(rtol, max(φ rtol, 10⁻¹²)),   φ = 10⁻⁴ of joints, 10⁻¹ of bodies   (3)
///     r = 16 ε (L + R + S) of a place, R the distance of the mechanism's farthest point from the world's origin, but nothing
///         where coordinates are those of joints and nobody asks where bodies are; without L if it has none of its own, unless R
///         + S is rounding of that: nothing tells of any size before it moves;
///         16 ε (1 + |θ|) of an angle, which is counted through turns; of their rates the same over h          (4)
///
/// Start is where the structure was entered; what was reached before comes along (State::moved). An oscillation is so resolved
/// against its own amplitude, half of the way from one end to the other, wherever it takes place and whatever else goes on. q:
/// what moves much less than its mechanism is resolved to a share of that, or the rounding of the large motion, which reaches
/// every coordinate of a mechanism, would rule the step; and where bodies are coordinates a joint that hardly moves has no
/// coordinate of its own, while every body has the errors of its neighbours until it is projected. r: what rounding leaves of a
/// place; a rate is no better known than by how far it leads in a step. States of elements have scales that do not change
/// (Layout::scales), w = rtol (s + |z|).
namespace pintle {

/// q of (3).
inline double quiet_share(Coordinates family, double rtol) {
  constexpr double noise = 1e-12;
  return std::min(rtol, std::max((family == Coordinates::joint ? 1e-4 : 0.1) * rtol, noise));
}

/// By mechanism: rounding of places reaches its coordinates. Bodies that are coordinates are places; of joints, loops, constraints,
/// elements and laws that read signals ask where bodies are.
inline std::vector<bool> find_placed(const System& system, const Plan& plan) {
  const auto is_signal = [](const Formula::Input& input) { return input.kind == InputKind::signal; };
  const bool all = plan.family == Coordinates::body || std::ranges::any_of(system.living.inputs, is_signal);
  std::vector<bool> placed(static_cast<std::size_t>(system.mechanisms.count()), all);
  for (const Closing& closing : plan.closings) placed[static_cast<std::size_t>(closing.mechanism)] = true;
  system.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind& element) {
    for (BodyIndex body : element.bodies)
      if (body != world) placed[static_cast<std::size_t>(system.mechanisms.of(body))] = true;
  });
  return placed;
}

template <class T>
class Amplitude {
 public:
  Amplitude(const System& system, const Plan& plan)
      : system_(system),
        plan_(plan),
        start_(static_cast<std::size_t>(plan.y.size()), T(0.0)),
        moved_(plan.y.blocks.size(), T(0.0)),
        now_(moved_),
        mechanism_(static_cast<std::size_t>(system.mechanisms.count())) {
    const std::vector<bool> placed = find_placed(system, plan);
    for (std::size_t k = 0; k < placed.size(); ++k) mechanism_[k].is_placed = placed[k];
  }

  /// From here on, with what the state remembers.
  void load(const Parameters<T>& p, const State<T>& state, std::span<const T> y) {
    start_.assign(y.begin(), y.end());
    for (std::size_t b = 0; b < moved_.size(); ++b)
      moved_[b] = state.moved.empty() ? T(0.0) : state.moved[plan_.y.blocks[b].place];
    for (OfMechanism& m : mechanism_) m.farthest = m.lever = T(0.0);
    for (const JointRecord& joint : system_.joints) {
      add_lever(joint.parent, p[joint.X_PF].p);
      add_lever(joint.child, p[joint.X_CM].p);
      add_place(joint.parent, state.X_WB[joint.parent.i] * p[joint.X_PF].p);
      add_place(joint.child, state.X_WB[joint.child.i] * p[joint.X_CM].p);
    }
    for (int b = 1; b < system_.body_count(); ++b) add_place(BodyIndex(b), state.X_WB[b].p);
  }
  void store(State<T>& state) const {
    state.moved.resize(static_cast<std::size_t>(count_moved(system_)), T(0.0));
    for (std::size_t b = 0; b < moved_.size(); ++b) state.moved[plan_.y.blocks[b].place] = moved_[b];
  }
  /// Remembers an accepted state.
  void accept(std::span<const T> y, Mask<T> stepped) {
    for (std::size_t b = 0; b < moved_.size(); ++b) moved_[b] = select(stepped, calc_moved(b, y), moved_[b]);
  }

  void archive(Archive& archive) { archive("amplitude", moved_); }

  /// w of (3) for a step of size h to y₁.
  void update_allowed(double rtol, const T& h, std::span<const T> y1, std::span<T> allowed) const {
    update_mechanisms(y1);
    const double share = quiet_share(plan_.family, rtol);
    const T over_h = 1.0 / max(h, T(1e-100));
    for (std::size_t b = 0; b < now_.size(); ++b) {
      const Block& block = plan_.y.blocks[b];
      const OfMechanism& m = mechanism_[block.mechanism];
      const bool linear = block.kind == BlockKind::length || block.kind == BlockKind::speed;
      const bool is_rate = block.kind == BlockKind::speed || block.kind == BlockKind::rate;
      const T r = linear ? m.known : rounding * (1.0 + calc_turned(block, now_[b]));                   // (4)
      const T w = 0.5 * rtol * now_[b] + share * m.size[at(block.kind)] + (is_rate ? r * over_h : r);  // (3)
      for (int i = block.first; i < block.first + block.count; ++i) allowed[i] = w;
    }
    const int first = plan_.y.nq + plan_.y.nv;
    for (int i = first; i < first + system_.driven_place(0); ++i)
      allowed[i] = rtol * (plan_.y.scales[i].value(system_.mechanisms) + abs(y1[i]));
  }

 private:
  struct OfMechanism {
    bool is_placed = true;    // rounding of places reaches its coordinates
    T farthest{}, lever{};    // R; the longest from a mass centre to a joint: without any, L is no length of its own [m]
    std::array<T, 4> size{};  // S by BlockKind [m], [rad], [m/s], [rad/s]
    T known{};                // r of a place [m]
  };
  static constexpr double tiny = std::numeric_limits<double>::min();
  static constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();

  void add_place(BodyIndex body, const Vec3<T>& place) {
    if (body == world) return;
    OfMechanism& m = mechanism_[system_.mechanisms.of(body)];
    if (m.is_placed) m.farthest = max(m.farthest, norm(place));
  }
  void add_lever(BodyIndex body, const Vec3<T>& place) {
    if (body == world) return;
    T& lever = mechanism_[system_.mechanisms.of(body)].lever;
    lever = max(lever, norm(place));
  }
  static constexpr std::size_t at(BlockKind kind) { return static_cast<std::size_t>(kind); }
  /// (1)
  T calc_moved(std::size_t b, std::span<const T> y) const {
    const Block& block = plan_.y.blocks[b];
    if (block.count == 1) {
      const auto i = static_cast<std::size_t>(block.first);
      return max(moved_[b], abs(y[i] - start_[i]));
    }
    T square(0.0);
    for (int i = block.first; i < block.first + block.count; ++i) {
      const T d = y[i] - start_[i];
      square = square + d * d;
    }
    return max(moved_[b], sqrt(square));
  }
  /// |θ| of a direction that turns, at most.
  T calc_turned(const Block& block, const T& moved) const {
    if (block.kind != BlockKind::angle || block.count > 1) return T(0.0);
    return abs(start_[block.first]) + moved;
  }
  /// (1) and (2); r of places.
  void update_mechanisms(std::span<const T> y1) const {
    for (OfMechanism& m : mechanism_) m.size.fill(T(0.0));
    for (std::size_t b = 0; b < now_.size(); ++b) {
      const Block& block = plan_.y.blocks[b];
      now_[b] = calc_moved(b, y1);
      T& size = mechanism_[block.mechanism].size[at(block.kind)];
      size = max(size, now_[b]);
    }
    for (std::size_t k = 0; k < mechanism_.size(); ++k) {
      OfMechanism& m = mechanism_[k];
      const double L = system_.mechanisms.lengths[k];
      auto& [length, angle, speed, rate] = m.size;
      length = max(length, L * angle);
      angle = max(angle, min(T(1.0), length * (1 / L)));
      speed = max(speed, L * rate);
      rate = max(rate, speed * (1 / L));
      const Mask<T> has_none = is_less(m.lever, T(tiny)) & is_greater(m.farthest + length, T(rounding * L));
      m.known = rounding * (select(has_none, T(0.0), T(L)) + m.farthest + length);  // (4)
    }
  }

  const System& system_;
  const Plan& plan_;
  std::vector<T> start_;  // by y
  std::vector<T> moved_;  // a of accepted states, by block
  // Scratch: a with the state at hand; S.
  mutable std::vector<T> now_;
  mutable std::vector<OfMechanism> mechanism_;
};

}  // namespace pintle
