#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// The keys of the model file, one table per kind of map. Readers ask it for units and words, the JSON Schema
/// and the reference page (json_schema.h) are made of it; what is not in it is a mistake.
namespace pintle {

enum class Form : std::uint8_t {
  quantity,       // a number with the dimension of `unit`, or an expression of parameters
  guessed,        // the same, or a map of `keys` with a guess in its place
  living,         // the same, also of time, age and signals
  vector,         // three quantities
  living_vector,  // three living ones
  living_any,     // one living quantity, or three
  table,          // a quantity, or a table [[coordinate, value], …] of them
  whole,          // a number of instances
  text,
  flag,       // true or false
  word,       // one of the words in `unit`, which | separates
  name,       // of a part
  condition,  // true or false, without =
  expression,
  map,     // the keys of `keys`
  parts,   // names, each with the keys of `keys`, or of `others`
  law,     // the keys of `keys` for a rotation, of `others` for a translation; with several directions by direction
  values,  // names, each a quantity or an expression
  // forms of their own
  version,
  inertia,
  rotation,
  points,
  joint_point,  // one point of the world, or one on each body
  joint_type,
  two_names,
  locked,  // true, false, or directions
  actions,
  signal_list,
  point_list,
  heights,  // rows of numbers, or a file of them
  starts,
  rows,     // of `over`
  ends,     // of `first`, `last`
  choices,  // of `choose`
  variants,
  settings,  // of a controller's `set`
  later,     // belongs to the format, but is not read yet
};

struct Key;
using Schema = std::span<const Key>;

struct Key {
  std::string_view name;
  Form form;
  std::string_view unit = {};
  std::string_view hint = {};  // required: an example; later: the way out; else empty
  std::string_view says = {};  // one line for people
  const Schema* keys = nullptr;
  const Schema* others = nullptr;

  bool required() const { return form != Form::later && !hint.empty(); }
};

/// A table with its name, and what it is about.
struct NamedSchema {
  std::string_view name, title;
  const Schema* keys;
};

namespace schema {

inline constexpr std::string_view drops = "the part is there only if this holds; reads parameters and `index`";

/// All of them, from the top of a file down.
const std::vector<NamedSchema>& all();
/// Those of forces and surfaces, which their kinds make (element_schema.cpp).
void add_element_schemas(std::vector<NamedSchema>& list);
/// Those of actions that stand with a map of fields (event_schema.cpp).
void add_action_schemas(std::vector<NamedSchema>& list);

extern const Schema top, group, turn;
extern const Schema particles, pairs, group_body;
extern const Schema function, body, shape, cylinder_shape, prism_shape, inertia, quaternion, point;
extern const Schema joint, rotation_spring, translation_spring, rotation_limits, translation_limits;
extern const Schema rotation_friction, translation_friction, rotation_motor, translation_motor, rotation_driven,
    translation_driven;
extern const Schema force, constraint, velocity_row, controller;
extern const Schema surface, normal, friction, contact;
extern const Schema body_start, ball_start, rotation_start, translation_start, rotation_guess, translation_guess, lower_onto;
extern const Schema event, rotation_latch, translation_latch, closing, measure, run;

}  // namespace schema
}  // namespace pintle
