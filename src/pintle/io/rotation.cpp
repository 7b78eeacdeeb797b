#include "pintle/io/rotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr double close_to_one = 1e-14;  // |q|² − 1 of a quaternion that was normalized before
constexpr std::string_view example = "a list of turns in their order, for example [rz: 30 deg, ry: 10 deg]";

Quaternion<double> make_canonical(Quaternion<double> q) {
  const double largest = std::max({std::fabs(q.w), std::fabs(q.x), std::fabs(q.y), std::fabs(q.z)});
  if (largest < 1e-100 || largest > 1e100) q = {q.w / largest, q.x / largest, q.y / largest, q.z / largest};
  if (std::fabs(q.norm2() - 1) > close_to_one) q = normalized(q);
  return q.w < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}

/// One turn, `rz: 30 deg`.
std::optional<Quaternion<double>> read_turn(const Item& item) {
  if (!item.is_map("a turn, for example rz: 30 deg")) return std::nullopt;
  const auto entries = read_entries(item);
  if (entries.size() != 1) {
    item.mistake(fmt::format("{} turns in one element; their order matters, so write [rz: 30 deg, ry: 10 deg]", entries.size()));
    return std::nullopt;
  }
  const auto direction = find_direction(entries[0].key());
  if (!direction || is_translation(*direction)) {
    entries[0].mistake_at_name(fmt::format("\"{}\" is no turn; write rx, ry or rz", shown(entries[0].key())));
    return std::nullopt;
  }
  const auto angle = read_quantity(entries[0], "rad");
  if (!angle) return std::nullopt;
  if (std::fabs(*angle) > largest_angle) {
    entries[0].mistake(
        fmt::format("{} is too large to mean an attitude; give an angle below 1e6 rad", shown(entries[0].node().text)));
    return std::nullopt;
  }
  double s = 0, c = 1;
  update_sincos(0.5 * *angle, s, c);
  const int axis = axis_of(*direction);
  return Quaternion<double>{c, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
}

std::optional<Quaternion<double>> read_turns(const Item& item) {
  if (!item.is_list(example)) return std::nullopt;
  auto q = Quaternion<double>::identity();
  bool good = true;
  for (std::size_t i = 0; i < item.node().items.size(); ++i) {
    const auto turn = read_turn(item.element(i));
    good = good && turn;
    if (turn) q = q * *turn;
  }
  return good ? std::optional(make_canonical(q)) : std::nullopt;
}

std::optional<Quaternion<double>> read_quaternion(const Item& item) {
  const Fields fields(item, schema::quaternion, "{w: 1, x: 0, y: 0, z: 0}");
  const auto w = fields.quantity("w"), x = fields.quantity("x"), y = fields.quantity("y"), z = fields.quantity("z");
  if (!w || !x || !y || !z) return std::nullopt;
  if (*w == 0 && *x == 0 && *y == 0 && *z == 0) {
    item.mistake("all four numbers are 0, which is no rotation; give for example {w: 1, x: 0, y: 0, z: 0}");
    return std::nullopt;
  }
  return make_canonical({*w, *x, *y, *z});
}

}  // namespace

std::optional<Quaternion<double>> read_rotation(const Fields& fields) {
  const auto rotate = fields.find("rotate"), quaternion = fields.find("quaternion");
  if (rotate && quaternion) quaternion->mistake_at_name("stands beside `rotate`; keep one of them");
  if (rotate) return read_turns(*rotate);
  if (quaternion) return read_quaternion(*quaternion);
  return std::nullopt;
}

}  // namespace pintle
