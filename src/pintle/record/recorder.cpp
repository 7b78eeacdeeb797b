#include "pintle/record/recorder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "pintle/base/error.h"
#include "pintle/record/picture_json.h"

namespace pintle {
namespace {

std::vector<PartImpulse> impulses_of(const System& system, const EventLog& log) {
  std::vector<PartImpulse> all;
  const auto is_unique = [](const std::vector<NotUnique>& list, std::size_t i) { return i >= list.size() || !list[i].any(); };
  for (std::size_t j = 0; j < std::min(log.jump.impulse.size(), system.joints.size()); ++j)
    all.push_back(
        {system.joints[j].name, norm(log.jump.impulse[j].f), norm(log.jump.impulse[j].n), is_unique(log.uniqueness.joints, j)});
  if (log.jump.multiplier.empty()) return all;
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const ConstraintRecord& constraint = system.constraints[k];
    std::array<double, 2> squares{};  // of forces, of moments
    for (std::size_t r = 0; r < constraint.rows.size(); ++r) {
      const double x = log.jump.multiplier[static_cast<std::size_t>(constraint.first) + r];
      squares[constraint.angular[r]] += x * x;
    }
    all.push_back({constraint.name, std::sqrt(squares[0]), std::sqrt(squares[1]), is_unique(log.uniqueness.constraints, k)});
  }
  return all;
}

}  // namespace

std::vector<Signal> find_recorded_signals(const System& system, const std::vector<std::string>& record) {
  std::vector<Signal> found;
  if (record.empty()) found = default_signals(system.names);
  for (const std::string& name : record) {
    const std::vector<Signal> some = find_signals(system.names, name);
    if (some.empty()) throw Error("run.record", fmt::format("there is no signal '{}'; name a part or one of its signals", name));
    found.insert(found.end(), some.begin(), some.end());
  }
  std::unordered_set<std::string> seen;
  std::erase_if(found, [&](const Signal& s) { return s.facts().owner == SignalOwner::run || !seen.insert(s.name).second; });
  return found;
}

Recorder::Recorder(const System& system, RecorderOptions options)
    : system_(system),
      options_(std::move(options)),
      signals_(find_recorded_signals(system, options_.run.record)),
      traces_(system, signals_, options_.run.record) {
  manifest_ = {.model_file = options_.model_file,
               .model_name = system.name,
               .bodies = system.body_count() - 1,
               .joints = system.joint_count(),
               .contacts = system.elements.modes,
               .command = options_.command,
               .run = options_.run,
               .reason = "",
               .seed = options_.seed,
               .started = utc_now(),
               .finished = "",
               .resumed = {},
               .origin = options_.origin,
               .wall_seconds = 0};
  if (!options_.resumes) start_directory();
  const auto begin = options_.resumes ? RecordFile::Begin::as_it_is : RecordFile::Begin::empty;
  series_ = std::make_unique<RecordFile>(options_.directory / "series.csv", begin);
  events_ = std::make_unique<RecordFile>(options_.directory / "events.jsonl", begin);
  if (!options_.resumes) write_header();
  if (options_.checkpoints) next_checkpoint_ = options_.checkpoints->every;
  kept_last_ = std::chrono::steady_clock::now();

  record_.model_name = system.name;
  record_.model_file = options_.model_file;
  record_.model_text = options_.model_text;
  record_.bodies = system.body_count() - 1;
  record_.joints = system.joint_count();
  record_.contacts = system.elements.modes;
  record_.run = options_.run;
  record_.started = manifest_.started;
  record_.origin = options_.origin;
  for (const JointRecord& joint : system.joints) record_.joint_names.push_back(joint.name);
}

void Recorder::start_directory() {
  prepare_run_directory(options_.directory, options_.model_file, options_.force);
  write_whole(options_.directory / "manifest.json", make_manifest_text(manifest_));
  write_whole(options_.directory / "model.yaml", options_.model_text);
}

