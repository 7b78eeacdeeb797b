#pragma once
#include <atomic>
#include <cstring>
#include <span>
#include <vector>

#include "pintle/base/team.h"
#include "pintle/formulations/divide_and_conquer/assembly_tree.h"
#include "pintle/formulations/divide_and_conquer/shifts.h"
#include "pintle/math/rank.h"

/// The numbers of a tree of assemblies (assembly_tree.h): upwards they are assembled, downwards what is inside follows from the
/// handles [Mukherjee 2007, "hierarchic assembly-disassembly"]. With e the unknowns that are eliminated in an assembly and o those that
/// stay open, its two parts give K and k, and what enters here besides; then
///
///     Υ = K_oo − K_oe K_ee⁻¹ K_eo,    υ = k_o − K_oe K_ee⁻¹ k_e                  (1)   [there (38)–(43)]
///     x_e = K_ee⁻¹ (k_e − K_eo x_o)                                            (2)   [there (31)]
///
/// one unknown at a time, without a square root. Multipliers have positive pivots, the mobility of both parts against their rows
/// [there (32)]; accelerations and borrowed inertia have negative ones. So the order of the tree serves as it is, and nothing is
/// singular but rows that are redundant.
///
/// Only rows of closings can be: those of joints in the tree leave first, each between two parts that nothing else joins. A
/// closing's rows leave one by one, the one that stands out most first, as long as their pivots count (math/rank.h), of size Ŝ; what
/// other closings hold already leaves rounding of K_kk as it was, of which a hundredth is a size at least. [There (68)] is said to
/// be positive definite, and is so in the plane only: in space its own second example has three redundant rows.
///
/// K of an assembly is made anew only if something of it has changed since, here or in its parts: after a change of structure those
/// on the way to the root [there, "the discontinuous changes locally within a sub-structure"]. What has not changed keeps its bits.
namespace pintle::divide_and_conquer {

/// What decides whether rows of closings count, by row.
struct Judging {
  std::span<const char> asked;
  std::span<const double> size;  // Ŝ
  rank::Holding holding;
};

/// How the rows of closings were found.
struct Judged {
  int rank = 0;
  double least_square = 1;
  bool bends = false;
  bool fades = false;  // one is being let go
};

class Assemblies {
 public:
  explicit Assemblies(const Skeleton& skeleton);

  const Skeleton& skeleton() const { return skeleton_; }
  const AssemblyTree& tree() const { return tree_; }

  // What enters. Where it is what it was, nothing is assembled anew.
  void put_wrench(int place, const Wrench<double>& F) { put(wrenches_[place], F, enters_[place]); }
  void put_own(int unknown, double own) { put(own_[unknown], own, leaves_[unknown]); }
  /// Of a bone, with what it borrows, and what drags it in a stage; about its mass centre.
  void put_mass(int bone, const Articulated<double>& mass, bool drags) {
    put(masses_[bone], mass, body_of_[bone]);
    put(dragged_[bone], static_cast<char>(drags), body_of_[bone]);
  }
  /// Rows that a joint has, of those that it may have.
  void put_active(int block, int rows) { put(active_[block], rows, leaves_[tree_.blocks[block].place]); }
  /// Rows of a closing that hold now, which are its first, and where they stand in Judging.
  void put_closing(int closing, int first, int rows) { holding_[closing] = {first, rows}; }
  void put_right(int unknown, double right) { right_[unknown] = right; }

  void assemble(const Judging& judging);
  void disassemble();
  /// Once more, for what is left.
  void refine();

  double x(int unknown) const { return x_[unknown]; }
  /// The acceleration of a body, or the multipliers of a joint's rows.
  const double* x_of(int block) const {
    const Block& b = tree_.blocks[block];
    const bool changes = b.kind == BlockKind::joint && skeleton_.bones[b.index].changes;
    return (changes ? multipliers_ : x_).data() + b.place;
  }
  const Judged& judged() const { return judged_; }
  /// What is left of the right-hand side of a row that was left out; zero for others.
  double calc_left(int unknown) const { return pivots_[unknown] > 0 ? 0 : reduced_[unknown]; }
  /// Assemblies that were made anew at the last assemble().
  int made() const { return made_; }

