#!/usr/bin/env python3
"""The reference of tests/oracle/foot_on_height_field, by SciPy and by other equations than ours.

The nearest point of the ground z = h(x, y) to the foot p is found together with the depth e, from the three equations
p = Q(x, y) - e N(x, y); the rate of N follows from their derivative. The bristle is a vector b in space that is carried along the
surface without turning about N:

    db/dt = f - N (dN/dt . b),   f = v_t - sigma0 |v_t|/g(|v_t|) b

Every touch, every lift-off, and every instant at which the ground lets go before them ends a piece; pieces are joined at the
roots of SciPy's dense output.

usage: make_foot_oracle.py [FOLDER]     writes FOLDER/expected.csv; needs NumPy and SciPy
"""

import sys
from pathlib import Path

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq

MASS, INERTIA, GRAVITY = 2.0, np.array([0.02, 0.03, 0.04]), np.array([0, 0, -9.81])
FOOT = np.array([0.1, -0.05, -0.2])
KE, KV, CV = 20e3, 5e3, 60.0
MU_S, MU_K, SIGMA0, SIGMA1, SIGMA2, VS = 0.6, 0.4, 300.0, 1.5, 0.02, 0.1
ORIGIN, UP = np.array([0.1, -0.2, 0.05]), np.array([0.1, -0.2, 1.0])
END, EVERY, MAX_STEP = 0.5, 0.05, 5e-4


def axes():
    n = UP / np.linalg.norm(UP)
    t = np.array([1.0, 0, 0]) - n[0] * n
    t /= np.linalg.norm(t)
    return np.column_stack([t, np.cross(n, t), n])


S = axes()


def ground(x, y):
    """Q, N and their derivatives by x and y, in the surface's axes."""
    s, c, S2, C2 = np.sin(x / 0.5), np.cos(x / 0.5), np.sin(y / 0.7), np.cos(y / 0.7)
    h = 0.05 * s * C2 + 0.1 * x
    hx, hy = 0.1 * c * C2 + 0.1, -0.05 / 0.7 * s * S2
    hxx, hxy, hyy = -0.2 * s * C2, -0.1 / 0.7 * c * S2, -0.05 / 0.49 * s * C2
    m = np.array([-hx, -hy, 1.0])
    length = np.sqrt(m @ m)
    n = m / length
    project = (np.eye(3) - np.outer(n, n)) / length
    nx, ny = project @ np.array([-hxx, -hxy, 0]), project @ np.array([-hxy, -hyy, 0])
    return np.array([x, y, h]), np.array([1, 0, hx]), np.array([0, 1, hy]), n, nx, ny


def touch(p, v, guess):
    """Depth e, N and dN/dt, for a foot at p with velocity v in the surface's axes."""
    x, y, e = guess
    for _ in range(30):
        Q, Qx, Qy, n, nx, ny = ground(x, y)
        J = np.column_stack([Qx - e * nx, Qy - e * ny, -n])
        step = np.linalg.solve(J, p - Q + e * n)
        x, y, e = x + step[0], y + step[1], e + step[2]
        if np.abs(step).max() < 1e-15:
            break
    Q, Qx, Qy, n, nx, ny = ground(x, y)
    J = np.column_stack([Qx - e * nx, Qy - e * ny, -n])
    rate = np.linalg.solve(J, v)
    return e, n, nx * rate[0] + ny * rate[1]


def matrix(q):
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])


def foot_of(y):
    """Foot and its velocity in the surface's axes, and the block's attitude."""
    q = y[3:7] / np.linalg.norm(y[3:7])
    R = matrix(q)
    p = y[0:3] + R @ FOOT
    v = y[7:10] + R @ np.cross(y[10:13], FOOT)
    return S.T @ (p - ORIGIN), S.T @ v, R, q


def depth(y):
    p, v, _, _ = foot_of(y)
    return touch(p, v, (p[0], p[1], 0.0))


def squeeze(y):
    return depth(y)[0] - y[16]


