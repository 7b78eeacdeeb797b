#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pintle/base/json.h"
#include "pintle/model/model.h"
#include "pintle/record/case_row.h"
#include "pintle/study/distribution.h"
#include "pintle/study/study.h"

namespace pintle {

/// Of a cell of the grid: its variants, and how its numbers are spread around the model's own.
struct StudyCell {
  std::vector<Variant> variants;
  std::string name;                         // "legs=stiff, surface=ice"; empty without a grid
  std::vector<double> nominal;              // by varied path
  std::vector<Distribution> distributions;  // by varied path, of drawn ones
  std::vector<std::vector<double>> lists;   // of a full grid
  std::string model_text;                   // resolved: runnable, and what may not change under a study
};

/// What a measure is read from, in a case that has been run.
struct MeasureSource {
  enum class Kind : std::uint8_t { run, sampled, load_peak, load_time, load_component };
  Kind kind = Kind::run;
  int place = 0;            // among the measures of the model, or those of the study
  int joint = 0, peak = 0;  // of load sets; component of the peak
  int component = 0;
  double frequency = 0;  // of an oscillator [Hz]
};

/// A study with all that its model says about it: nothing in it is wrong any more.
struct StudyPlan {
  Study study;
  std::uint32_t cases = 0;  // of each cell
  std::vector<StudyCell> cells;
  std::vector<StudyColumn> inputs, measures;
  std::vector<MeasureSource> sources;  // of measures
  std::vector<double> limits;          // of Study::limits, SI
  std::vector<double> half_widths;     // of Study::stop; a share of the mean where `relative`
  std::vector<bool> relative;
  std::vector<int> correlated;      // places among the inputs
  std::vector<double> cholesky;     // of their correlation matrix
  Json page;                        // what its page is to show besides (page_wishes.h)
  std::set<std::string> libraries;  // files of controllers in C that some cell has
  std::vector<std::string> warnings;

  std::uint64_t size() const { return std::uint64_t{cases} * cells.size(); }
  /// The numbers of case k of a cell from u, or of a full grid from k.
  void update_inputs(const StudyCell& cell, std::uint32_t k, const std::vector<double>& u, std::vector<double>& inputs) const;
};

/// Reads the model once for every cell. Throws ReadError, or Error with a place.
StudyPlan make_plan(Study study);

/// The model of a cell, with all of its settings.
Model read_cell_model(const Study& study, const std::vector<Variant>& variants, ReadNotes* notes = nullptr);

}  // namespace pintle
