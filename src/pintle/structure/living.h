#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "pintle/structure/motion_signal.h"
#include "pintle/system/system.h"

namespace pintle {

/// What lives in the forces of a system, evaluated once a stage: time and the motions that its expressions read in,
/// forces and efforts out. A kernel says where its bodies and joints are.
template <class T>
class Living {
 public:
  Living(const System& system, const Formula& formula)
      : system_(system),
        formula_(formula),
        inputs_(formula.inputs.size(), T(0.0)),
        scratch_(static_cast<std::size_t>(formula.tape.scratch_size()), T(0.0)),
        outputs_(static_cast<std::size_t>(formula.output_count()), T(0.0)) {
    for (const Formula::Input& input : formula.inputs)
      if (const BodyIndex body = body_of(input); body.exists()) bodies_.push_back(body);
  }

  bool any() const { return !outputs_.empty(); }
  /// Whose motion it reads.
  std::span<const BodyIndex> bodies() const { return bodies_; }
  const T* outputs() const { return outputs_.data(); }

  /// body(BodyIndex) gives a BodyMotion, joint(JointIndex) its JointCoordinates.
  template <class Body, class Joint>
  void update(const T& t, const Parameters<T>& p, Body&& body, Joint&& joint) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Formula::Input& input = formula_.inputs[i];
      if (input.kind == InputKind::parameter) {
        inputs_[i] = p[input.parameter];
      } else if (input.kind != InputKind::signal || input.signal.kind == SignalKind::time) {
        inputs_[i] = t;
      } else if (const BodyIndex b = body_of(input); b.exists()) {
        inputs_[i] =
            is_of_point(input.signal.kind)
                ? calc_point_motion(input.signal, body(b), p[system_.points[static_cast<std::size_t>(input.signal.index)].p])
                : calc_body_motion(input.signal, body(b), p[system_.gravity]);
      } else {
        inputs_[i] = calc_joint_motion(input.signal, joint(JointIndex(input.signal.index)));
      }
    }
    formula_.tape.template evaluate<T>(inputs_, scratch_, outputs_);
  }

 private:
  static bool is_of_point(SignalKind kind) { return kind == SignalKind::point_position || kind == SignalKind::point_velocity; }
  /// The body whose motion a signal is made of; none for a joint's.
  BodyIndex body_of(const Formula::Input& input) const {
    const Signal& signal = input.signal;
    if (input.kind != InputKind::signal || signal.kind == SignalKind::time) return {};
    if (signal.kind == SignalKind::coordinate || signal.kind == SignalKind::coordinate_rate) return {};
    return is_of_point(signal.kind) ? system_.points[static_cast<std::size_t>(signal.index)].body : BodyIndex(signal.index);
  }

  const System& system_;
  const Formula& formula_;
  std::vector<BodyIndex> bodies_;
  std::vector<T> inputs_, scratch_, outputs_;
};

}  // namespace pintle
