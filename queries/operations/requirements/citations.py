"""The operations on what requirements cite in their metadata, and on what code implements, under the names of the
requirements' own server."""

from collections.abc import Sequence

from compiler.text.comment_styles import comment_style
from queries.operations.arguments import invalid, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.requirements.texts import (
    APPLIES_TO,
    as_one,
    check_target,
    cited_by,
    citing_field,
    field_place,
    joined,
    requirement_of,
    set_field,
    set_listed,
    with_other,
    written_in,
)
from queries.tools.parameters import Parameter

KINDS = ("implements", "refines", "satisfies")
EDGE = (
    text_argument("source_id", "The requirement that cites.", most=500),
    text_argument("target_id", "The requirement or assertion that it cites.", most=500),
)
EDGE_KIND = Parameter("edge_kind", "string", "How it cites.", required=True, choices=KINDS)


@operation(
    APPLIES_TO,
    *EDGE,
    EDGE_KIND,
    Parameter("assertion_targets", "strings", "The labels of the assertions that it cites.", max_items=100),
)
def mutate_add_edge(draft: Draft, given: Given) -> None:
    """Lets a requirement implement, refine or satisfy another one, or assertions of it."""
    requirement = requirement_of(draft, given.source_id)
    targets = _targets(draft, given.target_id, given.assertion_targets or [])
    name = given.edge_kind.capitalize()
    field = field_place(draft, requirement, name)
    written = written_in(field[1]["value"]) if field else []
    known = {one for each in written for one in cited_by(each)}
    if known & {*targets}:
        raise invalid("It cites this already", source_id=given.source_id, target_id=given.target_id)
    set_field(draft, requirement, name, joined([*written, as_one(targets)]))


@operation(APPLIES_TO, *EDGE, Parameter("confirm", "boolean", "Allowed, and without effect.", default=False))
def mutate_delete_edge(draft: Draft, given: Given) -> None:
    """Takes a citation out of the metadata of a requirement."""
    requirement = requirement_of(draft, given.source_id)
    name, written = citing_field(draft, requirement, given.target_id)
    set_listed(draft, requirement, name, with_other(written, given.target_id, None))


@operation(APPLIES_TO, *EDGE, Parameter("new_kind", "string", "How it shall cite.", required=True, choices=KINDS))
def mutate_change_edge_kind(draft: Draft, given: Given) -> Steps:
    """Lets a requirement cite in another way: refine in place of implement, for example."""
    return _change_kind(draft, given.source_id, given.target_id, given.new_kind)


@operation(
    APPLIES_TO,
    text_argument("req_id", "The requirement that cites.", most=500),
    EDGE[1],
    Parameter("new_type", "string", "How it shall cite.", required=True, choices=KINDS),
)
def change_reference_type(draft: Draft, given: Given) -> Steps:
    """Does what `mutate_change_edge_kind` does, by the name of the tool on files."""
    return _change_kind(draft, given.req_id, given.target_id, given.new_type)


@operation(
    APPLIES_TO,
    EDGE[0],
    text_argument("old_target_id", "The id that is written and that nothing has.", most=500),
    text_argument("new_target_id", "The id that is meant.", most=500),
)
def mutate_fix_broken_reference(draft: Draft, given: Given) -> None:
    """Puts an id that exists in place of a broken one in the metadata of a requirement."""
    requirement = requirement_of(draft, given.source_id)
    check_target(draft, given.new_target_id)
    name, written = citing_field(draft, requirement, given.old_target_id)
    set_field(draft, requirement, name, joined(with_other(written, given.old_target_id, given.new_target_id)))


def _change_kind(draft: Draft, source_id: str, target_id: str, new_kind: str) -> Steps:
    requirement = requirement_of(draft, source_id)
    name, written = citing_field(draft, requirement, target_id)
    if name.casefold() == new_kind:
        raise invalid(f"It {new_kind} this already", source_id=source_id, target_id=target_id)
    set_listed(draft, requirement, name, with_other(written, target_id, None))
    after = yield
    changed = requirement_of(after, source_id)
    field = field_place(after, changed, new_kind.capitalize())
    written = written_in(field[1]["value"]) if field else []
    set_field(after, changed, new_kind.capitalize(), joined([*written, target_id]))


def _targets(draft: Draft, target_id: str, labels: Sequence[str]) -> list[str]:
    """Return the ids of assertions of a requirement by their labels, or its own without any. Raises QueryError if one
    of them does not exist."""
    targets = [f"{target_id}-{label}" for label in labels] or [target_id]
    for target in targets:
        check_target(draft, target)
    return targets


@operation(
    "Source code.",
    text_argument("file_path", "The file of code.", most=1_000),
    Parameter("line", "integer", "The line above which the comment goes.", required=True, minimum=1),
    text_argument("requirement_id", "The requirement or assertion that the code implements or tests.", most=500),
)
def apply_link(draft: Draft, given: Given) -> None:
    """Adds a comment that the code below implements a requirement or an assertion, in a file of tests that it verifies
    it. The comment is indented as that line is."""
    check_target(draft, given.requirement_id)
    style = comment_style(given.file_path)
    if style is None:
        raise unavailable("How a comment looks in this file is not known", file_path=given.file_path)
    tests = draft.snapshot.rows("SELECT 1 FROM fact_test WHERE path = ? LIMIT 1", (given.file_path,))
    keyword = "Verifies" if tests else "Implements"
    draft.insert_indented(given.file_path, given.line, f"{style.openers[0]} {keyword}: {given.requirement_id}")
