#include "pintle/record/run_directory.h"

#include <doctest/doctest.h>

#include "pintle/record/output_file.h"
#include "temp_folder.h"

using namespace pintle;
namespace fs = std::filesystem;

namespace {
constexpr const char* our_manifest = R"({"pintle": "0.1.0", "conventions": {}})";
}

TEST_CASE("run directory: a new one is made, with those above it") {
  TempFolder folder;
  prepare_run_directory(folder.path / "out" / "a", "model.yaml", false);
  CHECK(fs::is_directory(folder.path / "out" / "a"));
}

TEST_CASE("run directory: one of ours is emptied of our files and of nothing else") {
  TempFolder folder;
  write_text(folder.path / "manifest.json", our_manifest);
  write_text(folder.path / "summary.json", "{}");
  write_text(folder.path / "series.csv", "old");
  write_text(folder.path / "notes.txt", "mine");
  CHECK(is_run_directory(folder.path));
  prepare_run_directory(folder.path, "model.yaml", false);
  CHECK(!fs::exists(folder.path / "summary.json"));
  CHECK(!fs::exists(folder.path / "series.csv"));
  CHECK(read_text(folder.path / "notes.txt") == "mine");
}

TEST_CASE("run directory: one that is not ours is refused and untouched, unless forced") {
  TempFolder folder;
  for (const char* manifest : {"", "{", "[]", R"({"pintle": 1})"}) {
    if (*manifest) write_text(folder.path / "manifest.json", manifest);
    write_text(folder.path / "series.csv", "precious");
    CHECK_THROWS_AS(prepare_run_directory(folder.path, "model.yaml", false), DirectoryError);
    CHECK(read_text(folder.path / "series.csv") == "precious");
  }
  CHECK_NOTHROW(prepare_run_directory(folder.path, "model.yaml", true));
}

TEST_CASE("run directory: a run never overwrites its own model file") {
  TempFolder folder;
  write_text(folder.path / "manifest.json", our_manifest);
  write_text(folder.path / "model.yaml", "pintle: 1");
  CHECK_THROWS_AS(prepare_run_directory(folder.path, folder.path / "." / "model.yaml", true), DirectoryError);
  CHECK(read_text(folder.path / "model.yaml") == "pintle: 1");
}

TEST_CASE("run directory: a file in its place is refused, a place that cannot be is told") {
  TempFolder folder;
  write_text(folder.path / "file", "x");
  CHECK_THROWS_AS(prepare_run_directory(folder.path / "file", "model.yaml", true), DirectoryError);
  CHECK_THROWS_AS(prepare_run_directory(folder.path / "file" / "below", "model.yaml", false), WriteError);
}