def rates(y, mode):
    p, v, R, q = foot_of(y)
    e, n, ndot = touch(p, v, (p[0], p[1], 0.0))
    out = np.zeros(17)
    force = np.zeros(3)
    b = y[13:16]
    if mode != "air":
        fn = KE * (e - y[16]) if mode == "pressed" else 0.0
        vt = v - (v @ n) * n
        speed = np.linalg.norm(vt)
        g = MU_K + (MU_S - MU_K) * np.exp(-((speed / VS) ** 2))
        f = vt - SIGMA0 * speed / g * b
        force = fn * n - fn * (SIGMA0 * b + SIGMA1 * f + SIGMA2 * vt)
        out[13:16] = f - n * (ndot @ b)
        out[16] = (fn - KV * y[16]) / CV
    F = S @ force
    w = y[10:13]
    out[0:3] = y[7:10]
    out[3] = -0.5 * (q[1:] @ w)
    out[4:7] = 0.5 * (q[0] * w + np.cross(q[1:], w))
    out[7:10] = GRAVITY + F / MASS
    out[10:13] = (np.cross(FOOT, R.T @ F) - np.cross(w, INERTIA * w)) / INERTIA
    return out


def next_root(mode):
    """The number whose sign change ends this mode, and what it becomes."""
    if mode == "air":
        return lambda y: depth(y)[0]
    if mode == "pressed":
        return lambda y: -min(squeeze(y), depth(y)[0])
    return lambda y: max(squeeze(y), -depth(y)[0])  # let go: pressed again, or out


def settle(y, mode):
    """The mode after a root; out of the ground everything is forgotten."""
    if mode == "air":
        return "pressed", y
    if depth(y)[0] < 1e-9:
        y = y.copy()
        y[13:17] = 0
        return "air", y
    return ("let go" if mode == "pressed" else "pressed"), y


def start():
    a, b, c = 0.3, -0.2, 0.1
    qz, qy, qx = ([np.cos(t / 2), *(np.sin(t / 2) * np.eye(3)[k])] for t, k in ((a, 2), (b, 1), (c, 0)))

    def times(p, q):
        p, q = np.array(p), np.array(q)
        return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])

    return np.concatenate([[0.2, 0.1, 0.5], times(times(qz, qy), qx), [1.2, 0.5, -1.5], [0.4, -1, 2], [0, 0, 0, 0]])


def run():
    t, y, mode = 0.0, start(), "air"
    rows, changes = [], []
    grid = [round(EVERY * k, 12) for k in range(1, round(END / EVERY) + 1)]
    while t < END:
        solver = DOP853(lambda _, x: rates(x, mode), t, y, END, rtol=3e-14, atol=1e-15, max_step=MAX_STEP)
        root = next_root(mode)
        while solver.status == "running":
            solver.step()
            dense = solver.dense_output()
            stop = None
            if root(solver.y) > 0:
                low, high = solver.t_old, solver.t
                if root(dense(low)) >= 0:  # the instant of the change itself
                    low += 1e-9
                stop = brentq(lambda s: root(dense(s)), low, high, xtol=1e-16, rtol=1e-15)
            last = solver.t if stop is None else stop
            while grid and grid[0] <= last + 1e-15:
                rows.append((grid[0], dense(grid.pop(0)), mode))
            t, y = last, dense(last) if stop is not None else solver.y
            if stop is not None:
                old = mode
                mode, y = settle(y, mode)
                changes.append((t, old, mode))
                break
    return rows, changes


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "tests/oracle/foot_on_height_field")
    rows, changes = run()
    for t, old, new in changes:
        print(f"{t:.12f} s: {old} -> {new}", file=sys.stderr)
    lines = ["kind,name,time,side,value,tolerance,modulo"]

    def put(name, t, value):
        lines.append(f"signal,{name},{t},after,{value!r},{TOLERANCE},")

    for t, y, mode in rows:
        for k, axis in enumerate("xyz"):
            put(f"block.position.{axis}", t, float(y[k]))
            put(f"block.velocity.{axis}", t, float(y[7 + k]))
            put(f"block.angular_velocity.{axis}", t, float(y[10 + k]))
        q = y[3:7] / np.linalg.norm(y[3:7])
        for k, axis in enumerate("wxyz"):
            put(f"block.orientation.{axis}", t, float(q[k]))
        put("foot.touching", t, 0 if mode == "air" else 1)
    (folder / "expected.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


TOLERANCE = "2e-8"

if __name__ == "__main__":
    main()
