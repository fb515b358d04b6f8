"""Task lists in markdown: the dialect with owners and dependencies, spec-kit, Kiro, and plain boxes to tick.

A box says todo, done, or more where a format has more marks; the section that a task stands in says the rest.
"""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.codes import BAD_RANGE, WRONG_DASH
from compiler.languages.knowledge.records import Document, Entry, Reference, Work
from compiler.languages.knowledge.syntax.depends import depends_of
from compiler.languages.knowledge.syntax.entries import (
    column_of,
    json_text,
    present,
    rank_of,
    task_properties,
    times_of,
)
from compiler.languages.knowledge.syntax.task_lines import Item, Section, TaskLine, lines_of, task_line
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.timestamps import parse_timestamp

WITH_IDS = re.compile(r"^[ \t]*[-*+–—][ \t]+\[.\]\*?[ \t]+(?:\*\*)?T\d{1,6}[a-z]?[\s:.*]", re.MULTILINE)

_FIELD = re.compile(r"[ \t]*[-*+][ \t]+([A-Z][\w ]{0,30}?)[ \t]*(\([^()\n]*\))?[ \t]*:(?:[ \t]+(.*))?$")
_PROSE = re.compile(
    r"\bdepend(?:s|ent|ing)?[ \t]+(?:up)?on[: \t]+((?:spec:[^\s,;]+|T\d{1,6}[a-z]?\b|[\s,;&–—-]|\d{1,6}\b|and\b)+)",
    re.IGNORECASE,
)
# The same of tasks that are named, outside of their own lines.
_STATED = re.compile(r"^(?![ \t]*[-*+][ \t]+\[)[^\n]*?\b(T\d{1,6}[a-z]?)\**[ \t]+depends[ \t]+on\b[^\n]*", re.MULTILINE)
_REQUIREMENTS = re.compile(r"_Requirements?:[ \t]*([^_\n]+)_")
_SPEC = re.compile(r"^[-*+][ \t]+Spec:[ \t]*([\w./-]+)", re.MULTILINE)
_TITLE = re.compile(r"^#[ \t]+(?:Tasks?|To-?dos?)\b[ \t]*[-–—:][ \t]*([\w./-]+)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_TAG = re.compile(r"(?<!\S)#([\w/-]*[^\W\d][\w/-]*)")
_FILTER = re.compile(r"(?<!\S)#task(?:[ \t]+|$)")  # the tag by which a vault tells tasks from other boxes
_TIMES = ("Started_at", "Completed_at", "Created_at", "Updated_at")
_SECTIONS = {"in progress": "in_progress", "doing": "in_progress", "blocked": "blocked"}
_BOXES = {" ": "todo", "x": "done", "X": "done", "/": "in_progress", "~": "in_progress", "-": "done", ">": "todo"}


def parse_task_list(path: str, text: str, style: str) -> tuple[Document | None, list[Diagnostic]]:
    """The tasks of a list, None when there are none and its place does not say that it is one. `style` is task-list,
    spec-kit, kiro or checkbox."""
    scope = _scope(path, text, style)
    reading = _Reading(path, style, scope)
    reading.read(lines_of(text if text.endswith("\n") else text + "\n"))
    if not reading.entries and style not in ("spec-kit", "kiro"):
        return None, []
    if "depends on" in text:
        reading.add_stated(text)
    root = path.rpartition("/")[0]
    return Document(path, style, scope, root, tuple(reading.entries)), reading.diagnostics


def tasks_of_note(path: str, text: str, scope: str) -> tuple[list[Entry], list[Diagnostic]]:
    """The tasks that stand in a note."""
    reading = _Reading(path, "obsidian", scope)
    reading.read(lines_of(text if text.endswith("\n") else text + "\n"))
    return reading.entries, reading.diagnostics


def _scope(path: str, text: str, style: str) -> str:
    """What stands before the ids of a list: its folder, or what it calls itself, or its own name."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    if folder and (style in ("kiro", "spec-kit") or stem.lower() == "tasks"):
        return folder.rpartition("/")[2]
    found = _SPEC.search(text) or _TITLE.search(text)
    return found[1] if found else stem


class _Reading:
    """Reads the lines of one list."""

    def __init__(self, path: str, style: str, scope: str) -> None:
        self.path, self.style, self.scope = path, style, scope
        self.entries: list[Entry] = []
        self.diagnostics: list[Diagnostic] = []
        self._sections: list[Section] = []
        self._above: list[tuple[int, str]] = []  # the tasks that the next one may be a part of, by indentation
        self._count = 0

    def read(self, parts: tuple[Section | Item, ...]) -> None:
        for part in parts:
            if isinstance(part, Section):
                self._sections = [*(one for one in self._sections if one.level < part.level), part]
                self._above = []
            else:
                self._task(part)

    def _task(self, item: Item) -> None:
        line = task_line(item.text)
        if not line.title and not line.identifier:
            return
        self._count += 1
        # Ids are for the list as a whole, so a task without one takes the next number that no id looks like.
        identifier = line.identifier or f"#{self._count}"
        if item.bullet in "–—":
            column = item.indent + 1
            span = Span(self.path, item.line, column, item.line, column + len(item.bullet.encode()))
            self.diagnostics.append(WRONG_DASH.at(span, text=item.bullet, right="-"))
        parent = self._parent(item, identifier)
        self.entries.append(self._entry(item, line, identifier, parent))

    def _parent(self, item: Item, identifier: str) -> str:
        self._above = [one for one in self._above if one[0] < item.indent]
        parent = self._above[-1][1] if self._above else ""
        self._above.append((item.indent, identifier))
        if self.style == "kiro" and "." in identifier:
            return identifier.rpartition(".")[0]
        return parent

    def _entry(self, item: Item, line: TaskLine, identifier: str, parent: str) -> Entry:
        fields = dict(_fields(item.details))
        state, word = self._state(item)
        rank = rank_of(line.marks.get("priority", fields.get("Priority", "")))
        due = line.marks.get("due")
        starts = parse_timestamp(line.marks["starts"]) if "starts" in line.marks else None
        times = times_of(
            fields.get("Created_at", line.marks.get("created", "")),
            fields.get("Completed_at", ""),
            (*(fields.get(name, "") for name in _TIMES), line.marks.get("done", "")),
        )
        tags = tuple(dict.fromkeys(_TAG.findall(line.title))) if self.style in ("obsidian", "checkbox") else ()
        return Entry(
            type="task",
            native_id=identifier,
            number=int(identifier[1:]) if identifier[0] == "T" and identifier[1:].isdigit() else None,
            name=_FILTER.sub("", line.title).strip() or line.title or identifier,
            line=item.line,
            last=item.last,
            status=state,
            properties=task_properties(state, rank, due, line.attributes.get("owner")),
            native=json_text(self._native(item, line, fields, word)),
            content="\n".join(item.details) or None,
            content_line=item.line + 1,
            tags=tags,
            created_at=times.created_at,
            updated_at=times.updated_at,
            precision=times.precision,
            latest=times.latest,
            references=tuple(self._references(item, line, parent)),
            work=Work(
                state,
                rank,
                due,
                times.created,
                deferred_until=starts.text if starts else None,
                order=self._count,
            ),
        )

    def _state(self, item: Item) -> tuple[str, str]:
        """The state of a task, and the word for it where the model has none."""
        if self.style == "kiro" and item.box == "-":
            return "in_progress", ""
        state = _BOXES.get(item.box, "todo")
        if state == "done":
            return state, "cancelled" if item.box == "-" else ""
        sections = (_SECTIONS.get(one.text.strip().lower()) for one in reversed(self._sections))
        return (next(filter(None, sections), None) or state) if state == "todo" else state, ""

    def _native(self, item: Item, line: TaskLine, fields: dict[str, str], word: str) -> dict[str, object]:
        section = self._sections[-1].text if self._sections and self._sections[-1].level > 1 else ""
        cited = [
            one.strip() for text in item.details for found in _REQUIREMENTS.findall(text) for one in found.split(",")
        ]
        return present(
            status=word or item.box,
            priority=line.marks.get("priority"),
            section=section,
            scope=line.attributes.get("scope"),
            depends=line.attributes.get("depends"),
            flags=list(line.flags),
            optional=item.is_optional,
            requirements=[one for one in cited if one],
            done=line.marks.get("done"),
            fields=fields,
        )

    def _references(self, item: Item, line: TaskLine, parent: str) -> Iterator[Reference]:
        if parent:
            yield Reference("belongs_to", False, "part of", parent, item.line)
        if listed := line.attributes.get("depends"):
            yield from self._depends(item, listed, "depends", item.text)
        elif self.style != "kiro":
            for number, text in enumerate((item.text, *item.details)):
                for found in _PROSE.finditer(text):
                    yield from self._depends(item, found[1], "depends on", text, number)

    def add_stated(self, text: str) -> None:
        """Adds what prose says of tasks by their ids: `T011 depends on T010`, in a section of its own."""
        at = {one.native_id: number for number, one in enumerate(self.entries)}
        inside = {line for one in self.entries for line in range(one.line, one.last + 1)}
        for found in _STATED.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            number = at.get(found[1])
            prose = _PROSE.search(found[0], found.start(1) - found.start())
            if number is None or prose is None or line in inside:
                continue
            names = depends_of(prose[1].strip(" \t,;&-–—")).ids
            waits = [Reference("blocks", True, "depends on", one.removeprefix("spec:"), line) for one in names]
            entry = self.entries[number]
            self.entries[number] = entry._replace(references=(*entry.references, *waits))

    def _depends(self, item: Item, listed: str, word: str, text: str, below: int = 0) -> Iterator[Reference]:
        found = depends_of(listed.strip(" \t,;&-–—"))
        line = item.line + below
        start = column_of(text, max(text.find(listed), 0)) + (0 if below else item.text_at)
        end = start + len(listed.encode())
        for wrong in found.wrong:
            self.diagnostics.append(BAD_RANGE.at(Span(self.path, line, start, line, end), text=wrong))
        for one in found.ids:
            yield Reference("blocks", True, word, one.removeprefix("spec:"), line, start, end)


def _fields(details: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The fields below a task, `- Context: one line`, with the lines nested below them."""
    name, depth = "", 0
    lines: list[str] = []
    for line in details:
        indent = len(line) - len(line.lstrip())
        found = _FIELD.match(line)
        if found and (not name or indent <= depth):
            if name:
                yield name, "\n".join(lines).strip()
            name, lines, depth = found[1], [found[3] or ""], indent
        elif name:
            lines.append(line.strip())
    if name:
        yield name, "\n".join(lines).strip()
