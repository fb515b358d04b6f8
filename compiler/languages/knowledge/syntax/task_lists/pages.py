"""Pages with tasks in markdown: lists with ids, owners and dependencies, spec-kit, Kiro, OpenSpec, Agent OS, plain
boxes, notes, and boxes of planned work on any page.
"""

import re

import orjson

from compiler.languages.knowledge.records import IN_REVIEW, OF_FINISHED_PAGE, Document, EntityRecord, Reference
from compiler.languages.knowledge.syntax.proposals.header import header_of
from compiler.languages.knowledge.syntax.task_lists.boards import with_boxes
from compiler.languages.knowledge.syntax.task_lists.criteria import (
    lines_below_labels,
    names_work,
    without_unbegun_checklists,
)
from compiler.languages.knowledge.syntax.task_lists.dependencies import TASK_ID
from compiler.languages.knowledge.syntax.task_lists.headings import HEADING_WITH_ID, NUMBERED_HEADING, heading_tasks
from compiler.languages.knowledge.syntax.task_lists.in_order import DEFERRED, in_order
from compiler.languages.knowledge.syntax.task_lists.lines import Section, TaskBlock, lines_of, task_line
from compiler.languages.knowledge.syntax.task_lists.parser import STEPPED, TaskListParser
from compiler.languages.knowledge.syntax.task_lists.stated_states import stated_state
from compiler.languages.knowledge.syntax.task_lists.tables import tasks_in_tables
from compiler.languages.knowledge.syntax.task_lists.waves import waits_of_waves
from compiler.model.diagnostics import Diagnostic

WITH_IDS = re.compile(rf"^[ \t]*[-*+–—][ \t]*\[.\]\*?[ \t]*(?:\*\*|~~)?{TASK_ID}[\s:.*~]", re.MULTILINE)
_LATER = re.compile(
    r"\b(?:future|planned|next|later|improvements?|to-?dos?|backlog|follow[- ]?ups?|remaining|open|left)\b",
    re.IGNORECASE,
)
_STATUS_HEADING = re.compile(  # and the first line below it: `## Status: Done`
    r"^#{1,3}[ \t]+Status[ \t]*+(?::[ \t]*|\n{1,3}(?![#|>+-]))([^\n]{1,80})$", re.MULTILINE | re.IGNORECASE
)
_BOXED_HEADING = re.compile(r"^#{2,6}(?=[ \t]+\[[ xX~/-]\][ \t])", re.MULTILINE)  # `## [x] Splice`, as a box of a list
_FIRST_BOX = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[.\]", re.MULTILINE)
_STORY = re.compile(r"^#[ \t]+Story\b", re.MULTILINE | re.IGNORECASE)
# The words for a story that is not approved yet, or is in review.
_OF_STORY = re.compile(r"^\W{0,8}(?:backlog|draft(?:ed)?)\b|\breview\b", re.IGNORECASE)
_AS_SAID = {"blocked": "blocked", "draft": "a draft"}
_PHASE = re.compile(r"^#{2,3}[ \t]+Phase[ \t]", re.MULTILINE)
# How spec-kit's template explains its mark.
_SPEC_KIT_LEGEND = re.compile(
    r"^#+[ \t]+Format:[^\n]{0,20}\[ID\][^\n]{0,12}\[P\??\]|^[-*][ \t]+(?:\*\*|`)?\[P\](?:\*\*|`)?[ \t]*[:=]",
    re.MULTILINE,
)
_SPEC = re.compile(r"^[-*+][ \t]+Spec:[ \t]*([\w./-]+)", re.MULTILINE)
_TITLE = re.compile(r"^#[ \t]+(?:Tasks?|To-?dos?)\b[ \t]*[-–—:][ \t]*([\w./-]+)[ \t]*$", re.MULTILINE | re.IGNORECASE)


def parse_task_list(path: str, text: str, style: str) -> tuple[Document | None, list[Diagnostic]]:
    """The tasks of a list. `style` is task-list, spec-kit, kiro, openspec, agent-os or checkbox. None
    when there are no tasks and the path does not say that the file is a task list."""
    scope = _scope(path, text, style)
    if not HEADING_WITH_ID.search(text):
        text = _BOXED_HEADING.sub("-", text)
        text = text if style != "checkbox" or _FIRST_BOX.search(text) else with_boxes(text)
    parser = TaskListParser(path, style, scope, lines_below_labels(text))
    parts = lines_of(text if text.endswith("\n") else text + "\n")
    sections = [part for part in parts if isinstance(part, Section)]
    if HEADING_WITH_ID.search(text) or NUMBERED_HEADING.search(text):
        named = frozenset(task_line(part.text).identifier for part in parts if isinstance(part, TaskBlock))
        parser.headings = {task.line: task for task in heading_tasks(text.split("\n"), sections, named)}
    parser.read(parts)
    parser.drop_repeats_of_reports()
    parser.drop_numbers_of_headings(sections)
    if not parser.records and style not in ("spec-kit", *STEPPED):
        tabled = tuple(tasks_in_tables(text))
        return (Document(path, style, scope, path.rpartition("/")[0], tabled) if tabled else None), []
    if "depends on" in text:
        parser.add_prose_dependencies(text)
    parser.drop_numbers_of_prose()
    is_marked = "[P]" in text or _PHASE.search(text) is not None
    has_order = (style == "spec-kit" and is_marked) or _SPEC_KIT_LEGEND.search(text) is not None
    records = in_order(parser.records, parser.blocks, sections, text.split("\n"), has_order=has_order)
    records = _unless_finished(_with_waves(records, text), text)
    root = path.rpartition("/")[0]
    return Document(path, style, scope, root, tuple(records)), parser.diagnostics


