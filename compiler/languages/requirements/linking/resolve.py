"""The second phase of linking: what each citation reaches, and what is wrong with those that reach nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import BrokenReference, Reference, ref_of
from compiler.languages.requirements.ids import JOURNEY, NOTHING, Cited, Ids
from compiler.languages.requirements.linking.collect import Collected
from compiler.languages.requirements.linking.stated import Stated
from compiler.languages.requirements.records import Citation
from compiler.languages.requirements.syntax.code import ITEM
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.facts import Link
from compiler.model.spans import Span
from compiler.text.near_names import NearNames, did_you_mean

STEP = re.compile(r"^[ \t]*([0-9]+)[.)][ \t]+(\S.*)$", re.MULTILINE)

# A placeholder may hold a comma.
_LISTED = re.compile(r"(?:<[^<>\n]{0,200}>|\[[^\[\]\n]{0,200}\]|[^,\n])+")
_PLACEHOLDER = re.compile(r"<.*>|\[.*\]")
_PRESENT = {"addresses_requirement": "addresses"}


class Citing(NamedTuple):
    """Who cites: its id, ref and kind, and where. `is_code`: in a comment, where prose may follow a keyword."""

    id: str
    ref: str
    kind: str
    path: str
    is_code: bool = False


class Named(NamedTuple):
    """A word of a list that is to name something, and where it stands."""

    text: str
    span: Span


@dataclass(slots=True)
class Resolver:
    """Resolves citations against what the documents state, and keeps what it finds. `all_ids` are those of every
    project of the source."""

    collected: Collected
    all_ids: list[Ids]
    resolved: list[Reference] = field(default_factory=list)
    broken: list[BrokenReference] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    steps: set[str] = field(default_factory=set)
    of_journeys: set[str] = field(default_factory=set)  # the ids of what cites a journey or a step
    _folded: dict[str, Stated] = field(default_factory=dict)
    _journeys: dict[str, str] = field(default_factory=dict)
    _near: NearNames | None = None

    def __post_init__(self) -> None:
        for identity, one in self.collected.requirements.items():
            if one.duplicate_of is None:
                self._folded[identity.casefold()] = one
        for identity, journey in self.collected.journeys.items():
            self._journeys.setdefault(identity.casefold(), identity)
            for section in journey.sections:
                if section.heading.casefold().startswith("steps"):
                    self.steps.update(f"{identity}/{found[1]}" for found in STEP.finditer(section.text))

    def cite(self, citing: Citing, edge_kind: str, citation: Citation, ids: Ids) -> list[str]:
        """Resolves a list of references, and gives the ids of the requirements that it reaches."""
        reached: dict[str, None] = {}
        seen: set[tuple[str, str]] = set()
        for named in _named(citing, citation):
            stated, labels = self._resolve(citing, edge_kind, named, ids)
            if stated is None:
                continue
            for label in map(stated.spelt, labels):
                statement = stated.by_label.get(label) if label else None
                if label and (statement is None or statement.is_retired):
                    self._unknown_label(citing, edge_kind, named, stated, label)
                    continue
                reached[stated.id] = None
                if (stated.id, label) in seen:
                    target = f"{stated.id}{stated.configuration.separator}{label}" if label else stated.id
                    finding = codes.DUPLICATE_REFERENCE.at(named.span, source=_shown(citing), target=target)
                    self.findings.append(finding)
                    continue
                seen.add((stated.id, label))
                self._keep(
                    citing, edge_kind, stated.id, label, statement.ref if statement else ref_of(stated.id), named
                )
        return list(reached)

    def _keep(self, citing: Citing, edge_kind: str, requirement: str, label: str, target: str, named: Named) -> None:
        reference = Reference(
            span=named.span,
            source=citing.id,
            source_kind=citing.kind,
            edge_kind=edge_kind,
            requirement=requirement,
            label=label,
            written=named.text,
            ordinal=len(self.resolved),
        )
        self.resolved.append(reference)
        self.links.append(Link(citing.ref, target, edge_kind, named.span))

    def _resolve(self, citing: Citing, edge_kind: str, named: Named, ids: Ids) -> tuple[Stated | None, tuple[str, ...]]:
        """The requirement that a word names, and the labels; "" stands for the whole requirement."""
        journey = JOURNEY.fullmatch(named.text)
        if journey:
            self._journey(citing, edge_kind, named, journey)
            return None, ()
        cited = ids.reference(named.text) or self._elsewhere(named.text)
        if cited is None:
            self._malformed(citing, edge_kind, named, ids)
            return None, ()
        stated, labels = self._stated(cited, ids)
        if stated is None:
            self._unknown(citing, edge_kind, named, cited, ids)
        elif cited.joiners:
            self._check_joiner(stated, cited, named)
        return stated, labels or ("",)

    def _elsewhere(self, written: str) -> Cited | None:
        """What a reference names in another project of the source."""
        found = (cited for one in self.all_ids if (cited := one.reference(written)))
        return next((one for one in found if one.requirement.casefold() in self._folded), None)

    def _stated(self, cited: Cited, ids: Ids) -> tuple[Stated | None, tuple[str, ...]]:
        found = self._folded.get(cited.requirement.casefold())
        if found is not None or cited.labels:
            return found, cited.labels
        # A name that may hold the separator takes the labels after it for parts of it.
        labels: tuple[str, ...] = ()
        name, sign, label = cited.requirement.rpartition(ids.separator)
        while sign and ids.is_label(label.upper()):
            labels = (label.upper(), *labels)
            if name.casefold() in self._folded:
                return self._folded[name.casefold()], labels
            name, sign, label = name.rpartition(ids.separator)
        return None, ()

    def _check_joiner(self, stated: Stated, cited: Cited, named: Named) -> None:
        right = stated.configuration.joiner
        wrong = next((one for one in cited.joiners if right and one != right), None)
        if wrong:
            labels = " and ".join(f"{stated.id}{stated.configuration.separator}{one}" for one in cited.labels)
            self.findings.append(
                codes.WRONG_JOINER.at(named.span, target=named.text, used=wrong, right=right, labels=labels)
            )

    def _journey(self, citing: Citing, edge_kind: str, named: Named, found: "re.Match[str]") -> None:
        identity = self._journeys.get(found[1].casefold(), "JNY" + found[1][3:])
        target = f"{identity}/{found[2]}" if found[2] else identity
        if identity in self.collected.journeys and (not found[2] or target in self.steps):
            self.of_journeys.add(citing.id)
            self.links.append(Link(citing.ref, ref_of(target), edge_kind, named.span))
        else:
            reason = "unknown_step" if found[2] else "unknown_requirement"
            self._break(citing, edge_kind, named, target, reason, codes.UNKNOWN_REQUIREMENT)

    def _malformed(self, citing: Citing, edge_kind: str, named: Named, ids: Ids) -> None:
        if _PLACEHOLDER.fullmatch(named.text):
            self._break(citing, edge_kind, named, named.text, "placeholder", codes.PLACEHOLDER, is_id=False)
        elif not citing.is_code or ids.resembles_id(named.text):
            foreign = ids.resembles_id(named.text) and not ids.resembles_own(named.text)
            reason = "unknown_namespace" if foreign else "malformed"
            self._break(citing, edge_kind, named, named.text, reason, codes.MALFORMED, is_id=False)

    def _unknown(self, citing: Citing, edge_kind: str, named: Named, cited: Cited, ids: Ids) -> None:
        if self._near is None:
            self._near = NearNames(one.id for one in self._folded.values())
        nearest = self._near.nearest(cited.requirement)
        for label in cited.labels or ("",):
            target = f"{cited.requirement}{ids.separator}{label}" if label else cited.requirement
            self._break(
                citing, edge_kind, named, target, "unknown_requirement", codes.UNKNOWN_REQUIREMENT, nearest=nearest
            )

    def _unknown_label(self, citing: Citing, edge_kind: str, named: Named, stated: Stated, label: str) -> None:
        target = f"{stated.id}{stated.configuration.separator}{label}"
        if label in stated.by_label:
            self._break(citing, edge_kind, named, target, "retired_assertion", codes.RETIRED_ASSERTION)
        else:
            code, reason = codes.UNKNOWN_ASSERTION, "unknown_assertion"
            self._break(citing, edge_kind, named, target, reason, code, requirement=stated.id, label=label)

    def _break(
        self,
        citing: Citing,
        edge_kind: str,
        named: Named,
        target: str,
        reason: str,
        code: Code,
        *,
        nearest: str | None = None,
        is_id: bool = True,
        requirement: str = "",
        label: str = "",
    ) -> None:
        """Keeps a citation that reaches nothing, and reports it; `requirement` and `label` are for the message."""
        # A retired assertion exists, so a link to it would not be dangling.
        target_ref = ref_of(target) if is_id and reason != "retired_assertion" else ""
        reference = BrokenReference(
            span=named.span,
            source=citing.id,
            source_kind=citing.kind,
            edge_kind=edge_kind,
            target=target,
            reason=reason,
            nearest=nearest,
            ordinal=len(self.broken),
        )
        self.broken.append(reference)
        if target_ref:
            self.links.append(Link(citing.ref, target_ref, edge_kind, named.span))
        self.findings.append(
            code.at(
                named.span,
                suggestion=did_you_mean(nearest),
                source=_shown(citing),
                verb=_PRESENT.get(edge_kind, edge_kind),
                target=target,
                requirement=requirement,
                label=label,
            )
        )


def _shown(citing: Citing) -> str:
    return citing.id if citing.kind in ("requirement", "journey") else f"The {citing.kind} {citing.id}"


def _named(citing: Citing, citation: Citation) -> Iterator[Named]:
    """The words of a list that name something, each with its place."""
    for found in (ITEM if citing.is_code else _LISTED).finditer(citation.text):
        listed = found.group()
        word = listed.strip(" \t*_`")
        if word.lower() not in NOTHING:
            start = found.start() + listed.find(word)
            yield Named(word, citation.span(citing.path, start, start + len(word)))
