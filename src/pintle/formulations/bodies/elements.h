#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/bodies/stage.h"
#include "pintle/formulations/body_elements.h"

/// Elements that know what to do in a stage of a linearly implicit method (stage.h).
namespace pintle::bodies {

class Elements : public BodyElements {
 public:
  Elements(const System& system, const Plan& plan);

  /// As add(), in a stage, with c of the states (null: zero).
  void add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, Stage& stage, Mechanism& mechanism,
                    double* zdot, std::span<double> power);
  /// When the motion of the stage is known: k of what lives in states.
  void expand(const Stage& stage, std::span<const Mask<double>> mode, const Mechanism& mechanism, double* k_z) const;

 private:
  /// What an element remembers of a stage.
  template <class Kind, bool stiff = is_stiff<Kind>>
  struct Memory {};
  template <class Kind>
  struct Memory<Kind, true> {
    StageMemo<Kind, double> of_kind;
    Vec3<double> r;  // the point from the mass centre, world axes
  };
  template <class Kind>
  struct Memories {
    std::vector<Memory<Kind>> items;
  };

  ElementKinds::Tuple<Memories> memory_;
};

}  // namespace pintle::bodies
