#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pintle/base/archive.h"
#include "pintle/integrators/problem.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"
#include "pintle/views/instant.h"
#include "pintle/views/jump.h"
#include "pintle/views/partition_counts.h"
#include "pintle/views/view.h"

namespace pintle {

class Team;

/// How drift of constraints is held down. Rows hold accelerations, so positions and velocities drift; Baumgarte's terms pull
/// them back along the way, a projection puts them back after every accepted step.
enum class Stabilization { off, baumgarte, projection };

/// How well the rows decide the motion.
struct Conditioning {
  int rank = 0;          // of the rows that close loops, and of constraints
  double condition = 1;  // 1/sine of the least angle between a row that counts and those before it, in the sense of the masses
  bool in_full = true;   // rows that count do so in full: none is being let go
};

/// One formulation on one plan for one run: y ↔ State, accelerations, loads, jumps. It owns its workspace.
template <class T>
class Kernel : public Problem<T> {
 public:
  /// y → the carrier; fills every list of the state (joints, poses, velocities, element states, modes).
  virtual void store(const T& t, std::span<const T> y, State<T>& state) const = 0;
  /// The carrier → y; takes over held values, turns and modes.
  virtual void load(const State<T>& state, std::span<T> y) = 0;
  /// Poses, velocities, accelerations, loads: as asked.
  virtual void update_view(const T& t, std::span<const T> y, Needs needs, View<T>& view) = 0;
  /// The velocities after the structure became this kernel's: M (V⁺ − V⁻) = Gᵀ Λ + applied, from the state before it
  /// (poses, V⁻ of all bodies, joint positions). Writes V_WB and the joints' rates of the state.
  virtual void update_jump(std::span<const Impulse> applied, State<T>& state, JumpRecord<T>& record) = 0;
  JumpRecord<T> update_jump(std::span<const Impulse> applied, State<T>& state) {
    JumpRecord<T> record;
    update_jump(applied, state, record);
    return record;
  }
  /// The structure has changed to this kernel's from that of another one of the same run: what stays is taken over, if it can be.
  virtual void follow(Kernel& /*before*/) {}
  /// Parts of the equations that changes of structure have made anew, since the kernel was made.
  virtual long reassembled() const { return 0; }
  /// What partitioning took since the kernel was made, or its counts were forgotten.
  virtual PartitionCounts partition_counts() const { return {}; }
  virtual void forget_counts() {}
  /// After `set`, or a new case on the same plan: read all slots again.
  virtual void update_parameters() = 0;
  /// What pushes bodies besides laws and elements, and is conservative: by BodyIndex, about mass centres, world axes. It is read
  /// where it is in every evaluation from now on, of bodies that particles ride on (Structure::whole).
  void set_pushes(std::span<const Wrench<T>> pushes) { pushes_ = pushes; }
  /// accept() evaluates: what is pushed there has to be told before.
  virtual bool accepts_by_rates() const { return false; }
  /// Of a floating body's numbers in y: none changes. False: their places are those of the plan's layout.
  virtual bool hold_still(int /*link*/, std::span<T> /*rates*/) const { return false; }
  /// Takes effect with the next load().
  virtual void set_stabilization(Stabilization) {}
  /// Steps are cut where a contact touches: until then it does nothing (contact/contact.h).
  virtual void locate_touches() {}
  /// Who shares the work from now on; the bits do not depend on it.
  virtual void set_team(Team&) {}
  /// Of the rows at the last evaluation.
  virtual Conditioning conditioning() const { return {}; }
  /// How far rows that were left out at the last evaluation are from what its accelerations do, in parts of L ω² of their loops:
  /// rounding if they say nothing new, and more if no accelerations meet all rows.
  virtual double calc_unmet() const { return 0; }
  /// Of the rows at the last accepted state.
  virtual Conditioning accepted_conditioning() const { return {}; }
  /// Of the last accepted state, as the run goes on from it: after it was projected, if it was.
  virtual ConstraintError constraint_error() const { return {}; }
  /// A joint whose friction found no load at an evaluation since load() or accept() (structure/friction_loads.h); none: all did.
  virtual JointIndex jammed() const { return {}; }
  /// Work done by projections in accept() since load(), by mechanism [J].
  virtual std::span<const double> projection_work() const = 0;
  /// What accept() has remembered since load(). Loading it, after load() of the same state, gives the same kernel to the bit.
  virtual void archive(Archive& archive) = 0;

 protected:
  std::span<const Wrench<T>> pushes_;
};

/// A row in the table of formulations.
struct Formulation {
  std::string_view name, what;
  Coordinates family;
  /// Why it cannot run this structure; empty if it can.
  std::optional<std::string> (*why_not)(const System&, const Plan&);
  std::unique_ptr<Kernel<double>> (*make)(const System&, std::shared_ptr<const Plan>, const Parameters<double>&);
  bool takes_pushes = false;  // Kernel::set_pushes: particles may ride on its bodies
  int shared_from = 0;        // bodies from which two threads are faster than one (Kernel::set_team); 0: never
};

/// The same, of a system that may have particles (with_particles.h), which rows of the table know nothing of.
std::optional<std::string> why_not(const Formulation& formulation, const System& system, const Plan& plan);
std::unique_ptr<Kernel<double>> make_kernel(const Formulation& formulation, const System& system,
                                            std::shared_ptr<const Plan> plan, const Parameters<double>& p);

/// All of them, which judge each other where none is named.
std::span<const Formulation> formulations();
/// By name; "auto" picks. Null if there is none.
const Formulation* find_formulation(std::string_view name);

}  // namespace pintle
