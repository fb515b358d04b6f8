"""The operations on the sections and the assertions of requirements, under the names of the requirements' own server.

A hash that was right is put right again after the edit. One that was stale stays as it is: somebody has still to look
at what changed before.
"""

import re

from compiler.languages.requirements.facts import Journey, Remainder, Requirement
from queries.operations.arguments import (
    CONFIRM,
    check_confirmed,
    invalid,
    not_found,
    one_line,
    optional,
    text_argument,
    unavailable,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.requirements.texts import (
    APPLIES_TO,
    ASSERTION,
    NODE,
    assertion_of,
    assertions_of,
    behind_preamble,
    behind_text,
    check_label,
    end_line,
    next_label,
    requirement_of,
    set_right_hash,
)

SECTION = text_argument("node_id", "The id of a section, such as REQ-p00001:section:2.", most=500)
_ENDS_A_SECTION = re.compile(r"\s{0,3}(?:#{1,6}\s|\*End\*|---+\s*$)")
_SECTION = "## "
_EDITED_BY_OTHERS = {
    "assertions": "Assertions have operations of their own",
    "changelog": "A changelog has an author and a reason: no operation writes it",
    "prose": "It belongs to no requirement: a text edit changes it",
}


@operation(
    APPLIES_TO,
    NODE,
    text_argument("heading", "Its heading, such as Rationale.", most=500),
    text_argument("text", "Its paragraphs."),
)
def mutate_add_remainder(draft: Draft, given: Given) -> Steps:
    """Adds a section behind the others of a requirement, before its changelog and its End marker."""
    requirement = requirement_of(draft, given.node_id)
    if any(
        remainder.heading == given.heading.strip()
        for remainder in draft.snapshot.facts(Remainder, owner=requirement.requirement)
    ):
        raise invalid("The requirement has a section of this heading", heading=given.heading.strip())
    add_section(draft, requirement, given.heading, given.text)
    set_right_hash((yield), requirement)


@operation(APPLIES_TO, SECTION, optional("heading", "Another heading."), optional("text", "Another text.", most=10_000))
def mutate_update_remainder(draft: Draft, given: Given) -> Steps:
    """Gives a section another heading, another text, or both."""
    section = section_of(draft, given.node_id)
    if given.heading is None and given.text is None:
        raise invalid("Give a 'heading', a 'text' or both")
    write_section(draft, section, heading=given.heading, text=given.text)
    yield from _put_hash_right(draft, section.owner)


@operation(APPLIES_TO, SECTION, CONFIRM)
def mutate_delete_remainder(draft: Draft, given: Given) -> Steps:
    """Deletes a section. Its requirement, and the others of it, stay."""
    check_confirmed(given.confirm)
    section = section_of(draft, given.node_id)
    delete_section(draft, section)
    yield from _put_hash_right(draft, section.owner)


def _put_hash_right(draft: Draft, owner: str) -> Steps:
    """Write the right hash of the requirement of a section, if it had it. A journey has no hash."""
    if not owner.startswith("JNY-"):
        requirement = requirement_of(draft, owner)
        set_right_hash((yield), requirement)


def section_of(draft: Draft, native_id: str) -> Remainder:
    """Return the section of an id such as `REQ-p00001:section:2`. Raises QueryError if there is none, or if others edit
    it."""
    found = draft.snapshot.facts(Remainder, remainder=native_id)
    if not found:
        raise not_found("There is no section of this id", id=native_id)
    if problem := _EDITED_BY_OTHERS.get(found[0].part):
        raise unavailable(problem, id=native_id)
    return found[0]


def add_section(draft: Draft, owner: Requirement | Journey, heading: str, text: str) -> None:
    """Write a section behind the others, before the End marker and before a changelog."""
    span = owner.span
    sections = draft.snapshot.facts(Remainder, owner=id_of(owner))
    first = draft.lines(span.file)[span.start_line - 1]
    hashes = next((_hashes(draft, section) for section in sections if section.part == "section"), "") or _below(first)
    changelog = next((section.span.start_line for section in sections if section.part == "changelog"), None)
    number = changelog or end_line(draft, span) or behind_text(draft, span)
    lines = [f"{hashes} {one_line('heading', heading)}", "", *paragraphs(text)]
    if number > span.end_line:
        draft.insert(span.file, number, ["", *lines])
    else:
        draft.insert(span.file, number, [*lines, ""])


def write_section(draft: Draft, section: Remainder, *, heading: str | None, text: str | None) -> None:
    """Give a section another heading, another text, or both."""
    span = section.span
    first = span.start_line
    if heading is not None:
        if not section.heading:
            raise invalid("A preamble has no heading", id=section.remainder)
        draft.set_line(span.file, first, f"{_hashes(draft, section)} {one_line('heading', heading)}")
    if text is None:
        return
    if section.heading:
        first += 1
        while first < span.end_line and not draft.lines(span.file)[first - 1].strip():
            first += 1
    if first > span.end_line:
        draft.insert(span.file, first, ["", *paragraphs(text)])
    else:
        draft.replace(span.file, first, span.end_line, paragraphs(text))


def delete_section(draft: Draft, section: Remainder) -> None:
    """Take a section away, with the blank lines behind it."""
    span = section.span
    lines = draft.lines(span.file)
    last = span.end_line
    while last < len(lines) and not lines[last].strip():
        last += 1
    draft.replace(span.file, span.start_line, last, ())


def paragraphs(text: str) -> list[str]:
    """Return the lines of a text that may stand in a section. Raises QueryError if a line would end it."""
    lines = text.strip().splitlines()
    if not lines or any(_ENDS_A_SECTION.match(line) for line in lines):
        raise invalid("The text of a section is not empty, without headings, rules and End markers")
    return lines


def id_of(owner: Requirement | Journey) -> str:
    """Return the id of a requirement or a journey."""
    return owner.requirement if isinstance(owner, Requirement) else owner.journey


def _hashes(draft: Draft, section: Remainder) -> str:
    found = re.match(r"#+", draft.lines(section.span.file)[section.span.start_line - 1])
    return found[0] if found else ""


def _below(header: str) -> str:
    """The signs of a heading below a header: requirements have theirs with two, whatever the header has."""
    found = re.match(r"#+", header)
    return found[0] if found and len(found[0]) > 2 else _SECTION.strip()


@operation(
    APPLIES_TO,
    NODE,
    optional("label", "Its label, such as B; that behind the last one by default.", most=10),
    text_argument("text", "What shall hold."),
)
def mutate_add_assertion(draft: Draft, given: Given) -> Steps:
    """Adds an assertion behind the last one of a requirement."""
    label = given.label
    requirement = requirement_of(draft, given.node_id)
    existing = assertions_of(draft, requirement.requirement)
    label = label or next_label([assertion.label for assertion in existing])
    check_label(label, {assertion.label for assertion in existing})
    lines = _assertion_lines(label, given.text)
    file = requirement.span.file
    if existing:
        last = existing[-1].span.end_line
        is_spaced = len(existing) == 1 or existing[-1].span.start_line - existing[-2].span.end_line > 1
        draft.insert(file, last + 1, ["", *lines] if is_spaced else lines)
    else:
        draft.insert(file, behind_preamble(draft, requirement), ["## Assertions", "", *lines, ""])
    set_right_hash((yield), requirement)


@operation(APPLIES_TO, ASSERTION, text_argument("new_text", "What shall hold."))
def mutate_update_assertion(draft: Draft, given: Given) -> Steps:
    """Gives an assertion another text. It keeps its label."""
    assertion = assertion_of(draft, given.assertion_id)
    requirement = requirement_of(draft, assertion.requirement)
    span = assertion.span
    head = re.match(r"\s*(?:[-*]\s+)?", draft.line(span.file, span.start_line))
    lines = _assertion_lines(assertion.label, given.new_text)
    lines[0] = (head[0] if head else "") + lines[0]
    draft.replace(span.file, span.start_line, span.end_line, lines)
    set_right_hash((yield), requirement)


@operation(APPLIES_TO, ASSERTION, CONFIRM)
def mutate_delete_assertion(draft: Draft, given: Given) -> Steps:
    """Deletes an assertion. The others keep their labels, so that citations of them stay right."""
    check_confirmed(given.confirm)
    assertion = assertion_of(draft, given.assertion_id)
    requirement = requirement_of(draft, assertion.requirement)
    span = assertion.span
    lines = draft.lines(span.file)
    is_spaced = (
        span.end_line < len(lines) and not lines[span.end_line].strip() and not lines[span.start_line - 2].strip()
    )
    draft.replace(span.file, span.start_line, span.end_line + int(is_spaced), ())
    set_right_hash((yield), requirement)


def _assertion_lines(label: str, text: str) -> list[str]:
    lines = text.strip().splitlines()
    if not lines or any(re.match(r"\s*(#|\*End\*|---)", line) for line in lines):
        raise invalid("The text of an assertion is a paragraph, without headings or rules")
    return [f"{label}. {lines[0]}", *lines[1:]]
