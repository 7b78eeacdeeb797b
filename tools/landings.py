"""Random landings by models/europa.study.yaml with other settings, as rows; for check_landings.py."""
import csv
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def make_study(**lines):
    """The study's draws and measures, with other lines: `set`, `grid`, `cases`, `seed`, `design`; without what is asked of them."""
    text = (ROOT / "models/europa.study.yaml").read_text(encoding="utf-8")
    for key, value in lines.items():
        text, count = re.subn(rf"^{key}: .*", f"{key}: {value}", text, flags=re.M)
        if count != 1:
            raise ValueError(f"models/europa.study.yaml has no line {key}")
    return text[: text.index("\nfactors:") + 1]


def land(pintle, **lines):
    """One dictionary a case: heads of the table without units."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "models/lander.yaml", folder)  # a study lies beside its model
        study, store, table = (Path(folder) / name for name in ("landings.study.yaml", "landings.db", "landings.csv"))
        study.write_text(make_study(**lines), encoding="utf-8")
        subprocess.run([pintle, "study", str(study), "--out", str(store), "--quiet"], check=True)
        subprocess.run([pintle, "study", "export", str(store), "--csv", str(table)], check=True, stdout=subprocess.DEVNULL)
        with open(table, newline="", encoding="utf-8") as file:
            heads, *rows = csv.reader(file)
    return [dict(zip((head.split(" [")[0] for head in heads), row)) for row in rows]


def check_same_draws(a, b):
    for one, other in zip(a, b, strict=True):
        if any(one[key] != other[key] for key in ("case", "cell", "parameters.vz", "parameters.phi")):
            raise ValueError("the studies have different draws")
