"""Traces relations between objects.

ReqIF has no rule of coverage: an object is cited or not.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from compiler.languages.requirements.formats.records import Place
from compiler.languages.requirements.formats.reqif.relations import is_back
from compiler.languages.requirements.formats.roots import common_parts
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation

Json = Any


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:  # noqa: ARG001
    """Trace the relations of all objects; the format has no tags."""
    return _Tracer(items).traced


class _Tracer:
    """Resolves identifiers first in their file, then in its folder, then in the source."""

    def __init__(self, items: Sequence[StatedItem]) -> None:
        self.traced = Traced()
        self.by_identifier: dict[str, list[StatedItem]] = defaultdict(list)
        self.outgoing: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.incoming: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for item in items:
            self.by_identifier[dict(item.item.details)["identifier"]].append(item)
        for item in items:
            self._add_relations(item)
        self.traced.verdicts = {item.id: self._verdict(item) for item in items}

    def _add_relations(self, item: StatedItem) -> None:
        names = [value for name, value in item.item.details if name == "relation"]
        for cited, name in zip(item.item.cites, names, strict=True):
            self.outgoing[item.id][name].append(cited.target)
            found = self.by_identifier.get(cited.target, ())
            target = max(found, key=lambda near: common_parts(near.path, item.path), default=None)
            if target is None:
                self.traced.citations.append(TracedCitation(item, cited, cited.target, reason=MISSING))
                continue
            self.outgoing[item.id][name][-1] = target.id
            self.incoming[target.id][name].append(item.id)
            if is_back(name):
                place = cited.place if target.path == item.path else Place(target.item.first, 1, 1)
                back = cited._replace(target=item.id, place=place)
                self.traced.citations.append(TracedCitation(target, back, item.id))
            else:
                self.traced.citations.append(TracedCitation(item, cited._replace(target=target.id), target.id))

    def _verdict(self, item: StatedItem) -> dict[str, Json]:
        return {
            "identifier": dict(item.item.details)["identifier"],
            "outgoing": {name: list(ids) for name, ids in self.outgoing.get(item.id, {}).items()},
            "incoming": {name: list(ids) for name, ids in self.incoming.get(item.id, {}).items()},
        }
