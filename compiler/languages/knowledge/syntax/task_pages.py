"""Tasks that are a page each, of no tool that is known: a page in a folder of work (`tasks/0012-hang-gate.md`) whose
status stands in front matter, below its title, or in the name of a folder below (`tasks/done/`); and a page in a
folder of stories that states one.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from compiler.languages.knowledge.claims import is_template_or_index
from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import present, rank_of, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.syntax.proposals.header import Header, header_of, with_sections
from compiler.languages.knowledge.syntax.task_lists.dependencies import SAYS_NONE
from compiler.languages.knowledge.syntax.task_lists.stated_states import stated_state
from compiler.languages.knowledge.syntax.task_lists.unread_waits import is_waiting_word
from compiler.text.numbers import whole_number

FORMAT = "task-page"
_FOLDER = re.compile(
    r"(?:^|/)\.?(?:tasks?|tickets|issues|to-?dos?|work-?items|backlog|(?P<stories>stories|epics(?:/[^/]+(?=/\d))?))/"
    r"(?:(?P<state>done|completed|closed|archived?|todo|open"
    r"|in[-_ ]?progress|doing|blocked|active|backlog|next)/(?:[^/]+/)?)?(?P<name>[^/]+)\.(?:md|mdx|markdown)$",
    re.IGNORECASE,
)
_ID = re.compile(
    r"(?:(?-i:[A-Z]{1,10}-){1,2}(?-i:[A-Z]{0,3})|[A-Za-z]{1,10}[-_ ]?)?\d{1,6}(?:\.\d{1,4})*(?=[-_ .:)]|$)"
)
_TITLE = re.compile(rf"(?:task|ticket|issue|todo)?[ \t#_-]*(?:{_ID.pattern})?[ \t]*[:.–—-]?[ \t]*(?=\S)", re.IGNORECASE)
_STATES = ("status", "state")
_WAITS = ("deps", "dep", "waits-for", "after")  # beside the words that say it in any format
_BLOCKS = ("blocks", "unblocks")
_ABOVE = ("parent", "parent-task", "epic", "part-of")
_CREATED, _UPDATED = ("created", "created-at", "created-date", "date"), ("updated", "updated-at", "last-updated")
_PEOPLE = ("assignee", "assignees", "assigned-to", "owner")
_KNOWN = frozenset(
    (*_STATES, *_WAITS, *_BLOCKS, *_ABOVE, *_CREATED, *_UPDATED, *_PEOPLE, "id", "title", "name", "tags")
)
_LINKED = re.compile(r"\[[^\[\]]{0,200}\]\(")  # the text of a link, of which its target counts
_NAME = re.compile(r"\d|\.md$")
_SEPARATOR = re.compile(r"[\s,;|()\[\]<>\"'`*]+")
_ITEM = re.compile(r"^(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[.\])?")
_BESIDE = re.compile(r"(?<![^\s,(\[*])(?:tasks?|tickets?|issues?|and)(?=[ \t#])", re.IGNORECASE)  # `Task 3 and 4`
MAX_VALUE = 2000  # characters of a field that are looked at


def may_be_task_page(path: str) -> bool:
    """Whether a page stands in a folder of work that is no story, by the name of the folder."""
    found = _FOLDER.search(path)
    return found is not None and not found["stories"]


def parse_task_page(path: str, text: str, *, lists_none: bool) -> Document | None:
    """The task of a page; None if it states no status, or has no title. With `lists_none`, the page lists no tasks of
    its own: then the name of its folder may state the status, and a story is a task."""
    found = _FOLDER.search(path)
    if found is None or is_template_or_index(path) or ".github/" in path or (found["stories"] and not lists_none):
        return None
    header = header_of(text)
    header = header if header.text(*_STATES) else with_sections(header, text)
    status = header.text(*_STATES).split("\n")[0].strip("*_` \t")
    status = status if len(status) > 1 else ""  # of boxes
    if not status and lists_none and "archive" not in (found["state"] or "archive").lower():
        status = found["state"]
    title = header.text("title", "name") or header.title
    is_list = header.kind == "yaml" and not header.text("title", "name", "id") and not header.title
    # A component of an interface has stories too: `stories/button.md`, `status: stable`.
    is_other = found["stories"] and not _ID.match(found["name"]) and stated_state(status).undecided
    if not status or not title or is_list or is_other:
        return None
    record = _record(text, header, found["name"], title, status)
    return Document(path, FORMAT, "", path[: found.start("state" if found["state"] else "name")].rstrip("/"), (record,))


def _record(text: str, header: Header, stem: str, title: str, status: str) -> EntityRecord:
    in_name = _ID.match(stem)
    identifier = header.text("id") or (in_name[0] if in_name else stem)
    number = whole_number(re.split(r"\D", identifier)[-1])
    stated = stated_state(status)
    bare = _TITLE.match(title)
    lines = text.rstrip("\n").split("\n")
    body = "\n".join(lines[header.after - 1 :]).strip("\n") if header.kind == "yaml" else text.strip("\n")
    skipped = next((at for at, line in enumerate(lines) if line.strip() and at >= header.after - 1), 0)
    waits = [found for found in _waits(header, lines) if not SAYS_NONE.match(found[0])]
    unclear = next((written for written, _, names in waits if not names and stated.state != "done"), "")
    fields = {
        key: ", ".join(values)
        for key, values in header.values.items()
        if values and key not in _KNOWN and not is_waiting_word(key)
    }
    record = listed_task(
        identifier,
        title[bare.end() :] if bare and not header.text("title", "name") else title,
        (1, len(lines)),
        stated.state,
        present(status=status, priority=header.text("priority") or None, fields=fields),
        order=number or 0,
        undecided=stated.undecided or (f"it waits for something that names no task: {unclear[:80]}" if unclear else ""),
        number=number,
        rank=rank_of(header.text("priority")),
        owner=", ".join(header.texts(*_PEOPLE)),
        content=body or None,
        tags=header.texts("tags", "labels"),
        references=(
            *(Reference("blocks", True, "depends on", name, line) for _, line, names in waits for name in names),
            *_references(header),
        ),
        times=times_of(header.text(*_CREATED), header.text(*_UPDATED)),
    )
    aliases = tuple(dict.fromkeys((stem, *([in_name[0]] if in_name else ()))))
    return record._replace(content_line=skipped + 1 if header.kind == "yaml" and body else 0, aliases=aliases)


def _waits(header: Header, lines: Sequence[str]) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Give each value that says what a page waits for, in its header or else in a section (`## Blocked by`), with its
    line and the names in it."""
    keys = [key for key in header.values if key in _WAITS or is_waiting_word(key)]
    for key in keys:
        yield from ((written, header.line(key), _names(written)) for written in header.texts(key))
    is_waiting = False
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            is_waiting = not keys and is_waiting_word(line.strip("# \t:"))
        elif is_waiting and line[:1].strip():  # no remark below an item
            item = _ITEM.sub("", line, count=1)
            yield item, number, _names(item, is_prose=True)


def _references(header: Header) -> Iterator[Reference]:
    """Give what a page says that it holds up and is a part of."""
    for keys, relation, word in ((_BLOCKS, "blocks", "blocks"), (_ABOVE, "belongs_to", "part of")):
        for key in keys:
            for written in header.texts(key):
                for name in () if SAYS_NONE.match(written) else _names(written):
                    yield Reference(relation, False, word, name, header.line(key))


def _names(written: str, *, is_prose: bool = False) -> tuple[str, ...]:
    """The names in a value: ids, numbers, names of pages. Words beside them name nothing; in prose, nor does what
    follows the first word (`Node 18`)."""
    words = (word.strip("#:.") for word in _SEPARATOR.split(_BESIDE.sub(" ", _LINKED.sub(" ", written[:MAX_VALUE]))))
    names = (takewhile if is_prose else filter)(_NAME.search, filter(None, words))
    return tuple(name.removesuffix(".md").rpartition("/")[2] if name.endswith(".md") else name for name in names)
