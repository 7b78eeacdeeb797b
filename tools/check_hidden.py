#!/usr/bin/env python3
"""No helper of one file stands in the way of a function that others mean.

Several .cpp of a room are compiled as one unit (cmake/together.cmake), in which their anonymous namespaces are one. A helper in it
hides the function of pintle that has its name; if it takes the same arguments, its neighbours call it and no compiler says so. Here
such pairs are found: a function in an anonymous namespace, and one of the same name and the same types of arguments that a header of
its room, or of a room below, declares.

usage: check_hidden.py [ROOT]     exit code 0: good; 1: each pair on a line of its own
"""

import re
import sys
from pathlib import Path

from check_layers import DOORS, ROW_OF

# House style: what stands at namespace scope begins in the first column, what belongs to a class does not.
FUNCTION = re.compile(r"^(?!return|else|using|struct|class|namespace|typedef|friend|template)[A-Za-z_[][\w:<>,&*\[\] ]*[ &*>](\w+)\(", re.M)
ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)


def find_arguments(text, start):
    """What stands between the parenthesis before `start` and its partner, at commas."""
    parts, depth, begin = [], 1, start
    for at in range(start, len(text)):
        c = text[at]
        depth += (c in "([{<") - (c in ")]}>")
        if depth == 0 or (depth == 1 and c == ","):
            parts.append(text[begin:at])
            begin = at + 1
        if depth == 0:
            break
    return [part for part in parts if part.strip()]


def type_of(argument):
    """`const Vec3<double>& v = {}` without its name and what it is by default."""
    text = " ".join(argument.split("=")[0].split())
    return re.sub(r"(?<=[\w>&*]) \w+$", "", text) if not text.endswith(("&", "*", ">")) else text


def find_functions(text):
    """(line number, name, types of arguments) of every function at namespace scope, but for those of a namespace in pintle."""
    for match in FUNCTION.finditer(text):
        if re.findall(r"^namespace (\S+) \{", text[:match.start()], re.M)[-1:] not in ([], ["pintle"]):
            continue
        types = tuple(type_of(argument) for argument in find_arguments(text, match.end()))
        yield text.count("\n", 0, match.start()) + 1, match.group(1), types


def room_of(root, path):
    parts = path.relative_to(root).parts
    return parts[2] if parts[:2] == ("src", "pintle") else parts[0]


def find_pairs(root):
    folders = [root / "src", *(root / door for door in DOORS)]
    declared = {}
    for path in sorted(p for folder in folders for p in folder.rglob("*.h")):
        for line, name, types in find_functions(path.read_text(encoding="utf-8")):
            declared.setdefault((name, types), []).append((path, line))
    for path in sorted(p for folder in folders for p in folder.rglob("*.cpp")):
        text, room = path.read_text(encoding="utf-8"), room_of(root, path)
        for block in ANONYMOUS.finditer(text):
            before = text.count("\n", 0, block.start(1))
            for line, name, types in find_functions(block.group(1)):
                for header, there in declared.get((name, types), []):
                    other = room_of(root, header)
                    if other == room or ROW_OF[other] < ROW_OF[room]:
                        yield (f"{path.relative_to(root)}:{line + before}: {name}({', '.join(types)}) hides that of "
                               f"{header.relative_to(root)}:{there}; give it another name")


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    pairs = list(find_pairs(root))
    for pair in pairs:
        print(pair, file=sys.stderr)
    print("hidden names: good" if not pairs else f"hidden names: {len(pairs)} to mend")
    return 1 if pairs else 0


if __name__ == "__main__":
    sys.exit(main())
