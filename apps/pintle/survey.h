#pragma once
#include <string>
#include <vector>

#include "load_model.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/statics.h"
#include "pintle/structure/plan.h"
#include "pintle/system/make_system.h"

/// A model looked at without running it, and the words for what one sees; `check` and `info` print them.
namespace pintle {

struct Survey {
  const LoadedModel& loaded;
  Reference reference;
  Plan plan;  // of the structure at the start, in joint coordinates
  State<double> start;
  int freedoms = 0, rows = 0, redundant = 0;  // of the structure at the start
  Uniqueness uniqueness;                      // of loads

  const Model& model() const { return loaded.model; }
  const System& system() const { return loaded.system; }
};
Survey make_survey(const LoadedModel& loaded);

/// "3 bodies", "1 body".
std::string count_text(std::size_t count, const char* one, const char* many);
/// Four digits, plain zero for what rounding left.
std::string plain_text(double x);
/// "[0, 0.5, 1]".
std::string vector_text(const Vec3<double>& v);
/// "+y", "-x"; "[0.6, 0, 0.8]" where it is along no axis.
std::string axis_text(const Vec3<double>& axis);
/// "world → upper".
std::string sides_text(const System& system, const JointRecord& joint);
/// The directions about or along which a joint type is given an axis, in words: "+y"; of a universal joint both; else empty.
std::string joint_axis_text(const JointType& type, const Mat3<double>& R_WJ);

/// Which components of its load redundant constraints leave open: "fz, mx, my"; empty if none.
std::string shared_text(const NotUnique& not_unique);
/// "12 rows hold the bodies, 3 of them redundant: …".
std::string redundancy_text(const Survey& survey);

/// What a positive coordinate does, a sentence each: "angle > 0 turns upper about +y of the world". Axes are those of the
/// reference configuration.
std::vector<std::string> positive_texts(const Survey& survey, JointIndex j);
/// The laws of a joint, a sentence each: "spring 10 N*m/rad, damping 0.1 N*m*s/rad, rest 0 rad".
std::vector<std::string> law_texts(const Model& model, const JointPart& joint);
/// A number of the model, or "=" and how its expression is written.
std::string number_or_expression(const Model& model, const Number& number);
/// Directions in the order of their coordinates: translations, then rotations in the type's sequence.
std::vector<Direction> ordered_directions(const JointType& type);

}  // namespace pintle
