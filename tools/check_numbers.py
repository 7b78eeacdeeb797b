#!/usr/bin/env python3
"""No result depends on the processor's model or on the C library.

libm picks variants of its functions by processor, and versions of it differ: the last digit of sin, exp or pow is not ours
to know. Rooms whose numbers enter a result call the functions in math instead. What IEEE 754 defines to the last digit may
stay: sqrt, fabs, fmod, remainder, floor, round, fma and the like.

usage: check_numbers.py [ROOT]     exit code 0: good; 1: each call on a line of its own
"""

import re
import sys
from pathlib import Path

ONLY_DRAW = {"report"}

OURS = "exp log pow asin acos atan2 tanh hypot".split()
WAY_OUT = {
    "sin": "update_sincos(x, s, c)",
    "cos": "update_sincos(x, s, c)",
    "tan": "update_sincos(x, s, c), then s/c",
    "atan": "atan2(x, 1)",
    "exp2": "pow(2, x)",
    "log2": "log(x) / log(2)",
    "log10": "log(x) / log(10)",
    "cbrt": "pow(x, 1.0 / 3)",
    **{name: f"{name} of pintle/math" for name in OURS},
}
OTHERS = "sinh cosh asinh acosh atanh expm1 log1p sincos erf erfc tgamma lgamma".split()

# A name with std:: or :: before it; without, it is libm's where ours are not included. Members are somebody else's.
NAMES = "|".join(sorted([*WAY_OUT, *OTHERS], key=len, reverse=True))
CALL = re.compile(rf"(?<![\w.:>])(?P<scope>std::|::)?(?P<name>{NAMES})[fl]?\s*\(")
NOT_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
HAS_LIBM = re.compile(r"#include <(cmath|math\.h)>")
HAS_OURS = re.compile(r'#include "pintle/math/(elementary|scalar|lanes|dual)\.h"')


def blank(match):
    """The match as blanks, line by line, so that positions keep their line numbers."""
    return re.sub(r"[^\n]", " ", match.group(0))


def check_file(path, place):
    text = path.read_text(encoding="utf-8")
    could_be_libm = HAS_LIBM.search(text) and not HAS_OURS.search(text)
    code = NOT_CODE.sub(blank, text)
    for call in CALL.finditer(code):
        scope, name = call["scope"] or "", call["name"]
        if not scope and name in OURS and not could_be_libm:
            continue
        line = code.count("\n", 0, call.start()) + 1
        if not scope and name in OURS:
            yield f"{place}:{line}: {name} may be libm's; include pintle/math/elementary.h"
        else:
            yield f"{place}:{line}: {scope}{name} is libm's; take {WAY_OUT.get(name, 'what pintle/math has, or add it there')}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    library = root / "src" / "pintle"
    sources = (p for p in sorted(library.rglob("*")) if p.suffix in {".h", ".cpp"})
    strays = [
        stray
        for path in sources
        if path.relative_to(library).parts[0] not in ONLY_DRAW
        for stray in check_file(path, path.relative_to(root))
    ]
    for stray in strays:
        print(stray, file=sys.stderr)
    print("numbers: good" if not strays else f"numbers: {len(strays)} to mend")
    return 1 if strays else 0


if __name__ == "__main__":
    sys.exit(main())
