#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/pushed_bodies.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

/// Body coordinates r, p [Negrut 2010], partitioned joint by joint. A body is seen from where it was when it was partitioned,
/// its base r₀, p₀, in axes P and E of its own,
///
///     r = r₀ + P ρ,     p = p₀ ∘ (w, E η),     w² + η·η = 1                                               (1)
///
/// which turns p by an orthogonal matrix and leaves Euler parameters what they are: four numbers, one row that normalizes them.
/// Next to its base w is the component that is far from zero, so that row decides w. The joint of a link decides some of ρ and
/// η: as many as it has rows of points and of axes. P and E are chosen where it is partitioned, so that what the rows leave free
/// comes first and lies along coordinate axes: Φ_u of a joint is then as well conditioned as it can be [there (4)–(7)].
/// Raw components of p would do for one hinge; in a chain each would magnify errors of the one before by up to two.
///
/// A tree's Φ_u is block triangular by links: given the parent, (10) there is solved link by link, for η by Newton's method,
/// then for ρ in one step, as rows of points are linear in r. With M's origin at s from the link's mass centre, at s_p from its
/// parent's, u_p = v_p + ω_p × s_p, e and n the rows of axes and points, γ their right-hand sides,
///
///     e·ω = e·ω_p + γ,          z_j·ω = 2 η̇_j,     z_j = R (w E_j + E_j × E η)   (G's rows in E)             (2)
///     n·(v + ω × s) = n·u_p + γ,     P_j·v = ρ̇_j                                                        (3)
///
/// j over what is free. With the inverses ê, ẑ of (2) and n̂, â of (3), columns of Φ_u⁻¹ and of −Φ_u⁻¹ Φ_v [there (11), (15)],
///
///     ω = T ω_p + Σ ê γ + 2 Σ ẑ η̇,     v = N (u_p − ω × s) + Σ n̂ γ + Σ â ρ̇,     T = Σ ê eᵀ,  N = Σ n̂ nᵀ   (4)
///
/// What is integrated of turning velocities is not η̇, though, but ν = Eᵀ ω in body axes, with ζ_j = R E_j in place of z_j:
///
///     η̇_j = ½ z_j·ω,     ν_j = ζ_j·ω,     ν̇_j = ζ_j·α                                                    (5)
///
/// η̇ of a body that spins swings with the spin, however steady that is, and with it the error of energy and momentum that every
/// step adds; ν changes as slowly as the motion does. [There: p̈, the last sentence], η̈_j = ½ z_j·α − ¼ ω² η_j, predicts where
/// Newton's method starts.
namespace pintle::partitioned {

struct TreeLink {
  int parent = 0;
  JointIndex joint;                     // none: a floating base
  int first = 0, points = 0, axes = 0;  // among the rows of the tree: n, then e
  double sign = 1;                      // −1: the link is the user's parent
  int column = 0;                       // of its first free coordinate: ρ, then η

  int count() const { return points + axes; }
  int slides() const { return 3 - points; }
  int turns() const { return 3 - axes; }
  int free() const { return 6 - count(); }
};

/// (1)
struct Base {
  Quaternion<double> q = Quaternion<double>::identity();
  Vec3<double> r = Vec3<double>::zero();
  Mat3<double> E = Mat3<double>::identity(), P = Mat3<double>::identity();  // columns; free ones first
};
struct BodyCoordinates {
  Vec3<double> rho = Vec3<double>::zero(), eta = Vec3<double>::zero();
};
/// (5)
struct BodySpeeds {
  Vec3<double> rhodot = Vec3<double>::zero(), nu = Vec3<double>::zero();
};

/// (2)–(4) where a link is.
struct Passing {
  Vec3<double> own = Vec3<double>::zero(), parent = Vec3<double>::zero();  // s, s_p
  std::array<Vec3<double>, 3> e{}, e_dual{};                               // rows of axes, then z or ζ; ê, then ẑ
  std::array<Vec3<double>, 3> n{}, n_dual{};                               // rows of points, then P_j; n̂, then â
  Mat3<double> T = Mat3<double>::zero(), N = Mat3<double>::zero();
};

/// What rows of (2) and (3) have of their joint, in the axes of its bodies: gathered, as every round of Newton's method goes through
/// all of them.
struct GatheredRows {
  int a = 0, b = 0;                                       // links of the user's parent and child
  Vec3<double> p_AF = Vec3<double>::zero(), p_BM = p_AF;  // from mass centres
  std::array<Vec3<double>, 3> n_A{}, a_A{}, b_B{};        // of points; of axes
  std::array<double, 3> c_point{}, c_axis{};
};

/// What columns of (4) are rates of: 2 η̇, or ν. They are the same at the base.
enum class Columns { coordinates, speeds };

/// (5), η̇ of all three: ½ (w ν + η × ν), E being a rotation.
Vec3<double> calc_half_turn(const Vec3<double>& eta, const Vec3<double>& nu);

class Tree {
 public:
  Tree(const System& system, const Plan& plan);

