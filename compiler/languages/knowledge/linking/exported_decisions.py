"""Decisions that stand in pages of their own and once more elsewhere: in an export of Structurizr, whose `!adrs` names
a folder of pages, and in an index, a table of their ids and titles. The other way round, the page beside a `kep.yaml`
is the text of the proposal that this file states.

The pages count. An export may be older than the pages, so that it has fewer of them, and some have another title now.
"""

import posixpath
import re
from collections.abc import Collection

from compiler.languages.knowledge.claims import KEP_FILE
from compiler.languages.knowledge.linking.items import Item

STRUCTURIZR, LOG = "structurizr", "decision-log"
_ADR = re.compile(r"ADR[- ]?\d", re.IGNORECASE)  # the id of a row of an index


def without_exported_decisions(items: list[Item], examples: Collection[str]) -> list[Item]:
    """The items without the decisions of elements of Structurizr, and of tables, that pages state, and without the
    pages beside a `kep.yaml`.

    Decisions are an export or an index if there is a page for the number of each, and most have the title of the page.
    Pages in `examples` are not the project, and do not count.
    """
    elements: dict[tuple[str, str], list[Item]] = {}
    titles: dict[int, set[str]] = {}  # of the pages, by number
    of_keps = {folder for folder, name in map(posixpath.split, (item.path for item in items)) if name == KEP_FILE}
    items = [item for item in items if not _is_text_of_kep(item, of_keps)]
    for item in items:
        if item.type != "decision":
            continue
        if item.format == STRUCTURIZR or (item.format == LOG and _ADR.match(item.record.native_id)):
            elements.setdefault((item.path, item.scope), []).append(item)
        elif item.format != LOG and item.record.number is not None and item.path not in examples:
            titles.setdefault(item.record.number, set()).add(_title(item))
    exported = {id(member) for members in elements.values() if _is_export(members, titles) for member in members}
    return [item for item in items if id(item) not in exported]


def _is_text_of_kep(item: Item, of_keps: Collection[str]) -> bool:
    folder, name = posixpath.split(item.path)
    return item.type == "decision" and folder in of_keps and name != KEP_FILE


def _is_export(members: list[Item], titles: dict[int, set[str]]) -> bool:
    numbered = [(member, titles.get(member.record.number)) for member in members if member.record.number is not None]
    same = sum(_title(item) in found for item, found in numbered if found)
    return len(numbered) == len(members) and all(found for _, found in numbered) and same * 2 > len(members)


def _title(item: Item) -> str:
    return " ".join(item.record.name.casefold().split())
