#pragma once
#include "pintle/contact/kinds.h"
#include "pintle/contact/point_on_plane.h"
#include "pintle/contact/shape_on_surface.h"
#include "pintle/math/element.h"

/// A shape of a body on a surface of the world or of another body: the normal law turns how deep it is into a force along n, the
/// friction law turns that force and the speed of sliding into a force along t₁, t₂.
///
///     F = F_n n + F₁ t₁ + F₂ t₂   on the body that touches, −F on what carries the surface, at one point      (1)
///
/// States of both laws live while the mode `touching` is on, and are forgotten where it turns off. Where touches are located the
/// force waits for the mode: until then a step goes on as if there were no ground, so that its dense output is smooth, and the
/// touch is a root of that. A dense output has stages of its own, which no estimate of errors sees; one that feels a ground alone
/// may throw what is between the ends of a step anywhere. Where touches are taken at the ends of steps, the force is a function
/// of depth in every stage, but for a law whose force begins with a jump, which waits in any case.
///
/// A friction law's two states are the components z₁, z₂ of a vector that lies in the surface and is carried along with it: as
/// the axes turn about n at the rate κ over a curved surface, with f of the law,
///
///     ż₁ = f₁ + κ z₂,   ż₂ = f₂ − κ z₁                                                                       (2)
///
/// What an implicit stage asks of laws, the damping of the one and how states of the other leave, is in in_stage.h.
///
/// Touching says where a shape meets a surface: it is what is compiled for a contact of its own. Laws are chosen per contact.
namespace pintle {

template <class List>
constexpr int count_most_states() {
  int most = 0;
  List::for_each([&]<class Kind>(std::type_identity<Kind>) { most = Kind::states > most ? Kind::states : most; });
  return most;
}

template <class TouchingKind>
struct Contact {
  using Touching = TouchingKind;
  static constexpr int ends = Touching::ends, pushed = ends, points = 1;
  static constexpr int states = count_most_states<NormalKinds>() + count_most_states<FrictionKinds>();  // at most
  static constexpr bool has_mode = true, has_axes = false;
  /// What a ground that moves by itself does is applied; the rest is its own.
  static constexpr auto accounts = [] {
    if constexpr (Touching::moves_by_itself)
      return std::array{Account::contact, Account::applied};
    else
      return std::array{Account::contact};
  }();
  static constexpr std::array signals{ElementSignal{"normal_force", "N", "Normal forces of contacts", true},
                                      ElementSignal{"friction_force", "N", "Friction forces of contacts", true},
                                      ElementSignal{"slip_speed", "m/s", "", false, false, true},
                                      ElementSignal{"penetration", "m", "Penetration"},
                                      ElementSignal{"touching", "1", "", false, true},
                                      ElementSignal{"force.x", "N"},
                                      ElementSignal{"force.y", "N"},
                                      ElementSignal{"force.z", "N"}};  // on the body that touches, world axes

  std::array<BodyIndex, ends> bodies;  // that touches, that carries the surface
  std::array<Slot3, 1> at;             // [m] in the first body's axes
  ShapeKinds::Variant<SlotsOf> shape;
  SurfaceKinds::Variant<SlotsOf> surface;
  SlotPose place;  // of the surface: its axes in the carrier's, its origin [m]
  NormalKinds::Variant<SlotsOf> normal;
  FrictionKinds::Variant<SlotsOf> friction;
  Slot scale;  // multiplies the normal law

  /// The normal law's, then the friction law's.
  int state_count() const {
    int count = 0;
    visit_kind(NormalKinds(), normal, [&]<class Kind>(std::type_identity<Kind>, const auto&) { count += Kind::states; });
    visit_kind(FrictionKinds(), friction, [&]<class Kind>(std::type_identity<Kind>, const auto&) { count += Kind::states; });
    return count;
  }

  template <class T>
  struct Data {
    typename Touching::template Data<T> touching;
    Prepared<NormalKinds, T> normal;
    Prepared<FrictionKinds, T> friction;
    bool waits = false;  // for the mode
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const std::array<Pose<T>, ends>& X_LB) const {
    Data<T> out{};
    out.touching = Touching::prepare(*this, p, X_LB);
    visit_kind(NormalKinds(), normal, [&]<class Kind>(std::type_identity<Kind>, const auto& law) {
      out.normal = Kind::prepare(value_of(p, law), p[scale]);
    });
    visit_kind(FrictionKinds(), friction,
               [&]<class Kind>(std::type_identity<Kind>, const auto& law) { out.friction = Kind::prepare(value_of(p, law)); });
    return out;
  }

  template <class T>
  void update(const T*, Data<T>&) const {}
  /// A ground that moves by itself is where it is at this time.
  template <class T>
  void set_time(const T& t, Data<T>& d) const {
    if constexpr (Touching::moves_by_itself) d.touching.t = t;
  }

