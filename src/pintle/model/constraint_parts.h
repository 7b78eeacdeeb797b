#pragma once
#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "pintle/base/kinds.h"
#include "pintle/joints/direction.h"
#include "pintle/model/values.h"

/// What the user says of a constraint, type by type: its word, its keys (base/described.h), and the unit of its reaction, or the
/// names and units of its `rows` where it has several. Reader, writer, schema, reference page, numbers of a case and turned
/// instances follow from the fields.
///
/// Vectors are in world axes of the reference configuration unless `axes` names a body; they are then fixed to the first body.
namespace pintle {

/// One of several rows: its signal is `reaction.<name>`.
struct ConstraintRowWord {
  std::string_view name, reaction;  // a force holds what is a length, a moment what is an angle
};

struct DistancePart {
  static constexpr std::string_view word = "distance", reaction = "N";
  std::array<PointOn, 2> at;
  Number length;  // living, of time alone [m]
  static constexpr auto fields() {
    return std::tuple{field("at", &DistancePart::at, "m", "the two points").required("at: {arm: [0, 0, 1], leg: [0, 0, 0]}"),
                      field("length", &DistancePart::length, "m", "between the two points; may be a function of time")
                          .required("length: 1 m")
                          .living()};
  }
};

/// The second point stays in a plane of the first body, through the first point.
struct PointOnPlanePart {
  static constexpr std::string_view word = "point-on-plane", reaction = "N";
  static constexpr bool has_axes = true;
  std::array<PointOn, 2> at;
  Vector normal;
  static constexpr auto fields() {
    return std::tuple{
        field("at", &PointOnPlanePart::at, "m",
              "a point of the plane, which is fixed to its body, then the point that stays in it")
            .required("at: {arm: [0, 0, 0], leg: [0, 0, 1]}"),
        field("normal", &PointOnPlanePart::normal, "1", "in world axes of the reference configuration; fixed to the first body")
            .required("normal: [0, 0, 1]")};
  }
};

/// No relative turning about an axis fixed in the first body.
struct RelativeRotationPart {
  static constexpr std::string_view word = "relative-rotation", reaction = "N*m";
  static constexpr bool has_axes = true;
  std::array<std::string, 2> between;
  Vector axis;
  static constexpr auto fields() {
    return std::tuple{field("between", &RelativeRotationPart::between, "", "the two bodies").required("between: [world, arm]"),
                      field("axis", &RelativeRotationPart::axis, "1",
                            "the second body does not turn about it against the first, to which it is fixed; given as `normal`")
                          .required("axis: [0, 0, 1]")};
  }
};

/// displacement = pitch · angle / 2π of a joint that both turns and slides along one axis.
struct ScrewPart {
  static constexpr std::string_view word = "screw", reaction = "N";
  static constexpr bool slides_and_turns = true;  // what `joint` must do, along and about one axis
  std::string joint;
  Number pitch;  // per turn [m]
  static constexpr auto fields() {
    return std::tuple{
        field("joint", &ScrewPart::joint, "", "a joint that slides along and turns about one axis, for example a cylindrical one")
            .required("joint: nut")
            .naming("joint"),
        field("pitch", &ScrewPart::pitch, "m", "displacement per turn").required("pitch: 5 mm")};
  }
};

/// The coordinate of the second joint is `ratio` times that of the first.
struct GearPart {
  static constexpr std::string_view word = "gear";
  struct Side {
    std::string joint;
    std::optional<Direction> direction;  // none: the joint has one alone
  };
  std::array<Side, 2> joints;
  Number ratio;
  static constexpr auto fields() {
    return std::tuple{field("joints", &GearPart::joints, "", "two joints, or joint.direction where one has several directions")
                          .required("joints: [pinion, wheel]"),
                      field("ratio", &GearPart::ratio, "1",
                            "coordinate of the second = ratio × coordinate of the first; m/rad between unlike ones")
                          .required("ratio: -0.5")};
  }
};

/// linear·v(point) + angular·ω = value, with v, ω and the coefficients in the axes said.
struct VelocityRow {
  std::string name;
  Vector linear, angular;  // living: of time and positions
  Number value;            // living: of time and positions
};
struct VelocityPart {
  static constexpr std::string_view word = "velocity";
  static constexpr bool has_axes = true;
  std::string body;
  PointOn at;                       // on the body; on the world: where it is in the reference configuration
  std::optional<std::string> axes;  // default: the world's
  std::vector<VelocityRow> rows;
  static constexpr auto fields() {
    return std::tuple{
        field("body", &VelocityPart::body, "", "whose velocity the rows are about").required("body: blade").naming("body"),
        field("at", &VelocityPart::at, "m",
              "the point, on the body or in the world of the reference configuration; default the mass centre"),
        field("rows", &VelocityPart::rows, "", "one to six rows by their names, linear·v + angular·ω = value")
            .required("rows: {slip: {linear: [0, 1, 0]}}")};
  }
};

using ConstraintForms = Kinds<DistancePart, PointOnPlanePart, RelativeRotationPart, ScrewPart, GearPart, VelocityPart>;
using ConstraintForm = ConstraintForms::Variant<std::type_identity_t>;

/// Its vectors may be given in axes of a body.
template <class Form>
constexpr bool has_axes = requires { Form::has_axes; };

}  // namespace pintle
