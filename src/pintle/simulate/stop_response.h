#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/kernel.h"
#include "pintle/simulate/stops.h"

/// How velocities answer to impulses of stops, by the jumps of a kernel in whose structure their directions are free. A stop
/// that gives a unit impulse along its direction gives the joint's child a wrench (n, f) at M's origin, and the parent its
/// opposite at the same place,
///
///     Pᵀ n or f along the direction = −side,   zero along the joint's other free directions                 (1)
///
/// (calc_effort_wrench). Jumps are affine in impulses, so each column of W in stops.h (1) is a difference of two, from rest:
///
///     W eₖ = (u(πₖ) − u(0))/πₖ,     u(0) = 0 but for what is driven                                         (2)
///
/// with πₖ so large that bodies move at about 1 m/s, or 1 rad/s. What happens in one mechanism does not reach another: one
/// jump asks for a column of each. A direction that answers with less than 10⁻¹² of what its bodies alone would do is held by
/// what is driven or locked, and W is zero there.
namespace pintle {

/// A stop's unit impulse.
struct StopPush {
  Stop* stop;
  int mechanism;
  Wrench<double> in_F;    // (1), on the child, at M's origin
  Wrench<double> in_M;    // the same in M's axes
  Motion<double> along;   // the direction, inwards, in M's axes: a wrench (n, f) gives n·w + f·v along it
  Impulse child, parent;  // about the mass centres, world axes
  double loose = 0;       // what W would be, at least, if its bodies were on their own
};

StopPush make_stop_push(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                        Stop& stop);
/// The pair times `size`, behind what is there; the world takes none.
void add_push(const StopPush& push, double size, std::vector<Impulse>& impulses);

class StopResponse {
 public:
  /// W of all, by rows; zero between mechanisms.
  void update(Kernel<double>& kernel, std::span<const StopPush> pushes, const State<double>& state);
  double operator()(std::size_t i, std::size_t k) const { return W_[i * size_ + k]; }
  double driven(std::size_t i) const { return driven_[i]; }  // u(0)
  /// What joints and constraints give in answer to these impulses of stops, from rest. After update().
  const JumpRecord<double>& calc_impulses(Kernel<double>& kernel, std::span<const StopPush> pushes,
                                          std::span<const double> sizes);

 private:
  void clean(std::span<const StopPush> pushes);

  std::size_t size_ = 0;
  std::vector<double> W_;
  State<double> rest_, moved_;
  std::vector<double> driven_;  // u(0)
  std::vector<Impulse> impulses_;
  JumpRecord<double> record_, unmoved_;
};

}  // namespace pintle
