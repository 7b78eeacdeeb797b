#pragma once
#include <vector>

#include "pintle/closure/body_rows.h"

/// Events may set numbers by which bodies are told to move: those of drivers, and of constraints. Where bodies are then told to be
/// elsewhere there is no motion between: no impulse takes them there. Where they are told another velocity, it is a jump like any
/// other, M (V⁺ − V⁻) = Gᵀ Λ with G V⁺ = b⁺.
namespace pintle {

class ToldJump {
 public:
  ToldJump(const System& system, const Structure& structure);

  /// What drivers and rows ask for, by the numbers as they are before.
  void note(const Parameters<double>& p, const State<double>& state);
  /// They are others now: true if what holds both here and in `next` is told another velocity. Throws Error if it is told another
  /// place.
  bool find(const Parameters<double>& p, const State<double>& state, const Structure& next);

 private:
  struct Told {
    double place, rate;  // q and q̇ of a driver; g and ġ of a row
  };
  void update(const Parameters<double>& p, const State<double>& state);
  void check_driver(int k, const State<double>& state) const;
  void check_row(const BodyRows::Group& group, int row, double t) const;

  const System& system_;
  Structure structure_;
  BodyRows rows_;
  Driving<double> driving_;
  std::vector<Told> now_, before_;  // of drivers, then of rows
};

}  // namespace pintle
