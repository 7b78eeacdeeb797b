#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/articulated_body/stage.h"
#include "pintle/structure/law_around.h"
#include "pintle/structure/living.h"
#include "pintle/views/view.h"

namespace pintle::articulated_body {

/// What pushes the segments: pools of elements, one inlined loop per kind, and joint laws that are not linear.
template <class T>
class Elements {
 public:
  Elements(const System& system, const Plan& plan, Sweeps<T>& sweeps);

  /// Slots → numbers, once per case.
  void prepare(const Parameters<T>& p, const Sweeps<T>& sweeps);
  /// Contacts wait for their mode from now on.
  void locate_touches();

  /// What lives, at time t; `coordinates` gives those of a joint. Frames must be there.
  template <class Coordinates>
  void update_living(const T& t, const Parameters<T>& p, const Sweeps<T>& sweeps, Coordinates&& coordinates) {
    if (!living_.any()) return;
    living_.update(t, p, [&](BodyIndex b) { return motion_of(b, sweeps); }, coordinates);
    system_.elements.for_each(
        [&]<class Kind>(const Pool<Kind>&, int k, const Kind& element) { element.update(living_.outputs(), data<Kind>()[k]); });
  }
  /// For elements that ask for the time.
  void set_time(const T& t) {
    system_.elements.for_each_pool([&]<class Kind>(const Pool<Kind>& pool) {
      if constexpr (requires(const Kind& kind, typename Kind::template Data<T>& d) { kind.set_time(t, d); })
        for (int k = 0; k < pool.size(); ++k) pool.items[k].set_time(t, data<Kind>()[k]);
    });
  }
  const T* living() const { return living_.outputs(); }

  /// Efforts of the joint laws that are not linear, onto the records of move(); ζ̇ of bristles, powers onto the accounts.
  void add_other_laws(const Parameters<T>& p, const T* y, const LawAround<T>& around, Sweeps<T>& sweeps,
                      std::span<T> power) const;

  /// Kernel::set_pushes
  void set_pushes(std::span<const Wrench<T>> pushes) { pushes_ = pushes; }
  /// Wrenches of all elements into sweeps.push, ż into zdot, powers into the accounts. Frames of the touched segments must
  /// be there.
  void push(std::span<const Mask<T>> mode, const T* z, T* zdot, Sweeps<T>& sweeps, std::span<T> power);
  /// In a stage: drag of the joint laws that are not linear, after drag_joints(); wrenches and drags of all elements into
  /// sweeps.push, sweeps.body_drag, and as push() the rest; after the motion k of what lives in states.
  void drag_other_laws(const Stage<T>& stage, const Parameters<T>& p, const T* y, const LawAround<T>& around, Sweeps<T>& sweeps);
  void push_in_stage(const Stage<T>& stage, std::span<const Mask<T>> mode, int z_first, const T* y, T* ydot, Sweeps<T>& sweeps,
                     std::span<T> power);
  void expand(const Stage<T>& stage, std::span<const Mask<T>> mode, int z_first, const Sweeps<T>& sweeps, T* k) const;

  /// The modes after an accepted step; where one turns off, the element's states are forgotten. Says where one changed.
  Mask<T> update_modes(Mask<T> stepped, std::span<Mask<T>> mode, T* z) const;
  /// What an observer sees of elements.
  void update_view(std::span<const Mask<T>> mode, const T* z, View<T>& view) const;

  /// Something acts on bodies, or is read of them.
  bool any() const { return !posed_.empty(); }
  /// Segments whose frames push() and update_living() read, and their ancestors.
  std::span<const int> posed() const { return posed_; }

  /// Frames of what is posed, after Sweeps::move(); of all segments.
  void update_frames(const Sweeps<T>& sweeps, const T* y) {
    if (sweeps.place() == place_) return;
    articulated_body::update_frames(sweeps, posed(), y, frames);
    place_ = sweeps.place();
  }
  void update_all_frames(const Sweeps<T>& sweeps, const T* y) {
    update_frames(sweeps, y);
    articulated_body::update_frames(sweeps, others_, y, frames);
  }

  std::vector<Frame<T>> frames;  // by segment

 private:
  struct OtherLaw {
    int segment;
    const JointLaw* law;
    int mechanism;
    CondensedBristle<T> left{};  // in a stage
  };
  /// What an element remembers of a stage.
  template <class Kind, bool stiff = is_stiff<Kind>>
  struct Memory {};
  template <class Kind>
  struct Memory<Kind, true> {
    StageMemo<Kind, T> of_kind;
    bool is_idle = true;
    Vec3<T> r, offset_W;  // the point from its segment's origin, own axes; o of stage.h (3) there
  };
  /// The prepared elements of a kind.
  template <class Kind>
  struct List {
    std::vector<typename Kind::template Data<T>> items;
    std::vector<Memory<Kind>> memory;
  };
  template <class Kind>
  auto& data() {
    return std::get<List<Kind>>(data_).items;
  }
  template <class Kind>
  const auto& data() const {
    return std::get<List<Kind>>(data_).items;
  }
  /// The frames of an element's bodies.
  template <class Kind>
  [[gnu::always_inline]] Ends<T, Kind::ends> ends_of(const Kind& element) const {
    return [&]<std::size_t... i>(std::index_sequence<i...>) -> Ends<T, Kind::ends> {
      return {frames[segment_of(element.bodies[i])].end()...};
    }(std::make_index_sequence<Kind::ends>());
  }
  template <class Kind>
  [[gnu::always_inline]] Mask<T> mode_of(const Pool<Kind>& pool, int k, std::span<const Mask<T>> mode) const {
    if constexpr (Kind::has_mode)
      return mode[pool.mode(k)];
    else
      return Mask<T>{};
  }
  BodyMotion<T> motion_of(BodyIndex b, const Sweeps<T>& sweeps) const;
  void add(int segment, const Push<T>& push, Sweeps<T>& sweeps) const;
  /// What an element with so many states does.
  template <class Kind>
  void add(const Kind& element, const Effect<T, Kind>& effect, int states, T* zdot, Sweeps<T>& sweeps, std::span<T> power) const;
  void add_pushes(Sweeps<T>& sweeps) const;
  int segment_of(BodyIndex b) const { return segment_of_body_[b.i]; }

  bool touches_are_located_ = false;

  const System& system_;
  const Structure& structure_;
  std::vector<int> segment_of_body_, touched_, posed_;
  std::vector<BodyIndex> carriers_;  // of particles
  std::span<const Wrench<T>> pushes_;
  std::vector<int> others_;  // not posed
  long place_ = -1;          // Sweeps::place() that frames of what is posed are of
  std::vector<OtherLaw> other_laws_;
  Living<T> living_;
  ElementKinds::Tuple<List> data_;
  std::vector<Acceleration<T>> offsets_;  // o of stage.h (3), by segment
};

}  // namespace pintle::articulated_body
