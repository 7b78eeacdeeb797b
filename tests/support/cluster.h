#pragma once
#include <string>

#include "pintle/model/model.h"

namespace pintle {

/// So many particles near the nodes of a cubic lattice of 1.1 m, of different masses, moving at random; the first two thirds are the
/// group "first", the others "second"; a bond joins every third to the next.
Particles make_cluster(int count, unsigned seed);

/// The same as a model that was read from files: bodies `a` and `b` of the groups, a ball `pin` between them that waits, at half
/// the way; `more` are sections of the file.
Model read_cluster(int count, unsigned seed, const std::string& more);

}  // namespace pintle
