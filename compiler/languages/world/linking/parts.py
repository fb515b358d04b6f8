"""The parts of a source of worlds: files that hang together by imports, with all worlds that are made of them.

What a file outside of a part can change in it is the ids of its worlds, whether they are the only ones, and, for an
import of a file that is not there, which one may have been meant.
"""

from collections.abc import Iterator, Mapping, Sequence

from compiler.languages.world.claims import SUFFIX
from compiler.languages.world.linking.worlds import entries_among, world_ids
from compiler.model.language import Linked, Part, Refs, Units
from compiler.model.source import Source
from compiler.text.near_names import NearNames

WHOLE = ""  # the name of the part that holds everything


def parts(source: Source, outlines: Mapping[str, Sequence[str]]) -> list[Part]:
    """The parts in the order of their first entries. `outlines` are the paths that each file imports.

    All is one part for a single file, and when a file cannot be read, which any import may have to report.
    """
    unread = [path for path, problem in source.problems.items() if problem.kind != "missing"]
    if source.entry is not None or any(path.endswith(SUFFIX) for path in unread):
        return [Part(WHOLE, tuple(outlines))]
    imports = {path: [one for one in imported if one in outlines] for path, imported in outlines.items()}
    ids = world_ids(entries_among(imports))
    groups = _Groups(imports)
    for path, imported in imports.items():
        for one in imported:
            groups.join(path, one)
    for one, other in _nested(ids):
        groups.join(one, other)
    members: dict[str, list[str]] = {}
    for path in imports:
        members.setdefault(groups.of(path), []).append(path)
    worlds: dict[str, list[tuple[str, str]]] = {}
    for entry, world_id in ids.items():
        worlds.setdefault(groups.of(entry), []).append((entry, world_id))
    return [
        Part(found[0][0], tuple(members[group]), (tuple(found), len(ids) == 1, _near(members[group], outlines)))
        for group, found in worlds.items()
    ]


def _near(paths: Sequence[str], outlines: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The names that an import may have meant: none when all that these files import is there."""
    is_missing = any(one not in outlines for path in paths for one in outlines[path])
    return tuple(outlines) if is_missing else ()


def link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:  # noqa: ARG001
    """The facts, links and findings of the worlds of one part."""
    from compiler.languages.world.linking.link import link, link_worlds  # mostly, no world has changed

    if part.name == WHOLE:
        return link(source, units)
    worlds, is_only, near = part.context
    linked = Linked()
    link_worlds(linked, source, units, dict(worlds), NearNames(near), is_only=is_only)
    return linked


def _nested(ids: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Entries whose worlds' ids begin alike up to a slash: their objects might come to have the same refs."""
    by_id = {world_id: entry for entry, world_id in ids.items()}
    for world_id, entry in by_id.items():
        shorter = world_id
        while "/" in shorter:
            shorter = shorter.rpartition("/")[0]
            if shorter in by_id:
                yield by_id[shorter], entry


class _Groups:
    """Paths joined into groups, each known by one of its paths."""

    def __init__(self, paths: Mapping[str, object]) -> None:
        self._above = {path: path for path in paths}

    def of(self, path: str) -> str:
        while (above := self._above[path]) != path:
            self._above[path] = self._above[above]
            path = above
        return path

    def join(self, one: str, other: str) -> None:
        self._above[self.of(other)] = self.of(one)
