#include "pintle/study/case_runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "pintle/closure/assemble.h"
#include "pintle/io/writing/writer.h"
#include "pintle/model/signal.h"
#include "pintle/simulate/run.h"
#include "pintle/study/samples.h"
#include "pintle/system/case_maker.h"

namespace pintle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string_view> paths_of(const StudyPlan& plan) {
  std::vector<std::string_view> paths;
  for (const StudyColumn& input : plan.inputs) paths.emplace_back(input.name);
  return paths;
}

/// The shortest time between samples counts for all that are sampled; 0: none is.
double find_sample_time(const Study& study) {
  double every = 0;
  for (const StudyMeasure& measure : study.measures)
    if (measure.every > 0) every = every > 0 ? std::min(every, measure.every) : measure.every;
  return every;
}

bool is_other_number(double a, double b) { return a != b && !(std::isnan(a) && std::isnan(b)); }

Model read_model_of(const StudyPlan& plan, int cell) { return read_cell_model(plan.study, plan.cells[cell].variants); }

}  // namespace

/// The system of a cell, the places in it of what varies, and a run that takes one case after the other.
struct CellRun {
  CaseMaker maker;
  RunOptions options;
  std::vector<int> places{};  // of inputs
  Run run;

  CellRun(const StudyPlan& plan, const Model& model, std::optional<double> output_every)
      : maker(model), options(make_case_options(model.run, maker.system(), output_every)), run(maker.system(), options) {
    for (const StudyColumn& input : plan.inputs) places.push_back(maker.find_input(input.name));
  }

  const Case& make(const CaseRow& row) {
    for (std::size_t i = 0; i < places.size(); ++i) maker.set(places[i], row.inputs[i]);
    return maker.make();
  }

 private:
  /// What is chosen for the numbers of the cell holds for all of its cases.
  static RunOptions make_case_options(const RunPart& asked, const System& system, std::optional<double> output_every) {
    RunOptions options = make_run_options(asked, system);
    options.output_every = output_every.value_or(options.output_every);
    options.threads = 1;  // cases are what threads share
    return options;
  }
};

/// What a run does not remember by itself: samples.
class CaseRunner::Watch : public Observer {
 public:
  Watch(const StudyPlan& plan, const std::function<bool()>& wants_stop)
      : measures_(plan.study.measures), wants_stop_(wants_stop), every_(find_sample_time(plan.study)) {
    samples_.resize(measures_.size());
    signals_.resize(measures_.size());
    for (const StudyMeasure& measure : measures_) wants_peaks_ = wants_peaks_ || measure.taken == Taken::load_set;
  }

  /// Signals of a cell's system.
  void enter(const System& system) {
    needs_ = {};
    for (std::size_t k = 0; k < measures_.size(); ++k) {
      if (!(measures_[k].every > 0)) continue;
      signals_[k] = find_signals(system.names, measures_[k].name).at(0);
      needs_ = needs_ | needs_of(system, *signals_[k]);
    }
  }
  double every() const { return every_; }
  std::vector<double>& samples(int k) { return samples_[k]; }

  Needs row_needs() const override { return needs_; }
  bool wants_peaks() const override { return wants_peaks_; }
  void start(const System& system, const Parameters<double>& p) override {
    system_ = &system;
    p_ = &p;
    for (std::vector<double>& list : samples_) list.clear();
    next_ = 0;
  }
  void take_numbers(const Parameters<double>& p) override { p_ = &p; }
  /// Rows on both sides of an event are no samples.
  void row(const Instant& instant) override {
    if (!(every_ > 0) || std::fabs(instant.view.state.t - static_cast<double>(next_) * every_) > 1e-6 * every_) return;
    ++next_;
    for (std::size_t k = 0; k < signals_.size(); ++k)
      if (signals_[k]) samples_[k].push_back(calc_signal(*system_, *p_, *signals_[k], instant));
  }
  bool wants_stop() override { return wants_stop_ && wants_stop_(); }

 private:
  const std::vector<StudyMeasure>& measures_;
  const std::function<bool()>& wants_stop_;
  double every_;
  bool wants_peaks_ = false;
  Needs needs_;
  const System* system_ = nullptr;
  const Parameters<double>* p_ = nullptr;
  long next_ = 0;
  std::vector<std::optional<Signal>> signals_;
  std::vector<std::vector<double>> samples_;
};

struct CaseRunner::Engine {
  int cell = -1;
  Watch watch;
  std::unique_ptr<CellRun> cell_run{};

  Engine(const StudyPlan& plan, const std::function<bool()>& wants_stop) : watch(plan, wants_stop) {}
};

CaseRunner::CaseRunner(const StudyPlan& plan, std::function<bool()> wants_stop)
    : plan_(plan),
      wants_stop_(std::move(wants_stop)),
      draws_(plan.study.design, plan.study.seed, plan.cases, paths_of(plan)),
      engine_(std::make_unique<Engine>(plan, wants_stop_)) {}
CaseRunner::~CaseRunner() = default;

void CaseRunner::enter(int cell) {
  Engine& e = *engine_;
  if (e.cell == cell) return;
  e.cell = -1;
  e.cell_run = std::make_unique<CellRun>(plan_, read_model_of(plan_, cell), e.watch.every());
  e.watch.enter(e.cell_run->maker.system());
  e.cell = cell;
}

