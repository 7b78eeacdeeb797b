#include "pintle/io/schema/schema.h"

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

constexpr std::string_view rest_says = "coordinate without force; default its value at the start";
constexpr Key rotation_spring_keys[] = {
    {"stiffness", table, "N*m/rad"}, {"damping", table, "N*m*s/rad"}, {"rest", quantity, "rad", "", rest_says}};
constexpr Key translation_spring_keys[] = {
    {"stiffness", table, "N/m"}, {"damping", table, "N*s/m"}, {"rest", quantity, "m", "", rest_says}};

constexpr std::string_view restitution_says = "in place of `stiffness`: share of the speed after an impact, 0 to 1";
constexpr Key rotation_limit_keys[] = {{"low", quantity, "rad"},
                                       {"high", quantity, "rad"},
                                       {"stiffness", quantity, "N*m/rad"},
                                       {"damping", quantity, "N*m*s/rad"},
                                       {"restitution", quantity, "1", "", restitution_says}};
constexpr Key translation_limit_keys[] = {{"low", quantity, "m"},
                                          {"high", quantity, "m"},
                                          {"stiffness", quantity, "N/m"},
                                          {"damping", quantity, "N*s/m"},
                                          {"restitution", quantity, "1", "", restitution_says}};

constexpr std::string_view laws = "coulomb|stribeck|lugre";
constexpr Key rotation_friction_keys[] = {
    {"law", word, laws, "law: coulomb", "kind"},
    {"mu", quantity, "1", "", "of coulomb"},
    {"mu_s", quantity, "1", "", "at rest; of stribeck and lugre, as those below"},
    {"mu_k", quantity, "1", "", "sliding"},
    {"vs", quantity, "rad/s", "", "speed of the Stribeck curve"},
    {"alpha", quantity, "1", "", "its exponent, 1 or 2; default 1"},
    {"sigma0", quantity, "1/rad", "", "bristles of lugre: stiffness per unit of load"},
    {"sigma1", quantity, "s/rad", "", "their damping"},
    {"sigma2", quantity, "s/rad", "", "viscous part"},
    {"radius", quantity, "m", "radius: 10 mm", "turns load into moment"},
    {"preload", quantity, "N", "", "load that is always there"},
};
constexpr Key translation_friction_keys[] = {
    {"law", word, laws, "law: coulomb", "kind"},
    {"mu", quantity, "1", "", "of coulomb"},
    {"mu_s", quantity, "1", "", "at rest; of stribeck and lugre, as those below"},
    {"mu_k", quantity, "1", "", "sliding"},
    {"vs", quantity, "m/s", "", "speed of the Stribeck curve"},
    {"alpha", quantity, "1", "", "its exponent, 1 or 2; default 1"},
    {"sigma0", quantity, "1/m", "", "bristles of lugre: stiffness per unit of load"},
    {"sigma1", quantity, "s/m", "", "their damping"},
    {"sigma2", quantity, "s/m", "", "viscous part"},
    {"preload", quantity, "N", "", "load that is always there"},
};

constexpr Key rotation_motor_keys[] = {{"torque", living, "N*m", "torque: 1 N*m", "also of time, age and signals"}};
constexpr Key translation_motor_keys[] = {{"force", living, "N", "force: 1 N", "also of time, age and signals"}};
constexpr Key rotation_driven_keys[] = {{"angle", living, "rad", "", "of time, with two derivatives"},
                                        {"rate", living, "rad/s", "", "in place of `angle`"}};
constexpr Key translation_driven_keys[] = {{"displacement", living, "m", "", "of time, with two derivatives"},
                                           {"velocity", living, "m/s", "", "in place of `displacement`"}};

}  // namespace

constinit const Schema joint = joint_keys;
constinit const Schema rotation_spring = rotation_spring_keys, translation_spring = translation_spring_keys;
constinit const Schema rotation_limits = rotation_limit_keys, translation_limits = translation_limit_keys;
constinit const Schema rotation_friction = rotation_friction_keys, translation_friction = translation_friction_keys;
constinit const Schema rotation_motor = rotation_motor_keys, translation_motor = translation_motor_keys;
constinit const Schema rotation_driven = rotation_driven_keys, translation_driven = translation_driven_keys;

}  // namespace pintle::schema
