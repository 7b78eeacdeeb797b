#!/usr/bin/env python3
"""Studies as a user meets them: the same bits however they are run, killed and gone on with; sentences; a full disk.

usage: studies.py PINTLE [KILLS]     prints each claim; exit code 0 only if all hold
"""

import json
import math
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODEL = """
pintle: 1
gravity: [0, 0, -9.81]
parameters: {length: 1 m, angle: 1, mass: 2 kg}
bodies: {bob: {mass: =mass, inertia: [0.01, 0.01, 0.01]}}
joints:
  pin: {type: hinge, between: [world, bob], at: {world: [0, 0, 0], bob: [0, 0, =length]}, axis: [0, 1, 0]}
initial: {pin: {angle: =angle}}
run: {until: 20 s}
"""

STUDY = """
pintle_study: 1
model: swing.yaml
cases: 400
seed: 2
vary:
  parameters.angle: {normal: {sd: 30 %}}
  bodies.bob.mass: {uniform: {half_width: 10 %}}
measures:
  speed: {of: pin.rate, take: max}
  fast: {of: pin.rate > 3 rad/s, take: ever}
  pull: {of: pin.load.force, take: max}
"""

LANDING = """
pintle_study: 1
model: lander.yaml
grid: {legs: [impedance], surface: [sand]}
cases: 3
set: {run.until: 4 s}
vary:
  parameters.mass: {normal: {sd: 9 kg}}
  parameters.vy: {normal: {sd: 1.5 m/s}}
  parameters.theta: {normal: {sd: 11.5 deg}}
"""

passed = failed = 0


