#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "pintle/io/reader.h"
#include "pintle/io/writing/writer.h"
#include "support/draws.h"

/// Damaged files: whatever a text says, reading it ends with a model or with sentences, soon, and never with a crash.
namespace pintle {
namespace {

std::vector<std::string> read_models() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(PINTLE_SOURCE_DIR "/models")) {
    if (entry.path().extension() != ".yaml" || entry.path().stem().extension() == ".study") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    texts.push_back(std::move(text).str());
  }
  std::ranges::sort(texts);
  // All that the format has, in little space.
  texts.push_back(R"yaml(pintle: 1
parameters: {n: 3, m: 2 kg, l: =1 m*side, side: 1, q: [1 deg, 2 deg, 3 deg], k: =2*m/1 s^2, soft: 0.1}
functions: {ramp: {of: time, points: [[0 s, 0 rpm], [0.5 s, 300 rpm]], interpolate: linear, outside: hold}}
repeat:
  link:
    count: =n
    turn: {about: [0, 0, 1], step: =360 deg/n}
    first: {before.bar: world}
    parameters: {half: =l/2}
    bodies: {bar: {mass: =m, inertia: [=m*l^2/6, 1, 1], at: [=(index - 0.5)*1 m, 0, =half], rotate: [rz: "=q[index]"]}}
    joints: {pin: {if: index > 0, type: hinge, between: [before.bar, bar], axis: [0, 0, 1], spring: {stiffness: [[0, 1], [1, 2]]},
                   limits: {low: 0, stiffness: 3}, friction: {law: coulomb, mu: 0.1, radius: 1 cm}, motor: {torque: =1 N*m*sin(1 rad/s*age)}}}
    contacts: {foot: {at: {bar: [0, 0, -1]}, surface: ground}}
    constraints: {tie: {if: index > 1, type: distance, at: {before.bar: [0, 0, 1], bar: [0, 0, 1]}, length: "=l + 0.1 m*sin(1 rad/s*time)"},
                  pair: {if: index > 1, type: gear, joints: [before.pin, pin.rz], ratio: -2}}
    forces: {jet: {at: {bar: [0, 0, 0]}, axes: bar, force: [0, 0, "=if(bar.position.z < l, k*before.bar.position.z, 0)"]}}
    events: {touch: {when: foot.touching and count(all.foot.touching) < n, do: [lock: pin], for: 1 ms}}
    initial: {pin: {angle: {guess: 1 deg}}}
  side: {over: {_a: {px: 1 m}, _b: {px: =-l}}, points: {eye: {at: {bar1: [=px, 0, 0]}}}}
bodies: {hub: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1, xy: 0.1}, shape: {prism: {sides: 6, width: 1, height: 2}}}}
joints: {drive: {type: [rz, tx], between: [world, hub], driven: {rz: {rate: =ramp(time)}}}}
constraints: {flat: {type: point-on-plane, at: {world: [0, 0, 0], bar2: [1, 0, 0]}, normal: [0, 0, 1], axes: hub, active: false},
              hold: {type: relative-rotation, between: [hub, bar1], axis: [1, 0, 0]}, skate: {type: velocity, body: hub, at: [0, 0, 1],
              axes: bar1, rows: {side: {linear: [=cos(hub.yaw), 0, 1], angular: [0, =l*drive.angle.rz, 0], value: =l/1 s}, spin: {angular: [0, 0, 1]}}}}
surfaces: {ground: {plane: {up: [0, 0, 1]}, normal: {law: standard-linear-solid, ke: 1, kv: 1, cv: 1}}}
signals: {peak: =max(all.pin.load.force)/(m*1 m/s^2), apart: =distance(eye_a, eye_b)}
measures: {top: {of: peak, take: max}, never: {of: hub.tilt > 90 deg, take: ever}}
events: {rest: {when: system.energy.kinetic < 2 J and time > 1 s, after: touch1, do: [stop]}}
choose: {legs: soft}
variants: {legs: {soft: {parameters.k: 3 N/m, bodies.bar2.mass: 3 kg}, hard: {repeat.link.count: 2}}}
run: {until: 2 s, output_every: 1 ms, record: [all.pin, hub.position, peak, all.tie, skate.reaction.spin], stabilization: baumgarte}
)yaml");
  return texts;
}

