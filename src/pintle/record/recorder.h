#pragma once
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/record/checkpoint.h"
#include "pintle/record/output_file.h"
#include "pintle/record/run_directory.h"
#include "pintle/record/run_json.h"
#include "pintle/record/run_record.h"
#include "pintle/record/traces.h"

namespace pintle {

struct RecorderOptions {
  std::filesystem::path directory;
  bool force = false;                // take a directory that is not empty and not ours
  std::string model_file;            // as the user named it
  std::string model_text;            // resolved, runnable again
  std::vector<std::string> command;  // for the manifest
  RunPart run;                       // as asked, after --set; `record` names the signals of series.csv
  std::optional<std::uint64_t> seed;
  std::vector<Outline> outlines{};  // of bodies, for the picture
  bool resumes = false;             // goes on in the directory of a run, whose files are continued
  std::optional<CheckpointRhythm> checkpoints{};
  std::optional<CaseOrigin> origin{};  // the run repeats a case of a study
};

/// Writes one run directory while the run goes on. Rows and events reach the disk as they come,
/// whole; what is known only at the end is written under another name and renamed. When the disk refuses, the
/// recorder asks the run to stop, keeps what is there and tells it in problem().
class Recorder : public Observer {
 public:
  /// Prepares the directory and writes model.yaml, manifest.json and the head of series.csv; to resume a run its files stay as
  /// they are, until archive() has loaded how much of them counts. Throws Error for what
  /// the user can mend (a signal that does not exist; DirectoryError), WriteError for the disk. The
  /// system must outlive the recorder.
  Recorder(const System& system, RecorderOptions options);

  Needs row_needs() const override;
  bool wants_peaks() const override { return true; }
  void start(const System& system, const Parameters<double>& p) override;
  void take_numbers(const Parameters<double>& p) override { p_ = p; }
  void observe(const Instant& instant) override;
  void row(const Instant& instant) override;
  void sample(const Instant& instant) override { traces_.add_loads(instant.view); }
  void event(const EventLog& log) override;
  /// Writes loads.csv, load_sets.csv, picture.json, summary.json and the finished manifest.
  void finish(const RunSummary& summary) override;
  bool wants_stop() override { return !problem_.empty(); }
  bool wants_checkpoint(double t, bool last) override;
  void keep(double t, const std::string& memory) override;
  void archive(Archive& archive) override;
  /// After finish(): the result of a finer run goes into the record, and summary.json is written again.
  void add_check(const CheckResult& check);

  /// What the disk did; empty if all is well. The summary then says `failed`.
  const std::string& problem() const { return problem_; }
  /// As written, after finish().
  const std::string& summary_text() const { return summary_text_; }
  /// All that a page needs, after finish().
  const RunRecord& record() const { return record_; }

 private:
  template <class Write>
  void guard(Write write);
  void start_directory();
  void write_header();
  void note_event(const EventLog& log);

  const System& system_;
  RecorderOptions options_;
  std::vector<Signal> signals_;
  Parameters<double> p_;
  std::unique_ptr<RecordFile> series_, events_;
  Traces traces_;
  std::optional<MomentumWatch> momentum_;
  std::optional<Photographer> photographer_;
  Manifest manifest_;
  RunRecord record_;
  std::string problem_, summary_text_;
  double next_checkpoint_ = 0;                       // [s], if they have a rhythm
  std::chrono::steady_clock::time_point kept_last_;  // or by the clock
};

/// The signals of series.csv besides time: what `record` names, each once, or the default. Throws Error on a name that
/// means nothing.
std::vector<Signal> find_recorded_signals(const System& system, const std::vector<std::string>& record);

}  // namespace pintle
