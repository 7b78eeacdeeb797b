#pragma once
#include <memory>
#include <vector>

#include "pintle/structure/plan.h"

/// How bodies hang on each other, whatever holds now: what assemblies are made of is one tree for all structures of a model.
namespace pintle::divide_and_conquer {

/// By joint, by joint, by constraint: events may change it.
struct Changing {
  std::vector<char> free, closed, held;
};
Changing find_changing(const System& system);

/// The tree over all joints that hold at some time: at the start, or once events have closed them, or `now` without either. It
/// goes through those that hold at the start as the plan of the start does, so that what an event closes closes a loop where the
/// start leaves it no more to do.
Topology make_declared_tree(const System& system, const Structure& now);

/// The plan of a structure on the declared tree: a joint that does not hold now leaves its body floating, and one that the tree
/// does without is a closing where it holds, even if what is left of the loop is open. Without such joints it is the plan as it
/// was given.
std::shared_ptr<const Plan> hang_as_declared(const System& system, std::shared_ptr<const Plan> plan);

}  // namespace pintle::divide_and_conquer
