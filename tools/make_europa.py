#!/usr/bin/env python3
"""The tables of docs/europa.md, from the store of its study and a few further studies.

    tools/make_europa.py PINTLE [STORE]

PINTLE is the program, for example build/release/bin/pintle; STORE that of `pintle study models/europa.study.yaml`, which is run if there
is none: 4,800 landings. Besides those there are 1,200 for the integrator, 4,800 drawn at random, and 4,320 for the open choices. What
stands between the marks of a table in docs/europa.md is written anew; numbers in its sentences are printed, to be compared by hand.
Nothing depends on the clock: the same program at the same level of processors writes the same bytes.
"""
import math
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "europa.md"
STUDY = (ROOT / "models" / "europa.study.yaml").read_text(encoding="utf-8")
LEGS, SURFACES = ["stiff", "shock-absorbing", "conforming", "impedance"], ["ice", "snow", "sand"]
OTHERS = "an independent program"


# ---- studies --------------------------------------------------------------------------------------------------------
def change(text, **sections):
    """The study with other lines for some of its keys."""
    for key, value in sections.items():
        text, count = re.subn(rf"^{key}: .*$", f"{key}: {value}", text, flags=re.M)
        assert count == 1, key
    return text


class Studies:
    def __init__(self, pintle, folder):
        self.pintle, self.folder = pintle, folder
        shutil.copy(ROOT / "models" / "lander.yaml", folder)

    def run(self, name, text, *options):
        """Cases of a study: (legs, surface) → columns by case number."""
        file, store = self.folder / f"{name}.study.yaml", self.folder / f"{name}.db"
        file.write_text(text, encoding="utf-8")
        print(f"running {name}", file=sys.stderr)
        subprocess.run([self.pintle, "study", file, "--out", store, "--quiet", *options], check=True)
        return read_store(store)


def read_store(store):
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    names = [dict(pair.split("=") for pair in name.split(", ")) for (name,) in map(tuple, db.execute("select name from cells order by cell"))]
    cells = {(cell["legs"], cell["surface"]): {} for cell in names}
    for row in db.execute('select * from cases order by "case"'):
        assert row["case.status"] != "failed", row["case.message"]
        cell = names[row["case.cell"]]
        cells[cell["legs"], cell["surface"]][row["case"]] = row
    db.close()
    return cells


def column(cases, name):
    return [row[name] for row in cases.values()]


def rate(cases):
    return 100 * statistics.fmean(column(cases, "rolled"))


# ---- what others have found -----------------------------------------------------------------------------------------
def read_published():
    """source → (legs, surface) → mean, deviation, rate in percent."""
    found = {}
    section = STUDY[STUDY.index("\npublished:"):STUDY.index("\nfigures:")]
    for table in re.split(r"^- title: ", section, flags=re.M)[1:]:
        source = OTHERS if f"source: {OTHERS}" in table else "thesis"
        surface = re.search(r"^  at: \{surface: (\w+)\}", table, re.M).group(1)
        for legs, mean, sd in re.findall(r"legs: ([\w-]+)\}, of: peak_acceleration, mean: ([\d.]+) m/s\^2, sd: ([\d.]+) m/s\^2", table):
            (share,) = re.findall(rf"legs: {legs}\}}, of: rolled, rate: ([\d.]+) %", table)
            found.setdefault(source, {})[legs, surface] = float(mean), float(sd), float(share)
    return found


def short(x, digits=1):
    return f"{x:.{digits}f}".rstrip("0").rstrip(".")


def make_peaks(main, published):
    lines = ["| legs | surface | here, 400 | independent, 4,000 | thesis, 400 |", "|---|---|---|---|---|"]

    def entry(mean, sd, share):
        return f"{mean:.1f} ± {sd:.1f}, {short(share, 2)}"

    for legs in LEGS:
        for surface in SURFACES:
            peaks = column(main[legs, surface], "peak_acceleration")
            ours = entry(statistics.fmean(peaks), statistics.stdev(peaks), rate(main[legs, surface]))
            theirs = [entry(*published[source][legs, surface]) for source in (OTHERS, "thesis")]
            lines.append(f"| {legs if surface == SURFACES[0] else ''} | {surface} | {ours} | {theirs[0]} | {theirs[1]} |".replace("|  |", "| |"))
    return lines


