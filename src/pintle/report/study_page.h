#pragma once
#include <string>
#include <vector>

#include "pintle/report/study_record.h"

namespace pintle {

/// One self-contained page about a study, in the manner of a run's page: tables, distributions, scatter of any two quantities, what
/// the inputs have to do with the measures, worst cases and how to see them run. Offline, and readable on paper.
std::string make_study_page(const StudyRecord& record);

// Its sections, empty where there is nothing to say.
std::string make_published(const StudyRecord& record);   // beside what others have found
std::string make_pictures(const StudyRecord& record);    // those that the study asks for
std::string make_separation(const StudyRecord& record);  // which inputs tell what is true from what is not

struct HistogramRow {
  std::string name;
  std::vector<double> sample;
};
/// A histogram of each sample, below each other over a common axis: <figure>.
std::string make_histograms(const std::string& title, const std::string& unit, const std::vector<HistogramRow>& rows);

/// What the page's script draws, and does with a click.
extern const char* const study_style;
extern const char* const study_script;

// ---- words of all sections
std::string percent(double share);
std::string cell_name(const StudyRecord& record, int cell);
std::string grouped_count(std::uint64_t n);
std::string unit_text(const StudyColumn& column);
/// "vz" of parameters.vz.
std::string short_name(const StudyColumn& column);

}  // namespace pintle
