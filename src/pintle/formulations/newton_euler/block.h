#pragma once
#include "pintle/math/mat3.h"

namespace pintle::newton_euler {

/// elimination.h (2), about some point: the matrix by 3 × 3 blocks and the right-hand side.
struct Block {
  Sym3<double> ll;
  Mat3<double> la;
  Sym3<double> aa;
  Vec3<double> f, n;
};

/// elimination.h (6) and, where three rows hold the point, (4): what the way outwards needs of a link.
struct Reply {
  Vec3<double> a0, alpha0;
  Mat3<double> Pi, K;
};
/// elimination.h (4) in full: a = a₀ + Π a_p − K α.
struct PointReply {
  Mat3<double> Pi, K;
};
/// P of (4) and of (6): what a link's rows leave soft. Not set where three rows leave nothing.
struct Softness {
  Sym3<double> point, turn;
};

}  // namespace pintle::newton_euler
