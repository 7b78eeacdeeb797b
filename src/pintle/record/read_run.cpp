#include "pintle/record/read_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "pintle/base/error.h"
#include "pintle/base/json.h"
#include "pintle/base/limits.h"
#include "pintle/math/elementary.h"
#include "pintle/record/csv.h"
#include "pintle/record/picture_json.h"
#include "pintle/record/run_directory.h"
#include "pintle/record/series_file.h"

namespace pintle {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_panels = 8, most_curves = 6;  // of series.csv, where nothing better is known

double real_at(const Json& json, const char* key) { return json.at(key).number_or_nan(); }
const std::string& text_at(const Json& json, const char* key) { return json.at(key).text(); }
int count_at(const Json& json, const char* key) { return static_cast<int>(json.at(key).whole()); }
std::optional<double> optional_at(const Json& json, const char* key) {
  const Json& x = json.at(key);
  return x.is_null() ? std::nullopt : std::optional(x.number());
}

/// Of a joint fx … mz; of a constraint one number or a number by row, each with its unit.
PartImpulse read_impulse(const std::string& part, const Json& json) {
  if (const Json* reaction = json.find("reaction")) {
    PartImpulse impulse{part};
    const auto add = [&](const Json& value, const Json& unit) {
      double& sum = unit.text() == "N*s" ? impulse.force : impulse.moment;
      sum = hypot(sum, value.number_or_nan());
    };
    const Json& unit = json.at("unit");
    if (const auto* rows = std::get_if<Json::Members>(&reaction->value()))
      for (const auto& [row, value] : *rows) add(value, unit.at(row));
    else
      add(*reaction, unit);
    return impulse;
  }
  return {part, hypot(real_at(json, "fx"), real_at(json, "fy"), real_at(json, "fz")),
          hypot(real_at(json, "mx"), real_at(json, "my"), real_at(json, "mz"))};
}

EventRow read_event(const Json& json) {
  EventRow e;
  e.time = real_at(json, "time");
  e.event = text_at(json, "event");
  e.cause = text_at(json, "cause");
  e.actions = json.at("actions").texts();
  e.freedoms_before = count_at(json.at("freedoms"), "before");
  e.freedoms_after = count_at(json.at("freedoms"), "after");
  e.kinetic_before = real_at(json.at("kinetic_energy"), "before");
  e.kinetic_after = real_at(json.at("kinetic_energy"), "after");
  for (const auto& [part, impulse] : json.at("impulses").members()) e.impulses.push_back(read_impulse(part, impulse));
  if (const Json* open = json.find("not_unique"))
    for (const std::string& component : open->texts())
      for (PartImpulse& impulse : e.impulses) impulse.unique = impulse.unique && !component.starts_with(impulse.part + ".");
  return e;
}

Status read_status(const std::string& name) {
  for (Status s : {Status::completed, Status::stopped, Status::failed, Status::interrupted})
    if (name_of(s) == name) return s;
  throw Error("status", name);
}

Ledger read_accounts(const Json& json) {
  Ledger l;
  l.kinetic = real_at(json, "kinetic");
  l.potential = real_at(json, "potential");
  l.integral = {real_at(json, "dissipated"), real_at(json, "applied"), 0, 0};
  l.events = real_at(json, "events");
  l.projection = real_at(json, "projection");
  l.integral[static_cast<std::size_t>(Account::stabilization)] = real_at(json, "stabilization");
  return l;
}

void read_closure(const Json& json, RunSummary& s) {
  s.stabilization = text_at(json, "stabilization");
  s.closure.any = true;
  s.closure.rows = count_at(json, "rows");
  s.closure.redundant = count_at(json, "redundant");
  s.closure.worst_condition = real_at(json.at("worst_condition"), "value");
  s.closure.worst_time = real_at(json.at("worst_condition"), "time");
  s.closure.singular_count = json.at("singular_passages").whole();
  for (const Json& one : json.at("singular").values())
    s.closure.singular.push_back({real_at(one, "time"), real_at(one, "condition")});
  if (!json.find("stretches_without_loads")) return;  // of a run before there were any
  s.closure.left_out_count = json.at("stretches_without_loads").whole();
  for (const Json& one : json.at("without_loads").values())
    s.closure.left_out.push_back({real_at(one, "from"), real_at(one, "to")});
}

CheckResult read_check(const Json& json) {
  return {.rtol = real_at(json, "rtol"),
          .dt = json.find("dt") ? real_at(json, "dt") : nan,
          .position = real_at(json, "position"),
          .attitude = real_at(json, "attitude"),
          .velocity = real_at(json, "velocity"),
          .angular_velocity = real_at(json, "angular_velocity"),
          .peak_force = real_at(json, "peak_force"),
          .peak = json.find("peak") ? real_at(json.at("peak"), "difference") : nan,
          .peak_of = json.find("peak") ? text_at(json.at("peak"), "of") : "",
          .share = json.find("share") ? real_at(json, "share") : nan,
          .body = json.find("body") ? text_at(json, "body") : "",
          .message = json.find("message") ? text_at(json, "message") : ""};
}

/// One folder, file by file. Each reading writes only what it has read to its end.
class RunReader {
 public:
  explicit RunReader(fs::path folder) : folder_(std::move(folder)) {}

