#include "pintle/simulate/compare.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "pintle/closure/assemble.h"
#include "pintle/math/scalar.h"
#include "pintle/simulate/change.h"
#include "pintle/simulate/choose.h"
#include "pintle/simulate/random_state.h"

namespace pintle {
namespace {

constexpr double sister = 1e-3;
constexpr double few_ulps = 4 * std::numeric_limits<double>::epsilon();
constexpr int roundings = 2;         // of a state
constexpr double noise_margin = 4;   // of roundings that were not tried
constexpr double most_noise = 1e-6;  // beyond that nothing would be compared

/// Kernels of one formulation, one per structure.
class Evaluator {
 public:
  Evaluator(const System& system, const Formulation& formulation)
      : system_(system), formulation_(formulation), view_(make_view<double>(system)) {}

  std::string name() const { return std::string(formulation_.name); }
  Kernel<double>& kernel_for(const Structure& structure) {
    auto& kernel = kernels_[structure];
    if (!kernel) kernel = make_kernel(formulation_, system_, plan_for(structure), system_.nominal);
    return *kernel;
  }
  /// Numbers of the system have changed.
  void read_numbers() {
    for (auto& [structure, kernel] : kernels_) kernel->update_parameters();
  }
  std::shared_ptr<const Plan> plan_for(const Structure& s) {
    auto& plan = plans_[s];
    if (!plan) plan = std::make_shared<const Plan>(make_plan(system_, s, formulation_.family));
    return plan;
  }
  /// `rounding`: 0, none; else every coordinate is off by a few ulps, each by a sign of its own.
  const View<double>& evaluate(const Structure& structure, const State<double>& state, int rounding = 0) {
    Kernel<double>& kernel = kernel_for(structure);
    y_.assign(kernel.size(), 0.0);
    kernel.load(state, y_);
    for (std::size_t i = 0; rounding > 0 && i < y_.size(); ++i)
      y_[i] *= 1 + ((i >> (rounding - 1) & 1) != 0 ? few_ulps : -few_ulps);
    kernel.update_view(state.t, y_, {.accelerations = true, .loads = true, .reactions = true}, view_);
    if (plan_for(structure)->closings.empty()) return view_;
    statics_for(structure).update(system_.nominal, state);
    share_loads(system_.nominal, statics_for(structure), view_);
    return view_;
  }
  Statics& statics_for(const Structure& structure) {
    auto& statics = statics_[structure];
    if (!statics) statics = std::make_unique<Statics>(system_, structure);
    return *statics;
  }

 private:
  const System& system_;
  const Formulation& formulation_;
  std::map<Structure, std::shared_ptr<const Plan>> plans_;
  View<double> view_;
  std::map<Structure, std::unique_ptr<Kernel<double>>> kernels_;
  std::map<Structure, std::unique_ptr<Statics>> statics_;
  std::vector<double> y_;
};

/// A state on the way, or a change with the state before it, and all numbers there: events may write some.
struct Visit {
  std::string name;
  Structure structure;
  State<double> state;
  std::vector<double> numbers{};  // none: the system's own
};
struct ChangeVisit {
  std::string name;
  Structure from, to;
  State<double> before;
  std::vector<Impulse> applied;
  bool jumps;  // joints or constraints gave impulses
  std::vector<double> numbers;
};

bool gives_impulses(const JumpRecord<double>& jump) {
  const auto is_some = [](const Wrench<double>& one) { return dot(one.n, one.n) + dot(one.f, one.f) > 0; };
  return std::ranges::any_of(jump.impulse, is_some) || std::ranges::any_of(jump.multiplier, [](double x) { return x != 0; });
}

/// Watches the run of the reference and keeps where it came along.
class Collector final : public Observer {
 public:
  Collector(const System& system, double until, int count)
      : structure_(make_structure(system)), every_(until / std::max(count, 1)) {}

  void start(const System&, const Parameters<double>& p) override { p_ = &p; }
  void observe(const Instant& instant) override {
    const double t = instant.view.state.t;
    if (t < next_ && !instant.jump) return;
    visits.push_back({fmt::format("t = {:.9g} s", t), structure_, instant.view.state, p_->value});
    next_ = (std::floor(t / every_) + 1) * every_;
  }
  void event(const EventLog& log) override {
    const bool jumps = gives_impulses(log.jump);  // also where what is told to move was set
    if (log.structure == structure_ && log.applied.empty() && !jumps) return;
    changes.push_back({fmt::format("event {} at {:.9g} s", log.event, log.time), structure_, log.structure, log.before,
                       log.applied, jumps, p_->value});
    structure_ = log.structure;
  }

  std::vector<Visit> visits;
  std::vector<ChangeVisit> changes;