  int size() const { return static_cast<int>(links.size()); }
  int columns() const { return columns_; }
  /// A free coordinate of a link, in numbers or their rates.
  double& at(BodyCoordinates& c, int link, int k) const {
    return k < links[link].slides() ? c.rho[k] : c.eta[k - links[link].slides()];
  }
  double at(const BodyCoordinates& c, int link, int k) const {
    return k < links[link].slides() ? c.rho[k] : c.eta[k - links[link].slides()];
  }
  double& at(BodySpeeds& s, int link, int k) const {
    return k < links[link].slides() ? s.rhodot[k] : s.nu[k - links[link].slides()];
  }
  double at(const BodySpeeds& s, int link, int k) const {
    return k < links[link].slides() ? s.rhodot[k] : s.nu[k - links[link].slides()];
  }

  void update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> remembered);
  void set_since(double time);
  /// What is driven is held where the drivers say.
  void drive(std::span<const Drive<double>> drives, std::span<JointCoordinates<double>> remembered);

  /// The bodies where a state has them; bases stay.
  void place(const Plan& plan, const State<double>& state);
  /// Bases at the bodies as they are placed, which have zeros as coordinates there.
  void choose();
  /// Bodies where their bases are.
  void go_to_bases();
  /// Bodies where all of their coordinates are given, by link, whatever rows say.
  void go_to(std::span<const BodyCoordinates> coordinates);
  /// (5) of bodies as they are placed and move.
  void read_rates(std::span<BodyCoordinates> rates, std::span<BodySpeeds> speeds) const;
  /// Their derivatives, from accelerations of mass centres in world axes.
  void read_accelerations(std::span<const Motion<double>> A_W, std::span<BodyCoordinates> seconds,
                          std::span<BodySpeeds> rates) const;

  /// Places all bodies by `where`, whose dependent part is a guess and becomes right. Returns the most Newton iterations that a
  /// link took; 0 if one found no solution.
  int solve(Columns of);
  /// (2)–(4) of bodies that were placed otherwise than by solve().
  void update_columns(Columns of);
  /// Where they are columns of the other kind.
  void turn_columns(Columns of);
  /// (4) of link i: `right` by row of the tree and `free` by column. The motion of the mass centre.
  Motion<double> expand(int i, const Motion<double>& x_p, std::span<const double> right, std::span<const double> free) const;
  /// From mass centre to mass centre.
  Vec3<double> calc_from_parent(int i) const { return passing[i].parent - passing[i].own; }
  /// The part of (4) that γ brings.
  Motion<double> calc_told(int i, std::span<const double> right) const;
  /// ẑ or â of a free coordinate of link i.
  Motion<double> calc_column(int i, int k) const;

  /// Rows where bodies are and move; with `told` alone: what drivers tell, of joints that have some.
  void update_rows(std::span<const Drive<double>> drives, std::span<const JointCoordinates<double>> remembered);
  /// By row, of link against parent: the rates that rows are told, −ġ, or γ.
  enum class Right { told, velocity, acceleration };
  void put_right(Right of, std::span<double> right) const;
  /// The least of w and the determinants of (2), with z and with ζ, and of (3), rows of unit length at the base: 1 where all was
  /// chosen.
  double calc_apart() const;

  std::vector<TreeLink> links;
  std::vector<Base> bases;
  std::vector<BodyCoordinates> where;
  std::vector<Placed> placed;
  std::vector<Quaternion<double>> q;
  std::vector<HeldJoint> joints;   // by JointIndex
  std::vector<GatheredRows> held;  // by link, of them
  std::vector<RowValue<double>> rows;
  std::vector<Passing> passing;

 private:
  void gather(int i);
  int turn(int i);
  void orient(int i);
  Vec3<double> update_axes(int i);
  void update_turning(int i, Columns of);
  void slide(int i);
  void update_points(int i);
  void update_sliding(int i);
  void update_levers(int i);

  int columns_ = 0;
};

}  // namespace pintle::partitioned
