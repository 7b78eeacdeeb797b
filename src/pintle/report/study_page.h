#pragma once
#include <string>

#include "pintle/report/study_record.h"

namespace pintle {

/// One self-contained page about a study, in the manner of a run's page: tables, distributions, scatter of any two quantities, what
/// the inputs have to do with the measures, worst cases and how to see them run. Offline, and readable on paper.
std::string make_study_page(const StudyRecord& record);

/// A histogram of one measure, a row for each cell over a common axis: <svg>.
std::string make_histograms(const StudyRecord& record, std::size_t measure);

/// What the page's script draws, and does with a click.
extern const char* const study_style;
extern const char* const study_script;

}  // namespace pintle
