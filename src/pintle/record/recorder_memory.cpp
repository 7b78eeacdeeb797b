#include <cmath>

#include "pintle/record/recorder.h"

/// Checkpoints of a recorded run: when they are due, where they go, and what the recorder itself remembers.
namespace pintle {

bool Recorder::wants_checkpoint(double t, bool last) {
  if (!options_.checkpoints || !problem_.empty()) return false;
  if (last) return true;
  if (options_.checkpoints->every > 0) return t >= next_checkpoint_;
  return std::chrono::steady_clock::now() - kept_last_ >= std::chrono::minutes(1);
}

/// A disk that is full ends the run, and the checkpoint before this one still goes with the files.
void Recorder::keep(double t, const std::string& memory) {
  if (!problem_.empty()) return;
  try {
    write_checkpoint(options_.directory / "checkpoint", {name_of_program(), options_.model_text, t, options_.run.until, memory});
  } catch (const WriteError& problem) {
    problem_ = problem.what();
  }
  kept_last_ = std::chrono::steady_clock::now();
  if (const double every = options_.checkpoints ? options_.checkpoints->every : 0; every > 0)
    next_checkpoint_ = every * (std::floor(t / every) + 1);
}

void Recorder::archive(Archive& archive) {
  try {
    archive("record", *series_, *events_);
  } catch (const WriteError& problem) {
    if (archive.is_loading()) throw;
    problem_ = problem.what();
  }
  archive("seen", traces_, *momentum_, *photographer_, record_.events, record_.started);
  archive("manifest", manifest_.model_file, manifest_.command, manifest_.started, manifest_.resumed);
  if (!archive.is_loading()) return;
  manifest_.resumed.push_back(utc_now());
  record_.model_file = manifest_.model_file;
  write_whole(options_.directory / "manifest.json", make_manifest_text(manifest_));
  write_whole(options_.directory / "model.yaml", options_.model_text);
}

}  // namespace pintle
