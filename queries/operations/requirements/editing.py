"""The operations on requirements, their assertions, what they cite and what implements them, under the names of the
requirements' own server.

A hash that was right is put right again after the edit of an assertion. One that was stale stays as it is: somebody has
still to look at what changed before.
"""

import re
from functools import partial

from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.text.comment_styles import comment_style
from queries.operations.arguments import CONFIRM, Line, invalid, line_argument, optional, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.requirements.texts import (
    APPLIES_TO,
    ASSERTION,
    LABEL,
    NODE,
    as_one,
    assertion_of,
    assertions_of,
    behind_preamble,
    behind_rule,
    check_label,
    check_target,
    citations_in,
    cited_by,
    citing_field,
    next_label,
    requirement_of,
    set_citations,
    set_field,
    set_header_title,
    set_right_hash,
    with_other,
)
from queries.tools.parameters import Parameter

PARENT_KINDS = ("implements", "refines")
KINDS = (*PARENT_KINDS, "satisfies")
EDGE = (
    text_argument("source_id", "The requirement that cites.", most=500),
    text_argument("target_id", "The requirement or assertion that it cites.", most=500),
)


@operation(APPLIES_TO, NODE, line_argument("new_title", "The title."))
def mutate_update_title(draft: Draft, given: Given) -> None:
    """Gives a requirement another title, in its header and in its End marker."""
    requirement = requirement_of(draft, given.node_id)
    set_header_title(draft, requirement.span, requirement.name, given.new_title)


@operation(APPLIES_TO, NODE, line_argument("new_status", "The status.", most=100))
def mutate_change_status(draft: Draft, given: Given) -> None:
    """Gives a requirement another status. A requirement without one gets it behind its level."""
    requirement = requirement_of(draft, given.node_id)
    if re.search(r"[|*]", given.new_status):
        raise invalid("A status has neither '|' nor '*'", new_status=given.new_status)
    set_field(draft, requirement, "Status", given.new_status)


