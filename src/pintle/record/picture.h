#pragma once
#include <array>
#include <string>
#include <vector>

#include "pintle/math/quaternion.h"
#include "pintle/record/thinned.h"
#include "pintle/views/instant.h"

/// What a mechanism looks like and where it was, for drawings: bounded, whatever the number of bodies and the length of
/// the run. Lengths in metres.
namespace pintle {

/// The outline of a body about its mass centre. Size: edges of a box; radius of a sphere; radius and length of a cylinder
/// along z; number of sides, width across flats and height of a prism along z, a flat facing +x.
struct Outline {
  enum class Kind { box, sphere, cylinder, prism };
  std::string body;
  Kind kind = Kind::box;
  std::array<double, 3> size{};
  Quaternion<double> rotation = Quaternion<double>::identity();  // of the outline in the body
  bool guessed = false;                                          // the box with the same inertia: the user gave no shape
};

struct Picture {
  static constexpr int the_world = -1, not_kept = -2;  // in place of a body

  /// A point of a body, in its axes.
  struct Anchor {
    int body = the_world;  // place in `bodies`
    Vec3<double> p = Vec3<double>::zero();
  };
  /// A joint or a spring from point to point.
  struct Link {
    std::string name;
    Anchor a, b;  // of a joint: parent and F, child and M
  };
  struct Touch {
    std::string name;
    Anchor at;
  };
  struct Plane {
    Vec3<double> at, up;
  };
  using BodyPose = std::array<float, 7>;  // position x y z, orientation w x y z
  struct Snapshot {
    double time = 0;
    std::string event;  // empty: none
    std::vector<BodyPose> poses;
    std::vector<bool> touching;                  // by contact
    std::vector<std::array<float, 3>> forces{};  // by contact: on the body, world axes [N]; empty: not known there
    std::vector<std::array<float, 3>> dots{};    // particles; of many, every k-th
  };
  /// The path of a mass centre.
  struct Trace {
    int body = 0;
    std::vector<std::array<float, 4>> points;  // t x y z
  };

  Vec3<double> up{0, 0, 1};  // against gravity
  bool has_gravity = false;
  int body_count = 0;               // of the system; of more than 400, every k-th is kept
  std::vector<std::string> bodies;  // those that are kept
  std::vector<Link> joints, springs;
  std::vector<Touch> contacts;
  std::vector<Plane> planes;
  std::vector<Outline> outlines;
  std::vector<Snapshot> snapshots;  // times do not decrease
  std::vector<Trace> traces;
};

/// Takes the picture while a run goes on.
class Photographer {
 public:
  /// Outlines of bodies that are not kept are left out. A body without an outline that hangs on one point or none gets the
  /// box with the same inertia.
  Photographer(const System& system, const Parameters<double>& p, const std::vector<Outline>& outlines);

  /// What add(instant) reads of a view: forces of contacts.
  Needs needs() const;
  /// Of a view that has it.
  void add(const Instant& instant);
  /// Of a state alone: ways, and where there are no contacts snapshots.
  void add(const State<double>& state);
  void add_event(const State<double>& state, const std::string& event);
  void archive(Archive& archive) { archive("picture", snapshots_, paths_, events_); }
  /// The picture with all that was added, and the last state.
  Picture make_picture(const State<double>& last) const;

 private:
  Picture::Snapshot make_snapshot(const State<double>& state, const std::string& event) const;
  std::vector<std::array<float, 3>> find_forces(const Instant& instant) const;
  void add_way(const State<double>& state);

  const System& system_;
  const Parameters<double> p_;
  Picture frame_;
  std::vector<std::array<Signal, 3>> pushes_;  // force.x, force.y, force.z of each contact; empty: there are none
  std::vector<int> kept_;                      // bodies of the system, in the order of frame_.bodies
  std::vector<int> traced_;                    // bodies of the system
  Thinned<Picture::Snapshot> snapshots_;
  Thinned<std::vector<std::array<float, 3>>> paths_;  // by traced body
  std::vector<Picture::Snapshot> events_;
  double shown_ = -1;                                 // the last instant whose forces are known [s]
  std::vector<std::array<float, 3>> shown_forces_{};  // these
};

}  // namespace pintle
