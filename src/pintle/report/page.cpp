#include "pintle/report/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/joined.h"
#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/report/drawing.h"
#include "pintle/report/loads_section.h"
#include "pintle/report/plot.h"
#include "pintle/report/text.h"

namespace pintle {
namespace {

constexpr std::size_t marks_in_plots = 60;

std::string with_unit(double x, const char* unit) { return format("{} <small>{}</small>", html_number(x), unit); }

std::string percent_text(double share) { return short_number(100 * share, 3) + " %"; }

/// The joint with the largest peak of a component; −1 if none carries anything.
int heaviest_joint(const LoadTable& loads, int component) {
  int best = -1;
  for (int j = 0; j < loads.joints(); ++j)
    if (size_of(loads.peak(j, component).value) > (best < 0 ? 0 : size_of(loads.peak(best, component).value))) best = j;
  return best;
}

// ---- head ----------------------------------------------------------------------------------------------------------
std::string make_tile(const std::string& name, const std::string& value, const std::string& note) {
  return format("<div class=\"tile\"><span>{}</span><strong>{}</strong><em>{}</em></div>\n", name, value, note);
}

std::string balance_word(const RunSummary& s) {
  const Trust trust = judge_balance(s);
  const char* const look = trust == Trust::good ? "good\">●" : trust == Trust::fair ? "fair\">◆" : "poor\">▲";
  return format("<span class=\"{} {}</span>", look, name_of(trust));
}

std::string make_load_tile(const RunRecord& r, const char* name, int component, const char* unit) {
  const int j = heaviest_joint(*r.loads, component);
  const int k = heaviest_joint(*r.loads, load_force);
  const double rounding = k < 0 ? 0 : load_noise * size_of(r.loads->peak(k, load_force).value);
  if (j < 0 || size_of(r.loads->peak(j, component).value) <= rounding) return make_tile(name, "–", "no joint carries any");
  const LoadPeak& peak = r.loads->peak(j, component);
  return make_tile(name, with_unit(peak.value, unit),
                   format("{} at {} s", escape_html(r.joint_names[j]), short_number(peak.time)));
}

std::string make_tiles(const RunRecord& r) {
  const RunSummary& s = r.summary;
  std::string out = "<section class=\"tiles\">\n";
  std::string speed = format("in {}", duration_text(s.wall_seconds));
  if (s.wall_seconds > 0 && s.time > 0) speed += format(", {} × real time", short_number(s.time / s.wall_seconds, 3));
  out += make_tile("simulated", with_unit(s.time, "s"), speed);
  out += make_tile("events", grouped_number(s.counters.events),
                   r.events.empty() ? "none fired"
                                    : format("{} at {} s{}", escape_html(r.events.front().event),
                                             short_number(r.events.front().time), r.events.size() > 1 ? ", …" : ""));
  const bool has_loads = r.loads && r.loads->joints() > 0;
  if (has_loads) out += make_load_tile(r, "largest force", load_force, "N");
  if (has_loads) out += make_load_tile(r, "largest moment", load_moment, "N·m");
  out += make_tile("energy balance", html_number(s.balance_error, 2),
                   std::isfinite(s.balance_error) ? balance_word(s) : "not known");
  return out + "</section>\n";
}

std::string make_messages(const RunRecord& r) {
  std::string out;
  if (!r.summary.message.empty()) out += format("<p class=\"message\">{}</p>\n", escape_html(r.summary.message));
  if (r.notes.empty()) return out;
  std::string notes;
  for (const std::string& note : r.notes) notes += (notes.empty() ? "" : "; ") + note;
  return out + format("<p class=\"message\">This page is not complete: {}.</p>\n", escape_html(notes));
}

std::string make_origin(const RunRecord& r) {
  if (!r.origin) return "";
  return format("<p>Case {} of <a href=\"{}\">{}</a></p>\n", grouped_number(static_cast<long>(r.origin->number)),
                escape_html(r.origin->page), escape_html(r.origin->store));
}

std::string make_head(const RunRecord& r) {
  const RunSummary& s = r.summary;
  std::string what =
      format("{} {}, {}", grouped_number(r.bodies), r.bodies == 1 ? "body" : "bodies", count_text(r.joints, "joint"));
  if (r.contacts > 0) what += ", " + count_text(r.contacts, "contact");
  return format(
      "<header>\n<p class=\"mark\">Pintle</p>\n<h1>{}</h1>\n<p class=\"lead\"><span class=\"status {}\">{}</span> {} · {} with "
      "{} · {}</p>\n{}{}"
      "</header>\n",
      escape_html(r.model_name.empty() ? r.model_file : r.model_name), name_of(s.status), name_of(s.status), what,
      escape_html(s.formulation), escape_html(s.integrator), escape_html(r.started.substr(0, 10)), make_origin(r),
      make_messages(r));
}

// ---- events --------------------------------------------------------------------------------------------------------
std::string make_impulses(const EventRow& e) {
  if (e.with_last) return "one jump with the event above";
  std::string out;
  double largest = 0;
  for (const PartImpulse& one : e.impulses) largest = std::max({largest, one.force, one.moment});
  const auto number = [&](double x) { return x < load_noise * largest ? "≈ 0" : html_number(x, 3); };
  for (const PartImpulse& one : e.impulses)
    out += format("{}{}{}: {} <small>N·s</small>, {} <small>N·m·s</small>", out.empty() ? "" : "<br>", escape_html(one.part),
                  one.unique ? "" : " *", number(one.force), number(one.moment));
  return out.empty() ? "–" : out;
}

std::string make_loss(const EventRow& e, const std::vector<EventRow>& all) {
  if (e.with_last) return "as above";
  const double lost = calc_lost(e, all);
  if (lost == 0) return "0 <small>J</small>";
  std::string out = with_unit(lost, "J");
  if (e.kinetic_before > 0) out += format(" <small>({})</small>", percent_text(lost / e.kinetic_before));
  return out;
}

/// Events that nobody met, a sentence; empty if there is none.
std::string make_silent_events(const RunRecord& r) {
  const std::vector<std::string>& silent = r.summary.silent_events;
  if (silent.empty()) return "";
  return format("<p class=\"small\">Never fired: {}.</p>\n", escape_html(joined(silent)));
}

std::string make_events(const RunRecord& r) {
  if (r.events.empty() && r.summary.silent_events.empty()) return "";
  if (r.events.empty()) return "<section>\n<h2>Events</h2>\n" + make_silent_events(r) + "</section>\n";
  std::string out =
      "<section>\n<h2>Events</h2>\n<div class=\"scroll\"><table class=\"events\">\n<thead><tr><th>#</th><th class=\"n\">time "
      "[s]</th><th>event</th>"
      "<th>cause</th><th>actions</th><th class=\"n\">freedoms</th><th class=\"n\">kinetic energy lost</th>"
      "<th>largest impulses</th></tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < r.events.size(); ++k) {
    const EventRow& e = r.events[k];
    out += format(
        "<tr><td>{}</td><td class=\"n\">{}</td><th>{}</th><td>{}</td><td>{}</td><td class=\"n\">{}&nbsp;→&nbsp;{}</td>"
        "<td class=\"n\">{}</td><td>{}</td></tr>\n",
        k + 1, short_number(e.time, 7), escape_html(e.event), escape_html(e.cause), escape_html(joined(e.actions)),
        e.freedoms_before, e.freedoms_after, make_loss(e, r.events), make_impulses(e));
  }
  out += "</tbody></table></div>\n";
  if (r.summary.counters.events > static_cast<long>(r.events.size()))
    out += format("<p class=\"small\">The first {} of {}; all are in events.jsonl.</p>\n", r.events.size(),
                  r.summary.counters.events);
  const auto is_open = [](const EventRow& e) { return !std::ranges::all_of(e.impulses, &PartImpulse::unique); };
  if (std::ranges::any_of(r.events, is_open))
    out +=
        "<p class=\"small\">* Redundant constraints: the balance of impulses does not decide every component; those are shared "
        "by "
        "the least norm, and named in events.jsonl.</p>\n";
  return out + make_silent_events(r) + "</section>\n";
}

// ---- measures ------------------------------------------------------------------------------------------------------
std::string make_measures(const RunRecord& r) {
  if (r.summary.measures.empty()) return "";
  std::string out = "<section>\n<h2>Measures</h2>\n<dl class=\"measures\">\n";
  for (const MeasureValue& m : r.summary.measures) {
    const std::string value = m.is_logic                ? m.value != 0 ? "yes" : "no"
                              : !std::isfinite(m.value) ? "–"
                              : m.unit == "1"           ? html_number(m.value)
                                                        : with_unit(m.value, escape_html(m.unit).c_str());
    out += format("<div><dt>{}</dt><dd class=\"n\">{}</dd></div>\n", escape_html(m.name), value);
  }
  return out + "</dl>\n</section>\n";
}

// ---- plots ---------------------------------------------------------------------------------------------------------
std::vector<PlotMark> make_plot_marks(const RunRecord& r) {
  std::vector<PlotMark> marks;
  for (std::size_t k = 0; k < std::min(r.events.size(), marks_in_plots); ++k) {
    const EventRow& e = r.events[k];
    marks.push_back(
        {e.time, std::to_string(k + 1), format("{} at {} s: {}", e.event, short_number(e.time, 7), joined(e.actions))});
  }
  return marks;
}

std::string make_plots(const RunRecord& r) {
  if (r.panels.empty()) return "";
  const TimeSpan span = find_time_span(r.panels);
  const std::vector<PlotMark> marks = make_plot_marks(r);
  std::string out = "<section>\n<h2>Motion, energy, loads</h2>\n<div class=\"panels\">\n";
  const std::vector<std::vector<int>> colours = choose_colours(r.panels);
  for (std::size_t k = 0; k < r.panels.size(); ++k) out += make_figure(r.panels[k], colours[k], static_cast<int>(k), span, marks);
  out += "</div>\n<p class=\"small\">All recorded signals are in series.csv, in SI units and radians.";
  if (!marks.empty()) out += " Dashed lines are events, numbered as in the table.";
  out += "</p>\n</section>\n";
  return out +
         format("<script type=\"application/json\" id=\"data\">{}</script>\n", escape_script(make_plot_data(r.panels, span)));
}

// ---- picture -------------------------------------------------------------------------------------------------------
std::string make_pictures(const RunRecord& r) {
  const std::string drawings = r.picture ? make_drawings(*r.picture) : "";
  return drawings.empty() ? "" : "<section>\n<h2>The mechanism</h2>\n" + drawings + "</section>\n";
}

// ---- trust ---------------------------------------------------------------------------------------------------------
std::string make_row(const std::string& name, const std::string& value, const std::string& meaning) {
  return format("<tr><th>{}</th><td class=\"n\">{}</td><td>{}</td></tr>\n", name, value, meaning);
}

/// The rows of `--check`, or how to get them.
std::string make_check(const RunRecord& r) {
  if (!r.check)
    return make_row("finer run", "–", "not asked for: <code>pintle run --check</code> repeats it at a tenth of the tolerance");
  const CheckResult& c = *r.check;
  const std::string with =
      std::isfinite(c.dt) ? format("steps of {} s", html_number(c.dt, 2)) : format("rtol {}", html_number(c.rtol, 2));
  std::string meaning;
  if (std::isfinite(c.position))
    meaning = format(
        "largest difference of final positions, computed again with {}; of attitudes {} rad, of velocities {} m/s and {} rad/s",
        with, html_number(c.attitude, 2), html_number(c.velocity, 2), html_number(c.angular_velocity, 2));
  if (std::isfinite(c.share))
    meaning += format("; against how each body itself moves at most {} ({})", html_number(c.share, 2), escape_html(c.body));
  if (std::isfinite(c.peak))
    meaning += format("; of peak loads {} %, in {}", html_number(100 * c.peak, 2), escape_html(c.peak_of));
  else if (std::isfinite(c.peak_force))
    meaning += format("; of peak forces in joints {} %", html_number(100 * c.peak_force, 2));
  if (!c.message.empty()) meaning += (meaning.empty() ? "" : "; ") + escape_html(c.message);
  return make_row("finer run", std::isfinite(c.position) ? with_unit(c.position, "m") : "–", meaning);
}

/// Redundancy, and the worst place on the way.
std::string make_closure_row(const RunSummary& s) {
  std::string text = format("worst condition of the rows, at t = {} s; {} of {} rows redundant at the end; drift held down by {}",
                            html_number(s.closure.worst_time, 4), s.closure.redundant, s.closure.rows, s.stabilization);
  if (s.closure.singular_count > 0)
    text += format("; {} through a singular configuration, the first at {} s", count_text(s.closure.singular_count, "passage"),
                   html_number(s.closure.singular.front().time, 4));
  if (!s.closure.left_out.empty()) {
    const LoadsLeftOut& first = s.closure.left_out.front();
    text += format("; loads between {} s and {} s", html_number(first.from, 5), html_number(first.to, 5));
    if (s.closure.left_out_count > 1) text += format(" and in {} more such stretches", s.closure.left_out_count - 1);
    text += ", beside a singular configuration, are left out of the peaks: they rise without bound there";
  }
  return make_row("loops", html_number(s.closure.worst_condition, 3), text);
}

std::string make_partition_row(const PartitionCounts& c) {
  return make_row(
      "partitions", grouped_number(c.repartitions),
      format("choices of what is integrated made anew on the way, as bodies turned away from where the last was made; "
             "worst condition of one {}; {} rounds of Newton’s method in an evaluation, at most {}",
             html_number(c.worst_condition, 3), html_number(c.iterations_per_stage(), 3), c.most_iterations));
}

std::string make_trust(const RunRecord& r) {
  const RunSummary& s = r.summary;
  std::string out = "<section>\n<h2>How far to trust it</h2>\n<div class=\"scroll\"><table class=\"trust\"><tbody>\n";
  out += make_row("energy balance", html_number(s.balance_error, 3),
                  balance_word(s) + " · what the ledger misses, against the largest kinetic energy + |work| of the mechanism");
  if (s.ground_made > 0)
    out += make_row("made by the ground", with_unit(s.ground_made, "J"),
                    "a ground can only take: it was met too late, deep inside. A smaller rtol, or a max_step, meets it in time");
  for (const FaintJoint& one : s.faint_joints)
    out += make_row(
        escape_html(one.name), with_unit(one.moved, one.unit.c_str()),
        one.rounded > 0
            ? format("half of its range: places of {} {} are rounded too coarsely to know it to 1e-6. Give it a model of its own",
                     html_number(one.rounded, 3), one.unit)
            : format("half of its range, beside bodies that move by {} {}: their errors may drown it. articulated-body, or a "
                     "smaller "
                     "rtol, resolves it",
                     html_number(one.bodies, 3), one.unit));
  for (const VagueAccount& one : s.vague_accounts)
    out += make_row(
        format("account “{}”", one.name), html_number(one.error, 3),
        format("what the ledger misses, against the {} J that went to and fro in this account", html_number(one.work, 3)));
  if (s.drift_error > 0)
    out += make_row("energy drift", html_number(s.drift_error, 3), "work of putting constraints back, against the same");
  out += make_check(r);
  out += make_row("constraint error", with_unit(s.constraints.position, "m"),
                  format("largest along the run; in velocity {} m/s{}", html_number(s.constraints.velocity),
                         s.constraints.position == 0 && s.constraints.velocity == 0 ? ". Joint coordinates have none" : ""));
  if (s.closure.any) out += make_closure_row(s);
  if (s.partition.any()) out += make_partition_row(s.partition);
  if (r.drift) {
    out += make_row("linear momentum", html_number(r.drift->linear, 3), "drift against Σ|p|, gravity’s share taken off");
    out += make_row("angular momentum", html_number(r.drift->angular, 3), "drift about the mass centre, against Σ|L|");
  }
  out += make_row("steps", grouped_number(s.counters.steps),
                  format("{} rejected, {}", s.counters.rejected, count_text(s.counters.evaluations, "evaluation")));
  out += make_row("structures", std::to_string(s.counters.plans), "plans made, one for each set of free joints met");
  if (s.counters.allocations >= 0)
    out +=
        make_row("allocations", grouped_number(s.counters.allocations), "while stepping, after the first step of each structure");
  out += make_row("wall time", duration_text(s.wall_seconds),
                  s.counters.steps > 0
                      ? format("{} µs a step", short_number(1e6 * s.wall_seconds / static_cast<double>(s.counters.steps), 3))
                      : "");
  return out + "</tbody></table></div>\n" + "</section>\n";
}

// ---- energy --------------------------------------------------------------------------------------------------------
std::string make_accounts(const RunRecord& r) {
  const RunSummary& s = r.summary;
  const Ledger& l = s.accounts;
  if (!std::isfinite(s.energy_initial)) return "";
  const double scale = std::max({size_of(s.energy_initial), size_of(l.kinetic), size_of(l.potential), size_of(l.dissipated()),
                                 size_of(l.applied()), size_of(l.events), size_of(l.projection), size_of(l.stabilization())});
  const auto row = [&](const char* kind, const char* name, double joules, const char* meaning) {
    return format("<tr{}><th>{}</th><td class=\"n\">{}</td><td>{}</td></tr>\n", kind, name, table_number(joules, 1e-15 * scale),
                  meaning);
  };
  const double due = s.energy_initial + l.applied() - l.dissipated() + l.events + l.projection + l.stabilization();
  std::string out =
      "<section>\n<h2>Energy, from start to end [J]</h2>\n<div class=\"scroll\"><table class=\"trust accounts\"><tbody>\n";
  out += row("", "at the start", s.energy_initial, "kinetic + potential");
  out += row("", "applied", l.applied(), "work of motors and applied forces");
  out += row("", "dissipated", -l.dissipated(), "heat in dampers and contacts");
  out += row("", "events", l.events, "change of kinetic energy where joints lock");
  out += row("", "projection", l.projection, "work of putting constraints back after steps");
  out += row("", "stabilization", l.stabilization(), "work of constraint forces on rows that are not quite met");
  out += row(" class=\"sum\"", "due at the end", due, "");
  out += row("", "kinetic", l.kinetic, "at the end");
  out += row("", "potential", l.potential, "at the end: gravity from the world’s origin, springs from rest, contacts");
  out += row(" class=\"sum\"", "found at the end", l.total(), "");
  return out + "</tbody></table></div>\n</section>\n";
}

std::string make_method(const RunRecord& r) {
  const RunSummary& s = r.summary;
  const Formulation* formulation = find_formulation(s.formulation);
  const IntegratorKind* integrator = find_integrator(s.integrator);
  std::string_view why = s.choice;  // "articulated-body: it runs this model, …"
  if (why.starts_with(s.formulation + ": ")) why.remove_prefix(s.formulation.size() + 2);
  const std::string chosen = why.empty() ? "Chosen by auto." : format("Chosen by auto: {}.", escape_html(why));
  std::string out = "<section>\n<h2>How it was computed</h2>\n<dl>\n";
  out += format("<dt>Formulation</dt><dd><b>{}</b>{}. {}</dd>\n", escape_html(s.formulation),
                formulation ? ": " + escape_html(formulation->what) : "", r.run.formulation != "auto" ? "Asked for." : chosen);
  std::string_view weighed = s.integrator_choice;  // "dop853: the stiffest is …"
  if (weighed.starts_with(s.integrator)) weighed.remove_prefix(std::min(weighed.size(), s.integrator.size() + 2));
  out +=
      format("<dt>Integrator</dt><dd><b>{}</b>{}. {}, relative tolerance {}{}.</dd>\n", escape_html(s.integrator),
             integrator ? ": " + escape_html(integrator->what) : "", r.run.integrator != "auto" ? "Asked for" : "Chosen by auto",
             html_number(s.rtol > 0 ? s.rtol : r.run.rtol, 1), weighed.empty() ? "" : ": " + escape_html(weighed));
  return out +
         "<dt>Check it</dt><dd>Run it with <code>--check</code>, which repeats it more finely, or again with another "
         "<code>--formulation</code>.</dd>\n</dl>\n</section>\n";
}

std::string make_model(const RunRecord& r) {
  return format("<section>\n<details><summary>The model, as it ran</summary>\n<pre>{}</pre></details>\n</section>\n",
                escape_html(r.model_text));
}

std::string make_foot() {
  std::string links;
  for (const char* file : {"series.csv", "events.jsonl", "loads.csv", "load_sets.csv", "picture.json", "summary.json",
                           "manifest.json", "model.yaml"})
    links += format("{}<a href=\"{}\">{}</a>", links.empty() ? "" : " · ", file, file);
  return format("<footer><p>{}</p><p>Pintle {}</p></footer>\n", links, PINTLE_VERSION);
}

}  // namespace

std::string make_page_start(const std::string& title) {
  return format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{} · Pintle</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
      escape_html(title), page_style);
}

std::string make_page_end() { return format("</main>\n<script>{}</script>\n</body>\n</html>\n", page_script); }

std::string make_page(const RunRecord& r) {
  return make_page_start(r.model_name.empty() ? r.model_file : r.model_name) + make_head(r) + make_tiles(r) + make_pictures(r) +
         make_measures(r) + make_events(r) + make_plots(r) + make_loads_section(r) + make_accounts(r) + make_trust(r) +
         make_method(r) + make_model(r) + make_foot() + make_page_end();
}

}  // namespace pintle
