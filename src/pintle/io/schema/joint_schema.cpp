#include <algorithm>
#include <array>

#include "pintle/io/members.h"

/// The keys of joints. A law has the same keys for rotations and translations, in other units.
namespace pintle::schema {
namespace {

using enum Form;

constexpr Key joint_keys[] = {
    {"type", joint_type, "", "type: hinge", "a name, or a list of directions such as [rx, tz]"},
    {"between", two_names, "", "between: [world, arm]", "parent and child; the load is what the joint does to the child"},
    {"at", joint_point, "m", "", "one world point of the reference configuration, or a point on each body"},
    {"axis", vector, "1", "", "F's z, in world axes of the reference configuration; of a universal joint F's x"},
    {"second_axis", vector, "1", "", "of a universal joint: F's y, fixed in the child, perpendicular to `axis`"},
    {"x_axis", vector, "1", "", "F's x; default world x made perpendicular, or y where x is parallel to the axis"},
    {"axes", name, "", "", "the body whose axes the directions above are in; default the world's"},
    {"spring", law, "", "", "−k(q)(q − rest) − c(q) q̇", &rotation_spring, &translation_spring},
    {"limits", law, "", "", "stops at both ends or at one", &rotation_limits, &translation_limits},
    {"friction", law, "", "", "in proportion to the load of the joint", &rotation_friction, &translation_friction},
    {"motor", law, "", "", "an effort on the direction", &rotation_motor, &translation_motor},
    {"driven", law, "", "", "moves as told, by an expression of time", &rotation_driven, &translation_driven},
    {"locked", locked, "", "", "starts locked: true, or a list of directions; default false"},
    {"active", flag, "", "", "default true; else it waits to be closed"},
    {"if", condition, "", "", "the part is there only if this holds; reads parameters and `index`"},
};

/// A key of a law, in the units of a rotation and of a translation; none: the key is of rotations alone.
struct LawKey {
  std::string_view name;
  Form form;
  std::string_view turning, sliding, hint = {}, says = {};
};
template <const auto& law, bool slides>
constexpr auto make_keys() {
  constexpr auto is_there = [](const LawKey& key) { return !slides || !key.sliding.empty(); };
  std::array<Key, std::ranges::count_if(law, is_there)> keys{};
  for (std::size_t i = 0; const LawKey& key : law)
    if (is_there(key)) keys[i++] = {key.name, key.form, slides ? key.sliding : key.turning, key.hint, key.says};
  return keys;
}
template <const auto& law, bool slides>
constexpr auto keys_of = make_keys<law, slides>();

constexpr std::string_view laws = "coulomb|stribeck|lugre";
constexpr LawKey rubbing[] = {
    {"law", word, laws, laws, "law: coulomb", "kind"},
    {"mu", quantity, "1", "1", "", "of coulomb"},
    {"mu_s", quantity, "1", "1", "", "at rest; of stribeck and lugre, as those below"},
    {"mu_k", quantity, "1", "1", "", "sliding"},
    {"vs", quantity, "rad/s", "m/s", "", "speed of the Stribeck curve"},
    {"alpha", quantity, "1", "1", "", "its exponent, 1 or 2; default 1"},
    {"sigma0", quantity, "1/rad", "1/m", "", "bristles of lugre: stiffness per unit of load"},
    {"sigma1", quantity, "s/rad", "s/m", "", "their damping"},
    {"sigma2", quantity, "s/rad", "s/m", "", "viscous part"},
    {"radius", quantity, "m", "", "radius: 10 mm", "turns load into moment"},
    {"preload", quantity, "N", "N", "", "load that is always there"},
};

constexpr Key rotation_motor_keys[] = {{"torque", living, "N*m", "torque: 1 N*m", "also of time, age and signals"}};
constexpr Key translation_motor_keys[] = {{"force", living, "N", "force: 1 N", "also of time, age and signals"}};
constexpr Key rotation_driven_keys[] = {{"angle", living, "rad", "", "of time, with two derivatives"},
                                        {"rate", living, "rad/s", "", "in place of `angle`"}};
constexpr Key translation_driven_keys[] = {{"displacement", living, "m", "", "of time, with two derivatives"},
                                           {"velocity", living, "m/s", "", "in place of `displacement`"}};

}  // namespace

constinit const Schema joint = joint_keys;
constinit const Schema rotation_spring = PartKeys<SpringLaw>::schema, translation_spring = PartKeys<SpringLaw, true>::schema;
constinit const Schema rotation_limits = PartKeys<LimitLaw>::schema, translation_limits = PartKeys<LimitLaw, true>::schema;
constinit const Schema rotation_friction = keys_of<rubbing, false>, translation_friction = keys_of<rubbing, true>;
constinit const Schema rotation_motor = rotation_motor_keys, translation_motor = translation_motor_keys;
constinit const Schema rotation_driven = rotation_driven_keys, translation_driven = translation_driven_keys;

}  // namespace pintle::schema
