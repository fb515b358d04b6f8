"""Tasks that are a page each, of no tool that is known: a page in a folder of work (`tasks/0012-hang-gate.md`) that
states its status, in front matter or below its title.
"""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.claims import is_template_or_index
from compiler.languages.knowledge.record_values import json_text, present, rank_of, task_properties, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Scheduling
from compiler.languages.knowledge.syntax.proposals.header import Header, header_of, with_sections
from compiler.languages.knowledge.trackers.status_words import meaning_of
from compiler.text.numbers import whole_number

FORMAT = "task-page"
_FOLDER = re.compile(
    r"(?:^|/)(?:tasks?|tickets|issues|to-?dos?|work-?items|backlog)/(?:(?P<state>done|completed|closed|archived?|todo|open"
    r"|in[-_ ]?progress|doing|blocked|active|backlog|next)/)?(?P<name>[^/]+)\.(?:md|mdx|markdown)$",
    re.IGNORECASE,
)
_ID = re.compile(r"(?:[A-Za-z]{1,10}[-_ ]?)?\d{1,6}(?:\.\d{1,4})*(?=[-_ .:)]|$)")
_TITLE = re.compile(rf"(?:task|ticket|issue|todo)?[ \t#]*(?:{_ID.pattern})?[ \t]*[:.–—-]?[ \t]*(?=\S)", re.IGNORECASE)
_STATES = ("status", "state")
_WAITS = (
    *("depends-on", "dependencies", "depends", "deps", "dep", "blocked-by", "blockedby", "waits-for"),
    *("prerequisites", "requires", "after"),
)
_BLOCKS = ("blocks", "unblocks")
_ABOVE = ("parent", "parent-task", "epic", "part-of")
_CREATED, _UPDATED = ("created", "created-at", "created-date", "date"), ("updated", "updated-at", "last-updated")
_PEOPLE = ("assignee", "assignees", "assigned-to", "owner")
_KNOWN = frozenset(
    (*_STATES, *_WAITS, *_BLOCKS, *_ABOVE, *_CREATED, *_UPDATED, *_PEOPLE, "id", "title", "name", "tags")
)
_LINKED = re.compile(r"\[[^\[\]]{0,200}\]\(")  # the text of a link, of which its target counts
_SEPARATOR = re.compile(r"[\s,;|()\[\]<>\"'`]+")
MAX_VALUE = 2000  # characters of a field that are looked at
_NOTHING = re.compile(r"\W*(?:none|nothing|n/?a|-|–|—)?\W*$", re.IGNORECASE)
_SIGNS = re.compile(r"[^\w(]+")  # before the word of a status: `✅ Done`


def may_be_task_page(path: str) -> bool:
    """Whether a page stands in a folder of work, by the name of the folder."""
    return _FOLDER.search(path) is not None


def parse_task_page(path: str, text: str) -> Document | None:
    """The task of a page; None if it states no status, or has neither a title nor an id."""
    found = _FOLDER.search(path)
    if found is None or is_template_or_index(path) or ".github/" in path:
        return None
    header = header_of(text)
    header = header if header.text(*_STATES) else with_sections(header, text)
    written = header.text(*_STATES).split("\n")[0].strip("*_` \t")
    status = written[signs.end() :] if (signs := _SIGNS.match(written)) else written
    title = header.text("title", "name") or header.title
    is_list = header.kind == "yaml" and not header.text("title", "name", "id") and not header.title
    if not status or not title or is_list:
        return None
    record = _record(path, text, header, found["name"], title, status)
    return Document(path, FORMAT, "", path[: found.start("state" if found["state"] else "name")].rstrip("/"), (record,))


def _record(path: str, text: str, header: Header, stem: str, title: str, status: str) -> EntityRecord:
    in_name = _ID.match(stem)
    identifier = header.text("id") or (in_name[0] if in_name else stem)
    digits = re.search(r"\d+$", identifier)
    number = whole_number(digits[0]) if digits else None
    meaning = meaning_of(status)
    rank = rank_of(header.text("priority"))
    times = times_of(header.text(*_CREATED), header.text(*_UPDATED))
    bare = _TITLE.match(title)
    lines = text.rstrip("\n").split("\n")
    body = "\n".join(lines[header.after - 1 :]).strip("\n") if header.kind == "yaml" else text.strip("\n")
    skipped = next((at for at, line in enumerate(lines) if line.strip() and at >= header.after - 1), 0)
    fields = {key: ", ".join(values) for key, values in header.values.items() if values and key not in _KNOWN}
    return EntityRecord(
        type="task",
        native_id=identifier,
        number=number,
        name=title[bare.end() :] if bare and not header.text("title", "name") else title,
        line=1,
        last_line=len(lines),
        status=meaning.state if meaning.state in ("todo", "in_progress", "done", "blocked") else "todo",
        properties=task_properties(meaning.state, rank, None, ", ".join(header.texts(*_PEOPLE))),
        native=json_text(present(status=status, priority=header.text("priority") or None, fields=fields)),
        content=body or None,
        content_line=skipped + 1 if header.kind == "yaml" and body else 0,
        tags=header.texts("tags", "labels"),
        times=times,
        references=tuple(_references(path, header)),
        aliases=tuple(dict.fromkeys((stem, *([in_name[0]] if in_name else ())))),
        scheduling=Scheduling(
            meaning.state,
            rank,
            None,
            times.created,
            order=number or 0,
            undecided="" if meaning.is_known else f"nothing says what its status '{status[:80]}' means",
        ),
    )


def _references(path: str, header: Header) -> Iterator[Reference]:
    """Give what a page says that it waits for, holds up and is a part of."""
    folder = path.rpartition("/")[0]
    for keys, relation, is_passive, word in (
        (_WAITS, "blocks", True, "depends on"),
        (_BLOCKS, "blocks", False, "blocks"),
        (_ABOVE, "belongs_to", False, "part of"),
    ):
        for key in keys:
            for written in header.texts(key):
                if _NOTHING.match(written):
                    continue
                for name in _names(written):
                    target = name.removesuffix(".md").rpartition("/")[2] if folder and name.endswith(".md") else name
                    yield Reference(relation, is_passive, word, target, header.line(key))


def _names(written: str) -> Iterator[str]:
    """The names in a value: ids, numbers, names of pages. Words beside them name nothing."""
    for name in _SEPARATOR.split(_LINKED.sub(" ", written[:MAX_VALUE])):
        if any(map(str.isdigit, name)) or name.endswith(".md"):
            yield name.strip("#:.")
