"""Follows imports: which files the instructions of a program take in, and how deep.

A program that has imports reads its own files first (`ENTRIES`); a page that one of these imports may import others. A
page that nothing imports is read by nobody, and its `@` are words.
"""

import posixpath
from collections.abc import Collection, Mapping

from compiler.languages.instructions.formats import FORMATS, place_of
from compiler.languages.instructions.records import Outline
from compiler.text.markdown import SUFFIXES

MAX_DEPTH = 5  # imports after each other; some versions of a program end at four
ENTRIES = frozenset(name for name, format_ in FORMATS.items() if format_.has_imports and name != "imported") | {"kiro"}
_OUTSIDE = ("~", "/")


def target_of(path: str, written: str, kind: str) -> str:
    """Return the path below the root that an import means; "" if it leads out of the source."""
    written = written.replace("\\ ", " ").partition("#")[0]
    if not written or written.startswith(_OUTSIDE):
        return ""
    place = place_of(path)
    base = place.folder if kind == "kiro" and place else posixpath.dirname(path)
    found = posixpath.normpath(posixpath.join(base, written))
    return "" if found.startswith("..") or found == "." else found


def followed(outlines: Mapping[str, Outline], entries: Collection[str] = ()) -> dict[str, int]:
    """Return the files that are read, each with the fewest imports that lead to it, as far as they go. `entries` are
    first files beside those whose format says so: a symbolic link leads to them."""
    depths = {path: 0 for path, outline in outlines.items() if outline.format in ENTRIES or path in entries}
    waiting = list(depths)
    for path in waiting:  # which grows meanwhile, in the order of depth
        if path not in outlines or depths[path] > MAX_DEPTH:
            continue
        for written, _ in outlines[path].imports:
            target = target_of(path, written, outlines[path].format)
            if target and target not in depths:
                depths[target] = depths[path] + 1
                waiting.append(target)
    return depths


def further(paths: Mapping[str, object], outlines: Mapping[str, Outline]) -> list[tuple[str, str]]:
    """Return the pages that instructions may import and that are none themselves, to be parsed as imported ones.

    Whether a link makes AGENTS.md a first file is known later.
    """
    reached = followed(outlines, {path for path, outline in outlines.items() if outline.format == "agents"})
    found = (path for path in reached if path in paths and (path not in outlines or _may_be_page(path, outlines[path])))
    return [(path, "imported") for path in sorted(found) if path.lower().endswith(SUFFIXES)]


def _may_be_page(path: str, outline: Outline) -> bool:
    """Whether a page is that of an agent or a command by its folder alone, so that it is none once it is imported."""
    place = place_of(path)
    return place is not None and place.is_offered and outline.format in ("subagent", "command")


def back_edges(edges: Mapping[str, list[str]]) -> set[tuple[str, str]]:
    """Return the imports that close a cycle, as pairs of paths. Each cycle has one at least."""
    state: dict[str, bool] = {}  # whether a file is done; False while those that it imports are looked at
    found: set[tuple[str, str]] = set()
    for start in edges:
        if start in state:
            continue
        state[start] = False
        stack = [(start, iter(edges[start]))]
        while stack:
            path, rest = stack[-1]
            target = next(rest, None)
            if target is None:
                state[path] = True
                stack.pop()
            elif target not in state:
                state[target] = False
                stack.append((target, iter(edges.get(target, ()))))
            elif not state[target]:
                found.add((path, target))
    return found
