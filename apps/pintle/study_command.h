#pragma once
#include <functional>
#include <string>
#include <vector>

namespace pintle {

struct StudyCommand {
  std::string file, out, shard;
  int jobs = 0;   // 0: as many as there are processors
  int slurm = 0;  // print a script for an array of so many jobs, and run nothing
  bool quiet = false;
  std::vector<std::string> command{};
};

/// `pintle study`: runs a study, or goes on with it. Returns the exit code.
int run_study_file(const StudyCommand& command);

struct StudyStatusCommand {
  std::string store;
};
/// `pintle study status`.
int tell_study_status(const StudyStatusCommand& command);

struct StudyExportCommand {
  std::string store, csv;
};
/// `pintle study export`: a table, one line a case.
int export_study(const StudyExportCommand& command);

struct StudyMergeCommand {
  std::string out;
  std::vector<std::string> stores;
};
/// `pintle study merge`: the shards of a study in one store.
int merge_studies(const StudyMergeCommand& command);

/// What `act` answers; a mistake that it throws becomes sentences and an exit code.
int with_sentences(const std::function<int()>& act);

/// Where a study keeps its results, unless it is told: out/europa.study.db for europa.study.yaml, with the shard in its name. What is
/// a store already stays one.
std::string store_of(const std::string& file, const std::string& shard = "");

}  // namespace pintle