 private:
  const Parameters<double>* p_ = nullptr;
  Structure structure_;
  double every_, next_ = 0;
};

/// Fills the report, quantity by quantity.
class Judge {
 public:
  Judge(const System& system, double tolerance, CompareReport& report) : system_(system), tolerance_(tolerance), report_(report) {
    for (const BodyRecord& body : system.bodies) bodies_.push_back(&body.name);
    for (const JointRecord& joint : system.joints) joints_.push_back(&joint.name);
  }

  /// What formulation and state the next lines are about.
  void set_place(std::string formulation, std::string name, const Structure& structure, const State<double>& state) {
    formulation_ = std::move(formulation);
    state_ = std::move(name);
    uniqueness_ = {std::vector<NotUnique>(system_.joints.size()), std::vector<NotUnique>(system_.constraints.size())};
    held_.assign(system_.constraints.size(), false);
    for (std::size_t c = 0; c < held_.size(); ++c) held_[c] = structure.held[static_cast<int>(c)];
    double condition = calc_condition(state);
    if (has_closings(system_, structure)) {
      Statics statics(system_, structure);
      statics.update(system_.nominal, state);
      uniqueness_ = statics.judge_uniqueness();
      condition = std::max(condition, pow(statics.condition(), 3));
    }
    factor_ = std::max(1.0, 1e-6 * condition);
  }

  /// (2): what the reference says beside the state that the next lines are about.
  void learn_noise(const View<double>& a, const View<double>& beside) {
    learns_ = true;
    compare_views(a, beside);
    learns_ = false;
  }
  void forget_noise() { noise_.clear(); }

  void compare_views(const View<double>& a, const View<double>& b) {
    const double L = system_.length;
    double spin = 0;
    for (const Motion<double>& V : a.state.V_WB) spin = std::max(spin, dot(V.w, V.w));
    const double linear = largest_v(a.A_WB), angular = largest_w(a.A_WB);
    const double natural = std::max({linear, L * angular, norm(system_.nominal[system_.gravity]), L * spin});
    add("acceleration", bodies_, v_of(a.A_WB), v_of(b.A_WB), std::max(linear, sister * natural));
    add("angular_acceleration", bodies_, w_of(a.A_WB), w_of(b.A_WB), std::max(angular, sister * natural / L));
    const double inertial = calc_largest_push(a.A_WB);
    compare_wrenches("load", a.load, b.load, inertial, {}, &NotUnique::load);
    compare_wrenches("reaction", a.reaction, b.reaction, inertial, a.load, &NotUnique::reaction);
    compare_multipliers(a.multiplier, b.multiplier, inertial);
  }

  void compare_jumps(const State<double>& before, const State<double>& a, const JumpRecord<double>& jump_a,
                     const State<double>& b, const JumpRecord<double>& jump_b) {
    std::vector<Motion<double>> change;
    for (std::size_t i = 0; i < a.V_WB.size(); ++i) change.push_back(a.V_WB[i] - before.V_WB[i]);
    const double L = system_.length, linear = std::max(largest_v(before.V_WB), largest_v(change)),
                 angular = std::max(largest_w(before.V_WB), largest_w(change));  // an impulse may move what is at rest
    add("velocity", bodies_, v_of(a.V_WB), v_of(b.V_WB), std::max(linear, sister * L * angular));
    add("angular_velocity", bodies_, w_of(a.V_WB), w_of(b.V_WB), std::max(angular, sister * linear / L));
    const double push = std::max(calc_largest_push(change), calc_largest_push(before.V_WB));  // rounding is of both
    compare_wrenches("impulse", jump_a.impulse, jump_b.impulse, push, {}, &NotUnique::load);
  }

 private:
  using Vectors = std::vector<Vec3<double>>;
  using Names = std::vector<const std::string*>;

  static Vectors v_of(const std::vector<Motion<double>>& list) { return pick(list, &Motion<double>::v); }
  static Vectors w_of(const std::vector<Motion<double>>& list) { return pick(list, &Motion<double>::w); }
  template <class Item>
  static Vectors pick(const std::vector<Item>& list, Vec3<double> Item::* member) {
    Vectors out;
    for (const Item& item : list) out.push_back(item.*member);
    return out;
  }
  static double largest(const Vectors& list) {
    double size = 0;
    for (const Vec3<double>& v : list) size = std::max(size, norm(v));
    return size;
  }
  static double largest_v(const std::vector<Motion<double>>& list) { return largest(v_of(list)); }
  static double largest_w(const std::vector<Motion<double>>& list) { return largest(w_of(list)); }

  /// max m a, or max m Δv.
  double calc_largest_push(const std::vector<Motion<double>>& A) const {
    double size = 0;
    for (std::size_t b = 1; b < A.size(); ++b) size = std::max(size, system_.nominal[system_.bodies[b].mass] * norm(A[b].v));
    return size;
  }

