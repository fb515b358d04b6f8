"""Traces links as Sphinx-Needs does: each leads to a need, or to a part of one.

The program has no rule of coverage. A part is covered here when a need links to it.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from compiler.languages.requirements.formats.records import Cited
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.text.near_names import NearNames

Json = Any
ALLOWED = "allowed_dead_link"  # the reason of a link to nothing that its type allows, which is no finding
EXTERNAL = "external_need"  # the reason of a link to nothing in a project that names needs of others
_REASONS = {"dead": ALLOWED, "external": EXTERNAL}


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:  # noqa: ARG001
    """Trace the links of all needs; the format has no tags."""
    traced = Traced()
    by_id = {item.item.id: item for item in reversed(items)}  # the first of each id
    near = NearNames([item.item.id for item in items])
    met: dict[str, dict[str, None]] = defaultdict(dict)
    outgoing: dict[str, dict[str, list[str]]] = defaultdict(dict)
    incoming: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for item in items:
        for cited, (how, names) in zip(item.item.cites, item.item.details, strict=True):
            _, name, back = names.split("\n")
            outgoing[item.id].setdefault(name, []).append(cited.target)
            found = _target(by_id, cited)
            if found is None:
                reason = _REASONS.get(how, MISSING)
                nearest = near.nearest(cited.target)
                traced.citations.append(TracedCitation(item, cited, cited.target, reason=reason, nearest=nearest))
                continue
            target, label = found
            if label:
                met[target.id][label] = None
            incoming[target.id].setdefault(back, []).append(item.id)
            traced.citations.append(TracedCitation(item, cited, target.id, label))
    traced.met = {key: tuple(labels) for key, labels in met.items()}
    dead = {each.source.id for each in traced.citations if each.reason}
    forbidden = {each.source.id for each in traced.citations if each.reason == MISSING}
    traced.verdicts = {
        item.id: {
            "outgoing": outgoing.get(item.id, {}),
            "incoming": {name: list(dict.fromkeys(ids)) for name, ids in incoming.get(item.id, {}).items()},
            "has_dead_links": item.id in dead,
            "has_forbidden_dead_links": item.id in forbidden,
        }
        for item in items
    }
    return traced


def _target(by_id: dict[str, StatedItem], cited: Cited) -> tuple[StatedItem, str] | None:
    """The need that a link leads to, and the part of it, "" for the whole; None if nothing states it."""
    if whole := by_id.get(cited.target):
        return whole, ""
    name, _, label = cited.target.partition(".")
    need = by_id.get(name)
    if need and any(need_there.label == label for need_there in need.item.needs):
        return need, label
    return None
