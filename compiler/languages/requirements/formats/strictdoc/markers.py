"""Markers in code: `@relation(REQ-1, REQ-2, scope=function, role=Test)`, and the older `@sdoc[REQ-1]`."""

import re
from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Cited, Place, Tag, Unread

_MARKER = re.compile(r"@relation\(([^()\n]*)\)|@sdoc\[([^\[\]\n/]*)\]")
_LIKE = re.compile(r"@relation\((?![^()\n]*\))")
_NAMED = re.compile(r"[ \t]*(scope|role)[ \t]*=[ \t]*([^,]*)")
_SCOPES = frozenset(["file", "class", "function", "line", "range_start", "range_end"])
_TEST_PATH = re.compile(r"(?:^|/)tests?/|(?:^|/)test_[^/]*$|[_.-]tests?\.\w+$")
CODE, TEST = "Implementation", "Test"  # what a marker without a role is


def read_markers(path: str, text: str) -> tuple[tuple[Tag, ...], tuple[Unread, ...]]:
    """Return a tag for each id that a marker names, and what looks like a marker and is none. The end of a range says
    nothing more than its beginning."""
    tags: list[Tag] = []
    unread: list[Unread] = []
    default = TEST if _TEST_PATH.search(path) else CODE
    for number, line in enumerate(text.split("\n"), 1):
        if "@relation(" not in line and "@sdoc[" not in line:
            continue
        for found in _MARKER.finditer(line):
            group = 1 if found[1] is not None else 2
            parts = found[group].split(",")
            said = {one[1]: one[2].strip() for part in parts if (one := _NAMED.fullmatch(part))}
            scope = said.get("scope", "")
            if group == 1 and scope not in _SCOPES:
                unread.append(
                    Unread(
                        found[0],
                        f"its scope is one of {', '.join(sorted(_SCOPES))}",
                        _place(line, number, found.span()),
                    )
                )
                continue
            if scope != "range_end":
                tags += _tags(line, number, found.start(group), parts, said.get("role") or default)
        for like in _LIKE.finditer(line):
            reason = "a marker is written @relation(REQ-1, scope=function) in one line"
            unread.append(Unread(like[0], reason, _place(line, number, like.span())))
    return tuple(tags), tuple(unread)


def _tags(line: str, number: int, start: int, parts: Sequence[str], kind: str) -> list[Tag]:
    found = []
    for part in parts:
        if (name := part.strip()) and "=" not in name:
            at = start + part.index(name)
            found.append(Tag(kind, "", Cited("implements", name, _place(line, number, (at, at + len(name))))))
        start += len(part) + 1
    return found


def _place(line: str, number: int, span: tuple[int, int]) -> Place:
    first, end = (len(line[:at].encode("utf-8", "surrogatepass")) + 1 for at in span)
    return Place(number, first, end)