void Recorder::write_header() {
  std::string& out = series_->buffer();
  out += "time [s]";
  for (const Signal& s : signals_) out += fmt::format(",{} [{}]", s.name, s.unit);
  out += '\n';
  series_->flush();
}

/// What goes wrong on the disk is kept for the end; after the first problem nothing more is written.
template <class Write>
void Recorder::guard(Write write) {
  if (!problem_.empty()) return;
  try {
    write();
  } catch (const WriteError& problem) {
    problem_ = problem.what();
  }
}

Needs Recorder::row_needs() const {
  Needs needs = traces_.needs();
  if (photographer_) needs = needs | photographer_->needs();
  for (const Signal& s : signals_) needs = needs | needs_of(system_, s);
  return needs;
}

void Recorder::start(const System& /*system*/, const Parameters<double>& p) {
  p_ = p;
  momentum_.emplace(system_, p_);
  photographer_.emplace(system_, p_, options_.outlines);
}

void Recorder::observe(const Instant& instant) {
  momentum_->add(instant.view.state);
  photographer_->add(instant.view.state);
}

void Recorder::row(const Instant& instant) {
  traces_.add_loads(instant.view);
  traces_.add_row(system_, p_, instant);
  photographer_->add(instant);
  guard([&] {
    std::string& out = series_->buffer();
    append_number(out, instant.view.state.t);
    for (const Signal& s : signals_) {
      out += ',';
      append_number(out, calc_signal(system_, p_, s, instant));
    }
    out += '\n';
    series_->end_record();
  });
}

void Recorder::event(const EventLog& log) {
  note_event(log);
  photographer_->add_event(log.after, log.event);
  guard([&] {
    events_->buffer() += make_event_line(system_, p_, log);
    events_->buffer() += '\n';
    events_->flush();
    series_->flush();
  });
}

void Recorder::note_event(const EventLog& log) {
  add_event_row(record_.events,
                {log.time, log.event, log.cause, log.actions, log.freedoms_before, log.freedoms_after, log.kinetic_before,
                 log.kinetic_after, false, impulses_of(system_, log)},
                system_.length);
}

void Recorder::finish(const RunSummary& summary) {
  guard([&] { series_->close(); });
  guard([&] { events_->close(); });
  record_.summary = summary;
  record_.loads = summary.loads ? summary.loads : LoadTable(system_.joint_count());
  record_.panels = traces_.make_panels(*record_.loads, record_.joint_names);
  if (momentum_) record_.drift = momentum_->drift();
  if (photographer_) record_.picture = photographer_->make_picture(summary.final);

  // Even with a problem: what fits, fits. Small files often do where a long one did not.
  std::string first = problem_;
  const auto attempt = [&](const char* name, const std::string& text) {
    problem_.clear();
    guard([&] { write_whole(options_.directory / name, text); });
    if (first.empty()) first = problem_;
  };
  attempt("loads.csv", record_.loads->make_csv(record_.joint_names));
  attempt("load_sets.csv", record_.loads->make_sets_csv(record_.joint_names));
  if (record_.picture) attempt("picture.json", make_picture_text(*record_.picture, record_.panels, system_.length));
  manifest_.reason = summary.choice;
  manifest_.finished = utc_now();
  manifest_.wall_seconds = summary.wall_seconds;
  attempt("manifest.json", make_manifest_text(manifest_));
  if (!first.empty()) {
    record_.summary.status = Status::failed;
    record_.summary.message = first;
  }
  summary_text_ = make_summary_text(system_, p_, record_.summary, record_.drift);
  attempt("summary.json", summary_text_);
  problem_ = first;
}

void Recorder::add_check(const CheckResult& check) {
  record_.check = check;
  summary_text_ = make_summary_text(system_, p_, record_.summary, record_.drift, record_.check);
  guard([&] { write_whole(options_.directory / "summary.json", summary_text_); });
}

}  // namespace pintle
