"""The operations on the assertions of requirements, under the names of the requirements' own server.

A hash that was right is put right again after the edit. One that was stale stays as it is: somebody has still to look
at what changed before.
"""

import re

from queries.operations.arguments import (
    CONFIRM,
    invalid,
    optional,
    text_argument,
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
    check_label,
    next_label,
    requirement_of,
    set_right_hash,
)


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
