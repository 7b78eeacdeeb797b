#include <doctest/doctest.h>
#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "pintle/io/writing/writer.h"
#include "unit/io/golden.h"

using namespace pintle;

namespace {

const std::filesystem::path folder = std::filesystem::temp_directory_path() / "pintle_read_particles";

const std::string four = "x [cm],y [cm],z [cm],mass [g],group\n0,0,0,1,\n100,0,0,2,g\n0,100,0,3,g\n# a comment\n0,0,100,4,g\n";

void write(const std::string& name, const std::string& text) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name) << text;
}

std::string read(const std::string& points, const std::string& bonds, const std::string& body = "{group: g}",
                 const std::string& more = "") {
  write("p.csv", points);
  write("b.csv", bonds);
  const std::string text = fmt::format("pintle: 1\nparticles: {{file: p.csv{}}}\nbodies: {{a: {}}}\n{}",
                                       bonds.empty() ? "" : ", bonds: b.csv", body, more);
  try {
    read_model_text(text, (folder / "m.yaml").string());
  } catch (const ReadError& error) {
    const std::string sentence = error.what();
    return sentence.substr(sentence.find("m.yaml"));
  }
  return "no mistake";
}

}  // namespace

TEST_CASE("particles: files with columns in any order and unit make points, groups and bonds") {
  CHECK(read(four, "first,second,stiffness [N/m]\n1,2,30\n") == "no mistake");
  const Model model = read_model_text(
      "pintle: 1\nparticles: {file: p.csv, bonds: b.csv, pairs: {depth: 1 J, distance: 10 cm, fade: 20 cm, cutoff: 30 cm}}\n"
      "bodies: {a: {group: g}}\n",
      (folder / "m.yaml").string());
  const Particles& all = *model.particles->all;
  REQUIRE(all.count() == 4);
  CHECK(all.start[1].p.x == 1);
  CHECK(all.mass[3] == 0.004);
  CHECK(all.group == std::vector<int>{-1, 0, 0, 0});
  REQUIRE(all.bonds.size() == 1);
  CHECK(all.bonds[0].length == 1);
  CHECK(model.bodies[0].mass == doctest::Approx(0.009));
  CHECK(model.particles->pairs->cutoff == doctest::Approx(0.3));
  const Model again = read_model_text(write_model(model), "elsewhere/m.yaml");
  CHECK(again.particles->all->start[1].p.x == 1);
  CHECK(again.bodies[0].group == "g");
  CHECK(again.particles->pairs->cutoff == model.particles->pairs->cutoff);
}

TEST_CASE("particles: a wrong file is one sentence with its line and the way out") {
  const std::string head = "x,y,z,mass,group\n", at = "m.yaml:2:19: particles.file: ";
  CHECK(read(head + "0,0,0,0,g\n", "") == at + "line 2 of p.csv: mass is 0 kg; give a mass above zero");
  CHECK(read(head + "0,nan,0,1,g\n", "") ==
        at + "line 2 of p.csv: y is \"nan\", which is no finite number; units stand in the first line");
  CHECK(read(head + "0,1e999,0,1,g\n", "").find("line 2 of p.csv: ") != std::string::npos);
  CHECK(read(head + "0,0,1,g\n", "") == at + "line 2 of p.csv: 4 values in a file of 5 columns; give one for each");
  CHECK(read("x,y,mass\n0,0,1\n", "") ==
        at + "line 1 of p.csv: has no column z; the first line names the columns, for example z [m]");
  CHECK(read("x,y,z [s],mass\n0,0,0,1\n", "") == at + "line 1 of p.csv: column z is in s; give a unit such as m");
  CHECK(read("x,y,z,mas\n0,0,0,1\n", "") == at + "line 1 of p.csv: there is no column mas; did you mean mass?");
  CHECK(read(head, "") == at + "p.csv has no rows; give a first line with the names of columns, and rows below it");
  std::filesystem::remove(folder / "gone.csv");
  try {
    read_model_text("pintle: 1\nparticles: {file: gone.csv}\nbodies: {a: {group: g}}\n", (folder / "m.yaml").string());
    FAIL("a file that is not there was read");
  } catch (const ReadError& error) {
    CHECK(std::string(error.what())
              .find("particles.file: gone.csv cannot be opened; check the name, which counts from the folder "
                    "of the model file") != std::string::npos);
  }
}

TEST_CASE("bonds: a wrong one is one sentence with its line and the way out") {
  const std::string head = "first,second,stiffness\n", at = "m.yaml:2:33: particles.bonds: line 2 of b.csv: ";
  CHECK(read(four, head + "1,9,3\n") == at + "there is no particle 9; particles are counted from 1, and there are 4");
  CHECK(read(four, head + "2,2,3\n") == at + "joins particles 2 and 2, which are at one place; join two that are not");
  CHECK(read(four, head + "1,2,-3\n") ==
        at + "stiffness -3 N/m, length 1 m; give a stiffness above zero and a length that is not below it");
}

TEST_CASE("a body of particles: a wrong group, or a mass of its own, is one sentence") {
  CHECK(read(four, "", "{group: h}") == "m.yaml:3:21: bodies.a.group: no particle is of the group h; write g");
  CHECK(read(four, "", "{group: g, mass: 1}") ==
        "m.yaml:3:24: bodies.a.mass: is that of the particles of its `group`; take it out, or leave out `group`");
  CHECK(read(four, "", "{group: g}", "initial: {a: {velocity: [1, 0, 0]}}\n") ==
        "m.yaml:4:11: initial.a: a is made of the particles of g, and starts as they do; take it out");
  CHECK(read("x,y,z,mass,group\n0,0,0,1,g\n1,1,1,1,g\n2,2,2,1,g\n", "") ==
        "m.yaml:3:21: bodies.a.group: g is 3 particles in one line, and a body of it would have no moment about that; give it "
        "particles beside the line");
  CHECK(read_sentences("pintle: 1\nbodies: {a: {group: g}}\n") ==
        "m.yaml:2:21: bodies.a.group: there are no particles; give `particles` with a file that has a column `group`");
}

TEST_CASE("pairs: two particles at one place have no direction to push, and a force must fade before it ends") {
  write("p.csv", "x,y,z,mass,group\n0,0,0,1,g\n1,0,0,1,g\n0,1,0,1,g\n1,0,0,1,g\n");
  const auto sentence = [](const std::string& pairs) {
    return [&]() -> std::string {
      try {
        read_model_text("pintle: 1\nparticles: {file: p.csv, pairs: " + pairs + "}\nbodies: {a: {group: g}}\n",
                        (folder / "m.yaml").string());
      } catch (const ReadError& error) {
        return error.what();
      }
      return "no mistake";
    }();
  };
  CHECK(sentence("{depth: 1, distance: 1, fade: 1.5, cutoff: 2}").find("particles 2 and 4 are at one place") !=
        std::string::npos);
  CHECK(sentence("{depth: 0, distance: 1, fade: 1.5, cutoff: 2}").find("particles.pairs.depth: 0 is not positive") !=
        std::string::npos);
}