void CaseRunner::update_inputs(std::uint64_t number, CaseRow& row) {
  const std::uint64_t index = number - 1;
  const auto k = static_cast<std::uint32_t>(index % plan_.cases);
  row.number = number;
  row.cell = static_cast<int>(index / plan_.cases);
  draws_.update(static_cast<std::uint32_t>(row.cell), k, u_);
  plan_.update_inputs(plan_.cells[row.cell], k, u_, row.inputs);
}

bool CaseRunner::run(std::uint64_t number, CaseRow& row) {
  update_inputs(number, row);
  row.measures.assign(plan_.measures.size(), nan);
  row.status = Status::failed;
  row.time = 0;
  row.evaluations = 0;
  row.message.clear();
  try {
    enter(row.cell);
    Engine& e = *engine_;
    const RunSummary& summary = e.cell_run->run.go(e.cell_run->make(row), e.watch);
    row.status = summary.status;
    row.time = summary.time;
    row.evaluations = summary.counters.evaluations;
    row.message = summary.message;
    if (summary.status == Status::interrupted) return false;
    if (summary.status != Status::failed) take_measures(summary, row);
  } catch (const std::exception& why) {  // before the clock starts: numbers that no model may have
    row.message = why.what();
    engine_->cell = -1;  // what it left behind is nobody's business
  }
  return true;
}

void CaseRunner::take_measures(const RunSummary& summary, CaseRow& row) {
  Watch& watch = engine_->watch;
  const auto sampled = [&](const StudyMeasure& measure, double frequency, std::vector<double>& list) {
    if (measure.taken == Taken::quantile) return calc_time_quantile(list, measure.level);
    if (measure.taken == Taken::shock) return calc_shock_response(list, watch.every(), frequency, measure.damping);
    if (list.empty()) return nan;
    apply_channel_filter(list, watch.every(), measure.channel_class);
    if (measure.take == "max") return *std::ranges::max_element(list);
    if (measure.take == "min") return *std::ranges::min_element(list);
    double sum = 0;
    for (const double x : list) sum += measure.take == "rms" ? x * x : x;
    sum /= static_cast<double>(list.size());
    return measure.take == "rms" ? std::sqrt(sum) : sum;
  };
  for (std::size_t m = 0; m < row.measures.size(); ++m) {
    const MeasureSource& source = plan_.sources[m];
    double& value = row.measures[m];
    switch (source.kind) {
      case MeasureSource::Kind::run: value = summary.measures[source.place].value; break;
      case MeasureSource::Kind::sampled:
        value = sampled(plan_.study.measures[source.place], source.frequency, watch.samples(source.place));
        break;
      case MeasureSource::Kind::load_peak: value = summary.loads->peak(source.joint, source.peak).value; break;
      case MeasureSource::Kind::load_time: value = summary.loads->peak(source.joint, source.peak).time; break;
      case MeasureSource::Kind::load_component:
        value = summary.loads->peak(source.joint, source.peak).set[source.component];
        break;
    }
  }
}

// ---- one of them again ---------------------------------------------------------------------------------------------
struct CaseAgain::Work {
  CellRun cell_run;
  const Case numbers;
  System system;

  Work(const StudyPlan& plan, const CaseRow& row)
      : cell_run(plan, read_model_of(plan, row.cell), {}), numbers(cell_run.make(row)), system(cell_run.maker.system()) {
    assemble(system);
  }
};

CaseAgain::CaseAgain(const StudyPlan& plan, const CaseRow& row) : work_(std::make_unique<Work>(plan, row)) {}
CaseAgain::~CaseAgain() = default;

const System& CaseAgain::system() const { return work_->system; }
const RunOptions& CaseAgain::options() const { return work_->cell_run.options; }
RunSummary CaseAgain::go(Observer& observer) { return work_->cell_run.run.go(work_->numbers, observer); }

Model read_case_model(const StudyPlan& plan, const CaseRow& row) {
  std::vector<Setting> settings = plan.study.settings;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) settings.push_back({plan.inputs[i].name, write_number(row.inputs[i])});
  return read_model_text(plan.study.model_text, plan.study.model_file, settings, plan.cells[row.cell].variants, nullptr,
                         plan.study.files);
}

std::string find_changed_measures(const StudyPlan& plan, const CaseRow& row, const RunSummary& run) {
  std::string names;
  for (std::size_t m = 0; m < plan.sources.size() && row.status != Status::failed; ++m) {
    const MeasureSource& source = plan.sources[m];
    if (source.kind != MeasureSource::Kind::run) continue;
    const double now = run.measures[static_cast<std::size_t>(source.place)].value;
    if (is_other_number(row.measures[m], now))
      names +=
          fmt::format("{}{}: {} in the study, {} now", names.empty() ? "" : "; ", plan.measures[m].name, row.measures[m], now);
  }
  if (row.time != run.time)
    names += fmt::format("{}it ended at {} s in the study, at {} s now", names.empty() ? "" : "; ", row.time, run.time);
  return names;
}

}  // namespace pintle
