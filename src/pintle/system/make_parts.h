#pragma once
#include <algorithm>
#include <functional>

#include "pintle/system/condition.h"
#include "pintle/system/make_system.h"
#include "pintle/system/place.h"

/// The stages of make_system(), in their order; each reads what those before it have written. A mistake in the model
/// throws Error with the path of the part.
namespace pintle {

/// How the numbers of a system follow from those of its model: what is done again, in this order, for every case. A step refers
/// to parts of the model, to the reference and to the system, all of which stay where they are, and takes memory only where it
/// throws Error.
using NumberSteps = std::vector<std::function<void()>>;

/// What the stages share.
struct Making {
  const Model& model;
  Reference& reference;
  System& system;
  FormulaMaker formulas;
  NumberSteps* steps = nullptr;   // none: there are no cases
  std::vector<Expr> living{};     // outputs of System::living so far
  std::vector<Origin> origins{};  // of these
  std::vector<Expr> laws{};       // what lives or is told to move, as the user has it: without derivatives
  std::vector<LawLevel> law_levels{};
  std::vector<Expr> grounds{};   // heights that move by themselves, of x, y and time
  std::optional<Graph> grown{};  // the model's graph, and derivatives behind it

  /// Derivatives grow here.
  Graph& growing() { return grown ? *grown : grown.emplace(model.graph); }
  const Graph& graph() const { return grown ? *grown : model.graph; }
  SlotMaker slots() const { return {system.nominal.value}; }
  /// Done again in every case; what makes the system has been done already.
  template <class Step>
  void again(Step step) {
    if (steps) steps->push_back(std::move(step));
  }
  /// Done now, and again in every case.
  template <class Step>
  void now_and_again(Step step) {
    step();
    again(std::move(step));
  }
  /// Numbers that a case may vary: fill(SlotMaker) puts them, now and in every case, and returns their slots. It refers to what a
  /// step may refer to.
  template <class Fill>
  auto put_by(Fill fill) {
    std::vector<double>& all = system.nominal.value;
    const std::size_t first = all.size();
    const auto slots_of_it = fill(slots());
    again([&all, first, fill, scratch = std::vector<double>()]() mutable {
      scratch.clear();
      fill(SlotMaker{scratch});
      std::copy(scratch.begin(), scratch.end(), all.begin() + static_cast<std::ptrdiff_t>(first));
    });
    return slots_of_it;
  }
  /// A number, vector, tensor or pose that calc() gives.
  template <class Calc>
  auto put(Calc calc) {
    return put_by([calc](SlotMaker to) { return to.put(calc()); });
  }
  Slot put(const Number& number) {
    return put([&number] { return number.value; });
  }
  Slot3 put(const Vector& vector) {
    return put([&vector] { return Vec3<double>(vector); });
  }
  bool lives(const Number& number) const { return number.expr.exists() && model.graph.is_living(number.expr); }
  /// One that lives has no value of its own: zero.
  Slot put_plain(const Number& number) { return lives(number) ? slots().put(0.0) : put(number); }
  Slot3 put_plain(const Vector& v) {
    return put([&v, x = lives(v.x), y = lives(v.y), z = lives(v.z)] {
      return Vec3<double>{x ? 0.0 : v.x.value, y ? 0.0 : v.y.value, z ? 0.0 : v.z.value};
    });
  }
  /// The output that a living number becomes; −1 if it does not live. Throws Error if it reads what a stage does not know.
  /// Of what is not active, nobody hears.
  /// `clock` is when its element was started, if that may be later than the run's start: age is the time since.
  int add_living(const Number& number, const std::string& where, bool active = true, Expr clock = {});
  /// One more output of System::living.
  int put_living(Expr e, Origin origin);
  /// A point of a body, as slots; `instance` is the part's that gives it.
  Slot3 put_point(BodyIndex body, const PointOn& point, int instance);
  /// What turns vectors of an instance's part, given in a body's axes (Reference::turn_in).
  SlotPose put_turn(BodyIndex axes, int instance);

  // ---- for actions of events
  Slot3 put_three(const std::array<Number, 3>& numbers) {
    return put([&numbers] { return Vec3<double>{numbers[0], numbers[1], numbers[2]}; });
  }
  Slot3 put_point_on(BodyIndex body, const std::array<Number, 3>& point, int instance) {
    return put(
        [&r = reference, &m = model, &p = point, body, instance] { return r.point_on(m, body, {p[0], p[1], p[2]}, instance); });
  }
  /// A latch that gives way may hold this direction.
  bool has_latch(JointIndex j, Direction d) const;
  /// The number of a force among all elements; −1: there is none of this name.
  int find_force(std::string_view name) const;
  /// Where the time is kept at which an element was started; no slot: nobody asks.
  Slot clock_of(int element) const;
  /// The number of an input of the model's graph; −1: the path is none.
  int find_input(std::string_view path) const;
  /// An input of the model takes the value of a slot. Throws Error if the path is none.
  void add_setting(const std::string& path, Slot value, const std::string& where, Edits& edits);
  /// The number of a stage in System::stages.
  int stage_named(std::string_view name) const;
};

/// The whole of make_system(), into a system that has nothing yet. Says which slot each input of the model's graph has, if any.
std::vector<Slot> make_system(const Model& model, Reference& reference, System& system, NumberSteps* steps);

void update_body_records(Making& making);
/// After the bodies.
void update_particles(Making& making);
void update_points(Making& making);
void update_joint_records(Making& making);
/// Joint coordinates as given, bases as given or as in the reference configuration.
void update_start(Making& making);
/// Springs, stops, friction and motors; a spring's rest is the start value unless it is given.
void update_laws(Making& making);
void update_drivers(Making& making);
void update_constraints(Making& making);
void update_forces(Making& making);
void update_contacts(Making& making);
/// Bases that are set down on a surface; after the contacts.
void lower_bases(Making& making);
void update_events(Making& making);
/// Throws Error if it reads an impulse, which is over when somebody could see it.
void check_observed(const Formula& formula, const std::string& where);
/// After the events.
void update_controllers(Making& making);
void update_user_signals(Making& making);
/// Tables that somebody should watch.
void update_tables(Making& making);
/// L of the system and of its mechanisms; after the joints.
void update_lengths(Making& making);

}  // namespace pintle
