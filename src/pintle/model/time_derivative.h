#pragma once
#include "pintle/expressions/graph.h"
#include "pintle/model/names.h"
#include "pintle/model/signal.h"

/// How an expression of time and positions changes along a motion, as an expression of time, positions and velocities:
///
///     ė = ∂e/∂t + Σ ∂e/∂s · ṡ   over the signals s that it reads                                        (1)
///     position, coordinate:  ṡ is the velocity, the rate          ‖p‖˙ = p·v/‖p‖                          (2)
///     attitude R_WB:         Ṙ = R ω̃,  ω in body axes             roll, pitch, yaw: from the attitude     (3)
namespace pintle {

/// A signal that positions alone decide, and whose rate is known: (2), (3).
bool is_position(const Signal& signal);

/// (1). `e` reads parameters, time and signals that are positions.
Expr make_time_derivative(Graph& graph, const NameTable& names, Expr e);

}  // namespace pintle
