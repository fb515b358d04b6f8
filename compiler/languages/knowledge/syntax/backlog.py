"""Backlog.md: a file per task, draft, document or milestone. Front matter, then sections between marks or headings."""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.claims import PathHint
from compiler.languages.knowledge.codes import BAD_DATE, BAD_FRONTMATTER, BAD_SETTINGS, WRONG_DASH
from compiler.languages.knowledge.front_matter import TolerantFrontMatter, read_frontmatter, read_yaml
from compiler.languages.knowledge.record_values import (
    day_of,
    json_text,
    present,
    rank_of,
    task_properties,
    times_of,
)
from compiler.languages.knowledge.records import EntityRecord, Reference, Scheduling, Settings
from compiler.languages.knowledge.syntax.task_lists.unread_waits import unread_waits
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span, whole_file
from compiler.text.html_comments import without_html_comments
from compiler.text.numbers import whole_number
from compiler.text.timestamps import parse_timestamp

_KEYS = re.compile(r"^(?:id|status|dependencies|created_date):", re.MULTILINE)
_SECTION_TITLES = frozenset(
    {
        "description",
        "implementation plan",
        "implementation notes",
        "final summary",
        "acceptance criteria",
        "definition of done",
        "comments",
    }
)
_HEADING = re.compile(r"^##[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_BOX = re.compile(r"^[ \t]*[-*+][ \t]*\[([^\]\n\d])\][ \t]*(?:#(\d+)[ \t])?[ \t]*(.*)$", re.MULTILINE)
_MODEL_KEYS = frozenset({"id", "title", "assignee", "labels", "dependencies", "parent_task_id", "due_date"})
_ARCHIVED = "archive/"
_MILESTONES = ("milestones", "archive/milestones")
_UNORDERED = 10**9  # tasks without an `ordinal` come after those that have one
_MARKS = re.compile(r"^[ \t]*<!-- (?:SECTION:\w+|AC|DOD|COMMENTS?)(?::\w+)*:(?:BEGIN|END) -->[ \t]*\n?", re.MULTILINE)


def is_task(text: str) -> bool:
    """Whether the frontmatter is that of a task of Backlog.md, in whatever folder."""
    return text.startswith("---") and len(set(_KEYS.findall(text[:2000]))) == 4


def parse_item(path: str, text: str, hint: PathHint) -> tuple[EntityRecord | None, list[Diagnostic]]:
    """The task, draft, document or milestone of a file; None without an id in the frontmatter or the file name."""
    front = read_frontmatter(text)
    stem = path.rpartition("/")[2].rpartition(".")[0]
    identifier = front.text("id") or (stem.partition(" - ")[0] if " - " in stem else "")
    if not identifier:
        return None, []
    found: list[Diagnostic] = []
    if front.error:
        found.append(BAD_FRONTMATTER.at(Span(path, front.error_line, 1, front.error_line, 1), reason=front.error))
    for key in ("created_date", "updated_date", "due_date", "date"):
        if (written := front.text(key)) and parse_timestamp(written) is None:
            line = front.lines.get(key, 1)
            found.append(BAD_DATE.at(Span(path, line, 1, line, 1), text=written, id=identifier))
    title = front.text("title") or stem.partition(" - ")[2].replace("-", " ") or identifier
    body = text[front.body_start :]
    if hint.folder in ("docs", *_MILESTONES):
        return _document(front, identifier, title, body, hint), found
    return _task(path, front, identifier, title, body, hint, found), found


def parse_settings(path: str, text: str) -> tuple[Settings | None, list[Diagnostic]]:
    """The statuses of `config.yml`, in their order, of which the last means done, the prefix of the ids of tasks, and
    whether other branches have tasks."""
    front = read_yaml(text)
    if front.error:
        return None, [BAD_SETTINGS.at(whole_file(path), path=path, reason=front.error)]
    statuses, prefix = front.texts("statuses"), front.text("task_prefix")
    has_branches = front.text("check_active_branches").lower() == "true"
    root = path.rpartition("/")[0]
    directory = front.text("backlog_directory").strip().removeprefix("./").strip("/")
    root = f"{root}/{directory}".strip("/") if directory else root
    folders = (("", root),) if directory else ()
    return Settings(path, "backlog", root, statuses, folders, prefix=prefix, has_branches=has_branches), []


def _task(
    path: str,
    front: TolerantFrontMatter,
    identifier: str,
    title: str,
    body: str,
    hint: PathHint,
    found: list[Diagnostic],
) -> EntityRecord:
    rank = rank_of(front.text("priority"))
    due = day_of(front.text("due_date"))
    times = times_of(
        front.text("created_date"), front.text("updated_date"), (front.text("completed_date"), *_comment_times(body))
    )
    status = front.text("status")
    number = identifier.rpartition("-")[2]
    is_whole = number.isascii() and number.isdecimal() and not identifier.lower().startswith("draft")
    ordinal = whole_number(re.sub(r"\..*", "", front.text("ordinal")))
    order = _UNORDERED if ordinal is None else min(ordinal, _UNORDERED - 1)
    return EntityRecord(
        type="task",
        native_id=identifier,
        number=whole_number(number) if is_whole else None,
        name=title,
        line=1,
        last_line=front.body_line + body.rstrip().count("\n"),
        status="",  # the settings say which word means done (`linking.statuses`)
        properties=task_properties("todo", rank, due, ", ".join(front.texts("assignee"))),
        native=json_text(_native(front, status, hint, body)),
        content=_content(body),
        tags=front.texts("labels"),
        times=times,
        created_by=front.text("reporter") or None,
        references=tuple(_references(path, front, found)),
        scheduling=Scheduling(
            state_of_folder(hint.folder), rank, due, times.created, order=order, undecided=_undecided(front)
        ),
    )


def _undecided(front: TolerantFrontMatter) -> str:
    """What of the status and the dependencies of a task is not understood; "" if all is."""
    if not front.values:
        return "its page has no front matter that could say its status"
    return unread_waits(front.values, "dependencies")


def state_of_folder(folder: str) -> str:
    """The state that a folder gives to its tasks, whatever their status says; "" when the status decides."""
    if folder.startswith(_ARCHIVED):
        return "archived"
    return {"completed": "done", "drafts": "draft"}.get(folder, "")


def _document(front: TolerantFrontMatter, identifier: str, title: str, body: str, hint: PathHint) -> EntityRecord:
    """A document, or a milestone: a component to which tasks belong."""
    times = times_of(front.text("created_date", "date"), front.text("updated_date"))
    is_milestone = hint.folder in _MILESTONES
    status = ("archived" if hint.folder.startswith(_ARCHIVED) else "active") if is_milestone else ""
    kind = "milestone" if is_milestone else front.text("type") or "other"
    properties = {"component_type": kind, "status": status, "owner": None} if is_milestone else {"note_type": kind}
    content = body.strip("\n").rstrip()
    skipped = len(body) - len(body.lstrip("\n"))
    return EntityRecord(
        type="component" if is_milestone else "note",
        native_id=identifier,
        number=None,
        name=title,
        line=1,
        last_line=front.body_line + body.rstrip().count("\n"),
        status=status,
        properties=json_text(properties),
        native=json_text(
            present(type=front.text("type"), status=front.text("status"), folder=hint.folder if is_milestone else "")
        ),
        content=content or None,
        content_line=front.body_line + skipped,
        tags=front.texts("tags", "labels"),
        times=times,
    )


def _native(front: TolerantFrontMatter, status: str, hint: PathHint, body: str) -> dict[str, object]:
    found: dict[str, object] = {"status": status, "priority": front.text("priority") or None}
    found |= {key: value for key, value in front.values.items() if key not in _MODEL_KEYS and value not in ("", [])}
    criteria = [
        present(number=whole_number(number), text=text)
        | {"checked": mark in "xX"}
        | ({} if mark in " xX" else {"mark": mark})
        for mark, number, text in _BOX.findall(without_html_comments(_section(body, "acceptance criteria")))
    ]
    return found | present(
        status=status, assignees=list(front.texts("assignee")), folder=hint.folder, acceptance_criteria=criteria
    )


def _references(path: str, front: TolerantFrontMatter, found: list[Diagnostic]) -> Iterator[Reference]:
    for key, relation, is_reversed, word in (
        ("dependencies", "blocks", True, "depends on"),
        ("blocks", "blocks", False, "blocks"),
        ("parent_task_id", "belongs_to", False, "part of"),
        ("milestone", "belongs_to", False, "milestone"),
    ):
        line = front.lines.get(key, 1)
        for target in front.texts(key):
            is_id = key != "milestone"  # which is named by its title, dashes and all
            right = target.replace("–", "-").replace("—", "-").replace("−", "-") if is_id else target
            if right != target:
                found.append(WRONG_DASH.at(Span(path, line, 1, line, 1), text=target, right=right))
            yield Reference(relation, is_reversed, word, right, line, is_title=not is_id, is_quiet=not is_id)


def _content(body: str) -> str | None:
    """The text without the marks of Backlog.md around its sections."""
    whole = body.strip("\n").rstrip()
    return _MARKS.sub("", whole) or None


def _section(body: str, title: str) -> str:
    """The text of a section. It ends at the next section that Backlog.md knows, since prose may hold headings of its
    own."""
    start = end = -1
    for heading in _HEADING.finditer(body):
        name = heading[1].lower()
        if start < 0 and name == title:
            start = heading.end()
        elif start >= 0 and name in _SECTION_TITLES:
            end = heading.start()
            break
    return body[start : end if end >= 0 else len(body)] if start >= 0 else ""


def _comment_times(body: str) -> list[str]:
    return re.findall(r"^created:[ \t]*(.+?)[ \t]*$", _section(body, "comments"), re.MULTILINE)
