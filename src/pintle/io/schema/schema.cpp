#include "pintle/io/schema/schema.h"

namespace pintle::schema {
namespace {

using enum Form;

constexpr Key top_keys[] = {
    {"pintle", version, "", "pintle: 1", "version of the format"},
    {"name", text, "", "", "what the model is called"},
    {"gravity", vector, "m/s^2", "", "acceleration of free fall; default none. Up is against it, without it world z"},
    {"parameters", values, "", "", "quantities, lists of them, or expressions of each other in any order"},
    {"functions", parts, "", "", "tables that expressions call, spin_up(time)", &function},
    {"particles", map, "", "", "point masses that push each other in pairs, and may become bodies", &particles},
    {"bodies", parts, "", "", "rigid bodies, some of them made of groups of particles", &body, &group_body},
    {"points", parts, "", "", "markers on bodies, with signals of their own", &point},
    {"joints", parts, "", "", "what joins two bodies, and the laws of its directions", &joint},
    {"constraints", parts, "", "", "conditions between bodies besides joints", &constraint},
    {"forces", parts, "", "", "forces on a point, and between two points", &force},
    {"surfaces", parts, "", "", "ground to stand on", &surface},
    {"contacts", parts, "", "", "points, balls and discs of bodies that touch a surface", &contact},
    {"controllers", parts, "", "", "numbers that change while a condition holds, or are made of signals at samples", &controller},
    {"initial", starts, "", "", "start of joints and of floating bodies; what is not given is zero"},
    {"events", parts, "", "", "what happens when a condition becomes true", &event},
    {"signals", values, "", "", "quantities of your own, from other signals"},
    {"measures", parts, "", "", "numbers that a run ends with, in summary.json", &measure},
    {"run", map, "", "", "how long, how exact, what is recorded", &run},
    {"repeat", parts, "", "", "groups of parts that are there several times", &group},
    {"variants", variants, "", "", "groups of choices, each with values by path, as for --set"},
    {"choose", choices, "", "", "the choice of each group of `variants`, unless --variant says otherwise"},
};

constexpr Key group_keys[] = {
    {"count", whole, "1", "", "number of instances, named 1, 2, …"},
    {"over", rows, "", "", "instances by name, in place of `count`, each with parameters of its own"},
    {"turn", map, "", "", "turns instance k rigidly by (k − 1)·step about an axis through the world's origin", &turn},
    {"parameters", values, "", "", "parameters of each instance; may use `index`"},
    {"first", ends, "", "", "what before.name means for the first instance, for example {before.link: world}"},
    {"last", ends, "", "", "what next.name means for the last instance"},
    {"bodies", parts, "", "", "as at the top; so are the sections below. Bare names mean the instance's own parts first", &body},
    {"points", parts, "", "", "", &point},
    {"joints", parts, "", "", "", &joint},
    {"constraints", parts, "", "", "", &constraint},
    {"forces", parts, "", "", "", &force},
    {"surfaces", parts, "", "", "", &surface},
    {"contacts", parts, "", "", "", &contact},
    {"controllers", parts, "", "", "", &controller},
    {"initial", starts},
    {"events", parts, "", "", "", &event},
    {"signals", values},
    {"measures", parts, "", "", "", &measure},
};
constexpr Key turn_keys[] = {{"about", vector, "1", "about: [0, 0, 1]", "the axis"},
                             {"step", quantity, "rad", "step: 60 deg", "angle from one instance to the next"}};

constexpr Key function_keys[] = {
    {"of", text, "", "", "what the argument is: `time`, or a unit such as `m`; default: the unit of the points"},
    {"points", point_list, "", "", "pairs [argument, value] with rising arguments"},
    {"file", text, "", "", "in place of `points`: a CSV file of two columns, found from the model file's folder"},
    {"interpolate", word, "linear|cubic", "", "default `linear`; `cubic` has two continuous derivatives"},
    {"outside", word, "hold|zero|extrapolate|error", "", "beyond the points; default `hold`"},
};

constexpr Key body_keys[] = {
    {"mass", quantity, "kg", "mass: 3 kg", "above zero"},
    {"inertia", inertia, "kg*m^2", "inertia: [0.1, 0.1, 0.1]",
     "[xx, yy, zz] or {xx, yy, zz, xy, xz, yz}: tensor elements about the mass centre", &schema::inertia},
    {"at", vector, "m", "", "mass centre in the reference configuration"},
    {"rotate", rotation, "rad", "", "attitude there, turns in their order: [rz: 30 deg, ry: 10 deg]"},
    {"quaternion", map, "", "", "in place of `rotate`; normalized", &quaternion},
    {"shape", map, "", "", "one of them, for pictures", &shape},
    {"if", condition, "", "", drops},
};
constexpr Key group_body_keys[] = {
    {"group", text, "", "group: lobe01", "of particles; mass, inertia, place and motion are theirs when `aggregate` makes it"},
    {"shape", map, "", "", "one of them, for pictures", &shape},
    {"if", condition, "", "", drops},
};
constexpr Key particles_keys[] = {
    {"file", text, "", "file: lobes.csv",
     "columns x, y, z, mass, and vx, vy, vz, group if wanted; with units, `x [nm]`; found from the model file's folder"},
    {"bonds", text, "", "", "columns first, second (particles, from 1), stiffness, and length if it is not that of the start"},
    {"pairs", map, "", "", "what all others do to each other", &pairs},
};
constexpr Key pairs_keys[] = {
    {"depth", quantity, "J", "depth: 1 J", "of the well, ε"},
    {"distance", quantity, "m", "distance: 1 m", "at which two of them neither attract nor repel each other, σ"},
    {"fade", quantity, "m", "fade: 1.6 m", "from here on the force fades"},
    {"cutoff", quantity, "m", "cutoff: 2 m", "from here on there is none"},
};
constexpr Key cylinder_keys[] = {{"radius", quantity, "m", "radius: 0.1 m"}, {"length", quantity, "m", "length: 1 m", "along z"}};
constexpr Key prism_keys[] = {{"sides", quantity, "1", "sides: 6"},
                              {"width", quantity, "m", "width: 1 m", "across flats"},
                              {"height", quantity, "m", "height: 1 m", "along z"}};
constexpr Key shape_keys[] = {{"box", vector, "m", "", "edges"},
                              {"sphere", quantity, "m", "", "radius"},
                              {"cylinder", map, "", "", "", &cylinder_shape},
                              {"prism", map, "", "", "", &prism_shape},
                              {"mesh", text, "", "", "a file"}};
constexpr Key inertia_keys[] = {{"xx", quantity, "kg*m^2", "xx: 0.1"},
                                {"yy", quantity, "kg*m^2", "yy: 0.1"},
                                {"zz", quantity, "kg*m^2", "zz: 0.1"},
                                {"xy", quantity, "kg*m^2"},
                                {"xz", quantity, "kg*m^2"},
                                {"yz", quantity, "kg*m^2"}};
constexpr Key quaternion_keys[] = {
    {"w", quantity, "1", "w: 1"}, {"x", quantity, "1", "x: 0"}, {"y", quantity, "1", "y: 0"}, {"z", quantity, "1", "z: 0"}};
constexpr Key point_keys[] = {{"at", points, "m", "at: {arm: [0, 0, 0.5]}", "one point of a body"},
                              {"if", condition, "", "", drops}};

constexpr Key velocity_row_keys[] = {
    {"linear", living_vector, "1", "", "coefficients of the point's velocity; of time and positions. Default none"},
    {"angular", living_vector, "m", "",
     "coefficients of the angular velocity, likewise; pure numbers in a row without `linear`. Default none"},
    {"value", living, "m/s", "", "likewise; rad/s in a row without `linear`. Default 0"},
};
constexpr Key controller_keys[] = {
    {"when", condition, "", "", "the values of `set` hold while this does"},
    {"set", settings, "", "", "values by path: of parameters, with `every` of signals"},
    {"otherwise", word, "restore|keep", "",
     "when the condition ends, values that were there before come back, or stay; default restore"},
    {"every", quantity, "s", "", "in place of `when`: values are made anew at this distance of time, and held in between"},
    {"library", text, "", "", "in place of `set`: a file, from the model's folder, with a controller in C"},
    {"inputs", signal_list, "", "", "what that reads: signals, or expressions of them"},
    {"outputs", signal_list, "", "", "what it sets: paths, or names of parameters"},
    {"active", flag, "", "", "default true; else the model does without it"},
    {"if", condition, "", "", drops},
};

constexpr Key body_start_keys[] = {
    {"at", vector, "m", "", "place of the mass centre"},
    {"rotate", rotation, "rad", "", "attitude, turns in their order"},
    {"quaternion", map, "", "", "in place of `rotate`", &quaternion},
    {"velocity", vector, "m/s", "", "in world axes"},
    {"angular_velocity", vector, "rad/s", "", "in body axes"},
    {"lower_onto", map, "", "", "moves it along up until the lowest contact point is a gap above the surface", &lower_onto},
};
constexpr Key lower_onto_keys[] = {{"surface", name, "", "surface: ground", "where it is set down"},
                                   {"gap", quantity, "m", "", "default 0"}};
constexpr Key ball_start_keys[] = {{"rotate", rotation, "rad", "", "attitude of the child relative to the parent"},
                                   {"quaternion", map, "", "", "in place of `rotate`", &quaternion},
                                   {"angular_velocity", vector, "rad/s", "", "in M's axes"},
                                   {"tx", map, "", "", "translations that the joint leaves free", &translation_start},
                                   {"ty", map, "", "", "", &translation_start},
                                   {"tz", map, "", "", "", &translation_start}};
constexpr std::string_view exact = "exact; in loops a guess picks the branch";
constexpr Key rotation_start_keys[] = {{"angle", guessed, "rad", "", exact, &rotation_guess}, {"rate", quantity, "rad/s"}};
constexpr Key translation_start_keys[] = {{"displacement", guessed, "m", "", exact, &translation_guess},
                                          {"velocity", quantity, "m/s"}};
constexpr Key rotation_guess_keys[] = {{"guess", quantity, "rad", "guess: 10 deg", "assembly of loops may move it"}};
constexpr Key translation_guess_keys[] = {{"guess", quantity, "m", "guess: 10 mm", "assembly of loops may move it"}};

constexpr Key event_keys[] = {
    {"when", condition, "", "when: time >= 1 s", "fires when this becomes true, also if it is true as it is armed"},
    {"do", actions, "", "do: [lock: elbow]",
     "lock, unlock: joint or joint.direction; release: joint.direction; break, close: joint; aggregate, disperse: body; impulse; "
     "start, stop_force: force; "
     "set; stage: name; stop. [] only logs"},
    {"after", name, "", "", "armed once this event has fired"},
    {"for", quantity, "s", "", "the condition must have held for so long"},
    {"once", flag, "", "", "default true"},
    {"rearm", flag, "", "", "the opposite of `once`"},
    {"active", flag, "", "", "default true; else it is never armed"},
    {"if", condition, "", "", drops},
};
constexpr Key impulse_keys[] = {
    {"at", points, "m", "at: {hub: [0, 0, 1]}", "one point of a body"},
    {"value", vector, "N*s", "", "the impulse; with `moment` or alone"},
    {"moment", vector, "N*m*s", "", "in place of `value` or with it"},
    {"axes", name, "", "", "the body whose axes they are in; default the world's"},
};
constexpr Key rotation_latch_keys[] = {
    {"joint", name, "", "joint: hip", "or one of its directions, wrist.rx"},
    {"stiffness", quantity, "N*m/rad", "stiffness: 2 kN*m/rad", "about the value at which it catches"},
    {"damping", quantity, "N*m*s/rad", "", "default 0"},
};
constexpr Key translation_latch_keys[] = {
    {"joint", name, "", "joint: ram", "or one of its directions, boom.tz"},
    {"stiffness", quantity, "N/m", "stiffness: 2 kN/m", "about the value at which it catches"},
    {"damping", quantity, "N*s/m", "", "default 0"},
};
constexpr Key closing_keys[] = {
    {"joint", name, "", "joint: catch", "declared `active: false`, or broken before"},
    {"fit", word, "project", "", "bodies are moved by the least change until it fits; without it a misfit ends the run"},
};
constexpr Key measure_keys[] = {
    {"of", expression, "", "of: elbow.angle", "a quantity; of ever, always, first and last a condition"},
    {"take", word, "max|min|final|mean|rms|ever|always|first|last", "take: max",
     "of the motion between steps too, and of both sides of events; first and last are times"},
    {"if", condition, "", "", drops},
};
constexpr Key run_keys[] = {
    {"until", quantity, "s", "", "end; 0 evaluates the start; default 1 s"},
    {"output_every", quantity, "s", "", "grid of series.csv; default until/500"},
    {"record", signal_list, "", "", "signals, beginnings of signals, or parts; default bodies, joint coordinates, energies"},
    {"formulation", word, "auto|articulated-body|newton-euler|partitioned|divide-and-conquer", "", "default `auto`"},
    {"integrator", text, "", "", "`auto`, or one that `pintle info` names"},
    {"rtol", quantity, "1", "", "relative tolerance; default 1e-8, of ros2 1e-3"},
    {"atol", quantity, "1", "", "factor on the scales; default 0, of ros2 rtol"},
    {"dt", quantity, "s", "", "step of fixed-step methods; first step of the others"},
    {"max_step", quantity, "s", "", "default none"},
    {"stabilization", word, "auto|off|baumgarte|projection", "", "what keeps constraints from drifting; default `auto`"},
    {"threads", whole, "1", "",
     "at most that many share an evaluation, where they pay; the numbers do not depend on it; default one for each processor"},
};

constexpr NamedSchema first_schemas[] = {
    {"model", "The model file", &top},
    {"function", "A function", &function},
    {"particles", "Particles", &particles},
    {"pairs", "Pairs of particles", &pairs},
    {"body", "A body", &body},
    {"group_body", "A body made of particles", &group_body},
    {"inertia", "Inertia by its elements", &schema::inertia},
    {"quaternion", "A quaternion", &quaternion},
    {"shape", "A shape", &shape},
    {"cylinder", "A cylinder", &cylinder_shape},
    {"prism", "A prism", &prism_shape},
    {"point", "A point", &point},
    {"joint", "A joint", &joint},
    {"rotation_spring", "Spring of a rotation", &rotation_spring},
    {"translation_spring", "Spring of a translation", &translation_spring},
    {"rotation_limits", "Limits of a rotation", &rotation_limits},
    {"translation_limits", "Limits of a translation", &translation_limits},
    {"rotation_friction", "Friction of a rotation", &rotation_friction},
    {"translation_friction", "Friction of a translation", &translation_friction},
    {"rotation_motor", "Motor of a rotation", &rotation_motor},
    {"translation_motor", "Motor of a translation", &translation_motor},
    {"rotation_driven", "A driven rotation", &rotation_driven},
    {"translation_driven", "A driven translation", &translation_driven},
    {"constraint", "A constraint", &constraint},
    {"velocity_row", "A row of a velocity constraint", &velocity_row},
};
constexpr NamedSchema last_schemas[] = {
    {"controller", "A controller", &controller},
    {"body_start", "Start of a floating body", &body_start},
    {"lower_onto", "Setting a body down", &lower_onto},
    {"rotation_start", "Start of a rotation", &rotation_start},
    {"translation_start", "Start of a translation", &translation_start},
    {"rotation_guess", "Guess of a rotation", &rotation_guess},
    {"translation_guess", "Guess of a translation", &translation_guess},
    {"ball_start", "Start of a ball or free joint", &ball_start},
    {"event", "An event", &event},
    {"impulse", "The action `impulse`", &impulse},
    {"rotation_latch", "The action `lock` with a latch that gives way, of a rotation", &rotation_latch},
    {"translation_latch", "The same of a translation", &translation_latch},
    {"closing", "The action `close` with a map", &closing},
    {"measure", "A measure", &measure},
    {"run", "The run", &run},
    {"group", "A group of `repeat`", &group},
    {"turn", "The turn of a group", &turn},
};

}  // namespace

constinit const Schema top = top_keys, group = group_keys, turn = turn_keys, function = function_keys, point = point_keys;
constinit const Schema group_body = group_body_keys, particles = particles_keys, pairs = pairs_keys;
constinit const Schema body = body_keys, shape = shape_keys, cylinder_shape = cylinder_keys, prism_shape = prism_keys;
constinit const Schema inertia = inertia_keys, quaternion = quaternion_keys;
constinit const Schema velocity_row = velocity_row_keys, controller = controller_keys;
constinit const Schema body_start = body_start_keys, ball_start = ball_start_keys, lower_onto = lower_onto_keys;
constinit const Schema rotation_start = rotation_start_keys, translation_start = translation_start_keys;
constinit const Schema rotation_guess = rotation_guess_keys, translation_guess = translation_guess_keys;
constinit const Schema impulse = impulse_keys, closing = closing_keys;
constinit const Schema rotation_latch = rotation_latch_keys, translation_latch = translation_latch_keys;
constinit const Schema event = event_keys, measure = measure_keys, run = run_keys;

const std::vector<NamedSchema>& all() {
  static const std::vector<NamedSchema> rows = [] {
    std::vector<NamedSchema> list(std::begin(first_schemas), std::end(first_schemas));
    add_element_schemas(list);
    list.insert(list.end(), std::begin(last_schemas), std::end(last_schemas));
    return list;
  }();
  return rows;
}

}  // namespace pintle::schema
