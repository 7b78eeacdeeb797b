#include "digest.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/joined.h"
#include "pintle/integrators/integrator.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr std::size_t events_shown = 4, tables_shown = 4, measures_shown = 8;
constexpr int label_width = 9;

std::string event_text(const EventRow& e, const std::vector<EventRow>& all) {
  std::string text = fmt::format("{} at {} s", e.event, number_text(e.time, 6));
  for (std::size_t i = 0; i < e.actions.size(); ++i) text += (i == 0 ? ": " : ", ") + e.actions[i];
  if (e.with_last) return text;
  if (e.freedoms_before != e.freedoms_after) text += fmt::format("; freedoms {} to {}", e.freedoms_before, e.freedoms_after);
  const double lost = calc_lost(e, all);
  if (e.kinetic_before > 0 && lost != 0)
    text += fmt::format("; {} J {}, {} % of the kinetic energy", number_text(std::abs(lost)), lost > 0 ? "lost" : "gained",
                        number_text(100 * std::abs(lost) / e.kinetic_before, 3));
  return text;
}

/// The largest peak of a component if it is above `rounding`.
std::string peak_text(const RunRecord& r, int component, const char* what, const char* unit, double rounding) {
  int best = -1;
  double largest = rounding;
  for (int j = 0; j < r.loads->joints(); ++j) {
    const double size = std::abs(r.loads->peak(j, component).value);
    if (size > largest) {
      largest = size;
      best = j;
    }
  }
  if (best < 0) return "";
  return fmt::format("{} {} {} in {} at {} s", what, number_text(largest), unit, r.joint_names[best],
                     number_text(r.loads->peak(best, component).time));
}

/// What drowns in the errors of large motions.
std::string faint_text(const std::vector<FaintJoint>& faint) {
  const FaintJoint& one = faint.front();
  const std::string more = faint.size() > 1 ? fmt::format(", and {} more like it", faint.size() - 1) : "";
  if (one.rounded > 0)
    return fmt::format(
        "{} moves by {} {}{}: places of {} {} are rounded too coarsely to know it to 1e-6; give it a model of its own", one.name,
        number_text(one.moved, 2), one.unit, more, number_text(one.rounded, 2), one.unit);
  return fmt::format(
      "{} moves by {} {} beside bodies that move by {} {}{}: their errors may drown it; take articulated-body, or a smaller "
      "rtol",
      one.name, number_text(one.moved, 2), one.unit, number_text(one.bodies, 2), one.unit, more);
}

std::string trust_text(const RunRecord& r) {
  const RunSummary& s = r.summary;
  std::string text = fmt::format("balance error {} ({})", number_text(s.balance_error, 2), name_of(judge_balance(s)));
  if (s.ground_made > 0)
    text += fmt::format("; the ground, which can only take, gave {} J: it was met too late; take a smaller rtol, or a max_step",
                        number_text(s.ground_made, 2));
  for (const VagueAccount& one : s.vague_accounts)
    text += fmt::format("; of {} J in the account {} up to {} may be missing", number_text(one.work, 2), one.name,
                        number_text(std::min(one.error, 1.0) * one.work, 2));
  if (s.drift_error >= good_balance)
    text += fmt::format("; putting constraints back took {} of the energy", number_text(s.drift_error, 2));
  if (s.constraints.position > 0) text += fmt::format("; constraints within {} m", number_text(s.constraints.position, 2));
  if (r.drift) text += fmt::format("; momentum within {}", number_text(std::max(r.drift->linear, r.drift->angular), 2));
  if (s.closure.singular_count > 0)
    text += fmt::format("; {} through a singular configuration, the first at {} s",
                        s.closure.singular_count == 1 ? "one passage" : fmt::format("{} passages", s.closure.singular_count),
                        number_text(s.closure.singular.front().time));
  return text;
}

/// Peaks are those of the rest.
std::string left_out_text(const ClosureSummary& closure) {
  const LoadsLeftOut& first = closure.left_out.front();
  std::string text = fmt::format("loads between {} s and {} s", number_text(first.from, 6), number_text(first.to, 6));
  if (closure.left_out_count > 1) text += fmt::format(" and in {} more such stretches", closure.left_out_count - 1);
  return text + ", beside a singular configuration, are left out of the peaks";
}

/// What is integrated.
std::string partition_text(const PartitionCounts& c) {
  return fmt::format(
      "coordinates partitioned anew {} times, worst condition {}; {} rounds of Newton's method in an evaluation, at most {}",
      c.repartitions, number_text(c.worst_condition, 2), number_text(c.iterations_per_stage(), 3), c.most_iterations);
}

