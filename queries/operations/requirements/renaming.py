"""The operations that give another id, which every citation that is a link follows, in specifications and code."""

import re

from compiler.languages.requirements.facts import Assertion, Requirement
from queries.errors import QueryError
from queries.operations.arguments import one_line, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.requirements.arguments import APPLIES_TO, check_label
from queries.operations.requirements.texts import (
    assertion_of,
    assertions_of,
    check_is_read,
    requirement_of,
    set_right_hash,
)
from queries.parameters import echoed


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("old_id", "The id of a requirement or an assertion.", most=500),
        text_argument("new_id", "The new id, which nothing has.", most=500),
    ),
)
def mutate_rename_node(draft: Draft, *, old_id: str, new_id: str) -> Steps:
    """Gives a requirement or an assertion another id, in all citations too. Lists such as `REQ-p1-A+B` are not followed
    where the id does not stand in full: `now_dangling` tells of them."""
    new = one_line("new_id", new_id)
    if draft.snapshot.count(Requirement, requirement=new) or draft.snapshot.count(Assertion, assertion=new):
        raise QueryError("invalid_argument", "Something has this id already", new_id=echoed(new))
    if draft.snapshot.facts(Assertion, assertion=old_id):
        owner, _, label = new.rpartition("-")
        if owner != assertion_of(draft, old_id).requirement:
            raise QueryError("invalid_argument", "An assertion stays in its requirement", new_id=echoed(new))
        yield from _rename_assertion(draft, old_id, label)
        return
    requirement = requirement_of(draft, old_id)
    span = requirement.span
    _follow(draft, span.file, span.start_line, span.start_line, (old_id, new))
    for ref in (requirement.ref, *(one.ref for one in assertions_of(draft, old_id))):
        _follow_links(draft, ref, (old_id, new))
    check_is_read((yield), new)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("old_id", "The id of an assertion, such as REQ-p00001-A.", most=500),
        text_argument("new_label", "Its new label, such as C.", most=10),
    ),
)
def mutate_rename_assertion(draft: Draft, *, old_id: str, new_label: str) -> Steps:
    """Gives an assertion another label, in all citations too."""
    return _rename_assertion(draft, old_id, one_line("new_label", new_label))


def _rename_assertion(draft: Draft, old_id: str, label: str) -> Steps:
    assertion = assertion_of(draft, old_id)
    requirement = requirement_of(draft, assertion.requirement)
    check_label(label, {one.label for one in assertions_of(draft, requirement.requirement)})
    span = assertion.span
    line = draft.line(span.file, span.start_line)
    draft.set_line(span.file, span.start_line, line.replace(f"{assertion.label}.", f"{label}.", 1))
    new = f"{requirement.requirement}-{label}"
    _follow_links(draft, assertion.ref, (old_id, new))
    set_right_hash((yield), requirement)


def _follow_links(draft: Draft, ref: str, names: tuple[str, str]) -> None:
    """Write the new name in the citations of an object."""
    for link in draft.snapshot.links(target=ref):
        _follow(draft, link.span.file, link.span.start_line, link.span.end_line, names)


def _follow(draft: Draft, file: str, first: int, last: int, names: tuple[str, str]) -> None:
    """Write the new name in place of the old one in the lines of a citation."""
    old, new = names
    pattern = re.compile(rf"(?<![A-Za-z0-9_-]){re.escape(old)}(?![A-Za-z0-9_])")
    for number in range(first, last + 1):
        line = draft.line(file, number)
        renamed = pattern.sub(lambda _: new, line)
        if renamed != line:
            draft.set_line(file, number, renamed)
