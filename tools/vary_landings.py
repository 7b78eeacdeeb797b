#!/usr/bin/env python3
"""What the choices that the thesis leaves open do to peaks and rollovers: the table of docs/europa.md.

    tools/vary_landings.py PINTLE [CASES]

PINTLE is the program, CASES the landings of each cell (60 unless given), with the draws of models/europa.study.yaml, the same for every
choice. It prints the change of the mean peak acceleration, and of the rollover rate in points, on ice, snow, sand.
"""
import sys

from landings import check_same_draws, land

LEGS = ["stiff", "shock-absorbing", "conforming"]
CHOICES = {
    "links of 5 kg: 2 kg": "parameters.link: 2 kg",
    "10 kg": "parameters.link: 10 kg",
    "belly at −0.30 m: −0.45 m": "parameters.belly_z: -0.45 m",
    "belly 0.45 as stiff as the ground: as stiff": "parameters.belly_scale: 1",
    "both (`belly: printed`)": "parameters.belly_z: -0.45 m, parameters.belly_scale: 1",
    "bristles as printed: of a physical size (`friction: sized`)": "surfaces.ground.friction.sigma0: 20000, "
    "surfaces.ground.friction.sigma1: 20, surfaces.ground.friction.sigma2: 0",
}


def calc_cells(rows):
    """{cell: (mean peak, rollover rate)}"""
    cells = {}
    for row in rows:
        cells.setdefault(row["cell"], []).append((float(row["peak_acceleration"]), float(row["rolled"])))
    return {cell: [sum(column) / len(found) for column in zip(*found)] for cell, found in cells.items()}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    draws = {"cases": sys.argv[2] if len(sys.argv) > 2 else "60"}
    draws["grid"] = "{legs: [" + ", ".join(LEGS) + "], surface: [ice, snow, sand]}"
    usual = land(sys.argv[1], set="{run.integrator: ros2}", **draws)
    ours = calc_cells(usual)
    print("| instead of | stiff: ice, snow, sand | shock-absorbing | conforming |\n|---|---|---|---|")
    for what, settings in CHOICES.items():
        rows = land(sys.argv[1], set=f"{{run.integrator: ros2, {settings}}}", **draws)
        check_same_draws(rows, usual)
        other, cells = calc_cells(rows), []
        for legs in LEGS:
            names = [f"legs={legs}, surface={surface}" for surface in ("ice", "snow", "sand")]
            peaks = [round(100 * (other[name][0] / ours[name][0] - 1)) for name in names]
            rolls = [round(100 * (other[name][1] - ours[name][1])) for name in names]
            show = lambda values: ", ".join(f"{v:+d}".replace("-", "−") if v else "0" for v in values)
            cells.append(f"{show(peaks)} %; {show(rolls)}")
        print("| " + " | ".join([what, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
