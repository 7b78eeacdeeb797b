#include "pintle/study/study_plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/words.h"
#include "pintle/io/writing/writer.h"
#include "pintle/math/normal.h"
#include "pintle/record/load_table.h"
#include "pintle/study/page_wishes.h"
#include "pintle/system/case_maker.h"
#include "pintle/system/make_system.h"

namespace pintle {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::string_view parameters = "parameters.";

bool is_parameter(const VariedPath& path) { return path.path.starts_with(parameters); }

/// The settings that make inputs of numbers of parts; parameters are inputs anyway.
std::vector<Setting> settings_of(const Study& study) {
  std::vector<Setting> settings = study.settings;
  for (const VariedPath& path : study.vary)
    if (!is_parameter(path)) settings.push_back({path.path, "", true, path.where.substr(0, path.where.find(": "))});
  return settings;
}

std::string unit_of_input(const Model& model, const ReadNotes& notes, const VariedPath& path) {
  if (const auto unit = notes.input_units.find(path.path); unit != notes.input_units.end()) return unit->second;
  std::string name = path.path.substr(is_parameter(path) ? parameters.size() : 0);
  name.resize(std::min(name.size(), name.find('[')));
  const auto part = std::ranges::find(model.parameters, name, &ParameterPart::name);
  return part == model.parameters.end() ? "1" : unit_of(part->dimension, part->angle);
}

/// The model's own value of an input. Throws Error with the place.
double find_nominal(const CaseMaker& maker, const Model& model, const VariedPath& path) {
  try {
    return model.graph.inputs()[maker.find_input(path.path)].nominal;
  } catch (const Error& error) {
    const std::string sentence = error.what();  // without its path, which the place has
    throw Error(path.where, sentence.substr(std::min(sentence.size(), sentence.find(": ") + 2)));
  }
}

// ---- distributions -------------------------------------------------------------------------------------------------
/// A width, of which a share is one of the mean.
double read_width(const GivenQuantity& written, const std::string& unit, double mean) {
  if (!is_share(written)) return read_written(written, unit);
  const double width = read_written(written, "1") * std::fabs(mean);
  if (!(width > 0) && !written.text.starts_with('-') && read_written(written, "1") > 0)
    throw Error(written.where, fmt::format("{} of the model's value, which is 0, is nothing; give a quantity", written.text));
  return width;
}

std::vector<double> read_list(const VariedPath& path, const std::string& unit) {
  std::vector<double> list;
  for (const GivenQuantity& value : path.values) list.push_back(read_written(value, unit));
  if (!path.from.is_given()) return list;
  const double from = read_written(path.from, unit), to = read_written(path.to, unit);
  for (int k = 0; k < path.steps; ++k) list.push_back(k + 1 == path.steps ? to : from + k * (to - from) / (path.steps - 1));
  return list;
}

std::vector<double> calc_shares(const std::vector<double>& weights) {
  std::vector<double> shares;
  double sum = 0, so_far = 0;
  for (const double weight : weights) sum += weight;
  for (const double weight : weights) shares.push_back((so_far += weight) / sum);
  shares.back() = 1;
  return shares;
}

void take_values(const VariedPath& path, const std::string& unit, Distribution& d) {
  d.values = read_list(path, unit);
  d.shares = d.kind == Distribution::Kind::table ? path.numbers : calc_shares(path.numbers);
  if (d.kind != Distribution::Kind::table) return;
  for (std::size_t k = 1; k < d.values.size(); ++k)
    if (!(d.values[k] > d.values[k - 1]))
      throw Error(path.values[k].where,
                  fmt::format("{} is not above the value before; give points in order", path.values[k].text));
}

Distribution make_distribution(const VariedPath& path, const std::string& unit, double nominal) {
  using Kind = Distribution::Kind;
  constexpr std::pair<std::string_view, Kind> kinds[] = {{"normal", Kind::normal},
                                                         {"truncated", Kind::truncated},
                                                         {"uniform", Kind::uniform},
                                                         {"log-normal", Kind::log_normal},
                                                         {"triangular", Kind::triangular},
                                                         {"discrete", Kind::discrete},
                                                         {"table", Kind::table}};
  Distribution d;
  d.kind = std::ranges::find(kinds, path.kind, &std::pair<std::string_view, Kind>::first)->second;
  const auto value = [&](const GivenQuantity& written, double otherwise) {
    return written.is_given() ? read_written(written, unit) : otherwise;
  };
  d.mean = value(path.mean, nominal);
  d.mode = value(path.mode, nominal);
  d.low = value(path.low, -infinity);
  d.high = value(path.high, infinity);
  if (path.sd.is_given()) d.sd = read_width(path.sd, unit, d.mean);
  if (path.half_width.is_given()) {
    const double width = read_width(path.half_width, unit, nominal);
    if (!(width > 0)) throw Error(path.half_width.where, fmt::format("{} is not above zero", path.half_width.text));
    d.low = nominal - width;
    d.high = nominal + width;
  }
  if (d.kind == Kind::discrete || d.kind == Kind::table) take_values(path, unit, d);
  try {
    check(d);
  } catch (const Error& error) {
    throw Error(path.sd.is_given() ? path.sd.where : path.where, error.what());
  }
  return d;
}

// ---- measures ------------------------------------------------------------------------------------------------------
class Columns {
 public:
  Columns(StudyPlan& plan, const Model& model, const System& system) : plan_(plan), model_(model), system_(system) {}

