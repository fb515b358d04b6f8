"""Traces lists of requirements: what matrices, maps and code cite, and which requirements a test covers."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from compiler.languages.requirements.formats.listed.format import EVIDENCE
from compiler.languages.requirements.formats.listed.ids import scheme_of
from compiler.languages.requirements.formats.records import Cited
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.text.near_names import NearNames

_LEAST = 2  # requirements of a kind, where another id of the kind is missed


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace what items, matrices, maps and code cite. An id of a kind that is not stated here is no requirement."""
    traced = Traced()
    by_id: dict[str, StatedItem] = {}
    for item in items:
        by_id.setdefault(item.item.id, item)
    schemes = Counter(scheme_of(item.item.id) for item in items)
    near = NearNames(list(by_id))
    covered: dict[str, set[str]] = defaultdict(set)
    seen: set[tuple[str, str, str]] = set()

    def add(source: StatedItem | StatedTag, cited: Cited) -> None:
        target = by_id.get(cited.target)
        if target is not None:
            key = source.id, target.id, cited.kind
            if key not in seen:
                seen.add(key)
                traced.citations.append(TracedCitation(source, cited, target.id))
                covered[target.id].add("test" if cited.kind == "verifies" else cited.kind)
        elif schemes[scheme_of(cited.target)] >= _LEAST:
            if isinstance(source, StatedTag) and source.map:
                place = source.map, cited.target, str(cited.place)
                if place in seen:  # a pattern stands for many files
                    return
                seen.add(place)
            nearest = near.nearest(cited.target)
            traced.citations.append(TracedCitation(source, cited, cited.target, reason=MISSING, nearest=nearest))

    for item in items:
        for cited in item.item.cites:
            if cited.target != item.item.id:
                add(item, cited)
    for tag in tags:
        add(tag, _cited(tag))
    traced.met = {key: (EVIDENCE,) for key, kinds in covered.items() if "test" in kinds}
    traced.made = {key: (EVIDENCE,) for key, kinds in covered.items() if "implements" in kinds}
    return traced


def _cited(tag: StatedTag) -> Cited:
    """The citation of a tag. Where a map does not say what a file does, its place does."""
    cited = tag.tag.cited
    if (
        tag.evidence == "test"
        and cited.kind in ("covers", "implements")
        and not (tag.tag.on and cited.kind != "covers")
    ):
        return cited._replace(kind="verifies")
    return cited._replace(kind="implements") if cited.kind == "covers" else cited
