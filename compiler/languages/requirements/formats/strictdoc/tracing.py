"""Traces relations as StrictDoc does: of nodes to their parents and children, and of code to nodes.

The program has no rule of coverage, and nodes have no parts that could be covered by themselves.
"""

from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Place
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.formats.strictdoc.nodes import CHILD
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
