"""Ids: of diagrams, sessions and walkthroughs over the whole source, and of the objects in one diagram.

Where several would be called the same, each is prefixed with as many of its folders as it takes to tell them apart:
`docs.login` and `src.login`. What a session names keeps its name before a file does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.facts import FAMILIES


class Wish(NamedTuple):
    """An id that is wanted. Wishes of one `group`, such as the blocks of one file, are prefixed together."""

    id: str
    folder: str
    group: str
    listed: bool = False  # by a session

    def within(self, depth: int) -> str:
        """The id with so many of its folders before it."""
        return ".".join([*self.folder.split("/")[len(self.folder.split("/")) - depth :], self.id]) if depth else self.id

    @property
    def deepest(self) -> int:
        return self.folder.count("/") + 1 if self.folder else 0


def unique_ids(wishes: Sequence[Wish]) -> list[str]:
    """An id for each wish, no two alike, whatever the order in which they come."""
    depths: Counter[str] = Counter()
    while True:
        ids = [wish.within(min(depths[wish.group], wish.deepest)) for wish in wishes]
        clashing = set(_clashing(wishes, ids, depths))
        if not clashing:
            return _numbered(wishes, ids)
        depths.update(clashing)


def _clashing(wishes: Sequence[Wish], ids: Sequence[str], depths: Counter[str]) -> Iterator[str]:
    """The groups that need one more folder, and have one."""
    by_id: defaultdict[str, list[Wish]] = defaultdict(list)
    for wish, id_ in zip(wishes, ids, strict=True):
        by_id[id_].append(wish)
    for rivals in by_id.values():
        if len(rivals) > 1:
            files = [wish for wish in rivals if not wish.listed]
            yield from (wish.group for wish in files or rivals if depths[wish.group] < wish.deepest)


def _numbered(wishes: Sequence[Wish], ids: Sequence[str]) -> list[str]:
    """What folders cannot tell apart (`a.mmd` and `a.mermaid`) is numbered: `a`, `a.2`."""
    taken = set(ids)
    given: list[str] = [""] * len(ids)
    seen: set[str] = set()
    for at in sorted(range(len(ids)), key=lambda at: not wishes[at].listed):
        id_, number = ids[at], 2
        if id_ in seen:
            while f"{id_}.{number}" in taken:
                number += 1
            id_ = f"{id_}.{number}"
            taken.add(id_)
        seen.add(id_)
        given[at] = id_
    return given


class Names:
    """The ids of the objects of one diagram: each is given once."""

    def __init__(self) -> None:
        self.given: set[str] = set()

    def claim(self, prefix: str, name: str) -> str:
        """`n:pay` for the node `pay`. A slash would end the category of a ref and is written `%2F`."""
        id_ = f"{prefix}:{name.replace('/', '%2F')}"
        if id_ in self.given:
            id_ = next(one for one in (f"{id_}:{number}" for number in range(2, 1 << 62)) if one not in self.given)
        self.given.add(id_)
        return id_


def numbered(prefix: str, number: int) -> str:
    """`e:0001`."""
    return f"{prefix}:{number:04d}"


def diagram_ref(diagram: str) -> str:
    return f"d:{diagram}"


def object_ref(diagram: str, kind: str, category: str, id_: str) -> str:
    """`d:checkout/flow/node/n:pay`, of a diagram of some kind."""
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