  RunRecord read() {
    read_manifest();
    record_.model_text = text_of("model.yaml");
    read_summary();
    const double length = read_picture();
    read_events(length);
    read_loads();
    return std::move(record_);
  }

 private:
  void note(const std::string& sentence) { record_.notes.push_back(sentence); }

  std::string text_of(const char* name) {
    std::ifstream in(folder_ / name, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    if (!in) note(fmt::format("{} is not there", name));
    return text.str();
  }

  /// Reads JSON with `take`; a text that is missing has its note already.
  template <class Take>
  bool take_json(const char* name, Take take) {
    const std::string text = text_of(name);
    if (!fs::exists(folder_ / name)) return false;
    try {
      take(read_json(text));
      return true;
    } catch (const Error&) {
      note(fmt::format("{} is damaged and was left out", name));
      return false;
    }
  }

  void read_manifest() {
    take_json("manifest.json", [&](const Json& json) {
      RunRecord r;
      const Json &model = json.at("model"), &options = json.at("options");
      r.model_file = text_at(model, "file");
      r.model_name = text_at(model, "name");
      r.bodies = model.find("bodies") ? count_at(model, "bodies") : 0;
      r.joints = model.find("joints") ? count_at(model, "joints") : 0;
      r.contacts = model.find("contacts") ? count_at(model, "contacts") : 0;
      r.run.until = real_at(options, "until");
      r.run.output_every = optional_at(options, "output_every");
      r.run.record = options.at("record").texts();
      r.run.formulation = r.summary.formulation = text_at(options, "formulation");
      r.run.integrator = r.summary.integrator = text_at(options, "integrator");
      r.run.rtol = real_at(options, "rtol");
      r.run.atol = optional_at(options, "atol");
      r.run.dt = optional_at(options, "dt");
      r.run.max_step = optional_at(options, "max_step");
      r.summary.choice = text_at(options, "formulation_reason");
      r.started = text_at(json.at("times"), "started");
      if (const Json* const study = json.find("study"))
        r.origin = {text_at(*study, "store"), text_at(*study, "page"), static_cast<std::uint64_t>(study->at("case").whole())};
      record_ = std::move(r);
    });
  }

  static MeasureValue read_measure(const Json& summary, const std::string& name, const Json& value) {
    if (std::holds_alternative<bool>(value.value())) return {name, "1", value.flag() ? 1.0 : 0.0, true};
    const Json* const units = summary.find("measure_units");
    const Json* const unit = units ? units->find(name) : nullptr;
    return {name, unit ? unit->text() : "", value.number_or_nan(), false};
  }

  void read_summary() {
    const bool there = take_json("summary.json", [&](const Json& json) {
      RunSummary s;
      s.choice = record_.summary.choice;
      s.status = read_status(text_at(json, "status"));
      s.time = real_at(json, "time");
      s.message = text_at(json, "message");
      s.formulation = text_at(json, "formulation");
      s.integrator = text_at(json, "integrator");
      if (json.find("integrator_reason")) s.integrator_choice = text_at(json, "integrator_reason");
      if (json.find("rtol")) s.rtol = real_at(json, "rtol");
      s.wall_seconds = real_at(json, "wall_seconds");
      const Json &counters = json.at("counters"), &energy = json.at("energy"), &constraints = json.at("constraints");
      s.counters = {counters.at("steps").whole(),
                    counters.at("rejected").whole(),
                    counters.at("evaluations").whole(),
                    counters.at("events").whole(),
                    counters.at("plans").whole(),
                    counters.at("allocations").whole(),
                    counters.find("reassembled") ? counters.at("reassembled").whole() : 0};
      s.energy_initial = real_at(energy, "initial");
      s.energy_final = real_at(energy, "final");
      s.dissipated = real_at(energy, "dissipated");
      s.balance_error = real_at(energy, "balance_error");
      s.drift_error = energy.find("drift_error") ? real_at(energy, "drift_error") : 0;
      if (energy.find("made_by_ground")) s.ground_made = real_at(energy, "made_by_ground");
      if (const Json* vague = energy.find("vague_accounts"))
        for (const auto& [name, one] : vague->members())
          s.vague_accounts.push_back({name, real_at(one, "work"), real_at(one, "error")});
      s.constraints = {real_at(constraints, "max_position_error"), real_at(constraints, "max_velocity_error")};
      s.accounts = read_accounts(json.at("accounts"));
      if (const Json* faint = json.find("faint_joints"))
        for (const Json& one : faint->values())
          s.faint_joints.push_back({text_at(one, "joint"), text_at(one, "unit"), real_at(one, "moved"),
                                    real_at(one, "bodies_moved"), one.find("rounding_of") ? real_at(one, "rounding_of") : 0});
      if (const Json* measures = json.find("measures"))
        for (const auto& [name, value] : measures->members()) s.measures.push_back(read_measure(json, name, value));
      if (const Json* silent = json.find("silent_events")) s.silent_events = silent->texts();
      if (constraints.find("rows")) read_closure(constraints, s);
      if (const Json* partition = json.find("partition"))
        s.partition = {partition->at("repartitions").whole(), partition->at("stages").whole(),
                       partition->at("newton_iterations").whole(), partition->at("most_newton_iterations").whole(),
                       real_at(*partition, "worst_condition")};
      if (const Json* drift = json.find("momentum"))
        record_.drift = MomentumDrift{real_at(*drift, "linear_drift"), real_at(*drift, "angular_drift")};
      if (const Json* check = json.find("check")) record_.check = read_check(*check);
      record_.summary = s;
    });
    if (there) return;
    RunSummary& s = record_.summary;
    s.status = Status::interrupted;
    s.message = "How it ended is not known: there is no summary of this run. It was killed, or it is still going on.";
    s.time = s.energy_initial = s.energy_final = s.dissipated = s.balance_error = nan;
    s.constraints = {nan, nan};
    s.counters.allocations = -1;
    has_summary_ = false;
  }

  /// Returns the length that weighs moments.
  double read_picture() {
    const std::string text = text_of("picture.json");
    if (std::optional<PictureFile> file = read_picture_text(text)) {
      record_.picture = std::move(file->picture);
      record_.panels = std::move(file->panels);
      return file->length;
    }
    if (!text.empty()) note("picture.json is damaged and was left out");
    read_series();
    return 1;
  }

  /// The first signals of each kind, where nobody chose any.
  void read_series() {
    try {
      const std::vector<SeriesColumn> columns = read_series_columns(folder_ / "series.csv");
      std::vector<std::size_t> wanted;
      std::vector<std::size_t> panel_of;
      for (std::size_t c = 1; c < columns.size(); ++c) {
        const std::size_t panel = find_panel(columns[c]);
        if (panel == record_.panels.size()) continue;
        record_.panels[panel].curves.push_back({columns[c].name, {}});
        wanted.push_back(c);
        panel_of.push_back(panel);
      }
      SeriesCurves read = read_series_curves(folder_ / "series.csv", wanted);
      std::vector<std::size_t> filled(record_.panels.size(), 0);
      for (std::size_t k = 0; k < wanted.size(); ++k)
        record_.panels[panel_of[k]].curves[filled[panel_of[k]]++].points = std::move(read.curves[k]);
      if (!has_summary_) record_.summary.time = read.last_time;
      if (read.damaged > 0)
        note(fmt::format("series.csv: {} damaged and left out", read.damaged == 1 ? "a row is" : "some rows are"));
    } catch (const Error&) {
      record_.panels.clear();
      note(fs::exists(folder_ / "series.csv") ? "series.csv is damaged and was left out" : "series.csv is not there");
    }
  }

  /// The panel of a signal, by its quantity ("angle" of elbow.angle) and unit; past the last one if there is no room.
  std::size_t find_panel(const SeriesColumn& column) {
    const std::size_t dot = column.name.find('.');
    std::string title = dot == std::string::npos ? column.name : column.name.substr(dot + 1);
    title = title.substr(0, title.find('.'));
    std::ranges::replace(title, '_', ' ');
    if (title == "orientation") return record_.panels.size();
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    for (std::size_t k = 0; k < record_.panels.size(); ++k) {
      Panel& panel = record_.panels[k];
      if (panel.title != title || panel.unit != column.unit) continue;
      if (panel.curves.size() < most_curves) return k;
      panel.note = fmt::format("the first {}", most_curves);
      return record_.panels.size();
    }
    if (record_.panels.size() >= most_panels) return record_.panels.size();
    record_.panels.push_back({title, column.unit, "", {}});
    return record_.panels.size() - 1;
  }

  void read_events(double length) {
    const std::string text = text_of("events.jsonl");
    std::string_view rest = text, line;
    long damaged = 0, events = 0;
    while (take_line(rest, line)) {
      try {
        add_event_row(record_.events, read_event(read_json(line)), length);
        ++events;
      } catch (const Error&) {
        ++damaged;
      }
    }
    if (damaged > 0) note(fmt::format("events.jsonl: {} damaged and left out", damaged == 1 ? "a line is" : "some lines are"));
    if (!has_summary_) record_.summary.counters.events = events;
  }

  void read_loads() {
    const std::string loads = text_of("loads.csv"), sets = text_of("load_sets.csv");
    if (loads.empty() || sets.empty()) return;
    record_.loads = LoadTable::read(loads, sets, record_.joint_names);
    if (!record_.loads) note("loads.csv or load_sets.csv is damaged: peak loads are left out");
  }

  fs::path folder_;
  RunRecord record_;
  bool has_summary_ = true;
};

}  // namespace

RunRecord read_run(const fs::path& folder) {
  if (!fs::is_directory(folder)) throw Error(folder.string(), "there is no such directory");
  if (!is_run_directory(folder))
    throw Error(folder.string(), "the directory holds no run: its manifest.json is missing or not ours");
  return RunReader(folder).read();
}

}  // namespace pintle