  template <class T>
  [[gnu::always_inline]] Effect<T, Contact> act(const Data<T>& d, const Ends<T, ends>& end, const T* z, Mask<T> touching) const {
    return act_at(d, Touching::calc(d.touching, end), z, touching, [](const auto&...) {});
  }
  /// The same where it touches; `see` is shown the friction law, what it found, and what of.
  template <class T, class See>
  [[gnu::always_inline]] Effect<T, Contact> act_at(const Data<T>& d, const Touch<T>& touch, const T* z, Mask<T> touching,
                                                   See&& see) const {
    Effect<T, Contact> out{};
    T normal_force(0.0), f1(0.0), f2(0.0);
    int first = 0;  // state of the friction law
    visit_kind(NormalKinds(), d.normal, [&]<class Law>(std::type_identity<Law>, const auto& law) {
      const T depth = Law::jumps || d.waits ? select(touching, touch.depth, T(0.0)) : touch.depth;
      const auto pressed = Law::calc(law, depth, touch.rate, z);
      normal_force = pressed.force;
      out.stored = pressed.stored;
      if constexpr (Law::states > 0)
        for (int i = 0; i < Law::states; ++i) out.zdot[i] = select(touching, pressed.zdot[i], T(0.0));
      first = Law::states;
    });
    visit_kind(FrictionKinds(), d.friction, [&]<class Law>(std::type_identity<Law>, const auto& law) {
      auto rubbed = Law::calc(law, normal_force, touch.slip, z + first);
      f1 = rubbed.force[0];
      f2 = rubbed.force[1];
      if constexpr (Law::states > 0) {
        static_assert(Law::states == 2, "a vector in the surface");
        if constexpr (Touching::turns) {  // (2)
          rubbed.zdot[0] += touch.spin * z[first + 1];
          rubbed.zdot[1] -= touch.spin * z[first];
        }
        for (int i = 0; i < 2; ++i) out.zdot[first + i] = select(touching, rubbed.zdot[i], T(0.0));
      }
      see(std::type_identity<Law>(), law, rubbed, normal_force, first, out.zdot);
    });
    const Vec3<T> force_W = f1 * touch.t1 + f2 * touch.t2 + normal_force * touch.n;  // (1)
    out.push[0] = {touch.point_W, force_W, Vec3<T>::zero()};
    if constexpr (ends == 2) out.push[1] = {touch.point_W, -force_W, Vec3<T>::zero()};
    out.power[0] = dot(force_W, touch.v);
    if constexpr (Touching::moves_by_itself) out.power[1] = dot(force_W, touch.own);
    out.signal = {normal_force,
                  sqrt(f1 * f1 + f2 * f2),
                  sqrt(touch.slip[0] * touch.slip[0] + touch.slip[1] * touch.slip[1]),
                  touch.depth,
                  select(touching, T(1.0), T(0.0)),
                  force_W.x,
                  force_W.y,
                  force_W.z};
    return out;
  }

  /// The touch where its bodies are, as if they were at rest.
  template <class T>
  Touch<T> calc_touch(const T& t, const Parameters<T>& p, const std::array<Pose<T>, ends>& X_WB) const {
    const Vec3<T> still = Vec3<T>::zero();
    std::array<Pose<T>, ends> own;
    own.fill(Pose<T>::identity());
    auto d = Touching::prepare(*this, p, own);
    if constexpr (Touching::moves_by_itself) d.t = t;
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return Touching::calc(d, Ends<T, ends>{End<T>{X_WB[i].R, X_WB[i].p, still, still}...});
    }(std::make_index_sequence<ends>());
  }

  /// The energy in the ground, where its bodies are [J].
  template <class T>
  T calc_stored(const T& t, const Parameters<T>& p, const std::array<Pose<T>, ends>& X_WB, const T* z, Mask<T> touching) const {
    const Touch<T> touch = calc_touch(t, p, X_WB);
    T stored(0.0);
    visit_kind(NormalKinds(), normal, [&]<class Law>(std::type_identity<Law>, const auto& law) {
      const T depth = Law::jumps ? select(touching, touch.depth, T(0.0)) : touch.depth;
      stored = Law::calc(Law::prepare(value_of(p, law), p[scale]), depth, touch.rate, z).stored;
    });
    return stored;
  }

  /// The mode after an accepted step; where it turns off, the states are forgotten.
  template <class T>
  Mask<T> next_mode(const Data<T>& d, const Ends<T, ends>& end, T* z, Mask<T> decide, Mask<T> touching) const {
    const Mask<T> below = is_greater(Touching::calc(d.touching, end).depth, T(0.0));
    const Mask<T> next = (decide & below) | ((!decide) & touching);
    for (int i = 0; i < state_count(); ++i) z[i] = select(decide & (!below), T(0.0), z[i]);
    return next;
  }
};

}  // namespace pintle
