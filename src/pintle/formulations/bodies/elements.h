#pragma once
#include <span>

#include "pintle/formulations/bodies/stage.h"
#include "pintle/formulations/stage_elements.h"

/// Elements in a stage of a linearly implicit method (stage.h).
namespace pintle::bodies {

class Elements : public StageElements {
 public:
  using StageElements::StageElements;

  /// As add(), in a stage, with c of the states (null: zero).
  void add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, Stage& stage, Mechanism& mechanism,
                    double* zdot, std::span<double> power);
  /// When the motion of the stage is known: k of what lives in states.
  void expand(const Stage& stage, std::span<const Mask<double>> mode, const Mechanism& mechanism, double* k_z) const;
};

}  // namespace pintle::bodies
