"""Markers in code: `@relation(REQ-1, REQ-2, scope=function, role=Test)`, and the older `@sdoc[REQ-1]`."""

import re
from bisect import bisect_right
from itertools import accumulate

from compiler.languages.requirements.formats.records import Cited, Place, Tag, Unread

MAX_MARKER = 500  # characters
_MARKER = re.compile(rf"@relation\(([^()]{{1,{MAX_MARKER}}})\)|@sdoc\[([^\[\]\n/]{{1,{MAX_MARKER}}})\]")
_PART = re.compile(r"[^,]+")
_NAMED = re.compile(r"(scope|role)[ \t]*=[ \t]*(.*)", re.DOTALL)
_ID = re.compile(r"[\w./~:-]+")
_LEADER = " \t\n*/#!-;%"  # what may begin a line of a comment
_SCOPES = frozenset(["file", "class", "function", "line", "range_start", "range_end"])
_SKIPPED = "skip"  # in place of ids: the program passes over these lines
_TEST_PATH = re.compile(r"(?:^|/)tests?/|(?:^|/)test_[^/]*$|[_.-]tests?\.\w+$")
_SCOPELESS = ".rs"  # in Rust the program finds the scope itself
CODE, TEST = "Implementation", "Test"  # what a marker without a role is


def read_markers(path: str, text: str) -> tuple[tuple[Tag, ...], tuple[Unread, ...]]:
    """Return a tag for each id that a marker names, and markers whose scope is none. The end of a range says nothing
    more than its beginning."""
    tags: list[Tag] = []
    unread: list[Unread] = []
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    default = TEST if _TEST_PATH.search(path) else CODE
    for found in _MARKER.finditer(text):
        group = 1 if found[1] is not None else 2
        parts = [(match.start() + found.start(group), match[0]) for match in _PART.finditer(found[group])]
        said = {one[1]: one[2].strip() for _, part in parts if (one := _NAMED.fullmatch(part.strip(_LEADER)))}
        scope = said.get("scope")
        if group == 1 and scope not in _SCOPES:
            if scope is not None:
                reason = f"its scope is one of {', '.join(sorted(_SCOPES))}"
                unread.append(Unread(found[0][:80], reason, _place(lines, starts, found.start(), len("@relation"))))
            if scope is not None or not path.endswith(_SCOPELESS):
                continue
        if scope == "range_end":
            continue
        for at, part in parts:
            name = part.strip(_LEADER)
            if name != _SKIPPED and _ID.fullmatch(name):
                place = _place(lines, starts, at + part.index(name), len(name))
                tags.append(Tag(said.get("role") or default, "", Cited("implements", name, place)))
    return tuple(tags), tuple(unread)


def _place(lines: list[str], starts: list[int], at: int, length: int) -> Place:
    """The place of what begins at a character of the text."""
    number = bisect_right(starts, at) - 1
    line, column = lines[number], at - starts[number]
    first, end = (len(line[:offset].encode("utf-8", "surrogatepass")) + 1 for offset in (column, column + length))
    return Place(number + 1, first, end)
