#include "pintle/formulations/bodies/elements.h"

namespace pintle::bodies {

Elements::Elements(const System& system, const Plan& plan) : BodyElements(system, plan) {
  system.elements.for_each_pool(
      [&]<class Kind>(const Pool<Kind>& pool) { std::get<Memories<Kind>>(memory_).items.resize(pool.items.size()); });
}

void Elements::add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, Stage& stage, Mechanism& m,
                            double* zdot, std::span<double> power) {
  const PushedBodies bodies = m.pushed();
  add(mode, z, bodies, zdot, power);
  for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
    if constexpr (is_stiff<Kind>) {
      Memory<Kind>& memory = std::get<Memories<Kind>>(memory_).items[k];
      const int link = link_of(element.bodies[0]), state = pool.state(k);
      const auto ends = ends_of(element, bodies);
      PointDrag<double> drag;
      const Push<double> own = element.act(data, ends, z + state, mode[pool.mode(k)]).push[0];
      const Push<double> push = act_in_stage(element, data, ends, z + state, mode[pool.mode(k)], stage.g(),
                                             c_z ? c_z + state : nullptr, memory.of_kind, drag)
                                    .push[0];
      memory.r = push.point_W - m.placed[link].p;
      const Vec3<double> more = push.force_W - own.force_W + stage.drag_point(link, drag, memory.r);
      m.wrenches[link].f += more;
      m.wrenches[link].n += cross(memory.r, more);
    }
  });
}

void Elements::expand(const Stage& stage, std::span<const Mask<double>> mode, const Mechanism& m, double* k_z) const {
  for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
    if constexpr (is_stiff<Kind>) {
      const Memory<Kind>& memory = std::get<Memories<Kind>>(memory_).items[k];
      pintle::expand(element, data, memory.of_kind, stage.velocity_k(m, link_of(element.bodies[0]), memory.r), stage.g(),
                     mode[pool.mode(k)], k_z + pool.state(k));
    }
  });
}

}  // namespace pintle::bodies