  void add_all() {
    for (std::size_t k = 0; k < model_.measures.size(); ++k) {
      const MeasurePart& part = model_.measures[k];
      const bool is_logic = facts_of(part.take).gives == TakeFacts::Gives::truth;
      add({part.name, is_logic ? "1" : part.unit, is_logic}, {.kind = MeasureSource::Kind::run, .place = static_cast<int>(k)});
    }
    for (std::size_t k = 0; k < plan_.study.measures.size(); ++k) add_own(plan_.study.measures[k], static_cast<int>(k));
    if (plan_.measures.size() + plan_.inputs.size() > most_columns)
      throw Error(plan_.study.file, fmt::format("more than {} numbers a case; vary or measure less", most_columns));
    if (plan_.measures.empty())
      throw Error(plan_.study.file,
                  "nothing is measured; add `measures`, for example {peak: {of: system.energy.kinetic, take: max}}");
  }

 private:
  void add(StudyColumn column, MeasureSource source) {
    plan_.measures.push_back(std::move(column));
    plan_.sources.push_back(source);
  }
  void add_own(const StudyMeasure& measure, int place) {
    switch (measure.taken) {
      case Taken::by_run: return;
      case Taken::load_set: return add_load_set(measure);
      default: break;
    }
    if (const double count = model_.run.until / measure.every; count > most_samples)
      throw Error(measure.where,
                  fmt::format("{:.3g} samples a case are more than {:.0e}; give a longer every", count, most_samples));
    const auto signal = std::ranges::find(model_.signals, measure.name, &SignalPart::name);
    const std::string unit = signal == model_.signals.end() ? "1" : signal->unit;
    MeasureSource source{.kind = MeasureSource::Kind::sampled, .place = place};
    if (!measure.is_spectrum) {
      if (!measure.frequencies.empty()) source.frequency = measure.frequencies[0];
      return add({measure.name, unit}, source);
    }
    for (const double frequency : measure.frequencies) {
      source.frequency = frequency;
      add({fmt::format("{}.{:.6g}Hz", measure.name, frequency), unit}, source);
    }
  }
  /// The peak under the measure's own name; its time, and the components at that time, behind it.
  void add_load_set(const StudyMeasure& measure) {
    const auto parts = split(measure.of, '.');
    const auto joint = std::ranges::find(system_.joints, parts[0], &JointRecord::name);
    const auto component = parts.size() == 3 ? std::ranges::find(load_components, parts[2]) : load_components.end();
    if (joint == system_.joints.end() || parts[1] != "load" || component == load_components.end())
      throw Error(measure.where, fmt::format("\"{}\" is no component of a joint's load; give for example {}.load.force",
                                             shown(measure.of), system_.joints.empty() ? "hip" : system_.joints[0].name));
    MeasureSource source{.kind = MeasureSource::Kind::load_peak,
                         .joint = static_cast<int>(joint - system_.joints.begin()),
                         .peak = static_cast<int>(component - load_components.begin())};
    const auto unit = [](int c) { return std::string(is_force(c) ? "N" : "N*m"); };
    add({measure.name, unit(source.peak)}, source);
    source.kind = MeasureSource::Kind::load_time;
    add({measure.name + ".time", "s"}, source);
    source.kind = MeasureSource::Kind::load_component;
    for (int c = 0; c < static_cast<int>(load_components.size()); ++c) {
      source.component = c;
      add({fmt::format("{}.{}", measure.name, load_components[c]), unit(c)}, source);
    }
  }

