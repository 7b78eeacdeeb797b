#pragma once
#include <string>
#include <vector>

#include "pintle/record/run_record.h"

namespace pintle {

/// The signals worth a picture, at most 36, and their curves while the run goes on: what the user asked to record or,
/// without a wish, joint coordinates and rates, the floating base, contacts; then energies, and the loads of the joints
/// that turn out to carry most. Of more than fit, those come first that the user asked for by their full names, and each
/// picture has its share of the others.
class Traces {
 public:
  /// `recorded` are the signals in series.csv, `wishes` what the user named; empty: nothing.
  Traces(const System& system, const std::vector<Signal>& recorded, const std::vector<std::string>& wishes);

  Needs needs() const { return needs_; }
  void add_row(const System& system, const Parameters<double>& p, const Instant& instant);
  /// Times do not decrease.
  void add_loads(const View<double>& view);
  void archive(Archive& archive);

  std::vector<Panel> make_panels(const LoadTable& loads, const std::vector<std::string>& joint_names) const;

 private:
  struct Trace {
    Signal signal;
    Envelope envelope;
  };
  struct Group {
    std::string title, unit;
    std::size_t left_out = 0;
    std::vector<Trace> traces;
  };
  void add_group(const System& system, const std::string& title, const std::vector<Signal>& signals, std::size_t count);

  std::vector<Group> groups_;
  Needs needs_;
  std::vector<Envelope> force_, moment_;  // by joint
};

}  // namespace pintle
