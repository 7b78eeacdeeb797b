#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

namespace {

std::string make_text(const std::string& driven, const std::string& functions = "") {
  return "pintle: 1\nfunctions: {w: {of: time, points: [[0 s, 0 rad/s], [1 s, 10 rad/s], [2 s, 0 rad/s]]}, "
         "up: {of: time, points: [[0 s, 0 rad], [1 s, 1 rad]], outside: extrapolate}" +
         functions +
         "}\nbodies: {b: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
         "joints: {j: {type: hinge, between: [world, b], axis: [0, 0, 1], driven: {" +
         driven + "}}}\nrun: {until: 3 s}\n";
}

double final_angle(const std::string& text, const std::string& formulation) {
  const Model model = read_model_text(text, "driven.yaml");
  RunOptions options = make_run_options(model.run);
  options.output_every = 0;
  const RunSummary summary = run_model(model, formulation, options);
  REQUIRE(summary.status == Status::completed);
  return summary.final.joints[0].angle.z;
}

}  // namespace

TEST_CASE("driven: a law with a continuous rate is taken however its tables are written") {
  struct Case {
    const char *driven, *functions;
    double angle;  // in the end [rad]
  };
  const Case cases[] = {
      {"rate: =w(time)", "", 10},                 // a trapezoid of rates, its end at zero
      {"rate: =abs(w(time) - 5 rad/s)", "", 10},  // 5 − 10 t, then back: 5/2·… each half second 1.25, four of them, 5 in the end
      {"rate: \"=min(w(time), 4 rad/s)\"", "", 6.4},  // 0.8 + 1.6·… : 4·2 less two triangles of 0.4 s by 4 rad/s
      {"rate: \"=1e-6*max(w(time), 0 rad/s)\"", "", 1e-5},
      {"rate: =1e3*w(time)", "", 1e4},
      {"rate: =w(time) + 100 rad/s", "", 310},
      {"angle: =up(time)", "", 3},  // a linear table, and a line
      {"angle: =up(time)^2/1 rad", "", 9},
      {"angle: \"=max(0 rad, up(time) - 1 rad)^2/1 rad\"", "", 4},
      {"angle: =s(time)",
       ", s: {of: time, points: [[0 s, 0 rad], [1 s, 1 rad], [2 s, 8 rad], [3 s, 27 rad], [4 s, 64 rad]], interpolate: cubic}",
       27},
  };
  for (const std::string& name : formulation_names())
    for (const Case& one : cases) {
      CAPTURE(name);
      CAPTURE(one.driven);
      CHECK(final_angle(make_text(one.driven, one.functions), name) == doctest::Approx(one.angle).epsilon(1e-9));
    }
}

TEST_CASE("driven: a jump is refused by the scale of the law, and the sentence names the time") {
  const auto refusal = [](const std::string& driven, const std::string& functions = "") -> std::string {
    try {
      make_system(read_model_text(make_text(driven, functions), "driven.yaml"));
      return "taken";
    } catch (const Error& sentence) {
      return sentence.what();
    }
  };
  CHECK(
      refusal("rate: \"=if(time < 1 s, 1e-6 rad/s, 2e-6 rad/s)\"") ==
      "joints.j.driven: the rate of rz that it asks for jumps at t = 1 s, from 1e-06 to 2e-06; give a law that goes on smoothly, "
      "of a table for example interpolate: cubic");
  CHECK(refusal("angle: \"=min(up(time), 2 rad)\"").find("the rate of rz that it asks for jumps at t = 2 s, from 1 to 0") !=
        std::string::npos);
  CHECK(refusal("angle: =w(time)*1 s").find("jumps at t = 1 s, from 10 to -10") != std::string::npos);
  CHECK(refusal("angle: \"=if(sin(1 rad/s*time) > 0.5, 1 rad, 0 rad)\"")
            .find("the place of rz that it asks for jumps at t = 0.523599 s") != std::string::npos);
}
