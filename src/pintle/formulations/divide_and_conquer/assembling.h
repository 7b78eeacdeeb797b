#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "pintle/formulations/divide_and_conquer/assembly_tree.h"

/// The numbers of the tree of assemblies (assembly_tree.h): upwards they are assembled, downwards what is inside follows from the
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
/// closing's rows leave one by one, the one that stands out most first, as long as their pivots count (math/rank.h). A pivot is
/// measured against what the stiffest joint on the way from end to end would give at most, L being the length of the loop,
///
///     Ŝ = min (Σ |z.v|²/(L² m) + Σ |z.w|²/(z.w·J_M z.w)) (|n|² + L² |f|²),     s² = K_kk/Ŝ                    (3)
///
/// z the free directions of a joint and m, J_M the link's own mass and its inertia about the joint; what other closings hold
/// already leaves rounding of K_kk as it was, of which a hundredth is a size at least. [There (68)] is said to be positive
/// definite, and is so in the plane only: in space its own second example has three redundant rows.
namespace pintle::divide_and_conquer {

class Assembling final : public bodies::Solver {
 public:
  Assembling(const System& system, const Plan& plan, std::span<const bodies::LinkRows> links);

  void update_bodies(std::span<const bodies::Body> bodies) override;
  void solve(const bodies::Equations& in, std::span<Motion<double>> A_W) override;
  std::span<const double> lambda() const override { return lambda_; }
  void update_reactions(const bodies::Equations& in, std::span<const Motion<double>> A_W,
                        std::span<Wrench<double>> reactions) const override;
  int rank() const override { return rank_; }
  double calc_least_sine() const override;
  bool count_in_full() const override;
  double calc_left(int row) const override;
  bool bends() const override { return bends_; }

 private:
  /// A tree with its numbers.
  struct Work {
    Work(const Plan& plan, std::span<const bodies::LinkRows> links, std::span<const Borrowing> borrowings,
         std::span<const int> drags);

    AssemblyTree tree;
    std::vector<Wrench<double>> wrenches;  // of rows on their ends, about mass centres
    std::vector<double> own;               // by unknown: its diagonal in K, where it is a multiplier: of drags and borrowings
    std::vector<double> right;             // by unknown: γ, −f
    std::vector<double> pivots;            // by unknown: 1/pivot; 0: left out
    std::vector<double> reduced;           // by unknown: k_e when it leaves
    std::vector<double> x;                 // by unknown
    std::vector<int> order;                // by unknown: of closings, in which they left
    std::vector<int> counted;              // by closing: how many rows did
    std::vector<double> factors, opens, rights;  // K_e·; Υ; υ
    std::vector<double> K, k, x_local;           // scratch of one assembly
  };

  void put_numbers(const bodies::Equations& in);
  void put_joint(const bodies::Equations& in, int link);
  void put_closings(const bodies::Equations& in);
  void put_bodies(const bodies::Equations& in);
  /// (3)
  void put_sizes(const bodies::Equations& in);
  double calc_softness(const bodies::Equations& in, int link, double LL) const;

  void assemble(const bodies::Equations& in, const Assembly& assembly);
  void gather(const bodies::Equations& in, const Assembly& assembly);
  void eliminate(const Assembly& assembly, int p, double pivot);
  void eliminate_closing(const bodies::Equations& in, const Assembly& assembly, const Block& block, int first);
  void keep(const Assembly& assembly);
  void disassemble(const Assembly& assembly);

  const Plan& plan_;
  std::vector<bodies::LinkRows> links_;
  std::vector<double> LL_;  // by closing: L²
  double reach_;            // a length of the system, for point masses [m]
  std::vector<Borrowing> borrowings_;
  std::unique_ptr<Work> plain_, dragged_;
  Work* work_ = nullptr;               // of the last solution
  std::vector<double> lambda_, size_;  // by row of the closings
  std::vector<char> done_;             // scratch, by place in an assembly
  int rank_ = 0;
  double least_square_ = 1;
  bool bends_ = false;
};

}  // namespace pintle::divide_and_conquer
