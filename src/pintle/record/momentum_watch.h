#pragma once
#include <optional>

#include "pintle/base/archive.h"
#include "pintle/views/instant.h"

namespace pintle {

/// How far momentum wandered, against the largest sum of magnitudes Σ|p|, Σ|L| along the run.
struct MomentumDrift {
  double linear = 0, angular = 0;  // [1]
};

/// Where nothing but uniform gravity acts from outside, on bodies of mass m with mass centre c,
///
///     p − m g t        and        L − c × p                                            (1)
///
/// are constant (L about the world's origin, L − c × p about the mass centre), whatever happens inside, events too.
class MomentumWatch {
 public:
  /// Watches only systems without joints or springs to the world, forces or contacts.
  MomentumWatch(const System& system, const Parameters<double>& p);

  void add(const State<double>& state);
  void archive(Archive& archive) {
    archive("momentum", started_, linear_, angular_, mass_, start_, linear_scale_, angular_scale_, linear_error_, angular_error_);
  }
  /// Empty where momentum has no reason to be constant.
  std::optional<MomentumDrift> drift() const;

 private:
  const System& system_;
  Parameters<double> p_;
  bool isolated_;
  bool started_ = false;
  Vec3<double> linear_, angular_;  // (1) at the start
  double mass_ = 0, start_ = 0;
  double linear_scale_ = 0, angular_scale_ = 0, linear_error_ = 0, angular_error_ = 0;
};

/// Nothing ties the bodies to the world, and nothing but gravity pushes them.
bool is_isolated(const System& system);

}  // namespace pintle
