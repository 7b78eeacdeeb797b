#include "pintle/report/loads_section.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pintle/report/text.h"

namespace pintle {
namespace {

constexpr std::size_t loads_shown = 40, sets_shown = 12;

/// What acts together: all components at the instant of a joint's largest force, and of its largest moment.
std::string make_load_sets(const RunRecord& r, const std::vector<int>& order, double rounding) {
  std::string out =
      "<h3>What acts together</h3>\n<div class=\"scroll\"><table class=\"sets\">\n"
      "<thead><tr><th>joint</th><th>at the peak of</th><th class=\"n\">time [s]</th><th class=\"n\">fx [N]</th><th "
      "class=\"n\">fy [N]</th><th class=\"n\">fz [N]</th><th class=\"n\">mx [N·m]</th><th class=\"n\">my [N·m]</th><th "
      "class=\"n\">mz [N·m]</th></tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < std::min(order.size(), sets_shown); ++k) {
    const int j = order[k];
    const LoadPeak &force = r.loads->peak(j, load_force), &moment = r.loads->peak(j, load_moment);
    const bool has_moment = size_of(moment.value) > rounding;
    const auto row = [&](const LoadPeak& peak, bool first, const char* of) {
      std::string cells;
      for (int c = load_fx; c <= load_mz; ++c) cells += format("<td class=\"n\">{}</td>", table_number(peak.set[c], rounding));
      return format("<tr{}><th>{}</th><td>{}</td><td class=\"n dim\">{}</td>{}</tr>\n", first ? "" : " class=\"same\"",
                    first ? escape_html(r.joint_names[j]) : "", of, short_number(peak.time), cells);
    };
    const bool together = !has_moment || force.time == moment.time;
    out += row(force, true, !has_moment ? "force" : together ? "force and moment" : "force");
    if (!together) out += row(moment, false, "moment");
  }
  out += "</tbody></table></div>\n<p class=\"small\">";
  if (order.size() > sets_shown) out += format("The {} joints with the largest force. ", sets_shown);
  return out + "The sets at the peaks of all components are in load_sets.csv.</p>\n";
}

/// A component along the axis of a joint, marked where the direction could move and is held at that instant.
std::string make_along(const LoadPeak& peak, double rounding, bool& held) {
  const bool holds = peak.source == LoadSource::held && size_of(peak.value) > rounding;
  held = held || holds;
  return table_number(peak.value, rounding) + (holds ? " †" : "");
}

std::string make_joint_loads(const RunRecord& r) {
  if (r.loads->joints() == 0) return "";
  const LoadTable& loads = *r.loads;
  std::vector<int> order(static_cast<std::size_t>(loads.joints()));
  std::iota(order.begin(), order.end(), 0);
  const auto force = [&](int j) { return size_of(loads.peak(j, load_force).value); };
  const auto moment = [&](int j) { return size_of(loads.peak(j, load_moment).value); };
  std::ranges::stable_sort(order, [&](int a, int b) { return std::pair(force(a), moment(a)) > std::pair(force(b), moment(b)); });
  const double largest_force = force(order.front());
  const double largest_moment = moment(*std::ranges::max_element(order, {}, moment));
  const double rounding = load_noise * std::max(largest_force, largest_moment);

  std::string out =
      "<h2>Peak loads in joints</h2>\n<div class=\"scroll\"><table class=\"loads\">\n"
      "<thead><tr><th rowspan=\"2\">joint</th><th colspan=\"5\">force [N]</th><th colspan=\"5\">moment [N·m]</th></tr>"
      "<tr><th class=\"n\">peak</th><th class=\"n\">at [s]</th><th class=\"n\">axial</th><th class=\"n\">radial</th><th "
      "class=\"n\">rms</th>"
      "<th class=\"n\">peak</th><th class=\"n\">at [s]</th><th class=\"n\">torsion</th><th class=\"n\">bending</th><th "
      "class=\"n\">rms</th>"
      "</tr></thead>\n<tbody>\n";
  bool held = false;
  const auto cells = [&](int j, int norm_of, int along, int across, double largest) {
    const auto number = [&](double x) { return table_number(x, rounding); };
    const LoadPeak& peak = loads.peak(j, norm_of);
    const double share = largest > rounding ? size_of(peak.value) / largest : 0;
    return format(
        "<td class=\"n bar\" style=\"--share:{:.1f}%\">{}</td><td class=\"n dim\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td><td class=\"n\">{}</td>",
        100 * share, number(peak.value), short_number(peak.time), make_along(loads.peak(j, along), rounding, held),
        number(loads.peak(j, across).value), number(loads.rms(j, norm_of)));
  };
  for (std::size_t k = 0; k < std::min(order.size(), loads_shown); ++k) {
    const int j = order[k];
    out += format("<tr><th>{}{}</th>{}{}</tr>\n", escape_html(r.joint_names[j]),
                  loads.is_shared(j, load_force) || loads.is_shared(j, load_moment) ? " *" : "",
                  cells(j, load_force, load_axial, load_radial, largest_force),
                  cells(j, load_moment, load_torsion, load_bending, largest_moment));
  }
  out +=
      "</tbody></table></div>\n<p class=\"small\">What the joint does to its child, at M’s origin, in M’s axes; each peak by "
      "magnitude along the motion, located between steps, each at its own time. ";
  if (order.size() > loads_shown) out += format("The {} largest of {}. ", loads_shown, order.size());
  if (held)
    out +=
        "† This direction could move and is held at that instant, locked, driven or at rest on its stop: the peak is that of "
        "what "
        "holds it, its <code>reaction</code>. ";
  for (int j = 0; j < loads.joints(); ++j) {
    if (!loads.is_shared(j, load_force) && !loads.is_shared(j, load_moment)) continue;
    out += "* Redundant constraints: equilibrium does not decide every component; those are shared by the least norm. ";
    break;
  }
  out += "All components are in loads.csv.</p>\n";
  return out + make_load_sets(r, order, rounding);
}

/// The other components of a part at the instant of a peak.
std::string make_company(const RunRecord& r, const PartPeak& one, double rounding) {
  const std::span<const PartPeak> part = r.loads->part_of(one);
  std::string out;
  for (std::size_t k = 0; k < part.size() && one.set.size() == part.size(); ++k)
    if (&part[k] != &one)
      out += format("{}{} {} {}", out.empty() ? "" : ", ", escape_html(part[k].component), table_number(one.set[k], rounding),
                    pretty_unit(part[k].unit));
  return out;
}

/// Constraints, forces and contacts, the largest first.
std::string make_other_loads(const RunRecord& r) {
  std::vector<const PartPeak*> order;
  for (const PartPeak& one : r.loads->others()) order.push_back(&one);
  if (order.empty()) return "";
  std::ranges::stable_sort(order, std::greater(), [](const PartPeak* one) { return size_of(one->value); });
  const double rounding = load_noise * size_of(order.front()->value);
  std::string out =
      "<h2>Peak loads of constraints, forces and contacts</h2>\n<div class=\"scroll\"><table>\n"
      "<thead><tr><th>part</th><th>component</th><th class=\"n\">peak</th><th></th><th class=\"n\">at [s]</th><th "
      "class=\"n\">rms</th><th>with</th></tr></thead>\n<tbody>\n";
  bool open = false;
  for (std::size_t k = 0; k < std::min(order.size(), loads_shown); ++k) {
    const PartPeak& one = *order[k];
    open = open || !one.unique;
    out += format(
        "<tr><th>{}{}</th><td>{}</td><td class=\"n\">{}</td><td><small>{}</small></td><td class=\"n dim\">{}</td><td "
        "class=\"n\">{}</td><td class=\"dim\">{}</td></tr>\n",
        escape_html(one.part), one.unique ? "" : " *", escape_html(one.component), table_number(one.value, rounding),
        pretty_unit(one.unit), short_number(one.time), table_number(one.rms, rounding), make_company(r, one, rounding));
  }
  out +=
      "</tbody></table></div>\n<p class=\"small\">With: the other components of the part at that instant, as in load_sets.csv. "
      "Of a constraint its multiplier, on the second body; of a force between two "
      "points "
      "positive pushes them apart. ";
  if (order.size() > loads_shown) out += format("The {} largest of {}; all are in loads.csv. ", loads_shown, order.size());
  if (open) out += "* Redundant constraints: shared by the least norm.";
  return out + "</p>\n";
}

}  // namespace

std::string make_loads_section(const RunRecord& r) {
  const std::string text = r.loads ? make_joint_loads(r) + make_other_loads(r) : "";
  return text.empty() ? "" : "<section>\n" + text + "</section>\n";
}

}  // namespace pintle
