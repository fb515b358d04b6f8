"""The parts of requirements in their files, how their metadata is written, and the arguments that name them."""

import re
from collections.abc import Collection, Iterator, Sequence

from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.model.spans import Span
from queries.errors.near import nearest
from queries.operations.arguments import invalid, not_found, text_argument, unavailable
from queries.operations.draft import Draft
from queries.tools.parameters import Parameter

MAX_SCANNED = 100_000  # ids of which near ones are suggested
_RULE = re.compile(r"---+[ \t]*")
_HEADING = re.compile(r"#{1,6}\s")
_END = re.compile(r"\*End\*\s+\*")
# `{name}` is the name of the field. A value ends at the next field, or with the line.
_FIELD = r"\*\*{name}(?:\*\*[ \t]*:|:\*\*)[ \t]*(?P<value>[^|*\s](?:[^|*\n]*[^|*\s])?)"
LABEL = "(?:[A-Z]{1,2}|[0-9]{1,3})"
_CITATION = re.compile(r"(?:[^,;()]++|\([^()]*+\)|[()])++")  # no comma in brackets ends one
_SEVERAL = re.compile(rf"(?P<owner>.+)-(?P<labels>{LABEL}(?:\+{LABEL})+)")
APPLIES_TO = "Requirements in markdown."
NODE = Parameter(
    "node_id", "string", "The id of a requirement.", required=True, max_length=500, aliases=("req_id", "id")
)
ASSERTION = text_argument("assertion_id", "The id of an assertion, such as REQ-p00001-A.", most=500)
_LABEL = re.compile(r"[A-Z]{1,2}|\d{1,3}")


def requirement_of(draft: Draft, native_id: str) -> Requirement:
    """Return the requirement of an id. Raises QueryError with near ids if there is none."""
    found = draft.snapshot.facts(Requirement, requirement=native_id)
    if found:
        return found[0]
    known = [row for (row,) in draft.snapshot.rows("SELECT requirement FROM fact_requirement LIMIT ?", (MAX_SCANNED,))]
    raise not_found("Requirement not found", id=native_id, did_you_mean=nearest(native_id, known, 3))


def assertions_of(draft: Draft, requirement: str) -> list[Assertion]:
    """Return the assertions of a requirement, in the order of the file."""
    found = draft.snapshot.facts(Assertion, requirement=requirement)
    return sorted(found, key=lambda assertion: assertion.span.start_line)


def assertion_of(draft: Draft, native_id: str) -> Assertion:
    """Return the assertion of an id. Raises QueryError if there is none."""
    found = draft.snapshot.facts(Assertion, assertion=native_id)
    if found:
        return found[0]
    raise not_found("Assertion not found", id=native_id)


def metadata_lines(draft: Draft, requirement: Requirement) -> Iterator[int]:
    """Give the numbers of the lines between the header and the next heading or End marker."""
    span = requirement.span
    for number in range(span.start_line + 1, span.end_line + 1):
        text = draft.line(span.file, number)
        if _HEADING.match(text) or _END.match(text):
            return
        yield number


def field_place(draft: Draft, requirement: Requirement, name: str) -> "tuple[int, re.Match[str]] | None":
    """Return the line of a metadata field, and the match with its `value`; None if it is not written."""
    pattern = re.compile(_FIELD.replace("{name}", name), re.IGNORECASE)
    for number in metadata_lines(draft, requirement):
        if found := pattern.search(draft.line(requirement.span.file, number)):
            return number, found
    return None


def end_line(draft: Draft, span: Span) -> int | None:
    """Return the line of the End marker of a requirement; None if there is none."""
    for number in range(span.end_line, span.start_line, -1):
        if _END.match(draft.line(span.file, number)):
            return number
    return None


def set_header_title(draft: Draft, span: Span, old: str, new: str) -> None:
    """Write another title in a header and in its End marker. Raises QueryError if the header has not the old one."""
    header = draft.line(span.file, span.start_line)
    at = header.rfind(old)
    if at < 0 or not old:
        raise unavailable("The title does not stand in the header as it is read", title=old)
    draft.set_line(span.file, span.start_line, header[:at] + new + header[at + len(old) :])
    if number := end_line(draft, span):
        marker = draft.line(span.file, number)
        draft.set_line(span.file, number, marker.replace(f"*{old}*", f"*{new}*", 1))


def behind_rule(lines: Sequence[str], last: int) -> int:
    """Return the last line that goes with a block that ends at a line: behind the rule and its blank lines, if a rule
    follows."""
    behind = _behind_blanks(lines, last)
    if behind < len(lines) and _RULE.fullmatch(lines[behind]):
        return _behind_blanks(lines, behind + 1)
    return last


def _behind_blanks(lines: Sequence[str], last: int) -> int:
    while last < len(lines) and not lines[last].strip():
        last += 1
    return last


def behind_preamble(draft: Draft, requirement: Requirement) -> int:
    """Return the line before which a first section goes: the first heading after the header, the End marker, or the
    line behind the requirement."""
    return max(metadata_lines(draft, requirement), default=requirement.span.start_line) + 1