  /// Components that are unique, or those that are shared by the least norm.
  std::vector<Wrench<double>> masked(const std::vector<Wrench<double>>& list, unsigned NotUnique::* bits, bool shared) const {
    std::vector<Wrench<double>> out = list;
    for (std::size_t j = 0; j < out.size(); ++j)
      for (int k = 0; k < 3; ++k) {
        if ((uniqueness_.joints[j].*bits >> k & 1) != static_cast<unsigned>(shared)) out[j].f[k] = 0;
        if ((uniqueness_.joints[j].*bits >> (3 + k) & 1) != static_cast<unsigned>(shared)) out[j].n[k] = 0;
      }
    return out;
  }

  /// `whole`: what the wrenches are a part of, if they are. Components that are not unique are compared apart.
  void compare_wrenches(const std::string& kind, const std::vector<Wrench<double>>& a, const std::vector<Wrench<double>>& b,
                        double inertial, const std::vector<Wrench<double>>& whole, unsigned NotUnique::* bits) {
    compare_some(kind, masked(a, bits, false), masked(b, bits, false), inertial, whole.empty() ? a : whole);
    if (std::ranges::any_of(uniqueness_.joints, [&](const NotUnique& joint) { return joint.*bits != 0; }))
      compare_some("shared " + kind, masked(a, bits, true), masked(b, bits, true), inertial, whole.empty() ? a : whole);
  }

  void compare_multipliers(const std::vector<double>& a, const std::vector<double>& b, double inertial) {
    Vectors forces_a, forces_b;
    Names names;
    for (std::size_t c = 0; c < system_.constraints.size(); ++c) {
      const ConstraintRecord& constraint = system_.constraints[c];
      if (!held_[c]) continue;  // it has none
      for (int k = 0; k < constraint.row_count(); ++k) {
        const auto i = static_cast<std::size_t>(constraint.first + k);
        const double scale = constraint.angular[k] ? 1 / system_.length : 1.0;
        names.push_back(&constraint.name);
        forces_a.push_back({scale * a[i], 0, 0});
        forces_b.push_back({scale * b[i], 0, 0});
      }
    }
    add("multiplier", names, forces_a, forces_b, std::max(largest(forces_a), inertial));
  }

  void compare_some(const std::string& kind, const std::vector<Wrench<double>>& a, const std::vector<Wrench<double>>& b,
                    double inertial, const std::vector<Wrench<double>>& whole) {
    const double L = system_.length;
    const Vectors f = pick(a, &Wrench<double>::f), n = pick(a, &Wrench<double>::n);
    const double force = std::max(largest(f), largest(pick(whole, &Wrench<double>::f)));
    const double moment = std::max(largest(n), largest(pick(whole, &Wrench<double>::n)));
    const double natural = std::max({force, moment / L, inertial});
    add(kind + ".force", joints_, f, pick(b, &Wrench<double>::f), std::max(force, sister * natural));
    add(kind + ".moment", joints_, n, pick(b, &Wrench<double>::n), std::max(moment, sister * natural * L));
  }

  /// Three rotations in sequence, the middle one at β, are nearly two where cos β is small: rates come from the bodies'
  /// velocities, and moments from efforts, through (PᵀP)⁻¹, of the order of 1/cos²β, and P⁻¹, of that of 1/cos β.
  double calc_condition(const State<double>& state) const {
    double least = 1;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
      const JointType& type = system_.joints[j].type;
      if (type.ball || system_.joints[j].movable.bits >> 3 != 7) continue;
      double sine, cosine;
      update_sincos(state.joints[j].angle[type.sequence[1]], sine, cosine);
      least = std::min(least, std::abs(cosine));
    }
    return 1 / (least * least * least);
  }

  /// (1) for one kind.
  void add(const std::string& quantity, const Names& names, const Vectors& a, const Vectors& b, double scale) {
    if (a.empty()) return;
    double& noise = noise_[quantity];
    CompareRow row{formulation_, quantity, *names.front(), state_, 0, std::max(tolerance_ * factor_, noise)};
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double gap = norm(a[i] - b[i]);
      double difference = gap == 0 ? 0 : gap / scale;
      if (!std::isfinite(difference)) difference = std::numeric_limits<double>::infinity();
      if (difference <= row.difference) continue;
      row.difference = difference;
      row.part = *names[i];
    }
    if (learns_) {
      noise = std::max(noise, std::min(noise_margin * row.difference, most_noise));
      return;
    }
    if (!(row.difference <= row.tolerance)) report_.agree = false;
    if (report_.rows.empty() || row.difference / row.tolerance > report_.worst.difference / report_.worst.tolerance)
      report_.worst = row;
    report_.rows.push_back(std::move(row));
  }

