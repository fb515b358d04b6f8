"""Decides which pages are StrictDoc's, and traces relations as the program does: of nodes to their parents and
children, and of code to nodes.

Pages are nodes in a source with a document `*.sdoc`, or with settings of the program. Ids need be unique only in a
project: below the nearest folder with settings.

The program has no rule of coverage, and nodes have no parts that could be covered by themselves.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath

from compiler.languages.requirements.formats.records import ItemsFile, Place, Unread
from compiler.languages.requirements.formats.roots import root_above, within_projects
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.formats.strictdoc.grammar import Element, loaded, problems
from compiler.languages.requirements.formats.strictdoc.nodes import (
    CHECKED,
    CHILD,
    GRAMMAR,
    IMPORT,
    PROJECT,
    checked_node,
)
from compiler.text.near_names import NearNames


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace the relations of all nodes, and the markers of code. A relation to a child is one of the child."""
    traced = Traced()
    by_id: dict[str, StatedItem] = {}
    for item in items:
        by_id.setdefault(item.item.id, item)
    near = NearNames(list(by_id))
    for item in items:
        for cited, (kind, _) in zip(item.item.cites, item.item.details, strict=True):
            target = by_id.get(cited.target)
            if target is None:
                nearest = near.nearest(cited.target)
                traced.citations.append(TracedCitation(item, cited, cited.target, reason=MISSING, nearest=nearest))
            elif kind == CHILD:
                place = cited.place if target.path == item.path else Place(target.item.first, 1, 1)
                traced.citations.append(TracedCitation(target, cited._replace(target=item.id, place=place), item.id))
            else:
                traced.citations.append(TracedCitation(item, cited, target.id))
    for tag in tags:
        cited = tag.tag.cited
        target = by_id.get(cited.target)
        if target is None:
            nearest = near.nearest(cited.target)
            traced.citations.append(TracedCitation(tag, cited, cited.target, reason=MISSING, nearest=nearest))
        else:
            traced.citations.append(TracedCitation(tag, cited, target.id))
    sources: dict[str, dict[str, None]] = {}
    for each in traced.citations:
        if isinstance(each.source, StatedTag) and not each.reason:
            sources.setdefault(each.target, {})[each.source.path] = None
    traced.verdicts = {item.id: {"source_files": list(sources.get(item.id, ()))} for item in items}
    return traced


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the documents, the code, and the pages if the source is one of StrictDoc."""
    said = {file.path: dict(file.settings) for file in files}
    projects = {path.rpartition("/")[0] for path, one in said.items() if PROJECT in one}
    grammars = {path: loaded(one[GRAMMAR]) for path, one in said.items() if GRAMMAR in one}
    is_ours = bool(projects) or any(file.items and not file.is_candidate for file in files)
    found = [
        file._replace(is_candidate=False, unread=(*file.unread, *_against(file, grammars)), settings=())
        for file in files
        if not (PROJECT in said[file.path] or GRAMMAR in said[file.path]) and (is_ours or not file.is_candidate)
    ]
    return within_projects(found, lambda path: root_above(path, projects))


def _against(one: ItemsFile, grammars: Mapping[str, Mapping[str, Element]]) -> Iterator[Unread]:
    """The lines of a document that the grammar which it imports does not have."""
    grammar: Mapping[str, Element] | None = None
    for name, value in one.settings:
        if name == IMPORT:
            written, line, shown = json.loads(value)
            folder = one.path.rpartition("/")[0]
            path = normpath(f"{folder}/{written}" if folder else written)
            grammar = grammars.get(path)
            if grammar is None:
                yield Unread(shown, f"no grammar is in {path}", Place(line, 1, 1))
        elif name == CHECKED and grammar is not None:
            node, lines = checked_node(value)
            for line, reason in problems(node, dict(grammar)):
                yield Unread(lines.get(line, ""), reason, Place(line, 1, 1))
