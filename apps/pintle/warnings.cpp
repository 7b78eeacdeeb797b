#include "warnings.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/closure/assemble.h"
#include "pintle/closure/idle_drives.h"
#include "pintle/closure/statics.h"
#include "pintle/closure/tilted_axes.h"
#include "pintle/model/foreseen.h"
#include "survey.h"

namespace pintle {
namespace {

using Sentences = std::vector<std::string>;

void note_floating(const LoadedModel& loaded, Sentences& warnings) {
  for (const FloatingBase& base : find_floating(loaded.system)) {
    if (base.meant || loaded.system.particles.is_group(base.body)) continue;
    const std::string riders =
        base.riders.empty() ? "" : fmt::format(", with {} on it", count_text(base.riders.size(), "body", "bodies"));
    warnings.push_back(
        fmt::format("{}: nothing holds it: it floats freely{}; give it a joint, or its start under `initial` if "
                    "this is meant",
                    loaded.notes.where(where_of(PartKind::body, loaded.system.body(base.body).name)), riders));
  }
}

template <class Parts>
void note_inactive(const LoadedModel& loaded, const Parts& parts, PartKind kind, Sentences& warnings) {
  const ReadNotes& notes = loaded.notes;
  for (const auto& part : parts)
    if (!part.active && !is_woken(loaded.model, part.name))
      warnings.push_back(notes.where(where_of(kind, part.name)) + ": is declared inactive: it does nothing at the start");
}

void note_all_inactive(const LoadedModel& loaded, Sentences& warnings) {
  const Model& model = loaded.model;
  note_inactive(loaded, model.joints, PartKind::joint, warnings);
  note_inactive(loaded, model.constraints, PartKind::constraint, warnings);
  std::apply([&](const auto&... list) { (note_inactive(loaded, list, PartKind::force, warnings), ...); }, model.forces.lists);
  note_inactive(loaded, model.events, PartKind::event, warnings);
}

/// Drives that fight, and loops that cannot move because an axis is tilted.
void note_loops(const LoadedModel& loaded, Sentences& warnings) {
  const System& system = loaded.system;
  const Structure structure = make_structure(system);
  if (!has_closings(system, structure)) return;
  const std::vector<TiltedAxis> tilted = find_tilted_axes(system, system.nominal, structure);
  const bool driven = system.drivers.size() > 1 || (!system.drivers.empty() && !system.constraints.empty());
  if (tilted.empty() && !driven) return;
  const State<double> start = make_start(system, system.nominal, structure);
  for (const IdleDrive& idle : find_idle_drives(system, system.nominal, structure, start)) {
    const Driver& driver = system.drivers[idle.driver];
    warnings.push_back(fmt::format("{}: {}: where their laws do not agree, the run fails; take one of them out",
                                   loaded.notes.where(where_of(PartKind::joint, system.joint(driver.joint).name) + ".driven"),
                                   idle_text(system, idle)));
  }
  if (tilted.empty()) return;
  Statics statics(system, structure);
  statics.update(system.nominal, start);
  if (statics.freedoms() > 0) return;
  for (const TiltedAxis& one : tilted)
    warnings.push_back(fmt::format("{}: {}; nothing can move",
                                   loaded.notes.where(where_of(PartKind::joint, system.joint(one.joint).name) + ".axis"),
                                   tilt_text(system, one)));
}

/// Tables of time that end the run.
void note_tables(const LoadedModel& loaded, Sentences& warnings) {
  const double until = loaded.model.run.until;
  for (const TableRecord& table : loaded.system.tables)
    if (table.outside == Outside::error && table.of_time && (table.high < until || table.low > 0))
      warnings.push_back(fmt::format(
          "{}: has points from {:.6g} s to {:.6g} s, and the run goes on to {:.6g} s; with `outside: error` it fails where it "
          "needs more",
          loaded.notes.where("functions." + table.name), table.low, table.high, until));
}

/// Laws in which a step may jump over something, and a longest step that nobody gave.
void note_hidden(const LoadedModel& loaded, Sentences& warnings) {
  if (loaded.model.run.max_step) return;
  for (const Origin& law : loaded.system.living.origins)
    if (law.hides && !law.where.empty())
      warnings.push_back(fmt::format(
          "{}: {} is a function of time and motion in one, or a bell of the motion: what is shorter in it than a step "
          "cannot be seen in advance; if there is such a thing, give run.max_step",
          loaded.notes.where(law.where), law.text));
}

/// Laws that jump with a speed: they hold the motion where they turn, and no step is short enough.
void note_chatter(const LoadedModel& loaded, Sentences& warnings) {
  for (const Origin& law : loaded.system.living.origins)
    if (is_speed(law.turns) && !law.where.empty())
      warnings.push_back(fmt::format(
          "{}: {} jumps with {}: where that comes to rest it jumps back and forth, in ever shorter steps; use a friction "
          "law in its place, or one that turns smoothly, as tanh does",
          loaded.notes.where(law.where), law.text, law.turns));
}

}  // namespace

std::vector<FloatingBase> find_floating(const System& system) {
  const Topology tree = make_topology(system, make_structure(system));
  std::vector<FloatingBase> bases;
  std::vector<std::size_t> place(system.bodies.size(), 0);  // 1 + its place in `bases`; 0: on the world
  for (std::size_t i = 1; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    const bool base = !link.joint.exists();
    std::size_t& own = place[link.body.i];
    if (base) {
      bases.push_back({link.body, {}, system.start.base_given[link.body.i]});
      own = bases.size();
      continue;
    }
    own = place[tree.links[link.parent].body.i];
    if (own > 0) bases[own - 1].riders.push_back(link.body);
  }
  const auto hold = [&](BodyIndex a, BodyIndex b) {
    const std::size_t i = place[a.i], j = place[b.i];
    if (i == j) return;
    for (std::size_t k : {i, j})
      if (k > 0) bases[k - 1].meant = true;
  };
  for (const ConstraintRecord& constraint : system.constraints)
    for (BodyIndex b : constraint.bodies) hold(b, constraint.bodies.front());
  system.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind& element) {
    if constexpr (Kind::pushed == 2)
      hold(element.bodies[0], element.bodies[1]);
    else if (Kind::has_mode)
      hold(element.bodies[0], world);
  });
  return bases;
}

std::vector<std::string> find_warnings(const LoadedModel& loaded) {
  Sentences warnings = loaded.notes.warnings;
  note_floating(loaded, warnings);
  note_all_inactive(loaded, warnings);
  note_loops(loaded, warnings);
  note_tables(loaded, warnings);
  note_hidden(loaded, warnings);
  note_chatter(loaded, warnings);
  return warnings;
}

}  // namespace pintle
