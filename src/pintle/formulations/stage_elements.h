#pragma once
#include <span>
#include <vector>

#include "pintle/contact/in_stage.h"
#include "pintle/formulations/body_elements.h"

/// Elements that know what to do in a stage of a linearly implicit method (contact/in_stage.h), where bodies are coordinates
/// themselves.
namespace pintle {

class StageElements : public BodyElements {
 public:
  StageElements(const System& system, const Plan& plan) : BodyElements(system, plan) {
    system.elements.for_each_pool(
        [&]<class Kind>(const Pool<Kind>& pool) { std::get<Memories<Kind>>(memory_).items.resize(pool.items.size()); });
  }

  /// As add(), in a stage, with c of the states (null: zero). drag_point(link, drag, r) takes a drag of a point at r from the
  /// mass centre, and gives the force that stands for what is known of k there.
  template <class DragPoint>
  void add_in_stage(std::span<const Mask<double>> mode, const double* z, const double* c_z, double g, DragPoint&& drag_point,
                    const PushedBodies& bodies, double* zdot, std::span<double> power) {
    add(mode, z, bodies, zdot, power);
    for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
      if constexpr (is_stiff<Kind>) {
        Memory<Kind>& memory = std::get<Memories<Kind>>(memory_).items[k];
        const int link = link_of(element.bodies[0]), state = pool.state(k);
        const auto ends = ends_of(element, bodies);
        PointDrag<double> drag;
        const Push<double> own = element.act(data, ends, z + state, mode[pool.mode(k)]).push[0];
        const Push<double> push = act_in_stage(element, data, Kind::Touching::calc(data.touching, ends), z + state,
                                               mode[pool.mode(k)], g, c_z ? c_z + state : nullptr, memory.of_kind, drag)
                                      .push[0];
        memory.r = push.point_W - bodies.placed[link].p;
        const Vec3<double> more = push.force_W - own.force_W + drag_point(link, drag, memory.r);
        bodies.wrenches[link].f += more;
        bodies.wrenches[link].n += cross(memory.r, more);
      } else if (c_z) {  // its states stay explicit
        for (int s = pool.state(k), end = s + count_states(element); s < end; ++s) zdot[s] += c_z[s];
      }
    });
  }
  /// When the motion of the stage is known, velocity_k(link, r) of points: k of what lives in states.
  template <class VelocityK>
  void expand(std::span<const Mask<double>> mode, double g, VelocityK&& velocity_k, double* k_z) const {
    for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element, const auto& data) {
      if constexpr (is_stiff<Kind>) {
        const Memory<Kind>& memory = std::get<Memories<Kind>>(memory_).items[k];
        pintle::expand(element, data, memory.of_kind, velocity_k(link_of(element.bodies[0]), memory.r), g, mode[pool.mode(k)],
                       k_z + pool.state(k));
      }
    });
  }

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

}  // namespace pintle
