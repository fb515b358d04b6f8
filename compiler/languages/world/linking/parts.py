"""The parts of a source of worlds: files that are connected by imports, with all worlds that they make up.

Files outside of a part affect it in three ways only, which its context holds: the ids of its worlds, whether its world
is the only one of the source, and which file names are suggested for an import that names no file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.world.claims import claims
from compiler.languages.world.linking.worlds import entry_files, world_ids
from compiler.model.language import Linked, Part, Refs, Units
from compiler.model.source import Source
from compiler.text.near_names import NearNames

WHOLE_SOURCE = ""  # the name of the part of all files


class PartContext(NamedTuple):
    """What linking a part needs to know of the other files.

    `worlds` are the entries of the part with the ids of their worlds. `is_only`: the source has one world. `near_paths`
    are the files to suggest for an import that names no file.
    """

    worlds: tuple[tuple[str, str], ...]
    is_only: bool
    near_paths: tuple[str, ...]


def parts(source: Source, outlines: Mapping[str, Sequence[str]]) -> list[Part]:
    """The parts in the order of their first entries. `outlines` maps each file to the paths that it imports.

    A single-file source is one part. So is a source with an unreadable file, since any import of it is reported.
    """
    if source.entry is not None or any(
        claims(path) and problem.kind != "missing" for path, problem in source.problems.items()
    ):
        return [Part(WHOLE_SOURCE, tuple(outlines))]
    imports = {path: [target for target in targets if target in outlines] for path, targets in outlines.items()}
    ids = world_ids(entry_files(imports))
    groups = _connected_files(imports, ids)
    members: dict[str, list[str]] = {}
    for path in imports:
        members.setdefault(groups.find(path), []).append(path)
    worlds: dict[str, list[tuple[str, str]]] = {}
    for entry, world_id in ids.items():
        worlds.setdefault(groups.find(entry), []).append((entry, world_id))
    return [
        Part(
            entries[0][0],
            tuple(members[group]),
            PartContext(tuple(entries), len(ids) == 1, _near_paths(members[group], outlines)),
        )
        for group, entries in worlds.items()
    ]


def link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:  # noqa: ARG001
    """The facts, links and findings of the worlds of one part."""
    # Most builds link no world again, so that the linker is not loaded.
    from compiler.languages.world.linking.link import link, link_worlds

    if part.name == WHOLE_SOURCE:
        return link(source, units)
    context: PartContext = part.context
    linked = Linked()
    near_paths = NearNames(context.near_paths)
    link_worlds(linked, source, units, dict(context.worlds), near_paths, is_only=context.is_only)
    return linked


def _near_paths(paths: Sequence[str], outlines: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """All files of the source, or none when every import of `paths` names a file."""
    is_missing = any(target not in outlines for path in paths for target in outlines[path])
    return tuple(outlines) if is_missing else ()


def _connected_files(imports: Mapping[str, list[str]], ids: Mapping[str, str]) -> "_DisjointSets":
    """The files in sets of those that belong to one part."""
    groups = _DisjointSets(imports)
    for path, targets in imports.items():
        for target in targets:
            groups.union(path, target)
    for outer, inner in _nested_ids(ids):
        groups.union(outer, inner)
    return groups


def _nested_ids(ids: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pairs of entries where the id of one world is a folder of the other's: their objects may claim the same refs."""
    by_id = {world_id: entry for entry, world_id in ids.items()}
    for world_id, entry in by_id.items():
        outer = world_id
        while "/" in outer:
            outer = outer.rpartition("/")[0]
            if outer in by_id:
                yield by_id[outer], entry


class _DisjointSets:
    """A union-find structure of paths. Each set is known by one of its paths."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._parents = {path: path for path in paths}

    def find(self, path: str) -> str:
        """The path that a set is known by."""
        while (parent := self._parents[path]) != path:
            self._parents[path] = self._parents[parent]
            path = parent
        return path

    def union(self, one: str, other: str) -> None:
        """Join the sets of two paths."""
        self._parents[self.find(other)] = self.find(one)
