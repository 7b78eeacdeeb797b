#include "pintle/model/time_derivative.h"

#include <array>
#include <limits>

#include "pintle/base/check.h"
#include "pintle/expressions/functions/kinds.h"
#include "pintle/model/signals/kinds.h"

namespace pintle {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view axes = "xyz";

/// "hub" of "hub.position.x", "position", and ".x".
struct Name {
  std::string part, quantity, rest;

  explicit Name(std::string_view full) {
    const std::size_t first = full.find('.'), second = full.find('.', first + 1);
    part = full.substr(0, first);
    quantity = full.substr(first + 1, second == full.npos ? second : second - first - 1);
    if (second != full.npos) rest = full.substr(second);
  }
};

class Rates {
 public:
  Rates(Graph& graph, const NameTable& names) : graph_(graph), names_(names) {}

  Expr differentiate(Expr e) {
    return graph_.total_derivative(e, [&](int input) { return rate_of(graph_.inputs()[input]); });
  }

 private:
  Expr rate_of(const Input& input) {
    if (input.kind == InputKind::parameter) return {};
    if (input.kind != InputKind::signal) return graph_.constant(1);
    const std::vector<Signal> signals = find_signals(names_, input.name);
    PINTLE_CHECK(signals.size() == 1 && is_position(signals.front()), input.name + " has no rate");
    const Signal& signal = signals.front();
    if (signal.kind == signal_kind<signals::Attitude>) return attitude_rate(Name(signal.name).part, signal.component);
    if (signal.kind == signal_kind<signals::RollPitchYaw>)
      return differentiate(turn_of(Name(signal.name).part, signal.component));
    return signal.component == norm_component ? norm_rate(signal) : read(name_of_rate(Name(signal.name)));  // (2)
  }

  Expr read(const std::string& name) { return graph_.input(InputKind::signal, name, unknown); }

  static std::string name_of_rate(const Name& name) {
    return name.part + (name.quantity == "angle" ? ".rate" : ".velocity") + name.rest;
  }

  /// (p·v)/‖p‖, of a position or of a joint's displacement.
  Expr norm_rate(const Signal& signal) {
    Name name(signal.name);
    Expr sum = graph_.constant(0);
    for (char axis : axes) {
      name.rest = std::string(signal.kind == signal_kind<signals::Coordinate> ? ".t" : ".") + axis;
      sum = add(sum, times(read(name.part + "." + name.quantity + name.rest), read(name_of_rate(name))));
    }
    return graph_.apply(Op::divide, sum, read(signal.name));
  }

  Expr attitude(const std::string& body, int row, int column) { return read(body + ".attitude." + axes[row] + axes[column]); }
  Expr omega(const std::string& body, int axis) { return read(body + ".angular_velocity." + axes[axis]); }

  /// (3): column j of R ω̃ is ω_{j+2} times column j + 1, less ω_{j+1} times column j + 2, counted round.
  Expr attitude_rate(const std::string& body, int component) {
    const int i = component / 3, j = component % 3, k = (j + 1) % 3, l = (j + 2) % 3;
    return graph_.apply(Op::subtract, times(attitude(body, i, k), omega(body, l)), times(attitude(body, i, l), omega(body, k)));
  }

  /// R = Rz(yaw) Ry(pitch) Rx(roll), as in signals/of_bodies.h.
  Expr turn_of(const std::string& body, int component) {
    if (component == 0) return graph_.apply(op_of<Atan2>, attitude(body, 2, 1), attitude(body, 2, 2));
    const Expr xx = attitude(body, 0, 0), yx = attitude(body, 1, 0);
    if (component == 2) return graph_.apply(op_of<Atan2>, yx, xx);
    return graph_.apply(op_of<Atan2>, graph_.apply(Op::negate, attitude(body, 2, 0)),
                        graph_.apply(op_of<Sqrt>, add(times(xx, xx), times(yx, yx))));
  }

  Expr add(Expr a, Expr b) { return graph_.apply(Op::add, a, b); }
  Expr times(Expr a, Expr b) { return graph_.apply(Op::multiply, a, b); }

  Graph& graph_;
  const NameTable& names_;
};

}  // namespace

bool is_position(const Signal& signal) { return signal.facts().level == SignalLevel::place; }

Expr make_time_derivative(Graph& graph, const NameTable& names, Expr e) { return Rates(graph, names).differentiate(e); }

}  // namespace pintle
