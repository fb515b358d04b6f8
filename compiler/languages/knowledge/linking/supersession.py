"""The fourth phase of linking: chains of decisions, each of which supersedes another."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compiler.graphs.cycles import shortest_cycle
from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.cycles import find_cycles, path_text
from compiler.languages.knowledge.linking.items import Item
from compiler.languages.knowledge.linking.references import ResolvedReferences
from compiler.languages.knowledge.linking.status_folders import REJECTED, suggested_by_folder
from compiler.languages.knowledge.records import Settings
from compiler.languages.knowledge.syntax.decisions.statuses import status_of
from compiler.model.diagnostics import Diagnostic

MAX_CHAIN = 1000  # decisions of one chain
MIN_UNSTATED = 5  # decisions of a collection that show that its records state no status
UNSTATED = "unstated"  # the status of a decision whose source states none
_DEFAULTS = frozenset({"log4brains"})  # formats whose own program gives such a decision a status


@dataclass(frozen=True, slots=True)
class Chain:
    """The place of a decision in its chain: the ids directly after and before it, and the ids at the end of the
    chain."""

    superseded_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    current: tuple[str, ...] = ()
    in_cycle: bool = False


def supersession(items: list[Item], resolved: ResolvedReferences) -> tuple[dict[str, Chain], list[Diagnostic]]:
    """The chain of each decision that has one, by ref, and the findings: cycles, statuses that are out of date."""
    newer: dict[str, list[str]] = {}
    older: dict[str, list[str]] = {}
    by_ref = {item.ref: item for item in items}
    for edge in resolved.of("supersedes"):
        newer.setdefault(edge.target.ref, []).append(edge.source.ref)
        older.setdefault(edge.source.ref, []).append(edge.target.ref)
    wrong: list[Diagnostic] = []
    in_cycles: set[str] = set()
    for members in find_cycles(newer):
        in_cycles.update(members)
        way = path_text([by_ref[ref].id for ref in shortest_cycle(newer, members)])
        wrong.append(codes.SUPERSEDE_CYCLE.at(by_ref[members[0]].span, cycle=way))
    chains: dict[str, Chain] = {}
    for item in items:
        if item.ref not in newer and item.ref not in older:
            continue
        chains[item.ref] = Chain(
            tuple(by_ref[ref].id for ref in newer.get(item.ref, ())),
            tuple(by_ref[ref].id for ref in older.get(item.ref, ())),
            tuple(by_ref[end].id for end in _ends(item.ref, newer)),
            item.ref in in_cycles,
        )
        wrong += _stale_status(item, newer, by_ref)
    return chains, wrong


def _ends(ref: str, newer: dict[str, list[str]]) -> list[str]:
    """The refs at the end of the chain of `ref`, which nothing supersedes; none when the chain is a cycle."""
    seen = dict.fromkeys([ref])
    waiting = [ref]
    ends: list[str] = []
    while waiting and len(seen) < MAX_CHAIN:
        node = waiting.pop(0)
        successors = newer.get(node, [])
        if not successors:
            ends.append(node)
        for successor in successors:
            if successor not in seen:
                seen[successor] = None
                waiting.append(successor)
    return ends


def _stale_status(item: Item, newer: dict[str, list[str]], by_ref: dict[str, Item]) -> list[Diagnostic]:
    """A finding for a decision whose own status does not say that another supersedes it."""
    if item.type != "decision" or item.ref not in newer or item.status in ("superseded", "deprecated"):
        return []
    if item.native.get("has_status") is False:  # it says nothing that could be out of date
        return []
    successor = by_ref[newer[item.ref][0]]
    status = str(item.native.get("status") or item.status)
    return [codes.STATUS_BEHIND.at(item.span, id=item.id, successor=successor.id, status=status)]


def _suggest(item: Item, listed: Mapping[str, tuple[str, str]]) -> None:
    folder = suggested_by_folder(item.path)
    if found := listed.get(item.path):
        status, by = status_of(found[0]) or item.status, f"the index {found[1]}"
    elif folder:
        status, by = folder[0], f"the folder {folder[1]}"
    else:
        status, by = item.status, f"the format {item.format}"
    item.properties |= {"status": UNSTATED, "suggested_status": status}
    item.native["suggested_by"] = by


def statuses_of_indexes(settings: Iterable[Settings]) -> dict[str, tuple[str, str]]:
    """Return the statuses that indexes give to pages, as written, each with the path of the index, by the path of the
    page."""
    return {
        page: (word, setting.path)
        for setting in settings
        for page, word in setting.listed
        if status_of(word) is not None
    }


def complete_decisions(
    items: list[Item], chains: dict[str, Chain], listed: Mapping[str, tuple[str, str]]
) -> list[Diagnostic]:
    """Set the property `superseded_by` of decisions to the id of the successor, and report unknown statuses. A decision
    that states no status that is known is superseded when another says so, and else `unstated`: `suggested_status` is
    what an index (`listed`), its folder or its format suggests, and `suggested_by` says which."""
    wrong = []
    decisions = [item for item in items if item.type == "decision"]
    many = Counter(item.group.name for item in decisions)
    stating = {item.group.name for item in decisions if item.native.get("has_status") is not False}
    for item in decisions:
        if item.group.name not in stating and many[item.group.name] >= MIN_UNSTATED:
            item.native["statuses_unused"] = True  # so that none is missed
        has_none = item.native.get("has_status") is False or "status_known" in item.native
        chain = chains.get(item.ref)
        if chain and chain.superseded_by:
            item.properties["superseded_by"] = chain.superseded_by[0]
            if has_none:
                item.status = item.properties["status"] = "superseded"
        if has_none and item.status != "superseded" and item.format not in _DEFAULTS:
            _suggest(item, listed)
            item.status = UNSTATED
        if item.native.get("status_known"):
            status = item.native.get("status", "")
            wrong.append(codes.UNKNOWN_STATUS.at(item.span, status=status, id=item.id, counted=f"'{item.status}'"))
        else:
            wrong += _in_another_folder(item)
            wrong += _listed_otherwise(item, listed)
    return wrong


def _listed_otherwise(item: Item, listed: Mapping[str, tuple[str, str]]) -> list[Diagnostic]:
    """A finding for a decision whose own status is not that of an index. What is over is over by whatever word, and
    what another decision supersedes has a finding of its own."""
    word, index = listed.get(item.path, ("", ""))
    status = status_of(word)
    if status is None or item.native.get("has_status") is False or item.properties.get("superseded_by"):
        return []
    if status == item.status or {status, item.status} <= {"superseded", "deprecated"}:
        return []
    own = str(item.native.get("status") or item.status)
    return [codes.OTHER_IN_INDEX.at(item.span, id=item.id, status=own, index=index, listed=word)]


def _in_another_folder(item: Item) -> list[Diagnostic]:
    """A finding for a decision whose own status is not that of its folder. What was accepted may be superseded since
    and stay where it is."""
    folder = suggested_by_folder(item.path)
    if folder is None or item.native.get("has_status") is False or item.status in (folder[0], UNSTATED):
        return []
    status = str(item.native.get("status") or item.status)
    is_over = item.status in ("superseded", "deprecated") and not (folder[0] == "accepted" and REJECTED.match(status))
    if is_over and folder[0] in ("accepted", "superseded", "deprecated"):
        return []
    return [codes.OTHER_FOLDER.at(item.span, id=item.id, folder=folder[1], status=status)]
