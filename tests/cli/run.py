#!/usr/bin/env python3
"""The program as a user meets it: exit codes, files, sentences. Standard library only.

usage: run.py PINTLE [MODELS]     prints each claim; exit code 0 only if all hold
"""

import csv
import fcntl
import json
import math
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from html.parser import HTMLParser
from pathlib import Path

FILES = ["model.yaml", "manifest.json", "series.csv", "events.jsonl", "loads.csv", "load_sets.csv", "picture.json", "summary.json", "index.html"]
COMPONENTS = "fx fy fz mx my mz force moment axial radial torsion bending".split()

PENDULUM = """
pintle: 1
name: pendulum
gravity: [0, 0, -9.81]
bodies:
  rod: {mass: 1 kg, inertia: [0.083, 0.083, 0.001]}
  ball: {mass: 2 kg, inertia: [0.02, 0.03, 0.04]}
joints:
  pin: {type: hinge, between: [world, rod], at: {world: [0, 0, 0], rod: [0, 0, 0.5]}, axis: [0, 1, 0]}
  socket: {type: ball, between: [rod, ball], at: {rod: [0, 0, -0.5], ball: [0, 0, 0.3]}}
initial: {pin: {angle: 60 deg}, socket: {angular_velocity: [0.1, 0.2, 0.3]}}
events:
  latch: {when: time >= 0.5 s, do: [lock: pin]}
run: {until: 1 s, output_every: 0.01 s}
"""

passed = failed = 0


