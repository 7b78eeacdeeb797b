#include "pintle/formulations/bodies/mechanism.h"

#include <cmath>

namespace pintle::bodies {
namespace {

template <class Row>
double calc_right(const Row& row, Level level, double alpha) {
  if (level == Level::position) return -row.g;
  if (level == Level::velocity) return -row.gdot;
  return row.gamma - alpha * (2 * row.gdot + alpha * row.g);  // (1)
}

/// NaN if one is.
double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }

std::vector<LinkRows> make_links(const System& system, const Plan& plan) {
  std::vector<LinkRows> links;
  int first = 0;
  for (const Link& link : plan.tree.links) {
    LinkRows& out = links.emplace_back();
    out = {.parent = link.parent, .joint = link.joint, .first = first, .sign = link.reversed ? -1.0 : 1.0};
    if (!link.joint.exists()) continue;
    const JointRows rows = make_rows(system.joint(link.joint).type, plan.structure.free_directions(link.joint), {});
    for (int k = 0; k < rows.count; ++k) ++(rows.row[k].kind == RowKind::point_on_plane ? out.points : out.axes);
    first += rows.count;
  }
  return links;
}

}  // namespace

Mechanism::Mechanism(const System& system, const Plan& plan, MakeSolver make_solver)
    : bodies(plan.tree.links.size()),
      placed(bodies.size()),
      links(make_links(system, plan)),
      rows(static_cast<std::size_t>(links.back().first + links.back().count())),
      right(rows.size()),
      closings(system, plan),
      closing_right(closings.rows().size()),
      asked(closing_right.size()),
      has_position(asked.size(), 1),
      wrenches(bodies.size(), Wrench<double>::zero()),
      motions(bodies.size(), Motion<double>::zero()),
      solver(make_solver(system, plan, links)) {
  for (const Gauge& gauge : make_gauges(system, plan)) joints.emplace_back(system, gauge);
  for (const Closing& closing : plan.closings)
    if (closing.constraint.exists() && !system.constraints[closing.constraint.i].has_position())
      for (int r = 0; r < closing.rows; ++r) has_position[closing.first + r] = 0;
}

void Mechanism::update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held) {
  for (HeldJoint& joint : joints) joint.update_held(p, held);
  closings.update_held(p, held);
}

void Mechanism::set_since(double time) {
  for (HeldJoint& joint : joints) joint.gauge.since = time;
  closings.set_since(time);
}

void Mechanism::update_rows(std::span<const Drive<double>> drives, std::span<JointCoordinates<double>> held) {
  share([&](Links of) {
    for (int i = of.from; i < of.to; ++i) {
      LinkRows& link = links[i];
      link.at = placed[i].p;
      if (link.count() == 0) continue;
      HeldJoint& joint = joints[link.joint.i];
      joint.drive(drives, held[link.joint.i]);
      link.at = joint.update_rows(drives, held[link.joint.i], placed[joint.gauge.a], placed[joint.gauge.b],
                                  std::span(rows).subspan(link.first, link.count()));
    }
  });
}

void Mechanism::ask(Level level, double alpha) {
  accelerations = level == Level::acceleration;
  share([&](Links of) {
    for (int i = of.from; i < of.to; ++i) {
      const LinkRows& link = links[i];
      for (int r = link.first; r < link.first + link.count(); ++r) right[r] = link.sign * calc_right(rows[r], level, alpha);
    }
  });
  for (std::size_t r = 0; r < asked.size(); ++r) {
    closing_right[r] = calc_right(closings.rows()[r], level, alpha);
    asked[r] = level == Level::position ? has_position[r] : 1;
  }
}

ConstraintError Mechanism::calc_error(double L) const {
  ConstraintError error{closings.calc_position_error(), closings.calc_velocity_error()};
  for (const LinkRows& link : links)
    for (int k = 0; k < link.count(); ++k) {
      const RowValue<double>& row = rows[link.first + k];
      const double length = k < link.points ? 1 : L;
      error.position = larger(length * std::fabs(row.g), error.position);
      error.velocity = larger(length * std::fabs(row.gdot), error.velocity);
    }
  return error;
}

double Mechanism::calc_told_power(const LinkRows& link, const Wrench<double>& reaction) const {
  if (link.count() == 0 || joints[link.joint.i].drivers.empty()) return 0;
  const Split point = split_points(link, rows), turn = split_axes(link, rows);
  const RowValue<double>* row = rows.data() + link.first;
  double sum = 0;
  for (int k = 0; k < link.points; ++k) sum += row++->told * dot(point.dual[k], reaction.f);
  for (int k = 0; k < link.axes; ++k) sum += row++->told * dot(turn.dual[k], reaction.n);
  return sum;
}

}  // namespace pintle::bodies