  /// Who assembles and disassembles from now on; what enters may be put by all of it, each place by one of them.
  void set_team(Team& team);

 private:
  /// Where one of the team works.
  struct alignas(64) Desk {
    explicit Desk(int largest)
        : K(static_cast<std::size_t>(largest * calc_stride(largest))),
          k(static_cast<std::size_t>(calc_stride(largest))),
          x(k.size()),
          done(k.size(), 0) {}

    std::vector<double> K, k, x;  // of one assembly
    std::vector<char> done;       // by place in it
    Judged judged{};
    int made = 0;
  };

  struct Rows {
    int first = 0, count = 0;
  };

  template <class X>
  void put(X& to, const X& value, int assembly) {
    if (std::memcmp(&to, &value, sizeof(X)) == 0) return;
    to = value;
    std::atomic_ref(changed_[assembly]).store(1, std::memory_order_relaxed);  // others may say so too
  }

  void assemble_one(int assembly, const Judging& judging, Desk& desk);
  void disassemble_one(int assembly, Desk& desk);
  /// work(assembly, desk), upwards: parts before what is made of them.
  template <class Work>
  void upwards(Work&& work);
  template <class Work>
  void downwards(Work&& work);

  // Of one assembly; K and k on the desk.
  void assemble(const Assembly& assembly, bool anew, const Judging& judging, Desk& desk);
  void gather_right(const Assembly& assembly, Desk& desk) const;
  void gather(const Assembly& assembly, Desk& desk) const;
  void enter(const Assembly& assembly, Desk& desk) const;
  void project(const Assembly& assembly, Desk& desk) const;
  void eliminate(const Assembly& assembly, const Judging& judging, Desk& desk);
  void eliminate_closing(const Assembly& assembly, const Judging& judging, const Block& block, int first, Desk& desk);
  void keep(const Assembly& assembly, const Desk& desk);
  void reduce_right(const Assembly& assembly, Desk& desk) const;
  void assemble_alone(const Assembly& assembly, bool anew, Desk& desk);
  // chains.cpp
  void assemble(const Single& single, bool anew);
  void assemble(const Pair& pair, bool anew);
  template <int rows>
  void join(const Pair& pair, double* K);
  void disassemble(const Single& single);
  void disassemble(const Pair& pair);
  void disassemble(const Assembly& assembly, Desk& desk);
  void disassemble_alone(const Assembly& assembly);
  /// Of a pivot of a block that is no closing.
  double calc_inverse(int block, int r, double pivot) const;
  bool is_alone(const Assembly& assembly) const { return assembly.alone && !dragged_[assembly.body]; }

  Skeleton skeleton_;
  AssemblyTree tree_;
  std::vector<int> enters_, leaves_, body_of_;  // assembly, by wrench, by unknown, by bone
  std::vector<char> closes_;                    // by assembly: a closing is eliminated
  std::vector<char> changed_, anew_, dragged_;  // by assembly; by assembly; by bone
  std::vector<Wrench<double>> wrenches_;        // of rows on their ends, about mass centres
  std::vector<Articulated<double>> masses_;     // by bone
  std::vector<Sym3<double>> inverse_inertia_;   // by bone that is alone
  std::vector<int> active_;                     // by block
  std::vector<double> own_;                     // by unknown: its diagonal in K, where it is a multiplier
  std::vector<double> right_;                   // by unknown: γ, −f
  std::vector<double> pivots_;                  // by unknown: 1/pivot; 0: left out
  std::vector<double> reduced_;                 // by unknown: k_e when it leaves
  std::vector<double> x_;                       // by unknown; of joints that change, the wrench in place of λ
  std::vector<double> multipliers_;             // of these λ
  std::vector<double> left_, motion_, found_, found_multipliers_, reduced_once_;  // scratch of refine(), by unknown
  std::vector<int> order_;                                                        // by unknown: of closings, in which they left
  std::vector<Rows> holding_;                                                     // by closing
  std::vector<int> counted_;                                                      // by closing: how many rows did
  std::vector<double> factors_, opens_, rights_;                                  // rows of K_e·; Υ; υ
  std::vector<Desk> desks_;                                                       // of the team
  Shifts shifts_;
  Team* team_ = nullptr;
  Judged judged_;
  int made_ = 0;
};

}  // namespace pintle::divide_and_conquer