/// Of the first few.
std::string measures_text(const std::vector<MeasureValue>& measures) {
  std::string text;
  for (std::size_t k = 0; k < std::min(measures.size(), measures_shown); ++k) {
    const MeasureValue& m = measures[k];
    const std::string value = m.is_logic ? m.value != 0 ? "yes" : "no" : !std::isfinite(m.value) ? "never" : number_text(m.value);
    text += fmt::format("{}{} {}{}", k == 0 ? "" : ", ", m.name, value,
                        m.is_logic || m.unit == "1" || m.unit.empty() || !std::isfinite(m.value) ? "" : " " + m.unit);
  }
  if (measures.size() > measures_shown) text += fmt::format("; {} more in summary.json", measures.size() - measures_shown);
  return text;
}

std::string check_text(const CheckResult& c) {
  std::string text =
      std::isfinite(c.dt) ? fmt::format("at dt {} s", number_text(c.dt, 2)) : fmt::format("at rtol {}", number_text(c.rtol, 2));
  if (std::isfinite(c.position))
    text += fmt::format(" final positions differ by {} m, attitudes by {} rad, velocities by {} m/s", number_text(c.position, 2),
                        number_text(c.attitude, 2), number_text(c.velocity, 2));
  if (std::isfinite(c.peak)) text += fmt::format(", peak loads by {} % in {}", number_text(100 * c.peak, 2), c.peak_of);
  if (std::isfinite(c.share))
    text += fmt::format(", against how each body itself moves at most {} ({})", number_text(c.share, 2), c.body);
  if (!c.message.empty()) text += (std::isfinite(c.position) ? "; " : " ") + c.message;
  return text;
}

std::string table_text(const TableLeft& t) {
  const std::string end = number_text(t.end) + (t.unit == "1" ? "" : " " + t.unit);
  return t.of_time ? fmt::format("{} was left at {}, and its last value held from there on", t.name, end)
                   : fmt::format("{} was left by {} s: its points {} at {}, and its {} value was held", t.name,
                                 number_text(t.time), t.below ? "begin" : "end", end, t.below ? "first" : "last");
}

}  // namespace

std::string make_digest(const RunRecord& r, const std::string& where, int width) {
  const RunSummary& s = r.summary;
  const std::string name = r.model_name.empty() ? r.model_file : r.model_name;
  std::string out = labelled("",
                             fmt::format("{}: {}, {} s in {} s by {}, {}", name, name_of(s.status), number_text(s.time),
                                         number_text(s.wall_seconds, 3), s.formulation, s.integrator),
                             0, width);
  const auto line = [&](const char* label, const std::string& text) { out += labelled(label, text, label_width, width); };

  for (std::size_t i = 0; i < std::min(r.events.size(), events_shown); ++i)
    line(i == 0 ? "events" : "", event_text(r.events[i], r.events));
  if (s.counters.events > static_cast<long>(events_shown))
    line("", fmt::format("and {} more", s.counters.events - static_cast<long>(events_shown)));
  if (!s.silent_events.empty()) line(r.events.empty() ? "events" : "", "never fired: " + joined(s.silent_events));
  double force = 0;
  for (int j = 0; j < r.loads->joints(); ++j) force = std::fmax(force, r.loads->peak(j, load_force).value);
  std::string loads = peak_text(r, load_force, "force", "N", 0);
  const std::string moment = peak_text(r, load_moment, "moment", "N*m", 1e-10 * force);
  if (!loads.empty() && !moment.empty()) loads += "; ";
  loads += moment;
  if (!loads.empty()) line("peaks", loads);
  if (!s.closure.left_out.empty()) line(loads.empty() ? "peaks" : "", left_out_text(s.closure));
  if (!s.measures.empty()) line("measures", measures_text(s.measures));
  line("energy", trust_text(r));
  if (s.partition.any()) line("split", partition_text(s.partition));
  if (!s.faint_joints.empty()) line("scales", faint_text(s.faint_joints));
  for (std::size_t i = 0; i < std::min(s.tables.size(), tables_shown); ++i) line(i == 0 ? "tables" : "", table_text(s.tables[i]));
  if (!s.choice.empty() && s.closure.any) line("auto", s.choice);
  if (!s.integrator_choice.empty() && find_integrator(s.integrator) != find_integrator("auto")) line("auto", s.integrator_choice);
  if (r.check) line("check", check_text(*r.check));
  line("look at", where);
  return out;
}

}  // namespace pintle
