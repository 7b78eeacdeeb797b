#pragma once
#include "pintle/system/make_system.h"
#include "pintle/system/place.h"

/// The stages of make_system(), in their order; each reads what those before it have written. A mistake in the model
/// throws Error with the path of the part.
namespace pintle {

/// What the stages share.
struct Making {
  const Model& model;
  const Reference& reference;
  System& system;
  FormulaMaker formulas;
  std::vector<Expr> living{};     // outputs of System::living so far
  std::vector<Origin> origins{};  // of these
  std::vector<Expr> laws{};       // what lives or is told to move, as the user has it: without derivatives
  std::optional<Graph> grown{};   // the model's graph, and derivatives behind it

  /// Derivatives grow here.
  Graph& growing() { return grown ? *grown : grown.emplace(model.graph); }
  const Graph& graph() const { return grown ? *grown : model.graph; }
  SlotMaker slots() const { return {system.nominal.value}; }
  /// The output that a living number becomes; −1 if it does not live. Throws Error if it reads what a stage does not know.
  /// Of what is not active, nobody hears.
  int add_living(const Number& number, const std::string& where, bool active = true);
  /// One more output of System::living.
  int put_living(Expr e, Origin origin);
  /// A point of a body, as slots; `instance` is the part's that gives it.
  Slot3 put_point(BodyIndex body, const PointOn& point, int instance) const;
};

void update_body_records(Making& making);
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
void update_user_signals(Making& making);
/// Tables that somebody should watch.
void update_tables(Making& making);

}  // namespace pintle