def claim(text, holds, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print(f"{'ok  ' if holds else 'FAIL'} {text}{'' if holds else f' [{why}]'}", flush=True)
    return holds


class Bench:
    def __init__(self, pintle, folder):
        self.pintle, self.folder = pintle, folder
        self.write("swing.yaml", MODEL)
        self.write("swing.study.yaml", STUDY)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def call(self, *words, **options):
        return subprocess.run([self.pintle, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=300, **options)

    def start(self, *words):
        return subprocess.Popen([self.pintle, *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def table(self, store):
        return self.call("study", "export", store).stdout

    def summary_of(self, number, store, folder):
        """Whether a run's summary tells what the store has of a case; and what is different."""
        summary = json.loads((self.folder / folder / "summary.json").read_text())
        db = sqlite3.connect(self.folder / store)
        db.row_factory = sqlite3.Row
        row = db.execute('select * from cases where "case" = ?', (number,)).fetchone()
        db.close()
        told = dict(summary["measures"])
        told["case.evaluations"] = summary["counters"]["evaluations"]
        other = {name: (value, row[name]) for name, value in told.items() if value != row[name]}
        return len(told) > 1 and not other, other


def test_same_bits(bench, kills):
    answer = bench.call("study", "swing.study.yaml", "-j", 1, "--out", "one.db")
    whole = bench.table("one.db")
    claim("a study of 400 cases", answer.returncode == 0 and len(whole.splitlines()) == 401, answer)
    bench.call("study", "swing.study.yaml", "-j", 2, "--out", "two.db", "--quiet")
    claim("-j 1 and -j 2 have the same bits", bench.table("two.db") == whole)
    for k in (1, 2, 3):
        bench.call("study", "swing.study.yaml", "--shard", f"{k}/3", "--quiet")
    answer = bench.call("study", "merge", "merged.db", *[f"out/swing.study.{k}-3.db" for k in (1, 2, 3)])
    claim("three shards merged have the same bits", answer.returncode == 0 and bench.table("merged.db") == whole, answer)
    answer = bench.call("study", "status", "out/swing.study.2-3.db")
    claim("a shard knows how many cases it is to have", "133 of 133 cases" in answer.stdout and "shard 2/3" in answer.stdout, answer)
    answer = bench.call("study", "merge", "some.db", *[f"out/swing.study.{k}-3.db" for k in (1, 3)])
    claim("a merge says what is missing, and how to have it", "133 missing" in " ".join(answer.stdout.split()) and answer.returncode == 0, answer)
    answer = bench.call("study", "swing.study.yaml", "--out", "some.db", "--quiet")
    claim("which then has the same bits", answer.returncode == 0 and bench.table("some.db") == whole, answer)
    bench.call("study", "export", "one.db", "--csv", "one.csv")
    claim("export --csv writes the same table into a file", (bench.folder / "one.csv").read_text() == whole and not (bench.folder / "one.csv.new").exists())
    answer = bench.call("study", "merge", "merged.db", "one.db")
    claim("a merge does not write over a file", answer.returncode == 4 and "exists" in answer.stderr, answer)
    answer = bench.call("study", "swing.study.yaml", "--out", "one.db")
    claim("a study that is done has nothing to do", answer.returncode == 0 and "400 cases" in answer.stdout and "now" not in answer.stdout, answer)

    # Each start lives for a share of what the whole takes, so that most are killed on the way.
    bench.write("long.study.yaml", STUDY.replace("cases: 400", "cases: 2000"))
    began = time.time()
    bench.call("study", "long.study.yaml", "-j", 2, "--out", "long.db", "--quiet")
    lasted = time.time() - began
    whole = bench.table("long.db")
    draw, killed = random.Random(3), 0
    for _ in range(kills):
        process = bench.start("study", "long.study.yaml", "-j", 2, "--out", "killed.db", "--quiet")
        time.sleep(draw.uniform(0.01, 2 * lasted / (kills + 5)))
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        if (bench.folder / "killed.db").exists():
            status = bench.call("study", "status", "killed.db")
            if status.returncode != 0:
                claim("a store can be read after a kill", False, status)
    answer = bench.call("study", "long.study.yaml", "-j", 2, "--out", "killed.db")
    claim(f"after kill -9 at {kills} random moments ({killed} met it running) and going on: the same bits",
          answer.returncode == 0 and bench.table("killed.db") == whole and len(whole.splitlines()) == 2001 and killed > kills // 2, answer)


def test_stopping(bench):
    bench.write("short.study.yaml", STUDY.replace("cases: 400", "cases: 4000") + "stop_when: {fast: {ci_half_width: 5 %}}\n")
    answer = bench.call("study", "short.study.yaml", "--out", "short.db")
    cases = len(bench.table("short.db").splitlines()) - 1
    claim("a stopping rule ends a study after a multiple of 100 cases", answer.returncode == 0 and cases % 100 == 0 and cases < 4000, (answer, cases))
    answer = bench.call("study", "status", "short.db")
    claim("and its status says so", f"{cases} of {cases} cases" in answer.stdout and "stop_when" in answer.stdout, answer)


def test_at_once(bench):
    for k in range(5):
        starts = [bench.start("study", "swing.study.yaml", "-j", 1, "--out", f"race{k}.db", "--quiet") for _ in range(3)]
        answers = [(process.communicate(timeout=300)[1], process.returncode) for process in starts]
        if sorted(code for _, code in answers) not in ([0, 3, 3], [0, 0, 3], [0, 0, 0]) or any(code == 3 and "another process" not in err for err, code in answers):
            claim("of starts at one time one makes the store, others say so", False, answers)
            return
        if bench.table(f"race{k}.db") != bench.table("one.db"):
            claim("of starts at one time one makes the store, others say so", False, f"race{k}.db")
            return
    claim("of starts at one time one makes the store, others say so", True)


def test_ranks(bench):
    """Where there is Open MPI, and the program was built with it."""
    mpirun = shutil.which("mpirun")
    if not mpirun:
        return
    whole = bench.table("one.db")
    for ranks in (2, 4):
        words = [mpirun, "--allow-run-as-root", "--oversubscribe", "-np", str(ranks), bench.pintle, "study"]
        answer = subprocess.run([*words, "swing.study.yaml", "--out", f"ranks{ranks}.db", "--quiet"], cwd=bench.folder, capture_output=True, text=True, timeout=300)
        if "without Open MPI" in answer.stderr:
            claim("a program without Open MPI says so, and what to do", "--shard" in answer.stderr and answer.returncode == 2, answer)
            return
        claim(f"{ranks} ranks have the same bits", answer.returncode == 0 and bench.table(f"ranks{ranks}.db") == whole, answer)
        answer = subprocess.run([*words, "short.study.yaml", "--out", f"short{ranks}.db", "--quiet"], cwd=bench.folder, capture_output=True, text=True, timeout=300)
        claim("and a stopping rule ends them where one thread ends", answer.returncode == 0 and bench.table(f"short{ranks}.db") == bench.table("short.db"), answer)


def test_spectrum(bench):
    bench.write("spectrum.study.yaml", STUDY.replace("cases: 400", "cases: 3")
                + "  srs: {of: bob.acceleration.x, take: shock, frequency: {from: 1 Hz, to: 100 Hz, steps: 3}, every: 1 ms}\n"
                + "  head: {of: bob.acceleration.norm, take: max, channel_class: 60, every: 1 ms}\n"
                + "limits: {srs.10Hz: {max_below: 1000 m/s^2}}\n")
    answer = bench.call("study", "spectrum.study.yaml", "--out", "spectrum.db")
    head, *rows = bench.table("spectrum.db").splitlines()
    names = head.split(",")
    stiff, soft = names.index("srs.100Hz [m/s^2]"), names.index("srs.1Hz [m/s^2]")
    filtered = names.index("head [m/s^2]")
    claim("a shock response spectrum has a column for each frequency", answer.returncode == 0 and len(rows) == 3 and "srs.10Hz [m/s^2]" in names, (answer, head))
    first = rows[0].split(",")
    claim("its numbers are there, and a filter of class 60 leaves a slow swing alone", float(first[stiff]) > 0 and float(first[soft]) > 0 and float(first[filtered]) > 0, first)


def test_interrupted(bench):
    bench.write("cut.study.yaml", STUDY.replace("cases: 400", "cases: 100000"))  # half a minute at least
    process = bench.start("study", "cut.study.yaml", "-j", 1, "--out", "cut.db")
    end, done = time.time() + 60, None
    while time.time() < end and process.poll() is None and not done:
        time.sleep(0.01)
        if (bench.folder / "cut.db").exists():
            done = re.search(r": [1-9][\d\s]* of 100\s000 cases", bench.call("study", "status", "cut.db").stdout)
    claim("a study of many cases runs, and its store can be asked meanwhile", process.poll() is None and done, done)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    claim("Ctrl-C: exit code 130, and how to go on", process.returncode == 130 and "the same command goes on" in err, (process.returncode, err))
    claim("Ctrl-C: one sentence", len(err.splitlines()) == 1, err)


def test_rerun(bench):
    bench.call("report", "one.db")
    answer = bench.call("rerun", "one.db", 17, "--out", "again")
    claim("a case again has the bits of the study", answer.returncode == 0 and "to the last bit" in answer.stdout, answer)
    claim("and all files of a run", (bench.folder / "again" / "index.html").exists() and (bench.folder / "again" / "series.csv").exists())
    page = (bench.folder / "again" / "index.html").read_text()
    claim("its page leads back to that of the study", 'Case 17 of <a href="../one.html">one.db</a>' in page)
    same, why = bench.summary_of(17, "one.db", "again")  # rows of dop853 take evaluations of their own
    claim("its summary has the measures of the store, to the bit", same or list(why) == ["case.evaluations"], why)
    bench.call("report", "again")
    claim("also where it is written once more", 'Case 17 of <a href="../one.html">one.db</a>' in (bench.folder / "again" / "index.html").read_text())
    for number in ("0", "-1", "99999999999999999999"):
        answer = bench.call("rerun", "one.db", number)
        claim(f"a case {number}: exit code 2 and a sentence", answer.returncode == 2 and len(answer.stderr) < 100, answer)
    lander = Path(__file__).parents[2] / "models" / "lander.yaml"
    shutil.copy(lander, bench.folder / "lander.yaml")
    bench.write("landing.study.yaml", LANDING)
    answer = bench.call("study", "landing.study.yaml", "--quiet")
    claim("a study of landings", answer.returncode == 0, answer)
    for number in (1, 2, 3):
        answer = bench.call("rerun", "landing.study.yaml", number, "--quiet", "--out", f"landing{number}")
        same, why = bench.summary_of(number, "out/landing.study.db", f"landing{number}")
        claim(f"landing {number} again: its summary has the measures and evaluations of the store, to the bit", answer.returncode == 0 and same, (answer, why))
    answer = bench.call("rerun", "one.db", 401)
    claim("a case that is not there: a sentence", answer.returncode == 3 and "no case 401" in answer.stderr, answer)


def test_refusals(bench):
    bench.write("other.study.yaml", STUDY.replace("seed: 2", "seed: 3"))
    answer = bench.call("study", "other.study.yaml", "--out", "one.db")
    claim("another study is refused, with the difference", answer.returncode == 3 and "seed: 2 in the store, 3 now" in answer.stderr, answer)
    bench.write("swing.yaml", MODEL.replace("inertia: [0.01", "inertia: [0.02"))
    answer = bench.call("study", "swing.study.yaml", "--out", "one.db")
    claim("another model is refused, with the difference", answer.returncode == 3 and "0.02" in answer.stderr, answer)
    bench.write("swing.yaml", MODEL)
    bad = STUDY.replace("cases: 400", "cases: 4e9").replace("sd: 30 %", "sd: -1")
    bench.write("bad.study.yaml", bad)
    answer = bench.call("study", "bad.study.yaml")
    claim("a bad study: exit code 3, a sentence with its place, nothing written",
          answer.returncode == 3 and answer.stderr.startswith("bad.study.yaml:4:8: cases:") and not (bench.folder / "out/bad.study.db").exists(), answer)
    for words in (["study"], ["study", "swing.study.yaml", "--shard", "3/2"], ["study", "swing.study.yaml", "-j", "-1"], ["rerun", "one.db", "x"]):
        answer = bench.call(*words)
        claim(f"exit code 2: {' '.join(words)}", answer.returncode == 2 and len(answer.stderr.splitlines()) == 1, answer)
    answer = bench.call("study", "export", "swing.yaml")
    claim("what is no store: a sentence", answer.returncode == 3 and len(answer.stderr.splitlines()) == 1, answer)
    answer = bench.call("run", "swing.study.yaml")
    claim("run: a study is no model", answer.returncode == 3 and "pintle study" in answer.stderr, answer)


def test_failures(bench):
    heavy = MODEL.replace("mass: 2 kg", "mass: 0.001 kg")
    bench.write("light.yaml", heavy)
    lines = "pintle_study: 1\nmodel: light.yaml\ncases: 30\nvary: {parameters.mass: {uniform: {low: %s kg, high: %s kg}}}\nmeasures: {speed: {of: pin.rate, take: max}}\n"
    bench.write("light.study.yaml", lines % (-2, -1))
    answer = bench.call("study", "light.study.yaml")
    claim("a study whose cases all fail: exit code 4, and one reason for all of them", answer.returncode == 4 and "all 30 cases failed" in answer.stderr
          and "warning: 30 cases failed as case 1 did: " in answer.stderr, answer)
    bench.call("report", "light.study.yaml")
    page = (bench.folder / "out" / "light.study.html").read_text()
    claim("and its page says so on top, with one reason", "All of 30 cases failed" in page and page.count("<code>pintle rerun out/light.study.db") == 1)
    answer = bench.call("check", "light.study.yaml", "--json")
    trials = json.loads(answer.stdout)["trials"]
    claim("check --json tells which trial cases fail", len(trials) == 3 and all("failure" in trial for trial in trials), answer)
    bench.write("light.study.yaml", lines % (-1, 9))
    answer = bench.call("study", "light.study.yaml", "--out", "some_light.db")
    claim("a study of which some cases fail warns", answer.returncode == 0 and "statistics are those of the others alone" in answer.stderr, answer)


def test_files(bench):
    bench.write("foreign.yaml", MODEL + "functions: {f: {of: time, file: ../table.csv}}\n")
    bench.write("foreign.study.yaml", STUDY.replace("swing.yaml", "foreign.yaml"))
    answer = bench.call("study", "foreign.study.yaml")
    claim("a study reads no table outside of its model's folder", answer.returncode == 3 and "../table.csv is not in the folder of the model" in answer.stderr, answer)
    bench.write("foreign.yaml", MODEL + "functions: {f: {of: time, file: /etc/passwd}}\n")
    answer = bench.call("check", "foreign.yaml")
    claim("what is in a foreign file is told by no sentence", answer.returncode == 3 and "root" not in answer.stderr and "/etc/passwd" in answer.stderr, answer)
    for words, code in ((["study", "swing.study.yaml", "--out", "empty.db"], 3), (["report", "empty.db"], 3), (["study", "status", "empty.db"], 3)):
        (bench.folder / "empty.db").write_bytes(b"")
        answer = bench.call(*words)
        claim(f"an empty file is no store, and stays empty: {words[0]}", answer.returncode == code and (bench.folder / "empty.db").stat().st_size == 0
              and not list(bench.folder.glob("empty.db-*")), answer)


def test_full_disk(bench):
    limit = 45_000  # bytes that a file may have: the index of the write-ahead log fits, the log of 400 cases does not
    answer = bench.call("study", "swing.study.yaml", "--out", "full.db",
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    claim("a store that may not grow: exit code 4 and one sentence that names it",
          answer.returncode == 4 and len(answer.stderr.splitlines()) == 1 and "full.db" in answer.stderr, answer)
    if not (bench.folder / "full.db").exists():
        return
    answer = bench.call("study", "swing.study.yaml", "--out", "full.db")
    claim("and with room again it goes on to the same bits", answer.returncode == 0 and bench.table("full.db") == bench.table("one.db"), answer)


def test_new_and_check(bench):
    bench.call("new", "pendulum", "pendulum.yaml")
    answer = bench.call("new", "study", "pendulum.study.yaml")
    checked = bench.call("check", "pendulum.study.yaml", "--json")
    claim("new study: its file is good", answer.returncode == 0 and checked.returncode == 0, (answer, checked))
    claim("check: cases, inputs, measures, an estimate", (found := json.loads(checked.stdout))["cases"] == 200 and len(found["inputs"]) == 3
          and found["estimate_seconds"] > 0, checked)
    ran, told = bench.call("study", "pendulum.study.yaml"), bench.call("report", "pendulum.study.yaml")
    claim("new study: it runs, and keeps its limits", ran.returncode == 0 and told.returncode == 0, (ran, told))
    answer = bench.call("check", "bad.study.yaml", "--json")
    claim("check: a bad study is exit code 3, with its mistakes", answer.returncode == 3 and not json.loads(answer.stdout)["good"], answer)
    answer = bench.call("study", "pendulum.study.yaml", "--slurm", 3, "-j", 2)
    script = answer.stdout
    claim("a job array of Slurm: a script that bash reads", "#SBATCH --array=1-3" in script
          and subprocess.run(["bash", "-n"], input=script, text=True).returncode == 0, answer)
    bench.write("it's mine.study.yaml", STUDY.replace("cases: 400", "cases: 2"))
    quoted = bench.call("study", "it's mine.study.yaml", "--slurm", 1).stdout
    job = subprocess.run(["bash", "-c", quoted], cwd=bench.folder, timeout=300,
                         env={"PATH": f"{Path(bench.pintle).parent}:/usr/bin:/bin", "SLURM_ARRAY_TASK_ID": "1", "SLURM_CPUS_PER_TASK": "1"})
    claim("also of a study whose name bash would not take as it stands", job.returncode == 0 and (bench.folder / "out/it's mine.study.1-1.db").exists(), quoted)
    for k in (1, 2, 3):  # as Slurm would
        job = subprocess.run(["bash", "-c", script], cwd=bench.folder, timeout=300,
                             env={"PATH": f"{Path(bench.pintle).parent}:/usr/bin:/bin", "SLURM_ARRAY_TASK_ID": str(k), "SLURM_CPUS_PER_TASK": "1"})
        claim(f"its job {k}", job.returncode == 0)
    merge = next(line for line in script.splitlines() if "pintle study merge" in line).split("merge", 1)[1].split()
    answer = bench.call("study", "merge", "array.db", *merge[1:])
    claim("its stores merge into the bits of the study", bench.table("array.db") == bench.table("out/pendulum.study.db"), answer)


def test_sweep(bench):
    answer = bench.call("sweep", "swing.yaml", "--set", "parameters.length=1 m..4 m/4", "--set", "run.until=2 s", "--measure", "max abs(pin.rate)", "--csv", "sweep.csv")
    rows = [[float(x) for x in line.split(",")] for line in (bench.folder / "sweep.csv").read_text().splitlines()[1:]]
    # Energy: m l² ω²/2 + J ω²/2 = m g l (1 − cos 1). Extremes are looked for up to a millionth of the way that a value goes.
    wanted = [math.sqrt(2 * 2 * 9.81 * l * (1 - math.cos(1)) / (2 * l * l + 0.01)) for l in (1, 2, 3, 4)]
    claim("a sweep tells the speeds of the closed form", answer.returncode == 0 and [row[0] for row in rows] == [1, 2, 3, 4]
          and all(abs(row[1] - w) < 1e-6 * w for row, w in zip(rows, wanted)), (answer, rows, wanted))
    lander = Path(__file__).parents[2] / "models" / "lander.yaml"
    answer = bench.call("sweep", lander, "--set", "parameters.mass=900 kg..950 kg/2", "--set", "run.until=0.1 s", "--measure", "peak=max lander.acceleration.norm")
    claim("a sweep tells what was asked for, and not all that the model measures", answer.returncode == 0
          and answer.stdout.splitlines()[0].split() == ["parameters.mass", "[kg]", "peak", "[m/s^2]"], answer)
    answer = bench.call("sweep", "swnig.yaml", "--set", "parameters.length=1 m..4 m/4", "--measure", "max abs(pin.rate)")
    claim("a sweep of a model that is not there", answer.returncode == 3 and answer.stderr.startswith("swnig.yaml: cannot be opened"), answer)
    answer = bench.call("sweep", "swing.yaml", "--measure", "max abs(pin.rate)")
    claim("a sweep of nothing: exit code 2", answer.returncode == 2, answer)
    for words, sentence in ((["--measure", "max pin.raet"], '--measure "max pin.raet": pin has no signal "raet"; did you mean pin.rate?'),
                            (["--measure", "mxa pin.rate"], '--measure "mxa pin.rate": "mxa" is not known; did you mean max?'),
                            (["--set", "parameters.lenght=1 m..2 m/3"], "--set parameters.lenght=1 m..2 m/3: there is no such parameter")):
        answer = bench.call("sweep", "swing.yaml", "--set", "parameters.length=1 m..4 m/4", *words)
        claim("a mistake in the words of a sweep is told of these words", answer.returncode in (2, 3) and sentence in answer.stderr, answer)


def test_report(bench):
    answer = bench.call("report", "one.db")
    page = (bench.folder / "one.html").read_text()
    claim("the page of a study", answer.returncode == 0 and "pintle rerun one.db" in page, answer)
    claim("it asks nothing of the network", "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https://" not in page)
    bench.write("strict.study.yaml", STUDY + "limits: {fast: {rate_below: 1 %}}\n")
    bench.call("study", "strict.study.yaml", "--quiet")
    answer = bench.call("report", "strict.study.yaml")
    strict, whole = answer, bench.table("out/strict.study.db")
    bench.write("strict.study.yaml", STUDY + "limits: {fast: {rate_below: 99 %}}\n")
    answer = bench.call("study", "strict.study.yaml")
    claim("a limit that has become another one makes no case anew", answer.returncode == 0 and "now" not in answer.stdout and bench.table("out/strict.study.db") == whole, answer)
    answer = bench.call("report", "strict.study.yaml")
    claim("and the page judges by it", answer.returncode == 0 and "rate below 99 %" in (bench.folder / "out/strict.study.html").read_text(), answer)
    bench.write("strict.study.yaml", STUDY + "limits: {fast: {rate_below: 1 %}}\n")
    answer = bench.call("report", "strict.study.yaml")
    claim("exit code 5: a limit is violated", strict.returncode == 5 and answer.returncode == 5 and "violated" in (bench.folder / "out/strict.study.html").read_text(), answer)


def main():
    pintle = str(Path(sys.argv[1]).resolve())
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pintle, Path(folder))
        test_same_bits(bench, kills)
        test_stopping(bench)
        test_at_once(bench)
        test_ranks(bench)
        test_spectrum(bench)
        test_interrupted(bench)
        test_rerun(bench)
        test_refusals(bench)
        test_failures(bench)
        test_files(bench)
        test_full_disk(bench)
        test_new_and_check(bench)
        test_sweep(bench)
        test_report(bench)
    print(f"{passed} claims hold, {failed} do not")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