  StudyPlan& plan_;
  const Model& model_;
  const System& system_;
};

/// Throws Error with the place if there is no such measure.
const StudyColumn& find_measure(const StudyPlan& plan, const std::string& name, const std::string& where) {
  const auto column = std::ranges::find(plan.measures, name, &StudyColumn::name);
  if (column != plan.measures.end()) return *column;
  std::vector<std::string_view> known;
  for (const StudyColumn& one : plan.measures) known.push_back(one.name);
  throw Error(where,
              fmt::format("there is no measure \"{}\"; {}", shown(name), suggest(name, known, "describe it under `measures`")));
}

void read_limits(StudyPlan& plan) {
  for (const Limit& limit : plan.study.limits) {
    const StudyColumn& column = find_measure(plan, limit.measure, limit.where);
    const bool is_rate = limit.what.starts_with("rate");
    if (is_rate != column.is_logic)
      throw Error(limit.where,
                  is_rate ? "is no measure that is true or false, and has no rate; give mean_below, max_below or p95_below"
                          : "is true or false; give rate_below or rate_above");
    plan.limits.push_back(read_written(limit.value, is_rate ? "1" : column.unit));
    if (is_rate && !(plan.limits.back() >= 0 && plan.limits.back() <= 1))
      throw Error(limit.where, fmt::format("{} is no rate; give a share from 0 to 100 %", limit.value.text));
  }
  for (const StopRule& rule : plan.study.stop) {
    const StudyColumn& column = find_measure(plan, rule.measure, rule.half_width.where);
    const bool relative = !column.is_logic && is_share(rule.half_width);
    plan.relative.push_back(relative);
    plan.half_widths.push_back(read_written(rule.half_width, column.is_logic || relative ? "1" : column.unit));
    if (!(plan.half_widths.back() > 0))
      throw Error(rule.half_width.where, fmt::format("{} is not above zero; give a width", rule.half_width.text));
  }
}

void read_correlations(StudyPlan& plan) {
  const std::vector<Correlation>& all = plan.study.correlations;
  if (all.empty()) return;
  const auto place_of = [&](const std::string& path) {
    return static_cast<int>(std::ranges::find(plan.study.vary, path, &VariedPath::path) - plan.study.vary.begin());
  };
  const auto find = [&](int input) {
    const auto at = std::ranges::find(plan.correlated, input);
    if (at == plan.correlated.end()) plan.correlated.push_back(input);
    return static_cast<int>(std::ranges::find(plan.correlated, input) - plan.correlated.begin());
  };
  for (const Correlation& one : all) find(place_of(one.first)), find(place_of(one.second));
  const int n = static_cast<int>(plan.correlated.size());
  std::vector<double> matrix(static_cast<std::size_t>(n) * n);
  for (int i = 0; i < n; ++i) matrix[i * n + i] = 1;
  for (const Correlation& one : all) {
    const int i = find(place_of(one.first)), j = find(place_of(one.second));
    if (matrix[i * n + j] != 0) throw Error(one.where, fmt::format("{} and {} are there twice; keep one", one.first, one.second));
    matrix[i * n + j] = matrix[j * n + i] = one.value;
  }
  plan.cholesky = find_cholesky(matrix, n);
  if (plan.cholesky.empty())
    throw Error(all.front().where,
                "these correlations contradict each other: their matrix is not positive definite; make them smaller");
}

/// Factors are of a case, before it is run.
void check_factors(const Study& study, const Model& model) {
  for (const std::string& name : study.factors) {
    const auto part = std::ranges::find(model.measures, name, &MeasurePart::name);
    const auto measure = std::ranges::find(study.measures, name, &StudyMeasure::name);
    if (part == model.measures.end() || measure == study.measures.end()) continue;
    for (const InputKind kind : {InputKind::signal, InputKind::time, InputKind::age})
      if (model.graph.reads(part->of, kind))
        throw Error(measure->where, fmt::format("{} changes while a case runs, and a factor follows from what it was given; "
                                                "make it of parameters, or put it under `measures`",
                                                shown(measure->of)));
  }
}

// ---- cells ---------------------------------------------------------------------------------------------------------
std::vector<StudyCell> make_cells(const Study& study) {
  std::vector<StudyCell> cells(1);
  for (const GridAxis& axis : study.grid) {
    std::vector<StudyCell> finer;
    for (const StudyCell& cell : cells)
      for (const std::string& choice : axis.choices) {
        finer.push_back(cell);
        finer.back().variants.push_back({axis.group, choice});
        finer.back().name += fmt::format("{}{}={}", cell.name.empty() ? "" : ", ", axis.group, choice);
      }
    cells = std::move(finer);
  }
  return cells;
}

/// What is said of "--variant legs=stif" is a mistake of the grid.
void place_in_grid(const Study& study, std::string& sentence) {
  for (const GridAxis& axis : study.grid)
    for (std::size_t k = 0; k < axis.choices.size(); ++k) {
      const std::string option = fmt::format("--variant {}={}:", axis.group, axis.choices[k]);
      if (sentence.starts_with(option)) sentence.replace(0, option.size() - 1, axis.where[k]);
    }
}

void fill(StudyPlan& plan, StudyCell& cell, bool is_first) {
  ReadNotes notes;
  Model model = read_cell_model(plan.study, cell.variants, &notes);
  const CaseMaker maker(model);
  System system = maker.system();
  assemble(system);
  for (std::size_t i = 0; i < plan.study.vary.size(); ++i) {
    const VariedPath& path = plan.study.vary[i];
    cell.nominal.push_back(find_nominal(maker, model, path));
    const std::string unit = unit_of_input(model, notes, path);
    if (is_first) plan.inputs.push_back({path.path, unit});
    if (path.kind == "list")
      cell.lists.push_back(read_list(path, unit));
    else
      cell.distributions.push_back(make_distribution(path, unit, cell.nominal.back()));
  }
  if (is_first) {
    plan.warnings = notes.warnings;
    check_factors(plan.study, model);
    Columns(plan, model, system).add_all();
    if (plan.study.vary.empty() && plan.study.cases > 1)
      plan.warnings.push_back(
          fmt::format("{}: nothing varies, so that all {} cases of a cell are alike; describe `vary`, or give cases: 1",
                      plan.study.file, plan.study.cases));
  }
  for (const ControllerPart& controller : model.controllers)
    if (!controller.library.empty()) plan.libraries.insert(controller.library);
  cell.model_text = write_model(make_flat(model));
}

}  // namespace

