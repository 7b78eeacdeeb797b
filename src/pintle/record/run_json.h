#pragma once
#include <optional>
#include <string>
#include <vector>

#include "pintle/record/case_origin.h"
#include "pintle/record/check_result.h"
#include "pintle/record/momentum_watch.h"
#include "pintle/record/observer.h"

/// The JSON of a run directory. Numbers are SI and come back to the bit; what is not finite is
/// null. A joint with one direction is {"angle", "rate"} or {"displacement", "velocity"}; with several it has such an
/// entry per direction; a ball's rotation is {"orientation", "angular_velocity"}, of the child relative to the parent,
/// the rate in M's axes; a weld is {}.
namespace pintle {

/// One line of events.jsonl, without its end.
std::string make_event_line(const System& system, const Parameters<double>& p, const EventLog& log);

/// summary.json. Momentum is there only for systems that nothing outside pushes, `check` only if it was asked for.
std::string make_summary_text(const System& system, const Parameters<double>& p, const RunSummary& summary,
                              const std::optional<MomentumDrift>& drift, const std::optional<CheckResult>& check = {});

/// What manifest.json tells.
struct Manifest {
  std::string model_file, model_name;
  int bodies = 0, joints = 0, contacts = 0;
  std::vector<std::string> command;
  RunPart run;         // as asked, after --set
  std::string reason;  // why this formulation, if `auto` picked it
  std::optional<std::uint64_t> seed;
  std::string started, finished;       // UTC, ISO 8601; not finished: empty
  std::vector<std::string> resumed{};  // likewise, each time
  std::optional<CaseOrigin> origin{};  // of a case of a study
  double wall_seconds = 0;
};
std::string make_manifest_text(const Manifest& manifest);

/// Now, in UTC: "2024-05-01T12:30:00Z".
std::string utc_now();

}  // namespace pintle
