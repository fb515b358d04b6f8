"""Makes the facts of requirements, assertions, sections, journeys and terms."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

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
from compiler.languages.requirements.linking.hash_checks import HashCheck, HashChecks
from compiler.languages.requirements.linking.hierarchy import Hierarchy
from compiler.languages.requirements.linking.resolve import STEP
from compiler.languages.requirements.linking.spec_item import SpecItem
from compiler.languages.requirements.records import MarkdownFile, Section, TermDefinition
from compiler.model.facts import Fact, Link
from compiler.model.spans import Span
from compiler.text.numbers import whole_number

_CHANGE = re.compile(
    r"^- (?P<date>[\d-]+) \| (?P<hash>\S+) \| (?P<order>[^|\n]*) \| (?P<author>[^|\n]*) \| (?P<reason>[^\n]*)$",
    re.MULTILINE,
)
_TERM_FIELD = re.compile(
    r"(Collection|Indexed|Reference Term|Reference Source|Reference|Title|Version|Effective Date|URL)\s*(?::\s*(.*)|$)",
    re.IGNORECASE,
)

Json = Any


def requirement_facts(
    requirements: Mapping[str, SpecItem], hash_checks: HashChecks, tree: Hierarchy
) -> Iterator[Fact | Link]:
    """Yield each requirement with its assertions and sections, and the links to them."""
    for ordinal, item in enumerate(requirements.values()):
        requirement = _requirement(item, hash_checks.by_id[item.id], tree, ordinal)
        yield requirement
        yield from item.assertions
        for assertion in item.assertions:
            yield Link(requirement.ref, assertion.ref, "has_assertion", assertion.span)
        yield from _sections(item, requirement.ref)


def _requirement(item: SpecItem, check: HashCheck, tree: Hierarchy, ordinal: int) -> Requirement:
    parents = tree.parents.get(item.id, ())
    role = item.configuration.role_of(item.status)
    return Requirement(
        span=item.span,
        ref=ref_of(item.id),
        requirement=item.id,
        name=item.block.name,
        level=item.level,
        status=item.status,
        role=role,
        is_active=role in ("active", "provisional"),
        expects_implementation=item.configuration.expects(item.status),
        is_template="template" in item.fields,
        duplicate_of=item.duplicate_of,
        parents=parents,
        children=tree.children.get(item.id, ()),
        satisfies=tree.satisfies.get(item.id, ()),
        is_root=not parents,
        is_orphan=item.id in tree.orphans,
        in_cycle=item.id in tree.cycles,
        cycle=tree.cycles.get(item.id, 0),
        hash=item.block.hash,
        hash_state=check.state,
        hash_algorithm=check.algorithm,
        hash_sorted=check.hashes.sorted if check.hashes else None,
        hash_file_order=check.hashes.file_order if check.hashes else None,
        right_hash=check.right,
        project=item.nested_project,
        text=_text(item),
        changelog=tuple(
            [change for section in item.sections if section.part == "changelog" for change in _changes(section)]
        ),
        format="elspais",
        statements={},
        ordinal=ordinal,
    )


def _text(item: SpecItem) -> str:
    """The text of a requirement in the order of the file: preamble, assertions and sections, without the changelog."""
    # Prose among assertions stands where the first of it does.
    prose = [
        (section.loose or section.range.first, section.text)
        for section in item.sections
        if section.part != "changelog" and section.text
    ]
    assertions = [(assertion.span.start_line, f"{assertion.label}. {assertion.text}") for assertion in item.assertions]
    return "\n".join(text for _, text in sorted([*prose, *assertions], key=lambda placed: placed[0]))


def _changes(section: Section) -> Iterator[Json]:
    """The entries of a changelog; lines of another form are left out."""
    for found in _CHANGE.finditer(section.text):
        yield {name: value.strip() for name, value in found.groupdict().items()}


def _sections(item: SpecItem, owner: str) -> Iterator[Fact | Link]:
    """Yield the sections of the requirement or journey whose ref is `owner`."""
    for number, section in enumerate(item.sections, 1):
        span = section.range.span(item.path)
        ref = f"{owner}/section/{number}"
        yield Remainder(
            span=span,
            ref=ref,
            remainder=f"{item.id}:section:{number}",
            owner=item.id,
            part=section.part,
            heading=section.heading,
            text=section.text,
            ordinal=number,
        )
        yield Link(owner, ref, "has_section", span)


def journey_facts(journeys: Mapping[str, SpecItem]) -> Iterator[Fact | Link]:
    """Yield each journey with its steps and sections, and the links to them."""
    for ordinal, item in enumerate(journeys.values()):
        fields = item.fields
        journey = Journey(
            span=item.span,
            ref=ref_of(item.id),
            journey=item.id,
            name=item.block.name,
            actor=fields.get("actor", ""),
            goal=fields.get("goal", ""),
            situation=fields.get("context", ""),
            text="\n".join(section.text for section in item.sections),
            ordinal=ordinal,
        )
        yield journey
        yield from _steps(item, journey.ref)
        yield from _sections(item, journey.ref)


def _steps(item: SpecItem, owner: str) -> Iterator[Fact | Link]:
    """Yield the numbered lines of the sections called Steps; of two with one number, only the first."""
    taken: set[str] = set()
    for section in item.sections:
        if not section.heading.casefold().startswith("steps"):
            continue
        for ordinal, found in enumerate(STEP.finditer(section.text), 1):
            native_id = f"{item.id}/{found[1]}"
            if native_id not in taken:
                taken.add(native_id)
                # The text ends where the range of the section ends; how many blank lines precede it is not known.
                line = section.range.last - section.text.count("\n") + section.text.count("\n", 0, found.start(1))
                step = JourneyStep(
                    span=Span(item.path, line, 1, line, len(found[0].encode()) + 1),
                    ref=ref_of(native_id),
                    step=native_id,
                    journey=item.id,
                    number=whole_number(found[1]) or 0,
                    text=found[2].strip(),
                    ordinal=ordinal,
                )
                yield step
                yield Link(owner, step.ref, "has_step", step.span)


def prose_facts(documents: Iterable[MarkdownFile]) -> Iterator[Fact]:
    """Yield the prose between requirements, and the terms; of two definitions of a term, only the first."""
    terms: set[str] = set()
    for document in documents:
        for ordinal, prose in enumerate(document.prose):
            native_id = f"{document.path}:{prose.range.first}"
            yield Remainder(
                span=prose.range.span(document.path),
                ref=prose_ref(native_id),
                remainder=native_id,
                owner="",
                part="prose",
                heading=prose.heading,
                text=prose.text,
                ordinal=ordinal,
            )
        for definition in document.definitions:
            if definition.term and definition.term.lower() not in terms:
                terms.add(definition.term.lower())
                yield _term(document.path, definition, len(terms))


def _term(path: str, definition: TermDefinition, ordinal: int) -> Term:
    text: list[str] = []
    fields: dict[str, Json] = {}
    for line in definition.lines:
        content = line.strip().removeprefix(":").strip()
        found = _TERM_FIELD.fullmatch(content)
        if found and line.startswith(":"):
            value = (found[2] or "").strip().strip("<>")
            fields[found[1].lower()] = {"true": True, "false": False, "": True}.get(value.lower(), value)
        elif content:
            text.append(content)
    return Term(
        span=definition.range.span(path),
        ref=term_ref(definition.term),
        term=definition.term,
        definition="\n".join(text),
        fields=fields,
        ordinal=ordinal,
    )
