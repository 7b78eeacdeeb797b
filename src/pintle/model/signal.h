#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

class NameTable;

/// What a signal is about. `index` is a body, joint, force or contact; `component` counts within the quantity, and
/// `norm_component` is the length of the vector.
enum class SignalKind : std::uint8_t {
  time,
  // of a body: components x y z (world axes; the angular ones in body axes), w x y z, xx xy … zz
  position,
  velocity,
  acceleration,
  orientation,
  attitude,
  angular_velocity,
  angular_acceleration,
  tilt,            // angle of body z to up
  roll_pitch_yaw,  // 3-2-1: R_WB = Rz(yaw) Ry(pitch) Rx(roll)
  body_energy,     // kinetic, and in the field of gravity
  // of a joint: component is a direction, 0 … 5 for tx … rz
  coordinate,
  coordinate_rate,          // a ball's rotations: angular velocity of M in F, in M's axes
  coordinate_acceleration,  // a ball's rotations: angular acceleration in M's axes
  joint_rotation,           // w x y z of a ball, M in F
  load,                     // fx fy fz mx my mz, then force moment axial radial torsion bending
  reaction,                 // tx ty tz rx ry rz, then force moment
  impulse,                  // as load; zero but in the row after an event
  multiplier,               // of a constraint: component is the row
  // of a point: world axes; the specific force (what an accelerometer there reads) in the axes of its body
  point_position,
  point_velocity,
  point_acceleration,
  specific_force,  // acceleration less gravity
  contact,         // component: in the signals of its kind (math/element.h)
  force,           // likewise
  // of the whole
  kinetic_energy,
  potential_energy,
  total_energy,
  dissipated_energy,
  momentum,
  angular_momentum,  // about the world's origin
  constraint_error,  // position, velocity
  freedoms,
  user  // index: in the model's `signals`
};

inline constexpr int norm_component = -1;
inline constexpr int angular_norm_component = -2;  // of a ball's angular velocity, beside that of its displacement's

/// One number of a run, addressed.
struct Signal {
  SignalKind kind = SignalKind::time;
  int index = -1;
  int component = 0;
  std::string name;      // "elbow.angle"
  std::string unit;      // "rad", "1"
  bool is_flag = false;  // true or false
};

/// The vocabulary (docs/format.md section 7), the same for outputs, events and plots:
///
///     time
///     <body>     .position .velocity .acceleration .angular_velocity .angular_acceleration, each .x .y .z
///                .orientation.w … .z   .attitude.xx … .zz   .tilt .roll .pitch .yaw .energy
///     <joint>    .angle .rate .displacement .velocity .acceleration, with .rx … .tz where the type has several
///                directions; a ball: .orientation.w … .z (M in F), .rate.rx .ry .rz (M's axes)
///                .load.fx … .mz .force .moment .axial .radial .torsion .bending (axial, torsion: M's z)
///                .reaction.tx … .rz   .impulse as .load
///     <constraint> .reaction, with .<row> where rows have names: the multiplier, on the second body
///     <point>    .position .velocity .acceleration .specific_force, each .x .y .z
///     <contact>, <force>  what its kind says: .normal_force .friction_force .slip_speed .penetration .touching; .force .power
///     system     .energy.kinetic .potential .total .dissipated   .momentum .angular_momentum .x .y .z
///                .constraint_error.position .velocity   .freedoms
///     <signal>   a user's own
///
/// By their full name only: `.norm` of a vector (a joint's: .displacement, .velocity, a ball's .rate); a joint's direction with
/// its suffix where there is one alone (`elbow.angle.rz`), or where the type constrains it (`pin.displacement.tx`); angles
/// `.angle.rx …` of a ball, which are those of its sequence; `.reaction.force`, `.reaction.moment`.

/// All signals of a model, in file order, without those that have a full name only.
std::vector<Signal> make_signals(const NameTable& names);

/// The signals that a name means: one signal, or all with that prefix. A bare body or point means its motion: place,
/// attitude, velocities and accelerations; a bare joint its coordinates, rates and accelerations. Empty if there is none.
std::vector<Signal> find_signals(const NameTable& names, std::string_view name);
/// The default of `record`: bodies, joint coordinates, energies.
std::vector<Signal> default_signals(const NameTable& names);

}  // namespace pintle
