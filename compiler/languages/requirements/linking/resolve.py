"""The second phase of linking: resolves citations, and reports those whose targets do not exist."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.configuration.ids import EMPTY_LISTS, JOURNEY, IdReference, Ids
from compiler.languages.requirements.facts import BrokenReference, Reference, ref_of
from compiler.languages.requirements.linking.collect import Specifications
from compiler.languages.requirements.linking.spec_item import SpecItem
from compiler.languages.requirements.records import Citation
from compiler.languages.requirements.syntax.code import CITED
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.facts import Link
from compiler.model.spans import Span
from compiler.text.near_names import NearNames, did_you_mean

STEP = re.compile(r"^[ \t]*([0-9]+)[.)][ \t]+(\S.*)$", re.MULTILINE)

# A placeholder may contain a comma, and so may labels in brackets. Labels may stand behind a semicolon.
_LIST_MEMBER = re.compile(
    r"(?:<[^<>\n]{0,200}>|\[[^\[\]\n]{0,200}\]|\([^()\n]{0,200}\)"
    r"|;(?=[ \t]*[A-Za-z0-9]{1,3}[ \t]*(?:[,;\n]|\Z))|[^,;\n])+"
)
_PLACEHOLDER = re.compile(r"<.*>|\[.*\]")
_VERBS = {"addresses_requirement": "addresses"}


class Citer(NamedTuple):
    """The object that cites, and its file. `is_code`: it cites in a comment, where prose may follow a keyword.

    `sharing` are further objects for which the same words stand: faults in them are reported once.
    """

    id: str
    ref: str
    kind: str
    path: str
    is_code: bool = False
    sharing: tuple["Citer", ...] = ()

    @property
    def all(self) -> "tuple[Citer, ...]":
        return (self, *self.sharing)


class ListedId(NamedTuple):
    """A word in a list of ids, and its span. The kind of link that it makes is `edge_kind`. What stands in a sentence
    of code may only look like a citation."""

    citer: Citer
    edge_kind: str
    text: str
    span: Span
    in_sentence: bool = False


@dataclass(slots=True)
class Resolver:
    """Resolves citations against the specifications, and collects references, links and findings.

    `all_ids` are the ids of every configuration of the source.
    """

    specifications: Specifications
    all_ids: list[Ids]
    resolved: list[Reference] = field(default_factory=list)
    broken: list[BrokenReference] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    steps: set[str] = field(default_factory=set)
    journey_citers: set[str] = field(default_factory=set)  # ids of objects that cite a journey or a step
    _requirements: dict[tuple[str | None, str], SpecItem] = field(default_factory=dict)  # by project, casefolded id
    _journeys: dict[tuple[str | None, str], str] = field(default_factory=dict)  # ids by project and casefolded id
    _near: dict[str | None, NearNames] = field(default_factory=dict)  # by project

    def __post_init__(self) -> None:
        for requirement in self.specifications.requirements.values():
            if requirement.duplicate_of is None:
                self._requirements[requirement.configuration.project, requirement.written_id.casefold()] = requirement
        for native_id, journey in self.specifications.journeys.items():
            self._journeys.setdefault((journey.configuration.project, journey.written_id.casefold()), native_id)
            for section in journey.sections:
                if section.heading.casefold().startswith("steps"):
                    self.steps.update(f"{native_id}/{found[1]}" for found in STEP.finditer(section.text))

    def resolve(self, citer: Citer, edge_kind: str, citation: Citation, ids: Ids) -> list[str]:
        """Resolve a list of references. Return the ids of the requirements that they cite, each once."""
        return self.resolve_words(_listed_ids(citer, edge_kind, citation), ids)

    def resolve_words(self, words: Iterable[ListedId], ids: Ids) -> list[str]:
        """Resolve the words of one list. Return the ids of the requirements that they cite, each once."""
        reached: dict[str, None] = {}
        seen: set[tuple[str, str]] = set()
        for listed in words:
            item, labels = self._find(listed, ids)
            if item is None:
                continue
            for label in map(item.canonical_label, labels):
                assertion = item.by_label.get(label) if label else None
                if label and (assertion is None or assertion.is_retired):
                    self._report_unknown_assertion(listed, item, label)
                    continue
                reached[item.id] = None
                if (item.id, label) in seen:
                    target = item.assertion_id(label)
                    finding = codes.DUPLICATE_REFERENCE.at(listed.span, source=_subject(listed.citer), target=target)
                    self.findings.append(finding)
                    continue
                seen.add((item.id, label))
                self._add_reference(listed, item.id, label, assertion.ref if assertion else ref_of(item.id))
        return list(reached)

    def _add_reference(self, listed: ListedId, requirement: str, label: str, target: str) -> None:
        for citer in listed.citer.all:
            reference = Reference(
                span=listed.span,
                source=citer.id,
                source_kind=citer.kind,
                edge_kind=listed.edge_kind,
                requirement=requirement,
                label=label,
                written=listed.text,
                ordinal=len(self.resolved),
            )
            self.resolved.append(reference)
            self.links.append(Link(citer.ref, target, listed.edge_kind, listed.span))

    def _find(self, listed: ListedId, ids: Ids) -> tuple[SpecItem | None, tuple[str, ...]]:
        """The requirement that a word names and its labels, where "" is the whole requirement.

        The requirement is None for a journey, and for a word that names nothing, which is reported.
        """
        journey = JOURNEY.fullmatch(listed.text)
        if journey:
            self._resolve_journey(listed, journey, ids)
            return None, ()
        reference, item, labels = self._parsed(listed.text, ids)
        if reference is None:
            self._report_malformed(listed, ids)
            return None, ()
        if item is None:
            self._report_unknown_requirement(listed, reference, ids)
        elif reference.joiners:
            self._check_joiners(item, reference, listed)
        return item, labels or ("",)

    def _parsed(self, written: str, ids: Ids) -> tuple[IdReference | None, SpecItem | None, tuple[str, ...]]:
        """A reference by the ids of its project, or else of another project that has the requirement; with that
        requirement, None if there is none, and the labels.

        An id of the own project means no other one, unless the file is of no project.
        """
        reference = ids.parse_reference(written)
        item, labels = self._lookup(reference, ids) if reference else (None, ())
        if item is None and (reference is None or ids.project is None):
            for other in self.all_ids:
                found = other.parse_reference(written)
                if found and (elsewhere := self._requirements.get((other.project, found.requirement.casefold()))):
                    return found, elsewhere, found.labels
        return reference, item, labels

    def _lookup(self, reference: IdReference, ids: Ids) -> tuple[SpecItem | None, tuple[str, ...]]:
        """The requirement of a reference, None if there is none, and its labels."""
        item = self._requirements.get((ids.project, reference.requirement.casefold()))
        if item is not None or reference.labels:
            return item, reference.labels
        # If ids may hold the separator, the labels were parsed as the end of the id: try them from the end.
        labels: tuple[str, ...] = ()
        name, sign, label = reference.requirement.rpartition(ids.separator)
        while sign and ids.is_label(label.upper()):
            labels = (label.upper(), *labels)
            if found := self._requirements.get((ids.project, name.casefold())):
                return found, labels
            name, sign, label = name.rpartition(ids.separator)
        return None, ()

    def _check_joiners(self, item: SpecItem, reference: IdReference, listed: ListedId) -> None:
        right = item.configuration.joiner
        wrong = next((joiner for joiner in reference.joiners if right and joiner != right), None)
        if wrong:
            labels = " and ".join(item.assertion_id(label) for label in reference.labels)
            self.findings.append(
                codes.WRONG_JOINER.at(listed.span, target=listed.text, used=wrong, right=right, labels=labels)
            )

    def _resolve_journey(self, listed: ListedId, found: "re.Match[str]", ids: Ids) -> None:
        native_id = self._journeys.get((ids.project, found[1].casefold()), "JNY" + found[1][3:])
        target = f"{native_id}/{found[2]}" if found[2] else native_id
        if native_id in self.specifications.journeys and (not found[2] or target in self.steps):
            self.journey_citers.update(citer.id for citer in listed.citer.all)
            self.links += [Link(citer.ref, ref_of(target), listed.edge_kind, listed.span) for citer in listed.citer.all]
        else:
            reason = "unknown_step" if found[2] else "unknown_requirement"
            self._add_broken(listed, target, reason, codes.UNKNOWN_REQUIREMENT)

    def _report_malformed(self, listed: ListedId, ids: Ids) -> None:
        if _PLACEHOLDER.fullmatch(listed.text):
            self._add_broken(listed, listed.text, "placeholder", codes.PLACEHOLDER, is_id=False)
        elif not listed.citer.is_code or self._is_meant(listed.text, ids):
            is_associate = ids.is_of_associate(listed.text)
            is_foreign = is_associate or (ids.looks_like_id(listed.text) and not ids.has_own_namespace(listed.text))
            reason = "unknown_namespace" if is_foreign else "malformed"
            is_expected = is_associate or (is_foreign and ids.allows_foreign)
            self._add_broken(listed, listed.text, reason, None if is_expected else codes.MALFORMED, is_id=False)

    def _is_meant(self, word: str, ids: Ids) -> bool:
        """Whether a word in code is meant as an id. Without settings code may cite what is none of this source."""
        if ids.has_settings:
            return ids.looks_like_id(word)
        return any(ids_of_project.has_own_namespace(word) for ids_of_project in (ids, *self.all_ids))

    def _report_unknown_requirement(self, listed: ListedId, reference: IdReference, ids: Ids) -> None:
        if ids.project not in self._near:
            known = [
                requirement.id for (project, _), requirement in self._requirements.items() if project == ids.project
            ]
            self._near[ids.project] = NearNames(known)
        nearest = self._near[ids.project].nearest(reference.requirement)
        is_associate = ids.is_of_associate(reference.requirement)
        reason, code = (
            ("unknown_namespace", None) if is_associate else ("unknown_requirement", codes.UNKNOWN_REQUIREMENT)
        )
        for label in reference.labels or ("",):
            target = f"{reference.requirement}{ids.separator}{label}" if label else reference.requirement
            self._add_broken(listed, target, reason, code, nearest=None if is_associate else nearest)

    def _report_unknown_assertion(self, listed: ListedId, item: SpecItem, label: str) -> None:
        target = item.assertion_id(label)
        if label in item.by_label:
            self._add_broken(listed, target, "retired_assertion", codes.RETIRED_ASSERTION)
        else:
            code, reason = codes.UNKNOWN_ASSERTION, "unknown_assertion"
            self._add_broken(listed, target, reason, code, requirement=item.id, label=label)

    def _add_broken(
        self,
        listed: ListedId,
        target: str,
        reason: str,
        code: Code | None,
        *,
        nearest: str | None = None,
        is_id: bool = True,
        requirement: str = "",
        label: str = "",
    ) -> None:
        """Add a citation whose target does not exist, and report it unless `code` is None: then the settings expect it.
        `requirement` and `label` are for the message."""
        # A retired assertion exists, so a link to it would not be dangling.
        target_ref = ref_of(target) if is_id and reason != "retired_assertion" else ""
        reference = BrokenReference(
            span=listed.span,
            source=listed.citer.id,
            source_kind=listed.citer.kind,
            edge_kind=listed.edge_kind,
            target=target,
            reason=reason,
            nearest=nearest,
            ordinal=len(self.broken),
        )
        self.broken.append(reference)
        if target_ref:
            self.links.append(Link(listed.citer.ref, target_ref, listed.edge_kind, listed.span))
        if code is None:
            return
        self.findings.append(
            code.at(
                listed.span,
                severity="info" if listed.in_sentence else None,
                suggestion=did_you_mean(nearest),
                source=_subject(listed.citer),
                verb=_VERBS.get(listed.edge_kind, listed.edge_kind),
                target=target,
                requirement=requirement,
                label=label,
            )
        )


def _subject(citer: Citer) -> str:
    return citer.id if citer.kind in ("requirement", "journey") else f"The {citer.kind} {citer.id}"


def _listed_ids(citer: Citer, edge_kind: str, citation: Citation) -> Iterator[ListedId]:
    """The words of a list that should be ids, each with its span."""
    for found in (CITED if citer.is_code else _LIST_MEMBER).finditer(citation.text):
        member = found.group()
        word = member.strip(" \t*_`")
        if word.lower() not in EMPTY_LISTS:
            start = found.start() + member.find(word)
            span = citation.span(citer.path, start, start + len(word))
            yield ListedId(citer, edge_kind, word, span, citation.in_sentence)
