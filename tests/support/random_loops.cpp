#include "support/random_loops.h"

#include <cmath>
#include <numbers>

#include "pintle/base/random.h"

namespace pintle {
namespace {

using enum Direction;

class LoopMaker {
 public:
  explicit LoopMaker(const RandomLoopsOptions& options) : options_(options), r_(options.seed) {}

  Model make() {
    model_.name = "random loops";
    model_.gravity = Vec3<double>{r_.uniform(-3, 3), r_.uniform(-3, 3), -9.81};
    switch (options_.kind) {
      case LoopKind::any: make_any(); break;
      case LoopKind::planar: make_planar(); break;
      case LoopKind::doors: make_doors(); break;
    }
    return std::move(model_);
  }

 private:
  Vec3<double> draw_point(double size) {
    const double x = r_.uniform(-size, size), y = r_.uniform(-size, size), z = r_.uniform(-size, size);
    return {x, y, z};
  }
  Vec3<double> draw_unit() {
    const double x = r_.normal(), y = r_.normal(), z = r_.normal();
    const Vec3<double> v{x, y, z};
    return (1 / norm(v)) * v;
  }
  Quaternion<double> draw_rotation() {
    const double w = r_.normal(), x = r_.normal(), y = r_.normal(), z = r_.normal();
    return normalized(Quaternion<double>{w, x, y, z});
  }
  static std::string body(int k) { return k == 0 ? "world" : "b" + std::to_string(k); }
  int draw_body() { return r_.integer(options_.bodies + 1); }

  void add_body(int k, const Vec3<double>& at) {
    BodyPart part;
    part.name = body(k);
    part.mass = 0.3 * std::pow(10.0, r_.uniform());
    const double m = part.mass;
    const auto moment = [&] { return m * std::pow(r_.uniform(0.1, 0.3), 2); };
    const double a = moment(), b = moment(), c = moment();
    part.inertia = turned(to_matrix(draw_rotation()), Sym3<double>{b + c, 0, 0, a + c, 0, a + b});
    part.at = at;
    part.rotation = draw_rotation();
    at_.push_back(at);
    R_.push_back(to_matrix(normalized(Quaternion<double>(*part.rotation))));
    model_.bodies.push_back(part);
  }
  /// The point of a body that is at p in the reference configuration.
  PointOn on(int k, const Vec3<double>& p) const {
    if (k == 0) return {"world", p};
    const auto i = static_cast<std::size_t>(k - 1);
    return {body(k), transpose_times(R_[i], p - at_[i])};
  }

  JointPart& add_joint(const std::string& name, const JointType& type, int a, int b, const Vec3<double>& at,
                       const Vec3<double>& axis) {
    JointPart joint;
    joint.name = name;
    joint.type = type;
    joint.parent = body(a);
    joint.child = body(b);
    joint.at = Vector(at);
    if (!type.ball && type.freedoms() > 0) joint.axis = axis;
    if (type.name == "universal") {
      const Vec3<double> across = cross(axis, draw_unit());
      joint.second_axis = (1 / norm(across)) * across;
    }
    if (options_.laws)
      for (Direction d : all_directions)
        if (type.free.has(d) && !(type.ball && !is_translation(d)) && r_.chance(0.4)) {
          SpringLaw law;
          const double k = is_translation(d) ? 60 : 6;
          law.stiffness = {{0, k * r_.uniform(0.2, 1)}};
          law.damping = {{0, 0.05 * k * r_.uniform(0, 1)}};
          joint.springs[d] = law;
        }
    model_.joints.push_back(joint);
    return model_.joints.back();
  }

  // ---- anything between any two
  JointType draw_free_type() {
    const std::vector<std::vector<Direction>> lists{{rx, tz}, {rz, rx}, {ty, ry, rx}, {rz, rx, ry}, {tz, ty, tx, rz, ry}};
    const std::vector<std::string> names{"hinge", "cylindrical", "universal", "ball", "planar", "slider"};
    const int pick = r_.integer(static_cast<int>(names.size()) + 3);
    if (pick < static_cast<int>(names.size())) return *find_joint_type(names[static_cast<std::size_t>(pick)]);
    return make_joint_type(lists[static_cast<std::size_t>(r_.integer(static_cast<int>(lists.size())))]);
  }
  /// What closes a loop leaves much free, so that the mechanism moves.
  JointType draw_loose_type() {
    switch (r_.integer(5)) {
      case 0: return *find_joint_type("ball");
      case 1: return make_joint_type({tx, rx, ry, rz});
      case 2: return make_joint_type({tx, ty, rz, rx});
      case 3: return make_joint_type({tx, ty, tz, rz, rx});
      default: return make_joint_type({tx, ty, rx, ry, rz});
    }
  }

  void make_any() {
    for (int k = 1; k <= options_.bodies; ++k) {
      add_body(k, draw_point(0.7));
      const int carrier = k == 1 || r_.chance(0.25) ? 0 : r_.chance(0.6) ? k - 1 : 1 + r_.integer(k - 1);
      if (k > 1 && r_.chance(0.05)) continue;  // it floats
      const bool turned_round = r_.chance(0.3);
      add_joint("j" + std::to_string(k), draw_free_type(), turned_round ? k : carrier, turned_round ? carrier : k,
                draw_point(0.7), draw_unit());
    }
    for (int k = 1; k <= options_.closings; ++k) r_.chance(0.5) ? add_loop(k) : add_constraint(k);
  }

