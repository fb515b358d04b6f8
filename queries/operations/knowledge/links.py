"""Links from one file to another, as decisions and notes write them."""

import re

from compiler.languages.knowledge.facts import Entity
from queries.errors.query_error import QueryError
from queries.operations.draft import Draft
from queries.operations.knowledge.sections import sections_of

_NOT_IN_WIKILINK = frozenset("[]|#^")
_QUOTED = re.compile(r"[ ()<>%#\[\]]")
_UNSAFE = re.compile(r"[\s()<>%#\[\]]")


def relative_path(file: str, target: str) -> str:
    """Return the path of a file as a link in another file has it."""
    here, there = file.split("/")[:-1], target.split("/")
    shared = 0
    while shared < len(here) and shared < len(there) - 1 and here[shared] == there[shared]:
        shared += 1
    return "/".join([*[".."] * (len(here) - shared), *there[shared:]])


def decision_link(draft: Draft, file: str, target: Entity) -> str:
    """Return the link to a decision as its template writes it: `[2. Use a ledger](0002-use-a-ledger.md)`,
    `[ADR-0002](0002-buy-a-press.md)`. One whose file no link can name is named by its number."""
    path = relative_path(file, target.span.file)
    name = decision_name(target)
    if _UNSAFE.search(path):
        return name
    text = heading_of(draft, target) if target.format == "adr-tools" else name
    return f"[{name if '[' in text or ']' in text else text}]({path})"


def page_link(source: Entity, target: Entity) -> str:
    """Return a link from one page to another: a wikilink in a vault, else one with the path of the file. Raises
    QueryError if the target has no page of its own."""
    if target.kind == "task" and target.format != "backlog":
        raise QueryError("unavailable", "A task of a list has no page that a link could name", ref=target.ref)
    path = relative_path(source.span.file, target.span.file)
    name = target.span.file.rpartition("/")[2].rpartition(".")[0]
    if source.format == "obsidian" and target.format == "obsidian" and not _NOT_IN_WIKILINK & {*name}:
        return f"[[{name}]]"
    text = target.name if not {*"[]"} & {*target.name} else name
    return f"[{text}]({quoted_path(path)})"


def quoted_path(path: str) -> str:
    """Return a path as the address of a link in markdown."""
    return _QUOTED.sub(lambda one: f"%{ord(one[0]):02X}", path)


def decision_name(decision: Entity) -> str:
    """Return the name of a decision in a sentence: `ADR-0002`, `20250101-use-a-log`, `decision-1`."""
    if decision.format == "backlog":
        return decision.native_id
    if decision.sequence_number is not None:
        return f"ADR-{decision.sequence_number:04}"
    return decision.span.file.rpartition("/")[2].rpartition(".")[0]


def heading_of(draft: Draft, entity: Entity) -> str:
    """Return the first heading of the file of an entity, its title if there is none."""
    return next((one.title for one in sections_of(draft, entity.span.file) if one.level == 1), entity.name)
