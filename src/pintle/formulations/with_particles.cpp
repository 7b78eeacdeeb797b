#include "pintle/formulations/with_particles.h"

#include <algorithm>
#include <cmath>

#include "pintle/structure/riding.h"

namespace pintle {
namespace {

constexpr double margin = 0.15;  // of the cutoff: lists reach so much farther, and serve until somebody has moved half of it

Vec3<double> vector_at(std::span<const double> y, std::size_t i) { return {y[i], y[i + 1], y[i + 2]}; }
void put_vector(std::span<double> y, std::size_t i, const Vec3<double>& v) { y[i] = v.x, y[i + 1] = v.y, y[i + 2] = v.z; }

}  // namespace

WithParticles::WithParticles(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p,
                             std::unique_ptr<Kernel<double>> bodies)
    : system_(system),
      record_(system.particles),
      all_(*system.particles.all),
      plan_(std::move(plan)),
      parameters_(p),
      bodies_(std::move(bodies)),
      bodies_size_(bodies_->size()),
      carrier_(all_.mass.size(), 0),
      places_(all_.mass.size(), Vec3<double>::zero()),
      forces_(places_),
      pushes_on_bodies_(static_cast<std::size_t>(system.body_count()), Wrench<double>::zero()),
      state_(make_view<double>(system).state) {
  for (int i = 0; i < all_.count(); ++i) {
    const BodyIndex body = record_.body_of(i);
    if (body != world && plan_->structure.whole[body.i]) {
      carrier_[i] = body.i;
      riding_.push_back({i, body, Vec3<double>::zero()});
    } else {
      free_.push_back(i);
    }
  }
  for (int b = 1; b < system.body_count(); ++b)
    if (plan_->structure.is_absent(BodyIndex(b))) absent_.push_back(BodyIndex(b));
  if (!riding_.empty()) bodies_->set_pushes(pushes_on_bodies_);
  const ErrorScales of_them = bodies_->scales();
  parts_.assign(of_them.parts.begin(), of_them.parts.end());
  if (!free_.empty()) parts_.push_back({bodies_size_, size() - bodies_size_, record_.mechanism});
  scales_.resize(static_cast<std::size_t>(size()));
  update_parameters();
}

void WithParticles::update_parameters() {
  bodies_->update_parameters();
  law_ = record_.calc_pair_law(parameters_);
  gravity_ = parameters_[system_.gravity];
  std::ranges::copy(bodies_->scales().scale, scales_.begin());
  const double spacing = calc_spacing(all_, law_), speed = spacing * calc_pace(all_, law_);
  for (std::size_t k = 0; k < free_.size(); ++k)
    for (std::size_t n = 0; n < 6; ++n) scales_[place_of_free(k) + n] = n < 3 ? spacing : speed;
}

ErrorScales WithParticles::scales() const {
  ErrorScales all = bodies_->scales();
  all.scale = scales_;
  all.parts = parts_;
  return all;
}

void WithParticles::update_allowed(double rtol, const double& h, std::span<const double> y, std::span<const double> y1,
                                   std::span<double> allowed) const {
  bodies_->update_allowed(rtol, h, of_bodies(y), of_bodies(y1), of_bodies(allowed));
  for (std::size_t i = static_cast<std::size_t>(bodies_size_); i < allowed.size(); ++i) allowed[i] = rtol * scales_[i];
}

void WithParticles::update_list(Neighbours& list) {
  if (law_.cutoff > 0) list.make(all_, carrier_, places_, (1 + margin) * law_.cutoff);
}

void WithParticles::renew_list(double t, std::span<const double> y) {
  update_places(t, y);
  if (!near_.covers(places_, 0.25 * margin * law_.cutoff)) update_list(near_);
}

void WithParticles::update_places(double t, std::span<const double> y) {
  for (std::size_t k = 0; k < free_.size(); ++k) places_[free_[k]] = vector_at(y, place_of_free(k));
  if (riding_.empty()) return;
  bodies_->store(t, of_bodies(y), state_);
  for (const Riding& one : riding_) places_[one.particle] = state_.X_WB[one.body.i] * one.r;  // (2)
}

void WithParticles::update_forces(double t, std::span<const double> y) {
  update_places(t, y);
  std::ranges::fill(forces_, Vec3<double>::zero());
  add_bonds(all_, carrier_, places_, forces_);
  if (law_.cutoff > 0) {
    const bool serves = near_.covers(places_, 0.5 * margin * law_.cutoff);
    if (!serves) update_list(for_once_);
    add_pairs(law_, serves ? near_ : for_once_, places_, forces_);
  }
  if (riding_.empty()) return;
  std::ranges::fill(pushes_on_bodies_, Wrench<double>::zero());
  for (const Riding& one : riding_) {  // (2)
    const Vec3<double>& f = forces_[one.particle];
    Wrench<double>& sum = pushes_on_bodies_[one.body.i];
    sum.f += f;
    sum.n += cross(places_[one.particle] - state_.X_WB[one.body.i].p, f);
  }
}

/// (1)
void WithParticles::put_rates(std::span<const double> y, std::span<double> ydot) const {
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const std::size_t i = place_of_free(k);
    put_vector(ydot, i, vector_at(y, i + 3));
    put_vector(ydot, i + 3, (1 / all_.mass[free_[k]]) * forces_[free_[k]] + gravity_);
  }
}

