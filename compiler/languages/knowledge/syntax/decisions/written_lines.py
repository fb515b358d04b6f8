"""What the lines of a decision say, apart from where they stand: statements, dates, people, bullets."""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.markdown import without_comments
from compiler.languages.knowledge.syntax.decisions.statements import Statement
from compiler.languages.knowledge.syntax.decisions.statuses import status_of
from compiler.text.timestamps import parse_timestamp

BULLET = re.compile(r"[-*+][ \t]+(.*)")
_NOTE = re.compile(r"[ \t]{0,3}(?:[(\[,;]|\.(?=[ \t])|[ \t](?:[-–—]|by)[ \t])")  # what a note behind a date begins with
_IN_BRACKETS = re.compile(r"[\[(]([^\[\]()]{4,40})[\])]")
_LONGEST_DATE = 40  # characters


def clauses(statement: Statement | None) -> Iterator[Statement]:
    """A statement, and what further verbs of its line state."""
    while statement:
        yield statement
        statement = statement.then


def verb(words: str) -> str:
    """The verb of a statement without a status before it: `amended by` of `accepted, amended by`."""
    first, _, rest = words.rstrip(" :").partition(" ")
    return (
        rest.lstrip("-–— ")
        if status_of(first) and status_of(first) != "superseded" and rest
        else f"{first} {rest}".strip()
    )


def without_note(date: str) -> str:
    """A date without brackets around it and what stands behind it: `[2026-06-18]`, `2026-06-18 (updated 2026-06-22)`,
    `2026-06-18. Decided by Bo.`"""
    date = found[1] if (found := _IN_BRACKETS.match(date)) else date.strip("`").rstrip(".")
    if parse_timestamp(date):
        return date
    before = (date[: found.start()] for found in _NOTE.finditer(date[:_LONGEST_DATE]))
    return next(filter(parse_timestamp, before), date)


def people_in(text: str) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def bullets(lines: tuple[str, ...]) -> Iterator[str]:
    """The bullets of a section, each with its continuation lines; its paragraphs when it has no bullets."""
    parts: list[list[str]] = [[]]
    has_bullets = any(BULLET.match(line) for line in lines)
    for line in lines:
        text = without_comments(line)
        bullet = BULLET.match(text)
        if bullet:
            parts.append([bullet[1].strip()])
        elif not text.strip():
            parts.append([])
        elif parts[-1] or not has_bullets:
            parts[-1].append(text.strip())
    for part in parts:
        if part:
            yield " ".join(part)
