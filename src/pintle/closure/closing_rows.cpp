#include "pintle/closure/closing_rows.h"

#include <algorithm>
#include <cmath>

#include "pintle/structure/loop_length.h"

namespace pintle {

ClosingRows::ClosingRows(const System& system, const Plan& plan)
    : system_(system),
      closings_(plan.closings),
      ends_(closings_.size()),
      reads_(closings_.size()),
      held_(system.joints.size()),
      rows_(static_cast<std::size_t>(count_rows(closings_))) {
  if (closings_.empty()) return;
  const std::vector<Gauge> gauges = make_gauges(system, plan);
  const Mechanisms& mechanisms = system.mechanisms;
  for (std::size_t k = 0; k < closings_.size(); ++k) {
    const Closing& closing = closings_[k];
    std::vector<BodyIndex> bodies;
    for (int link : closing.links) bodies.push_back(plan.tree.links[link].body);
    const double L = mechanisms.length_of(bodies);
    reach_.push_back(L);
    if (closing.joint.exists()) {
      const HeldJoint& joint = joints_.emplace_back(system, gauges[closing.joint.i]);
      for (int r = 0; r < closing.rows; ++r) length_.push_back(joint.shapes.row[r].kind == RowKind::axes_at_angle ? L : 1.0);
      continue;
    }
    const ConstraintRecord& record = system.constraints[closing.constraint.i];
    for (const CoordinateOf& one : record.reads) {
      const JointRecord& joint = system.joint(one.joint);
      const auto end_of = [&](BodyIndex b) {
        return static_cast<std::size_t>(std::ranges::find(record.bodies, b) - record.bodies.begin());
      };
      const auto drives = [&](const Driver& driver) { return driver.joint == one.joint && driver.direction == one.direction; };
      const auto driver = std::ranges::find_if(system.drivers, drives);
      reads_[k].push_back({gauges[one.joint.i], one.direction, end_of(joint.parent), end_of(joint.child),
                           driver == system.drivers.end() ? -1 : static_cast<int>(driver - system.drivers.begin())});
    }
    for (bool angular : record.angular) length_.push_back(angular ? L : 1.0);
  }
  loop_length_ = calc_loop_lengths(system, plan);
  bending_.assign(rows_.size(), 0.0);
}

void ClosingRows::update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held) {
  std::ranges::copy(held, held_.begin());
  for (HeldJoint& joint : joints_) joint.update_held(p, held_);
  for (auto& reads : reads_)
    for (Read& read : reads) update_gauge(p, held_, read.gauge);
}

void ClosingRows::set_since(double time) {
  for (HeldJoint& joint : joints_) joint.gauge.since = time;
  for (auto& reads : reads_)
    for (Read& read : reads) read.gauge.since = time;
}

void ClosingRows::count_turns(JointIndex j, const JointCoordinates<double>& q) {
  held_[j.i] = q;
  for (auto& reads : reads_)
    for (Read& read : reads)
      if (read.gauge.index == j) read.gauge.since = 0;
}

void ClosingRows::update(const Parameters<double>& p, const double* living, std::span<const Drive<double>> drives) {
  for (std::size_t k = 0; k < closings_.size(); ++k)
    closings_[k].joint.exists() ? update_joint(k, drives) : update_constraint(k, p, living, drives);
  gravity_ = norm(p[system_.gravity]);
  update_bending();
}

double ClosingRows::calc_square_of_rate(std::size_t k) const {
  double square = 0;
  for (std::size_t e = 0; e < closings_[k].links.size(); ++e) square = std::max(square, dot(ends_[k][e].w, ends_[k][e].w));
  return square;
}

void ClosingRows::update_bending() {
  constexpr double least = 1e-30;  // [m/s²] at rest without gravity: right-hand sides are compared with each other
  for (std::size_t k = 0; k < closings_.size(); ++k) {
    const double square = calc_square_of_rate(k);
    for (int r = closings_[k].first; r < closings_[k].first + closings_[k].rows; ++r) {
      const auto i = static_cast<std::size_t>(r);
      bending_[i] = (loop_length_[k] * square + gravity_ + least) / length_[i];
    }
  }
}

void ClosingRows::update_joint(std::size_t k, std::span<const Drive<double>> drives) {
  const Closing& closing = closings_[k];
  HeldJoint& joint = joints_[k];
  std::array<RowValue<double>, most_rows> values;
  JointCoordinates<double>& held = held_[closing.joint.i];
  joint.drive(drives, held);
  joint.update_rows(drives, held, ends_[k][0], ends_[k][1], values);
  for (int r = 0; r < closing.rows; ++r) {
    const RowValue<double>& value = values[r];
    ConstraintRow<double>& row = rows_[closing.first + r];
    row.on[0] = {-value.moment_A, -value.force};
    row.on[1] = {value.moment_B, value.force};
    row.g = value.g;
    row.gdot = value.gdot;
    row.gamma = value.gamma;
    row.told = value.told;
  }
}