void WithParticles::hold_absent(std::span<double> rates) const {
  for (BodyIndex b : absent_) {
    const int link = plan_->tree.link_of_body[b.i];
    if (bodies_->hold_still(link, of_bodies(rates))) continue;
    std::fill_n(rates.begin() + plan_->y.q[link], 7, 0.0);
    std::fill_n(rates.begin() + plan_->y.nq + plan_->y.v[link], 6, 0.0);
  }
}

void WithParticles::update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  update_forces(t, y);
  bodies_->update_rates(t, of_bodies(y), of_bodies(ydot), power);
  hold_absent(ydot);
  put_rates(y, ydot);
}

void WithParticles::update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c,
                                 std::span<double> k, std::span<double> power) {
  update_forces(t, u);
  bodies_->update_stage(t, of_bodies(u), g, c.empty() ? c : of_bodies(c), of_bodies(k), power);
  hold_absent(k);
  put_rates(u, k);
  for (std::size_t i = static_cast<std::size_t>(bodies_size_); i < c.size(); ++i) k[i] += c[i];
}

Accepted<double> WithParticles::accept(const double& t, std::span<double> y, Mask<double> stepped) {
  if (stepped.yes && bodies_->accepts_by_rates()) {
    renew_list(t, y);  // the one that serves from here on: another order of sums has other bits
    update_forces(t, y);
  }
  Accepted<double> out = bodies_->accept(t, of_bodies(y), stepped);
  if (!stepped.yes || out.failed.yes) return out;
  renew_list(t, y);
  out.failed = {!std::ranges::all_of(places_, [](const Vec3<double>& p) { return std::isfinite(dot(p, p)); })};
  return out;
}

void WithParticles::put_particles(std::span<const double> y, State<double>& state) const {
  state.particles.resize(places_.size());
  for (std::size_t k = 0; k < free_.size(); ++k)
    state.particles[free_[k]] = {vector_at(y, place_of_free(k)), vector_at(y, place_of_free(k) + 3)};
  for (const Riding& one : riding_) state.particles[one.particle].p = state.X_WB[one.body.i] * one.r;
  update_riding(system_, plan_->structure, state);
  place_absent(system_, plan_->structure, state);
}

void WithParticles::store(const double& t, std::span<const double> y, State<double>& state) const {
  bodies_->store(t, of_bodies(y), state);
  put_particles(y, state);
}

void WithParticles::load(const State<double>& state, std::span<double> y) {
  bodies_->load(state, of_bodies(y));
  for (std::size_t k = 0; k < free_.size(); ++k) {
    put_vector(y, place_of_free(k), state.particles[free_[k]].p);
    put_vector(y, place_of_free(k) + 3, state.particles[free_[k]].v);
  }
  for (Riding& one : riding_) one.r = inverse(state.X_WB[one.body.i]) * state.particles[one.particle].p;
  update_places(state.t, y);
  update_list(near_);
}

void WithParticles::update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) {
  const bool pushed = needs.accelerations || needs.loads || needs.reactions;
  if (pushed) update_forces(t, y);
  needs.state = true;
  bodies_->update_view(t, of_bodies(y), needs, view);
  put_particles(y, view.state);
  for (std::size_t k = 0; k < absent_.size() && needs.accelerations; ++k) {
    const BodyIndex b = absent_[k];
    const int group = record_.group_of(b);
    const Aggregate now = calc_aggregate(all_, group, view.state.particles);
    const MeanAcceleration mean = calc_mean_acceleration(all_, group, now, view.state.particles, forces_);
    view.A_WB[b.i] = {mean.w, mean.v + gravity_};
  }
}

void WithParticles::update_jump(std::span<const Impulse> applied, State<double>& state, JumpRecord<double>& record) {
  bodies_->update_jump(applied, state, record);
  update_riding(system_, plan_->structure, state);
}

void WithParticles::follow(Kernel<double>& before) {
  if (auto* const same = dynamic_cast<WithParticles*>(&before)) bodies_->follow(*same->bodies_);
}

/// Which list serves decides in which order forces are summed.
void WithParticles::archive(Archive& archive) {
  bodies_->archive(archive);
  std::vector<double> made;
  for (const Vec3<double>& p : near_.places()) made.insert(made.end(), {p.x, p.y, p.z});
  archive("neighbours", made);
  if (!archive.is_loading() || made.empty()) return;
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = vector_at(made, 3 * i);
  update_list(near_);
}

std::optional<std::string> why_not(const Formulation& formulation, const System& system, const Plan& plan) {
  if (system.particles.any() && !formulation.takes_pushes) return "it has particles, which it cannot carry on its bodies";
  return formulation.why_not(system, plan);
}

std::unique_ptr<Kernel<double>> make_kernel(const Formulation& formulation, const System& system,
                                            std::shared_ptr<const Plan> plan, const Parameters<double>& p) {
  auto bodies = formulation.make(system, plan, p);
  if (!system.particles.any()) return bodies;
  return std::make_unique<WithParticles>(system, std::move(plan), p, std::move(bodies));
}

}  // namespace pintle
