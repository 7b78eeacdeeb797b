#!/usr/bin/env python3
"""The references of tests/oracle/touch_*, by SciPy: shapes on surfaces, fixed and on bodies that move.

Bodies are free ones with six equations of motion each, or move as told. A contact is a function of poses alone, written down here
from geometry: how deep, which way, and where; forces are those of Hunt and Crossley and of Coulomb's friction, turned round within v0.

usage: make_contact_oracles.py [NAME]     writes tests/oracle/touch_NAME/expected.csv, or all; needs NumPy and SciPy
"""

import sys
from pathlib import Path

import numpy as np
from scipy.integrate import DOP853
from scipy.interpolate import CubicSpline

FORCE, DEPTH, EXPONENT, DAMPING = 400.0, 0.01, 1.5, 0.2
MU, V0 = 0.3, 0.05
MAX_STEP = 2e-4
Z = np.array([0.0, 0, 1])


def matrix(q):
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])


def about(axis, angle):
    return np.array([np.cos(angle / 2), *(np.sin(angle / 2) * np.eye(3)["xyz".index(axis)])])


def times(p, q):
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


class Body:
    """A place, an attitude, velocities of the mass centre and, in world axes, of turning."""

    def __init__(self, p, R, v, w):
        self.p, self.R, self.v, self.w = p, R, v, w

    def velocity(self, at):
        return self.v + np.cross(self.w, at - self.p)


STILL = Body(np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3))


def push(depth, n, v):
    """The force on what touches, sliding with v."""
    if depth <= 0:
        return np.zeros(3)
    normal = max(FORCE * (depth / DEPTH) ** EXPONENT * (1 - DAMPING * (n @ v)), 0)
    slip = v - (n @ v) * n
    speed = np.sqrt(slip @ slip)
    return normal * (n - MU * (np.tanh(speed / V0) / speed if speed > 1e-12 else 1 / V0) * slip)


class Case:
    """Free bodies by name: mass, inertia, start; `touch(t, bodies)` says depth, normal, place, who touches and what carries."""

    end, every = 0.6, 0.1

    def unpack(self, y):
        out = []
        for k in range(len(self.bodies)):
            s = y[13 * k:13 * k + 13]
            R = matrix(s[3:7] / np.linalg.norm(s[3:7]))
            out.append(Body(s[0:3], R, s[7:10], R @ s[10:13]))
        return out

    def rates(self, t, y):
        bodies, out = self.unpack(y), np.zeros_like(y)
        depth, n, at, a, b = self.touch(t, bodies)
        F = push(depth, n, a.velocity(at) - b.velocity(at))
        for k, (_, mass, inertia, *_) in enumerate(self.bodies):
            body, s, d = bodies[k], y[13 * k:13 * k + 13], out[13 * k:13 * k + 13]
            own = F if body is a else -F if body is b else np.zeros(3)
            q, w = s[3:7], s[10:13]
            d[0:3] = s[7:10]
            d[3:7] = 0.5 * times(q, np.array([0, *w]))
            d[7:10] = self.gravity + own / mass
            d[10:13] = (body.R.T @ np.cross(at - body.p, own) - np.cross(w, inertia * w)) / inertia
        return out

    def run(self):
        y = np.concatenate([np.concatenate([p, q, v, w]) for _, _, _, p, q, v, w in self.bodies]).astype(float)
        solver = DOP853(self.rates, 0.0, y, self.end, rtol=1e-13, atol=1e-14, max_step=MAX_STEP)
        grid, rows = [round(self.every * k, 12) for k in range(1, round(self.end / self.every) + 1)], []
        while solver.status == "running":
            solver.step()
            while grid and grid[0] <= solver.t + 1e-15:
                rows.append((grid[0], solver.dense_output()(grid.pop(0))))
        return rows


class Balls(Case):
    """A ball beside the middle of one body hits a ball beside the middle of another."""

    gravity = np.zeros(3)
    bodies = [
        ("a", 1, np.array([0.01, 0.02, 0.03]), [0.05, 0.02, 0.5], [1, 0, 0, 0], [0, 0.1, -2], [1, 2, 3]),
        ("b", 2, np.array([0.02, 0.02, 0.04]), [0, 0, 0], [1, 0, 0, 0], [0, 0, 0], [0.3, 0, 1]),
    ]

    def touch(self, t, bodies):
        a, b = bodies
        ball, skin = a.p + a.R @ [0.01, 0, 0], b.p + b.R @ [0, 0.02, 0.03]
        way = ball - skin
        n = way / np.linalg.norm(way)
        return 0.1 + 0.2 - np.linalg.norm(way), n, ball - 0.1 * n, a, b


class Disc(Case):
    """A tilted disc rolls and slides on a slope."""

    gravity = np.array([0, 0, -9.81])
    n = np.array([0.1, -0.05, 1]) / np.linalg.norm([0.1, -0.05, 1])
    bodies = [("wheel", 1, np.array([0.0025, 0.005, 0.0025]), [0, 0, 0.2], times(about("z", 0.3), about("x", 0.4)), [0.6, 0.2, 0],
               [0, 9, 0.5])]

    def touch(self, t, bodies):
        (wheel,) = bodies
        axis = wheel.R @ [0, 1, 0]
        down = -(self.n - (self.n @ axis) * axis)
        at = wheel.p + 0.1 * down / np.linalg.norm(down)
        return -(self.n @ at), self.n, at, wheel, STILL


