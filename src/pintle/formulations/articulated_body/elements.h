#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/articulated_body/frames.h"
#include "pintle/structure/view.h"

namespace pintle::articulated_body {

/// What pushes the segments: pools of elements, one inlined loop per kind, and joint laws that are not linear.
template <class T>
class Elements {
 public:
  Elements(const System& system, const Plan& plan, Sweeps<T>& sweeps);

  /// Slots → numbers, once per case.
  void prepare(const Parameters<T>& p, const Sweeps<T>& sweeps);

  /// Efforts of joint laws with tables, onto the records of move(); dissipated power onto `damping`.
  void add_table_laws(const Parameters<T>& p, const T* y, Sweeps<T>& sweeps, T& damping) const;

  /// Wrenches of all elements into sweeps.push, ż into zdot, powers into the accounts. Frames of the touched segments must
  /// be there.
  void push(std::span<const Mask<T>> touching, const T* z, T* zdot, Sweeps<T>& sweeps, std::span<T> power);
  /// The modes after an accepted step; where a contact lets go, its states are forgotten. Says where a mode changed.
  Mask<T> update_modes(Mask<T> stepped, std::span<Mask<T>> touching, T* z) const;
  /// What an observer sees of contacts and forces.
  void update_view(std::span<const Mask<T>> touching, const T* z, View<T>& view) const;

  bool any() const { return !touched_.empty(); }
  /// Segments whose frames push() reads: the touched ones and their ancestors.
  std::span<const int> posed() const { return posed_; }

  std::vector<Frame<T>> frames;  // by segment

 private:
  struct TableLaw {
    int segment;
    const JointLaw* law;
  };
  void add(int segment, const Vec3<T>& point_W, const Vec3<T>& force_W, const Vec3<T>& moment_W, Sweeps<T>& sweeps) const;
  int segment_of(BodyIndex b) const { return segment_of_body_[static_cast<std::size_t>(b.i)]; }

  const System& system_;
  const Structure& structure_;
  std::vector<int> segment_of_body_, touched_, posed_;
  std::vector<TableLaw> table_laws_;
  std::vector<PointForce::Data<T>> point_forces_;
  std::vector<PointSpring::Data<T>> point_springs_;
  std::vector<PointOnPlane::Data<T>> contacts_;
};

}  // namespace pintle::articulated_body
