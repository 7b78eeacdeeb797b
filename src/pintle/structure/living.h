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
    for (const Formula::Input& input : formula.inputs) {
      const SignalOwner owner = input.kind == InputKind::signal ? input.signal.facts().owner : SignalOwner::run;
      owners_.push_back(owner);
      if (owner == SignalOwner::point) bodies_.push_back(point_of(input.signal).body);
      if (owner == SignalOwner::body) bodies_.push_back(BodyIndex(input.signal.index));
    }
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
      const Signal& signal = input.signal;
      if (input.kind == InputKind::parameter) {
        inputs_[i] = p[input.parameter];
        continue;
      }
      switch (owners_[i]) {
        case SignalOwner::body: inputs_[i] = calc_body_motion(signal, body(BodyIndex(signal.index)), p[system_.gravity]); break;
        case SignalOwner::point:
          inputs_[i] = calc_point_motion(signal, body(point_of(signal).body), p[point_of(signal).p]);
          break;
        case SignalOwner::joint: inputs_[i] = calc_joint_motion(signal, joint(JointIndex(signal.index))); break;
        default: inputs_[i] = t;
      }
    }
    formula_.tape.template evaluate<T>(inputs_, scratch_, outputs_);
  }

 private:
  const PointRecord& point_of(const Signal& signal) const { return system_.points[signal.index]; }

  const System& system_;
  const Formula& formula_;
  std::vector<BodyIndex> bodies_;
  std::vector<SignalOwner> owners_;  // of the inputs
  std::vector<T> inputs_, scratch_, outputs_;
};

}  // namespace pintle
