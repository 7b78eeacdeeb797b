#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/files_below.h"
#include "pintle/io/reader.h"
#include "pintle/study/draws.h"

/// What a study file says, before its model has been read: quantities are as they were written, since only the model knows of
/// what dimension a path is.
namespace pintle {

/// A quantity as written, and its place for sentences: "europa.study.yaml:7:30: vary.parameters.mass.normal.sd".
struct GivenQuantity {
  std::string text, where;
  bool is_given() const { return !text.empty(); }
};

/// One path that differs from case to case.
struct VariedPath {
  std::string path, where;
  std::string kind;  // "normal", "uniform", …; "list" for a full grid
  GivenQuantity mean{}, sd{}, low{}, high{}, mode{}, half_width{};
  std::vector<GivenQuantity> values{};  // of discrete, table, list
  std::vector<double> numbers{};        // weights of discrete, shares of table
  GivenQuantity from{}, to{};           // of a list of equal steps
  int steps = 0;
};

struct Correlation {
  std::string first, second, where;
  double value = 0;
};

/// Choices of one group of variants.
struct GridAxis {
  std::string group;
  std::vector<std::string> choices, where{};  // and the place of each
};

/// How the number of a measure comes about.
enum class Taken : std::uint8_t {
  by_run,    // a measure of the model, as it has its own
  quantile,  // of a signal over time
  shock,     // the largest answers of oscillators that a signal shakes
  filtered,  // an extreme or mean of a signal behind a filter of a channel class
  load_set   // the largest value of a load, and all components of that joint at that instant
};

struct StudyMeasure {
  std::string name, where, of, take;
  Taken taken = Taken::by_run;
  double level = 0;                   // of a quantile, 0 to 1
  std::vector<double> frequencies{};  // of oscillators [Hz]
  bool is_spectrum = false;           // a number for each of them, not for one alone
  double damping = 0;                 // of oscillators [1]
  int channel_class = 0;              // 60, 180, 600, 1000
  double every = 0;                   // [s] between samples
};

/// What a study must keep, in every cell of its grid.
struct Limit {
  std::string measure, what, where;  // "rate_below"
  GivenQuantity value;
};

/// When a cell has cases enough: the interval of 95 % of a rate or mean is no wider than this to either side.
struct StopRule {
  std::string measure;
  GivenQuantity half_width;
};

/// Choices of variants that cells have in common; those of all other groups are meant.
struct CellChoice {
  std::vector<Variant> choices{};
  std::string where{};
};

/// What somebody else has found for cells like these: numbers that the page puts beside the study's own.
struct PublishedTable {
  std::string title, source;
  std::uint64_t cases = 0;  // behind each of its numbers; 0: not known
  CellChoice at{};          // of all rows
  struct Row {
    CellChoice at;
    std::string measure, where;
    GivenQuantity mean{}, sd{}, rate{};
  };
  std::vector<Row> rows{};
};

/// A picture on the study's page, of the cells that have the choices.
struct Figure {
  std::string title, where;
  std::vector<std::string> distribution{};  // measures, all in one
  std::vector<std::string> scatter{};       // two inputs or measures: across, up
  std::string by;                           // of a scatter: what is true or false
  CellChoice at{};
};

struct Study {
  std::string file, text, name;
  std::string model_file, model_text;        // as it is called in sentences
  FilesOfModel files = FilesOfModel::below;  // that the model names
  std::vector<Setting> settings;             // of `set`, then what measures and inputs are for the model
  std::vector<GridAxis> grid;
  std::uint32_t cases = 0;  // of each cell; 0: what a full grid makes
  std::uint64_t seed = 0;
  Design design = Design::random;
  std::vector<VariedPath> vary;
  std::vector<Correlation> correlations;
  std::vector<StudyMeasure> measures;
  std::vector<Limit> limits;
  std::vector<StopRule> stop;
  std::vector<std::string> factors;  // measures that follow from the inputs alone
  std::vector<PublishedTable> published;
  std::vector<Figure> figures;
};

std::string_view name_of(Design design);

/// A stopping rule is asked after each so many cases of a cell, in the order of their numbers.
inline constexpr std::uint32_t look_every = 100;
inline constexpr std::uint32_t most_cases = 10'000'000;  // of a cell
inline constexpr std::size_t most_grid_cells = 1000;
inline constexpr std::uint64_t most_in_all = 100'000'000;
inline constexpr std::size_t most_columns = 1900;  // a table of SQLite has 2000
inline constexpr std::size_t most_frequencies = 500;
inline constexpr double most_samples = 1e7;  // of a signal in a case

/// Reads a study and the text of its model. Throws ReadError.
Study read_study(const std::filesystem::path& file);
/// The same of texts in memory; files that the model names are looked for from the folder of `name`.
Study read_study_text(std::string_view text, std::string_view name, const std::optional<std::string>& model_text = {});

/// The quantity of a place, in SI, for a unit. Throws Error with the place.
double read_written(const GivenQuantity& written, std::string_view unit);
/// True if it is a share of the model's own value, "5 %".
bool is_share(const GivenQuantity& written);

}  // namespace pintle
