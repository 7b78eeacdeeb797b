#pragma once
#include <string>

#include "pintle/study/study_plan.h"

/// Studies of small models in memory, and where their stores may be.
namespace pintle {

/// A pendulum of length `length`, let go from `angle` without speed, under gravity; with variants of its hinge.
inline const std::string pendulum_model = R"(
pintle: 1
gravity: [0, 0, -9.81]
parameters: {length: 1 m, angle: 0.2, mass: 2 kg, drag: 0 N*m*s/rad}
bodies: {bob: {mass: =mass, inertia: [0.01, 0.01, 0.01]}}
joints:
  pin:
    {type: hinge, between: [world, bob], at: {world: [0, 0, 0], bob: [0, 0, =length]}, axis: [0, 1, 0],
     spring: {stiffness: 0 N*m/rad, damping: =drag}}
initial: {pin: {angle: =angle}}
variants: {air: {none: {}, thick: {parameters.drag: 2 N*m*s/rad}}}
choose: {air: none}
run: {until: 1 s}
)";

/// A study of it, from the lines behind `model`.
inline Study make_pendulum_study(const std::string& lines, const std::string& model = pendulum_model) {
  return read_study_text("pintle_study: 1\nmodel: small.yaml\n" + lines, "small.study.yaml", model);
}

}  // namespace pintle