  void add_loop(int k) {
    int a = draw_body(), b = 1 + r_.integer(options_.bodies);
    if (a == b) a = 0;
    add_joint("l" + std::to_string(k), draw_loose_type(), a, b, draw_point(0.7), draw_unit());
  }

  /// A joint of one of these directions and no second rotation.
  const JointPart* find_joint(bool turns, bool slides) {
    const auto first = static_cast<std::size_t>(r_.integer(static_cast<int>(model_.joints.size())));
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      const JointPart& joint = model_.joints[(first + i) % model_.joints.size()];
      const bool has_turn = joint.type.free.has(rz) && joint.type.free.bits >> 3 == 4, has_slide = joint.type.free.has(tz);
      if (has_turn == turns && (!slides || has_slide) && (turns || has_slide)) return &joint;
    }
    return nullptr;
  }

  void add_constraint(int k) {
    ConstraintPart part;
    part.name = "c" + std::to_string(k);
    int a = draw_body();
    const int b = 1 + r_.integer(options_.bodies);
    if (a == b) a = 0;
    const Vec3<double> P = draw_point(0.7), Q = draw_point(0.7);
    const JointPart *hinge = find_joint(true, false), *other = find_joint(true, false), *thread = find_joint(true, true);
    switch (r_.integer(6)) {
      case 0: part.kind = PointOnPlanePart{{on(a, P), on(b, P)}, Vector(draw_unit())}; break;
      case 1: part.kind = RelativeRotationPart{{body(a), body(b)}, Vector(draw_unit())}; break;
      case 2:
        if (!thread) return;
        part.kind = ScrewPart{thread->name, r_.uniform(0.05, 0.3)};
        break;
      case 3:
        if (!hinge || !other || hinge == other) return;
        part.kind = GearPart{{GearPart::Side{hinge->name, rz}, GearPart::Side{other->name, rz}}, r_.uniform(-2, 2)};
        break;
      case 4: {
        VelocityPart velocity;
        velocity.body = body(b);
        velocity.at = on(b, P);
        if (r_.chance(0.6)) velocity.axes = body(b);
        velocity.rows.push_back({"edge", Vector(draw_unit()), r_.chance(0.5) ? Vector(draw_point(0.3)) : Vector(), 0.0});
        part.kind = velocity;
        break;
      }
      default: part.kind = DistancePart{{on(a, P), on(b, Q)}, norm(Q - P)};
    }
    model_.constraints.push_back(part);
  }

  // ---- planar loops
  void make_planar() {
    int next = 1;
    const int in_loop = std::max(3, options_.bodies / std::max(1, options_.closings));
    for (int loop = 0; loop < options_.closings; ++loop) {
      const Vec3<double> n = draw_unit();
      Vec3<double> u = cross(n, draw_unit());
      u = (1 / norm(u)) * u;
      const Vec3<double> v = cross(n, u);
      const int base = loop == 0 || r_.chance(0.5) ? 0 : next - 1;  // on the world, or on the last body of the loop before
      const Vec3<double> o = draw_point(0.4);
      const auto corner = [&](int k) {
        const double angle = 2 * std::numbers::pi * (k + 0.3 * std::sin(3.0 * k)) / (in_loop + 1);
        return o + (0.5 * std::cos(angle)) * u + (0.5 * std::sin(angle)) * v;
      };
      for (int k = 0; k < in_loop; ++k, ++next) {
        add_body(next, 0.5 * (corner(k) + corner(k + 1)) + r_.uniform(-0.1, 0.1) * n);
        add_joint("j" + std::to_string(next), *find_joint_type("hinge"), k == 0 ? base : next - 1, next, corner(k), n);
      }
      add_joint("l" + std::to_string(loop + 1), *find_joint_type("hinge"), next - 1, base, corner(in_loop), n);
    }
  }

  // ---- doors
  void make_doors() {
    for (int k = 1; k <= options_.bodies; ++k) {
      const int carrier = k == 1 ? 0 : r_.integer(k);
      const Vec3<double> at = draw_point(0.7), p = draw_point(0.7), axis = draw_unit();
      add_body(k, at);
      add_joint("j" + std::to_string(k), *find_joint_type("hinge"), carrier, k, p, axis);
      if (k > options_.closings) continue;
      add_joint("l" + std::to_string(k), *find_joint_type("hinge"), carrier, k, p + r_.uniform(0.2, 0.8) * axis, axis);
      if (r_.chance(0.3)) add_joint("m" + std::to_string(k), *find_joint_type("hinge"), carrier, k, p - 0.3 * axis, axis);
    }
  }

  RandomLoopsOptions options_;
  Random r_;
  Model model_;
  std::vector<Vec3<double>> at_;
  std::vector<Mat3<double>> R_;
};

}  // namespace

Model make_random_loops(const RandomLoopsOptions& options) { return LoopMaker(options).make(); }

}  // namespace pintle
