#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pintle/io/reader.h"

/// Files with mistakes, and the sentences that they get, word by word: golden/NAME.yaml and golden/NAME.txt. First lines
/// `# --set PATH=VALUE` and `# --variant GROUP=CHOICE` are the command line. A new case is a new file;
/// PINTLE_ACCEPT=1 writes what is said now, for you to read in the diff.
namespace pintle {
namespace {

std::string read_text_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

/// Everything that reading a file says, one sentence on a line; warnings are marked.
std::string read_all_sentences(const std::filesystem::path& file) {
  const std::string text = read_text_file(file);
  std::vector<Setting> settings;
  std::vector<Variant> variants;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("# --");) {
    if (line.starts_with("# --set ")) settings.push_back(parse_setting(line.substr(8)));
    if (line.starts_with("# --variant ")) variants.push_back(parse_variant(line.substr(12)));
  }
  std::string said;
  try {
    ReadNotes notes;
    const std::string name = file.filename().string();
    const auto here = std::filesystem::current_path();
    std::filesystem::current_path(file.parent_path());  // tables of points lie beside
    try {
      read_model_text(text, name, settings, variants, &notes);
    } catch (...) {
      std::filesystem::current_path(here);
      throw;
    }
    std::filesystem::current_path(here);
    for (const std::string& warning : notes.warnings) said += fmt::format("warning: {}\n", warning);
    if (said.empty()) said = "no mistake\n";
  } catch (const ReadError& error) {
    said = fmt::format("{}\n", error.what());
  }
  return said;
}

std::vector<std::filesystem::path> find_golden_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(PINTLE_SOURCE_DIR "/tests/unit/io/golden"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

TEST_CASE("every broken file gets the sentences beside it") {
  const bool accept = std::getenv("PINTLE_ACCEPT") != nullptr;
  const auto files = find_golden_files();
  CHECK(files.size() >= 60);
  for (std::filesystem::path file : files) {
    const std::string said = read_all_sentences(file);
    CAPTURE(file.filename().string());
    file.replace_extension(".txt");
    if (accept) std::ofstream(file, std::ios::binary) << said;
    CHECK(said == read_text_file(file));
  }
}

}  // namespace pintle
