"""Traces specification items as OpenFastTrace does: what each citation leads to, and how far each item is covered.

A citation covers an item if it names its revision and has an artifact type that the item needs. An item is covered
shallowly when each of its needs is, and deeply when all that cite it are covered deeply too, whatever their citation
came to. An item is a defect if its id is stated more than once, or, unless it is rejected, if a citation by it or of it
is wrong (of another revision, of nothing, not needed) or it is not covered deeply.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.graphs.cycles import cycles
from compiler.languages.requirements.formats import codes
from compiler.languages.requirements.formats.openfasttrace.ids import OftId, parse_id
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.model.diagnostics import Diagnostic
from compiler.text.near_names import NearNames

Json = Any
REJECTED = "rejected"


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace all items and tags of a source."""
    tracer = _Tracer(items, tags)
    tracer.resolve()
    return tracer.result()


@dataclass(slots=True)
class _Tracer:
    """Resolves citations. Items are told apart by their unique ids."""

    items: Sequence[StatedItem]
    tags: Sequence[StatedTag]
    traced: Traced = field(default_factory=Traced)
    stated: dict[str, list[StatedItem]] = field(init=False)
    revisions: dict[tuple[str, str], list[int]] = field(init=False)
    met: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    citing: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))  # items by what they cite
    unwanted: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    wrong: set[str] = field(default_factory=set)  # items with a wrong citation by them or of them
    near: NearNames = field(init=False)

    def __post_init__(self) -> None:
        self.stated = defaultdict(list)
        self.revisions = defaultdict(list)
        for item in self.items:
            self.stated[item.item.id].append(item)
            if (known := parse_id(item.item.id)) and known.revision not in self.revisions[known.type, known.name]:
                self.revisions[known.type, known.name].append(known.revision)
        self.named = {tag.tag.id for tag in self.tags if tag.tag.id}
        self.near = NearNames(list(self.stated))

    named: set[str] = field(init=False)

    def resolve(self) -> None:
        """Resolve what items cite, then what tags do."""
        for item in self.items:
            for cited in item.item.cites:
                self._add(item, self._depends(item, cited) if cited.kind == "depends_on" else self._covers(item, cited))
        for tag in self.tags:
            self._add(tag, self._covers(tag, tag.tag.cited))

    def _add(self, source: StatedItem | StatedTag, found: TracedCitation) -> None:
        self.traced.citations.append(found)
        is_wrong = bool(found.reason or not found.label) and found.cited.kind != "depends_on"
        if is_wrong and isinstance(source, StatedItem):
            self.wrong.add(source.id)

    def _depends(self, source: StatedItem, cited: Any) -> TracedCitation:
        known = self.stated.get(cited.target)
        if known:
            return TracedCitation(source, cited, known[0].id)
        return self._missing(source, cited)

    def _covers(self, source: StatedItem | StatedTag, cited: Any) -> TracedCitation:
        """Resolve a citation that covers: what it leads to, and the need that it meets."""
        known = self.stated.get(cited.target, ())
        own = source.item.level if isinstance(source, StatedItem) else source.tag.kind
        if not known:
            return self._missing(source, cited)
        if len(known) > 1 and any(need.label == own for each in known for need in each.item.needs):
            first = known[0]
            self._report(codes.AMBIGUOUS, source, cited, target=cited.target, line=first.item.first, path=first.path)
            return TracedCitation(source, cited, first.id, reason="ambiguous")
        target = known[0]
        self._cite(source, target)
        if any(need.label == own for need in target.item.needs):
            self.met[target.id][own] = None
            return TracedCitation(source, cited, target.id, own)
        self.unwanted[target.id][own] = None
        self.wrong.add(target.id)
        self._report(codes.UNWANTED, source, cited, target=target.id, kind=own)
        return TracedCitation(source, cited, target.id)

    def _missing(self, source: StatedItem | StatedTag, cited: Any) -> TracedCitation:
        """What became of a citation of an id that nothing states: of another revision, or of nothing."""
        known = parse_id(cited.target)
        others = self.revisions.get((known.type, known.name), []) if known else []
        if known and others:
            nearest = OftId(known.type, known.name, max(others))
            for other in others:
                for target in self.stated[str(known._replace(revision=other))]:
                    self._cite(source, target)
                    self.wrong.add(target.id)
            reason = "outdated" if known.revision < nearest.revision else "predated"
            words = "newer" if reason == "outdated" else "older"
            self._report(codes.WRONG_REVISION, source, cited, target=cited.target, nearest=str(nearest), words=words)
            return TracedCitation(source, cited, cited.target, reason=reason, nearest=str(nearest))
        if cited.target in self.named:
            self._report(codes.UNWANTED, source, cited, target=cited.target, kind=_kind(source))
            return TracedCitation(source, cited, cited.target, reason="unwanted")
        near = self.near.nearest(cited.target)
        return TracedCitation(source, cited, cited.target, reason=MISSING, nearest=near)

    def _cite(self, source: StatedItem | StatedTag, target: StatedItem) -> None:
        if isinstance(source, StatedItem):
            self.citing[target.id][source.id] = None

    def _report(self, code: Any, source: StatedItem | StatedTag, cited: Any, **fields: object) -> None:
        finding: Diagnostic = code.at(cited.place.span(source.path), source=source.subject, **fields)
        self.traced.findings.append(finding)

    def result(self) -> Traced:
        """Return what was found, with the verdict of each item."""
        shallow = {item.id: all(need.label in self.met[item.id] for need in item.item.needs) for item in self.items}
        deep = self._deep(shallow)
        verdicts: dict[str, dict[str, Json]] = {}
        for item in self.items:
            missing = [need.label for need in item.item.needs if need.label not in self.met[item.id]]
            is_repeated = len(self.stated[item.item.id]) > 1
            is_bad = item.id in self.wrong or deep[item.id] != "covered"
            verdicts[item.id] = {
                "shallow_coverage": "covered" if shallow[item.id] else "uncovered",
                "deep_coverage": deep[item.id],
                "is_defect": is_repeated or (item.item.status != REJECTED and is_bad),
                "is_repeated": is_repeated,
                "uncovered_needs": missing,
                "unwanted_coverage": list(self.unwanted[item.id]),
            }
            for need in item.item.needs:
                if need.label in missing and item.item.status != REJECTED:
                    place = need.place.span(item.path)
                    self.traced.findings.append(codes.UNCOVERED_NEED.at(place, id=item.id, label=need.label))
        self.traced.met = {key: tuple(labels) for key, labels in self.met.items()}
        self.traced.verdicts = verdicts
        return self.traced

    def _deep(self, shallow: dict[str, bool]) -> dict[str, str]:
        """The deep coverage of each item: covered, uncovered, or cycle if it is covered by itself in the end."""
        graph = {item.id: list(self.citing[item.id]) for item in self.items}
        circle = {member for members in cycles(graph) for member in members}
        found: dict[str, str] = {}
        for start in graph:
            waiting = [start]
            while waiting:
                one = waiting[-1]
                below = [each for each in graph[one] if each not in circle]
                if one in circle:
                    found[one] = "cycle" if shallow[one] else "uncovered"
                    waiting.pop()
                elif open_ones := [each for each in below if each not in found]:
                    waiting += open_ones
                else:
                    is_deep = shallow[one] and all(found.get(each) == "covered" for each in graph[one])
                    found[one] = "covered" if is_deep else "uncovered"
                    waiting.pop()
        return found


def _kind(source: StatedItem | StatedTag) -> str:
    return source.item.level if isinstance(source, StatedItem) else source.tag.kind
