"""The tasks of a list: its boxes and headings to records.

A box says whether a task is done; some formats have further marks. The section above a task may say more. Boxes that
state what is to be checked are no tasks: those in a section of acceptance criteria, those below a task that is a
heading, and in spec-kit those without an id.
"""

import re
from collections.abc import Iterator
from string import ascii_letters

from compiler.languages.knowledge.codes import BAD_RANGE, WRONG_DASH
from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import column_of, present, rank_of, times_of
from compiler.languages.knowledge.records import EntityRecord, Reference
from compiler.languages.knowledge.syntax.task_lists.criteria import (
    is_criterion,
    is_section_done,
    is_section_set_aside,
)
from compiler.languages.knowledge.syntax.task_lists.dependencies import TASK_ID, dependencies_of
from compiler.languages.knowledge.syntax.task_lists.headings import HeadingTask
from compiler.languages.knowledge.syntax.task_lists.in_order import DEFERRED, NOTE_ASIDE, is_set_aside
from compiler.languages.knowledge.syntax.task_lists.lines import Section, TaskBlock, TaskLine, task_line
from compiler.languages.knowledge.syntax.task_lists.own_ids import own_ids
from compiler.languages.knowledge.syntax.task_lists.stated_states import contradiction, stated_state
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.criteria import names_criteria
from compiler.text.numbers import whole_number
from compiler.text.timestamps import parse_timestamp

STEPPED = ("kiro", "openspec", "agent-os")  # styles whose ids are numbers of steps
_REPORT_WORDS = (
    r"(?:task|implementation|completion|execution|final|overall|current|quick|parallel|test|phase|sprint|session|the"
    r"|report|summary|recap|progress|overview|status|checklist|tracking|tracker|results?|log|dashboard|snapshot|update"
    r"|order|examples?|and|of|&)s?"
)
# A heading of nothing but such words: `Completion report`, `Progress summary (2 of 5)`.
_REPORT = re.compile(
    rf"[\W\d]{{0,40}}(?=.*\b(?:report|summary|recap|progress|overview|status|checklist|track|result|log|dashboard|snapshot"
    rf"|order|example))(?:{_REPORT_WORDS}[\W\d]{{1,40}})*{_REPORT_WORDS}[\W\d]{{0,40}}(?:\([^()]*\))?\W{{0,40}}",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)[.:)]?(?=\s|$)")