@operation(
    APPLIES_TO,
    line_argument("req_id", "Its id, which nothing has."),
    line_argument("title", "Its title."),
    line_argument("level", "Its level, as the settings name it.", most=100),
    Line("status", "string", "Its status.", default="Active", max_length=100),
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
        f"{hashes[0] if hashes else '##'} {given.req_id}: {given.title}",
        "",
        f"**Level**: {given.level} | **Status**: {given.status}{edge}",
        "",
        f"*End* *{given.title}*",
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


@operation(
    APPLIES_TO,
    NODE,
    optional("label", "Its label, such as B; that behind the last one by default.", most=10),
    text_argument("text", "What shall hold."),
)
def mutate_add_assertion(draft: Draft, given: Given) -> Steps:
    """Adds an assertion behind the last one of a requirement."""
    requirement = requirement_of(draft, given.node_id)
    existing = assertions_of(draft, requirement.requirement)
    label = given.label or next_label([assertion.label for assertion in existing])
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


@operation(
    APPLIES_TO,
    *EDGE,
    Parameter("edge_kind", "string", "How it cites.", required=True, choices=KINDS),
    Parameter("assertion_targets", "strings", "The labels of the assertions that it cites.", max_items=100),
)
def mutate_add_edge(draft: Draft, given: Given) -> None:
    """Lets a requirement implement, refine or satisfy another one, or assertions of it."""
    requirement = requirement_of(draft, given.source_id)
    targets = [f"{given.target_id}-{label}" for label in given.assertion_targets or ()] or [given.target_id]
    for target in targets:
        check_target(draft, target)
    name = given.edge_kind.capitalize()
    written = citations_in(draft, requirement, name)
    if {*targets} & {cited for citation in written for cited in cited_by(citation)}:
        raise invalid("It cites this already", source_id=given.source_id, target_id=given.target_id)
    set_citations(draft, requirement, name, [*written, as_one(targets)])


@operation(APPLIES_TO, *EDGE, Parameter("confirm", "boolean", "Allowed, and without effect.", default=False))
def mutate_delete_edge(draft: Draft, given: Given) -> None:
    """Takes a citation out of the metadata of a requirement."""
    requirement = requirement_of(draft, given.source_id)
    name, written = citing_field(draft, requirement, given.target_id)
    set_citations(draft, requirement, name, with_other(written, given.target_id, None))


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
    set_citations(draft, requirement, name, with_other(written, given.old_target_id, given.new_target_id))


def _change_kind(draft: Draft, source_id: str, target_id: str, new_kind: str) -> Steps:
    requirement = requirement_of(draft, source_id)
    name, written = citing_field(draft, requirement, target_id)
    if name.casefold() == new_kind:
        raise invalid(f"It {new_kind} this already", source_id=source_id, target_id=target_id)
    set_citations(draft, requirement, name, with_other(written, target_id, None))
    after = yield
    changed, name = requirement_of(after, source_id), new_kind.capitalize()
    set_citations(after, changed, name, [*citations_in(after, changed, name), target_id])


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


@operation(
    APPLIES_TO,
    text_argument("old_id", "The id of a requirement or an assertion.", most=500),
    line_argument("new_id", "The new id, which nothing has."),
)
def mutate_rename_node(draft: Draft, given: Given) -> Steps | None:
    """Gives a requirement or an assertion another id, in all citations too."""
    new = given.new_id
    if draft.snapshot.count(Requirement, requirement=new) or draft.snapshot.count(Assertion, assertion=new):
        raise invalid("Something has this id already", new_id=new)
    if draft.snapshot.facts(Assertion, assertion=given.old_id):
        owner, _, label = new.rpartition("-")
        if owner != assertion_of(draft, given.old_id).requirement:
            raise invalid("An assertion stays in its requirement", new_id=new)
        return _rename_assertion(draft, given.old_id, label)
    requirement = requirement_of(draft, given.old_id)
    pattern = re.compile(rf"(?<![A-Za-z0-9_-]){re.escape(given.old_id)}(?![A-Za-z0-9_])")
    refs = [requirement.ref, *(assertion.ref for assertion in assertions_of(draft, given.old_id))]
    cited = draft.lines_of(link for ref in refs for link in draft.snapshot.links(target=ref))
    for file, number in sorted({(requirement.span.file, requirement.span.start_line), *cited}):
        draft.rewrite(file, number, partial(pattern.sub, lambda _: new))
    return None


@operation(
    APPLIES_TO,
    text_argument("old_id", "The id of an assertion, such as REQ-p00001-A.", most=500),
    line_argument("new_label", "Its new label, such as C.", most=10),
)
def mutate_rename_assertion(draft: Draft, given: Given) -> Steps:
    """Gives an assertion another label, in all citations too."""
    return _rename_assertion(draft, given.old_id, given.new_label)


def _rename_assertion(draft: Draft, old_id: str, label: str) -> Steps:
    assertion = assertion_of(draft, old_id)
    requirement = requirement_of(draft, assertion.requirement)
    check_label(label, {other.label for other in assertions_of(draft, requirement.requirement)})
    span = assertion.span
    line = draft.line(span.file, span.start_line)
    draft.set_line(span.file, span.start_line, line.replace(f"{assertion.label}.", f"{label}.", 1))
    pattern = re.compile(
        rf"(?<![A-Za-z0-9_-]){re.escape(requirement.requirement)}-{LABEL}(?:\+{LABEL})*(?![A-Za-z0-9_])"
    )
    labels = {assertion.label: label}

    def renamed(found: "re.Match[str]") -> str:
        owner, _, written = found[0].rpartition("-")
        return f"{owner}-{'+'.join(labels.get(label, label) for label in written.split('+'))}"

    for file, number in sorted(draft.lines_of(draft.snapshot.links(target=assertion.ref))):
        draft.rewrite(file, number, partial(pattern.sub, renamed))
    set_right_hash((yield), requirement)
