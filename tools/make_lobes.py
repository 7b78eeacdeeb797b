#!/usr/bin/env python3
"""The particles of models/coarse_graining.yaml: a chain of 26 lobes, which stands for the protein of [Mukherjee 2007, figure 5].

The coordinates of rhodopsin are not at hand, so this is a chain of its kind and size: 26 lobes of 195 particles, cut from a
face-centred lattice at the distance at which two neighbours neither push nor pull, along a helix; a backbone of bonds runs
through the layers of each lobe and on to the next. Particles move at random, and each lobe has a velocity and a spin of its own.
Units are those in which depth and distance of the pair law and the mass of a particle are 1, read as SI.

usage: make_lobes.py [FOLDER]     writes lobes.csv, lobes_bonds.csv and coarse_graining.yaml into FOLDER, else into models
"""
import math
import random
import sys
from pathlib import Path

LOBES, EACH, SEED = 26, 195, 2007
NEAR = 2 ** (1 / 6)  # of neighbours: the minimum of the pair law
APART = 8.4  # of the centres of lobes that follow each other
HELIX_RADIUS, HELIX_PITCH = 14.0, 12.0
STIFFNESS = 200.0
HEAT, LOBE_SPEED, LOBE_SPIN, DRIFT = 0.3, 0.4, 0.1, (0.3, -0.2, 0.1)  # deviations of each component
STEP = 0.002


def add(a, b, s=1.0):
    return tuple(x + s * y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return tuple(x / math.sqrt(dot(a, a)) for x in a)


def make_lobe():
    """Places about the centre, in the order of the backbone: square layers along z, in each row after row, there and back."""
    n = 6
    points = [((i + 0.5 * (k % 2)) * NEAR, (j + 0.5 * (k % 2)) * NEAR, k * NEAR / math.sqrt(2))
              for k in range(-n, n + 1) for j in range(-n, n + 1) for i in range(-n, n + 1)]
    middle = (0.21 * NEAR, 0.13 * NEAR, 0.07 * NEAR)  # no two shells at one distance
    points = sorted((add(p, middle, -1) for p in points), key=lambda p: dot(p, p))[:EACH]
    layers = {}
    for p in points:
        layers.setdefault(round(p[2], 6), {}).setdefault(round(p[1], 6), []).append(p)
    path = []
    for number, z in enumerate(sorted(layers)):
        for count, y in enumerate(sorted(layers[z], reverse=number % 2 == 1)):
            path += sorted(layers[z][y], reverse=count % 2 == 1)
    return path


def make_centres():
    """Along a helix, each at the same distance from the one before."""
    def at(a):
        return (HELIX_RADIUS * math.cos(a), HELIX_RADIUS * math.sin(a), HELIX_PITCH * a / (2 * math.pi))

    angles = [0.0]
    while len(angles) < LOBES:
        low, high = angles[-1], angles[-1] + 1.5
        for _ in range(80):
            a = 0.5 * (low + high)
            way = add(at(a), at(angles[-1]), -1)
            low, high = (low, a) if dot(way, way) > APART ** 2 else (a, high)
        angles.append(low)
    return [at(a) for a in angles]


def make_particles(draw):
    centres, lobe = make_centres(), make_lobe()
    rows = []
    for k, centre in enumerate(centres):
        z = unit(add(centres[min(k + 1, LOBES - 1)], centres[max(k - 1, 0)], -1))
        x = unit(cross(z, [draw.gauss(0, 1) for _ in range(3)]))
        y = cross(z, x)
        velocity = add(DRIFT, [draw.gauss(0, LOBE_SPEED) for _ in range(3)])
        spin = [draw.gauss(0, LOBE_SPIN) for _ in range(3)]
        for p in lobe:
            r = tuple(p[0] * x[i] + p[1] * y[i] + p[2] * z[i] for i in range(3))
            heat = [draw.gauss(0, HEAT) for _ in range(3)]
            rows.append((add(centre, r), add(add(velocity, cross(spin, r)), heat), f"lobe{k + 1:02}"))
    return centres, rows


def write_particles(folder, rows):
    lines = ["# made by tools/make_lobes.py", "x [m],y [m],z [m],mass [kg],vx [m/s],vy [m/s],vz [m/s],group"]
    for p, v, name in rows:
        lines.append(",".join([*(f"{x:.4f}" for x in p), "1", *(f"{x:.4f}" for x in v), name]))
    (folder / "lobes.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ["# made by tools/make_lobes.py: the backbone; lengths are those of the start", "first,second,stiffness [N/m]"]
    lines += [f"{i},{i + 1},{STIFFNESS:g}" for i in range(1, len(rows))]
    (folder / "lobes_bonds.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


HEAD = """# Made by tools/make_lobes.py. The coarse-graining of [Mukherjee 2007], there and back: {count} particles that push each other in pairs
# become 26 rigid bodies by their mass, moments and momentum; 25 balls close between these at one instant; they break again, and
# the bodies become their particles again. The protein's coordinates are not at hand: this is a chain of 26 lobes from a seeded
# script, in the units of its pair law (its depth, its distance and the mass of a particle are 1), read as SI.
pintle: 1
name: chain of 26 lobes, coarse-grained and back
parameters:
  step: {step} s
  steps: 10  # in each stage; for a thousand: --set parameters.steps=1000 --set run.until=10
particles:
  file: lobes.csv
  bonds: lobes_bonds.csv
  pairs: {{depth: 1 J, distance: 1 m, fade: 1.6 m, cutoff: 2 m}}
"""


def write_model(folder, centres, count):
    names = [f"lobe{k + 1:02}" for k in range(LOBES)]
    text = HEAD.format(count=count, step=STEP) + "bodies:\n"
    text += "".join(f"  {name}: {{group: {name}}}\n" for name in names) + "joints:\n"
    balls = [f"S{k + 1:02}" for k in range(LOBES - 1)]
    for k, ball in enumerate(balls):
        half = ", ".join(f"{0.5 * x:.4f}" for x in add(centres[k + 1], centres[k], -1))
        a, b = names[k], names[k + 1]
        text += f"  {ball}: {{type: ball, between: [{a}, {b}], at: {{{a}: [{half}], {b}: current}}, active: false}}\n"
    text += "events:\n"
    for number, (event, stage, word, parts) in enumerate([("coarse", "bodies", "aggregate", names), ("join", "chain", "close", balls),
                                                          ("part", "bodies_again", "break", balls),
                                                          ("fine", "particles_again", "disperse", names)], 1):
        actions = [f"{word}: {part}" for part in parts]
        lines = [", ".join(actions[i:i + 6]) for i in range(0, len(actions), 6)]
        text += f"  {event}:\n    when: time >= {number}*steps*step\n    do: [stage: {stage},\n         " + ",\n         ".join(lines) + "]\n"
    text += f"run:\n  until: {5 * 10 * STEP:g} s  # five stages of ten steps\n  output_every: {STEP} s\n"
    text += f"  integrator: rk4\n  dt: {STEP} s\n"
    text += "  record: [system.energy, system.momentum, system.angular_momentum, lobe01, lobe09, lobe17, lobe26]\n"
    (folder / "coarse_graining.yaml").write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.exit(__doc__)
    folder = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).resolve().parent.parent / "models"
    centres, rows = make_particles(random.Random(SEED))
    write_particles(folder, rows)
    write_model(folder, centres, len(rows))


if __name__ == "__main__":
    main()
