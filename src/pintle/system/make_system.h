#pragma once
#include <memory>
#include <vector>

#include "pintle/model/model.h"
#include "pintle/system/system.h"

namespace pintle {

/// Where everything is in the reference configuration, in which all joint coordinates are zero and F = M
/// (docs/format.md section 2).
struct Reference {
  std::vector<Pose<double>> X_WB;  // by body; 0 is the world
  std::vector<Pose<double>> X_WU;  // the same before its instance of a `repeat` was turned
  std::vector<Mat3<double>> turn;  // by instance
  std::vector<Pose<double>> X_WJ;  // by joint: F = M as the parent's side has it
  std::vector<Pose<double>> X_PF, X_CM;

  /// A point that a part of an instance says of a body, in that body's axes: turned if the body is not its own.
  Vec3<double> point_on(const Model& model, BodyIndex body, const Vec3<double>& p, int instance) const;
  /// What turns a vector that a part of an instance gives in the axes of a body (or the world's), within these axes.
  Mat3<double> turn_in(const Model& model, BodyIndex axes, int instance) const;
  /// A point that a part of an instance gives in the world, in a body's axes.
  Vec3<double> world_point_on(BodyIndex body, const Vec3<double>& p, int instance) const;
  /// A direction that a part of an instance gives in the axes of a body (or the world's), as a unit vector in those of
  /// another. Throws Error if its length is zero; `where` is its place.
  Vec3<double> direction_on(const Model& model, BodyIndex body, const Vec3<double>& v, BodyIndex axes, int instance,
                            const std::string& where) const;
};
Reference make_reference(const Model& model, const NameTable& names);

/// The same for numbers that change, on what does not: who hangs on whom. Takes no memory after the first update().
class ReferenceMaker {
 public:
  /// Throws Error if a body cannot be placed.
  ReferenceMaker(const Model& model, const NameTable& names);
  ~ReferenceMaker();
  void update(Reference& reference) const;

 private:
  struct Plan;
  const Model& model_;
  std::unique_ptr<const Plan> plan_;
};
inline Reference make_reference(const Model& model) { return make_reference(model, make_names(model)); }

/// Model → System: names become indices, numbers become slots. Throws Error for what a reader of one part alone
/// cannot see: a body that cannot be placed, a rotation without inertia, a start for a body that is not a base.
System make_system(const Model& model);

/// The same mechanism without instances: what they turn is written out in numbers and, where it lives, in expressions. It
/// is what a run starts from and what is kept beside its results, so that both have the same bits.
Model make_flat(Model model);

}  // namespace pintle
