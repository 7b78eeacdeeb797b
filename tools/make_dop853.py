#!/usr/bin/python3
"""Print src/pintle/integrators/dop853.cpp: the coefficients of DOP853 as a Tableau.

    tools/make_dop853.py > src/pintle/integrators/dop853.cpp

The numbers are those of Hairer's DOP853, taken from SciPy (any version; Debian: python3-scipy). SciPy, like
Hairer, writes the dense output as

    y(t + θh) = y + θ (F0 + (1 − θ)(F1 + θ (F2 + (1 − θ)(F3 + θ (F4 + (1 − θ)(F5 + θ F6))))))
    F0 = y₁ − y,   F1 = h f − F0,   F2 = 2 F0 − h (f + f₁),   F3 … F6 = h D k

With y₁ − y = h Σ b_i k_i every F is linear in the stages, which gives the weights of Tableau, eq. (5).
"""
import textwrap

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
/// which is the first of the next step.
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
  }};
  return tableau;
}}
// clang-format on

}}  // namespace pintle""")