void ClosingRows::update_constraint(std::size_t k, const Parameters<double>& p, const double* living,
                                    std::span<const Drive<double>> drives) {
  const Closing& closing = closings_[k];
  const ConstraintRecord& record = system_.constraints[closing.constraint.i];
  const auto& at = ends_[k];
  const std::array<End<double>, most_ends> ends{at[0].end(), at[1].end(), at[2].end(), at[3].end()};
  std::array<double, most_ends> q{};
  for (std::size_t r = 0; r < reads_[k].size(); ++r) {
    const Read& read = reads_[k][r];
    const JointIndex joint = record.reads[r].joint;
    const JointCoordinates<double> all = calc_coordinates(read.gauge, held_[joint.i], at[read.a], at[read.b]);
    q[r] = all.value_of(read.direction);
    if (read.driver >= 0) q[r] = drives[read.driver].q;  // where it is told to be now
  }
  const ConstraintPlace<double> place{p, std::span(ends).first(record.bodies.size()), living,
                                      std::span(q).first(reads_[k].size())};
  const auto rows = std::span(rows_).subspan(static_cast<std::size_t>(closing.first), static_cast<std::size_t>(closing.rows));
  std::visit([&](const auto& kind) { kind.update_rows(place, rows); }, record.kind);
}

double ClosingRows::calc_turning(int row, double right) const {
  constexpr double rounding = 1e-10;
  const auto i = static_cast<std::size_t>(row);
  const auto closing = std::ranges::find_if(closings_, [&](const Closing& c) { return row < c.first + c.rows; });
  const auto k = static_cast<std::size_t>(closing - closings_.begin());
  double square = calc_square_of_rate(k);
  for (std::size_t e = 1; e < closing->links.size(); ++e) {  // a rod whose end slides across it turns as well
    const Vec3<double> v = ends_[k][e].v - ends_[k][0].v;
    square = std::max(square, dot(v, v) / (loop_length_[k] * loop_length_[k]));
  }
  const double most = loop_length_[k] * square / length_[i], size = std::fabs(right);
  return size > rounding * bending_[i] && most > 0 ? size / most : 0;
}

double ClosingRows::calc_position_error() const {
  double largest = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const double error = length_[r] * std::fabs(rows_[r].g);
    if (!(error <= largest)) largest = error;  // NaN stays
  }
  return largest;
}

double ClosingRows::calc_velocity_error() const {
  double largest = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const double error = length_[r] * std::fabs(rows_[r].gdot);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

double ClosingRows::calc_speed(std::size_t k) const {
  double speed = 0;
  for (std::size_t e = 0; e < closings_[k].links.size(); ++e)
    speed = std::max(speed, norm(ends_[k][e].v) + reach_[k] * norm(ends_[k][e].w));
  return speed;
}

double ClosingRows::calc_relative_position_error() const {
  double largest = 0;
  for (std::size_t k = 0; k < closings_.size(); ++k)
    for (int r = closings_[k].first; r < closings_[k].first + closings_[k].rows; ++r) {
      const auto i = static_cast<std::size_t>(r);
      largest = std::max(largest, length_[i] * std::fabs(rows_[i].g) / reach_[k]);
    }
  return largest;
}

double ClosingRows::calc_relative_error() const {
  double largest = calc_relative_position_error();
  for (std::size_t k = 0; k < closings_.size(); ++k) {
    const double speed = calc_speed(k);
    for (int r = closings_[k].first; r < closings_[k].first + closings_[k].rows; ++r) {
      const auto i = static_cast<std::size_t>(r);
      if (speed > 0) largest = std::max(largest, length_[i] * std::fabs(rows_[i].gdot) / speed);
    }
  }
  return largest;
}

double ClosingRows::calc_error_of_loads() const {
  constexpr double standing = 1e-9;  // [rad/s]
  double largest = calc_relative_position_error();
  for (std::size_t k = 0; k < closings_.size(); ++k) {
    const double L = reach_[k], speed = calc_speed(k);
    const double part = speed / (speed * speed + gravity_ * L + standing * L * (standing * L));
    for (int r = closings_[k].first; r < closings_[k].first + closings_[k].rows; ++r) {
      const auto i = static_cast<std::size_t>(r);
      largest = std::max(largest, length_[i] * std::fabs(rows_[i].gdot) * part);
    }
  }
  return largest;
}

Wrench<double> ClosingRows::calc_reaction(const Closing& closing, std::span<const double> lambda) const {
  const auto k = static_cast<std::size_t>(&closing - closings_.data());
  const HeldJoint& joint = joints_[k];
  const auto values = rows(closing);
  Wrench<double> sum = Wrench<double>::zero();
  for (int r = 0; r < closing.rows; ++r) {
    const auto i = static_cast<std::size_t>(r);
    sum.f += lambda[i] * values[i].on[1].f;
    if (joint.shapes.row[i].kind == RowKind::axes_at_angle) sum.n += lambda[i] * values[i].on[1].n;
  }
  return seen_in(ends_[k][0].R * joint.gauge.X_AF.R, sum);
}

}  // namespace pintle
