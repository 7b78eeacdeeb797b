#pragma once
#include <span>
#include <string_view>

/// The keys of the model file, one table per kind of map. Readers ask it for units; what is not in it is a mistake.
namespace pintle {

enum class Form {
  quantity,  // a number with the dimension of `unit`
  vector,    // three of them
  text,
  flag,   // true or false
  other,  // a form of its own, see the section's reader
  later,  // belongs to the format, but is not read yet
};

struct Key {
  std::string_view name;
  Form form;
  std::string_view unit = {};
  std::string_view hint = {};  // required: an example; later: the way out; else empty

  bool required() const { return form != Form::later && !hint.empty(); }
};

using Schema = std::span<const Key>;

namespace schema {

extern const Schema top;
extern const Schema body, shape, cylinder_shape, prism_shape, inertia, quaternion;
extern const Schema joint, rotation_spring, translation_spring, rotation_motor, translation_motor;
extern const Schema force, point_spring;
extern const Schema surface, plane, normal, friction, contact;
extern const Schema body_start, ball_start, free_start, rotation_start, translation_start;
extern const Schema event, run;

}  // namespace schema
}  // namespace pintle
