#include "support/cluster.h"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "pintle/base/random.h"
#include "pintle/io/reader.h"

namespace pintle {

Particles make_cluster(int count, unsigned seed) {
  Random random(seed);
  Particles all;
  all.groups = {"first", "second"};
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  for (int i = 0; i < count; ++i) {
    const auto near = [&](int node) { return 1.1 * node + random.uniform(-0.05, 0.05); };
    const double x = near(i % side), y = near(i / side % side), z = near(i / (side * side));
    all.start.push_back({{x, y, z}, {0.3 * random.normal(), 0.3 * random.normal(), 0.3 * random.normal()}});
    all.mass.push_back(random.uniform(0.5, 2));
    all.group.push_back(3 * i < 2 * count ? 0 : 1);
    if (i % 3 != 1) continue;
    const double now = norm(all.start[i].p - all.start[i - 1].p);
    all.bonds.push_back({i - 1, i, random.uniform(50, 200), random.uniform(0.97, 1.03) * now});
  }
  connect(all);
  return all;
}

Model read_cluster(int count, unsigned seed, const std::string& more) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("pintle_cluster_{}_{}", count, seed);
  std::filesystem::create_directories(folder);
  const Particles all = make_cluster(count, seed);
  std::ofstream points(folder / "points.csv"), bonds(folder / "bonds.csv");
  points << "x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s],mass [kg],group\n";
  for (int i = 0; i < count; ++i) {
    const auto& [p, v] = all.start[i];
    points << fmt::format("{},{},{},{},{},{},{},{}\n", p.x, p.y, p.z, v.x, v.y, v.z, all.mass[i], all.groups[all.group[i]]);
  }
  bonds << "first,second,stiffness [N/m],length [m]\n";
  for (const Bond& bond : all.bonds) bonds << fmt::format("{},{},{},{}\n", bond.a + 1, bond.b + 1, bond.stiffness, bond.length);
  points.close();
  bonds.close();
  const Vec3<double> half = 0.5 * (calc_aggregate(all, 1, all.start).centre.p - calc_aggregate(all, 0, all.start).centre.p);
  const std::string text = fmt::format(
      "pintle: 1\n"
      "particles: {{file: points.csv, bonds: bonds.csv, pairs: {{depth: 0.8 J, distance: 1 m, fade: 1.5 m, cutoff: 2 m}}}}\n"
      "bodies: {{a: {{group: first}}, b: {{group: second}}}}\n"
      "joints: {{pin: {{type: ball, between: [a, b], at: {{a: [{}, {}, {}], b: current}}, active: false}}}}\n{}",
      half.x, half.y, half.z, more);
  return read_model_text(text, (folder / "cluster.yaml").string());
}

}  // namespace pintle
