"""The operations on whole requirements, under the names of the requirements' own server."""

import re

from compiler.languages.requirements.facts import Requirement
from queries.operations.arguments import (
    CONFIRM,
    invalid,
    one_line,
    optional,
    text_argument,
)
from queries.operations.draft import Draft
from queries.operations.operation import Given, operation
from queries.operations.requirements.texts import (
    APPLIES_TO,
    NODE,
    behind_rule,
    requirement_of,
    set_field,
    set_header_title,
)
from queries.tools.parameters import Parameter

PARENT_KINDS = ("implements", "refines")


@operation(APPLIES_TO, NODE, text_argument("new_title", "The title.", most=500))
def mutate_update_title(draft: Draft, given: Given) -> None:
    """Gives a requirement another title, in its header and in its End marker."""
    requirement = requirement_of(draft, given.node_id)
    set_header_title(draft, requirement.span, requirement.name, one_line("new_title", given.new_title))


@operation(APPLIES_TO, NODE, text_argument("new_status", "The status.", most=100))
def mutate_change_status(draft: Draft, given: Given) -> None:
    """Gives a requirement another status. A requirement without one gets it behind its level."""
    requirement = requirement_of(draft, given.node_id)
    status = one_line("new_status", given.new_status)
    if re.search(r"[|*]", status):
        raise invalid("A status has neither '|' nor '*'", new_status=given.new_status)
    set_field(draft, requirement, "Status", status)


@operation(
    APPLIES_TO,
    text_argument("req_id", "Its id, which nothing has.", most=500),
    text_argument("title", "Its title.", most=500),
    text_argument("level", "Its level, as the settings name it.", most=100),
    Parameter("status", "string", "Its status.", default="Active", max_length=100),
    optional("parent_id", "The requirement that it implements or refines."),
    Parameter("edge_kind", "string", "How it cites its parent.", default="implements", choices=PARENT_KINDS),
    optional("file", "The file to append it to; that of its parent by default.", most=1_000),
)
def mutate_add_requirement(draft: Draft, given: Given) -> None:
    """Adds a requirement at the end of a file."""
    if draft.snapshot.facts(Requirement, requirement=given.req_id):
        raise invalid("A requirement has this id already", req_id=given.req_id)
    parent = requirement_of(draft, given.parent_id) if given.parent_id else None
    path = given.file or (parent.span.file if parent else None)
    if path is None:
        raise invalid("Name a 'file' or a 'parent_id': it is added to one of them")
    others = sorted(draft.snapshot.facts(Requirement, file=path), key=lambda requirement: requirement.span.end_line)
    if not others:
        raise invalid("This file has no requirements", file=path)
    hashes = re.match(r"#+", draft.line(path, others[-1].span.start_line))
    edge = f" | **{given.edge_kind.capitalize()}**: {parent.requirement}" if parent else ""
    lines = [
        *("", "---", ""),
        f"{hashes[0] if hashes else '##'} {one_line('req_id', given.req_id)}: {one_line('title', given.title)}",
        "",
        f"**Level**: {one_line('level', given.level)} | **Status**: {one_line('status', given.status)}{edge}",
        "",
        f"*End* *{given.title.strip()}*",
    ]
    draft.insert(path, others[-1].span.end_line + 1, lines)


@operation(APPLIES_TO, NODE, CONFIRM)
def mutate_delete_requirement(draft: Draft, given: Given) -> None:
    """Deletes a requirement, from its header to its End marker, and the rule behind it."""
    span = requirement_of(draft, given.node_id).span
    draft.replace(span.file, span.start_line, behind_rule(draft.lines(span.file), span.end_line), ())


@operation(APPLIES_TO, NODE, text_argument("target_file", "The file to append it to, which is there.", most=1_000))
def move_requirement(draft: Draft, given: Given) -> None:
    """Moves a requirement to the end of another file, as it is written."""
    span = requirement_of(draft, given.node_id).span
    if given.target_file == span.file:
        raise invalid("The requirement is in this file", target_file=given.target_file)
    lines, there = draft.lines(span.file), draft.lines(given.target_file)
    block = lines[span.start_line - 1 : span.end_line]
    draft.replace(span.file, span.start_line, behind_rule(lines, span.end_line), ())
    has_requirements = draft.snapshot.count(Requirement, file=given.target_file)
    spacing = ["", "---", ""] if has_requirements else [""] if there and there[-1].strip() else []
    draft.insert(given.target_file, len(there) + 1, [*spacing, *block])
