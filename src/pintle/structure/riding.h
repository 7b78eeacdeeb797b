#pragma once
#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

/// Particles and the bodies that they make (system/particle_record.h), in the carrier.
namespace pintle {

/// Bodies that are absent are where their groups are, as calc_aggregate() has it, in the world's axes: who reads their motion
/// reads the mean motion of the group, and a body that is gathered has it already.
void place_absent(const System& system, const Structure& structure, State<double>& state);

/// Particles that ride have the velocities of their places.
void update_riding(const System& system, const Structure& structure, State<double>& state);
/// The same, carried from where bodies were.
void carry_along(const System& system, const Structure& structure, const std::vector<Pose<double>>& before, State<double>& state);

/// A group becomes its body: in a state where place_absent() has put it, its particles ride. Writes its inertia.
void gather(const System& system, BodyIndex body, Parameters<double>& p, State<double>& state);

/// Nothing holds, pushes or strikes what is not there. Throws Error.
void check_absent(const System& system, const Structure& structure);
void check_present(const System& system, const Structure& structure, BodyIndex body, const std::string& who);

/// What the particles bring, less what absent bodies do not have.
int count_particle_freedoms(const System& system, const Structure& structure);

}  // namespace pintle
