#include "pintle/report/study_page.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Two cells of `count` cases: a speed decides whether something falls; its peak is 10 in the first cell and 20 in the second.
StudyRecord make_record(int count = 200) {
  StudyRecord r;
  r.store = "out/falls.study.db";
  r.title = "falls";
  r.definition = R"({"model": "m.yaml", "design": "random", "seed": 1, "stop_when": [], "limits":
    [{"measure": "fell", "what": "rate_below", "text": "5 %", "value": 0.05}]})";
  r.cells = {"legs=stiff, surface=ice", "legs=soft, surface=ice"};
  r.inputs = {{"parameters.speed", "m/s"}, {"parameters.other", "1"}};
  r.measures = {{"peak", "m/s^2"}, {"fell", "1", true}, {"hidden", "N"}};
  r.asked = {"peak", "fell"};
  r.columns.resize(5);
  Random random(1);
  for (int k = 0; k < 2 * count; ++k) {
    const int cell = k / count;
    r.numbers.push_back(static_cast<std::uint64_t>(k) + 1);
    r.cell.push_back(cell);
    const double speed = 3 + random.normal();
    const double row[] = {speed, random.normal(), 10.0 * (cell + 1) + random.normal(), speed > 3.5 ? 1.0 : 0.0, speed};
    for (std::size_t c = 0; c < 5; ++c) r.columns[c].push_back(row[c]);
  }
  r.planned = r.numbers.size();
  return r;
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("numbers of others stand beside the study's, each with a verdict") {
  StudyRecord r = make_record();
  r.published = {{"Table 1", "somebody", 400, {{0, 0, 10, 1, nan}, {1, 0, 25, nan, nan}, {1, 1, nan, nan, 0.31}}}};
  const std::string text = make_published(r);
  CHECK(has(text, "Table 1 <small>somebody</small>"));
  CHECK(has(text, "<b>3 of 4 numbers agree</b>"));
  CHECK(count_of(text, "● agrees") == 3);
  r.published.push_back({"Table 2", "another, in a book", 0, {{0, 0, 10, nan, nan}}});
  CHECK(has(make_published(r), "<b>3 of 4 numbers agree</b> with somebody within"));
  CHECK(has(make_published(r), " of 1 numbers agree</b> with another within"));
  CHECK(has(text, "▲ differs, −5"));
  CHECK(has(text, "<td class=\"n\">31 %</td>"));  // of others
  CHECK(
      has(text,
          "Order of peak, by mean: stiff &lt; soft; <span class=\"good\">● here the same</span>. stiff is below soft by 60.0 %"));
}

TEST_CASE("a page shows a mark for each case of a scatter, told apart without colours") {
  StudyRecord r = make_record(50);
  r.pictures = {{"A <speed>", true, {0, 2}, 3, {0}}, {"peaks", false, {2}, StudyRecord::none, {0, 1}}};
  const std::string text = make_pictures(r);
  int fell = 0;
  for (std::size_t i = 0; i < 50; ++i) fell += r.columns[3][i] == 1;
  CHECK(count_of(text, "<path class=\"yes\"") == fell + 1);  // one in the legend
  CHECK(count_of(text, "<circle class=\"no\"") == 50 - fell + 1);
  CHECK(has(text, "A &lt;speed&gt;"));
  CHECK(has(text, ">speed [m/s]</text>"));
  CHECK(has(text, ">stiff</text>"));
}

TEST_CASE("shares are percents of three digits, and of no cases there is none") {
  StudyRecord r = make_record(100);
  for (std::size_t i = 0; i < 100; ++i) r.columns[3][i] = i < 31 ? 1 : 0;
  for (std::size_t i = 100; i < 200; ++i) r.columns[3][i] = nan;
  const std::string text = make_study_page(r);
  CHECK(has(text, "<b>31 %</b></td><td class=\"n\">22.8 % … 40.6 %</td>"));
  CHECK(has(text, "<b>–</b>"));
  CHECK(!has(text, "nan%"));
}

TEST_CASE("a limit holds for sure only where the cases are enough to say so") {
  const auto judge = [](const char* what, const char* value, int count) {
    StudyRecord r = make_record(count);
    r.definition = std::string(R"({"model": "m.yaml", "design": "random", "seed": 1, "stop_when": [], "limits":
      [{"measure": "peak", "what": ")") +
                   what + R"(", "text": "", "value": )" + value + "}]}";
    return judge_limits(r).front();  // of the first cell: 10 ± 1
  };
  CHECK(judge("p99_below", "100", 20).holds);
  CHECK(!judge("p99_below", "100", 20).is_sure);
  CHECK(!judge("p99_below", "100", 367).is_sure);
  CHECK(judge("p99_below", "100", 368).is_sure);
  CHECK(judge("p99_below", "5", 20).is_sure);  // most of them are above it
  CHECK(!judge("p01_above", "0", 20).is_sure);
  CHECK(judge("p05_above", "0", 200).is_sure);
  for (const char* what : {"max_below", "min_above"}) {
    const char* const far = what[1] == 'a' ? "1000" : "-1000";
    CHECK(judge(what, far, 1000).holds);
    CHECK(!judge(what, far, 1000).is_sure);
    CHECK(!judge(what, "10", 1000).holds);
    CHECK(judge(what, "10", 1000).is_sure);  // one beyond it has been seen
  }
}

TEST_CASE("a page says on top that many cases failed, and groups them whatever their numbers") {
  StudyRecord r = make_record(50);
  CHECK(!has(make_study_page(r), "role=\"alert\""));
  r.failed = 30;
  r.failures = {{"mass: -1 kg", 30, 7}};
  CHECK(has(make_study_page(r), "▲ 30 of 100 cases failed"));
  r.failed = 100;
  CHECK(has(make_study_page(r), "▲ All of 100 cases failed; the most frequent reason: mass: -1 kg"));
}

TEST_CASE("what tells true from false is found, with the line between them") {
  const std::string text = make_separation(make_record());
  CHECK(has(text, "<tr><th>speed</th><td class=\"n bar\" style=\"--share:100%\">↑ 100 %</td>"));
  CHECK(!has(text, "<th>other</th>"));  // it tells nothing
  CHECK(has(text, "<td class=\"n\">3.5 <small>m/s</small></td>"));
}

TEST_CASE("worst cases are linked where they have been run again, else they tell the command") {
  StudyRecord r = make_record();
  const std::string before = make_study_page(r);
  CHECK(!has(before, "see it run</a>"));
  CHECK(has(before, "<code>pintle rerun out/falls.study.db "));
  for (const std::uint64_t number : r.numbers) r.reruns.insert(number);
  const std::string after = make_study_page(r);
  CHECK(has(after, "/index.html\">see it run</a>"));
  CHECK(has(after, "<a href=\"falls.study.case"));
}

TEST_CASE("measures that the study has not asked for are folded") {
  const std::string text = make_study_page(make_record());
  const std::size_t fold = text.find("<details class=\"more\">");
  REQUIRE(fold != text.npos);
  CHECK(text.find("<h3>peak") < fold);
  CHECK(text.find("<h3>hidden") > fold);
}

TEST_CASE("a page of a study needs nothing but itself") {
  StudyRecord r = make_record();
  r.pictures = {{"speeds", true, {0, 2}, 3, {0}}};
  const std::string text = make_study_page(r);
  for (const std::string part : {" src=", "href=\"http", "@import", "url(", "fetch(", "XMLHttpRequest"}) {
    CAPTURE(part);
    const bool is_alone = !has(text, part);
    CHECK(is_alone);
  }
}
