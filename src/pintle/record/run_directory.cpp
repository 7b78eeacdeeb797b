#include "pintle/record/run_directory.h"

#include <fmt/core.h>

#include <array>
#include <fstream>

#include "pintle/base/json.h"
#include "pintle/record/output_file.h"

namespace pintle {
namespace fs = std::filesystem;
namespace {

/// What Pintle writes there, and nothing else is ever touched. The manifest last: as long as it is there, the directory is known as ours.
constexpr std::array<std::string_view, 10> names{"checkpoint", "model.yaml",    "series.csv",   "events.jsonl",
                                                 "loads.csv",  "load_sets.csv", "picture.json", "summary.json",
                                                 "index.html", "manifest.json"};

void check_model_stays(const fs::path& folder, const fs::path& model_file) {
  std::error_code unknown;
  for (std::string_view name : names)
    if (fs::equivalent(folder / name, model_file, unknown))
      throw DirectoryError(fmt::format("--out {}: the run would overwrite its own model file {}; choose another directory",
                                       folder.string(), model_file.string()));
}

}  // namespace

bool is_run_directory(const fs::path& folder) {
  std::ifstream in(folder / "manifest.json");
  if (!in) return false;
  try {
    const Json manifest = read_json(std::string(std::istreambuf_iterator<char>(in), {}));
    return manifest.find("pintle") && manifest.find("conventions");
  } catch (const Error&) {
    return false;
  }
}

void prepare_run_directory(const fs::path& folder, const fs::path& model_file, bool force) {
  std::error_code problem;
  const auto cannot = [&](const char* what) {
    throw WriteError(fmt::format("--out {}: {}: {}", folder.string(), what, problem.message()));
  };
  const bool there = fs::exists(folder, problem);
  if (there && !fs::is_directory(folder))
    throw DirectoryError(fmt::format("--out {}: this is a file; give a directory", folder.string()));
  if (!there) {
    problem.clear();
    fs::create_directories(folder, problem);
    if (problem) cannot("the directory cannot be created");
    return;
  }
  const bool empty = fs::is_empty(folder, problem);
  if (problem) cannot("the directory cannot be read");
  if (!empty && !force && !is_run_directory(folder))
    throw DirectoryError(
        fmt::format("--out {}: the directory is not empty and holds no run of ours; "
                    "choose another, or take it all the same with --force",
                    folder.string()));
  check_model_stays(folder, model_file);
  for (std::string_view name : names) {
    fs::remove(folder / name, problem);
    if (problem) cannot("an earlier run cannot be removed");
  }
}

}  // namespace pintle