  const System& system_;
  double tolerance_, factor_ = 1;
  std::map<std::string, double> noise_;  // by quantity
  bool learns_ = false;
  CompareReport& report_;
  Names bodies_, joints_;
  Uniqueness uniqueness_;
  std::vector<bool> held_;  // by constraint
  std::string formulation_, state_;
};

std::vector<Evaluator> make_evaluators(const System& system, const CompareOptions& options) {
  const Structure structure = make_structure(system);
  std::vector<Evaluator> list;
  if (options.formulations.empty()) {
    for (const Formulation& row : formulations())
      if (!why_not(row, system, make_plan(system, structure, row.family))) list.emplace_back(system, row);
  }
  for (const std::string& name : options.formulations)
    list.emplace_back(system, *choose_formulation(system, structure, name).formulation);
  return list;
}

/// The start, then random states.
std::vector<Visit> make_states(const System& system, Evaluator& reference, const CompareOptions& options) {
  const Structure structure = make_structure(system);
  const auto plan = reference.plan_for(structure);
  std::vector<Visit> visits{{"start", structure, make_start(system, system.nominal, structure)}};
  Random random(options.seed);
  for (int i = 1; i <= options.states; ++i)
    visits.push_back({fmt::format("random {}", i), structure, make_random_state(system, system.nominal, *plan, random)});
  return visits;
}

/// A run by the reference, along which the others are asked too.
Collector collect(const System& system, RunOptions run, const Evaluator& reference, int count, std::string& message) {
  run.formulation = reference.name();
  Collector collector(system, run.until, count);
  const RunSummary summary = Run(system, run).go(collector);
  if (summary.status == Status::failed) message = summary.message;
  return collector;
}

void compare_at(const Visit& visit, std::vector<Evaluator>& evaluators, Judge& judge) {
  Evaluator& reference = evaluators.front();
  const View<double> a = reference.evaluate(visit.structure, visit.state);
  judge.set_place(reference.name(), visit.name, visit.structure, visit.state);
  judge.forget_noise();
  for (int k = 1; k <= roundings; ++k) judge.learn_noise(a, reference.evaluate(visit.structure, visit.state, k));
  for (std::size_t k = 1; k < evaluators.size(); ++k) {
    judge.set_place(evaluators[k].name(), visit.name, visit.structure, visit.state);
    judge.compare_views(a, evaluators[k].evaluate(visit.structure, visit.state));
  }
}

void compare_at(const System& system, const ChangeVisit& visit, std::vector<Evaluator>& evaluators, Judge& judge) {
  State<double> a = visit.before;
  const auto jump_of = [&](Evaluator& evaluator, State<double>& state) {
    const Change change{.during = visit.to,
                        .next = visit.to,
                        .applied = visit.applied,
                        .jumps = visit.jumps || !visit.applied.empty() || holds_more(system, visit.from, visit.to)};
    JumpRecord<double> jump;
    update_jump(system, change, evaluator.kernel_for(visit.to), state, jump);
    if (!evaluator.plan_for(visit.to)->closings.empty())
      share_impulses(system, system.nominal, visit.before, evaluator.statics_for(visit.to), jump);
    return jump;
  };
  const auto jump_a = jump_of(evaluators.front(), a);
  judge.forget_noise();
  for (std::size_t k = 1; k < evaluators.size(); ++k) {
    State<double> b = visit.before;
    const auto jump_b = jump_of(evaluators[k], b);
    judge.set_place(evaluators[k].name(), visit.name, visit.to, visit.before);
    judge.compare_jumps(visit.before, a, jump_a, b, jump_b);
  }
}

/// The numbers of an instant become those of the system.
void put_numbers(const std::vector<double>& numbers, System& system, std::vector<Evaluator>& evaluators) {
  if (numbers == system.nominal.value) return;
  system.nominal.value = numbers;
  for (Evaluator& evaluator : evaluators) evaluator.read_numbers();
}

}  // namespace

CompareReport compare(const System& given, const RunOptions& run, const CompareOptions& options) {
  CompareReport report;
  System system = given;  // whose numbers go along with the run
  std::vector<Evaluator> evaluators = make_evaluators(system, options);
  if (evaluators.empty()) return report;
  Judge judge(system, options.tolerance, report);
  for (const Visit& visit : make_states(system, evaluators.front(), options)) compare_at(visit, evaluators, judge);
  if (options.along_run == 0) return report;
  const Collector way = collect(given, run, evaluators.front(), options.along_run, report.message);
  for (const Visit& visit : way.visits) {
    put_numbers(visit.numbers, system, evaluators);
    compare_at(visit, evaluators, judge);
  }
  for (const ChangeVisit& visit : way.changes) {
    put_numbers(visit.numbers, system, evaluators);
    compare_at(system, visit, evaluators, judge);
  }
  return report;
}

}  // namespace pintle
