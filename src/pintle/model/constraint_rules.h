#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/model/names.h"

/// What constraints ask of the joints and rows that they are about; for whoever reads them and whoever makes them.
namespace pintle {

/// The word of the format: "distance", "gear", …
std::string_view type_name(const ConstraintPart& constraint);

/// The signals of a type whose rows are always the same.
template <class Form>
std::vector<NameTable::Entry::Row> rows_of_form() {
  std::vector<NameTable::Entry::Row> rows;
  if constexpr (requires { Form::rows; })
    for (const ConstraintRowWord& row : Form::rows)
      rows.push_back({"reaction." + std::string(row.name), std::string(row.reaction)});
  else
    rows.push_back({"reaction", std::string(Form::reaction)});
  return rows;
}

/// The axis of F along which a joint slides and about which alone it turns, 0 … 2; none if there is none.
std::optional<int> find_screw_axis(const JointType& type);

/// The direction of a joint that a gear means: the one it names, or the joint's only one; none if there are several.
std::optional<Direction> find_geared_direction(const JointType& type, std::optional<Direction> given);
/// Why a direction cannot be geared, as the end of a sentence about the joint; empty if it can.
std::string find_gear_trouble(const JointType& type, Direction direction);

/// Whether a row is about a velocity, in metres per second, or about an angular velocity alone.
bool has_linear_part(const VelocityRow& row);

}  // namespace pintle
