#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/record/run_json.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/watch.h"

/// Results that were known before us: tests/oracle/<case>/{model.yaml, expected.csv, SOURCE.md}, by every formulation.
using namespace pintle;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One number that is known: of a signal at a time, of the first event of a name, or of the summary.
struct Expected {
  std::string kind, name;  // "signal"; "elbow.angle" or a sum, "bar.position.x+0.5*bar.attitude.xx"
  double time = -1;        // [s]; −1: it has none
  bool before = false;     // on which side of an event at that time
  double value = none, tolerance = none, modulo = none;
};

double to_number(const std::string& text) { return text.empty() ? none : std::stod(text); }

std::vector<Expected> read_expected(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  REQUIRE_MESSAGE(std::getline(in, line), file.string());
  REQUIRE(line == "kind,name,time,side,value,tolerance,modulo");
  std::vector<Expected> rows;
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    const auto cell = [&] {
      std::string text;
      std::getline(cells, text, ',');
      return text;
    };
    Expected row;
    row.kind = cell();
    row.name = cell();
    if (const std::string time = cell(); !time.empty()) row.time = to_number(time);
    row.before = cell() == "before";
    row.value = to_number(cell());
    row.tolerance = to_number(cell());
    row.modulo = to_number(cell());
    rows.push_back(row);
  }
  return rows;
}

/// Σ factor · signal.
struct Term {
  double factor;
  Signal signal;
};
std::vector<Term> parse_sum(const System& system, const std::string& text) {
  std::vector<Term> sum;
  std::istringstream terms(text);
  for (std::string term; std::getline(terms, term, '+');) {
    const std::size_t star = term.find('*');
    const std::vector<Signal> found = find_signals(system.names, star == term.npos ? term : term.substr(star + 1));
    REQUIRE_MESSAGE(found.size() == 1, text);
    sum.push_back({star == term.npos ? 1 : std::stod(term), found[0]});
  }
  return sum;
}

/// Finds in a run what was expected of it.
class Search final : public Observer {
 public:
  Search(const System& system, const std::vector<Expected>& rows) : system_(system), rows_(rows), found_(rows.size(), none) {
    for (const Expected& row : rows) {
      sums_.push_back(row.kind == "signal" ? parse_sum(system, row.name) : std::vector<Term>());
      for (const Term& term : sums_.back()) needs_ = needs_ | needs_of(system, term.signal);
    }
  }
  /// By row; NaN if the run had no such number.
  const std::vector<double>& found() const { return found_; }

  Needs row_needs() const override { return needs_; }
  void start(const System&, const Parameters<double>& p) override { p_ = p; }
  void row(const Instant& instant) override {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const double t = rows_[k].time;
      if (!(std::fabs(instant.view.state.t - t) <= 1e-9 * std::max(1.0, t))) continue;
      if (rows_[k].before && !std::isnan(found_[k])) continue;  // of two rows at a time the first is before the event
      found_[k] = 0;
      for (const Term& term : sums_[k]) found_[k] += term.factor * calc_signal(system_, p_, term.signal, instant);
    }
  }
  void event(const EventLog& log) override {
    if (seen_.insert(log.event).second) look_up("event", log.event + ".", make_event_line(system_, p_, log));
  }
  void finish(const RunSummary& summary) override { look_up("summary", "", make_summary_text(system_, p_, summary, {})); }

 private:
  /// `prefix`a.b is the entry b of the entry a of a JSON text.
  void look_up(const std::string& kind, const std::string& prefix, const std::string& text) {
    const auto json = nlohmann::json::parse(text);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (rows_[k].kind != kind || !rows_[k].name.starts_with(prefix)) continue;
      std::string path = "/" + rows_[k].name.substr(prefix.size());
      std::replace(path.begin(), path.end(), '.', '/');
      const auto value = json.value(nlohmann::json::json_pointer(path), nlohmann::json());
      if (value.is_number()) found_[k] = value.get<double>();
    }
  }

  const System& system_;
  const std::vector<Expected>& rows_;
  Parameters<double> p_;
  std::vector<std::vector<Term>> sums_;
  Needs needs_;
  std::vector<double> found_;
  std::set<std::string> seen_;
};

/// −1 if a row is part of a quaternion that was found with the other sign: q and −q are the same.
double calc_sign(const std::vector<Expected>& rows, const std::vector<double>& found, const Expected& row) {
  const std::size_t end = row.name.find(".orientation.");
  if (end == row.name.npos) return 1;
  double product = 0;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k].time == row.time && rows[k].before == row.before && rows[k].name.starts_with(row.name.substr(0, end + 13)))
      product += rows[k].value * found[k];
  return product < 0 ? -1 : 1;
}

double calc_error(const Expected& row, double found) {
  const double e = found - row.value;
  return std::fabs(std::isnan(row.modulo) ? e : e - row.modulo * std::round(e / row.modulo));
}

void check_case(const std::string& name, const System& system, const RunPart& run, const std::vector<Expected>& rows) {
  Search search(system, rows);
  const RunSummary summary = Run(system, make_run_options(run)).go(search);
  REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);

  double nearest = -1;
  std::string sentence;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Expected& row = rows[k];
    const double error = calc_error(row, calc_sign(rows, search.found(), row) * search.found()[k]);
    const std::string text = fmt::format("{}{}: error {:.1e}, tolerance {:.0e}", row.name,
                                         row.time < 0 ? "" : fmt::format(" at {} s", row.time), error, row.tolerance);
    CHECK_MESSAGE(error <= row.tolerance, text);
    if (error / row.tolerance > nearest) {
      nearest = error / row.tolerance;
      sentence = text;
    }
  }
  fmt::print("oracle {}, {}: {} values, nearest {}\n", name, run.formulation, rows.size(), sentence);
}

std::set<std::filesystem::path> find_cases() {
  std::set<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(PINTLE_SOURCE_DIR "/tests/oracle"))
    if (entry.is_directory()) folders.insert(entry.path());
  return folders;
}

/// Cases of more than a minute of motion are long; they stand in a test of their own.
void check_cases(bool is_long) {
  for (const std::filesystem::path& folder : find_cases()) {
    const std::string name = folder.filename().string();
    Model model = read_model(folder / "model.yaml");
    if ((model.run.until > 60) != is_long) continue;
    System system = make_system(model);
    assemble(system);
    const std::vector<Expected> rows = read_expected(folder / "expected.csv");
    REQUIRE_MESSAGE(!rows.empty(), name);
    const std::string only = model.run.formulation;  // "auto": all are asked
    for (const std::string& formulation : formulation_names()) {
      if (only != "auto" && only != formulation) continue;
      SUBCASE(fmt::format("oracle {}: {} meets every reference value", name, formulation).c_str()) {
        model.run.formulation = formulation;
        check_case(name, system, model.run, rows);
      }
    }
  }
}

}  // namespace

TEST_CASE("oracle: every formulation meets every reference value to its tolerance") { check_cases(false); }

TEST_CASE("oracle: every formulation meets every reference value of long runs to its tolerance [slow]") { check_cases(true); }

TEST_CASE("oracle: every case says where its numbers come from") {
  for (const std::filesystem::path& folder : find_cases())
    CHECK_MESSAGE(std::filesystem::exists(folder / "SOURCE.md"), folder.string());
}
