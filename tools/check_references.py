#!/usr/bin/env python3
"""What we point at exists.

- A citation `[Author Year, eq.]` in a comment or on a page has its entry in docs/references.bib. The key is the first
  author's last name and the year, in plain lower case: [Canudas de Wit 1995] is canudasdewit1995, [Mukherjee &
  Anderson 2007, eq. 30] is mukherjee2007. A source without a date is cited [Author n.d.]; its key ends in nd.
- A relative link on a Markdown page leads to a file or folder that is there.

usage: check_references.py [ROOT]     exit code 0: good; 1: each dead end on a line of its own
"""

import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from urllib.parse import unquote

CODE_FOLDERS = ["src", "apps", "tests", "benchmarks"]
CODE_SUFFIXES = {".h", ".cpp"}

# Several in one bracket are parted by semicolons: [Fehlberg 1969; Dormand & Prince 1980].
BRACKET = re.compile(r"\[([^\[\]]+)\](?!\()")
CITATION = re.compile(r"\s*(?P<authors>[^\W\d_][^\d]*?)[\s,]+(?P<year>(?:19|20)\d\d[a-z]?|n\.d\.)(?![\w.])")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
COMMENT_MARK = re.compile(r"^([ \t]*)(///?!?<?|/\*+!?|\*(?!/))", re.MULTILINE)
ENTRY = re.compile(r"^\s*@\w+\s*\{\s*([^,\s]+)\s*,", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1[^\n]*$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(
    r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$", re.MULTILINE
)


def blank(match):
    """The match as blanks, line by line, so that positions keep their line numbers."""
    return re.sub(r"[^\n]", " ", match.group(0))


def calc_comments(code):
    """The code with everything blanked that is not a comment; comment marks blanked as well."""
    kept, end = [], 0
    for match in COMMENT.finditer(code):
        if match.group(0).startswith('"'):
            continue
        kept.append(re.sub(r"[^\n]", " ", code[end : match.start()]))
        kept.append(match.group(0))
        end = match.end()
    return COMMENT_MARK.sub(blank, "".join(kept))


def calc_keys(authors, year):
    """Keys to try. The first author ends at a comma, an ampersand, "and" or "et al."; failing that, at the first blank."""
    first = re.split(r",|&|\band\b|\bet al\b", authors)[0]
    end = "nd" if year == "n.d." else year
    return [calc_plain(first) + end, calc_plain(first.split()[0]) + end]


def calc_plain(name):
    letters = unicodedata.normalize("NFKD", name.lower().replace("ø", "o"))
    return re.sub(r"[^a-z]", "", letters)


def find_files(root):
    """Tracked and new files, without what git ignores; the whole folder if this is no repository."""
    ask = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(ask, capture_output=True) if shutil.which("git") else None
    if listing and listing.returncode == 0:
        names = listing.stdout.decode().split("\0")
        return [root / name for name in sorted(set(names)) if name and (root / name).is_file()]
    skipped = {"build", "out", ".git", "node_modules"}
    return sorted(p for p in root.rglob("*") if p.is_file() and not skipped & set(p.relative_to(root).parts))


def check_citations(place, text, keys):
    for bracket in BRACKET.finditer(text):
        start = bracket.start(1)
        for part in bracket[1].split(";"):
            match = CITATION.match(part)
            if match and match["authors"][0].isupper():
                wanted = calc_keys(match["authors"], match["year"])
                if not keys.intersection(wanted):
                    line = text.count("\n", 0, start + match.start("authors")) + 1
                    cited = " ".join(f"{match['authors']} {match['year']}".split())
                    yield f"{place}:{line}: [{cited}]: no entry {wanted[0]} in docs/references.bib"
            start += len(part) + 1


def check_links(root, path, text):
    for match in LINK.finditer(text):
        target = match.group(1) or match.group(2)
        file = unquote(target.split("#")[0])
        if not file or re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:", target):
            continue  # a heading on the same page, or an address
        there = root / file.lstrip("/") if file.startswith("/") else path.parent / file
        if not there.exists():
            line = text.count("\n", 0, match.start(match.lastindex)) + 1
            yield f"{path.relative_to(root)}:{line}: link to {target}: there is no such file"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    library = root / "docs" / "references.bib"
    entries = ENTRY.findall(library.read_text(encoding="utf-8")) if library.exists() else []
    keys = set(entries)
    dead = [f"docs/references.bib:1: two entries {key}" for key in sorted(keys) if entries.count(key) > 1]

    for path in find_files(root):
        place = path.relative_to(root)
        if path.suffix in CODE_SUFFIXES and place.parts[0] in CODE_FOLDERS:
            dead += check_citations(place, calc_comments(path.read_text(encoding="utf-8")), keys)
        elif path.suffix == ".md":
            page = SPAN.sub(blank, FENCE.sub(blank, path.read_text(encoding="utf-8")))
            dead += check_citations(place, page, keys)
            dead += check_links(root, path, page)

    for line in dead:
        print(line, file=sys.stderr)
    print("references: good" if not dead else f"references: {len(dead)} to mend")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