def _with_waves(records: list[EntityRecord], text: str) -> list[EntityRecord]:
    """The records with what the waves and the graph of the page say that they wait for."""
    waits: dict[str, list[Reference]] = {}
    for waiter, reference in waits_of_waves(text, {record.native_id for record in records}):
        waits.setdefault(waiter, []).append(reference)
    return [
        record._replace(references=(*record.references, *waits[record.native_id]))
        if record.native_id in waits
        else record
        for record in records
    ]


def planned_work(path: str, text: str) -> Document | None:
    """The boxes of a page of any kind below headings that name work to be done, else the headings of tasks there; None
    without any."""
    sections: list[Section] = []
    parts: list[Section | TaskBlock] = []
    headings: list[Section] = []  # of the whole page
    for part in lines_of(text if text.endswith("\n") else text + "\n"):
        if isinstance(part, Section):
            headings.append(part)
            sections = [*(section for section in sections if section.level < part.level), part]
        if any(names_work(section.text) for section in sections):
            parts.append(part)
    titles = [part for part in parts if isinstance(part, Section)]
    has_boxes = any(isinstance(part, TaskBlock) for part in parts)
    tasks = () if has_boxes else heading_tasks(text.split("\n"), headings, frozenset(), is_work=True)
    parser = TaskListParser(path, "checkbox", _scope(path, text, "checkbox"), lines_below_labels(text))
    parser.headings = {task.line: task for task in tasks}
    parser.read(tuple(parts))
    records = in_order(parser.records, parser.blocks, titles, text.split("\n"), has_order=False)
    records = _unless_finished(records, text)
    return Document(path, "checkbox", parser.scope, path.rpartition("/")[0], tuple(records)) if records else None


def _unless_finished(records: list[EntityRecord], text: str) -> list[EntityRecord]:
    """The records of a page, whose open ones are put away if its header says that it is done or put off, or, in a
    story, in review or not approved yet; of a page that is blocked, or of a draft, they are undecided."""
    first = _FIRST_BOX.search(text)
    head = text[: first.start()] if first else text
    in_heading = _STATUS_HEADING.search(head)
    word = in_heading[1] if in_heading else header_of(head).text("status", "state")
    state = stated_state(word).state if word else ""
    of_story = _OF_STORY.search(word) if _STORY.search(text) else None
    if state == "done":
        return [_of_finished_page(record) for record in records]
    if state == DEFERRED or of_story:
        is_in_review = of_story is not None and state == "in_progress"
        return [_in_state(record, IN_REVIEW if is_in_review else DEFERRED, "") for record in records]
    if state in ("blocked", "draft"):
        return [_in_state(record, "", f"its page says that it is {_AS_SAID[state]}") for record in records]
    return records


def _in_state(record: EntityRecord, state: str, undecided: str) -> EntityRecord:
    """A record whose task, if it is open, is in another state ("": in its own), or undecided."""
    scheduling = record.scheduling
    if scheduling is None or record.status in ("done", "archived"):
        return record
    changed = scheduling._replace(state=state or scheduling.state, undecided=scheduling.undecided or undecided)
    return record._replace(scheduling=changed)


def _of_finished_page(record: EntityRecord) -> EntityRecord:
    """A record of a page that says that it is done: what was left open there is no longer to be worked on, except
    below a heading about what comes later."""
    is_open = record.scheduling is not None and record.status not in ("done", "archived")
    section = str(orjson.loads(record.native).get("section", "")) if is_open else ""
    if not is_open or record.scheduling is None or _LATER.search(section):
        return record
    return record._replace(scheduling=record.scheduling._replace(state=OF_FINISHED_PAGE))


def tasks_of_note(path: str, text: str, scope: str) -> tuple[list[EntityRecord], list[Diagnostic]]:
    """The tasks in a note, with their diagnostics."""
    parser = TaskListParser(path, "obsidian", scope, lines_below_labels(text))
    parser.read(tuple(without_unbegun_checklists(lines_of(text if text.endswith("\n") else text + "\n"))))
    return parser.records, parser.diagnostics


def _scope(path: str, text: str, style: str) -> str:
    """The prefix of the ids of a list: its folder, else the name that it gives itself, else the name of the file."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    if folder and (style in ("spec-kit", *STEPPED) or stem.lower() == "tasks"):
        return folder.rpartition("/")[2]
    found = _SPEC.search(text) or _TITLE.search(text)
    return found[1] if found else stem