# ---- how exact a case is --------------------------------------------------------------------------------------------
def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def percents(x):
    return f"{100 * x:.2g} %"


def make_exact(studies):
    """Every twentieth case of each cell, by ros2 at some tolerances against dop853."""

    def run(name, integrator, rtol):
        text = change(STUDY, set=f"{{run.integrator: {integrator}, run.rtol: {rtol}}}")
        cells = studies.run(name, text, "--shard", "1/20")
        return {number: row for cases in cells.values() for number, row in cases.items()}

    exact = run("tight", "dop853", "1e-8")
    lines = ["| rtol of `ros2` | peak acceleration: median, 9 of 10 | largest tilt: 9 of 10 | other verdicts of rollover | mean peak |",
             "|---|---|---|---|---|"]
    for rtol in ("3e-3", "1e-3", "1e-4"):
        rough = run(f"ros2_{rtol}", "ros2", rtol)

        def off(name):
            return [abs(rough[n][name] / exact[n][name] - 1) for n in exact]

        peak, tilt = off("peak_acceleration"), off("largest_tilt")
        other = sum(rough[n]["rolled"] != exact[n]["rolled"] for n in exact)
        mean = statistics.fmean(column(rough, "peak_acceleration")) / statistics.fmean(column(exact, "peak_acceleration")) - 1
        lines.append(f"| {rtol} | {percents(quantile(peak, 0.5))}, {percents(quantile(peak, 0.9))} | {percents(quantile(tilt, 0.9))} | "
                     f"{other} of {len(exact)} | {'−' if mean < 0 else '+'}{percents(abs(mean))} |")
        if rtol == "1e-3":
            loads = max(abs(rough[n][f"{joint}_load{k}"] / exact[n][f"{joint}_load{k}"] - 1)
                        for n in exact for joint in ("hip", "knee") for k in range(1, 7))
            print(f"largest difference at 1e-3: {percents(max(peak))} of a peak, {percents(loads)} of a joint load")
    return lines


# ---- what the open choices do ---------------------------------------------------------------------------------------
CHOICES = [
    ("links of 5 kg: 2 kg", {"parameters.link": "2 kg"}, {}),
    ("10 kg", {"parameters.link": "10 kg"}, {}),
    ("belly at −0.30 m: −0.45 m", {"parameters.belly_z": "-0.45 m"}, {}),
    ("belly 0.45 as stiff as the ground: as stiff", {"parameters.belly_scale": "1"}, {}),
    ("both (`belly: printed`)", {}, {"belly": "printed"}),
    ("bristles as printed: of a physical size (`friction: sized`)", {}, {"friction": "sized"}),
]


def signed(x):
    whole = round(x)
    return "0" if whole == 0 else f"{'−' if whole < 0 else '+'}{abs(whole)}"


def make_choices(studies):
    legs = LEGS[:3]

    def run(name, settings, variants):
        pairs = {"run.integrator": "ros2", "run.rtol": "1e-3", **settings}
        grid = f"legs: [{', '.join(legs)}], surface: [{', '.join(SURFACES)}]" + "".join(f", {g}: [{c}]" for g, c in variants.items())
        text = change(STUDY, set="{" + ", ".join(f"{path}: {value}" for path, value in pairs.items()) + "}", grid="{" + grid + "}", cases=60)
        text = text[:text.index("\npublished:")] + "\n"
        return studies.run(name, text)

    usual = run("usual", {}, {})
    lines = ["| instead of | stiff: ice, snow, sand | shock-absorbing | conforming |", "|---|---|---|---|"]
    for k, (title, settings, variants) in enumerate(CHOICES):
        cells = run(f"choice{k + 1}", settings, variants)
        entries = []
        for one in legs:
            def mean(of, surface):
                return statistics.fmean(column(of[one, surface], "peak_acceleration"))
            peaks = [signed(100 * (mean(cells, surface) / mean(usual, surface) - 1)) for surface in SURFACES]
            rates = [signed(rate(cells[one, surface]) - rate(usual[one, surface])) for surface in SURFACES]
            entries.append(f"{', '.join(peaks)} %; {', '.join(rates)}")
        lines.append(f"| {title} | {' | '.join(entries)} |")
    return lines


