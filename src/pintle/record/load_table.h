#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/math/spatial.h"

/// Peaks and means of what parts carry, as a run ends with them. A joint's load is what it does to the child, at M's
/// origin, in M's axes (docs/format.md section 3):
///
///     force = ‖f‖,   moment = ‖m‖,   axial = fz,   radial = √(fx² + fy²),   torsion = mz,   bending = √(mx² + my²)   (1)
///     rms = √( 1/T ∫ x² dt )                                                                                   (2)
///
/// Constraints have their multipliers, forces and contacts their size. Who finds them: simulate/peaks.h.
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

/// What a component is made of at an instant. `reaction` is what constraints give; `held` too, but in a direction that could move
/// and is locked, driven or at rest on its stop; springs, dampers, motors, friction and stops that yield are `laws`.
enum class LoadSource : unsigned char { unknown, reaction, held, laws, both };
std::string_view name_of(LoadSource source);

/// The largest value of one component by magnitude, with its sign, and all components at that instant.
struct LoadPeak {
  double value, time;  // NaN if there was none
  LoadSet set;
  LoadSource source = LoadSource::unknown;
};

/// Of a constraint's row, a force or a contact.
struct PartPeak {
  std::string part, component;  // "rod", "reaction"; together they are a signal's name
  std::string unit;             // "N", "N*m"
  double value, time;           // as of a joint
  double rms;
  bool unique = true;
  std::string source;  // "reaction", "force", "contact"
  /// All components of the part at that instant, in the order in which the table has them; empty: not known.
  std::vector<double> set = {};
};

class LoadTable {
 public:
  explicit LoadTable(int joints = 0);

  int joints() const { return static_cast<int>(joints_.size()); }
  const LoadPeak& peak(int joint, int component) const;
  LoadPeak& peak(int joint, int component);
  double rms(int joint, int component) const;
  void set_rms(int joint, int component, double rms);
  const std::vector<PartPeak>& others() const { return others_; }
  /// Those of the part that one of the others belongs to: they follow each other.
  std::span<const PartPeak> part_of(const PartPeak& one) const;
  void add(PartPeak peak) { others_.push_back(std::move(peak)); }
  void set_together(std::size_t other, std::vector<double> set) { others_[other].set = std::move(set); }

  /// Components of a joint that equilibrium leaves open, as bits of fx … mz (closure/statics.h), and what is made of them.
  void mark_shared(int joint, unsigned bits);
  bool is_shared(int joint, int component) const { return joints_[joint].shared >> component & 1; }

  /// loads.csv: joint,component,peak,time,rms,unique,unit,source; joints by their names, then all else. What is not unique is
  /// shared by the least norm.
  std::string make_csv(std::span<const std::string> names) const;
  /// load_sets.csv: all components of a part at the instant of each of its peaks. Components that joints do not have, `reaction`,
  /// `normal_force`, have columns behind those of joints; a cell is empty where a part has no such component.
  std::string make_sets_csv(std::span<const std::string> names) const;
  /// A table from the two files, and the names of its joints; also from those of earlier versions, which had six columns. Empty
  /// if they are not such files.
  static std::optional<LoadTable> read(std::string_view csv, std::string_view sets_csv, std::vector<std::string>& names);

 private:
  struct JointLoads {
    std::array<LoadPeak, load_components.size()> peak;
    LoadSet rms;
    unsigned shared = 0;  // bits by component
  };
  std::vector<std::string> make_set_columns() const;

  std::vector<JointLoads> joints_;
  std::vector<PartPeak> others_;
};

}  // namespace pintle
