#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/closure/closing_rows.h"
#include "pintle/closure/statics.h"
#include "pintle/formulations/body_laws.h"
#include "pintle/formulations/holding.h"
#include "pintle/formulations/kernel.h"
#include "pintle/formulations/partitioned/factor.h"
#include "pintle/formulations/partitioned/stage.h"
#include "pintle/formulations/stage_elements.h"
#include "pintle/structure/amplitude.h"
#include "pintle/structure/friction_loads.h"
#include "pintle/structure/living.h"
#include "pintle/structure/stop_modes.h"

namespace pintle {

/// `partitioned`: body coordinates of which only the independent part is integrated [Negrut 2010]; the others are solved for at
/// every evaluation, positions by (10) there and velocities by (11), so that nothing drifts and nothing is stabilized.
///
///     y = [v | ρ̇, ν of it | element states],     Φ(u, v, t) = 0,     Φ_u u̇ + Φ_v v̇ + Φ_t = 0                  (1)
///
/// v are places and Euler parameters, ν angular velocities in body axes (tree.h, 5) in place of the parameters' rates. tree.h has
/// the coordinates and what joints decide of them, dependents.h what rows that close loops decide, factor.h the accelerations,
/// observing.cpp the multipliers by (17) there, partition.cpp when and how coordinates are partitioned.
///
/// y has a place for every coordinate that the tree leaves free. Those that loops decide are vacant: zero, with rate zero and no
/// error. Rows without a position level decide velocities only, so that their pivots' positions are integrated.
///
/// Newton's method starts from where the last accepted step leads,
///
///     u ≈ u₀ + u̇₀ τ + ½ ü₀ τ²                                                                             (2)
///
/// Rates are a function of (t, y) and of what accept() remembers, like those of any kernel. Drift does not exist, so all ways of
/// stabilization are the same here, and none does work.
class Partitioned final : public Kernel<double> {
 public:
  Partitioned(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& parameters);