# ---- how sure 400 cases are -----------------------------------------------------------------------------------------
def find_line(cases):
    """The vertical speed beyond which the shares of cases that roll over and that do not differ most, as the page has it."""
    ordered = sorted((row["vertical_speed"], row["rolled"]) for row in cases.values())
    count = {1: sum(rolled for _, rolled in ordered), 0: sum(1 - rolled for _, rolled in ordered)}
    difference = best = place = 0
    for (speed, rolled), (after, _) in zip(ordered, ordered[1:]):
        difference += (1 if rolled else -1) / count[1 if rolled else 0]
        if abs(difference) > best:
            best, place = abs(difference), 0.5 * (speed + after)
    return place


def print_sure(studies, main, published):
    for name, cells in (("a Latin hypercube", main), ("random draws", studies.run("random", change(STUDY, design="random")))):
        fast = column(cells["stiff", "snow"], "vertical_speed")
        drawn = column(cells["stiff", "snow"], "parameters.vz")
        print(f"{name}: stiff legs on ice roll over above {find_line(cells['stiff', 'ice']):.2f} m/s")
        print(f"{name}: stiff legs on snow: draws of vz {statistics.fmean(drawn) - 3:+.2f} m/s off, {(statistics.fmean(drawn) - 3) / 1.5 * math.sqrt(len(drawn)):+.1f} "
              f"standard errors; peak {statistics.fmean(column(cells['stiff', 'snow'], 'peak_acceleration')):.1f} m/s², rollover {rate(cells['stiff', 'snow']):.1f} %")
        close = 0
        for key, cases in cells.items():
            x, y = column(cases, "vertical_speed"), column(cases, "peak_acceleration")
            slope = statistics.covariance(x, y) / statistics.variance(x)
            normal = statistics.NormalDist(3, 1.5)  # |vz|: its mean is 3 (1 − 2 Φ(−2)) + 2 · 1.5 φ(2)
            expected = 3 * (1 - 2 * normal.cdf(0)) + 2 * 1.5**2 * normal.pdf(0)
            corrected = statistics.fmean(y) + slope * (expected - statistics.fmean(x))
            close += abs(corrected / published[OTHERS][key][0] - 1) < 0.01
            if key == ("stiff", "snow"):
                print(f"{name}: by the regression on the vertical speed {corrected:.1f} m/s²; it explains {100 * statistics.correlation(x, y)**2:.0f} % of the variance")
        print(f"{name}: corrected so, {close} of 12 means are within 1 % of those of {OTHERS}; on average {statistics.fmean(fast):.2f} m/s on snow")


# ---- the page -------------------------------------------------------------------------------------------------------
def put(page, name, lines):
    begin, end = f"<!-- {name}: tools/make_europa.py -->", f"<!-- {name} ends -->"
    start, stop = page.index(begin) + len(begin), page.index(end)
    return page[:start] + "\n" + "\n".join(lines) + "\n" + page[stop:]


def main():
    pintle, published = str(Path(sys.argv[1]).resolve()), read_published()
    with tempfile.TemporaryDirectory() as folder:
        studies = Studies(pintle, Path(folder))
        whole = read_store(sys.argv[2]) if len(sys.argv) > 2 else studies.run("europa", STUDY)
        page = put(PAGE.read_text(encoding="utf-8"), "peaks", make_peaks(whole, published))
        page = put(page, "exact", make_exact(studies))
        page = put(page, "choices", make_choices(studies))
        print_sure(studies, whole, published)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
