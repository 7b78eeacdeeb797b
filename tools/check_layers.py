#!/usr/bin/env python3
"""Inclusion goes downwards only.

A folder includes the rows below its own and itself, nothing beside and nothing above. The rows are written here once,
as on the style page. Three more rules live here because they, too, are about where things stand and what a file includes:

- two formulations never include each other, or their agreement would prove nothing; formulations/bodies is none, but what those
  in body coordinates share: all but the solution of their equations;
- tests/unit mirrors src/pintle, so that a test is found without a search;
- who names an algorithm includes it: the precompiled header hides a missing <algorithm> until someone builds without it;
- a type has its name for itself in its namespace: two of one name in two rooms compile and link, and may take each other's
  destructor.

usage: check_layers.py [ROOT]     exit code 0: good; 1: each violation on a line of its own
"""

import re
import sys
from pathlib import Path

ROWS = [  # from bottom to top
    "base",
    "math",
    "integrators expressions laws",
    "joints constraints forces contact controllers particles",
    "actions",
    "model",
    "io system",
    "structure",
    "views",
    "closure",
    "formulations record",
    "simulate",
    "study report",
    "apps python viewer",
]
ROW_OF = {room: row for row, rooms in enumerate(ROWS) for room in rooms.split()}
DOORS = ROWS[-1].split()
SHARED_BY_FORMULATIONS = {"bodies"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ALGORITHM = re.compile(r"\bstd::(ranges::[a-z_]+|sort|clamp|find_if|lower_bound|upper_bound|max_element)\(")
NAMESPACE = re.compile(r"^namespace\s*([\w:]*)\s*\{(\s*\})?")
TYPE = re.compile(r"^(?:struct|class|union|enum(?: class)?)\s+(?:\[\[.*?\]\]\s*)?([\w:]+)\b(?!\s*<)(?!\s*;)")
SUFFIXES = {".h", ".hpp", ".cpp", ".cc"}


def find_sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES) if folder.is_dir() else []


def calc_includes(path):
    """(line number, quoted or angled, target) of every include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def why_not(room, target_room):
    """The sentence why `room` may not include `target_room`; None if it may."""
    if target_room not in ROW_OF:
        return f"'{target_room}' is no room; the rooms are written in tools/check_layers.py"
    if room == target_room or ROW_OF[target_room] < ROW_OF[room]:
        return None
    if ROW_OF[target_room] == ROW_OF[room]:
        return f"{room} and {target_room} stand side by side; what both need belongs to a row below"
    return f"{target_room} stands above {room}; inclusion goes downwards only"


def why_not_formulation(path_in_room, target_in_room):
    """Inside formulations/: both paths are tuples below that folder, the last part being the file."""
    own = path_in_room[0] if len(path_in_room) > 1 else None
    other = target_in_room[0] if len(target_in_room) > 1 else None
    if other is None or own == other or other in SHARED_BY_FORMULATIONS:
        return None
    if own is not None:
        return f"{own} and {other} must stay independent, or their agreement proves nothing"
    if path_in_room[-1].endswith((".h", ".hpp")):
        return f"a header shared by all formulations must not bring in {other}; a .cpp may"
    return None


def check_file(path, place, room, path_in_room):
    for number, mark, target in calc_includes(path):
        parts = tuple(target.split("/"))
        if parts[0] != "pintle":
            if mark == '"' and room not in DOORS:
                yield f'{place}:{number}: "{target}": write the path from the root, "pintle/<room>/<file>"'
            continue
        if len(parts) < 3:
            yield f"{place}:{number}: {target}: a header lives in a room, pintle/<room>/<file>"
            continue
        reason = why_not(room, parts[1])
        if reason is None and room == parts[1] == "formulations":
            reason = why_not_formulation(path_in_room, parts[2:])
        if reason:
            yield f"{place}:{number}: {room} includes {target}: {reason}"


def check_library(root):
    library = root / "src" / "pintle"
    for path in find_sources(root / "src"):
        place = path.relative_to(root)
        if library not in path.parents or path.parent == library:
            yield f"{place}:1: stands outside every room; library code lives in src/pintle/<room>/"
            continue
        room, *path_in_room = path.relative_to(library).parts
        if room not in ROW_OF or room in DOORS:
            yield f"{place}:1: '{room}' is no room; say why one is missing before you build it"
            continue
        yield from check_file(path, place, room, tuple(path_in_room))


def check_doors(root):
    for door in DOORS:
        for path in find_sources(root / door):
            if "node_modules" not in path.parts:
                yield from check_file(path, path.relative_to(root), door, ())


def check_tests(root):
    tests = root / "tests"
    for path in sorted(tests.rglob("*.cpp")) if tests.is_dir() else []:
        place, inside = path.relative_to(root), path.relative_to(tests)
        if inside.parts[0] in ("main.cpp", "support", "bits", "consumer"):  # the last two are programs of their own
            continue
        if len(inside.parts) == 1:
            yield f"{place}:1: a test lives in a folder that says its kind, for example tests/unit/"
        elif path.stem.endswith("_fuzzer"):
            continue  # a door for libFuzzer, built by `./dev fuzz`
        elif not path.stem.endswith("_test"):
            if not path.with_suffix(".h").exists():
                yield f"{place}:1: would never run; a test is called *_test.cpp, helpers have a header beside them"
        elif inside.parts[0] == "unit":
            tested = Path("src/pintle", *inside.parts[1:-1], path.stem.removesuffix("_test"))
            if not any((root / tested).with_name(tested.name + suffix).exists() for suffix in (".h", ".cpp")):
                yield f"{place}:1: mirrors nothing: there is no {tested}.h and no {tested}.cpp"


def check_algorithms(root):
    for folder in ("src", "apps", "tests", "benchmarks"):
        for path in find_sources(root / folder):
            lines = path.read_text(encoding="utf-8").splitlines()
            named = next((n for n, line in enumerate(lines, 1) if ALGORITHM.search(line.split("//")[0])), None)
            if named and "#include <algorithm>" not in lines:
                yield f"{path.relative_to(root)}:{named}: names an algorithm and does not include <algorithm>"


def find_types(path):
    """(line number, full name) of each type that is defined at the scope of a named namespace: the formatter leaves these at the
    first column, and ends namespaces on a line of their own."""
    inside = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if opened := NAMESPACE.match(line):
            if not opened[2]:
                inside.append(opened[1])
        elif line.startswith("}  // namespace"):
            inside.pop()
        elif (found := TYPE.match(line)) and "" not in inside:
            yield number, "::".join([*inside, found[1]])


def check_types(root):
    homes = {}
    for folder in ("src", "apps"):
        for path in find_sources(root / folder):
            place = path.relative_to(root)
            for number, name in find_types(path):
                if name in homes:
                    yield f"{place}:{number}: {name} is also a type of {homes[name]}; the linker takes them for one: rename it"
                homes.setdefault(name, f"{place}:{number}")


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    violations = [*check_library(root), *check_doors(root), *check_tests(root), *check_algorithms(root), *check_types(root)]
    for violation in violations:
        print(violation, file=sys.stderr)
    print("layers: good" if not violations else f"layers: {len(violations)} to mend")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
