#pragma once
#include "pintle/io/expression.h"
#include "pintle/model/signal.h"

namespace pintle {

/// The names that an expression may use in one place of the file.
class FieldScope : public Scope {
 public:
  FieldScope(Reading& reading, const Context* context, Field field) : reading_(reading), context_(context), field_(field) {}

  Meaning find(std::string_view name) override;
  Meaning find_element(std::string_view name, int element) override;
  std::vector<Meaning> find_all(std::string_view name) override;
  std::optional<TableMeaning> find_table(std::string_view name) override;

  /// Something that was asked for has a meaning of its own in this instance.
  bool is_local() const { return is_local_; }

 private:
  Meaning find_time() const;
  Meaning find_place(std::string_view name) const;
  Meaning find_age() const;
  Meaning make_stage(int stage) const;
  Meaning find_signal(std::string_view name);
  Meaning make_signal(const std::string& name);
  Meaning find_parameter(std::string_view name, int element);
  NamedValues* words() const;
  void check_signal_allowed(std::string_view name) const;
  [[noreturn]] void fail_unknown(std::string_view name) const;

  Reading& reading_;
  const Context* context_;
  Field field_;
  bool is_local_ = false;
};

/// Throws Error unless a force may depend on all signals that this expression reads.
void check_force_signals(const Reading& reading, Expr expr);
/// A coefficient or value of a velocity constraint reads time and positions alone. Throws Error otherwise.
void check_position_signals(const Reading& reading, Expr expr);

/// "elbow has no signal \"angel\"; did you mean elbow.angle?", for a complete name that means no signal. `prefix_too`: the
/// beginning of signals would have done.
std::string explain_no_signal(const Reading& reading, const Context* context, std::string_view name, bool prefix_too = false);

}  // namespace pintle
