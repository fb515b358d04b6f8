"""The worlds of a source: their entry files and their ids."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from compiler.languages.world.claims import without_suffix
from compiler.languages.world.linking.ids import file_stem


def entry_files(imports: Mapping[str, list[str]]) -> list[str]:
    """The entry files of a source, in bytewise order. `imports` maps each file to the files that it imports.

    An entry is a file that no other file imports, or the first file of an import cycle that no file outside imports.
    """
    imported = {target for targets in imports.values() for target in targets}
    entries = [path for path in imports if path not in imported]
    unreached = imports.keys() - _reachable(entries, imports)
    if unreached:
        entries += _cycle_entries({path: imports[path] for path in imports if path in unreached})
    return sorted(entries, key=str.encode)


def _reachable(starts: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        for target in edges[waiting.pop()]:
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def _cycle_entries(imports: Mapping[str, list[str]]) -> Iterator[str]:
    """The first file of each cycle that no file outside the cycle imports."""
    import networkx  # slow to import, and only a source with such a cycle needs it

    graph: networkx.DiGraph[str] = networkx.DiGraph(imports)
    components = networkx.condensation(graph)
    for component, members in components.nodes(data="members"):
        if not components.in_degree(component):
            yield min(members, key=str.encode)


def world_ids(entries: list[str]) -> dict[str, str]:
    """The id of the world of each entry: the stem of the file, or its path where two entries share a stem."""
    stems = Counter(file_stem(entry) for entry in entries)
    return {entry: file_stem(entry) if stems[file_stem(entry)] == 1 else without_suffix(entry) for entry in entries}
