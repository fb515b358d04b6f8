"""Reconciliation of the ids that the text of a diagram gives with the stable ids of its sidecar.

Nodes and participants are matched by name, and before edges and messages: those are matched by fingerprints, which
contain the reconciled ids of their ends.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.records import Sidecar
from compiler.languages.diagrams.syntax.files.json_objects import is_id
from compiler.languages.diagrams.syntax.sequence.texts import read_text
from compiler.languages.diagrams.syntax.shared.text import decode, hide_entities
from compiler.model.diagnostics import Diagnostic
from compiler.text.free_names import FreeNames

Fingerprint = tuple[str, ...]

NUMBERED_ID = re.compile(r"[em]:([0-9]{1,18})")
MESSAGE_END = re.compile("[;#]")


def stable_names(parsed: Mapping[str, str], stable: Mapping[str, str]) -> dict[str, str]:
    """Map the parsed id of each node or participant to its reconciled id.

    `parsed` maps parsed ids to names, `stable` maps names to stable ids. A stable id is given once.
    """
    if not stable:
        return {own: own for own in parsed}
    reconciled: dict[str, str] = {}
    taken: set[str] = set()
    free = FreeNames(taken)
    for own in sorted(parsed):
        wanted = stable.get(parsed[own], "")
        chosen = wanted if is_id(wanted) and wanted not in taken else own
        if chosen in taken:
            chosen = _reconciled(free, own)
        reconciled[own] = chosen
        taken.add(chosen)
    return reconciled


def _reconciled(free: FreeNames[str], own: str) -> str:
    return free.numbered(own, lambda number: f"{own}:reconcile:{number:04d}", first=1)


def sidecar_name_errors(
    sidecar: Sidecar,
    what: str,
    parsed: Mapping[str, str],
    reconciled: Mapping[str, str],
    stable: Mapping[str, str],
    notes: Iterable[str],
) -> Iterator[Diagnostic]:
    """Report the names and notes of a sidecar that its diagram lacks, and the stable ids that could not be given.

    `parsed`, `reconciled` and `stable` are arguments and result of `stable_names`; `notes` are ids. `what` is "node" or
    "participant".
    """
    names, ids = set(parsed.values()), set(reconciled.values())
    for name in stable:
        if name not in names:
            yield codes.SIDECAR_UNKNOWN_NAME.at(sidecar.span, what=what, name=name)
    for id_ in notes:
        if id_ not in ids:
            yield codes.SIDECAR_UNKNOWN_NAME.at(sidecar.span, what=what, name=id_)
    for own, name in parsed.items():
        id_ = stable.get(name, own)
        if stable and reconciled[own] != id_:
            yield codes.SIDECAR_ID_TAKEN.at(sidecar.span, id=id_, what=what, name=name, given=reconciled[own])


class StableObject(NamedTuple):
    """A stable id of a sidecar, and the fingerprints of its object: as written, and as Mermaid reads it."""

    id: str
    fingerprints: tuple[Fingerprint, ...]


class IdMatch(NamedTuple):
    """The id of an edge or message, and the index of the stable object that it matches, or None."""

    id: str
    stable_index: int | None


def stable_matches(
    parsed: Mapping[str, Fingerprint], stable: Sequence[StableObject], prefix: str
) -> dict[str, IdMatch]:
    """Map the parsed id of each edge or message to its match. Equal fingerprints are matched in the sidecar's order."""
    if not stable:
        return {own: IdMatch(own, None) for own in parsed}
    waiting = _queues(stable)
    mentioned = {stable_object.id for stable_object in stable}
    fresh = _FreshIds(prefix, [*mentioned, *parsed])
    matched: set[int] = set()
    matches: dict[str, IdMatch] = {}
    taken: set[str] = set()
    # In bytewise order, which beyond `e:9999` is not the order of the numbers.
    for own in sorted(parsed):
        queue = waiting.get(parsed[own], deque())
        while queue and queue[0] in matched:
            queue.popleft()
        found = queue.popleft() if queue else None
        if found is not None:
            matched.add(found)
        wanted = own if found is None else stable[found].id
        is_free = wanted not in taken and (found is not None or wanted not in mentioned)
        chosen = wanted if is_free else fresh.next()
        matches[own] = IdMatch(chosen, found)
        taken.add(chosen)
    return matches


def _queues(stable: Sequence[StableObject]) -> dict[Fingerprint, deque[int]]:
    """The indexes of the stable objects by fingerprint, in the order of the sidecar."""
    queues: dict[Fingerprint, deque[int]] = {}
    for index, stable_object in enumerate(stable):
        for fingerprint in dict.fromkeys(stable_object.fingerprints):
            queues.setdefault(fingerprint, deque()).append(index)
    return queues


class _FreshIds:
    """Ids numbered above all ids seen."""

    def __init__(self, prefix: str, seen: Sequence[str]) -> None:
        numbers = [int(found[1]) for found in map(NUMBERED_ID.fullmatch, seen) if found and found[0].startswith(prefix)]
        self.prefix, self.last = prefix, max(numbers, default=0)

    def next(self) -> str:
        self.last += 1
        return f"{self.prefix}:{self.last:04d}"


def read_label(text: str) -> str:
    """The label of an edge as Mermaid reads it: without quotes, and with characters for entity codes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
        if len(text) > 1 and text[0] == text[-1] == "`":
            text = text[1:-1]
    return decode(hide_entities(text))


def read_message(text: str) -> str:
    """The text of a message as Mermaid reads it: `;` and `#` end it."""
    return read_text(MESSAGE_END.split(hide_entities(text), maxsplit=1)[0])[0]
