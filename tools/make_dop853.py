#!/usr/bin/python3
"""Print src/pintle/integrators/dop853.cpp: the coefficients of DOP853 as a Tableau.

    tools/make_dop853.py > src/pintle/integrators/dop853.cpp

The numbers are those of Hairer's DOP853, taken from SciPy (any version; Debian: python3-scipy). SciPy, like
Hairer, writes the dense output as

    y(t + θh) = y + θ (F0 + (1 − θ)(F1 + θ (F2 + (1 − θ)(F3 + θ (F4 + (1 − θ)(F5 + θ F6))))))
    F0 = y₁ − y,   F1 = h f − F0,   F2 = 2 F0 − h (f + f₁),   F3 … F6 = h D k

With y₁ − y = h Σ b_i k_i every F is linear in the stages, which gives the weights of Tableau, eq. (5).

Weights b_i(θ) of stages 0 … s−1 alone, for Tableau, eq. (6): of the eight stages with b_i ≠ 0 the conditions of all trees
up to order 5 leave five [Hairer Norsett Wanner 1993, II.2], those of order 6 two more that can be met, and one that
cannot: all its trees but the tall one, which is then missed by 6·10⁻⁷.

    Σ b_i c_i^(q−1) = θ^q/q,  q = 1 … 6      Σ b_i a_ij a_jk c_k³ = θ⁶/120      b_5(θ) = b_5 (3 θ² − 2 θ³)

The last fixes what is left. At θ = 1 the method's own b_i meet all of this, and at θ = 0 the slope is k_0. Whichever
stage it is said of makes little difference; with stage 5 the conditions of order 7 are missed by least, 10⁻⁴.
"""
import textwrap
from fractions import Fraction

import numpy as np
from scipy.integrate._ivp import dop853_coefficients as table

STAGES = table.N_STAGES  # stage s, counted from 0, is f(t + h, y₁)
ALL = table.N_STAGES_EXTENDED


def calc_dense():
    """d_ij of Tableau, eq. (5)."""
    b = np.zeros(ALL)
    b[:STAGES] = table.B
    first, end = np.eye(ALL)[0], np.eye(ALL)[STAGES]
    return np.column_stack([b, first - b, 2 * b - first - end, *table.D])


GIVEN = 5


def solve(M):
    """Rows of a matrix with right-hand sides behind it → solutions; exact."""
    n = len(M)
    for k in range(n):
        pivot = max(range(k, n), key=lambda r: abs(M[r][k]))
        M[k], M[pivot] = M[pivot], M[k]
        M[k] = [x / M[k][k] for x in M[k]]
        for r in range(n):
            if r != k:
                M[r] = [x - M[r][k] * y for x, y in zip(M[r], M[k])]
    return [row[n:] for row in M]


def calc_glance(c, A, b):
    """d_ij of Tableau, eq. (6), from tables of floats."""
    c, b = [Fraction(float(x)) for x in c], [Fraction(float(x)) for x in b]
    A = [[Fraction(float(x)) for x in row] for row in A]
    stages, degree = len(b), 6
    used = [i for i in range(stages) if b[i] != 0 and i != GIVEN]
    ac3 = [sum(A[i][j] * c[j] ** 3 for j in range(i)) for i in range(stages)]
    aac3 = [sum(A[i][j] * ac3[j] for j in range(i)) for i in range(stages)]
    given = [0, 3 * b[GIVEN], -2 * b[GIVEN], 0, 0, 0]  # coefficients of θ … θ⁶, here and below
    conditions = [[x**q for x in c] for q in range(degree)] + [aac3]
    powers = [[Fraction(int(j == q), q + 1) for j in range(degree)] for q in range(degree)]
    powers.append([Fraction(0)] * (degree - 1) + [Fraction(1, 120)])
    found = solve([[row[i] for i in used] + [x - row[GIVEN] * y for x, y in zip(right, given)]
                   for row, right in zip(conditions, powers)])
    polynomial = {GIVEN: given} | dict(zip(used, found))
    # In the nested form: its terms θ, θ (1 − θ), θ² (1 − θ), … in powers of θ.
    term, terms = [Fraction(1)] + [Fraction(0)] * (degree - 1), []
    for m in range(degree):
        terms.append(term)
        shifted = [Fraction(0)] + term[:-1]
        term = [x - y for x, y in zip(term, shifted)] if m % 2 == 0 else shifted
    table = [[0.0] * degree for _ in range(stages)]
    for i, p in polynomial.items():
        d = [x[0] for x in solve([[t[j] for t in terms] + [p[j]] for j in range(degree)])]
        d[0], d[1] = b[i], (i == 0) - b[i]  # what rounding of the method's own table leaves: the ends are exact
        table[i] = [float(x) for x in d]
    return table


def number(x):
    """All digits of a double: 17 are enough to read it back to the bit."""
    return "0" if x == 0 else f"{x:.17g}"


def row(values):
    values = list(values)
    while values and values[-1] == 0:
        values.pop()
    return "{" + ", ".join(number(x) for x in values) + "}"


def rows(values, indent):
    texts = [textwrap.fill(row(v), 112 - indent, subsequent_indent=" ") for v in values]
    return textwrap.indent(",\n".join(texts), " " * indent).lstrip()


def padded(e):
    return np.concatenate([e[:STAGES], np.zeros(ALL - STAGES)])


# SciPy's coefficients of the two error estimates do not use f(t + h, y₁); check that this stays so.
assert table.E5[STAGES] == 0 and table.E3[STAGES] == 0

print(f"""\
#include "pintle/integrators/tableau.h"

// Written by tools/make_dop853.py; change that and not this.

namespace pintle {{

// clang-format off
/// DOP853 of [Hairer Norsett Wanner 1993, II.5 and appendix]: the 8th-order method of Dormand and Prince, with error
/// estimates of order 5 and 3 (II.10) and a dense output of order 7 (II.6). Price of the latter: four evaluations, one of
/// which is the first of the next step. What a glance sees is of order 5, all but of order 6.
const Tableau& dop853_tableau() {{
  static constexpr Tableau tableau = {{
      .order = 8,
      .dense_order = 7,
      .error_order = 8,
      .stages = {STAGES},
      .dense_stages = {ALL},
      .degree = {table.INTERPOLATOR_POWER},
      .error_rows = 2,
      .growth = 10,
      .c = {textwrap.indent(textwrap.fill(row(table.C), 100), " " * 12).lstrip()},
      .A = {{{rows(table.A, 12)}}},
      .error = {{{rows([padded(table.E5), padded(table.E3)], 16)}}},
      .dense = {{{rows(calc_dense(), 16)}}},
      .glance_degree = 6,
      .glance = {{{rows(calc_glance(table.C[:STAGES], table.A[:STAGES], table.B), 17)}}},
  }};
  return tableau;
}}
// clang-format on

}}  // namespace pintle""")
