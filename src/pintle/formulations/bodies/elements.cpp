#include "pintle/formulations/bodies/elements.h"

namespace pintle::bodies {

void Elements::add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, Stage& stage, Mechanism& m,
                            double* zdot, std::span<double> power) {
  const auto drag_point = [&](int link, const PointDrag<double>& drag, const Vec3<double>& r) {
    return stage.drag_point(link, drag, r);
  };
  StageElements::add_in_stage(mode, z, c_z, stage.g(), drag_point, m.pushed(), zdot, power);
}

void Elements::expand(const Stage& stage, std::span<const Mask<double>> mode, const Mechanism& m, double* k_z) const {
  StageElements::expand(mode, stage.g(), [&](int link, const Vec3<double>& r) { return stage.velocity_k(m, link, r); }, k_z);
}

}  // namespace pintle::bodies
