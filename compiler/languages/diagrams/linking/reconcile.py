"""Reconciliation: the ids of a diagram's text and the stable ids of its sidecar.

Nodes and participants go by their names. Edges and messages are known by fingerprints, which hold the ids of their ends
as they are after that: so the order of the steps matters.
"""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.syntax.files.json_objects import is_id
from compiler.languages.diagrams.syntax.sequence.texts import said
from compiler.languages.diagrams.syntax.shared.text import decode, hide_entities

Fingerprint = tuple[str, ...]

NUMBERED = re.compile(r"[em]:([0-9]{1,18})")
ENDS_MESSAGE = re.compile("[;#]")


def stable_names(parsed: Mapping[str, str], stable: Mapping[str, str]) -> dict[str, str]:
    """The id of each node or participant: parsed id to id. `parsed` maps parsed ids to names, `stable` names to ids."""
    if not stable:
        return {own: own for own in parsed}
    given: dict[str, str] = {}
    taken: set[str] = set()
    for own in sorted(parsed):
        wished = stable.get(parsed[own], "")
        chosen = wished if is_id(wished) and wished not in taken else own
        number = 0
        while chosen in taken:
            number += 1
            chosen = f"{own}:reconcile:{number:04d}"
        given[own] = chosen
        taken.add(chosen)
    return given


class Known(NamedTuple):
    """A stable id, and the fingerprints by which its object is known: as written, and as Mermaid reads it."""

    id: str
    fingerprints: tuple[Fingerprint, ...]


class Match(NamedTuple):
    """The id of an edge or message, and which of the known ones it is, if any."""

    id: str
    known: int | None


def stable_matches(parsed: Mapping[str, Fingerprint], known: Sequence[Known], prefix: str) -> dict[str, Match]:
    """The id of each edge or message by its parsed id. Equal fingerprints are served in the order of the sidecar."""
    if not known:
        return {own: Match(own, None) for own in parsed}
    waiting = _queues(known)
    mentioned = {one.id for one in known}
    fresh = _FreshIds(prefix, [*mentioned, *parsed])
    matched: set[int] = set()
    given: dict[str, Match] = {}
    taken: set[str] = set()
    # Bytewise, as the ids are: beyond `e:9999` this is no longer the order of the numbers.
    for own in sorted(parsed):
        queue = waiting.get(parsed[own], deque())
        while queue and queue[0] in matched:
            queue.popleft()
        found = queue.popleft() if queue else None
        if found is not None:
            matched.add(found)
        wished = own if found is None else known[found].id
        is_free = wished not in taken and (found is not None or wished not in mentioned)
        chosen = wished if is_free else fresh.next()
        given[own] = Match(chosen, found)
        taken.add(chosen)
    return given


def _queues(known: Sequence[Known]) -> dict[Fingerprint, deque[int]]:
    queues: dict[Fingerprint, deque[int]] = {}
    for index, one in enumerate(known):
        for fingerprint in dict.fromkeys(one.fingerprints):
            queues.setdefault(fingerprint, deque()).append(index)
    return queues


class _FreshIds:
    """Ids above every number that was seen."""

    def __init__(self, prefix: str, seen: Sequence[str]) -> None:
        numbers = [int(found[1]) for found in map(NUMBERED.fullmatch, seen) if found and found[0].startswith(prefix)]
        self.prefix, self.last = prefix, max(numbers, default=0)

    def next(self) -> str:
        self.last += 1
        return f"{self.prefix}:{self.last:04d}"


def read_label(text: str) -> str:
    """The label of an edge as Mermaid reads it: without quotes and spelt-out characters."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
        if len(text) > 1 and text[0] == text[-1] == "`":
            text = text[1:-1]
    return decode(hide_entities(text))


def read_message(text: str) -> str:
    """The text of a message as Mermaid reads it: `;` and `#` end it."""
    return said(ENDS_MESSAGE.split(hide_entities(text), maxsplit=1)[0])[0]
