#include "pintle/study/page_wishes.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/study/run_study.h"
#include "small_studies.h"

using namespace pintle;

namespace {

const std::string lines = R"(
grid: {air: [none, thick]}
vary: {parameters.length: {normal: {sd: 5 %}}}
measures: {peak: {of: pin.rate, take: max}, fast: {of: pin.rate > 1 rad/s, take: ever}}
)";

std::string find_sentence(const std::string& more) {
  try {
    make_plan(make_pendulum_study(lines + more));
  } catch (const Error& error) {
    const std::string text = error.what();
    const std::string file = "small.study.yaml:";
    return text.starts_with(file) ? text.substr(file.size()) : text;
  }
  return "";
}

}  // namespace

TEST_CASE("published numbers belong to one cell each, in SI") {
  const StudyPlan plan = make_plan(make_pendulum_study(lines + R"(
published:
- title: Table 1
  source: somebody
  cases: 40
  at: {air: thick}
  rows: [{of: peak, mean: 60 deg/s, sd: 0.1}, {of: fast, rate: 25 %}]
)"));
  const Json& table = plan.page.at("published").at(std::size_t{0});
  CHECK(table.at("cases").whole() == 40);
  const Json& first = table.at("rows").at(std::size_t{0});
  CHECK(first.at("cell").whole() == 1);
  CHECK(first.at("mean").number() == doctest::Approx(1.0471975512).epsilon(1e-9));
  CHECK(first.find("rate") == nullptr);
  CHECK(table.at("rows").at(std::size_t{1}).at("rate").number() == 0.25);
}

TEST_CASE("a factor is a measure of what the case was given") {
  const StudyPlan plan = make_plan(make_pendulum_study(lines + "factors: {period: 2*pi*sqrt(length/9.81 m/s^2)}\n"));
  CHECK(plan.measures.back().name == "period");
  CHECK(plan.page.at("factors").texts() == std::vector<std::string>{"period"});
  for (const CaseRow& row : run_cases(plan, 1)) {
    const double length = row.inputs[0];
    CHECK(row.measures.back() == doctest::Approx(2 * 3.14159265358979 * std::sqrt(length / 9.81)).epsilon(1e-12));
    if (row.number == 3) break;
  }
}

TEST_CASE("figures are of cells that have their choices") {
  const StudyPlan plan = make_plan(make_pendulum_study(lines + R"(
figures:
- {title: a, distribution: peak}
- {title: b, scatter: [parameters.length, peak], by: fast, at: {air: none}}
)"));
  const Json& figures = plan.page.at("figures");
  CHECK(figures.at(std::size_t{0}).at("cells").values().size() == 2);
  CHECK(figures.at(std::size_t{1}).at("cells").values().size() == 1);
  CHECK(figures.at(std::size_t{1}).at("kind").text() == "scatter");
}

TEST_CASE("what does not fit the study is a sentence with its place") {
  const auto begins = [](const std::string& more, const std::string& with) {
    const std::string text = find_sentence(more);
    CAPTURE(text);
    const bool is_so = text.starts_with(with);
    CHECK(is_so);
  };
  begins("published: [{title: T, rows: [{of: peak, mean: 1}]}]\n",
         "7:31: published[1].rows[1]: is about 2 cells of the grid; name the choices of one with `at`");
  begins("published: [{title: T, at: {air: thin}, rows: [{of: peak, mean: 1}]}]\n",
         "7:28: published[1].at: the grid has no thin of air; known are none, thick");
  begins("published: [{title: T, at: {wind: thin}, rows: [{of: peak, mean: 1}]}]\n",
         "7:28: published[1].at: the grid has no group \"wind\"");
  begins("published: [{title: T, at: {air: none}, rows: [{of: peek, mean: 1}]}]\n",
         "7:48: published[1].rows[1]: there is no \"peek\"; did you mean peak?");
  begins("published: [{title: T, at: {air: none}, rows: [{of: peak, rate: 1 %}]}]\n",
         "7:65: published[1].rows[1].rate: peak is a quantity; give its mean, or its sd");
  begins("published: [{title: T, at: {air: none}, rows: [{of: peak}]}]\n", "7:48: published[1].rows[1]: says no number");
  begins("published: [{title: T, cases: 0, rows: [{of: peak, mean: 1}]}]\n",
         "7:31: published[1].cases: \"0\" is no number of cases");
  begins("figures: [{title: f}]\n", "7:11: figures[1]: give one of distribution and scatter");
  begins("figures: [{title: f, scatter: [peak]}]\n", "7:31: figures[1].scatter: give two");
  begins("figures: [{title: f, scatter: [peak, parameters.length], by: peak}]\n",
         "7:11: figures[1]: peak is a quantity; `by` takes a measure that is true or false");
  begins("figures: [{title: f, distribution: [peak, parameters.length]}]\n",
         "7:11: figures[1]: peak is in rad/s, and parameters.length in m");
  begins("factors: {peak: length}\n", "7:11: factors.peak: is a measure already; keep one of the two");
}

TEST_CASE("a store stays that of a study whose page or limits have become others") {
  const auto about = [](const std::string& more) { return make_about(make_plan(make_pendulum_study(lines + more)), {}); };
  CHECK(find_other(about(""), about("figures: [{title: f, distribution: peak}]\n")).empty());
  CHECK(find_other(about(""), about("limits: {peak: {max_below: 3 rad/s}}\n")).empty());
  CHECK(find_other(about("limits: {peak: {max_below: 2 rad/s}}\n"), about("limits: {peak: {max_below: 3 rad/s}}\n")).empty());
  CHECK(!find_other(about(""), about("seed: 5\n")).empty());
}
