#include "pintle/formulations/newton_euler/elimination.h"

#include "pintle/math/block_held.h"

namespace pintle::newton_euler {
namespace {

constexpr Block zero_block{};

[[gnu::always_inline]] inline Block operator+(const Block& a, const Block& b) {
  return {a.ll + b.ll, a.la + b.la, a.aa + b.aa, a.f + b.f, a.n + b.n};
}

/// (2)
[[gnu::always_inline]] inline Block calc_block(double m, const Sym3<double>& J, const Wrench<double>& wrench,
                                               const Vec3<double>& c) {
  const Vec3<double> mc = m * c;
  const double xx = mc.x * c.x, yy = mc.y * c.y, zz = mc.z * c.z;
  return {Sym3<double>::diagonal(m),
          {0.0, mc.z, -mc.y, -mc.z, 0.0, mc.x, mc.y, -mc.x, 0.0},
          {J.xx + (yy + zz), J.xy - mc.x * c.y, J.xz - mc.x * c.z, J.yy + (xx + zz), J.yz - mc.y * c.z, J.zz + (xx + yy)},
          wrench.f,
          wrench.n + cross(c, wrench.f)};
}

/// A B, known to be symmetric.
[[gnu::always_inline]] inline Sym3<double> symmetric_product(const Sym3<double>& A, const Mat3<double>& B) {
  const Vec3<double> x = B.column(0), y = B.column(1), z = B.column(2);
  return {A.xx * x.x + A.xy * x.y + A.xz * x.z, A.xx * y.x + A.xy * y.y + A.xz * y.z, A.xx * z.x + A.xy * z.y + A.xz * z.z,
          A.xy * y.x + A.yy * y.y + A.yz * y.z, A.xy * z.x + A.yy * z.y + A.yz * z.z, A.xz * z.x + A.yz * z.y + A.zz * z.z};
}
/// S − A B, where A B is known to be symmetric.
[[gnu::always_inline]] inline Sym3<double> minus_symmetric_product(const Sym3<double>& S, const Mat3<double>& A,
                                                                   const Mat3<double>& B) {
  const Vec3<double> x = B.column(0), y = B.column(1), z = B.column(2);
  const Vec3<double> a = A.row(0), b = A.row(1), c = A.row(2);
  return {S.xx - dot(a, x), S.xy - dot(a, y), S.xz - dot(a, z), S.yy - dot(b, y), S.yz - dot(b, z), S.zz - dot(c, z)};
}
/// S A
[[gnu::always_inline]] inline Mat3<double> times(const Sym3<double>& S, const Mat3<double>& A) {
  return Mat3<double>::from_columns(S * A.column(0), S * A.column(1), S * A.column(2));
}

/// (4), (5): a and λ_N leave; `block` becomes the primed one.
template <int points>
[[gnu::always_inline]] inline void eliminate_point(const LinkRows& rows, Block& block, Reply& reply, PointReply* full,
                                                   Sym3<double>& soft) {
  if constexpr (points == 3) {
    reply.a0 = rows.gamma_N;
    block.f -= block.ll * rows.gamma_N;
    block.n -= transpose_times(block.la, rows.gamma_N);
  } else {
    const HeldBlock<points> held(block.ll, rows.n.data());
    soft = held.P;
    full->K = times(held.P, block.la);
    reply.a0 = held.P * block.f;
    block.aa = minus_symmetric_product(block.aa, block.la.transposed(), full->K);
    block.n -= transpose_times(block.la, reply.a0);
    if constexpr (points == 0) {
      block.ll = Sym3<double>::zero();
      block.la = Mat3<double>::zero();
      block.f = Vec3<double>::zero();
    } else {
      full->Pi = held.Pi;
      reply.a0 += held.Pi * rows.gamma_N;
      block.ll = symmetric_product(block.ll, held.Pi);
      block.la = transpose_times(held.Pi, block.la);
      block.f = transpose_times(held.Pi, block.f) - block.ll * rows.gamma_N;
      block.n -= transpose_times(block.la, rows.gamma_N);
    }
  }
}

/// (6), (7): α and λ_E leave; `block` becomes the double-primed one.
template <int points, int axes>
[[gnu::always_inline]] inline void eliminate_turn(const LinkRows& rows, Block& block, Reply& reply, Sym3<double>& soft) {
  const HeldBlock<axes> held(block.aa, rows.e.data());
  if constexpr (axes == 3) {
    reply.alpha0 = held.Q_times(rows.gamma_E);
    block.f -= block.la * reply.alpha0;
    block.n -= block.aa * reply.alpha0;
  } else {
    soft = held.P;
    reply.alpha0 = held.P * block.n;
    if constexpr (axes > 0) reply.alpha0 += held.Q_times(rows.gamma_E);
    if constexpr (points > 0) {
      reply.K = times(held.P, block.la.transposed());
      block.ll = minus_symmetric_product(block.ll, block.la, reply.K);
      block.f -= block.la * reply.alpha0;
    }
    if constexpr (axes == 0) {
      block.la = Mat3<double>::zero();
      block.aa = Sym3<double>::zero();
      block.n = Vec3<double>::zero();
    } else {
      reply.Pi = held.Pi;
      if constexpr (points > 0) block.la = block.la * held.Pi;
      block.n -= block.aa * reply.alpha0;
      block.aa = symmetric_product(block.aa, held.Pi);
    }
  }
}

/// (8): the block about a point from which the present one is at d.
[[gnu::always_inline]] inline Block moved(const Block& b, const Vec3<double>& d) {
  const Vec3<double> x{b.ll.xx, b.ll.xy, b.ll.xz}, y{b.ll.xy, b.ll.yy, b.ll.yz}, z{b.ll.xz, b.ll.yz, b.ll.zz};
  // Row k of −ll d̃ is d × (row k of ll); of −al d̃ it is d × (column k of la).
  const Vec3<double> dx = cross(d, x), dy = cross(d, y), dz = cross(d, z);
  const Mat3<double> h{b.la.xx + dx.x, b.la.xy + dx.y, b.la.xz + dx.z, b.la.yx + dy.x, b.la.yy + dy.y,
                       b.la.yz + dy.z, b.la.zx + dz.x, b.la.zy + dz.y, b.la.zz + dz.z};
  const Vec3<double> u = cross(d, b.la.column(0)), v = cross(d, b.la.column(1)), w = cross(d, b.la.column(2));
  const Vec3<double> hx = cross(d, h.column(0)), hy = cross(d, h.column(1)), hz = cross(d, h.column(2));
  return {b.ll,
          h,
          {b.aa.xx + u.x + hx.x, b.aa.xy + u.y + hy.x, b.aa.xz + u.z + hz.x, b.aa.yy + v.y + hy.y, b.aa.yz + v.z + hz.y,
           b.aa.zz + w.z + hz.z},
          b.f,
          b.n + cross(d, b.f)};
}

/// f(points, axes) with both as constants, 0 … 3.
template <class F>
void with_counts(int points, int axes, const F& f) {
  const auto with_axes = [&]<int n>(std::integral_constant<int, n> p) {
    switch (axes) {
      case 0: return f(p, std::integral_constant<int, 0>{});
      case 1: return f(p, std::integral_constant<int, 1>{});
      case 2: return f(p, std::integral_constant<int, 2>{});
      default: return f(p, std::integral_constant<int, 3>{});
    }
  };
  switch (points) {
    case 0: return with_axes(std::integral_constant<int, 0>{});
    case 1: return with_axes(std::integral_constant<int, 1>{});
    case 2: return with_axes(std::integral_constant<int, 2>{});
    default: return with_axes(std::integral_constant<int, 3>{});
  }
}

}  // namespace

Elimination::Elimination(const System& system, const Plan& plan)
    : places_(plan.tree.links.size()), replies_(places_.size()), loops_(system, plan) {
  int points = 0, sums = 0;
  for (int i = 1; i < plan.tree.size(); ++i) {
    const Link& link = plan.tree.links[i];
    Place& place = places_[i];
    place.parent = link.parent;
    const RowCount count =
        link.joint.exists() ? count_rows(system.joint(link.joint).type, plan.structure.free_directions(link.joint)) : RowCount{};
    if (count.points < 3) place.point = points++;
    if (link.parent != 0 && link.parent != i - 1) {
      int& sum = places_[link.parent].sum;
      if (sum < 0) sum = sums++;
    }
    const bool loops = loops_.touch(i);
    if (!runs_.empty() && runs_.back().points == count.points && runs_.back().axes == count.axes && runs_.back().loops == loops) {
      runs_.back().last = i;
    } else {
      runs_.push_back({count.points, count.axes, loops, i, i});
    }
  }
  sums_.resize(sums);
  point_replies_.resize(points);
}

template <int points, int axes>
void Elimination::eliminate(const Run& run, const Input& in, Block& handed) {
  Block from_next = handed;
  for (int i = run.last; i >= run.first; --i) {
    const Place& place = places_[i];
    const LinkRows& rows = in.rows[i];
    const int parent = place.parent;
    const Vec3<double> c = in.placed[i].p - rows.at;
    Block block = calc_block(in.bodies[i].mass, in.placed[i].J, in.wrenches[i], c) + from_next;
    if (place.sum >= 0) block = block + sums_[place.sum];
    if (run.loops) {
      Block copy = block;  // so that the block's own address never leaves this function
      loops_.close(i, copy);
      block = copy;
    }
    Softness soft;
    PointReply* full = points == 3 ? nullptr : &point_replies_[place.point];
    eliminate_point<points>(rows, block, replies_[i], full, soft.point);
    eliminate_turn<points, axes>(rows, block, replies_[i], soft.turn);
    const Vec3<double> d = rows.at - in.rows[parent].at;
    if (run.loops) loops_.pass(i, {points, axes}, Vec3<double>(d), replies_[i], full, Softness(soft));
    from_next = zero_block;
    if (points + axes == 0 || parent == 0) continue;  // nothing is handed on
    const Block moved_block = moved(block, d);
    if (parent == i - 1) {
      from_next = moved_block;
    } else {
      Block& sum = sums_[places_[parent].sum];
      sum = sum + moved_block;
    }
  }
  handed = from_next;
}

template <int points, int axes>
void Elimination::substitute(const Run& run, const Input& in, std::span<Motion<double>> A_W) {
  for (int i = run.first; i <= run.last; ++i) {
    const Place& place = places_[i];
    const int parent = place.parent;
    const LinkRows& rows = in.rows[i];
    const Reply& reply = replies_[i];
    const Motion<double>& A_p = A_W[parent];
    const Vec3<double> a_p = A_p.v + cross(A_p.w, rows.at - in.placed[parent].p);
    Vec3<double> alpha = reply.alpha0, a = reply.a0;
    if (run.loops) {
      Vec3<double> known_a = a, known_alpha = alpha;
      loops_.add_known(i, known_a, known_alpha);
      a = known_a;
      alpha = known_alpha;
    }
    if constexpr (axes == 3) {
      alpha += A_p.w;  // (6)
    } else {
      if constexpr (axes > 0) alpha += reply.Pi * A_p.w;
      if constexpr (points > 0) alpha -= reply.K * a_p;
    }
    if constexpr (points == 3) {
      a += a_p;  // (4)
    } else {
      const PointReply& full = point_replies_[place.point];
      a -= full.K * alpha;
      if constexpr (points > 0) a += full.Pi * a_p;
    }
    A_W[i] = {alpha, a + cross(alpha, in.placed[i].p - rows.at)};
    if (run.loops) loops_.expand(i, Vec3<double>(a), Vec3<double>(alpha));
  }
}

void Elimination::solve(std::span<const Body> bodies, std::span<const Placed> placed, std::span<const LinkRows> rows,
                        std::span<const Wrench<double>> wrenches, const ClosingInput& closings, std::span<Motion<double>> A_W) {
  const Input in{bodies, placed, rows, wrenches};
  if (loops_.any()) loops_.start(closings, placed, rows);
  for (Block& sum : sums_) sum = zero_block;
  Block handed = zero_block;
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run)
    with_counts(run->points, run->axes, [&](auto points, auto axes) { eliminate<points, axes>(*run, in, handed); });
  if (loops_.any()) loops_.close_world();
  A_W[0] = Motion<double>::zero();
  for (const Run& run : runs_)
    with_counts(run.points, run.axes, [&](auto points, auto axes) { substitute<points, axes>(run, in, A_W); });
}

}  // namespace pintle::newton_euler
