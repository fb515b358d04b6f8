"""A new decision, as the ones beside it are written: its file, its number, its template."""

import re
from typing import Any

from compiler.languages.knowledge.facts import Entity
from queries.operations.arguments import invalid, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.entities import Place, name_of_file
from queries.operations.knowledge.moving import heading_of

_NAME = re.compile(r"(?P<before>(?:adr[-_ ]?)?)(?P<number>\d{1,6})(?P<sign>[-_. ])", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<before>(?:adr|decision|(?<![-_ #]))[-_ #]*+)(?P<number>\d+)", re.IGNORECASE)
_NOT_IN_SLUG = re.compile(r"[^\w]+")


class NewDecision:
    """What a new decision says."""

    def __init__(self, title: str, content: str, tags: list[str], properties: dict[str, Any]) -> None:
        self.title, self.content, self.tags = title, content.strip("\n"), tags
        self.status = str(properties.get("status") or "proposed")
        self.context = str(properties.get("context") or "").strip("\n")
        self.date = str(properties.get("date") or "")
        consequences = properties.get("consequences") or []
        self.consequences = (
            [consequences] if isinstance(consequences, str) else [str(consequence) for consequence in consequences]
        )


def write_decision(draft: Draft, place: Place, new: NewDecision) -> None:
    """Make the file of a decision. Raises QueryError if its template needs more."""
    last = _last(place)
    form = place.form if last is None else last.format
    if new.tags and form in ("adr-tools", "backlog"):
        raise unavailable("The template of these decisions has no place for tags", field="tags")
    if form == "backlog":
        _write_of_backlog(draft, place, new)
        return
    if form == "log4brains":
        if not new.date:
            raise invalid("log4brains names files by their day: give properties.date, YYYY-MM-DD")
        path = place.new_file or _joined(place.path, f"{new.date.replace('-', '')}-{slug(new.title)}.md")
        draft.create(path, _of_bullets(draft, last, new, f"# {new.title}", "-"))
        return
    if last is not None and (own := _own_id(last)):
        own = _next_id(own, place.new_file)
        draft.create(place.new_file, _in_form(draft, form, last, new, f"# {own}: {new.title}"))
        return
    number = max((entity.sequence_number or 0 for entity in place.beside), default=0) + 1
    named = _NAME.match(place.new_file.rpartition("/")[2])
    number = int(named["number"]) if named else number
    path = place.new_file or _joined(place.path, _name_of_file(last, number, new.title))
    draft.create(path, _in_form(draft, form, last, new, _heading(draft, last, number, new.title)))


def _in_form(draft: Draft, form: str, last: Entity | None, new: NewDecision, heading: str) -> str:
    """Return the text of a decision as those beside it are written."""
    if form == "adr-tools":
        return _of_nygard(new, heading)
    if last is None or front_matter.has_front_matter(draft, last.span.file):
        return _of_madr(new, heading)
    return _of_bullets(draft, last, new, heading, "*")


def _own_id(decision: Entity) -> str:
    """Return the id of a decision where it is more than a number behind ADR and less than the name of its file, such as
    `DEC-0012` or `ADR-2024-001`; "" else."""
    identifier = decision.entity.rpartition("/")[2].partition("#")[0]
    is_own = decision.sequence_number is None and decision.span.file.rpartition("/")[2].rpartition(".")[0] != identifier
    return identifier if is_own and any(map(str.isdecimal, identifier)) else ""


def _next_id(own: str, file: str) -> str:
    """Return the id with which the name of a new file begins, written as that of the decision beside it. Raises
    QueryError if it begins with none: which number comes next in which year, only the project knows."""
    written = re.sub(r"\d+", r"\\d+", re.escape(own).replace(r"\-", "[-_ ]"))
    found = re.match(rf"{written}(?![^\W_])", file.rpartition("/")[2], re.IGNORECASE)
    if found is None:
        raise invalid(f"The decisions there have ids such as {own}: give 'file', whose name begins with the next one")
    numbers = iter(re.findall(r"\d+", found[0]))
    return re.sub(r"\d+", lambda _: next(numbers), own)


def slug(title: str, sign: str = "-") -> str:
    """Return a title as a part of the name of a file."""
    return _NOT_IN_SLUG.sub(sign, title.lower()).strip("-_ ")[:100].rstrip("-_ ") or "untitled"


def _last(place: Place) -> Entity | None:
    """Return the newest decision of a place: that of the highest number, or the last one."""
    return max(place.beside, key=lambda entity: (entity.sequence_number or 0, entity.span.file), default=None)


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}".lstrip("/")


def _name_of_file(last: Entity | None, number: int, title: str) -> str:
    """Return the name of the file of a new decision, with a number as the newest one has it."""
    found = _NAME.match(last.span.file.rpartition("/")[2]) if last else None
    if found is None:
        return f"{f'{number:04}-' if last is None or last.sequence_number is not None else ''}{slug(title)}.md"
    title = slug(title, "_" if found["sign"] == "_" else "-")
    return f"{found['before']}{number:0{len(found['number'])}}{found['sign']}{title}.md"


def _heading(draft: Draft, last: Entity | None, number: int, title: str) -> str:
    """Return the heading, with a number before the title if that of the last one has it."""
    if last is None:
        return f"# {title}"
    before, found, _ = heading_of(draft, last).rpartition(last.name)
    first = _NUMBER.match(before) if found else None
    if first is None:
        return f"# {title}"
    width = len(first["number"]) if first["number"].startswith("0") else 0
    return f"# {_NUMBER.sub(lambda match: match['before'] + str(number).zfill(width), before, count=1)}{title}"


def _page(head: list[str], parts: dict[str, str]) -> str:
    """Return the text of a page: its first lines, and sections with their headings, some of them empty."""
    lines = [*head]
    for title, text in parts.items():
        lines += [title, "", *([*text.split("\n"), ""] if text else [])]
    return "\n".join(lines).rstrip("\n") + "\n"


def _bullets(new: NewDecision, mark: str = "*") -> str:
    return "\n".join(f"{mark} {consequence}" for consequence in new.consequences)


def _of_nygard(new: NewDecision, heading: str) -> str:
    consequences = new.consequences[0] if len(new.consequences) == 1 else _bullets(new)
    parts = {"## Status": new.status.capitalize(), "## Context": new.context, "## Decision": new.content}
    return _page(
        [heading, "", *([f"Date: {new.date}", ""] if new.date else [])], parts | {"## Consequences": consequences}
    )


def _of_madr(new: NewDecision, heading: str) -> str:
    keys = [f"status: {new.status}", *([f"date: {new.date}"] if new.date else [])]
    keys += [f"tags: {front_matter.listed(new.tags)}"] if new.tags else []
    return _page(["---", *keys, "---", "", heading, ""], _madr_parts(new))


def _of_bullets(draft: Draft, last: Entity | None, new: NewDecision, heading: str, mark: str) -> str:
    if last and (
        line := next((written for written in draft.lines(last.span.file) if re.match(r"[-*+][ \t]+", written)), "")
    ):
        mark = line[0]
    lines = [f"{mark} Status: {new.status}", *([f"{mark} Date: {new.date}"] if new.date else [])]
    lines += [f"{mark} Tags: {', '.join(new.tags)}"] if new.tags else []
    return _page([heading, "", *lines, ""], _madr_parts(new))


def _madr_parts(new: NewDecision) -> dict[str, str]:
    parts = {"## Context and Problem Statement": new.context, "## Decision Outcome": new.content}
    return parts | ({"### Consequences": _bullets(new)} if new.consequences else {})


def _write_of_backlog(draft: Draft, place: Place, new: NewDecision) -> None:
    numbers = (re.search(r"\d+", entity.native_id) for entity in place.beside)
    number = max((int(found[0][:9]) for found in numbers if found), default=0) + 1
    path = place.new_file or _joined(place.path, f"decisions/decision-{number} - {name_of_file(new.title)}.md")
    keys = [f"id: decision-{number}", f"title: {front_matter.scalar(new.title)}"]
    keys += [f"date: '{new.date}'"] if new.date else []
    parts = {"## Context": new.context, "## Decision": new.content, "## Consequences": _bullets(new, "-")}
    draft.create(path, _page(["---", *keys, f"status: {new.status}", "---"], parts))