class Deck(Case):
    """A foot beside the middle of a block on a deck that rocks as told."""

    gravity = np.array([0, 0, -9.81])
    bodies = [("block", 2, np.array([0.02, 0.03, 0.04]), [0.3, 0.1, 0.35], times(about("z", 0.2), about("y", -0.3)), [-0.5, 0.2, -0.5],
               [0.4, -1, 2])]

    def touch(self, t, bodies):
        (block,) = bodies
        angle, rate = 0.3 * np.sin(5 * t), 1.5 * np.cos(5 * t)
        deck = Body(np.zeros(3), matrix(about("y", angle)), np.zeros(3), np.array([0, rate, 0]))
        n, foot = deck.R @ Z, block.p + block.R @ [0.1, -0.05, -0.2]
        return 0.05 - n @ foot, n, foot, block, deck


class Grid(Case):
    """A ball on natural cubic splines through heights."""

    gravity = np.array([0, 0, -9.81])
    heights = np.array([[0, 0.1, 0.05, 0.2, 0.1], [0.1, 0, 0.15, 0.1, 0.05], [0.05, 0.1, 0, 0.1, 0.2], [0, 0.05, 0.1, 0, 0.1]])
    step, step_y = 0.5, 0.6
    bodies = [("ball", 1, np.array([0.004, 0.005, 0.006]), [0.6, 0.7, 0.35], [1, 0, 0, 0], [0.8, 0.3, -1], [0, 1, 0.5])]

    def __init__(self):
        self.along = CubicSpline(self.step * np.arange(5), self.heights.T, bc_type="natural")
        self.across = CubicSpline(self.step_y * np.arange(4), np.eye(4), bc_type="natural")

    def relief(self, x, y):
        rows, shares = [self.along(x, k) for k in range(3)], [self.across(y, k) for k in range(3)]
        return [rows[k] @ shares[m] for k, m in ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))]

    def touch(self, t, bodies):
        (ball,) = bodies
        c = ball.p + ball.R @ [0.02, 0, 0.01]
        x, y = c[0], c[1]
        if c[2] > 0.5:
            return -1, Z, c, ball, STILL
        for _ in range(50):  # the nearest place of the ground
            h, hx, hy, hxx, hxy, hyy = self.relief(x, y)
            e = c[2] - h
            g = np.array([c[0] - x + e * hx, c[1] - y + e * hy])
            J = np.array([[-1 - hx * hx + e * hxx, -hx * hy + e * hxy], [-hx * hy + e * hxy, -1 - hy * hy + e * hyy]])
            move = np.linalg.solve(J, g)
            x, y = x - move[0], y - move[1]
            if np.abs(move).max() < 1e-10:  # its square is nothing
                break
        n = np.array([-hx, -hy, 1])
        n = n / np.linalg.norm(n)
        return 0.1 - n @ (c - [x, y, h]), n, c - 0.1 * n, ball, STILL


class Boulders(Case):
    """A ball falls beside the top of a boulder, then onto the plane."""

    gravity = np.array([0, 0, -9.81])
    end = 0.9
    stones = [((1.0, 0.1, -0.1), 0.4), ((0.2, 1.0, 0.0), 0.3)]
    bodies = [("ball", 1, np.array([0.004, 0.005, 0.006]), [0.9, 0.2, 0.7], [1, 0, 0, 0], [0.1, 0.0, -0.5], [0, 1, 0.5])]

    def touch(self, t, bodies):
        (ball,) = bodies
        c = ball.p + ball.R @ [0.02, 0, 0.01]
        distance, n = c[2], Z
        for middle, radius in self.stones:
            away = np.linalg.norm(c - middle)
            if away - radius < distance:
                distance, n = away - radius, (c - middle) / away
        return 0.1 - distance, n, c - 0.1 * n, ball, STILL


CASES = {"ball_on_ball": Balls, "disc_on_slope": Disc, "foot_on_rocking_deck": Deck, "ball_on_grid": Grid, "ball_on_boulders": Boulders}
TOLERANCE = "5e-7"


def write(name):
    case = CASES[name]()
    lines = ["kind,name,time,side,value,tolerance,modulo"]
    for t, y in case.run():
        for k, (body, *_) in enumerate(case.bodies):
            s = y[13 * k:13 * k + 13]
            q = s[3:7] / np.linalg.norm(s[3:7])
            for what, axes, values in (("position", "xyz", s[0:3]), ("velocity", "xyz", s[7:10]), ("angular_velocity", "xyz", s[10:13]),
                                       ("orientation", "wxyz", q)):
                for axis, value in zip(axes, values):
                    lines.append(f"signal,{body}.{what}.{axis},{t},after,{float(value)!r},{TOLERANCE},")
    folder = Path(__file__).parent.parent / "tests/oracle" / f"touch_{name}"
    folder.mkdir(exist_ok=True)
    (folder / "expected.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for one in sys.argv[1:] or CASES:
        write(one)
