#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/bodies/equations.h"
#include "pintle/formulations/partitioned/dependents.h"
#include "pintle/math/articulated.h"
#include "pintle/math/rank.h"

/// The equations of motion of all bodies and rows [Negrut 2010, (21)],
///
///     [ M  Φᵀ ] [ x ]   [ f ]
///     [ Φ  0  ] [ −λ ] = [ γ ],      x = (α, a) of mass centres, world axes; λ pushes the link along its row         (1)
///
/// factorized without leaving the partition. From the leaves inwards the pivots of a link are first its dependent accelerations
/// together with the multipliers of its own joint: that block is [ · Φ_uᵀ; Φ_u 0 ], its inverse known as soon as Φ_u's is, and
/// eliminating it puts tree.h (4) into the balance of forces, x = X x_p + x₀ + S a: what the parent's motion is at the link's mass
/// centre differs from T x_p by something in the span of S only. Then come its free accelerations a, with the matrix D = SᵀA S,
/// where A x + p is what the link needs of its joint, with all that hangs on it:
///
///     D = L Lᵀ,   Ŝ = S L⁻ᵀ,   Û = A Ŝ,   ĉ = −Ŝᵀ(p + A x₀)                                                 (2)
///     A' = A − Û Ûᵀ,   p' = p + A x₀ + Û ĉ;      the parent gets  Xᵀ A' X,  Xᵀ p'                               (3)
///     x = X x_p + x₀ + Ŝ (ĉ − Ûᵀ X x_p)                                                                    (4)
///
/// Nothing of M̂ of (19) there is ever formed; (2) and (3) are its block factor. In a stage of a linearly implicit method laws of
/// the joint drag, −d φ φ·(x − X x_p): D gets Σ d (φ·S)(φ·S)ᵀ and ĉ gets −Σ d (φ·Ŝ)(φ·x₀), A and p nothing (stage.h); drags of
/// bodies are added to A. Rows that close loops come in as columns F that
/// ride along. Those that the partition has left out have λ = 0, the others a definite matrix E, whose pattern is that of
/// structure/loop_order.h:
///
///     y = Ŝᵀ F,   F' = F − Û y,   b −= F·x₀ + y·ĉ,   E += y yᵀ,   then  F_p = Xᵀ F'                          (5)
///     complete at a link:   λ = (b − F·x − Σ E λ)/E_kk;     A += F Fᵀ/E_kk,   p −= F b/E_kk, …                  (6)
///
/// and ĉ + Σ y λ stands for ĉ in (4). Next to a singular configuration φ/E_kk takes the place of 1/E_kk (math/rank.h, 2), unless the
/// row bends the way (math/rank.h, 3 and 4), b being what the rows before it leave of γ.
namespace pintle::partitioned {

/// A body of a case.
struct Mass {
  double mass = 0;                              // [kg]
  Sym3<double> inertia = Sym3<double>::zero();  // about the mass centre, body axes [kg m²]
};

class Factor {
 public:
  Factor(const Plan& plan, const Passages& passages, const Tree& tree);

  struct Equations {
    std::span<const Mass> masses;
    std::span<const double> right;             // γ by row of the tree, link against parent
    std::span<const Wrench<double>> wrenches;  // f, about mass centres
    std::span<const ConstraintRow<double>> closing_rows;
    std::span<const double> closing_right;  // γ by row
    rank::Holding holding{};                // of rows next to a singular configuration
    bodies::Drags drags{};                  // in a stage; rows of joints on the link, about its mass centre
  };
  /// x into `motions`, λ of the closings.
  void solve(const Tree& tree, const Dependents& dependents, const Equations& in, std::span<Motion<double>> motions);
  std::span<const double> lambda() const { return lambda_; }
  /// A row that would be let go bends the way: after a solution for accelerations.
  bool bends() const { return bends_; }

 private:
  struct OfLink {
    Articulated<double> A;
    Motion<double> x0;
    std::array<Motion<double>, 6> S;
    std::array<Wrench<double>, 6> U;
    std::array<double, 6> c;
  };
  struct OfLeave {
    std::vector<int> closings;  // itself, then those coupled that leave later
    std::vector<int> slots;
    std::vector<int> blocks;  // of every two of them, the first leaving no later: width × width
  };
  void start(const Tree& tree, const Equations& in);
  void eliminate(const Tree& tree, const Equations& in, int i);
  void pass(const Tree& tree, int i);
  void leave(const Dependents& dependents, const OfLeave& leave, Articulated<double>* A, const rank::Holding& holding);
  void expand(const Dependents& dependents, int i, const Motion<double>& x);
  void hand_on(const Tree& tree, const Equations& in, int i);
  double& E(int block, int r, int c) { return E_[block][static_cast<std::size_t>(6 * r + c)]; }

  const Plan& plan_;
  const Passages& passages_;
  std::vector<OfLink> links_;
  std::vector<std::vector<OfLeave>> leaves_;  // by link
  std::vector<std::vector<int>> pairs_;       // by link: blocks of E of every two that pass, in their order
  std::vector<std::array<double, 36>> E_;
  std::vector<std::array<Wrench<double>, most_rows>> F_;         // by slot
  std::vector<std::array<std::array<double, 6>, most_rows>> y_;  // by slot
  std::vector<double> b_, inverse_, lambda_;                     // by row
  bool bends_ = false;
};

}  // namespace pintle::partitioned