constexpr std::string_view pieces[] = {"=",    "(",     ")",    "[",     "]",      "{",     "}",       ",",    ": ",      "\n",
                                       "  ",   "-1",    "0",    "1e308", "1e-308", "1e9",   "nan",     "all.", "before.", "next.",
                                       "time", "index", "null", "~",     "yes",    "&a ",   "*a",      "<<: ", "!!x ",    "\"",
                                       "'",    "#",     "\t",   "^",     "^-99",   "^1e9",  "/0",      "*",    " and ",   "not ",
                                       "if(",  "max(",  "q[9]", "m",     "kN*m",   "world", "count: ", "if: ", "rate: ",  "\xff",
                                       "ü",    "- ",    "? ",   "|",     ">"};

class Damager {
 public:
  explicit Damager(unsigned seed) : random_(seed) {}

  std::string damage(std::string text, const std::vector<std::string>& others) {
    for (int i = 0, n = 1 + pick(4); i < n && !text.empty(); ++i) change(text, others);
    return text;
  }

 private:
  int pick(std::size_t n) { return static_cast<int>(random_() % n); }

  void change(std::string& text, const std::vector<std::string>& others) {
    const auto at = static_cast<std::size_t>(pick(text.size()));
    const auto size = static_cast<std::size_t>(1 + pick(20));
    switch (pick(7)) {
      case 0: text[at] = static_cast<char>(32 + pick(95)); return;
      case 1: text.erase(at, size); return;
      case 2: text.insert(at, text.substr(static_cast<std::size_t>(pick(text.size())), size)); return;
      case 3: text.insert(at, pieces[static_cast<std::size_t>(pick(std::size(pieces)))]); return;
      case 4: text.replace(at, size, pieces[static_cast<std::size_t>(pick(std::size(pieces)))]); return;
      case 5: {
        const std::string& other = others[static_cast<std::size_t>(pick(others.size()))];
        text.insert(at, other.substr(static_cast<std::size_t>(pick(other.size())), 3 * size));
        return;
      }
      default: text.resize(at); return;
    }
  }

  std::mt19937 random_;  // its numbers are the same everywhere
};

std::string read_somehow(const std::string& text) {
  try {
    Model model = read_model_text(text, "m.yaml");
    model.instances.clear();
    read_model_text(write_model(model), "back.yaml");  // what can be read can be written and read again
    return "read";
  } catch (const ReadError& error) {
    return error.sentences().empty() ? "nothing said" : error.sentences()[0];
  }
}

}  // namespace

TEST_CASE("20000 damaged files are read or refused in sentences, in seconds") {
  const unsigned seed = 2012;
  CAPTURE(seed);
  const auto models = read_models();
  Damager damager(seed);
  int good = 0;
  for (int i = 0; i < draws(20'000); ++i) {
    const std::string text = damager.damage(models[static_cast<std::size_t>(i) % models.size()], models);
    std::string said;
    try {
      said = read_somehow(text);
    } catch (const std::exception& error) {
      FAIL(error.what() << "\n" << text);
    }
    good += said == "read";
    const bool fair = said == "read" || said.starts_with("m.yaml:");
    if (!fair) FAIL(said << "\n" << text);
  }
  CHECK(good > draws(1000));  // the damage is small enough to get past the first line
  CHECK(good < draws(15000));
}

TEST_CASE("what is far too large is refused before it is made") {
  const std::clock_t start = std::clock();  // of the processor: the machine may be shared
  const std::string bodies = "bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n";
  CHECK(read_somehow("pintle: 1\nrepeat: {a: {count: 1e9, points: {p: {}}}}\n").find("no number of instances") !=
        std::string::npos);
  std::string groups = "pintle: 1\nrepeat:\n";
  for (int i = 0; i < 100; ++i) groups += fmt::format("  g{}: {{count: 100000, points: {{p{}_: {{}}}}}}\n", i, i);
  CHECK(read_somehow(groups).find("more than 1000000 parts") != std::string::npos);
  std::string table = "pintle: 1\n" + bodies + "functions: {f: {points: [";
  for (int i = 0; i < 200'000; ++i) table += fmt::format("[{},0],", i);
  CHECK(read_somehow(table + "]}}\n").find("a table of 200000 points") != std::string::npos);
  CHECK(read_somehow("pintle: 1\nname: \"" + std::string(33'000'000, 'x') + "\"\n").find("more than 32 MB") != std::string::npos);
  CHECK(read_somehow("pintle: 1\n" + bodies + "gravity: [0, 0, \"=1" + std::string(200'000, '+') + "1\"]\n") != "read");
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  CHECK(seconds < 20);  // generous: sanitizers
}

}  // namespace pintle
