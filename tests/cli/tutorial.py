#!/usr/bin/env python3
"""The tutorial, done as it says. Standard library only.

Every ```sh block of docs/tutorial.md runs, in order, in one empty folder, and must succeed. A block ```output below it is
what its commands show, or part of it; … stands for any text in a line, on a line of its own for any lines. A ```cpp block is the
program of tests/consumer.

usage: tutorial.py PINTLE [PAGE]     prints each claim; exit code 0 only if all hold
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
failed = 0


def claim(text, holds, why=""):
    global failed
    failed += not holds
    print(f"{'ok  ' if holds else 'FAIL'} {text}{'' if holds else chr(10) + why}", flush=True)


def to_pattern(shown):
    lines = []
    for line in shown.rstrip("\n").split("\n"):
        if line.strip() == "…":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(".*".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ ]*\n")
    return re.compile("".join(lines))


def run_block(script, folder, environment):
    return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    page = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "tutorial.md"
    pintle = Path(sys.argv[1]).resolve()
    environment = {**os.environ, "PATH": f"{pintle.parent}:{os.environ['PATH']}", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    text = page.read_text(encoding="utf-8")
    said = ""
    with tempfile.TemporaryDirectory(prefix="pintle_tutorial_") as folder:
        for block in BLOCK.finditer(text):
            kind, body = block.group(1), block.group(2)
            line = text.count("\n", 0, block.start()) + 1
            if kind == "sh":
                answer = run_block(body, folder, environment)
                said = answer.stdout
                claim(f"{page.name}:{line}: {body.splitlines()[0]}", answer.returncode == 0, said[-1000:])
            elif kind == "output":
                claim(f"{page.name}:{line}: the output is still that", to_pattern(body).search(said + "\n"), said[-2000:])
            elif kind == "cpp":
                program = (ROOT / "tests" / "consumer" / "main.cpp").read_text(encoding="utf-8")
                claim(f"{page.name}:{line}: the program is that of tests/consumer", body.strip() in program, body)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