def set_field(draft: Draft, requirement: Requirement, name: str, value: str) -> None:
    """Write a field of the metadata: in its place, or behind the others. Raises QueryError if no metadata is there."""
    file = requirement.span.file
    if found := field_place(draft, requirement, name):
        number, match = found
        line = draft.line(file, number)
        _check_ends_here(match["value"], name)
        draft.set_line(file, number, line[: match.start("value")] + value + line[match.end("value") :])
        return
    for other in ("Status", "Level"):
        if found := field_place(draft, requirement, other):
            line = draft.line(file, found[0])
            at = found[1].end("value")
            draft.set_line(file, found[0], f"{line[:at]} | **{name}**: {value}{line[at:]}")
            return
    raise unavailable("The requirement has no line with a level or a status to write this behind", field=name)


def remove_field(draft: Draft, requirement: Requirement, name: str) -> None:
    """Take a field out of the metadata, with the sign that separates it; an emptied line goes."""
    found = field_place(draft, requirement, name)
    assert found is not None
    number, match = found
    _check_ends_here(match["value"], name)
    line = draft.line(requirement.span.file, number)
    before, after = line[: match.start()].rstrip(" \t|"), line[match.end() :].lstrip(" \t|")
    rest = " | ".join(part for part in (before, after) if part)
    if rest:
        draft.set_line(requirement.span.file, number, rest)
    else:
        draft.replace(requirement.span.file, number, number, ())


def _check_ends_here(value: str, name: str) -> None:
    if value.endswith((",", ";", "+")):
        raise unavailable("This field goes on in the next line: no operation edits it, a text edit does", field=name)


def citations_in(draft: Draft, requirement: Requirement, name: str) -> list[str]:
    """Return the citations that a field lists as they are written, each of which may name several assertions."""
    found = field_place(draft, requirement, name)
    parts = _CITATION.findall(found[1]["value"]) if found else ()
    return [part.strip() for part in parts if part.strip()]


def citing_field(draft: Draft, requirement: Requirement, target: str) -> tuple[str, list[str]]:
    """Return the field that lists an id, and the citations that it lists. Raises QueryError if none does."""
    for name in ("Implements", "Refines", "Satisfies"):
        written = citations_in(draft, requirement, name)
        if target in (cited for citation in written for cited in cited_by(citation)):
            return name, written
    problem = "The metadata of the requirement does not list this id"
    raise not_found(problem, source_id=requirement.requirement, target_id=target)


def check_target(draft: Draft, target: str) -> None:
    """Raise QueryError if no requirement and no assertion has an id."""
    if not draft.snapshot.facts(Assertion, assertion=target):
        requirement_of(draft, target)


def set_citations(draft: Draft, requirement: Requirement, name: str, written: Sequence[str]) -> None:
    """Write the citations that a field lists; without any, the field goes."""
    if written:
        set_field(draft, requirement, name, ", ".join(written))
    else:
        remove_field(draft, requirement, name)


def set_right_hash(draft: Draft, before: Requirement) -> None:
    """Write the right hash of a requirement that had it before an edit."""
    now = requirement_of(draft, before.requirement)
    number = end_line(draft, now.span)
    if before.hash_state == "right" and now.hash and now.right_hash and number is not None:
        marker = draft.line(now.span.file, number)
        before_hash, _, after_hash = marker.rpartition(now.hash)
        draft.set_line(now.span.file, number, before_hash + now.right_hash + after_hash)


def cited_by(written: str) -> list[str]:
    """Return the ids that one citation names: `REQ-p00001-A+B` names two."""
    found = _SEVERAL.fullmatch(written)
    return [f"{found['owner']}-{label}" for label in found["labels"].split("+")] if found else [written]


def with_other(written: Sequence[str], old: str, new: str | None) -> list[str]:
    """Return a list in which another id stands in place of one; with None, that one is gone."""
    changed: list[str] = []
    for citation in written:
        left = [cited for cited in cited_by(citation) if cited != old]
        if left == cited_by(citation):
            changed.append(citation)
            continue
        changed += [as_one(left)] if left else []
        changed += [new] if new is not None else []
    return changed


def as_one(ids: Sequence[str]) -> str:
    """Return the citation that names several assertions of one requirement."""
    owner, _, first = ids[0].rpartition("-")
    labels = [first, *(id_.removeprefix(f"{owner}-") for id_ in ids[1:])]
    return f"{owner}-{'+'.join(labels)}" if len(ids) > 1 else ids[0]


def check_label(label: str, taken: Collection[str]) -> None:
    """Raise QueryError unless a text is a label that no other assertion has."""
    if not _LABEL.fullmatch(label):
        raise invalid("A label is one or two capital letters, or a number", label=label)
    if label in taken:
        raise invalid("An assertion has this label already", label=label)


def next_label(taken: Sequence[str]) -> str:
    """Return the label behind the highest one: `C` behind `B`, `AA` behind `Z`, `12` behind `11`."""
    if not taken:
        return "A"
    highest = max(taken, key=lambda label: (len(label), label))
    if highest.isdecimal():
        return str(int(highest) + 1).rjust(len(highest), "0")
    kept = highest.rstrip("Z")
    reset = "A" * (len(highest) - len(kept))
    return f"{kept[:-1]}{chr(ord(kept[-1]) + 1)}{reset}" if kept else f"A{reset}"
