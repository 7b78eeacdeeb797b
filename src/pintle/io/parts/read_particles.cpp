#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "pintle/io/columns.h"
#include "pintle/io/fields.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/particles/particles.h"

namespace pintle {
namespace {

enum Of : std::size_t { x, y, z, mass, vx, vy, vz, group };
constexpr std::array<ColumnKind, 8> of_particles{{{"x", "m"},
                                                  {"y", "m"},
                                                  {"z", "m"},
                                                  {"mass", "kg"},
                                                  {"vx", "m/s", false},
                                                  {"vy", "m/s", false},
                                                  {"vz", "m/s", false},
                                                  {"group", "text", false}}};
enum OfBonds : std::size_t { first, second, stiffness, length };
constexpr std::array<ColumnKind, 4> of_bonds{{{"first", "1"}, {"second", "1"}, {"stiffness", "N/m"}, {"length", "m", false}}};

/// False after a mistake.
bool read_points(const Item& item, ParticlesPart& part, Particles& all) {
  const auto file = ColumnFile::read(item, of_particles);
  if (!file) return false;
  part.file = file->path();
  std::unordered_map<std::string, int> places;
  for (std::size_t i = 0; i < file->rows(); ++i) {
    const auto at = [&](std::size_t column) { return file->has(column) ? file->number(column, i) : 0.0; };
    if (!(at(mass) > 0)) {
      item.mistake(fmt::format("{}: mass is {} kg; give a mass above zero", file->where(i), at(mass)));
      return false;
    }
    all.mass.push_back(at(mass));
    all.start.push_back({{at(x), at(y), at(z)}, {at(vx), at(vy), at(vz)}});
    const std::string name = file->has(group) ? file->text(group, i) : "";
    if (name.empty()) {
      all.group.push_back(-1);
      continue;
    }
    const auto [place, is_new] = places.emplace(name, static_cast<int>(all.groups.size()));
    if (is_new) all.groups.push_back(name);
    all.group.push_back(place->second);
  }
  return true;
}

/// The particle that a bond names; −1 after a mistake.
int find_end(const Item& item, const ColumnFile& file, std::size_t row, double number, int count) {
  if (number >= 1 && number <= count && number == std::floor(number)) return static_cast<int>(number) - 1;
  item.mistake(
      fmt::format("{}: there is no particle {}; particles are counted from 1, and there are {}", file.where(row), number, count));
  return -1;
}

bool read_bonds(const Item& item, ParticlesPart& part, Particles& all) {
  const auto file = ColumnFile::read(item, of_bonds);
  if (!file) return false;
  part.bonds_file = file->path();
  for (std::size_t i = 0; i < file->rows(); ++i) {
    const int a = find_end(item, *file, i, file->number(first, i), all.count());
    const int b = a < 0 ? -1 : find_end(item, *file, i, file->number(second, i), all.count());
    if (b < 0) return false;
    const double k = file->number(stiffness, i);
    const double now = norm(all.start[a].p - all.start[b].p), rest = file->has(length) ? file->number(length, i) : now;
    if (a != b && now > 0 && k > 0 && rest >= 0) {
      all.bonds.push_back({a, b, k, rest});
      continue;
    }
    item.mistake(
        a == b || !(now > 0)
            ? fmt::format("{}: joins particles {} and {}, which are at one place; join two that are not", file->where(i), a + 1,
                          b + 1)
            : fmt::format("{}: stiffness {} N/m, length {} m; give a stiffness above zero and a length that is not below it",
                          file->where(i), k, rest));
    return false;
  }
  return true;
}

/// Pairs at one place have no direction in which to push.
bool check_places(const Item& item, const Particles& all) {
  std::vector<int> order(all.mass.size());
  for (int i = 0; i < all.count(); ++i) order[i] = i;
  const auto key = [&](int i) { return std::array{all.start[i].p.x, all.start[i].p.y, all.start[i].p.z}; };
  std::ranges::sort(order, {}, key);
  for (std::size_t k = 1; k < order.size(); ++k)
    if (key(order[k]) == key(order[k - 1])) {
      item.mistake(fmt::format("particles {} and {} are at one place, where a pair has no direction to push; move one of them",
                               std::min(order[k], order[k - 1]) + 1, std::max(order[k], order[k - 1]) + 1));
      return false;
    }
  return true;
}

}  // namespace

void read_particles(const Item& section) {
  const Fields fields(section, schema::particles, "a file, for example {file: lobes.csv}");
  const auto file = fields.find("file");
  if (!file) return;
  ParticlesPart part;
  Particles all;
  if (!read_points(*file, part, all)) return;
  if (const auto bonds = fields.find("bonds"); bonds && !read_bonds(*bonds, part, all)) return;
  connect(all);
  if (const auto pairs = fields.find("pairs")) {
    const Fields law(*pairs, schema::pairs, "{depth: 1 J, distance: 1 m, fade: 1.6 m, cutoff: 2 m}");
    const auto depth = law.positive("depth"), distance = law.positive("distance"), fade = law.positive("fade"),
               cutoff = law.positive("cutoff");
    if (!depth || !distance || !fade || !cutoff || !check_places(*file, all)) return;
    part.pairs = ParticlesPart::Pairs{*depth, *distance, *fade, *cutoff};
  }
  part.all = std::make_shared<const Particles>(std::move(all));
  section.reading().model.particles = std::move(part);
}

}  // namespace pintle
