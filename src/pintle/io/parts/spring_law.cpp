#include "pintle/io/members.h"
#include "pintle/io/parts/joint_laws.h"

namespace pintle {

SpringLaw read_spring_law(const Item& item, Direction direction) {
  const bool translation = is_translation(direction);
  const Fields fields(
      item, translation ? schema::translation_spring : schema::rotation_spring,
      translation ? "{stiffness: 10 N/m, damping: 0.1 N*s/m}" : "{stiffness: 10 N*m/rad, damping: 0.1 N*m*s/rad}");
  SpringLaw law;
  if (!fields) return law;
  if (!fields.has("stiffness") && !fields.has("damping")) item.mistake_at_name("does nothing; give stiffness, damping or both");
  read_members(fields, law);
  return law;
}

}  // namespace pintle
