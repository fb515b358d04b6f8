"""Parses the files of spec-kit: specification, tasks and further documents of a feature, the constitution, and code."""

import re
from collections.abc import Iterator
from itertools import count

from compiler.languages.requirements.formats.format import is_page
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import Cited, ItemsFile, Place, Tag, Unread
from compiler.languages.requirements.formats.spec_kit.constitution import read_constitution
from compiler.languages.requirements.formats.spec_kit.format import owns
from compiler.languages.requirements.formats.spec_kit.spec import ID, is_template, read_spec
from compiler.languages.requirements.formats.task_lists import tasks_of

NAME = "spec-kit"
CONSTITUTION = ".specify/memory/constitution.md"
SEPARATOR = "\n"  # between the feature and the id in a citation
_FILE = re.compile(r"((?:.*/)?)specs/([^/]+)/([^/]+\.md|contracts/.+|checklists/.+)")
_NOTHING = "it has neither a user story with a number nor a requirement such as '**FR-001**: …'"
_DOCUMENTS = ("plan.md", "research.md", "data-model.md", "quickstart.md")
_FOREIGN = (".kiro/", "openspec/", ".agent-os/")  # folders around `specs` of other formats
# An id alone, behind the name of a feature (`002-lamp/FR-001`), or behind its number (`002-FR-001`, `7A-FR-001`).
_CITED = re.compile(
    rf"(?<![\w-])(?:(\d{{3,14}}-[a-z0-9][\w-]{{0,80}}(?=[/:#])|\d{{1,14}}[A-Za-z]?(?=-))[-/:#][ \t]?)?({ID})(?![\w-])"
    rf"(?:[ \t]*(?:\.\.|–|—|-|to|through)[ \t]*((?:FR|NFR|SC)-(?:[A-Z]{{1,12}}-)?)?(\d{{1,4}})(?![\w-]))?"
)
# `spec 016 FR-007` names a feature by its number; what a list adds to it (`, FR-008`) is of the same feature.
_BY_NUMBER = re.compile(r"\b[Ss]pec(?:ification)?[ \t]{1,3}#?(\d{3,14})(?:['’]s)?[ \t]{0,3}[:,(]?[ \t]{0,3}$")
_AND = re.compile(r"[ \t]{0,3}(?:[,/&+]|,?[ \t]{0,3}(?:and|or))[ \t]{0,3}")
_MARK = re.compile(r"\[(?:Story:?[ \t]*)?(US-?\d{1,3}(?:[ \t]*[,/&+][ \t]*US-?\d{1,3})*)\]")
_STORY = re.compile(r"US-?(\d{1,3})")
_FEATURE = re.compile(r"(?<![\w-])\d{3,14}-[a-z0-9][\w-]{0,80}")
_LONGEST = 100  # ids of one range


def parse(path: str, text: str) -> ItemsFile | None:
    """Return what a file states and cites; None if it has nothing of spec-kit."""
    if path.endswith(CONSTITUTION):
        root = path.removesuffix(CONSTITUTION)
        items = read_constitution(text) if not root or root.endswith("/") else []
        details = (("root", root), ("folder", ""), ("feature", ""))
        found = tuple(item._replace(details=(*item.details, *details)) for item in items)
        return ItemsFile(NAME, path, found) if found else None
    located = _FILE.fullmatch(path)
    if not located or located[1].endswith(_FOREIGN):
        return _code(path, text)
    above, feature, name = located.groups()
    root = above.removesuffix(".specify/")
    folder = f"{above}specs/{feature}"
    details = (("root", root), ("folder", folder), ("feature", feature))
    if name == "spec.md":
        items = [item._replace(details=(*item.details, *details)) for item in read_spec(text, feature)]
        if not items and owns(path) and text.strip() and not is_template(text):
            return ItemsFile(NAME, path, unread=(Unread(name, _NOTHING, Place(1, 1, 1), is_limit=True),))
        return ItemsFile(NAME, path, tuple(items)) if items else None
    if name == "tasks.md":
        tags = tuple(_tasks(path, text))
        return ItemsFile(NAME, path, tags=tags) if tags else None
    is_document = name in _DOCUMENTS or name.startswith(("contracts/", "checklists/"))
    return ItemsFile(NAME, path, is_candidate=True) if is_document else None


def _tasks(path: str, text: str) -> Iterator[Tag]:
    """What each task cites: stories by its marks, requirements by their ids."""
    for task in tasks_of(path, text):
        if not task.id.rpartition("/")[2].startswith("T"):
            continue  # boxes without an id are criteria, not tasks
        for number, line in task.lines:
            for mark in _MARK.finditer(line):
                for match in _STORY.finditer(line, mark.start(1), mark.end(1)):
                    place = place_in(line, number, match.start(), match.end())
                    yield Tag("task", "", Cited("implements", f"{SEPARATOR}US{int(match[1])}", place), task.id)
            for cited in _cited(line, number):
                yield Tag("task", "", cited, task.id)


def _cited(line: str, number: int) -> Iterator[Cited]:
    """The ids that a line cites, ranges by each of their ids."""
    if "-" not in line:
        return
    before = ("", 0)  # the feature that a number named last, and where the citation of it ends
    for found in _CITED.finditer(line):
        feature, first, prefix, end = found.groups()
        if not feature and (by_number := _BY_NUMBER.search(line[max(found.start() - 60, 0) : found.start()])):
            feature = by_number[1]
        elif not feature and before[0] and _AND.fullmatch(line, before[1], found.start()):
            feature = before[0]
        before = (feature, found.end()) if feature and feature.isdecimal() else ("", 0)
        stem = first.rstrip("abcdefghijklmnopqrstuvwxyz0123456789")
        digits = first[len(stem) :]
        place = place_in(line, number, found.start(2), found.end())
        names = [first]
        if end and digits.isdecimal() and prefix in (None, stem) and 0 < int(end) - int(digits) < _LONGEST:
            names = [f"{stem}{number:0{len(digits)}}" for number in range(int(digits), int(end) + 1)]
        elif end:
            place = place_in(line, number, *found.span(2))
            names += [f"{prefix}{end}"] if prefix else []
        for name in names:
            yield Cited("implements", f"{feature or ''}{SEPARATOR}{name}", place)


def _code(path: str, text: str) -> ItemsFile | None:
    """What code cites by ids, with the feature that the file names if it names one alone."""
    if is_page(path) or not ("FR-" in text or "SC-" in text):
        return None
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    cited = [tag for number, line in zip(count(1), lines, strict=False) for tag in _cited(line, number)]
    if not cited:
        return None
    named = {match[0] for line in lines for match in _FEATURE.finditer(line)}
    own = named.pop() if len(named) == 1 else ""
    tags = [
        Tag(
            "cites",
            "",
            citation._replace(target=f"{own}{citation.target}") if citation.target.startswith(SEPARATOR) else citation,
        )
        for citation in cited
    ]
    return ItemsFile(NAME, path, tags=tuple(tags))