_ARCHIVE = re.compile(r"(?:^|/)openspec/changes/archive/")
_FIELD = re.compile(
    r"[ \t]*[-*+][ \t]+(?:\*\*)?([A-Z][\w ]{0,30}?)(?:\*\*)?[ \t]*+(\([^()\n]*\))?[ \t]*+:(?:\*\*)?(?:[ \t]+(.*))?$"
)
# `depends on T010`, in the line of a task or below it.
_PROSE = re.compile(
    r"\bdepend(?:s|ent|ing)?[ \t]+(?:up)?on[: \t]+"
    rf"((?:spec:[^\s,;]+|{TASK_ID}\b|[\s,;&–—-]|\d{{1,6}}\b|and\b)+)",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\b(?:not|never|no[ \t]+longer)|n['’]t)[ \t]+$", re.IGNORECASE)  # `no longer depends on T010`
# `T011 depends on T010`, outside of the lines of tasks.
_TASK_PROSE = re.compile(rf"^(?![ \t]*[-*+][ \t]+\[)[^\n]*?\b({TASK_ID})\**[ \t]+depends[ \t]+on\b[^\n]*", re.MULTILINE)
_STRUCK = re.compile(r"~~[^~]+~~(?:[ \t]*[(\[—–-].*)?")  # a title behind an id: `T004 ~~Splice~~ (moved)`
_REQUIREMENTS = re.compile(r"_Requirements?:_?([^_\n]+)_?")
# Kiro's `_Depends: 1.1, 1.2_`, in whatever way its signs stand, and the same word as a label.
_STEP_DEPENDS = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?[*_]{0,2}Depend(?:s|encies|s on|s_on)?[*_]{0,2}:[*_]{0,2}[ \t]*([^\n]+)$", re.IGNORECASE
)
_STEP_ID = re.compile(r"(?<![\w.])\d{1,4}(?:\.\d{1,4}){0,4}(?![\w.]*\w)")
_TAG = re.compile(r"(?<!\S)#([\w/-]*[^\W\d][\w/-]*)")
_TASK_TAG = re.compile(r"(?<!\S)#task(?:[ \t]+|$)")  # the tag that marks tasks in a vault
_LETTERS = f"{ascii_letters}-_"
_TIMES = ("Started_at", "Completed_at", "Created_at", "Updated_at")
_SECTIONS = {"in progress": "in_progress", "doing": "in_progress", "blocked": "blocked"}
_BOXES = {
    **dict.fromkeys((" ", "TODO", "TO DO", "OPEN", "PENDING"), "todo"),
    **dict.fromkeys(("/", "~", "DOING", "WIP", "IN PROGRESS", "IN_PROGRESS", "IN-PROGRESS", "STARTED"), "in_progress"),
    **dict.fromkeys(("x", "X", "-", "DONE", "COMPLETE", "COMPLETED", "CLOSED", "CANCELED", "CANCELLED"), "done"),
    "BLOCKED": "blocked",
}


class TaskListParser:
    """Reads the blocks of one list."""

    def __init__(self, path: str, style: str, scope: str, labelled: frozenset[int]) -> None:
        """`labelled` are the lines of boxes below labels of criteria."""
        self.path, self.style, self.scope = path, style, scope
        self._labelled = labelled
        self.records: list[EntityRecord] = []
        self.diagnostics: list[Diagnostic] = []
        self._sections: list[Section] = []
        self._ancestors: list[tuple[int, str]] = []  # (indentation, id) of the tasks around the next one
        self._count = 0
        self.blocks: dict[int, TaskBlock] = {}  # by line
        self.headings: dict[int, HeadingTask] = {}  # by line
        self._is_archived = _ARCHIVE.search(path) is not None
        self._reported: set[int] = set()  # the positions of records that stand in a report

    def read(self, parts: tuple[Section | TaskBlock, ...]) -> None:
        self._own_ids = own_ids([part.text for part in parts if isinstance(part, TaskBlock)])
        self._needs_id = self.style == "spec-kit" and (bool(self.headings) or _has_ids(parts))
        for part in parts:
            if isinstance(part, Section):
                self._sections = [*(section for section in self._sections if section.level < part.level), part]
                self._ancestors = []
                if heading := self.headings.get(part.line):
                    self._heading_task(heading)
            else:
                self._task(part)

    def drop_repeats_of_reports(self) -> None:
        """Drop the lines of reports (`## Progress report`) on tasks that stand elsewhere in the list. The numbers of
        steps may begin anew in a section, so they are kept."""
        own = {record.native_id for at, record in enumerate(self.records) if at not in self._reported}
        repeats = {at for at in self._reported if self.records[at].native_id in own}
        self.records = [record for at, record in enumerate(self.records) if at not in repeats]

    def drop_numbers_of_headings(self, sections: list[Section]) -> None:
        """Drop the parents that only numbers state, where headings have these numbers, or no task has one without a
        dot: the list then numbers its sections."""
        numbered = {found[1] for section in sections if (found := _NUMBER.match(section.text))}
        ids = {record.native_id for record in self.records}
        if not any(id_.isdecimal() for id_ in ids):
            numbered |= {each.target for record in self.records for each in record.references}
        if self.style in STEPPED and numbered:
            self.records = [
                record._replace(
                    references=tuple(each for each in record.references if _is_stated(each, record, ids, numbered))
                )
                for record in self.records
            ]

    def _is_criterion(self, block: TaskBlock, line: TaskLine) -> bool:
        """Whether a box states what is to be checked, and no task."""
        if line.identifier[:1].isalpha():
            return False
        if block.line in self._labelled and not line.identifier:
            return True
        if self._needs_id or any(section.line in self.headings for section in self._sections):
            return True
        number = bool(line.identifier)
        return is_criterion(line.title) or any(
            names_criteria(section.text, has_number=number, is_any=True) for section in self._sections
        )

    def _task(self, block: TaskBlock) -> None:
        line = self._line(block.text)
        if block.box == "P" and self.style != "obsidian":
            return  # `[P] tasks = different files`: spec-kit's legend of its mark, which is no box
        if not (line.title or line.identifier) or self._is_criterion(block, line):
            return
        self._count += 1
        # Positions count all tasks of the list. No id looks like `#3`.
        identifier = line.identifier or f"#{self._count}"
        if block.bullet in "–—":
            column = block.indent + 1
            span = Span(self.path, block.line, column, block.line, column + len(block.bullet.encode()))
            self.diagnostics.append(WRONG_DASH.at(span, text=block.bullet, right="-"))
        if identifier[0].isalpha() and any(
            _REPORT.fullmatch(section.text) for section in self._sections if section.level > 1
        ):
            self._reported.add(len(self.records))
        parent = self._parent(block, identifier)
        self.blocks[block.line] = block
        self.records.append(self._record(block, line, identifier, parent))

    def _line(self, text: str) -> TaskLine:
        """What the line of a task says, whose id may be one of the list's own scheme."""
        line = task_line(text)
        identifier, rest = ("", text) if line.identifier else self._own_ids.split(text)
        if not identifier:
            return line
        line = task_line(rest)
        title = line.title.removesuffix("**").rstrip() if line.title.count("**") == 1 else line.title
        return line._replace(identifier=identifier, title=title)

    def _parent(self, block: TaskBlock, identifier: str) -> str:
        self._ancestors = [ancestor for ancestor in self._ancestors if ancestor[0] < block.indent]
        around = (
            self.headings[section.line].identifier
            for section in reversed(self._sections)
            if section.line in self.headings
        )
        parent = self._ancestors[-1][1] if self._ancestors else next(around, "")
        self._ancestors.append((block.indent, identifier))
        if self.style in STEPPED and "." in identifier:
            return identifier.rpartition(".")[0]
        return parent

    def _heading_task(self, task: HeadingTask) -> None:
        line = task_line(task.text)
        if not line.identifier:  # the grammar knows those of spec-kit
            line = task_line(task.text.removeprefix(task.identifier).lstrip())
        self._count += 1
        owner = task.fields.get("owner") or task.fields.get("assignee")
        waits = (Reference("blocks", True, "depends on", id_, task.depends_line) for id_ in task.depends)
        criteria = {"checked": sum(task.criteria), "total": len(task.criteria)} if task.criteria else None
        native = present(
            status=task.fields.get("status"), flags=list(line.flags), fields=task.fields, acceptance_criteria=criteria
        )
        self.records.append(
            listed_task(
                task.identifier,
                line.title or task.identifier,
                (task.line, task.last_line),
                task.state.state,
                native,
                order=self._count,
                undecided=task.undecided,
                number=whole_number(task.identifier.lstrip(_LETTERS)),
                rank=rank_of(task.fields.get("priority", "")),
                owner=owner,
                content="\n".join(task.details).strip("\n") or None,
                references=waits,
            )
        )

    def _record(self, block: TaskBlock, line: TaskLine, identifier: str, parent: str) -> EntityRecord:
        fields = dict(_fields(block.details))
        said = fields.get("Status", "")
        state, word = self._state(block, said)
        starts = parse_timestamp(line.marks["starts"]) if "starts" in line.marks else None
        times = times_of(
            fields.get("Created_at", line.marks.get("created", "")),
            fields.get("Completed_at", ""),
            (*(fields.get(name, "") for name in _TIMES), line.marks.get("done", "")),
        )
        tags = tuple(dict.fromkeys(_TAG.findall(line.title))) if self.style in ("obsidian", "checkbox") else ()
        record = listed_task(
            identifier,
            _TASK_TAG.sub("", line.title).strip() or line.title or identifier,
            (block.line, block.last_line),
            state,
            self._native(block, line, fields, word),
            order=self._count,
            undecided=self._unknown_box(block)
            or self._in_done_section(state)
            or contradiction(state, line.title, said)
            or ("" if state == "done" else stated_state(said).undecided),
            number=whole_number(identifier.lstrip(_LETTERS)) if identifier[0].isalpha() else None,
            rank=rank_of(line.marks.get("priority", fields.get("Priority", ""))),
            owner=line.attributes.get("owner"),
            content="\n".join(block.details) or None,
            tags=tags,
            references=self._references(block, line, parent),
            due=line.marks.get("due"),
            deferred_until=starts.text if starts else None,
            times=times,
        )._replace(content_line=block.line + 1)
        if record.scheduling and self._is_set_aside(block, line, state, said):
            record = record._replace(scheduling=record.scheduling._replace(state=DEFERRED))
        return record

    def _state(self, block: TaskBlock, said: str) -> tuple[str, str]:
        """The state of a task in the model, and its own word where the model has none. `said` is its field `Status`."""
        if self.style in STEPPED and block.box == "-":
            return "in_progress", ""
        state = _BOXES.get(block.box, "todo")
        if self._is_archived and state != "done":
            return "archived", ""
        if state == "done":
            return state, "cancelled" if block.box == "-" or block.box.startswith("CANC") else ""
        sections = (_SECTIONS.get(section.text.strip().lower()) for section in reversed(self._sections))
        own = stated_state(said).state
        own = own if own in ("in_progress", "blocked") else ""
        return (own or next(filter(None, sections), None) or state) if state == "todo" else state, ""

    def _unknown_box(self, block: TaskBlock) -> str:
        """What is not understood of a box. In a vault any sign is a status of its own, and open."""
        is_known = block.box in _BOXES or self.style == "obsidian"
        return "" if is_known else f"nothing says what its box [{block.box}] means"

    def _is_set_aside(self, block: TaskBlock, line: TaskLine, state: str, said: str) -> bool:
        headings = [section.text for section in self._sections]
        is_put_off = stated_state(said).state == DEFERRED or any(
            is_section_set_aside(heading) or is_set_aside(heading) for heading in headings
        )
        says_so = is_set_aside(line.title) or any(is_set_aside(f"[{flag}]") for flag in line.flags)
        says_so = says_so or any(map(NOTE_ASIDE.match, block.details))
        is_struck = block.is_struck or _STRUCK.fullmatch(line.title)
        return state not in ("done", "archived") and bool(is_struck or says_so or is_put_off)

    def _in_done_section(self, state: str) -> str:
        """What is not understood of an open box below a heading `Done`."""
        heading = next((section.text for section in self._sections if is_section_done(section.text)), "")
        is_open = state not in ("done", "archived")
        return f"it stands below '{heading}', and its box is open" if heading and is_open else ""

    def _native(self, block: TaskBlock, line: TaskLine, fields: dict[str, str], word: str) -> dict[str, object]:
        section = self._sections[-1].text if self._sections and self._sections[-1].level > 1 else ""
        cited = [
            cited_id.strip()
            for text in block.details
            for found in _REQUIREMENTS.findall(text)
            for cited_id in found.split(",")
        ]
        return present(
            status=word or block.box,
            priority=line.marks.get("priority"),
            section=section,
            scope=line.attributes.get("scope"),
            depends=line.attributes.get("depends"),
            flags=list(line.flags),
            optional=block.is_optional,
            requirements=[cited_id for cited_id in cited if cited_id],
            done=line.marks.get("done"),
            fields=fields,
        )

    def _references(self, block: TaskBlock, line: TaskLine, parent: str) -> Iterator[Reference]:
        if parent:
            yield Reference("belongs_to", False, "part of", parent, block.line)
        if listed := line.attributes.get("depends"):
            yield from self._depends(block, listed, "depends", block.text)
        elif self.style in STEPPED:
            for number, text in enumerate(block.details, start=block.line + 1):
                if found := _STEP_DEPENDS.match(text):
                    ids = _STEP_ID.findall(found[1].replace("_", " "))
                    yield from (Reference("blocks", True, "depends on", id_, number) for id_ in ids)
        else:
            for number, text in enumerate((block.text, *block.details)):
                for found in _PROSE.finditer(text):
                    if _DENIED.search(text, 0, found.start()):
                        continue
                    yield from self._depends(block, found[1], "depends on", text, number)

    def add_prose_dependencies(self, text: str) -> None:
        """Add the dependencies that prose states outside of the lines of tasks: `T011 depends on T010`."""
        at = {record.native_id: number for number, record in enumerate(self.records)}
        inside = {line for record in self.records for line in range(record.line, record.last_line + 1)}
        line, counted = 1, 0
        for found in _TASK_PROSE.finditer(text):
            line, counted = line + text.count("\n", counted, found.start()), found.start()
            number = at.get(found[1])
            prose = _PROSE.search(found[0], found.start(1) - found.start())
            if number is None or prose is None or line in inside:
                continue
            names = dependencies_of(prose[1].strip(" \t,;&-–—")).ids
            waits = [Reference("blocks", True, "depends on", name.removeprefix("spec:"), line) for name in names]
            record = self.records[number]
            self.records[number] = record._replace(references=(*record.references, *waits))

    def drop_numbers_of_prose(self) -> None:
        """Drop the dependencies on mere numbers that prose states, unless ids of the list are numbers: `Depends on: 20`
        means a heading, an issue or a page."""
        if not any(record.native_id[:1].isdecimal() for record in self.records):
            self.records = [
                record._replace(references=tuple(each for each in record.references if not _is_number_of_prose(each)))
                for record in self.records
            ]

    def _depends(self, block: TaskBlock, listed: str, word: str, text: str, below: int = 0) -> Iterator[Reference]:
        found = dependencies_of(listed.strip(" \t,;&-–—"))
        line = block.line + below
        start = column_of(text, max(text.find(listed), 0)) + (0 if below else block.text_at)
        end = start + len(listed.encode())
        for wrong in found.bad_ranges:
            self.diagnostics.append(BAD_RANGE.at(Span(self.path, line, start, line, end), text=wrong))
        for id_ in found.ids:
            yield Reference("blocks", True, word, id_.removeprefix("spec:"), line, start, end)


def _has_ids(parts: tuple[Section | TaskBlock, ...]) -> bool:
    return any(isinstance(part, TaskBlock) and task_line(part.text).identifier[:1] == "T" for part in parts)


def _is_stated(reference: Reference, record: EntityRecord, ids: set[str], numbered: set[str]) -> bool:
    """Whether a reference is more than the number of a heading, of those in `numbered`, before the dot of an id."""
    is_of_number = reference.relation == "belongs_to" and reference.target == record.native_id.rpartition(".")[0]
    return not is_of_number or reference.target in ids or reference.target not in numbered


def _is_number_of_prose(reference: Reference) -> bool:
    return reference.relation == "blocks" and reference.word == "depends on" and reference.target.isdecimal()


def _fields(details: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The fields below a task, `- Context: one line`, each with the lines nested below it."""
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
