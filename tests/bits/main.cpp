#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "pintle/closure/assemble.h"
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/integrators/integrator.h"
#include "pintle/io/reader.h"
#include "pintle/math/lanes.h"
#include "pintle/simulate/simulate.h"
#include "pintle/system/make_system.h"

/// The promise of the same bits: final states of some models, by every formulation and in lanes, against those that were kept.
///
///     pintle_bits FILE            compares; says what differs
///     pintle_bits FILE --keep     writes them anew
///
/// A program of its own, not one of the tests' binary: there the linker may take an inline function that was compiled with
/// other options. PINTLE_SAME_BITS is what the build promises (CMakeLists.txt); where it is 0, positions, velocities and energies
/// are asked to 1e-10.
namespace pintle {
namespace {

struct Kept {
  std::string name;
  double value;
};

/// Trees, loops (redundant ones too), contact, friction, stops, events, living forces of every function; each long enough to show
/// a bit and too short for chaos, so that other compilers can be asked for 1e-10.
struct KeptCase {
  const char* file;
  double until;  // [s]
};
constexpr KeptCase cases[] = {
    {"models/double_pendulum.yaml", 1}, {"models/spinning_top.yaml", 1},   {"models/joint_lock.yaml", 1},
    {"models/stewart.yaml", 1},         {"models/slider_crank.yaml", 1},   {"models/door.yaml", 1},
    {"models/drop.yaml", 0.38},         {"tests/bits/friction.yaml", 0.5}, {"tests/bits/laws.yaml", 0.25}};

std::string stem(std::string_view file) {
  const std::size_t slash = file.rfind('/') + 1;
  return std::string(file.substr(slash, file.rfind('.') - slash));
}

void add_runs(const KeptCase& one, std::vector<Kept>& all) {
  for (const char* formulation : {"articulated-body", "newton-euler"}) {
    Model model = read_model(std::string(PINTLE_SOURCE_DIR "/") + one.file);
    model.run.formulation = formulation;
    model.run.until = std::min(model.run.until, one.until);
    const Simulation run = simulate(model);
    const std::string name = stem(one.file) + ' ' + formulation + ' ';
    all.push_back({name + "time", run.summary.time});
    for (std::size_t i = 0; i < run.signals.size(); ++i) all.push_back({name + run.signals[i].name, run.values[i].back()});
  }
}

/// A chain, swung from two starts that sit in the lanes by turns; both must end alike however many lanes there are.
void add_lanes(std::vector<Kept>& all) {
  const System system = make_system(read_model(PINTLE_SOURCE_DIR "/models/joint_lock.yaml"));
  const auto plan = std::make_shared<const Plan>(make_plan(system, make_structure(system), Coordinates::joint));
  const Parameters<Lanes> parameters = broadcast<Lanes>(system.nominal);
  ArticulatedBody<double> one(system, plan, system.nominal);
  ArticulatedBody<Lanes> kernel(system, plan, parameters);
  std::vector<double> start(static_cast<std::size_t>(one.size()));
  one.load(make_state(system, system.nominal, plan->tree), start);
  std::vector<Lanes> y;
  for (std::size_t i = 0; i < start.size(); ++i) {
    y.emplace_back(start[i]);
    for (int l = 1; l < lane_count; l += 2) set_lane(y.back(), l, start[i] + 0.25);
  }
  const auto integrator = make_integrator<Lanes>(*find_integrator("rkf45"), kernel, {.rtol = 1e-8});
  Lanes t(0.0);
  while (any(is_less(t, Lanes(1.0)))) {
    const Step<Lanes> step = integrator->advance(kernel, t, y, Lanes(1.0));
    if (any(step.failed)) break;
    kernel.accept(t, y, step.accepted);
  }
  for (int l = 0; l < lane_count; ++l)
    for (std::size_t i = 0; i < y.size(); ++i) {
      const Kept kept{fmt::format("lanes {} y{}", l % 2 == 0 ? "even" : "odd", i), lane(y[i], l)};
      if (l < 2) all.push_back(kept);
      if (std::bit_cast<std::uint64_t>(lane(y[i], l)) != std::bit_cast<std::uint64_t>(lane(y[i], l % 2)))
        all.push_back({fmt::format("lane {} differs from lane {}: y{}", l, l % 2, i), lane(y[i], l)});
    }
}

std::map<std::string, double> read_kept(const char* file) {
  std::map<std::string, double> kept;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t blank = line.rfind(' ');
    kept[line.substr(0, blank)] = std::strtod(line.c_str() + blank + 1, nullptr);
  }
  return kept;
}

void keep(const char* file, const std::vector<Kept>& all) {
  std::ofstream out(file);
  out << "# Final states of some models by GCC 12 on x86-64-v3: tests/bits/main.cpp. Written by `pintle_bits FILE --keep`.\n";
  for (const Kept& one : all) out << fmt::format("{} {:a}\n", one.name, one.value);
}

int compare(const char* file, const std::vector<Kept>& all) {
  const std::map<std::string, double> kept = read_kept(file);
  std::size_t same = 0, near = 0, unasked = 0;
  int wrong = 0;
  double largest = 0;
  for (const auto& [name, value] : kept) {
    if (std::ranges::any_of(all, [&](const Kept& one) { return one.name == name; })) continue;
    fmt::print("{}: kept, and no run gives it\n", name);
    ++wrong;
  }
  for (const Kept& one : all) {
    const auto found = kept.find(one.name);
    const double expected = found == kept.end() ? std::nan("") : found->second;
    const double gap = std::abs(one.value - expected) / std::max(1.0, std::abs(expected));
    if (std::bit_cast<std::uint64_t>(one.value) == std::bit_cast<std::uint64_t>(expected)) {
      ++same;
      continue;
    }
    // Accelerations are no state: stiff contacts make 1e-9 of an acceleration of 1e-14 of a place.
    if (!PINTLE_SAME_BITS && one.name.find("acceleration") != std::string::npos) {
      ++unasked;
      continue;
    }
    if (!PINTLE_SAME_BITS && gap <= 1e-10) {
      ++near;
      largest = std::max(largest, gap);
      continue;
    }
    if (++wrong <= 20) fmt::print("{}: {:a}, kept {:a}, {:.1e} apart\n", one.name, one.value, expected, gap);
  }
  fmt::print("{} of {} numbers have the bits that were kept", same, all.size());
  if (!PINTLE_SAME_BITS)
    fmt::print(
        "; this build does not promise bits (other compiler, level or optimization): {} others are within 1e-10, the farthest"
        " {:.1e}, and {} accelerations are not asked",
        near, largest, unasked);
  fmt::print("\n");
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace pintle

int main(int count, char** arguments) {
  using namespace pintle;
  if (count < 2) return 2;
  std::vector<Kept> all;
  for (const KeptCase& one : cases) add_runs(one, all);
  add_lanes(all);
  const bool keeps = count > 2 && std::string(arguments[2]) == "--keep";
  if (keeps && !PINTLE_SAME_BITS) return fmt::print("this build does not promise bits: keep those of ./dev test\n"), 2;
  if (keeps) return keep(arguments[1], all), 0;
  return compare(arguments[1], all);
}
