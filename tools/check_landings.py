#!/usr/bin/env python3
"""How near `ros2` comes to a tight run, for random landings of all twelve pairs of legs and surface.

    tools/check_landings.py PINTLE [CASES [RTOL]]

PINTLE is the program, CASES the landings of each pair (100 unless given), RTOL that of ros2 (its own, 1e-3, unless given). The draws are
those of models/europa.study.yaml, at random and with a seed of their own; the tight run is dop853 at rtol 1e-8. It ends with exit code 1
if a peak is off by more than 2 %, or if more than 2 of 100 landings of a pair roll over in one of the two and not in the other.
"""
import statistics
import sys

from landings import check_same_draws, land


def tenth_worst(values):
    return sorted(values)[9 * len(values) // 10]


def make_line(what, pairs):
    """pairs: (ros2, tight) of each landing."""
    value = lambda row, name: float(row[name])
    off = lambda name: [abs(value(a, name) / value(b, name) - 1) for a, b in pairs]
    peaks, tilts = off("peak_acceleration"), off("largest_tilt")
    mean = sum(value(a, "peak_acceleration") for a, _ in pairs) / sum(value(b, "peak_acceleration") for _, b in pairs) - 1
    others = sum(value(a, "rolled") != value(b, "rolled") for a, b in pairs)
    print(
        f"{what:38} {statistics.median(peaks):8.3%} {tenth_worst(peaks):8.3%} {max(peaks):8.3%} {tenth_worst(tilts):8.3%} {mean:+8.3%}"
        f"   {others} of {len(pairs)}"
    )
    return max(peaks) <= 0.02 and others <= 0.02 * len(pairs)


def main():
    if len(sys.argv) not in (2, 3, 4) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    draws = {"cases": sys.argv[2] if len(sys.argv) > 2 else "100", "seed": "77", "design": "random"}
    rtol = f", run.rtol: {sys.argv[3]}" if len(sys.argv) > 3 else ""
    loose = land(sys.argv[1], set=f"{{run.integrator: ros2{rtol}}}", **draws)
    tight = land(sys.argv[1], set="{run.integrator: dop853, run.rtol: 1e-8}", **draws)
    check_same_draws(loose, tight)
    cells = {}
    for pair in zip(loose, tight):
        cells.setdefault(pair[0]["cell"], []).append(pair)
    print(f"{'':38} {'peak acceleration':^26} {'tilt':>8} {'mean':>8}   other")
    print(f"{'pair':38} {'median':>8} {'9 of 10':>8} {'worst':>8} {'9 of 10':>8} {'peak':>8}   verdicts")
    verdicts = [make_line(cell, pairs) for cell, pairs in cells.items()]
    make_line("all", list(zip(loose, tight)))
    sys.exit(0 if all(verdicts) else 1)


if __name__ == "__main__":
    main()
