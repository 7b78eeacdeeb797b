#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/math/spatial.h"

/// Peaks and means of the loads in all joints, in constant memory. A load is what the joint does to the child, at M's
/// origin, in M's axes (docs/format.md section 3):
///
///     force = ‖f‖,   moment = ‖m‖,   axial = fz,   radial = √(fx² + fy²),   torsion = mz,   bending = √(mx² + my²)   (1)
///     rms = √( 1/T ∫ x² dt ),   trapezoids between instants                                                    (2)
namespace pintle {

inline constexpr std::array<std::string_view, 12> load_components{"fx",    "fy",     "fz",    "mx",     "my",      "mz",
                                                                  "force", "moment", "axial", "radial", "torsion", "bending"};
enum LoadComponent {
  load_fx,
  load_fy,
  load_fz,
  load_mx,
  load_my,
  load_mz,
  load_force,
  load_moment,
  load_axial,
  load_radial,
  load_torsion,
  load_bending
};
using LoadSet = std::array<double, load_components.size()>;  // [N] and [N m]

constexpr bool is_force(int component) {
  return component < 3 || component == load_force || component == load_axial || component == load_radial;
}
/// (1)
LoadSet calc_load_set(const Wrench<double>& load);

/// The largest value of one component by magnitude, with its sign, and all components at that instant.
struct LoadPeak {
  double value, time;  // NaN if there was none
  LoadSet set;
};

class LoadTable {
 public:
  explicit LoadTable(int joints);

  /// The loads at an accepted step, at a row or on one side of an event; times do not decrease.
  void add(double t, std::span<const Wrench<double>> loads);

  int joints() const { return static_cast<int>(joints_.size()); }
  const LoadPeak& peak(int joint, int component) const;
  double rms(int joint, int component) const;
  /// Of the last add(); not known of a table that was read.
  const LoadSet& latest(int joint) const { return joints_[static_cast<std::size_t>(joint)].latest; }

  /// Components of a joint that equilibrium leaves open, as bits of fx … mz (structure/statics.h), and what is made of them.
  void mark_shared(int joint, unsigned bits);
  bool is_shared(int joint, int component) const { return joints_[static_cast<std::size_t>(joint)].shared >> component & 1; }

  /// loads.csv: joint,component,peak,time,rms,unique. What is not unique is shared by the least norm.
  std::string make_csv(std::span<const std::string> names) const;
  /// load_sets.csv: all components of a joint at the instant of each of its peaks.
  std::string make_sets_csv(std::span<const std::string> names) const;
  /// A table from the two files, and the names of its joints. Empty if they are not such files.
  static std::optional<LoadTable> read(std::string_view csv, std::string_view sets_csv, std::vector<std::string>& names);

 private:
  struct JointLoads {
    LoadSet latest, square_integral;
    std::array<LoadPeak, load_components.size()> peak;
    unsigned shared = 0;  // bits by component
  };
  std::vector<JointLoads> joints_;
  double first_ = 0, last_ = 0;  // [s]
  bool started_ = false;
};

}  // namespace pintle
