#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/io/context.h"
#include "pintle/io/parts/rotation.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/particles/particles.h"

namespace pintle {
namespace {

constexpr double rounding = 1e-9;  // of the largest principal moment: what a tensor may be off by its printed digits

/// A body's moments are not negative, and none exceeds the sum of the others:
///
///     I₁ = ∫(y² + z²) dm ≥ 0,    I₁ + I₂ − I₃ = 2 ∫z² dm ≥ 0
bool check_inertia(const Item& item, const Sym3<double>& I) {
  if (const double size =
          std::fabs(I.xx) + std::fabs(I.yy) + std::fabs(I.zz) + std::fabs(I.xy) + std::fabs(I.xz) + std::fabs(I.yz);
      !(size < 1e150)) {
    item.mistake(fmt::format("{:.3g} kg*m^2 is too large for a body; mend the numbers", size));
    return false;
  }
  const std::array<double, 3> moments = calc_principal_axes(I).moments;
  const double largest = std::max(-moments[0], moments[2]);
  if (!(moments[0] >= -rounding * largest)) {
    item.mistake(
        fmt::format("no body has this inertia: its smallest principal moment is {:.6g} kg*m^2; "
                    "check the signs, and that the tensor is about the mass centre",
                    moments[0]));
    return false;
  }
  if (moments[0] + moments[1] < (1 - rounding) * moments[2])
    item.warn(
        fmt::format("no real body has this inertia: its principal moments are {:.6g}, {:.6g}, {:.6g} kg*m^2, and the "
                    "largest exceeds the sum of the others; it is used as it is",
                    moments[0], moments[1], moments[2]));
  return true;
}

std::optional<Tensor> read_inertia(const Item& item, std::string_view unit) {
  constexpr std::string_view example = "three moments, for example [0.1, 0.1, 0.1], or {xx: 0.1, yy: 0.1, zz: 0.1, xy: 0.01}";
  if (!item.is_usable()) return std::nullopt;
  std::optional<Number> xx, yy, zz, xy, xz, yz;
  bool good = true;
  if (item.node().is_map()) {
    const Fields fields(item, schema::inertia, example);
    xx = fields.quantity("xx"), yy = fields.quantity("yy"), zz = fields.quantity("zz");
    xy = fields.quantity("xy"), xz = fields.quantity("xz"), yz = fields.quantity("yz");
    good = (xy || !fields.has("xy")) && (xz || !fields.has("xz")) && (yz || !fields.has("yz"));
  } else {
    if (!item.is_list(example)) return std::nullopt;
    if (item.node().items.size() != 3) {
      item.mistake(fmt::format("{}; give {}", counted(item.node().items.size(), "element"), example));
      return std::nullopt;
    }
    if (std::ranges::all_of(item.node().items, &Node::is_list)) {
      item.mistake(fmt::format("a matrix; give {}", example));
      return std::nullopt;
    }
    xx = read_number(item.element(0, "xx"), unit);
    yy = read_number(item.element(1, "yy"), unit);
    zz = read_number(item.element(2, "zz"), unit);
  }
  if (!xx || !yy || !zz || !good) return std::nullopt;
  const Tensor I{*xx, xy.value_or(0), xz.value_or(0), *yy, yz.value_or(0), *zz};
  return check_inertia(item, I) ? std::optional(I) : std::nullopt;
}

constexpr int most_sides = 1000;

/// A cylinder or a prism: its keys above zero, in their order.
void read_sizes(const Item& item, Schema schema, std::string_view example, Shape& shape) {
  const Fields fields(item, schema, example);
  for (std::size_t i = 0; fields && i < schema.size(); ++i) shape.size[i] = fields.positive(schema[i].name).value_or(0);
}

std::optional<Shape> read_shape(const Item& item) {
  const Fields fields(item, schema::shape, "one shape, for example {box: [1, 0.5, 0.2]}");
  if (!fields) return std::nullopt;
  if (item.node().entries.size() != 1) {
    item.mistake(fmt::format("{} shapes; give one of box, sphere, cylinder, prism, mesh", item.node().entries.size()));
    return std::nullopt;
  }
  Shape shape;
  if (const auto box = fields.vector("box")) {
    shape = {Shape::Kind::box, {box->x, box->y, box->z}, ""};
    if (!(box->x > 0 && box->y > 0 && box->z > 0))
      fields.find("box")->mistake("a box has three edges above zero; give for example [1, 0.5, 0.2]");
  }
  if (const auto radius = fields.positive("sphere")) shape = {Shape::Kind::sphere, {*radius, 0, 0}, ""};
  if (const auto file = fields.text("mesh")) shape = {Shape::Kind::mesh, {}, *file};
  if (const auto cylinder = fields.find("cylinder")) {
    shape.kind = Shape::Kind::cylinder;
    read_sizes(*cylinder, schema::cylinder_shape, "{radius: 0.1 m, length: 1 m}", shape);
  }
  if (const auto prism = fields.find("prism")) {
    shape.kind = Shape::Kind::prism;
    read_sizes(*prism, schema::prism_shape, "{sides: 6, width: 1 m, height: 0.5 m}", shape);
    const double sides = shape.size[0];
    if (const Node::Entry* entry = prism->node().find("sides");
        entry && sides != 0 && !(sides >= 3 && sides <= most_sides && sides == std::floor(sides)))
      prism->entry(*entry).mistake("a prism has a whole number of sides, three or more; give for example 6");
  }
  return shape;
}

}  // namespace

namespace {

/// Until it is made, a body of particles is what its group is at the start.
void read_group_body(const Item& item, BodyPart body) {
  for (const std::string_view key : {"mass", "inertia", "at", "rotate", "quaternion"})
    if (const Node::Entry* entry = item.node().find(key)) {
      item.entry(*entry).mistake_at_name("is that of the particles of its `group`; take it out, or leave out `group`");
      return;
    }
  const Fields fields(item, schema::group_body, "{group: lobe01}");
  Model& model = item.reading().model;
  const auto group = fields.text("group");
  if (!group) return;
  if (!model.particles) {
    fields.find("group")->mistake("there are no particles; give `particles` with a file that has a column `group`");
    return;
  }
  const Particles& all = *model.particles->all;
  const int place = all.find_group(*group);
  if (place < 0) {
    fields.find("group")->mistake(
        fmt::format("no particle is of the group {}; {}", shown(*group),
                    suggest(*group, {all.groups.begin(), all.groups.end()}, "give the file of particles a column `group`")));
    return;
  }
  for (const BodyPart& other : model.bodies)
    if (other.group == *group) {
      fields.find("group")->mistake(fmt::format("{} is made of it already; give each body a group of its own", other.name));
      return;
    }
  const Aggregate now = calc_aggregate(all, place, all.start);
  if (!is_spatial(now.inertia)) {
    fields.find("group")->mistake(
        fmt::format("{} is {} in one line, and a body of it would have no moment about that; give it particles beside the line",
                    shown(*group), counted(all.members[place].size(), "particle")));
    return;
  }
  const Sym3<double>& I = now.inertia;
  body.instance = no_instance;  // particles stand where their file says
  body.group = *group;
  body.mass = now.mass;
  body.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
  body.at = Vector(now.centre.p.x, now.centre.p.y, now.centre.p.z);
  if (const auto shape = fields.find("shape")) body.shape = read_shape(*shape);
  model.bodies.push_back(std::move(body));
}

}  // namespace

void read_body(const Item& item, const std::string& name) {
  BodyPart body;
  body.name = name;
  body.instance = instance_of(item.context());
  if (item.node().find("group")) return read_group_body(item, std::move(body));
  const Fields fields(item, schema::body, "mass and inertia, for example {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}");
  if (!fields) return;
  body.mass = fields.positive("mass").value_or(0);
  if (const auto inertia = fields.find("inertia"))
    body.inertia = read_inertia(*inertia, fields.unit("inertia")).value_or(Tensor());
  body.at = fields.vector("at");
  body.rotation = read_rotation(fields);
  if (const auto shape = fields.find("shape")) body.shape = read_shape(*shape);
  item.reading().model.bodies.push_back(std::move(body));
}

}  // namespace pintle
