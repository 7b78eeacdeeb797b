#pragma once
#include <vector>

#include "pintle/math/articulated.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

/// The kernel's own bodies. Every joint is a chain of segments with one shape each: a hinge or slider per free
/// direction, one segment for a ball or a floating base, one for a weld; the last one carries the body, those before it
/// are massless. So the sweeps know five shapes, whatever list of directions a user writes, and a joint that runs
/// against the tree (`reversed`) is the same chain walked backwards.
///
/// Segment frames are screw frames: the axis is z, and each frame is spun about its z (an offset in q) so that the fixed
/// rotation to the main child behind it is Rx(α) alone. What is left of a placement then has a code:
///
///     hinge_0a   R = 1,        p = (a, 0, 0)
///     hinge_0p   R = 1,        p any
///     hinge_xa   R = Rx(α),    p = (a, 0, 0)
///     hinge_xp   R = Rx(α),    p any
///     hinge_zx   R = Rz(β)Rx(α), p any: every placement, since a turn about the hinge's own z is an offset in q
///
/// On a chain of hinges this saves a third of the work. Codes are chosen from the run's numbers for double, from the nominal
/// ones for lanes; a placement that depends on a locked value takes the general code.
namespace pintle::articulated_body {

/// How a hinge's frame is spun about its z for the main child behind it.
enum class Spin : std::uint8_t {
  none,
  axes,
  offset
};  // x along the common normal of the two axes; along p where they are parallel

/// A driven turn or slide is a weld whose placement moves as told.
enum class Code : std::uint8_t {
  hinge_0a,
  hinge_0p,
  hinge_xa,
  hinge_xp,
  hinge_zx,
  slider,
  ball,
  weld,
  base,
  driven_turn,
  driven_slide
};
constexpr bool is_hinge(Code c) { return c <= Code::hinge_zx; }

/// What the sweeps read of a segment besides numbers.
struct Segment {
  int parent = 0;  // 0 is the world
  Code code = Code::weld;
  Spin spin = Spin::none;
  bool varies = false;   // its placement depends on a locked value
  bool next = false;     // the parent is the segment before
  bool carried = false;  // the segment behind is a child: the running articulated inertia goes on here
  bool first = false;    // first of its parent's stored children to be folded in
  bool keep = false;     // its acceleration is read by someone other than the segment behind
  bool more = false;     // something besides itself and the segment behind acts on it: see stored, push
  int stored = -1;       // where children that are not behind it put their inertia
  int push = -1;         // where elements put their wrench
  int wide = -1;         // place of the extra record of a ball, base, weld or driven segment
  int driver = -1;       // of a driven segment
  int q = 0, v = 0;      // places in y
  int link = -1;         // the body's place in the plan's tree; −1: massless
};

/// From the parent's frame to the joint: numbers of a placement code.
template <class T>
struct ScrewNumbers {
  T ca, sa, a, offset;  // cos α, sin α, p.x, offset of q
};
template <class T>
struct Placement {
  Mat3<T> R;  // as needed by slider, ball, weld and base
  Vec3<T> p;
  T cb, sb;  // Rz(β) of hinge_zx
};

/// A run of segments of one code, each the child of the one before.
struct RunOf {
  int first, last;
  int mechanism;
};

/// One direction of a joint on its way from F to M.
struct DirectionStep {
  Direction direction;
  int segment = -1;  // −1: held, part of the placement behind it
};

/// How a link's joint became segments.
struct Chain {
  std::vector<DirectionStep> steps;  // in walking order; empty for a base
  int first = 0, last = 0;           // segments
};

struct Segments;

/// Placements of all segments in the unspun frames of their parents; where the bodies and far joint frames sit. Memory is kept.
template <class T>
struct Walk {
  std::vector<Pose<T>> placement, body, far;
  std::vector<T> angle;  // by which frames are spun

  void update(const System& system, const Plan& plan, const Segments& segments, const Parameters<T>& p,
              const std::vector<JointCoordinates<T>>& held);
  /// The same for one link, where others have been done.
  void update_link(const System& system, const Plan& plan, const Segments& segments, const Parameters<T>& p,
                   const std::vector<JointCoordinates<T>>& held, int link);
};

/// The segments of a plan: pure function of plan and system; numbers come with update_geometry().
struct Segments {
  std::vector<Segment> list;  // 0 is the world
  std::vector<Chain> chain;   // by link
  std::vector<RunOf> runs;
  int stored = 0, wide = 0;
  std::vector<char> tail_varies;  // by segment: a locked value behind it moves its children's placements
  std::vector<int> mechanism;     // by segment
  Walk<double> walk;              // scratch of choose_codes()

  int size() const { return static_cast<int>(list.size()); }
};
Segments make_segments(const System& system, const Plan& plan);

/// Numbers of all segments for one set of parameters and held values.
template <class T>
struct Geometry {
  std::vector<ScrewNumbers<T>> screw;
  std::vector<Placement<T>> placement;
  std::vector<Pose<T>> X_LB;  // by segment: the body's mass-centre frame in the segment's frame
  std::vector<Pose<T>> X_LJ;  // by segment: the joint's far frame (M, or F where reversed) in the segment's frame
  Walk<T> walk;               // scratch

  explicit Geometry(int size)
      : screw(static_cast<std::size_t>(size)),
        placement(static_cast<std::size_t>(size)),
        X_LB(static_cast<std::size_t>(size)),
        X_LJ(static_cast<std::size_t>(size)) {}
};

/// Chooses the codes from one set of numbers and writes them to the segments with the runs they form.
void choose_codes(const System& system, const Plan& plan, const Parameters<double>& p, Segments& segments);

/// Writes the numbers, given the codes. Throws InternalError if a placement does not fit its code (a slot was varied that
/// the codes were not told of).
template <class T>
void update_geometry(const System& system, const Plan& plan, const Segments& segments, const Parameters<T>& p,
                     const std::vector<JointCoordinates<T>>& held, Geometry<T>& geometry);

/// The same where only values that some links hold have changed. `links`: these, and those that hang on them.
template <class T>
void update_geometry(const System& system, const Plan& plan, const Segments& segments, const Parameters<T>& p,
                     const std::vector<JointCoordinates<T>>& held, std::span<const int> links, Geometry<T>& geometry);

}  // namespace pintle::articulated_body
