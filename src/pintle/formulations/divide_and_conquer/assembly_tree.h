#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/divide_and_conquer/skeleton.h"

/// How bodies become one assembly, two at a time [Mukherjee 2007]. Bodies and multipliers are the unknowns of
///
///     [ 0  G ] [ λ ]   [  γ ]
///     [ Gᵀ −M ] [ a ] = [ −f ]                                                                         (1)
///
/// which come in blocks: the acceleration of a body, the rows of the joint that hangs a link on its parent, the rows of a closing.
/// An assembly is a connected set of bodies. What is inside is eliminated; its handles, the multipliers of rows that hold bodies
/// inside and outside, stay open, and its equations say how fast its handles give way to them [there (36), (37)]:
///
///     a_o = Υ λ_o + υ                                                                                  (2)
///
/// The paper's handles are points with six numbers each; here they are projected on D of their joints from the start, D being the
/// rows of joints/rows.h, so that (2) is as small as it can be and a handle may belong to any constraint. A free direction has no
/// row: P never appears.
///
/// The tree is cut into chains: each body goes on to the heaviest of its branches. A chain is halved again and again, so that its
/// assemblies make a balanced binary tree [there, figure 2], and the joint in the middle is eliminated where both halves meet (29).
/// Any other branch of a body is a chain of its own: when it is one assembly, open at the handle by which it hangs, it is folded
/// into the body as an inertia,
///
///     λ_o = Υ⁻¹ (γ − υ − D_bᵀ a_b),     M_b += D_b Υ⁻¹ D_bᵀ                                              (3)
///
/// and several branches of a hub are added pair by pair. So a hub with 200 legs costs what 200 legs cost, and a change of one leg
/// touches its own assemblies, the logarithm of 200 sums, and those above the hub. The world is a hub that does not move: a chain that
/// is anchored at one end is folded into it, a free one is not held (46); one anchored at both ends (68) is open at both, until the
/// world has them.
///
/// A closing is eliminated in the first assembly that has all its ends, after the joint in whose middle they meet.
///
/// A slender body has next to no inertia about its axis n, a point mass about none: M has no inverse there. Such an axis borrows μ,
/// and an unknown z, the moment that gives it back, makes it exact. It is eliminated when all that touches the body is:
///
///     (M + μ n nᵀ) a = f + … + n z,     n·α − z/μ = 0                                                    (4)
namespace pintle::divide_and_conquer {

enum class BlockKind : char { joint, closing, body, spin };

/// Unknowns that are eliminated together.
struct Block {
  BlockKind kind;
  int index;  // of a bone, a closing, a bone, a borrowing
  int place;  // of its first unknown among all
  int size;
};

/// Rows in the equations of a body: the wrenches of a block on it.
struct Entry {
  int local;     // of the block's first unknown in the assembly
  int body;      // of the acceleration's first unknown there
  int wrenches;  // the first among all wrenches
  int count;
};

/// Open unknowns of a child, and where they are here.
struct Stretch {
  int to, size;
};

/// One step of assembling: what two assemblies, or one, or none become. Its unknowns are those that are eliminated here, in their
/// order, then those that stay open.
struct Assembly {
  std::vector<int> blocks;  // eliminated here
  int eliminated = 0, size = 0;
  int body = 0;                      // the bone whose own equations enter here; 0: none
  bool alone = false;                // that, and nothing else
  int children[2] = {-1, -1};        // assemblies that are done before
  std::vector<Stretch> of_child[2];  // by open block of a child
  std::vector<Entry> entries;
  int changes = -1;                     // first wrench of D of the joint that is eliminated here, if it changes
  std::vector<int> unknowns;            // by place here: among all
  int factor = 0, open = 0, right = 0;  // places of the factor, of Υ and of υ among all
  int level = 0;                        // assemblies of one level do not depend on each other
};

/// Most assemblies of a chain are one of two: a body between two handles at most [there (17), (18)], and two assemblies joined, with a
/// handle left at most on each [there (36), (37)]. All that their numbers take, in one place.
struct Single {
  int bone, place, open, right;
  int size;  // of what is open
  int handles;
  struct Handle {
    int at, unknown, wrenches, count;  // `at`: among what is open
  } handle[2];
};
struct Pair {
  int block, place;              // the joint between them
  int rows, left, right;         // its own, of the handle of the first part, and of the second
  int left_place, right_place;   // their unknowns
  int part[2];                   // assemblies
  int open_of[2], right_of[2];   // theirs
  int factor, open, right_hand;  // its own
};

/// The tree of a skeleton. Children stand before their parents.
class AssemblyTree {
 public:
  explicit AssemblyTree(const Skeleton& skeleton);

  std::vector<Assembly> assemblies;
  std::vector<Single> singles;
  std::vector<Pair> pairs;
  std::vector<int> single_of, pair_of;  // by assembly; −1: it is none
  std::vector<Block> blocks;
  std::vector<int> joint_block, closing_block, body_block, spin_block;  // by bone, closing, bone, borrowing
  /// Where the wrenches of a block start: joints' on the bone, on its parent, and D if it changes; closings' by end.
  std::vector<int> joint_wrench, closing_wrench, spin_wrench;
  int unknowns = 0, wrenches = 0, factors = 0, opens = 0, rights = 0, largest = 0;

 private:
  class Maker;
  void add_singles();
  void add_pairs();
};

/// Of a Single and of a Pair.
constexpr int most_open = 12;

/// Rows of a factor are that long: whole vectors.
constexpr int calc_stride(int size) { return (size + 3) / 4 * 4; }

}  // namespace pintle::divide_and_conquer
