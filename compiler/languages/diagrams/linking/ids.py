"""Ids: of diagrams, sessions and walkthroughs over the whole source, and of the objects in one diagram.

Where several would have the same id, each is prefixed with as many of its folders as needed to tell them apart:
`docs.login` and `src.login`. An id that a session states is kept before that of a file.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.facts import FAMILIES
from compiler.text.free_names import FreeNames


class IdRequest(NamedTuple):
    """A wanted id. Requests of one `group`, such as the blocks of one file, get the same prefix.

    `is_listed` tells whether a session states the id.
    """

    id: str
    folder: str
    group: str
    is_listed: bool = False

    def prefixed(self, depth: int) -> str:
        """The id, prefixed with the last `depth` names of its folder."""
        return ".".join([*self.folder.split("/")[len(self.folder.split("/")) - depth :], self.id]) if depth else self.id

    @property
    def max_depth(self) -> int:
        return self.folder.count("/") + 1 if self.folder else 0


def unique_ids(requests: Sequence[IdRequest]) -> list[str]:
    """An id for each request, all different, whatever the order of the requests."""
    depths: Counter[str] = Counter()
    while True:
        ids = [request.prefixed(min(depths[request.group], request.max_depth)) for request in requests]
        clashing = set(_clashing_groups(requests, ids, depths))
        if not clashing:
            return _numbered(requests, ids)
        depths.update(clashing)


def _clashing_groups(requests: Sequence[IdRequest], ids: Sequence[str], depths: Counter[str]) -> Iterator[str]:
    """Yield the groups that need one more folder, and have one."""
    by_id: defaultdict[str, list[IdRequest]] = defaultdict(list)
    for request, id_ in zip(requests, ids, strict=True):
        by_id[id_].append(request)
    for rivals in by_id.values():
        if len(rivals) > 1:
            unlisted = [request for request in rivals if not request.is_listed]
            yield from (rival.group for rival in unlisted or rivals if depths[rival.group] < rival.max_depth)


def _numbered(requests: Sequence[IdRequest], ids: Sequence[str]) -> list[str]:
    """Number the ids that folders cannot tell apart (`a.mmd` and `a.mermaid`): `a`, `a.2`."""
    taken = set(ids)
    unique: list[str] = [""] * len(ids)
    seen: set[str] = set()
    free = FreeNames(taken)
    for index in sorted(range(len(ids)), key=lambda index: not requests[index].is_listed):
        id_ = ids[index]
        if id_ in seen:
            id_ = _next_dotted(free, id_)
            taken.add(id_)
        seen.add(id_)
        unique[index] = id_
    return unique


def _next_dotted(free: FreeNames[str], id_: str) -> str:
    return free.numbered(id_, lambda number: f"{id_}.{number}")


class ObjectIds:
    """The ids of the objects of one diagram, each assigned once."""

    def __init__(self) -> None:
        self.assigned: set[str] = set()
        self._free = FreeNames(self.assigned)

    def assign(self, prefix: str, name: str) -> str:
        """A new id: `n:pay` for the node `pay`, then `n:pay:2`."""
        id_ = object_id(prefix, name)
        if id_ in self.assigned:
            base = id_
            id_ = self._free.numbered(base, lambda number: f"{base}:{number}")
        self.assigned.add(id_)
        return id_


def object_id(prefix: str, name: str) -> str:
    """`n:pay`. A slash in the name would end the category of a ref, and is written `%2F`."""
    return f"{prefix}:{name.replace('/', '%2F')}"


def numbered_id(prefix: str, number: int) -> str:
    """`e:0001`."""
    return f"{prefix}:{number:04d}"


def diagram_ref(diagram: str) -> str:
    return f"d:{diagram}"


def object_ref(diagram: str, kind: str, category: str, id_: str) -> str:
    """`d:checkout/flow/node/n:pay`, in a diagram of the given kind."""
    return f"d:{diagram}/{FAMILIES[kind]}/{category}/{id_}"


def session_ref(session: str) -> str:
    return f"s:{session}"


def xref_ref(session: str, xref: str) -> str:
    return f"s:{session}/xref/{xref}"


def walkthrough_ref(session: str, walkthrough: str) -> str:
    """`s:checkout/walkthrough/w:1`, or `s:walkthrough/w:1` outside of a session."""
    return f"s:{session}/walkthrough/{walkthrough}" if session else f"s:walkthrough/{walkthrough}"


def step_ref(session: str, walkthrough: str, step: str) -> str:
    return f"{walkthrough_ref(session, walkthrough)}/node/{step}"
