#!/usr/bin/env python3
"""A study's page in a real browser: what its script draws, what a click says, and that it asks no network.

usage: study_page.py PINTLE     prints each claim; exit code 0 only if all hold, 77 where there is no chromium
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODEL = """
pintle: 1
gravity: [0, 0, -9.81]
parameters: {angle: 1, mass: 2 kg}
bodies: {bob: {mass: =mass, inertia: [0.01, 0.01, 0.01]}}
joints:
  pin: {type: hinge, between: [world, bob], at: {world: [0, 0, 0], bob: [0, 0, 1]}, axis: [0, 1, 0]}
initial: {pin: {angle: =angle}}
variants: {place: {earth: {}, moon: {gravity.z: -1.62}}}
choose: {place: earth}
run: {until: 2 s}
"""

STUDY = """
pintle_study: 1
name: swings < on two worlds
model: swing.yaml
grid: {place: [earth, moon]}
cases: 300
vary: {parameters.angle: {normal: {sd: 30 %}}, parameters.mass: {normal: {sd: 5 %}}}
factors: {height: 1 - cos(angle)}
measures: {speed: {of: abs(pin.rate), take: max}, fast: {of: abs(pin.rate) > 3 rad/s, take: ever}}
published:
- {title: Table 1, cases: 300, at: {place: earth}, rows: [{of: speed, mean: 3, sd: 0.9}, {of: fast, rate: 50 %}]}
figures:
- {title: Figure 1, distribution: speed}
- {title: Figure 2, scatter: [parameters.angle, speed], by: fast, at: {place: earth}}
"""

CLICK = """
<script>
  document.querySelector('#figures [data-n="17"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.getElementById("scell").value = "1";
  document.getElementById("scell").dispatchEvent(new Event("change"));
</script>
"""

passed = failed = 0


def claim(text, holds, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print(f"{'ok  ' if holds else 'FAIL'} {text}{'' if holds else f' [{why}]'}", flush=True)


def dump(chromium, folder, page):
    """The page as it is after its scripts have run; a browser that hangs is asked again."""
    words = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom",
             "--proxy-server=127.0.0.1:9", f"file://{page}"]
    for _ in range(3):
        try:
            return subprocess.run(words, capture_output=True, text=True, timeout=60).stdout
        except subprocess.TimeoutExpired:
            continue
    return ""


def count_sheets(chromium, folder, page):
    """How many sheets of paper the page takes."""
    paper = folder / "page.pdf"
    words = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
             f"--print-to-pdf={paper}", "--proxy-server=127.0.0.1:9", f"file://{page}"]
    for _ in range(3):
        try:
            subprocess.run(words, capture_output=True, timeout=60)
            return len(re.findall(rb"/Type\s*/Page\b(?!s)", paper.read_bytes()))
        except (subprocess.TimeoutExpired, FileNotFoundError):
            continue
    return 0


def look(chromium, pintle, folder):
    (folder / "swing.yaml").write_text(MODEL)
    (folder / "swing.study.yaml").write_text(STUDY)

    def call(*words):
        return subprocess.run([pintle, *words], cwd=folder, capture_output=True, text=True, timeout=300)

    ran, told = call("study", "swing.study.yaml", "--quiet"), call("report", "swing.study.yaml")
    claim("a study and its page", ran.returncode == 0 and told.returncode == 0, (ran, told))
    page = folder / "out" / "swing.study.html"
    dom = dump(chromium, folder, page)
    cloud = re.search(r'<svg id="cloud".*?</svg>', dom, re.S).group(0)
    claim("the script draws a mark for each case", cloud.count("data-n=") - cloud.count('data-n="0"') == 600, cloud.count("data-n="))
    options = re.findall(r"<option[^>]*>([^<]*)</option>", re.search(r'<select id="sx">.*?</select>', dom, re.S).group(0))
    claim("any quantity goes across", options == ["parameters.angle", "parameters.mass", "speed", "fast", "height"], options)
    claim("published numbers have verdicts", "numbers agree" in dom and dom.count("agrees<") + dom.count("differs,") == 3, dom.count("agrees<"))
    claim("shares are percents of three digits", re.search(r"<b>[\d.]+ %</b>", dom) and not re.search(r"\d%<|nan%", re.sub(r'style="[^"]*"', "", dom)))
    sheets = count_sheets(chromium, folder, page)
    claim("on paper it takes three to six sheets", 3 <= sheets <= 6, sheets)
    claim("nothing is picked before a click", re.search(r'<p id="picked"[^>]*hidden', dom))

    (folder / "out" / "click.html").write_text(page.read_text().replace("</body>", CLICK + "</body>"))
    dom = dump(chromium, folder, folder / "out" / "click.html")
    picked = re.search(r'<p id="picked"([^>]*)>(.*?)</p>', dom, re.S)
    claim("a click on a case tells how to see it run",
          picked and "hidden" not in picked.group(1) and picked.group(2) == "Case 17 (place=earth): <code>pintle rerun out/swing.study.db 17</code>", picked and picked.group(0))
    cloud = re.search(r'<svg id="cloud".*?</svg>', dom, re.S).group(0)
    claim("one cell alone", cloud.count("data-n=") - cloud.count('data-n="0"') == 300, cloud.count("data-n="))

    call("rerun", "swing.study.yaml", "17", "--quiet")
    call("report", "swing.study.yaml")
    (folder / "out" / "click.html").write_text(page.read_text().replace("</body>", CLICK + "</body>"))
    dom = dump(chromium, folder, folder / "out" / "click.html")
    link = re.search(r'<p id="picked".*?<a href="([^"]*)"', dom, re.S)
    sheets = count_sheets(chromium, folder, folder / "out" / "swing.study.case17" / "index.html")
    claim("the page of a run takes one to four sheets", 1 <= sheets <= 4, sheets)
    claim("a case that was run again is linked, and its page is there", link and (folder / "out" / link.group(1)).exists(), link)


def main():
    chromium = shutil.which("chromium")
    if not chromium:
        print("there is no chromium")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        start = time.time()
        look(chromium, str(Path(sys.argv[1]).resolve()), Path(folder))
    print(f"{passed} claims hold, {failed} do not; {time.time() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
