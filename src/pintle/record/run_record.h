#pragma once
#include <optional>
#include <string>
#include <vector>

#include "pintle/record/case_origin.h"
#include "pintle/record/check_result.h"
#include "pintle/record/envelope.h"
#include "pintle/record/load_table.h"
#include "pintle/record/momentum_watch.h"
#include "pintle/record/observer.h"
#include "pintle/record/picture.h"

/// What a run leaves in memory for a page about it: bounded, whatever the length of the run. A run directory gives it
/// back (record/read_run.h).
namespace pintle {

struct Curve {
  std::string name;  // "elbow.angle"
  std::vector<Envelope::Point> points;
};

/// Curves of one unit in one picture.
struct Panel {
  std::string title, unit;  // "Joint angles", "rad"
  std::string note;         // what is not shown
  std::vector<Curve> curves;
};

/// What a joint or a constraint gave at an event.
struct PartImpulse {
  std::string part;
  double force = 0, moment = 0;  // lengths, of a joint at M's origin [N s], [N m s]
  bool unique = true;            // equilibrium decides every component
};

/// An event as a table shows it.
struct EventRow {
  double time = 0;
  std::string event, cause;
  std::vector<std::string> actions;
  int freedoms_before = 0, freedoms_after = 0;
  double kinetic_before = 0, kinetic_after = 0;
  bool with_last = false;             // it fired together with the one before: one jump for both
  std::vector<PartImpulse> impulses;  // the largest
};

/// What an event took of the kinetic energy [J]; 0 where it is rounding of what moves at any event of the run. A ratchet that stands
/// when it falls in has 1e-29 J, and loses all of it.
double calc_lost(const EventRow& event, const std::vector<EventRow>& all);

/// Appends an event as far as a page has room: the first few hundred, each with the few largest impulses, a moment counted as
/// a force at `length` [m]. Finds out whether it fired together with the one before.
void add_event_row(std::vector<EventRow>& rows, EventRow row, double length);

struct RunRecord {
  std::string model_name, model_file, model_text;
  int bodies = 0, joints = 0, contacts = 0;
  RunPart run;          // as asked
  std::string started;  // UTC
  std::optional<CaseOrigin> origin;
  RunSummary summary;
  std::optional<MomentumDrift> drift;
  std::vector<Panel> panels;
  std::vector<EventRow> events;  // the first few hundred; summary.counters.events counts all
  std::vector<std::string> joint_names;
  std::optional<LoadTable> loads;  // empty: they are not known
  std::optional<Picture> picture;
  std::optional<CheckResult> check;
  std::vector<std::string> notes;  // what is missing or damaged, a sentence each
};

}  // namespace pintle
