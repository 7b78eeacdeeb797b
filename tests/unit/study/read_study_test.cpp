#include <doctest/doctest.h>

#include <functional>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "small_studies.h"

using namespace pintle;

namespace {

/// What is said about a study, without the file's name.
std::string find_sentence(const std::string& lines) {
  try {
    make_plan(make_pendulum_study(lines));
  } catch (const Error& error) {
    std::string text = error.what();
    const std::string file = "small.study.yaml:";
    for (std::size_t at = text.find(file); at != text.npos; at = text.find(file)) text.erase(at, file.size());
    return text;
  }
  return "";
}

const std::string good = "measures: {peak: {of: pin.rate, take: max}}\n";

bool begins(const std::string& text, const std::string& with) {
  CAPTURE(text);
  CAPTURE(with);
  const bool is_so = text.starts_with(with);
  CHECK(is_so);
  return is_so;
}

}  // namespace

TEST_CASE("a study says what varies around the model's own value, in its unit") {
  const StudyPlan plan = make_plan(make_pendulum_study(good + R"(
cases: 50
seed: 3
grid: {air: [none, thick]}
vary:
  parameters.mass: {normal: {sd: 5 %}}
  parameters.length: {uniform: {low: 80 cm, high: 1.2 m}}
  bodies.bob.inertia.xx: {truncated: {sd: 10 %, low: 0.005}}
)"));
  REQUIRE(plan.inputs.size() == 3);
  CHECK(plan.inputs[0].unit == "kg");
  CHECK(plan.inputs[2].unit == "kg*m^2");
  CHECK(plan.size() == 100);
  REQUIRE(plan.cells.size() == 2);
  CHECK(plan.cells[1].name == "air=thick");
  CHECK(plan.cells[0].nominal == std::vector<double>{2, 1, 0.01});
  CHECK(plan.cells[0].distributions[0].sd == doctest::Approx(0.1).epsilon(1e-15));
  CHECK(plan.cells[0].distributions[1].low == 0.8);
  CHECK(plan.cells[0].distributions[2].sd == doctest::Approx(0.001).epsilon(1e-15));
  REQUIRE(plan.measures.size() == 1);
  CHECK(plan.measures[0].unit == "rad/s");
}

TEST_CASE("every mistake of a study file is a sentence with its place") {
  begins(find_sentence(good + "case: 3\n"), "4:1: case: unknown key; did you mean cases?");
  begins(find_sentence(good + "cases: 0\n"), "4:8: cases: \"0\" is no whole number from 1 to 10000000");
  begins(find_sentence(good + "cases: 99999999999999999999\n"), "4:8: cases: \"99999999999999999999\" is no whole number");
  begins(find_sentence(good + "cases: 1e9\n"), "4:8: cases: \"1e9\" is no whole number");
  begins(find_sentence(good + "seed: -1\n"), "4:7: seed: \"-1\" is no whole number");
  begins(find_sentence(good + "vary: {parameters.mass: {normal: {sd: 0 kg}}}\n"),
         "4:39: vary.parameters.mass.normal.sd: sd is 0; give a deviation above zero");
  begins(find_sentence(good + "vary: {parameters.mass: {normal: {sd: -5 %}}}\n"),
         "4:39: vary.parameters.mass.normal.sd: sd is -0.1; give a deviation above zero");
  begins(find_sentence(good + "vary: {parameters.mass: {normal: {sd: 5 m}}}\n"),
         "4:39: vary.parameters.mass.normal.sd: 5 m is a length; give a mass");
  begins(find_sentence(good + "vary: {parameters.drag: {normal: {sd: 5 %}}}\n"),
         "4:39: vary.parameters.drag.normal.sd: 5 % of the model's value, which is 0, is nothing; give a quantity");
  begins(find_sentence(good + "vary: {parameters.mas: {normal: {sd: 5 %}}}\n"),
         "4:24: vary.parameters.mas: there is no such parameter");
  begins(find_sentence(good + "vary: {bodies.bob.color: {normal: {sd: 5 %}}}\n"), "4:26: bodies.bob.color");
  begins(find_sentence(good + "vary: {parameters.mass: {gauss: {sd: 5 %}}}\n"),
         "4:26: vary.parameters.mass.gauss: unknown distribution");
  begins(find_sentence(good + "vary: {parameters.mass: {uniform: {low: 1 kg}}}\n"),
         "4:35: vary.parameters.mass.uniform: give either low and high");
  begins(find_sentence(good + "grid: {air: [none, some]}\n"), "4:20: grid.air[2]: ");
  begins(find_sentence(good + "grid: {wind: [none]}\n"), "4:15: grid.wind[1]: `variants` has no group \"wind\"");
  begins(find_sentence(good + "vary: {mass: {normal: {sd: 5 %}}, parameters.mass: {normal: {sd: 5 %}}}\n"),
         "4:35: vary.parameters.mass: parameters.mass is there already");
  begins(find_sentence("measures: {peak: {of: pin.rat, take: max}}\n"), "3:18: measures.peak");
  begins(find_sentence("measures: {peak: {of: pin.rate, take: most}}\n"), "3:39: measures.peak.take: \"most\" is not known");
  begins(find_sentence("measures: {peak: {of: pin.rate, take: quantile, every: 1 ms}}\n"),
         "3:12: measures.peak: level is missing");
  begins(find_sentence(good + "limits: {peek: {max_below: 3 rad/s}}\n"),
         "4:28: limits.peek.max_below: there is no measure \"peek\"; did you mean peak?");
  begins(find_sentence(good + "limits: {peak: {rate_below: 5 %}}\n"),
         "4:29: limits.peak.rate_below: is no measure that is true or false");
  begins(find_sentence(good + "stop_when: {peak: {ci_half_width: 0 %}}\n"),
         "4:35: stop_when.peak.ci_half_width: 0 % is not above zero");
  begins(find_sentence(good + "design: latin-hypercube\nstop_when: {peak: {ci_half_width: 1 %}}\n"),
         "5:1: stop_when: a design of latin-hypercube");
  begins(find_sentence(good + "correlations: [{between: [parameters.mass, parameters.length], value: 0.5}]\n"),
         "4:27: correlations[1].between[1]: parameters.mass is not among `vary`");
  begins(find_sentence("seed: 4\n"), " nothing is measured");
  begins(find_sentence(good + "vary: {parameters.mass: {uniform: {low: -1e308 kg, high: 1e308 kg}}}\n"),
         "4:25: vary.parameters.mass: reaches beyond the largest numbers");
  begins(find_sentence(good + "vary: {parameters.mass: {normal: {mean: 1e308 kg, sd: 1e308 kg}}}\n"),
         "4:55: vary.parameters.mass.normal.sd: reaches beyond the largest numbers");
  begins(find_sentence("measures: {fast: {of: pin.rate > 1 rad/s, take: ever}}\nlimits: {fast: {rate_below: 500 %}}\n"),
         "4:29: limits.fast.rate_below: 500 % is no rate");
  begins(find_sentence(good + "factors: {speed: pin.rate}\n"),
         "4:18: factors.speed: pin.rate changes while a case runs, and a factor follows from what it was given");
  begins(find_sentence(good + "factors: {late: =time/(2 s)}\n"), "4:17: factors.late: =time/(2 s) changes while a case runs");
}

TEST_CASE("a shock with several frequencies is a spectrum, a number for each") {
  const auto names = [](const std::string& frequency) {
    const StudyPlan plan = make_plan(make_pendulum_study(
        "measures: {srs: {of: bob.acceleration.z, take: shock, every: 0.1 ms, frequency: " + frequency + "}}\n"));
    std::vector<std::string> list;
    for (const StudyColumn& column : plan.measures) list.push_back(column.name + " " + column.unit);
    return list;
  };
  CHECK(names("50 Hz") == std::vector<std::string>{"srs m/s^2"});
  CHECK(names("[20 Hz, 50 Hz]") == std::vector<std::string>{"srs.20Hz m/s^2", "srs.50Hz m/s^2"});
  CHECK(names("{from: 10 Hz, to: 1 kHz, steps: 3}") ==
        std::vector<std::string>{"srs.10Hz m/s^2", "srs.100Hz m/s^2", "srs.1000Hz m/s^2"});
  const std::string begin = "measures: {srs: {of: bob.acceleration.z, take: shock, every: 0.1 ms, frequency: ";
  begins(find_sentence(begin + "[20 Hz, 20 Hz]}}\n"), "3:81: measures.srs.frequency: has a frequency twice");
  begins(find_sentence(begin + "[20 Hz, 2 s]}}\n"), "3:89: measures.srs.frequency[2]: \"2 s\" is no frequency above zero");
  begins(find_sentence(begin + "{from: 10 Hz, to: 100 Hz, steps: 1}}}\n"),
         "3:114: measures.srs.frequency.steps: \"1\" is no whole number from 2 to 500");
  begins(find_sentence(begin + "{from: 10 Hz, to: 100 kHz, steps: 9}}}\n"),
         "3:62: measures.srs.every: is too long to see 100000 Hz");
}

TEST_CASE("a unit that nobody knows is a mistake of a study, wherever it stands") {
  const std::string begin = "measures: {most: {of: pin.rate, take: quantile, ";
  for (const char* rest : {"level: 0.9, every: 1 xx", "level: 1 xx, every: 1 ms", "level: 0.9, every: 0 s"}) {
    const std::string sentence = find_sentence(begin + rest + "}}\n");
    CAPTURE(sentence);
    CHECK(sentence.starts_with("3:"));
  }
  CHECK(find_sentence(good + "vary: {mass: {discrete: {values: [1 kg], weights: [1 xx]}}}\n").starts_with("4:"));
}

TEST_CASE("a study does not take more samples than there is room for") {
  begins(find_sentence("measures: {most: {of: pin.rate, take: quantile, level: 0.9, every: 1e-15 s}}\n"),
         "3:18: measures.most: 1e+15 samples a case are more than 1e+07; give a longer every");
}

TEST_CASE("a study reads no file outside of its folder") {
  for (const char* path : {"../small.yaml", "/etc/passwd", "a/../../small.yaml"}) {
    CAPTURE(path);
    const std::string text = std::string("pintle_study: 1\nmodel: ") + path + "\n";
    try {
      read_study_text(text, "here/small.study.yaml");
      CHECK(false);
    } catch (const Error& error) {
      CHECK(std::string(error.what()) == std::string("here/small.study.yaml:2:8: model: ") + path +
                                             " is not in the folder of the study; put the study beside its model, or above it");
    }
  }
}

TEST_CASE("a study reads no file outside of its model's folder, whatever the model names, and nobody tells what is in one") {
  const std::string model =
      "pintle: 1\nfunctions: {f: {of: time, file: /etc/passwd}}\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\nrun: {until: 1 s}\n";
  const std::string lines = "pintle_study: 1\nmodel: small.yaml\n";
  const auto say = [](const std::function<void()>& read) -> std::string {
    try {
      read();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  begins(
      say([&] { make_plan(read_study_text(lines, "here/small.study.yaml", model)); }),
      "here/small.yaml:2:33: functions.f.file: /etc/passwd is not in the folder of the model; a study reads what stands beside");
  const std::string told = say([&] { read_model_text(model, "here/small.yaml"); });
  begins(told, "here/small.yaml:2:33: functions.f.file: line ");
  CHECK(told.find("root") == told.npos);
  CHECK(told.find(" of /etc/passwd is none of what is wanted here") != told.npos);
}

TEST_CASE("a full grid has all combinations of its lists") {
  const StudyPlan plan = make_plan(make_pendulum_study(good + R"(
design: full-grid
vary:
  parameters.mass: {list: {values: [1 kg, 3 kg]}}
  parameters.length: {list: {from: 1 m, to: 2 m, steps: 3}}
)"));
  CHECK(plan.cases == 6);
  std::vector<double> inputs;
  const double masses[] = {1, 1, 1, 3, 3, 3}, lengths[] = {1, 1.5, 2, 1, 1.5, 2};
  for (std::uint32_t k = 0; k < 6; ++k) {
    plan.update_inputs(plan.cells[0], k, {}, inputs);
    CHECK(inputs == std::vector<double>{masses[k], lengths[k]});
  }
  begins(find_sentence(good + "design: full-grid\nvary: {parameters.mass: {normal: {sd: 5 %}}}\n"),
         "5:26: vary.parameters.mass.normal: a full grid draws nothing");
}

TEST_CASE("a study in which nothing varies says so") {
  CHECK(make_plan(make_pendulum_study(good + "cases: 1\n")).warnings.empty());
  const std::vector<std::string> warnings = make_plan(make_pendulum_study(good + "cases: 7\n")).warnings;
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("nothing varies, so that all 7 cases of a cell are alike") != std::string::npos);
}
