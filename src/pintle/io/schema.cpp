#include "pintle/io/schema.h"

namespace pintle::schema {
namespace {

using enum Form;

constexpr std::string_view leave_out = "leave it out";

constexpr Key top_keys[] = {
    {"pintle", other, "", "pintle: 1"},
    {"name", text},
    {"gravity", vector, "m/s^2"},
    {"bodies", other, "", "bodies: {ball: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}}"},
    {"joints", other},
    {"forces", other},
    {"surfaces", other},
    {"contacts", other},
    {"initial", other},
    {"events", other},
    {"run", other},
    {"parameters", later, "", "write the numbers where they are used"},
    {"functions", later, "", "write constant values"},
    {"points", later, "", "leave them out, and record bodies instead"},
    {"constraints", later, "", "use joints"},
    {"controllers", later, "", "leave them out"},
    {"signals", later, "", "leave them out"},
    {"measures", later, "", "leave them out"},
    {"variants", later, "", "write one file for each, or use --set"},
    {"choose", later, "", "leave it out, with `variants`"},
    {"repeat", later, "", "write the parts out, or make the file with `pintle new chain`"},
};

constexpr Key body_keys[] = {
    {"mass", quantity, "kg", "mass: 3 kg"},
    {"inertia", other, "kg*m^2", "inertia: [0.1, 0.1, 0.1]"},
    {"at", vector, "m"},
    {"rotate", other},
    {"quaternion", other},
    {"shape", other},
    {"if", later, "", leave_out},
};
constexpr Key cylinder_keys[] = {{"radius", quantity, "m", "radius: 0.1 m"}, {"length", quantity, "m", "length: 1 m"}};
constexpr Key prism_keys[] = {
    {"sides", quantity, "1", "sides: 6"}, {"width", quantity, "m", "width: 1 m"}, {"height", quantity, "m", "height: 1 m"}};
constexpr Key shape_keys[] = {
    {"box", vector, "m"}, {"sphere", quantity, "m"}, {"cylinder", other}, {"prism", other}, {"mesh", text}};
constexpr Key inertia_keys[] = {{"xx", quantity, "kg*m^2", "xx: 0.1"},
                                {"yy", quantity, "kg*m^2", "yy: 0.1"},
                                {"zz", quantity, "kg*m^2", "zz: 0.1"},
                                {"xy", quantity, "kg*m^2"},
                                {"xz", quantity, "kg*m^2"},
                                {"yz", quantity, "kg*m^2"}};
constexpr Key quaternion_keys[] = {
    {"w", quantity, "1", "w: 1"}, {"x", quantity, "1", "x: 0"}, {"y", quantity, "1", "y: 0"}, {"z", quantity, "1", "z: 0"}};

constexpr Key joint_keys[] = {
    {"type", other, "", "type: hinge"},
    {"between", other, "", "between: [world, arm]"},
    {"at", other, "m"},
    {"axis", vector, "1"},
    {"second_axis", vector, "1"},
    {"x_axis", vector, "1"},
    {"axes", other},
    {"spring", other},
    {"motor", other},
    {"limits", later, "", leave_out},
    {"friction", later, "", "use the damping of a spring"},
    {"driven", later, "", "use `motor` with a constant torque or force"},
    {"active", later, "", "leave it out, a joint is there from the start"},
    {"if", later, "", leave_out},
};
constexpr Key rotation_spring_keys[] = {
    {"stiffness", other, "N*m/rad"}, {"damping", other, "N*m*s/rad"}, {"rest", quantity, "rad"}};
constexpr Key translation_spring_keys[] = {{"stiffness", other, "N/m"}, {"damping", other, "N*s/m"}, {"rest", quantity, "m"}};
constexpr Key rotation_motor_keys[] = {{"torque", quantity, "N*m", "torque: 1 N*m"}};
constexpr Key translation_motor_keys[] = {{"force", quantity, "N", "force: 1 N"}};

constexpr Key force_keys[] = {
    {"at", other, "m", "at: {ball: [0, 0, 0]}"},
    {"axes", other},
    {"force", other, "N"},
    {"moment", other, "N*m"},
    {"spring", other},
    {"active", later, "", "leave it out, a force acts from the start"},
    {"if", later, "", leave_out},
};
constexpr Key point_spring_keys[] = {
    {"stiffness", quantity, "N/m"}, {"damping", quantity, "N*s/m"}, {"free_length", quantity, "m"}};

constexpr Key surface_keys[] = {
    {"plane", other},
    {"normal", other, "", "normal: {law: standard-linear-solid, ke: 20 kN/m, kv: 1 kN/m, cv: 5 kN*s/m}"},
    {"friction", other},
    {"height", later, "", "use `plane`"},
    {"if", later, "", leave_out},
};
constexpr Key plane_keys[] = {{"at", vector, "m"}, {"up", vector, "1"}};
constexpr Key normal_keys[] = {
    {"law", other, "", "law: standard-linear-solid"},
    {"ke", quantity, "N/m", "ke: 20 kN/m"},
    {"kv", quantity, "N/m", "kv: 1 kN/m"},
    {"cv", quantity, "N*s/m", "cv: 5 kN*s/m"},
};
constexpr Key friction_keys[] = {
    {"law", other, "", "law: lugre"},
    {"mu_s", quantity, "1", "mu_s: 0.6"},
    {"mu_k", quantity, "1", "mu_k: 0.5"},
    {"sigma0", quantity, "1/m", "sigma0: 1e4"},
    {"sigma1", quantity, "s/m"},
    {"sigma2", quantity, "s/m"},
    {"vs", quantity, "m/s", "vs: 0.01 m/s"},
    {"alpha", quantity, "1"},
};
constexpr Key contact_keys[] = {
    {"at", other, "m", "at: {foot: [0, 0, -0.1]}"},
    {"surface", other, "", "surface: ground"},
    {"scale", quantity, "1"},
    {"sphere", later, "", "use a point"},
    {"disc", later, "", "use points on its rim"},
    {"active", later, "", leave_out},
    {"if", later, "", leave_out},
};

constexpr Key body_start_keys[] = {
    {"at", vector, "m"},
    {"rotate", other},
    {"quaternion", other},
    {"velocity", vector, "m/s"},
    {"angular_velocity", vector, "rad/s"},
    {"lower_onto", later, "", "give the place with `at`"},
};
constexpr Key ball_start_keys[] = {{"rotate", other}, {"quaternion", other}, {"angular_velocity", vector, "rad/s"}};
constexpr Key free_start_keys[] = {{"rotate", other}, {"quaternion", other}, {"angular_velocity", vector, "rad/s"},
                                   {"tx", other},     {"ty", other},         {"tz", other}};
constexpr Key rotation_start_keys[] = {{"angle", quantity, "rad"}, {"rate", quantity, "rad/s"}};
constexpr Key translation_start_keys[] = {{"displacement", quantity, "m"}, {"velocity", quantity, "m/s"}};

constexpr Key event_keys[] = {
    {"when", other, "", "when: time >= 1 s"},
    {"do", other, "", "do: [lock: elbow]"},
    {"once", flag},
    {"rearm", flag},
    {"after", later, "", leave_out},
    {"for", later, "", leave_out},
    {"active", later, "", leave_out},
    {"if", later, "", leave_out},
};
constexpr Key run_keys[] = {
    {"until", quantity, "s"},    {"output_every", quantity, "s"}, {"record", other},       {"formulation", other},
    {"integrator", text},        {"rtol", quantity, "1"},         {"atol", quantity, "1"}, {"dt", quantity, "s"},
    {"max_step", quantity, "s"}, {"stabilization", other},
};

}  // namespace

constinit const Schema top = top_keys;
constinit const Schema body = body_keys, shape = shape_keys, cylinder_shape = cylinder_keys, prism_shape = prism_keys;
constinit const Schema inertia = inertia_keys, quaternion = quaternion_keys;
constinit const Schema joint = joint_keys, rotation_spring = rotation_spring_keys, translation_spring = translation_spring_keys;
constinit const Schema rotation_motor = rotation_motor_keys, translation_motor = translation_motor_keys;
constinit const Schema force = force_keys, point_spring = point_spring_keys;
constinit const Schema surface = surface_keys, plane = plane_keys, normal = normal_keys, friction = friction_keys;
constinit const Schema contact = contact_keys;
constinit const Schema body_start = body_start_keys, ball_start = ball_start_keys, free_start = free_start_keys;
constinit const Schema rotation_start = rotation_start_keys, translation_start = translation_start_keys;
constinit const Schema event = event_keys, run = run_keys;

}  // namespace pintle::schema
