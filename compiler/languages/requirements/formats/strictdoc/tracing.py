"""Traces relations as StrictDoc does: of nodes to their parents and children, and of code to nodes.

The program has no rule of coverage, and nodes have no parts that could be covered by themselves.
"""

from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Cited, Place
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.formats.strictdoc.nodes import CHILD
from compiler.text.near_names import NearNames


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace the relations of all nodes, and the markers of code. A relation to a child is one of the child."""
    traced = Traced()
    by_id = {item.item.id: item for item in reversed(items)}  # the first of each id
    near = NearNames([item.item.id for item in items])
    relations: list[tuple[StatedItem | StatedTag, Cited, str]] = [
        (item, cited, kind)
        for item in items
        for cited, (kind, _) in zip(item.item.cites, item.item.details, strict=True)
    ]
    for source, cited, kind in [*relations, *((tag, tag.tag.cited, "") for tag in tags)]:
        target = by_id.get(cited.target)
        if target is None:
            nearest = near.nearest(cited.target)
            traced.citations.append(TracedCitation(source, cited, cited.target, reason=MISSING, nearest=nearest))
        elif kind == CHILD:
            place = cited.place if target.path == source.path else Place(target.item.first, 1, 1)
            traced.citations.append(TracedCitation(target, cited._replace(target=source.id, place=place), source.id))
        else:
            traced.citations.append(TracedCitation(source, cited, target.id))
    sources: dict[str, dict[str, None]] = {}
    for each in traced.citations:
        if isinstance(each.source, StatedTag) and not each.reason:
            sources.setdefault(each.target, {})[each.source.path] = None
    traced.verdicts = {item.id: {"source_files": list(sources.get(item.id, ()))} for item in items}
    return traced
