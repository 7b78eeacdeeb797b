#include "pintle/io/parts/rotation.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::string_view list_of_turns = "a list of turns in their order, for example [rz: 30 deg, ry: 10 deg]";

/// One turn, `rz: 30 deg`.
std::optional<Rotation::Turn> read_turn(const Item& item) {
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
  const auto angle = read_number(entries[0], "rad");
  if (!angle) return std::nullopt;
  if (std::fabs(angle->value) > largest_angle) {
    entries[0].mistake(
        fmt::format("{} is too large to mean an attitude; give an angle below 1e6 rad", shown_value(entries[0], *angle)));
    return std::nullopt;
  }
  return Rotation::Turn{axis_of(*direction), *angle};
}

std::optional<Rotation> read_turns(const Item& item) {
  if (!item.is_list(list_of_turns)) return std::nullopt;
  std::vector<Rotation::Turn> turns;
  bool good = true;
  for (std::size_t i = 0; i < item.node().items.size(); ++i) {
    const auto turn = read_turn(item.element(i));
    good = good && turn;
    if (turn) turns.push_back(*turn);
  }
  return good ? std::optional(Rotation(std::move(turns))) : std::nullopt;
}

std::optional<Rotation> read_quaternion(const Item& item) {
  const Fields fields(item, schema::quaternion, "{w: 1, x: 0, y: 0, z: 0}");
  const auto w = fields.quantity("w"), x = fields.quantity("x"), y = fields.quantity("y"), z = fields.quantity("z");
  if (!w || !x || !y || !z) return std::nullopt;
  if (w->value == 0 && x->value == 0 && y->value == 0 && z->value == 0) {
    item.mistake("all four numbers are 0, which is no rotation; give for example {w: 1, x: 0, y: 0, z: 0}");
    return std::nullopt;
  }
  Rotation rotation;
  rotation.w = *w, rotation.x = *x, rotation.y = *y, rotation.z = *z;
  return rotation;
}

}  // namespace

std::optional<Rotation> read_rotation(const Fields& fields) {
  const auto rotate = fields.find("rotate"), quaternion = fields.find("quaternion");
  if (rotate && quaternion) quaternion->mistake_at_name("stands beside `rotate`; keep one of them");
  if (rotate) return read_turns(*rotate);
  if (quaternion) return read_quaternion(*quaternion);
  return std::nullopt;
}

}  // namespace pintle
