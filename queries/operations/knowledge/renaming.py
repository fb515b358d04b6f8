"""Another id of an entity, which everything that cites it follows."""

import re
from collections.abc import Callable
from functools import partial

from compiler.languages.knowledge.facts import Entity, EntityName, Task
from queries.knowledge.entity_lookup import ID
from queries.operations.arguments import invalid, line_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.entities import LISTS, entity_of
from queries.operations.knowledge.moving import follow_file, move_file
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.knowledge.sections import lines_of_text
from queries.operations.operation import Given, Steps, operation

APPLIES_TO = "Notes, decisions, tasks of Backlog.md, and tasks of lists that have ids."
_BACKLOG_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*-\d+(?:\.\d+)*")
_NUMBER = re.compile(r"(?:adr|decision)?[-_ ]?0*(?P<number>\d{1,6})", re.IGNORECASE)
_NAME_NUMBER = re.compile(r"(?P<before>(?:adr[-_ ]?)?)(?P<number>\d{1,6})(?=[-_ .]|$)", re.IGNORECASE)
_NOT_IN_NAMES = frozenset('\\:*?"<>|#^[]')


@operation(
    APPLIES_TO,
    ID,
    line_argument("new_id", "Its new id: T012, BACK-7, ADR-0007 or the name of its file, the path of a note."),
)
def entity_rename(draft: Draft, given: Given) -> Steps | None:
    """Gives an entity another id, in all citations too. A note and a decision get another file: the links to it follow,
    with their headings and aliases, and so do its own links if it goes to another folder. A task gets another id in its
    line or in its file and the name of that, and so in the dependencies of others and in what mentions it."""
    entity = entity_of(draft, given.id, Entity)
    new = given.new_id
    check_owner(entity, Wanted("rename", new))
    if entity.kind == "task" and entity.format in LISTS:
        _rename_in_list(draft, entity, new)
        return None
    if entity.format == "backlog":
        return _rename_in_backlog(draft, entity, new)
    return _rename_page(draft, entity, new)


def _rename_in_list(draft: Draft, task: Entity, new: str) -> None:
    old, file = task.native_id, task.span.file
    if old.startswith("#"):
        raise unavailable("This task has no id: its place in the list is what names it", ref=task.ref)
    new = new.removeprefix(task.entity.removesuffix(old))
    _check_free(draft, task, new)
    number = task.span.start_line
    line = draft.line(file, number)
    own = re.compile(rf"(?<![\w.-]){re.escape(old)}(?![\w-])").sub(lambda _: new, line, count=1)
    if own == line:
        raise unavailable("The id does not stand in its line as it is read", file=file, line=number)
    draft.set_line(file, number, own)
    _follow(draft, task, [old], new)


def _rename_in_backlog(draft: Draft, entity: Entity, new: str) -> Steps:
    file, old = entity.span.file, entity.native_id
    prefix = old.rpartition("-")[0]
    if not _BACKLOG_ID.fullmatch(new) or new.rpartition("-")[0].lower() != prefix.lower():
        raise invalid(f"An id of this kind is such as {prefix}-7", new_id=new)
    _check_free(draft, entity, new)
    front_matter.set_key(draft, file, "id", new)
    names = {
        entity_name.key
        for entity_name in draft.snapshot.facts(EntityName, ref=entity.ref)
        if entity_name.rank in (0, 2) and "/" not in entity_name.key
    }
    _follow(draft, entity, [old, *names], new)
    folder, _, name = file.rpartition("/")
    if name.lower().startswith((f"{old.lower()} ", f"{old.lower()}.md")):
        path = f"{folder}/{new.lower()}{name[len(old) :]}"
        _check_no_file(draft, path)
        follow_file(draft, file, path)
        move_file((yield), file, path)


def _rename_page(draft: Draft, page: Entity, new: str) -> Steps:
    old = page.span.file
    path = _new_path(page, new)
    if path == old:
        raise invalid("This is its id already", new_id=new)
    _check_no_file(draft, path)
    if page.kind == "decision":
        _renumber(draft, page, path)
    follow_file(draft, old, path)
    move_file((yield), old, path)


def _new_path(page: Entity, new: str) -> str:
    """Return the new file of a page. Raises QueryError if the id is no name of a file."""
    folder, _, name = page.span.file.rpartition("/")
    suffix = f".{name.rpartition('.')[2]}"
    parts = new.removesuffix(suffix).split("/")
    if _NOT_IN_NAMES & {*new} or {"", ".", "..", ".git"} & {*parts}:
        raise invalid("This is no name of a file", new_id=new)
    found = _NAME_NUMBER.match(name)
    number = _NUMBER.fullmatch(parts[-1])
    if page.kind == "decision" and found and number and page.format != "log4brains":
        width = len(found["number"])
        return f"{folder}/{found['before']}{int(number['number']):0{width}}{name[found.end() :]}".lstrip("/")
    if page.kind == "decision" and found and not _NAME_NUMBER.match(parts[-1]):
        raise invalid("The files of these decisions begin with a number: give one, or the whole name", new_id=new)
    stem = "/".join(parts) if len(parts) > 1 and page.kind == "note" else f"{folder}/{parts[-1]}"
    return f"{stem}{suffix}".lstrip("/")