def claim(text, holds, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print(f"{'ok  ' if holds else 'FAIL'} {text}{'' if holds else f' [{why}]'}", flush=True)
    return holds


class Answer:
    def __init__(self, process):
        self.code, self.out, self.err = process.returncode, process.stdout, process.stderr

    def __str__(self):
        return f"exit code {self.code}, stdout {self.out[:300]!r}, stderr {self.err[:300]!r}"


class Bench:
    """A folder of its own for the program to run in."""

    def __init__(self, pintle, models):
        self.pintle, self.models = str(Path(pintle).resolve()), Path(models).resolve()
        self.folder = Path(tempfile.mkdtemp(prefix="pintle_cli_"))
        self.model = self.write("pendulum.yaml", PENDULUM)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def call(self, *arguments, **options):
        options.setdefault("timeout", 120)
        options.setdefault("cwd", self.folder)
        environment = {**os.environ, "COLUMNS": "80", **options.pop("env", {})}
        return Answer(subprocess.run([self.pintle, *map(str, arguments)], capture_output=True, text=True, env=environment, **options))

    def fresh(self, name):
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return self.folder / name


def read_series(folder):
    """(names without units, units, rows of numbers); raises if a row is torn."""
    with open(folder / "series.csv", newline="") as file:
        rows = list(csv.reader(file))
    heads = [re.fullmatch(r"(\S+) \[(\S+)\]", head) for head in rows[0]]
    numbers = [[float(cell) for cell in row] for row in rows[1:]]
    if not all(heads) or any(len(row) != len(heads) for row in numbers):
        raise ValueError("a header or row is torn")
    return [h.group(1) for h in heads], [h.group(2) for h in heads], numbers


def read_events(folder):
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def is_vector(value, size=3):
    return isinstance(value, list) and len(value) == size and all(isinstance(x, (int, float)) for x in value)


def is_pair(value, kind=lambda x: isinstance(x, (int, float))):
    return set(value) == {"before", "after"} and kind(value["before"]) and kind(value["after"])


class TagCounter(HTMLParser):
    """Counts what is opened and closed."""

    VOID = {"meta", "link", "br", "line", "i"}

    def __init__(self, text):
        super().__init__()
        self.opened, self.figures, self.plots, self.balanced = [], 0, 0, True
        self.feed(text)
        self.balanced = self.balanced and not self.opened

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_starttag(self, tag, attributes):
        self.figures += tag == "figure"
        self.plots += tag == "figure" and "data-panel" in dict(attributes)
        if tag not in self.VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        if not self.opened or self.opened.pop() != tag:
            self.balanced = False


# ---- a good run ------------------------------------------------------------------------------------------------------
def test_good_run(bench):
    out = bench.fresh("good")
    answer = bench.call("run", bench.model, "--out", out)
    claim("run: exit code 0 and nothing on stderr", answer.code == 0 and answer.err == "", answer)
    claim("run: every file is there, and nothing half", sorted(os.listdir(out)) == sorted(FILES), os.listdir(out))
    lines = answer.out.splitlines()
    claim("run: at most 15 lines of at most 80 columns", 3 <= len(lines) <= 15 and max(map(len, lines)) <= 80, lines)
    claim("run: they name the event, its jump and where to look",
          all(word in answer.out for word in ("pendulum", "completed", "latch at 0.5 s", "lost", "index.html")), answer.out)


def test_series(bench):
    out = bench.folder / "good"
    names, units, rows = read_series(out)
    claim("series: the first column is time in seconds", (names[0], units[0]) == ("time", "s"))
    claim("series: units are told for all columns", dict(zip(names, units))["pin.angle"] == "rad" and dict(zip(names, units))["rod.position.x"] == "m")
    times = [row[0] for row in rows]
    claim("series: rows stand on the grid, the last at the end", len(rows) == 102 and times[-1] == 1.0 and abs(times[1] - 0.01) < 1e-15, times[-3:])
    k = times.index(0.5)
    rate = names.index("pin.rate")
    claim("series: an event has two rows, before and after", times[k + 1] == 0.5 and times.count(0.5) == 2)
    claim("series: the locked hinge turns before the event and rests after it", rows[k][rate] != 0 and rows[k + 1][rate] == 0, rows[k][rate])


def test_events(bench):
    out = bench.folder / "good"
    events = read_events(out)
    event = events[0]
    keys = ["time", "event", "cause", "actions", "freedoms", "kinetic_energy", "linear_momentum", "angular_momentum", "impulses",
            "not_unique", "applied", "bodies", "joints"]
    claim("events: one line each, with the keys of the design in their order", len(events) == 1 and list(event) == keys, list(event))
    claim("events: name, cause, actions", (event["event"], event["cause"], event["actions"]) == ("latch", "time >= 0.5 s", ["lock pin"]))
    claim("events: freedoms and energy before and after",
          event["freedoms"] == {"before": 4, "after": 3} and is_pair(event["kinetic_energy"])
          and event["kinetic_energy"]["after"] < event["kinetic_energy"]["before"])
    claim("events: both momenta are vectors", is_pair(event["linear_momentum"], is_vector) and is_pair(event["angular_momentum"], is_vector))
    claim("events: an impulse for every joint",
          set(event["impulses"]) == {"pin", "socket"} and all(list(i) == COMPONENTS[:6] for i in event["impulses"].values()))
    bodies = event["bodies"]
    claim("events: bodies with pose and both velocities",
          set(bodies) == {"rod", "ball"} and all(is_vector(b["position"]) and set(b["orientation"]) == set("wxyz") and is_pair(b["velocity"], is_vector)
                                                 and is_pair(b["angular_velocity"], is_vector) for b in bodies.values()))
    claim("events: a hinge has a rate, a ball a quaternion and a relative rate",
          is_pair(event["joints"]["pin"]["rate"]) and set(event["joints"]["socket"]["orientation"]) == set("wxyz")
          and is_pair(event["joints"]["socket"]["angular_velocity"], is_vector), event["joints"])


def test_loads(bench):
    out = bench.folder / "good"
    with open(out / "loads.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    claim("loads: joint,component,peak,time,rms,unique,unit,source for every joint and component",
          list(rows[0]) == ["joint", "component", "peak", "time", "rms", "unique", "unit", "source"]
          and [(r["joint"], r["component"]) for r in rows] == [(j, c) for j in ("pin", "socket") for c in COMPONENTS])
    peak = {(r["joint"], r["component"]): float(r["peak"]) for r in rows}
    rms = {(r["joint"], r["component"]): float(r["rms"]) for r in rows}
    claim("loads: no mean is above its peak", all(rms[k] <= abs(peak[k]) * (1 + 1e-12) for k in peak))
    claim("loads: a pendulum of 3 kg hangs on its pin with more than its weight", peak["pin", "force"] > 3 * 9.81)
    with open(out / "load_sets.csv", newline="") as file:
        sets = [{head.split(" [")[0]: cell for head, cell in row.items()} for row in csv.DictReader(file)]
    claim("load sets: each holds its own peak, and its parts make up the whole",
          len(sets) == len(rows)
          and all(float(s[s["component"]]) == peak[s["joint"], s["component"]]
                  and math.isclose(float(s["force"]), math.hypot(float(s["fx"]), float(s["fy"]), float(s["fz"])), rel_tol=1e-12)
                  for s in sets))


def test_summary(bench):
    out = bench.folder / "good"
    summary = json.loads((out / "summary.json").read_text())
    claim("summary: status, time, counters",
          summary["status"] == "completed" and summary["time"] == 1.0 and summary["message"] == ""
          and set(summary["counters"]) == {"steps", "rejected", "evaluations", "events", "plans", "allocations", "reassembled"})
    claim("summary: the ledger closes", abs(summary["energy"]["balance_error"]) < 1e-6, summary["energy"])
    claim("summary: final state of bodies and joints",
          set(summary["final"]["joints"]["pin"]) == {"angle", "rate"} and summary["final"]["joints"]["pin"]["rate"] == 0
          and set(summary["final"]["joints"]["socket"]) == {"orientation", "angular_velocity"}
          and set(summary["final"]["bodies"]["rod"]) == {"position", "orientation", "velocity", "angular_velocity"})
    accounts = summary["accounts"]
    due = summary["energy"]["initial"] + accounts["applied"] - accounts["dissipated"] + accounts["events"] + accounts["projection"]
    claim("summary: the accounts add up to the energy at the end",
          math.isclose(due, accounts["kinetic"] + accounts["potential"], abs_tol=1e-6) and accounts["events"] < 0 and "check" not in summary, accounts)
    manifest = json.loads((out / "manifest.json").read_text())
    claim("manifest: version, options, host, times, conventions",
          all(key in manifest for key in ("pintle", "model", "command", "options", "seed", "host", "times", "conventions"))
          and manifest["times"]["finished"] is not None)
    again = bench.call("run", out / "model.yaml", "--out", bench.fresh("again"), "--quiet")
    first, second = read_series(out), read_series(bench.folder / "again")
    claim("model.yaml: runs again to the same numbers, bit by bit", again.code == 0 and first == second, again)


def test_page(bench):
    page = (bench.folder / "good" / "index.html").read_text()
    tags = TagCounter(page)
    claim("page: every tag that opens closes, and there are plots", tags.balanced and tags.plots >= 3, tags.opened)
    claim("page: at most six pictures of the mechanism, the event among them", 2 <= tags.figures - tags.plots <= 6 and '<span class="event">latch' in page)
    claim("page: nothing comes from outside", not re.search(r"https?:|src=|@import|url\(", page))
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
    claim("page: its data is JSON, one list of curves per plot", len(data["panels"]) == tags.plots)
    claim("page: loads that act together, accounts of energy, how far to trust it",
          all(text in page for text in ("What acts together", "due at the end", "How far to trust it")))


# ---- what it prints --------------------------------------------------------------------------------------------------
def test_printing(bench):
    out = bench.fresh("json")
    answer = bench.call("run", bench.model, "--out", out, "--json")
    claim("--json: prints summary.json and nothing else", answer.code == 0 and answer.out == (out / "summary.json").read_text(), answer)
    answer = bench.call("run", bench.model, "--out", bench.fresh("quiet"), "--quiet")
    claim("--quiet: prints nothing", answer.code == 0 and answer.out == "" and answer.err == "", answer)
    answer = bench.call("run", bench.model, "--out", bench.fresh("narrow"), env={"COLUMNS": "40"})
    claim("COLUMNS=40: no line is longer, but for a path",
          answer.code == 0 and all(len(line) <= 40 for line in answer.out.splitlines() if "/" not in line), answer)
    answer = bench.call("run", bench.model, "--set", "bodies.rod.mass=2", "--set", "gravity.z=-1.62", "--until", "0.2 s", "--out",
                        bench.fresh("set"), "--json")
    claim("--set and --until reach the model", answer.code == 0 and json.loads(answer.out)["time"] == 0.2, answer)
    answer = bench.call("run", bench.model)
    claim("default --out is out/<model>", answer.code == 0 and (bench.folder / "out" / "pendulum" / "summary.json").exists(), answer)
    answer = bench.call("run", bench.model, "--formulation", "newton-euler", "--integrator", "rkf45", "--out", bench.fresh("ne"), "--json")
    summary = json.loads(answer.out) if answer.code == 0 else {}
    claim("--formulation and --integrator are obeyed", (summary.get("formulation"), summary.get("integrator")) == ("newton-euler", "rkf45"), answer)
    closed = subprocess.run(f"'{bench.pintle}' new chain --n 2000 | head -1", shell=True, capture_output=True, text=True, timeout=60)
    claim("a reader that closes its end is no disaster", closed.returncode == 0 and closed.stderr == "", closed.stderr)


def test_until_zero(bench):
    out = bench.fresh("zero")
    answer = bench.call("run", bench.model, "--until", "0 s", "--out", out, "--quiet")
    claim("--until '0 s' evaluates the start: a row, loads, a page",
          answer.code == 0 and len(read_series(out)[2]) == 1 and (out / "index.html").exists(), answer)


# ---- mistakes --------------------------------------------------------------------------------------------------------
def test_bad_command_line(bench):
    for arguments in (["run"], ["run", bench.model, "--no-such-option"], ["no-such-command"], ["run", bench.model, "--formulation", "magic"],
                      ["run", bench.model, "--integrator", "magic"], ["compare", bench.model, "--formulations", "magic"],
                      ["compare", bench.model, "--states", "many"], ["new", "castle"], ["new", "chain", "--n", "0"], ["check"], ["info"], ["info", bench.model, "--variants", "a=b"],
                      ["plot"], ["plot", "pin.angle"], ["plot", bench.folder / "good"], ["plot", bench.folder / "good", "pin.angel"],
                      ["plot", bench.folder, "pin.angle"], ["plot", "no/such", "pin.angle"], ["plot", bench.folder / "good", "pin", "--out", "plot.pdf"],
                      ["report"], ["report", "no_such_run"], ["report", bench.folder], ["completion"], ["completion", "tcsh"]):
        answer = bench.call(*arguments)
        claim(f"exit code 2 and one sentence: pintle {' '.join(map(str, arguments)).replace(str(bench.folder), '.')}",
              answer.code == 2 and len(answer.err.splitlines()) == 1 and answer.err.startswith("pintle: ") and answer.out == "", answer)


def test_bad_model(bench):
    out = bench.fresh("bad")
    cases = {
        "two mistakes": PENDULUM.replace("mass: 1 kg", "mass: 1 m").replace("type: ball", "type: bell"),
        "a joint to nowhere": PENDULUM.replace("between: [rod, ball]", "between: [rod, bull]"),
        "an unknown key": PENDULUM.replace("gravity:", "grafity:"),
        "no YAML": "pintle: 1\nbodies: {a: [\n",
        "an unknown signal to record": PENDULUM.replace("output_every: 0.01 s", "output_every: 0.01 s, record: [nothing]"),
        "nothing at all": "",
    }
    for name, text in cases.items():
        answer = bench.call("run", bench.write("bad.yaml", text), "--out", out)
        lines = answer.err.splitlines()
        claim(f"exit code 3, the file named, nothing written: {name}",
              answer.code == 3 and lines and all("bad.yaml" in line for line in lines) and answer.out == "" and not out.exists(), answer)
    answer = bench.call("run", bench.write("bad.yaml", cases["two mistakes"]), "--out", out)
    claim("a sentence per mistake, with line and column", len([l for l in answer.err.splitlines() if re.match(r".*bad.yaml:\d+:\d+: ", l)]) == 2, answer)
    answer = bench.call("run", "no_such_file.yaml", "--out", out)
    claim("exit code 3: a file that is not there", answer.code == 3 and "no_such_file.yaml" in answer.err and not out.exists(), answer)
    answer = bench.call("run", bench.model, "--set", "bodies.rod.mass=heavy", "--out", out)
    claim("exit code 3: a --set that makes no sense", answer.code == 3 and not out.exists(), answer)


def test_directories(bench):
    foreign = bench.fresh("foreign")
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("precious")
    answer = bench.call("run", bench.model, "--out", foreign)
    claim("--out: a directory that is not ours is refused and untouched", answer.code == 2 and os.listdir(foreign) == ["thesis.txt"], answer)
    answer = bench.call("run", bench.model, "--out", foreign, "--force", "--quiet")
    claim("--force: it is taken all the same, and nothing is lost",
          answer.code == 0 and (foreign / "thesis.txt").read_text() == "precious" and (foreign / "summary.json").exists(), answer)
    answer = bench.call("run", bench.model, "--out", foreign, "--quiet", "--until", "0.1 s")
    claim("an earlier run of ours is replaced without asking", answer.code == 0 and len(read_series(foreign)[2]) == 11, answer)
    own = bench.fresh("own")
    own.mkdir()
    shutil.copy(bench.model, own / "model.yaml")
    answer = bench.call("run", own / "model.yaml", "--out", own, "--force")
    claim("a run never overwrites its own model file", answer.code == 2 and (own / "model.yaml").read_text() == PENDULUM, answer)
    answer = bench.call("run", bench.model, "--out", "/dev/null/x")
    claim("exit code 4 and one sentence: a directory that cannot be made", answer.code == 4 and len(answer.err.splitlines()) == 1, answer)
    answer = bench.call("run", bench.model, "--out", bench.model)
    claim("exit code 2: --out is a file", answer.code == 2 and bench.model.read_text() == PENDULUM, answer)


def test_full_disk(bench):
    out = bench.fresh("full")
    limit = 40_000  # bytes a file may have: fewer than series.csv wants
    answer = bench.call("run", bench.model, "--out", out, "--set", "run.output_every=1e-4",
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    claim("a file that may not grow: exit code 4 and one sentence that names it",
          answer.code == 4 and len(answer.err.splitlines()) == 1 and "series.csv" in answer.err, answer)
    rows = read_series(out)[2]
    claim("what is there stays: whole rows", len(rows) > 10 and rows[0][0] == 0.0, len(rows))
    summary = json.loads((out / "summary.json").read_text())
    claim("and a summary that says why", summary["status"] == "failed" and "series.csv" in summary["message"], summary["message"])
    claim("nothing half lies about", not list(out.glob("*.part")), os.listdir(out))
    again = bench.call("report", out)
    claim("and later a page from what is there, with that on top",
          again.code == 0 and "series.csv cannot be continued" in (out / "index.html").read_text(), again)
    with open("/dev/full", "w") as full:
        code = subprocess.run([bench.pintle, "new", "chain"], stdout=full, stderr=subprocess.DEVNULL, timeout=60).returncode
    claim("standard output that takes nothing: exit code 4", code == 4, code)


# ---- long runs -------------------------------------------------------------------------------------------------------
def wait_for(condition, seconds=30):
    end = time.time() + seconds
    while time.time() < end and not condition():
        time.sleep(0.05)
    return condition()


def start_long_run(bench, out, **options):
    command = [bench.pintle, "run", str(bench.model), "--out", str(out), "--set", "events.latch.when=time >= 1e8 s", "--until", "1e7 s",
               "--set", "run.output_every=5 s"]
    return subprocess.Popen(command, cwd=bench.folder, **options)


def has_rows(out):
    try:
        return len(read_series(out)[2]) > 20
    except (OSError, ValueError, IndexError):
        return False


def test_interrupted(bench):
    out = bench.fresh("interrupted")
    process = start_long_run(bench, out, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: has_rows(out))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    claim("Ctrl-C: exit code 130", process.returncode == 130, (process.returncode, err))
    summary = json.loads((out / "summary.json").read_text())
    times = [row[0] for row in read_series(out)[2]]
    claim("Ctrl-C: the directory is complete and says interrupted", sorted(os.listdir(out)) == sorted(FILES + ["checkpoint"]) and summary["status"] == "interrupted")
    claim("Ctrl-C: the rows go up to where it stopped", len(times) > 20 and times == sorted(times) and 0 <= summary["time"] - times[-1] <= 10,
          (times[-1], summary["time"]))


def same_results(one, other):
    def text(out, name):
        return re.sub(r'"wall_seconds": [^,\n]*', "", (out / name).read_text())

    return [name for name in FILES if name not in ("manifest.json", "index.html") and text(one, name) != text(other, name)]


def test_resumed(bench):
    long = ["--set", "events.latch.when=time >= 3000 s", "--until", "4000 s", "--set", "run.output_every=5 s", "--quiet"]
    whole, out = bench.fresh("whole"), bench.fresh("resumed")
    bench.call("run", bench.model, "--out", whole, *long)
    process = subprocess.Popen([bench.pintle, "run", str(bench.model), "--out", str(out), *long], cwd=bench.folder)
    wait_for(lambda: has_rows(out))
    process.send_signal(signal.SIGINT)
    claim("resume: Ctrl-C came before the end", process.wait(timeout=60) == 130)
    checkpoint = (out / "checkpoint").read_bytes()

    answer = bench.call("run", "--resume", out, "--set", "bodies.ball.mass=7 kg")
    claim("resume: a changed model is refused, with the difference", answer.code == 3 and re.search(r"\n  bodies\.ball\.mass: \S+ in the checkpoint, 7\.0 now\n$", answer.err), answer)
    answer = bench.call("run", "--resume", out, "--formulation", "newton-euler")
    claim("resume: so are other options", answer.code == 3 and answer.err.endswith("\n  run.formulation: auto in the checkpoint, newton-euler now\n"), answer)
    answer = bench.call("run", "--resume", out, "--until", "1 ms")
    claim("resume: an end that is over is refused", answer.code == 3 and "later --until" in answer.err, answer)
    for damaged in (checkpoint[:-1], checkpoint[:100], b"", checkpoint[:500] + b"?" + checkpoint[501:]):
        (out / "checkpoint").write_bytes(damaged)
        answer = bench.call("run", "--resume", out)
        claim("resume: a damaged checkpoint is one sentence", answer.code == 3 and "damaged" in answer.err and len(answer.err.splitlines()) == 1, answer)
    (out / "checkpoint").unlink()
    answer = bench.call("run", "--resume", out)
    claim("resume: without a checkpoint, one sentence", answer.code == 3 and "there is no checkpoint" in answer.err, answer)
    answer = bench.call("run", "--resume", out, "--out", whole)
    claim("resume: it has a directory already", answer.code == 2 and "--out" in answer.err, answer)

    (out / "checkpoint").write_bytes(checkpoint)
    answer = bench.call("run", "--resume", out, "--quiet")
    claim("resume: all files have the bytes of a run without interruption", answer.code == 0 and not same_results(whole, out), (answer, same_results(whole, out)))
    manifest = json.loads((out / "manifest.json").read_text())
    claim("resume: the manifest tells of it", len(manifest["times"]["resumed"]) == 1 and manifest["model"]["file"] == str(bench.model), manifest["times"])


def test_checkpoint(bench):
    out = bench.fresh("kept")
    answer = bench.call("run", bench.model, "--out", out, "--quiet", "--checkpoint=0.3 s")
    claim("--checkpoint: one is left at the end, and nothing half", answer.code == 0 and sorted(os.listdir(out)) == sorted(FILES + ["checkpoint"]), os.listdir(out))
    answer = bench.call("run", "--resume", out, "--until", "2 s", "--quiet")
    times = [row[0] for row in read_series(out)[2]]
    claim("--checkpoint: the run goes on to a later end", answer.code == 0 and times[-1] == 2 and times == sorted(times) and 1.01 in times, (answer, times[-3:]))
    answer = bench.call("run", bench.model, "--out", out, "--checkpoint=3 kg")
    claim("--checkpoint: how often is a time", answer.code == 3 and "--checkpoint=3 kg: 3 kg is a mass" in answer.err, answer)
    limit = 3_000_000  # bytes: room for checkpoints, not for all rows
    full, rows = bench.fresh("kept_full"), ["--set", "run.output_every=1e-4", "--quiet"]
    answer = bench.call("run", bench.model, "--out", full, "--checkpoint=0.02 s", *rows,
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    claim("--checkpoint: a disk that is full ends the run with one sentence", answer.code == 4 and len(answer.err.splitlines()) == 1, answer)
    whole = bench.fresh("never_full")
    bench.call("run", bench.model, "--out", whole, *rows)
    answer = bench.call("run", "--resume", full, "--quiet")
    claim("--checkpoint: and with more room it goes on to the same bytes", answer.code == 0 and not same_results(whole, full), answer)


def test_killed(bench):
    out = bench.fresh("killed")
    process = start_long_run(bench, out, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    there = wait_for(lambda: has_rows(out))
    process.kill()
    process.wait(timeout=60)
    claim("killed: whole rows are on disk, no summary pretends", there and has_rows(out) and not (out / "summary.json").exists())
    answer = bench.call("report", out)
    page = (out / "index.html").read_text() if (out / "index.html").exists() else ""
    claim("killed: report makes a page of its rows, and says what is missing",
          answer.code == 0 and "summary.json is not there" in answer.err and "pin.angle" in page and "not known" in page, answer)
    answer = bench.call("run", bench.model, "--out", out, "--quiet")
    claim("killed: the directory is known as ours and can be used again", answer.code == 0, answer)


def test_progress(bench):
    out = bench.fresh("progress")
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    process = start_long_run(bench, out, stdout=subprocess.DEVNULL, stderr=slave, env=environment)
    os.close(slave)
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    shown = b""
    try:
        while chunk := os.read(master, 65536):
            shown += chunk
    except OSError:  # the other side is closed
        pass
    process.wait(timeout=60)
    os.close(master)
    text = shown.decode()
    claim("progress: on a terminal, with time to go, and wiped at the end", " to go" in text and text.rstrip().endswith("\x1b[K"), text[-80:])
    claim("progress: one line that fits", all(len(part) <= 80 for part in re.split(r"\x1b\[K|\r", text)))


# ---- the other commands ----------------------------------------------------------------------------------------------
def test_help(bench):
    answer = bench.call("--help")
    claim("--help: exit code 0, with examples and exit codes", answer.code == 0 and "Examples:" in answer.out and "130" in answer.out, answer)
    claim("--help: no line is longer than 80 columns", all(len(line) <= 80 for line in answer.out.splitlines()))
    answer = bench.call()
    claim("without arguments: the same page", answer.code == 0 and "Examples:" in answer.out, answer)
    answer = bench.call("run", "--help")
    for command in ("new", "check", "info", "run", "compare", "plot", "report", "study", "sweep", "rerun", "schema", "completion"):
        page = bench.call(command, "--help")
        claim(f"{command} --help: ends with examples, and no line is longer than 80 columns",
              page.code == 0 and "Examples:" in page.out and page.out.rstrip().splitlines()[-1].strip().startswith(("pintle ", "source ", "--measure "))
              and all(len(line) <= 80 for line in page.out.splitlines()), page)
        narrow = bench.call(command, "--help", env={"COLUMNS": "50"}).out.split("Examples:")
        claim(f"{command} --help: in 50 columns the same words, and no line is longer, but for the examples",
              all(len(line) <= 50 for line in narrow[0].splitlines()) and "Examples:".join(narrow).split() == page.out.split(), narrow)
    claim("run --help: every option", answer.code == 0 and all(o in answer.out for o in ("--out", "--set", "--formulation", "--integrator", "--until",
                                                                                       "--json", "--quiet", "--force")), answer)
    answer = bench.call("--version")
    claim("--version: name and version", answer.code == 0 and re.fullmatch(r"pintle \d+\.\d+\.\d+\n", answer.out), answer)


def test_new(bench):
    answer = bench.call("new")
    kinds = re.findall(r"^  (\w+)", answer.out, re.M)
    claim("new: lists what there is", answer.code == 0 and {"pendulum", "double_pendulum", "spinning_top", "arm", "chain", "lander", "rocket"} <= set(kinds), answer)
    answer = bench.call("new", "landr")
    claim("new: a kind that there is not has its nearest name", answer.code == 2 and "did you mean lander?" in answer.err, answer)
    for kind in kinds:
        if kind == "study":
            continue  # it is none of a run: tests/cli/studies.py
        path = bench.folder / "templates" / f"{kind}.yaml"
        path.parent.mkdir(exist_ok=True)
        answer = bench.call("new", kind, path)
        checked = bench.call("check", path, "--json")
        ran = bench.call("run", path, "--out", bench.fresh(kind), "--json")
        summary = json.loads(ran.out) if ran.code == 0 else {}
        claim(f"new {kind}: its file is good and runs to its end, and the books close",
              answer.code == 0 and answer.out == "" and checked.code == 0 and summary.get("status") in ("completed", "stopped")
              and abs(summary["energy"]["balance_error"]) < 1e-4, (answer, checked, ran))
        claim(f"new {kind}: nothing to complain about in reading it", ran.err == "", ran)
        claim(f"new {kind}: without a file it goes to standard output", bench.call("new", kind).out == path.read_text())
        again = bench.call("run", bench.folder / kind / "model.yaml", "--out", bench.fresh("again_" + kind), "--quiet")
        claim(f"new {kind}: the resolved model gives the same bits",
              again.code == 0 and (bench.folder / kind / "series.csv").read_text() == (bench.folder / f"again_{kind}" / "series.csv").read_text(), again)
    for kind, bodies in (("chain", 8), ("lander", 8)):
        bench.write("counted.yaml", bench.call("new", kind, "--n", "7").out)
        found = json.loads(bench.call("check", "counted.yaml", "--json").out)["counts"]["bodies"]
        claim(f"new {kind}: --n says how many", found == bodies, found)
    text = path.read_text()
    answer = bench.call("new", "chain", "--n", "5", path)
    claim("new: an existing file stays", answer.code == 2 and path.read_text() == text, answer)
    answer = bench.call("new", "pendulum", "--n", "5")
    claim("new: --n where there is nothing to count is a mistake", answer.code == 2 and answer.out == "", answer)


def test_variants(bench):
    lander = bench.folder / "templates" / "lander.yaml"
    answer = bench.call("run", lander, "--variant", "surface=ice", "--variant", "legs=stiff", "--out", bench.fresh("ice"), "--quiet")
    claim("--variant: runs, and the resolved model has what it chose",
          answer.code == 0 and "mu_s: 0.1" in (bench.folder / "ice" / "model.yaml").read_text(), answer)
    picture = json.loads((bench.folder / "ice" / "picture.json").read_text())
    claim("run: shapes of the file are in the picture",
          "cylinder" in json.dumps(picture["outlines"]) and len(picture["outlines"]) == 5, picture["outlines"])
    for command in ("run", "compare", "check", "info"):
        answer = bench.call(command, lander, "--variant", "surface=mud")
        claim(f"{command} --variant: an unknown choice is exit code 3 and a sentence that lists the others",
              answer.code == 3 and len(answer.err.splitlines()) == 1 and "dust, sand, ice" in answer.err and answer.out == "", answer)
    one = json.loads(bench.call("info", lander, "--variant", "legs=stiff", "--json").out)
    two = json.loads(bench.call("info", lander, "--variant", "legs=stiff", "--set", "parameters.k_hip=1 kN*m/rad", "--json").out)
    claim("--set goes over --variant", (one["parameters"]["k_hip"]["value"], two["parameters"]["k_hip"]["value"]) == (60000, 1000), (one["parameters"], two["parameters"]))


LOOP = """pintle: 1
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, inertia: [0.001, 0.01, 0.01]}
  coupler: {mass: 1, inertia: [0.001, 0.02, 0.02]}
  rocker: {mass: 1, inertia: [0.001, 0.02, 0.02]}
joints:
  a: {type: hinge, between: [world, crank], at: {world: [0, 0, 0], crank: [-0.1, 0, 0]}, axis: [0, 0, 1]}
  b: {type: hinge, between: [crank, coupler], at: {crank: [0.1, 0, 0], coupler: [-0.25, 0, 0]}, axis: [0, 0, 1]}
  d: {type: hinge, between: [world, rocker], at: {world: [0.6, 0, 0], rocker: [-0.2, 0, 0]}, axis: [0, 0, 1]}
  c: {type: hinge, between: [coupler, rocker], at: {coupler: [0.25, 0, 0], rocker: [0.2, 0, 0]}, axis: [0, 0, 1]}
initial: {a: {angle: 1 rad, rate: 2 rad/s}, d: {angle: {guess: 2 rad}}}
run: {until: 0.5 s, output_every: 0.1 s}
"""


def test_loops(bench):
    loop = bench.write("loop.yaml", LOOP)
    for formulation in ("articulated-body", "newton-euler"):
        out = bench.fresh("loop")
        answer = bench.call("run", loop, "--out", out, "--formulation", formulation, "--json")
        summary = json.loads(answer.out)
        claim(f"a loop: {formulation} runs it, holds it and closes the books",
              answer.code == 0 and summary["energy"]["balance_error"] < 1e-7 and summary["constraints"]["max_position_error"] < 1e-12
              and summary["constraints"]["rows"] == 20 and summary["constraints"]["redundant"] == 3, answer)
        with open(out / "loads.csv", newline="") as file:
            shared = {(r["joint"], r["component"]) for r in csv.DictReader(file) if r["unique"] == "false"}
        claim(f"a loop: {formulation} marks the loads that equilibrium does not decide, across the plane alone",
              shared == {(j, c) for j in "abcd" for c in ("fz", "mx", "my", "force", "moment", "axial", "bending")}, shared)
    claim("a loop: the formulations agree", bench.call("compare", loop, "--states", "5").code == 0)
    answer = bench.call("check", loop)
    claim("a loop: check counts freedoms and redundant rows and names what is shared",
          answer.code == 0 and "1 at the start" in answer.out and "3 of them redundant" in answer.out and "fz, mx, my of a" in answer.out, answer)
    info = json.loads(bench.call("info", loop, "--json").out)
    claim("a loop: info shows the mechanism closed, what was given as it was given",
          len(info["structure"]["loops"]) == 1 and info["joints"]["a"]["coordinates"]["rz"] == 1 and info["structure"]["not_unique"]["c"] == "fz, mx, my", info)
    answer = bench.call("check", loop, "--set", "initial.b.angle=1 rad", "--set", "initial.d.angle=2 rad")
    claim("a loop: values that do not fit are named with their misfit",
          answer.code == 3 and "the mechanism does not close: joint c by 0." in answer.err, answer)
    answer = bench.call("check", loop, "--set", "events={e: {when: c.load.fz > 1 N, do: [stop]}}")
    claim("a loop: an event on a load that is not unique is refused, with the place",
          answer.code == 3 and "events.e.when: c.load.fz is not unique" in answer.err, answer)
    answer = bench.call("check", loop, "--set", "events={e: {when: c.load.fx > 1 N, do: [stop]}}")
    claim("a loop: an event on a unique component is not", answer.code == 0, answer)


def test_run_options(bench):
    for key, value in (("integrator", "magic"), ("formulation", "magic"), ("integrator", "rk4"), ("rtol", "1e-30")):
        text = PENDULUM.replace("until: 1 s,", f"until: 1 s, {key}: {value},")
        out = bench.fresh("optioned")
        answer = bench.call("run", bench.write("optioned.yaml", text), "--out", out)
        claim(f"run.{key}: {value} in the file is a mistake with its line and column",
              answer.code == 3 and re.match(r".*optioned.yaml:14:\d+: run\.", answer.err) and not out.exists(), answer)
        answer = bench.call("check", "optioned.yaml")
        claim(f"run.{key}: {value}: check finds it too", answer.code == 3 and "optioned.yaml:14:" in answer.err, answer)


def is_near(one, other):
    """The same shape, numbers to 1e-12; the two signs of a quaternion are one attitude."""
    if isinstance(one, dict):
        return isinstance(other, dict) and set(one) == set(other) and all(is_near(one[key], other[key]) for key in one)
    if isinstance(one, list) and len(one) == 4:
        return is_near(one[:3], other[:3]) and is_near(one[3], other[3]) or all(is_near(a, -b) for a, b in zip(one, other))
    if isinstance(one, list):
        return len(one) == len(other) and all(is_near(a, b) for a, b in zip(one, other))
    return abs(one - other) < 1e-12


def test_info(bench):
    here = Path(__file__).resolve().parent
    answer = bench.call("info", here / "info_tree.yaml", "--json", "--signals")
    info = json.loads(answer.out) if answer.code == 0 else {}
    expected = json.loads((here / "info_tree.json").read_text())  # by an independent reading of docs/format.md
    for section in ("bodies", "joints"):
        for name, entry in expected[section].items():
            claim(f"info --json: {section}.{name} is where an independent reading puts it", is_near(entry, info[section].get(name, {})),
                  (entry, info[section].get(name)))
    claim("info --json: parameters with units, signals with units, the tree",
          info["parameters"]["reach"] == {"value": 0.4, "unit": "m"} and {"name": "hip2.angle", "unit": "rad"} in info["signals"]
          and {"body": "crab", "parent": "boom", "joint": "trolley"} in info["tree"], info["parameters"])
    claim("info --json: principal moments, and what the reference configuration is",
          is_near(info["parts"]["bodies"]["mast"]["principal_moments"], [0.02, 0.2, 0.2]) and "reference" in info["parts"]["joints"]["neck"])
    text = bench.call("info", bench.model).out
    claim("info: the sign of a coordinate in words", "angle > 0 turns rod about +y of the world" in text, text)
    claim("info: the tree as a picture", "\u2514\u2500 rod  by pin (hinge)\n     \u2514\u2500 ball  by socket (ball)" in text, text)
    claim("info: events, formulations, integrators", all(word in text for word in ("lock pin when time >= 0.5 s", "newton-euler", "rkf45")), text)
    claim("info --signals: one on a line", "  pin.load.fx [N]\n" in bench.call("info", bench.model, "--signals").out)


def test_check_model(bench):
    here = Path(__file__).resolve().parent
    before = sorted(os.listdir(bench.folder))
    answer = bench.call("check", bench.model)
    claim("check: a good model, exit code 0, counts, freedoms and frames",
          answer.code == 0 and answer.err == "" and all(text in answer.out for text in
                                                        ("2 bodies, 2 joints", "4 at the start", "world \u2192 rod", "[0, 0, 0]", "+y")), answer)
    claim("check: writes nothing", sorted(os.listdir(bench.folder)) == before)
    answer = bench.call("check", here / "info_tree.yaml", "--json")
    found = json.loads(answer.out) if answer.code == 0 else {}
    warnings = "\n".join(found.get("warnings", []))
    claim("check --json: counts and freedoms", found["counts"] == {"bodies": 8, "joints": 8, "constraints": 0, "points": 0, "forces": 0, "contacts": 0, "events": 1, "parameters": 3}
          and found["freedoms"] == 18 and found["good"] and found["runs"], found.get("counts"))
    claim("check: an event that is true at the start", re.search(r"info_tree.yaml:\d+:\d+: events.early: is true at the start", warnings), warnings)
    claim("check: a body that floats is a fact, and no warning where its start is given",
          found["floating"] == ["hub"] and "bodies.hub" not in warnings, warnings)
    answer = bench.call("check", here / "info_tree.yaml")
    claim("check: what rides on a body that floats", "floats hub, with 6 bodies on it" in " ".join(answer.out.split()), answer)
    claim("check: a part that is inactive", "joints.spare: is declared inactive" in warnings, warnings)
    loose = bench.write("loose.yaml", "pintle: 1\nbodies: {stone: {mass: 1, inertia: [1, 1, 1]}}\nparameters: {spare: 3}\n")
    answer = bench.call("check", loose)
    claim("check: a body without joint, and the warnings of the reader",
          answer.code == 0 and "bodies.stone: nothing holds it" in " ".join(answer.out.split()) and "parameters.spare: is never used" in " ".join(answer.out.split()), answer)
    answer = bench.call("run", loose, "--out", bench.fresh("loose"))
    claim("run: the warnings of check, on standard error",
          answer.code == 0 and "warning: " in answer.err and "bodies.stone: nothing holds it" in answer.err and "parameters.spare: is never used" in answer.err, answer)
    mixed = bench.write("mixed.yaml", """pintle: 1
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {h: {type: slider, between: [world, a], at: [0, 0, 0], motor: {force: "=1 N*exp(-((time/(1 s) - h.displacement/(1 m))/1e-4)^2)"}}}
run: {until: 1 s}
""")
    for options, wanted in (([], True), (["--set", "run.max_step=1 ms"], False)):
        answer = bench.call("check", mixed, *options)
        said = "joints.h.motor: =1 N*exp(-((time/(1 s) - h.displacement/(1 m))/1e-4)^2) is a function of time and motion in one" in " ".join(answer.out.split())
        claim("check: a law of time and motion in one, unless max_step is given", answer.code == 0 and said == wanted, answer)
    sled = ("pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
            "joints: {j: {type: slider, between: [world, a], at: [0, 0, 0], motor: {force: \"=LAW\"}}}\ninitial: {j: {velocity: 1}}\nrun: {until: 0.1}\n")
    for law, word in (("1e4 N*exp(-((j.displacement - 1 m)/(0.1 mm))^2)", "a bell of the motion"), ("1e4 N*(1 - tanh((j.displacement - 1 m)/(0.1 mm))^2)", "a bell of the motion"),
                      ("1e4 N*sin(1 rad/m*j.displacement)^1000", "a bell of the motion"), ("if(j.velocity > 0 m/s, -1 N, 1 N)", "jumps with j.velocity"),
                      ("-1 N*sign(j.velocity/(1 m/s))", "jumps with j.velocity"), ("-1 N*tanh(j.velocity/(1 mm/s))", ""),
                      ("if(j.displacement > 1 m, -1 N, 1 N)", ""), ("1 N*exp(-j.displacement/(1 m))", "")):
        answer = bench.call("check", bench.write("sled.yaml", sled.replace("LAW", law)))
        said = " ".join(answer.out.split())
        claim(f"check: {law}: {word or 'no warning'}", answer.code == 0 and (word in said if word else "joints.j.motor: " not in said), answer)
    degrees = bench.write("degrees.yaml", PENDULUM.replace("angle: 60 deg", "angle: 60"))
    for command in (["check", degrees], ["run", degrees, "--out", bench.fresh("degrees")]):
        answer = bench.call(*command)
        said = " ".join((answer.out + answer.err).split())
        claim(f"{command[0]}: an angle that looks like degrees", answer.code == 0 and "initial.pin.angle: 60 has no unit and is read as 60 rad, which is 9.55 turns; write 60 deg" in said, answer)
    for wrong, way_out in ((["--output", "x"], "there is no option --output; did you mean --out?"), (["-q"], "there is no option -q; did you mean --quiet?"),
                           (["another.yaml"], "'another.yaml' is one word too many")):
        answer = bench.call("run", bench.model, *wrong)
        claim(f"run {wrong[0]}: says what is wrong with the word", answer.code == 2 and way_out in answer.err, answer)
    stopped = bench.write("stopped.yaml", PENDULUM.replace("angle: 60 deg", "angle: 60").replace("do: [lock: pin]", "do: []")
                          .replace("axis: [0, 1, 0]}", "axis: [0, 1, 0], limits: {low: -90 deg, high: 90 deg, restitution: 0}}"))
    answer = bench.call("check", stopped)
    claim("check: a warning that explains a mistake stands before it", answer.code == 3 and re.search(r"warning: .*60 has no unit.*\n.*beyond the stop", answer.err), answer)
    answer = bench.call("check", bench.model, env={"COLUMNS": "40"})
    claim("check: fits a terminal of 40 columns", answer.code == 0 and all(len(line) <= 40 for line in answer.out.splitlines()), answer)
    bad = bench.write("bad.yaml", PENDULUM.replace("mass: 1 kg", "mass: 1 m"))
    answer = bench.call("check", bad)
    claim("check: a mistake is exit code 3 and a sentence", answer.code == 3 and "bad.yaml:6:" in answer.err and answer.out == "", answer)
    answer = bench.call("check", bad, "--json")
    claim("check --json: mistakes as a list", answer.code == 3 and json.loads(answer.out)["good"] is False and len(json.loads(answer.out)["mistakes"]) == 1, answer)


def test_schema(bench):
    answer = bench.call("schema")
    claim("schema: JSON", answer.code == 0 and json.loads(answer.out).get("$schema", "").startswith("https://json-schema.org/"), answer)
    answer = bench.call("schema", "--markdown")
    claim("schema --markdown: a page of keys", answer.code == 0 and answer.out.startswith("#") and "`stiffness`" in answer.out, answer)


def test_compare(bench):
    answer = bench.call("compare", bench.model, "--formulations", "articulated-body,newton-euler", "--states", "10", "--seed", "3", "--json")
    report = json.loads(answer.out) if answer.out else {}
    claim("compare: they agree, exit code 0", answer.code == 0 and report.get("agree") is True, answer)
    claim("compare: the worst is named", {"quantity", "part", "state", "difference", "tolerance"} <= set(report.get("worst", {}))
          and len(report.get("rows", [])) > 10, answer)
    answer = bench.call("compare", bench.model, "--formulations", "articulated-body,newton-euler", "--tolerance", "1e-30", "--states", "3")
    claim("compare: beyond the tolerance, exit code 5", answer.code == 5 and "do not agree" in answer.out, answer)


def test_check(bench):
    out = bench.fresh("checked")
    answer = bench.call("run", bench.model, "--out", out, "--check")
    summary = json.loads((out / "summary.json").read_text())
    check = summary.get("check", {})
    claim("run --check: the digest has a line about it", answer.code == 0 and re.search(r"^check +at rtol 1e-09", answer.out, re.M), answer)
    claim("run --check: the differences are small, in summary.json",
          check.get("rtol") == 1e-9 and all(0 <= check[key] < 1e-4 for key in ("position", "attitude", "velocity"))
          and 0 <= check["peak_force"] < 0.05, check)
    claim("run --check: on the page too", "computed again with rtol" in (out / "index.html").read_text())
    claim("run --check: it records nothing of its own", read_series(out) == read_series(bench.folder / "good") and sorted(os.listdir(out)) == sorted(FILES))
    answer = bench.call("run", bench.model, "--out", bench.fresh("checked"), "--check", "--integrator", "rk4", "--set", "run.dt=1 ms", "--json")
    check = json.loads(answer.out)["check"] if answer.code == 0 else {}
    claim("run --check: with fixed steps a tenth of dt", math.isclose(check.get("dt", 0), 1e-4) and check["rtol"] is None, answer)


def test_interrupted_check(bench):
    out = bench.fresh("interrupted_check")
    command = [bench.pintle, "run", str(bench.model), "--out", str(out), "--check", "--integrator", "rk4", "--set", "run.dt=1e-5", "--until", "2 s",
               "--set", "run.output_every=1 s"]
    process = subprocess.Popen(command, cwd=bench.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    there = wait_for(lambda: (out / "summary.json").exists())
    process.send_signal(signal.SIGINT)
    text, _ = process.communicate(timeout=60)
    summary = json.loads((out / "summary.json").read_text())
    claim("Ctrl-C in the check: the run stays complete, the check says it was interrupted",
          there and process.returncode == 130 and summary["status"] == "completed" and "interrupted" in summary["check"]["message"]
          and summary["check"]["position"] is None and sorted(os.listdir(out)) == sorted(FILES), (process.returncode, text, summary.get("check")))


def test_report(bench):
    out = bench.folder / "good"
    before = (out / "index.html").read_text()
    (out / "index.html").unlink()
    answer = bench.call("report", out)
    claim("report: writes the same page from the files alone, and says where",
          answer.code == 0 and answer.err == "" and answer.out.strip() == str(out / "index.html") and (out / "index.html").read_text() == before, answer)
    torn = bench.fresh("torn")
    shutil.copytree(out, torn)
    (torn / "picture.json").write_text('{"up": [0')
    (torn / "loads.csv").unlink()
    answer = bench.call("report", torn)
    page = (torn / "index.html").read_text()
    claim("report: damaged and missing files are a sentence each, the rest is shown",
          answer.code == 0 and "picture.json is damaged" in answer.err and "loads.csv is not there" in answer.err
          and "pin.angle" in page and "not complete" in page and TagCounter(page).balanced, answer)


def test_plot(bench):
    good = bench.folder / "good"
    answer = bench.call("plot", good, "pin.angle", "system.energy")
    svg = (bench.folder / "plot.svg").read_text() if answer.code == 0 else ""
    claim("plot: writes plot.svg and says so", answer.code == 0 and "plot.svg: 5 curves in 2 panels" in answer.out, answer)
    claim("plot: an SVG with units and names", svg.startswith("<svg ") and all(t in svg for t in ("[rad]", "[J]", "pin.angle", "system.energy.total")))
    answer = bench.call("plot", "pin.angle", bench.folder / "again", good, "--out", "both.svg", "--title", "a < b")
    svg = (bench.folder / "both.svg").read_text() if answer.code == 0 else ""
    claim("plot: two runs over each other, the legend says which", all(t in svg for t in ("pin.angle (good)", "pin.angle (again)", "a &lt; b")), answer)
    answer = bench.call("plot", good, "rod.position.*", "--out", "rod.html", "--quiet")
    page = (bench.folder / "rod.html").read_text() if answer.code == 0 else ""
    claim("plot: a page that needs nothing from outside",
          answer.out == "" and TagCounter(page).plots == 1 and "rod.position.z" in page and not re.search(r"https?:|src=|@import|url\(", page), answer)
    answer = bench.call("plot", bench.folder / "lander", "all.hip.angle", "--out", "hips.svg")
    claim("plot: all.hip means hip1, hip2, …", answer.code == 0 and "4 curves in 1 panel" in answer.out, answer)
    answer = bench.call("plot", good, "pn.angle")
    claim("plot: an unknown signal has its nearest names", answer.code == 2 and "did you mean pin" in answer.err, answer)
    answer = bench.call("plot", good, "pin.load.force")
    claim("plot: a signal that was not recorded is told as such", answer.code == 2 and "was not recorded" in answer.err, answer)
    (bench.folder / "plot.svg").write_text("mine")
    answer = bench.call("plot", good, "pin.angle")
    claim("plot: the default name never replaces a file of someone else",
          answer.code == 2 and "--out" in answer.err and (bench.folder / "plot.svg").read_text() == "mine", answer)
    answer = bench.call("plot", good, "pin.angle", "--out", "/dev/null/x.svg")
    claim("plot: a file that cannot be written is exit code 4", answer.code == 4 and len(answer.err.splitlines()) == 1, answer)


def test_completion(bench):
    scripts = {shell: bench.call("completion", shell).out for shell in ("bash", "zsh", "fish")}
    claim("completion: every command is known to every shell",
          all(command in script for script in scripts.values() for command in ("new", "check", "info", "run", "compare", "plot", "report", "schema", "completion")))
    claim("completion: every option of run too", all(("--check" in script or "-l check" in script) for script in scripts.values()))
    for shell, script in scripts.items():
        if shutil.which(shell):
            path = bench.write(f"completion.{shell}", script)
            parsed = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, timeout=60)
            claim(f"completion: {shell} can read it", parsed.returncode == 0 and parsed.stderr == "", parsed.stderr)
    if shutil.which("bash"):
        ask = 'source completion.bash; COMP_WORDS=(pintle run --int); COMP_CWORD=2; _pintle; echo "${COMPREPLY[@]}"'
        asked = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, cwd=bench.folder, timeout=60)
        claim("completion: bash completes an option", asked.stdout.strip() == "--integrator", asked)


def test_models(bench):
    for model in sorted(m for m in bench.models.glob("*.yaml") if not m.name.endswith(".study.yaml")):
        out = bench.fresh("model")
        answer = bench.call("run", model, "--out", out, "--json")
        summary = json.loads(answer.out) if answer.code == 0 else {}
        claim(f"models/{model.name}: runs to its end", summary.get("status") in ("completed", "stopped") and (out / "index.html").exists(), answer)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    here = Path(__file__).resolve().parent
    bench = Bench(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else here.parent.parent / "models")
    try:
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                try:
                    test(bench)
                except Exception as problem:  # one broken test does not hide the others
                    claim(f"{name} comes to its end", False, repr(problem))
    finally:
        shutil.rmtree(bench.folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
