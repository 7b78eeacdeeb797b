#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/constraints/row.h"
#include "pintle/formulations/partitioned/passages.h"
#include "pintle/formulations/partitioned/tree.h"

/// Which of the coordinates that a tree leaves free are decided by rows that close its loops [Negrut 2010, (4)–(7)]. A row pushes
/// its ends by C = (n, f) and says Σ_ends C·x = b. With tree.h (4) it goes inwards from its ends as
///
///     C·x = C'·x_p + Σ (C·â) ρ̇ + Σ (C·ẑ) 2η̇ + C·(told part),      C' = C seen through T and N                 (1)
///
/// so that it becomes a row of numbers, one for each free coordinate that it passes, and C·x of the link where it is complete
/// (loop_order.h). There the rows of a closing are eliminated, each with a pivot column that becomes dependent: the largest
/// number of all that are left in the block, in units of the row's own size and, for angles, of 1/L of its loop. Rows of closings
/// that leave later and have that column lose it, and get what the row has besides: that is all the fill there is. A row whose
/// numbers all vanish says nothing new: it is redundant, and left out by the rule of math/rank.h with
///
///     s = max |number left| / size,      size² = Σ_ends (|f|² + |n|²/L²)                                  (2)
///
/// What was chosen stays until the next choice; with new numbers the same pivots are taken. Then s says how singular the
/// configuration is, and s over the pivot how well the choice serves,
///
///     κ = max |number left| / |pivot|                                                                   (3)
///
/// 1 where it was chosen. Positions are solved for to rounding, so that a row holds down to s = 10⁻⁶; below, it is let go for the
/// moment, and its coordinate goes where the prediction leads: momentum decides.
namespace pintle::partitioned {

class Dependents {
 public:
  /// `asked` by row: 0 for one that takes no part.
  Dependents(const System& system, const Plan& plan, const Passages& passages, std::vector<char> asked);

  struct Question {
    std::span<const ConstraintRow<double>> rows;
    std::span<const double> right;       // b, by row
    std::span<const double> tree_right;  // told part of (1), by row of the tree
  };
  /// (1), and the elimination with the pivots that were chosen.
  void eliminate(const Tree& tree, const Question& in) { eliminate(tree, in, false); }
  /// With new pivots, of which each is at least `least`.
  void choose(const Tree& tree, const Question& in, double least);
  /// On the way outwards: the dependent coordinates' rates that rows complete at a link decide, by column; what was let go keeps
  /// what is there.
  void expand(int link, const Motion<double>& x, std::span<double> rates) const;

  /// By column: decided by a row.
  std::span<const char> is_dependent() const { return dependent_; }
  /// Rows that count; `bends`: down to where rows are held that bend the way (math/rank.h, 4).
  int rank(bool bends) const { return bends ? firm_rank_ : rank_; }
  int asked() const { return asked_count_; }
  double least_sine() const { return least_; }  // of the rows that have a pivot; 1: there is none
  double spare_sine() const { return spare_; }  // largest of those that were left out
  /// The largest κ of rows that are near no place where they would be let go; of all that are held.
  double worst_share() const { return worst_; }
  double worst_held_share() const { return worst_held_; }
  /// How doubtful it is on which branch loops were closed: the largest of `off`, by column how far coordinates ended from where they
  /// were looked for [m or rad], in parts of s of their closing, which is how far apart branches are.
  double calc_doubt(std::span<const double> off) const;

  /// The rows of a closing that count, in the order in which they leave, with their s.
  struct Pivot {
    int row, at;  // at: place of the column in its block
    double sine;
  };
  std::span<const Pivot> pivots(int closing) const {
    return {blocks_[closing].pivots.data(), static_cast<std::size_t>(blocks_[closing].rank)};
  }

 private:
  void eliminate(const Tree& tree, const Question& in, bool choose);
  struct Map {  // of a block's columns into those of one that leaves later; −1: not there
    int later;  // its place among Passages::Leave::later
    std::vector<int> to;
  };
  struct Block {
    int first = 0, rows = 0, rank = 0;
    std::vector<int> column;
    std::vector<char> dead;                        // by column: the pivot of another closing
    std::vector<std::array<double, most_rows>> B;  // by column
    std::array<double, most_rows> b{}, size{};
    std::array<Pivot, most_rows> pivots{};
    std::vector<Map> maps;
    int map_count = 0;
    double LL = 1, turn_scale = 1;  // L², 1/L
  };
  void start(const Question& in);
  void pass(const Tree& tree, int link, std::span<const double> tree_right, bool choose);
  void leave(const Passages::Leave& leave, bool choose);
  bool find_pivot(const Block& block, unsigned done, Pivot& pivot) const;
  void remove(Block& block, const Pivot& pivot, unsigned done, int slot);
  void make_maps(const Passages::Leave& leave);
  void hand_on(const Passages::Leave& leave);
  double size_at(const Block& block, int at, int row) const;

  const Passages& passages_;
  std::vector<char> asked_;
  int asked_count_ = 0;
  std::vector<Block> blocks_;
  std::vector<std::array<Wrench<double>, most_rows>> C_;  // by slot
  std::vector<std::vector<int>> local_;                   // by link and pass: place of the link's first column in the block
  std::vector<char> is_turn_, dependent_;                 // by column
  double least_pivot_ = 0;
  int rank_ = 0, firm_rank_ = 0;
  double least_ = 1, spare_ = 0, worst_ = 1, worst_held_ = 1;
};

}  // namespace pintle::partitioned
