"""The facts of what a project states: requirements, assertions, sections, journeys and terms."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import (
    Journey,
    JourneyStep,
    Remainder,
    Requirement,
    Term,
    prose_ref,
    ref_of,
    term_ref,
)
from compiler.languages.requirements.linking.hashes import FILE_ORDER, SORTED, Hashes, hashes, is_placeholder
from compiler.languages.requirements.linking.hierarchy import Hierarchy
from compiler.languages.requirements.linking.resolve import STEP
from compiler.languages.requirements.linking.stated import Stated
from compiler.languages.requirements.records import Definition, Document, Section
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link
from compiler.model.language import Linked
from compiler.model.spans import Span

_CHANGE = re.compile(
    r"^- (?P<date>[\d-]+) \| (?P<hash>\S+) \| (?P<order>[^|\n]*) \| (?P<author>[^|\n]*) \| (?P<reason>[^\n]*)$",
    re.MULTILINE,
)
_TERM_FIELD = re.compile(
    r"(Collection|Indexed|Reference Term|Reference Source|Reference|Title|Version|Effective Date|URL)\s*(?::\s*(.*)|$)",
    re.IGNORECASE,
)

Json = Any


class Hashed(NamedTuple):
    """The hash of a requirement, judged."""

    state: str
    algorithm: str
    right: str | None
    hashes: Hashes | None


class Hashing(NamedTuple):
    """The hashes of all requirements, the algorithm of the project, and what is wrong with them."""

    by_id: dict[str, Hashed]
    algorithm: str
    findings: list[Diagnostic]


def hash_all(requirements: Mapping[str, Stated]) -> Hashing:
    """Judges each hash. Where no configuration tells the algorithm, it is the one that most hashes agree with."""
    right = {one.id: hashes([(each.label, each.text) for each in one.statements]) for one in requirements.values()}
    votes = [found.algorithm(one.block.hash or "") for one in requirements.values() if (found := right[one.id])]
    voted = FILE_ORDER if votes.count(FILE_ORDER) > votes.count(SORTED) else SORTED
    by_id: dict[str, Hashed] = {}
    findings: list[Diagnostic] = []
    for one in requirements.values():
        algorithm = {"older": FILE_ORDER, "newer": SORTED}.get(one.configuration.layout, voted)
        by_id[one.id] = _hashed(one, right[one.id], algorithm)
        findings += _check_hash(one, by_id[one.id], algorithm)
    return Hashing(by_id, voted, findings)


def _hashed(stated: Stated, found: Hashes | None, algorithm: str) -> Hashed:
    if found is None:
        return Hashed("none", "", None, None)
    written = stated.block.hash
    if written is None or is_placeholder(written):
        return Hashed("missing", "", found.right(algorithm), found)
    matched = found.algorithm(written)
    return Hashed("right" if matched else "stale", matched, found.right(algorithm), found)


def _check_hash(stated: Stated, hashed: Hashed, algorithm: str) -> Iterator[Diagnostic]:
    line = stated.block.end_line or stated.block.header.first
    span = Span(stated.path, line, 1, line, 1)
    if hashed.state == "stale":
        written = stated.block.hash
        yield codes.STALE_HASH.at(span, id=stated.id, written=written, right=hashed.right, algorithm=algorithm)
    elif hashed.state == "missing" and stated.configuration.requires_hashes:
        yield codes.MISSING_HASH.at(span, id=stated.id, right=hashed.right, algorithm=algorithm)


def add_requirements(linked: Linked, requirements: Mapping[str, Stated], hashing: Hashing, tree: Hierarchy) -> None:
    """Adds each requirement with its assertions and sections."""
    facts, links = linked.facts, linked.links
    for ordinal, stated in enumerate(requirements.values()):
        requirement = _requirement(stated, hashing.by_id[stated.id], tree, ordinal)
        facts.append(requirement)
        facts += stated.statements
        links += [Link(requirement.ref, one.ref, "has_assertion", one.span) for one in stated.statements]
        _add_sections(linked, stated, requirement.ref)


def _requirement(stated: Stated, hashed: Hashed, tree: Hierarchy, ordinal: int) -> Requirement:
    parents = tree.parents.get(stated.id, ())
    role = stated.configuration.role_of(stated.status)
    return Requirement(
        span=stated.span,
        ref=ref_of(stated.id),
        requirement=stated.id,
        name=stated.block.name,
        level=stated.level,
        status=stated.status,
        role=role,
        is_active=role in ("active", "provisional"),
        is_template="template" in stated.fields,
        duplicate_of=stated.duplicate_of,
        parents=parents,
        children=tree.children.get(stated.id, ()),
        satisfies=tree.satisfies.get(stated.id, ()),
        is_root=not parents,
        is_orphan=stated.id in tree.orphans,
        in_cycle=stated.id in tree.cycles,
        cycle=tree.cycles.get(stated.id, 0),
        hash=stated.block.hash,
        hash_state=hashed.state,
        hash_algorithm=hashed.algorithm,
        hash_sorted=hashed.hashes.by_digest if hashed.hashes else None,
        hash_file_order=hashed.hashes.by_order if hashed.hashes else None,
        right_hash=hashed.right,
        text=_text(stated),
        changelog=tuple(
            [one for section in stated.sections if section.part == "changelog" for one in _changes(section)]
        ),
        ordinal=ordinal,
    )


def _text(stated: Stated) -> str:
    """The preamble, the assertions, and the other sections but the changelog."""
    preamble = [one.text for one in stated.sections if one.part == "preamble"]
    others = [one.text for one in stated.sections if one.part == "section" or one.part == "assertions"]
    assertions = [f"{one.label}. {one.text}" for one in stated.statements]
    return "\n".join([one for one in (*preamble, *assertions, *others) if one])


def _changes(section: Section) -> Iterator[Json]:
    for found in _CHANGE.finditer(section.text):
        yield {name: value.strip() for name, value in found.groupdict().items()}


def _add_sections(linked: Linked, stated: Stated, owner: str) -> None:
    for number, section in enumerate(stated.sections, 1):
        span = section.place.span(stated.path)
        ref = f"{owner}/section/{number}"
        linked.facts.append(
            Remainder(
                span=span,
                ref=ref,
                remainder=f"{stated.id}:section:{number}",
                owner=stated.id,
                part=section.part,
                heading=section.heading,
                text=section.text,
                ordinal=number,
            )
        )
        linked.links.append(Link(owner, ref, "has_section", span))


def add_journeys(linked: Linked, journeys: Mapping[str, Stated]) -> None:
    """Adds each journey with its steps and sections."""
    for ordinal, stated in enumerate(journeys.values()):
        fields = stated.fields
        journey = Journey(
            span=stated.span,
            ref=ref_of(stated.id),
            journey=stated.id,
            name=stated.block.name,
            actor=fields.get("actor", ""),
            goal=fields.get("goal", ""),
            situation=fields.get("context", ""),
            text="\n".join(one.text for one in stated.sections),
            ordinal=ordinal,
        )
        linked.facts.append(journey)
        _add_steps(linked, stated, journey.ref)
        _add_sections(linked, stated, journey.ref)


def _add_steps(linked: Linked, stated: Stated, owner: str) -> None:
    taken: set[str] = set()
    for section in stated.sections:
        if not section.heading.casefold().startswith("steps"):
            continue
        for ordinal, found in enumerate(STEP.finditer(section.text), 1):
            identity = f"{stated.id}/{found[1]}"
            if identity not in taken:
                taken.add(identity)
                # The text begins below the heading, after as many blank lines as the place has more lines than it.
                line = section.place.last - section.text.count("\n") + section.text.count("\n", 0, found.start(1))
                step = JourneyStep(
                    span=Span(stated.path, line, 1, line, len(found[0].encode()) + 1),
                    ref=ref_of(identity),
                    step=identity,
                    journey=stated.id,
                    number=int(found[1][:9]),
                    text=found[2].strip(),
                    ordinal=ordinal,
                )
                linked.facts.append(step)
                linked.links.append(Link(owner, step.ref, "has_step", step.span))


def add_prose(linked: Linked, documents: Iterable[Document]) -> None:
    """Adds what stands between requirements, and the terms that are defined; the first definition of a term counts."""
    terms: set[str] = set()
    for document in documents:
        for ordinal, one in enumerate(document.prose):
            identity = f"{document.path}:{one.place.first}"
            linked.facts.append(
                Remainder(
                    span=one.place.span(document.path),
                    ref=prose_ref(identity),
                    remainder=identity,
                    owner="",
                    part="prose",
                    heading=one.heading,
                    text=one.text,
                    ordinal=ordinal,
                )
            )
        for definition in document.definitions:
            if definition.term and definition.term.lower() not in terms:
                terms.add(definition.term.lower())
                linked.facts.append(_term(document.path, definition, len(terms)))


def _term(path: str, definition: Definition, ordinal: int) -> Term:
    text: list[str] = []
    fields: dict[str, Json] = {}
    for line in definition.lines:
        said = line.strip().removeprefix(":").strip()
        found = _TERM_FIELD.fullmatch(said)
        if found and line.startswith(":"):
            value = (found[2] or "").strip().strip("<>")
            fields[found[1].lower()] = {"true": True, "false": False, "": True}.get(value.lower(), value)
        elif said:
            text.append(said)
    return Term(
        span=definition.place.span(path),
        ref=term_ref(definition.term),
        term=definition.term,
        definition="\n".join(text),
        fields=fields,
        ordinal=ordinal,
    )