Model read_cell_model(const Study& study, const std::vector<Variant>& variants, ReadNotes* notes) try {
  return read_model_text(study.model_text, study.model_file, settings_of(study), variants, notes, study.files);
} catch (const ReadError& mistakes) {
  std::vector<std::string> sentences = mistakes.sentences();
  for (std::string& sentence : sentences) place_in_grid(study, sentence);
  throw ReadError(std::move(sentences), mistakes.more());
}

StudyPlan make_plan(Study study) {
  StudyPlan plan;
  plan.study = std::move(study);
  plan.cells = make_cells(plan.study);
  bool is_first = true;
  for (StudyCell& cell : plan.cells) {
    fill(plan, cell, is_first);
    is_first = false;
  }
  plan.cases = plan.study.cases;
  if (plan.study.design == Design::full_grid) {
    std::uint64_t product = 1;
    for (const std::vector<double>& list : plan.cells[0].lists) {
      product *= list.size();
      if (product > most_cases)
        throw Error(plan.study.file, fmt::format("the full grid has more than {} cases a cell; give fewer values", most_cases));
    }
    plan.cases = static_cast<std::uint32_t>(product);
  }
  if (plan.size() > most_in_all)
    throw Error(plan.study.file, fmt::format("{} cases in {} cells are more than {}; make several studies of it", plan.cases,
                                             plan.cells.size(), most_in_all));
  read_correlations(plan);
  read_limits(plan);
  plan.page = make_page_wishes(plan);
  return plan;
}

/// In a full grid the last path goes round first.
void StudyPlan::update_inputs(const StudyCell& cell, std::uint32_t k, const std::vector<double>& u,
                              std::vector<double>& values) const {
  const std::size_t n = inputs.size();
  values.resize(n);
  if (study.design == Design::full_grid) {
    for (std::size_t i = n; i-- > 0;) {
      const auto count = static_cast<std::uint32_t>(cell.lists[i].size());
      values[i] = cell.lists[i][k % count];
      k /= count;
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) values[i] = calc_quantile(cell.distributions[i], u[i]);
  const std::size_t m = correlated.size();
  for (std::size_t i = 0; i < m; ++i) {
    double z = 0;
    for (std::size_t j = 0; j <= i; ++j) z += cholesky[i * m + j] * calc_normal_quantile(u[correlated[j]]);
    values[correlated[i]] = calc_normal(cell.distributions[correlated[i]], z);
  }
}

}  // namespace pintle
