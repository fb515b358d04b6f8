"""The operations that give another id, which every citation that is a link follows, in specifications and code."""

import re
from collections.abc import Callable

from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.model.spans import Span
from queries.operations.arguments import invalid, one_line, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.requirements.texts import (
    APPLIES_TO,
    LABEL,
    assertion_of,
    assertions_of,
    check_label,
    requirement_of,
    set_right_hash,
)

Replacement = Callable[["re.Match[str]"], str]


@operation(
    APPLIES_TO,
    text_argument("old_id", "The id of a requirement or an assertion.", most=500),
    text_argument("new_id", "The new id, which nothing has.", most=500),
)
def mutate_rename_node(draft: Draft, given: Given) -> Steps | None:
    """Gives a requirement or an assertion another id, in all citations too."""
    new = one_line("new_id", given.new_id)
    if draft.snapshot.count(Requirement, requirement=new) or draft.snapshot.count(Assertion, assertion=new):
        raise invalid("Something has this id already", new_id=new)
    if draft.snapshot.facts(Assertion, assertion=given.old_id):
        owner, _, label = new.rpartition("-")
        if owner != assertion_of(draft, given.old_id).requirement:
            raise invalid("An assertion stays in its requirement", new_id=new)
        return _rename_assertion(draft, given.old_id, label)
    requirement = requirement_of(draft, given.old_id)
    pattern = re.compile(rf"(?<![A-Za-z0-9_-]){re.escape(given.old_id)}(?![A-Za-z0-9_])")
    _follow(draft, requirement.span._replace(end_line=requirement.span.start_line), pattern, lambda _: new)
    for ref in (requirement.ref, *(assertion.ref for assertion in assertions_of(draft, given.old_id))):
        _follow_links(draft, ref, pattern, lambda _: new)
    return None


@operation(
    APPLIES_TO,
    text_argument("old_id", "The id of an assertion, such as REQ-p00001-A.", most=500),
    text_argument("new_label", "Its new label, such as C.", most=10),
)
def mutate_rename_assertion(draft: Draft, given: Given) -> Steps:
    """Gives an assertion another label, in all citations too."""
    return _rename_assertion(draft, given.old_id, one_line("new_label", given.new_label))


def _rename_assertion(draft: Draft, old_id: str, label: str) -> Steps:
    assertion = assertion_of(draft, old_id)
    requirement = requirement_of(draft, assertion.requirement)
    check_label(label, {one.label for one in assertions_of(draft, requirement.requirement)})
    span = assertion.span
    line = draft.line(span.file, span.start_line)
    draft.set_line(span.file, span.start_line, line.replace(f"{assertion.label}.", f"{label}.", 1))
    pattern = re.compile(
        rf"(?<![A-Za-z0-9_-]){re.escape(requirement.requirement)}-{LABEL}(?:\+{LABEL})*(?![A-Za-z0-9_])"
    )
    labels = {assertion.label: label}

    def renamed(found: "re.Match[str]") -> str:
        owner, _, written = found[0].rpartition("-")
        return f"{owner}-{'+'.join(labels.get(one, one) for one in written.split('+'))}"

    _follow_links(draft, assertion.ref, pattern, renamed)
    set_right_hash((yield), requirement)


def _follow_links(draft: Draft, ref: str, pattern: "re.Pattern[str]", new: Replacement) -> None:
    """Write the new name in the citations of an object."""
    for link in draft.snapshot.links(target=ref):
        _follow(draft, link.span, pattern, new)


def _follow(draft: Draft, span: Span, pattern: "re.Pattern[str]", new: Replacement) -> None:
    """Write the new name in the lines of a citation."""
    for number in range(span.start_line, span.end_line + 1):
        draft.rewrite(span.file, number, lambda line: pattern.sub(new, line))