def _renumber(draft: Draft, decision: Entity, path: str) -> None:
    """Write the new number of a decision in its heading, and where others name it by the number."""
    found = _NAME_NUMBER.match(path.rpartition("/")[2])
    old = decision.sequence_number
    if found is None or old is None or int(found["number"]) == old:
        return
    new = int(found["number"])
    file = decision.span.file

    def numbered(found: re.Match[str]) -> str:
        return f"{found[1]}{new:0{len(found[2])}}" if found[2].startswith("0") else f"{found[1]}{new}"

    for number in range(decision.span.start_line, decision.span.start_line + 2):
        if number <= len(draft.lines(file)):
            pattern = re.compile(rf"^(#[ \t]+(?:adr[-_ #]*|decision[-_ #]*)?)(0*{old})(?=\D|$)", re.IGNORECASE)
            draft.rewrite(file, number, lambda line, pattern=pattern: pattern.sub(numbered, line))  # type: ignore[misc]
    cited = re.compile(rf"((?<![\w-])adr[-_ #]*(?=0*{old}(?![\w-]))|\[(?=0*{old}\. ))(0*{old})", re.IGNORECASE)
    _replace_cited(draft, decision, cited, numbered)


def _follow(draft: Draft, entity: Entity, names: list[str], new: str) -> None:
    """Write the new id where others cite an entity."""
    listed = "|".join(sorted(map(re.escape, {*names}), key=len, reverse=True))
    flags = re.IGNORECASE if entity.format == "backlog" else re.NOFLAG
    pattern = re.compile(rf"(?<![\w.-])(?:{listed})(?![\w-]|\.\d)", flags)
    _replace_cited(draft, entity, pattern, lambda _: new)


def _replace_cited(draft: Draft, entity: Entity, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> None:
    own_scope = entity.entity.removesuffix(entity.native_id)
    for file, number in sorted(_cited_in(draft, entity)):
        if number == entity.span.start_line and file == entity.span.file and entity.kind == "task":
            continue
        # Where the file has a task of the same id, only an id behind the scope means this one.
        scope = own_scope if _has_same_id(draft, entity, file) else ""
        draft.rewrite(file, number, partial(pattern.sub, partial(_behind_scope, scope, new)))


def _behind_scope(scope: str, new: Callable[[re.Match[str]], str], found: re.Match[str]) -> str:
    return new(found) if found.string.endswith(scope, 0, found.start()) else found[0]


def _has_same_id(draft: Draft, entity: Entity, file: str) -> bool:
    """Whether another file has a task of its own under the id of a task."""
    if entity.kind != "task" or file == entity.span.file:
        return False
    return any(task.native_id == entity.native_id for task in draft.snapshot.facts(Task, file=file))


def _cited_in(draft: Draft, entity: Entity) -> set[tuple[str, int]]:
    """Return the lines that may cite an entity: those of its links, and all text of the files that can mean no other
    one by its id. One link is kept of several between the same two."""
    links = [*draft.snapshot.links(target=entity.ref), *draft.snapshot.links(source=entity.ref)]
    ends = [ref for link in links for ref in (link.source, link.target) if ref != entity.ref and ref.startswith("k:")]
    found = draft.lines_of(links)
    pages = {fact.span.file for fact in draft.snapshot.facts_of(sorted({*ends}))}
    is_list = entity.kind == "task" and entity.format in LISTS
    is_unique = "/" not in entity.entity
    pages = {entity.span.file, *(() if is_list else pages)} if is_list or is_unique else set()
    found |= {(file, line) for file in pages if file.endswith(".md") for line in lines_of_text(draft, file)}
    return {(file, number) for file, number in found if draft.snapshot.text(file) is not None}


def _check_free(draft: Draft, entity: Entity, new: str) -> None:
    """Raise QueryError if an entity of the same collection has the new id, or if several share the old one."""
    if not entity.entity.endswith(entity.native_id):
        raise unavailable("Several entities have this id: edit the text itself", ref=entity.ref)
    if new == entity.native_id:
        raise invalid("This is its id already", new_id=new)
    for fact in draft.snapshot.facts(type(entity), collection=entity.collection):
        is_same = fact.native_id.casefold() == new.casefold()
        if is_same and fact.ref != entity.ref and (entity.format == "backlog" or fact.span.file == entity.span.file):
            raise invalid("An entity has this id already", new_id=new, ref=fact.ref)


def _check_no_file(draft: Draft, path: str) -> None:
    if draft.snapshot.text(path) is not None:
        raise invalid("A file of this name is there", file=path)