  int size() const override { return 2 * places() + plan_->y.nz; }
  int accounts() const override { return static_cast<int>(count_accounts(system_)); }
  ErrorScales scales() const override { return {scales_, parts_, system_.mechanisms.count() + 1, false}; }
  void update_allowed(double rtol, const double& h, std::span<const double> y, std::span<const double> y1,
                      std::span<double> allowed) const override;
  void update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) override;
  void update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c, std::span<double> k,
                    std::span<double> power) override;
  Accepted<double> accept(const double& t, std::span<double> y, Mask<double> stepped) override;

  void store(const double& t, std::span<const double> y, State<double>& state) const override;
  void load(const State<double>& state, std::span<double> y) override;
  void update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) override;
  void update_jump(std::span<const Impulse> applied, State<double>& state, JumpRecord<double>& record) override;
  using Kernel<double>::update_jump;
  void update_parameters() override;
  void locate_touches() override { elements_.locate_touches(); }
  Conditioning conditioning() const override { return conditioning_; }
  double calc_unmet() const override;
  Conditioning accepted_conditioning() const override { return accepted_conditioning_; }
  ConstraintError constraint_error() const override { return error_; }
  JointIndex jammed() const override { return friction_.jammed(); }
  std::span<const double> projection_work() const override { return work_; }
  PartitionCounts partition_counts() const override { return counts_; }
  void forget_counts() override { counts_ = {}; }
  bool accepts_by_rates() const override { return !pushes_.empty(); }
  bool hold_still(int link, std::span<double> rates) const override;
  void archive(Archive& archive) override;

 private:
  static constexpr double most_share = 5;  // κ of dependents.h (3) up to which a choice serves

  /// Where a body is and how it moves.
  struct Stand {
    Quaternion<double> q = Quaternion<double>::identity();
    Vec3<double> p = Vec3<double>::zero(), v = p, w = p;
  };
  /// All that is known of bodies at one time: coordinates, dependent ones too, and two derivatives; speeds, and one.
  struct Known {
    double t = 0;
    std::vector<double> y;
    std::vector<Stand> stand;
    std::vector<partitioned::BodyCoordinates> at, rate, second;
    std::vector<partitioned::BodySpeeds> speed, push;
    void resize(std::size_t links);
    void forget_accelerations();
    void archive(Archive& archive) { archive("known", t, y, stand, at, rate, second, speed, push); }
  };

  // partition.cpp
  /// Bodies are placed and move: P, E, and which coordinates loops decide.
  void choose_partition(double t, const double* z);
  /// The choice serves as long as ...
  bool is_worn(double apart, int iterations) const;
  bool is_firm() const;
  /// Rows that are about to be let go are held, as they bend the way.
  bool bends() const { return loose_.bending() == rank::Bending::yes; }
  void partition_anew(double t, std::span<double> y);
  void look_where_it_leads(double t, std::span<double> y);
  /// The coordinates that are integrated, of what is known.
  void put_coordinates(std::span<double> y) const;
  /// Repeats the choice that was made where the bases are.
  void repeat_choice(double t, const double* z);
  void count_active();

  // placing.cpp
  /// Bodies where (t, y) has them, and their velocities (1). The most iterations that Newton's method took; 0: no solution, and
  /// the rates of such a place are no numbers.
  int place(double t, std::span<const double> y) const;
  /// Bodies are placed, but perhaps on another branch than that on which they came: the step is too long.
  bool is_doubtful(double t) const;
  /// Bodies where they are known to be, told already.
  void go_back() const;
  void eliminate_velocities() const;
  int solve_positions(double t, std::span<const double> y) const;
  int close_loops() const;
  void solve_velocities(double t, std::span<const double> y) const;
  /// What drivers tell at a time, before bodies are placed.
  void tell(double t, const double* z) const;
  void update_closings() const;
  void update_living() const;
  ConstraintError calc_error() const;
  Conditioning calc_conditioning() const;

  // smoothing.cpp
  void smooth(double t, std::span<const double> y, std::span<double> ydot, std::span<double> power);
  bool look_across(double t, std::span<const double> y, std::span<const double> ydot, double sine);

  // staging.cpp
  void expand_given(const partitioned::Dependents& dependents, std::span<const double> c, std::span<const double> right,
                    std::span<Motion<double>> motions);
  void update_given(std::span<const double> c);
  void put_stage(double g, std::span<const double> c, std::span<double> k);

  // partitioned.cpp
  void evaluate(double t, std::span<const double> y, std::span<double> ydot, std::span<double> power);
  void update_accelerations(double t, std::span<const double> y, double* zdot, std::span<double> power,
                            std::span<Wrench<double>> by_law = {});
  /// The same, with the bodies placed.
  void accelerate(double t, std::span<const double> y, double* zdot, std::span<double> power, std::span<Wrench<double>> by_law);
  /// With bodies placed: right-hand sides, what lives, and the loads that friction feels.
  void begin_accelerations(double t, std::span<const double> y, double* zdot, std::span<double> power);
  /// Gravity and gyroscopic moments alone; no power.
  void begin_pushes(std::span<double> power);
  void solve_accelerations(const double* z, double* zdot, std::span<double> power, std::span<Wrench<double>> by_law);
  void update_friction(double t, std::span<const double> y, double* zdot, std::span<double> power);
  void add_told_power(std::span<double> power);
  void count_stage();
  void remember_coordinates();
  JointCoordinates<double> calc_coordinates(JointIndex j) const;
  /// The numbers of newton's family of layouts, for Amplitude: place, quaternion, velocity, ω of every body.
  void put_bodies(std::span<const double> z, std::span<double> all) const;
  void make_parts();
  template <class Visit>
  void for_each_state(Visit&& visit) const;
  bool is_told(int place) const;
  void put_rates(std::span<double> ydot);
  /// Of bodies as they are placed and move, without their accelerations.
  void know(double t, Known& known) const;
  /// The rates where bodies are placed, kept for the step that begins there, and what is known of their accelerations.
  void know_rates(double t, std::span<const double> y, Known& known);
  void look_ahead(double t, std::span<const double> y);
  rank::Holding calc_holding() const { return {true, loose_.bending(), closings_.bending()}; }
  const Mat3<double>& bases_P(int i) const { return tree_.bases[i].P; }

  // observing.cpp
  void fill_state(double t, std::span<const double> y, State<double>& state) const;
  void update_reactions();
  double calc_noise() const;
  void fill_accelerations(View<double>& view) const;
  void fill_loads(const Needs& needs, View<double>& view);
  Wrench<double> calc_reaction(JointIndex j) const;
  void put_multipliers(std::vector<double>& multiplier) const;

  /// Of coordinates in y; at least one, vacant, so that a step that is too long for what is driven can be refused.
  int places() const { return std::max(1, tree_.columns()); }
  int link_of(BodyIndex b) const { return plan_->tree.link_of_body[b.i]; }
  const double* states(std::span<const double> y) const { return y.data() + 2 * places(); }
  PushedBodies pushed() { return {tree_.placed, tree_.joints, wrenches_}; }

  const System& system_;
  std::shared_ptr<const Plan> plan_;
  const Parameters<double>& parameters_;
  std::vector<double> scales_;
  std::vector<ErrorPart> parts_;
  std::vector<partitioned::Mass> masses_;
  std::vector<int> mechanism_;         // by link
  std::vector<double> active_;         // by mechanism: part of its places in y that are not vacant, its root
  std::vector<int> places_of_;         // by mechanism: of y
  std::vector<int> told_of_, vacant_;  // of them: what drivers tell; scratch
  std::vector<char> idle_;             // by mechanism: nothing of it is integrated
  std::vector<int> column_link_;       // by column
  std::vector<double> column_length_;  // by column: [m] of one that slides, else 1

  // Where the bodies are: a function of (t, y), kept for what asks next.
  mutable partitioned::Tree tree_;
  mutable ClosingRows closings_;
  partitioned::Passages passages_;
  mutable partitioned::Dependents dependents_;                    // by all rows
  mutable std::unique_ptr<partitioned::Dependents> of_position_;  // by those with a position level, if not all have
  mutable Living<double> living_;
  mutable Driving<double> driving_;
  mutable std::vector<JointCoordinates<double>> remembered_;  // of the last accepted state: held values, turns; driven ones now
  mutable double time_ = 0;                                   // of what drivers tell
  mutable std::vector<double> rates_, tree_right_, closing_right_;  // scratch: by column, by row
  mutable std::vector<double> no_right_;                            // zeros
  mutable std::vector<Motion<double>> motions_;                     // by link: of a correction, then accelerations

  partitioned::Factor factor_;
  BodyLaws laws_;
  StageElements elements_;
  partitioned::Stage stage_;
  std::vector<double> given_, given_tree_right_, given_closing_right_;  // scratch of staging.cpp: by column, by row
  std::vector<Motion<double>> given_q_, given_v_;                       // by link
  Amplitude<double> amplitude_;
  std::vector<double> stop_;  // modes of stops
  std::vector<Mask<double>> mode_;
  std::vector<int> link_of_joint_, closing_of_joint_;  // 0, −1: none
  std::vector<Wrench<double>> wrenches_, reactions_, by_law_;
  std::vector<double> tree_lambda_;  // by row, on the user's child
  std::vector<double> scratch_zdot_, power_;
  mutable std::vector<double> all_, all_allowed_;  // scratch: bodies' numbers, as in the plan's layout
  FrictionLoads<double> friction_;
  View<double> friction_view_;
  std::unique_ptr<Statics> statics_;
  Known known_;                                              // of the last accepted state
  std::vector<double> known_all_;                            // its bodies' numbers
  double step_time_ = 0;                                     // its time
  std::vector<partitioned::BodyCoordinates> ahead_;          // by link: where pivots were chosen; empty: at the bases
  int rank_ahead_ = 0;                                       // scratch
  double chosen_time_ = 0;                                   // of the last choice, …
  std::vector<double> chosen_z_;                             // … and element states: what drivers told there
  Known next_;                                               // scratch
  std::vector<partitioned::BodyCoordinates> rate_, second_;  // scratch
  std::vector<partitioned::BodySpeeds> speed_, push_;        // scratch
  std::vector<double> accepted_ydot_, accepted_power_;       // rates that accept() has found
  std::vector<double> now_ydot_, line_, beside_y_, beside_ydot_, beside_power_, smooth_ydot_, smooth_power_;  // scratch
  bool rates_known_ = false, placed_ = true, chosen_bends_ = false;
  int iterations_ = 0;  // of the last evaluation
  LooseRows loose_;
  Conditioning conditioning_, accepted_conditioning_;
  ConstraintError error_;
  std::vector<double> work_;  // none
  PartitionCounts counts_;
};

namespace partitioned {
std::optional<std::string> why_not(const System& system, const Plan& plan);
std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p);
}  // namespace partitioned

}  // namespace pintle
