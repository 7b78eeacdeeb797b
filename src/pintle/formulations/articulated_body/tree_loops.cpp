#include "pintle/formulations/articulated_body/tree_loops.h"

#include <algorithm>
#include <cmath>

#include "pintle/structure/loop_length.h"

namespace pintle::articulated_body {
namespace {

std::vector<char> joints_of_tree(const System& system, const Plan& plan) {
  std::vector<char> in_tree(system.joints.size(), 0);
  for (const Link& link : plan.tree.links)
    if (link.joint.exists()) in_tree[link.joint.i] = 1;
  return in_tree;
}

}  // namespace

bool TreeLoops::needed(const System& system, const Plan& plan) {
  return !plan.closings.empty() || std::ranges::count(joints_of_tree(system, plan), 0) > 0;
}

TreeLoops::TreeLoops(const System& system, const Plan& plan, const Segments& segments)
    : system_(system),
      plan_(plan),
      segments_(segments),
      rows_(system, plan),
      multipliers_(plan, segments, calc_loop_lengths(system, plan)),
      place_of_joint_(system.joints.size(), -1),
      read_(system.joints.size(), 0),
      place_(plan.tree.links.size()),
      c_W_(plan.tree.links.size(), Vec3<double>::zero()),
      R_WL_(plan.tree.links.size(), Mat3<double>::identity()),
      gamma_(rows_.rows().size()),
      remembered_(system.joints.size()) {
  std::vector<char> wanted(plan.tree.links.size(), 0);
  const std::vector<char> in_tree = joints_of_tree(system, plan);
  const std::vector<Gauge> gauges = make_gauges(system, plan);
  for (std::size_t j = 0; j < gauges.size(); ++j) {
    if (in_tree[j]) continue;
    place_of_joint_[j] = static_cast<int>(joints_.size());
    OffTree joint{.gauge = gauges[j]};
    wanted[joint.gauge.a] = wanted[joint.gauge.b] = 1;
    const JointIndex index(static_cast<int>(j));
    if (plan.structure.closed[index.i]) joint.drivers = find_drivers(system, index);
    for (const JointLaw& law : system.laws)
      if (law.joint == index && plan.structure.acts(law)) {
        joint.laws.emplace_back(law);
        if (const int bristle = bristle_of(system, law); bristle >= 0) bristles_.push_back(bristle);
      }
    joints_.push_back(std::move(joint));
  }
  for (std::size_t k = 0; k < plan.closings.size(); ++k) {
    const Closing& closing = plan.closings[k];
    if (closing.joint.exists()) joints_[place_of_joint_[closing.joint.i]].closing = static_cast<int>(k);
    for (int link : closing.links) wanted[link] = 1;
    if (!closing.constraint.exists()) continue;
    for (const CoordinateOf& one : system.constraints[closing.constraint.i].reads) read_[one.joint.i] = 1;
  }
  for (std::size_t j = 0; j < read_.size(); ++j)
    if (read_[j] && in_tree[j]) reads_.push_back(JointIndex(static_cast<int>(j)));
  for (int i = 1; i < plan.tree.size(); ++i)
    if (wanted[i]) links_.push_back(i);
}

void TreeLoops::update_held(const Parameters<double>& p, const std::vector<JointCoordinates<double>>& held) {
  remembered_ = held;
  for (OffTree& joint : joints_) {
    update_gauge(p, remembered_, joint.gauge);
    for (GaugeLaw& law : joint.laws) law.update(p);
  }
  rows_.update_held(p, remembered_);
}

void TreeLoops::update_places(const Sweeps<double>& s, const std::vector<Frame<double>>& frames) {
  for (int i : links_) {
    const int k = segments_.chain[i].last;
    const Frame<double>& f = frames[k];
    const Pose<double>& X_LB = s.geometry.X_LB[k];
    R_WL_[i] = f.R_WL;
    c_W_[i] = f.R_WL * X_LB.p;
    place_[i] = {f.R_WL * X_LB.R, f.p_WL + c_W_[i], f.v_W + cross(f.w_W, c_W_[i]), f.w_W};
  }
}

void TreeLoops::put_drives(const OffTree& joint, std::span<const Drive<double>> drives, JointCoordinates<double>& q) const {
  for (int d : joint.drivers) {
    const Direction direction = system_.drivers[d].direction;
    q.value_of(direction) = drives[d].q;
    q.rate_of(direction) = drives[d].v;
  }
}

void TreeLoops::set_since(double time) {
  for (OffTree& joint : joints_) joint.gauge.since = time;
  rows_.set_since(time);
}

JointCoordinates<double> TreeLoops::coordinates_of(JointIndex j, std::span<const Drive<double>> drives) const {
  const OffTree& joint = joints_[place_of_joint_[j.i]];
  JointCoordinates<double> held = remembered_[j.i];
  put_drives(joint, drives, held);
  JointCoordinates<double> q = calc_coordinates(joint.gauge, held, place_[joint.gauge.a], place_[joint.gauge.b]);
  put_drives(joint, drives, q);
  return q;
}

/// A wrench at a point, world axes, onto the push of a link's segment.
void TreeLoops::push(Sweeps<double>& s, int link, const Vec3<double>& point, const Wrench<double>& at_point) const {
  if (link == 0) return;
  Wrench<double>& sum = s.push[segments_.list[segments_.chain[link].last].push];
  const Vec3<double> arm = point - place_[link].p + c_W_[link];
  sum.f += transpose_times(R_WL_[link], at_point.f);
  sum.n += transpose_times(R_WL_[link], at_point.n + cross(arm, at_point.f));
}

void TreeLoops::add_laws(const LawAround<double>& around, std::span<const Drive<double>> drives, Sweeps<double>& s,
                         std::span<double> power) {
  for (OffTree& joint : joints_) {
    if (joint.laws.empty()) continue;
    const Gauge& gauge = joint.gauge;
    const BodyPlace &A = place_[gauge.a], &B = place_[gauge.b];
    joint.by_laws = Wrench<double>::zero();
    JointCoordinates<double> held = remembered_[gauge.index.i];
    put_drives(joint, drives, held);
    for (const GaugeLaw& law : joint.laws) {
      const GaugePush one = law.calc(system_, gauge, held, A, B, around);
      joint.by_laws = joint.by_laws + one.on_B;
      power[account_place(system_.mechanism_of(gauge.index), Account::damping)] += one.dissipated;
      power[account_place(system_.mechanism_of(gauge.index), Account::applied)] += one.applied;
    }
    const Vec3<double> point = B.p + B.R * gauge.X_BM.p;
    push(s, gauge.b, point, joint.by_laws);
    push(s, gauge.a, point, -joint.by_laws);
  }
}

void TreeLoops::update_rows(const Parameters<double>& p, const double* living, std::span<const Drive<double>> drives) {
  rows_.update(p, living, drives, [&](int link) { return place_[link]; });
}

void TreeLoops::ask(Question question, Sweeps<double>& s, double alpha, rank::Bending known) {
  const std::span<const ConstraintRow<double>> rows = rows_.rows();
  for (const Closing& closing : plan_.closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      const ConstraintRow<double>& row = rows[r];
      double gamma = row.gamma - 2 * alpha * row.gdot - alpha * alpha * row.g;
      for (std::size_t e = 0; e < closing.links.size(); ++e) {
        const int link = closing.links[e];
        if (link == 0) continue;
        gamma -= dot(row.on[e].f, s.gravity_W + centripetal(place_[link].w, c_W_[link]));  // (1)
      }
      switch (question) {
        case Question::accelerations: gamma_[r] = gamma; break;
        case Question::velocities: gamma_[r] = row.told; break;
        case Question::change_of_velocities: gamma_[r] = -row.gdot; break;
        case Question::change_of_positions: gamma_[r] = -row.g; break;
      }
    }
  s.multipliers = has_rows() ? &multipliers_ : nullptr;
  multipliers_.begin(rows, c_W_, gamma_, {question == Question::accelerations, known, rows_.bending()});
}

void TreeLoops::finish(std::span<double> power) {
  const std::span<const ConstraintRow<double>> rows = rows_.rows();
  for (const Closing& closing : plan_.closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      power[account_place(closing.mechanism, Account::applied)] += multipliers_.lambda()[r] * rows[r].told;
      power[account_place(closing.mechanism, Account::stabilization)] += multipliers_.lambda()[r] * rows[r].gdot;
    }
  conditioning_ = calc_conditioning();
}

double TreeLoops::calc_unmet() const {
  double largest = 0;
  for (int r = 0; r < static_cast<int>(gamma_.size()); ++r)
    largest = std::max(largest, rows_.calc_turning(r, multipliers_.calc_left(r)));
  return largest;
}

Conditioning TreeLoops::calc_conditioning() const {
  return {multipliers_.rank(), 1 / std::sqrt(multipliers_.least_ratio()), multipliers_.count_in_full()};
}

/// add(link, wrench): of every end, about the origin of its segment, own axes.
template <class Add>
void TreeLoops::for_wrenches(Add&& add) const {
  for (const Closing& closing : plan_.closings)
    for (std::size_t e = 0; e < closing.links.size(); ++e) {
      const int link = closing.links[e];
      if (link == 0) continue;
      Wrench<double> sum = Wrench<double>::zero();
      for (int r = closing.first; r < closing.first + closing.rows; ++r)
        sum = sum + multipliers_.lambda()[r] * rows_.rows()[r].on[e];
      sum.n += cross(c_W_[link], sum.f);
      add(segments_.chain[link].last, seen_in(R_WL_[link], sum));
    }
}

void TreeLoops::add_to_pushes(Sweeps<double>& s) const {
  for_wrenches([&](int segment, const Wrench<double>& wrench) {
    Wrench<double>& sum = s.push[segments_.list[segment].push];
    sum = sum + wrench;
  });
}

void TreeLoops::add_to_momenta(Sweeps<double>& s) const {
  for_wrenches([&](int segment, const Wrench<double>& wrench) { s.momentum[segment] = s.momentum[segment] + wrench; });
}

Wrench<double> TreeLoops::calc_reaction(const OffTree& joint) const {
  if (joint.closing < 0) return Wrench<double>::zero();
  const Closing& closing = plan_.closings[joint.closing];
  return rows_.calc_reaction(closing, multipliers_.lambda().subspan(closing.first, closing.rows));
}

Mat3<double> TreeLoops::calc_R_FM(const OffTree& joint) const {
  const Gauge& gauge = joint.gauge;
  return transpose_times(place_[gauge.a].R * gauge.X_AF.R, place_[gauge.b].R * gauge.X_BM.R);
}

void TreeLoops::fill_loads(std::span<Wrench<double>> load, bool with_laws) const {
  for (const OffTree& joint : joints_) {
    const Wrench<double> in_F = calc_reaction(joint);
    const Mat3<double> R_FM = calc_R_FM(joint), R_WM = place_[joint.gauge.b].R * joint.gauge.X_BM.R;
    Wrench<double>& in_M = load[joint.gauge.index.i];
    in_M = seen_in(R_FM, in_F);
    if (with_laws && !joint.laws.empty()) in_M = in_M + seen_in(R_WM, joint.by_laws);
  }
}

void TreeLoops::fill_reactions(std::span<Wrench<double>> reaction) const {
  for (const OffTree& joint : joints_) reaction[joint.gauge.index.i] = calc_reaction(joint);
}

void TreeLoops::fill_multipliers(std::span<double> multiplier) const {
  std::ranges::fill(multiplier, 0.0);
  for (const Closing& closing : plan_.closings) {
    if (!closing.constraint.exists()) continue;
    const int first = system_.constraints[closing.constraint.i].first;
    for (int r = 0; r < closing.rows; ++r) multiplier[first + r] = multipliers_.lambda()[closing.first + r];
  }
}

void TreeLoops::fill_accelerations(std::span<const Drive<double>> drives, View<double>& view) const {
  for (const OffTree& joint : joints_) {
    const Gauge& gauge = joint.gauge;
    const auto in_world = [&](int link, BodyIndex b) {
      return Motion<double>{place_[link].R * view.A_WB[b.i].w, view.A_WB[b.i].v};
    };
    Vec3<double> linear = Vec3<double>::zero(), angular = linear;
    const auto put = [&] {
      for (int d : joint.drivers) {
        const Direction direction = system_.drivers[d].direction;
        (is_translation(direction) ? linear : angular)[axis_of(direction)] = drives[d].a;
      }
    };
    put();
    const JointAcceleration second =
        calc_acceleration(gauge, coordinates_of(gauge.index, drives), place_[gauge.a], place_[gauge.b],
                          in_world(gauge.a, gauge.joint->parent), in_world(gauge.b, gauge.joint->child), angular);
    linear = second.displacement;
    angular = second.angle;
    put();
    view.displacement_acceleration[gauge.index.i] = linear;
    view.angle_acceleration[gauge.index.i] = angular;
  }
}

}  // namespace pintle::articulated_body
