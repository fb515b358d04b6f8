"""The line in which a decision states its status, in each template."""

import re

from compiler.languages.knowledge.facts import Decision
from queries.errors.query_error import QueryError
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.entities import line_of
from queries.operations.knowledge.sections import body_line, last_text_line, section_of

_BULLET = re.compile(
    r"(?P<mark>[ \t]*[-*+][ \t]+)(?P<bold>\*\*|__)?(?P<key>[A-Za-z][\w-]*?(?: +[\w-]+?)*?)(?:\*\*|__)?"
    r"[ \t]*+:(?:\*\*|__)?"
)
_KEY = re.compile(
    r"(?P<key>[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?status(?:\*\*|__)?[ \t]*:(?:\*\*|__)?[ \t]*)(?P<rest>.*)", re.IGNORECASE
)


def set_decision_word(draft: Draft, decision: Decision, word: str) -> None:
    """Write another word for the status of a decision where the old one stands, capitalised as that is. Where none
    stands, it is written where the template has it. Raises QueryError if the line says more."""
    file, number = decision.span.file, int(decision.native.get("status_line") or 0)
    old = str(decision.native.get("status") or "")
    if not number:
        _add_status(draft, decision, word)
    elif front_matter.has_key(draft, file, "status"):
        front_matter.set_key(draft, file, "status", _as_written(word, _key_value(draft, file)))
    else:
        line = line_of(draft, file, number)
        start = _start_of_value(line)
        found = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE).search(line, start) if old else None
        if found is None:
            problem = "The status does not stand in its line as it is read: edit the text itself"
            raise QueryError("unavailable", problem, file=file, line=number)
        new = line[: found.start()] + _as_written(word, found[0]) + line[found.end() :]
        draft.set_line(file, number, new)


def _key_value(draft: Draft, file: str) -> str:
    (number,) = list(front_matter.key_lines(draft, file, "status"))[:1]
    return line_of(draft, file, number).partition(":")[2].strip(" \t\"'")


def _start_of_value(line: str) -> int:
    found = _KEY.fullmatch(line)
    return found.end("key") if found else 0


def _as_written(word: str, like: str) -> str:
    """Return a word with a capital if the old one has it."""
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def _add_status(draft: Draft, decision: Decision, word: str) -> None:
    file = decision.span.file
    if section := section_of(draft, file, "status"):
        draft.insert(file, last_text_line(draft, file, section) + 1, ["", word[:1].upper() + word[1:]])
    elif front_matter.has_front_matter(draft, file):
        front_matter.set_key(draft, file, "status", word)
    elif bullet := _first_bullet(draft, decision):
        number, found = bullet
        bold = found["bold"] or ""
        mark = f"{found['mark']}{bold}Status:{bold} {word}" if bold else f"{found['mark']}Status: {word}"
        draft.insert(file, number, [mark])
    elif decision.format == "log4brains":
        draft.insert(file, body_line(draft, file), ["", f"- Status: {word}"])
    else:
        front_matter.set_key(draft, file, "status", word)


def _first_bullet(draft: Draft, decision: Decision) -> tuple[int, re.Match[str]] | None:
    """Return the first bullet of metadata below the title, with its line; None if other text stands there."""
    file = decision.span.file
    for number in range(body_line(draft, file), len(draft.lines(file)) + 1):
        line = line_of(draft, file, number)
        if line.strip():
            found = _BULLET.match(line)
            return (number, found) if found else None
    return None


def status_line(draft: Draft, decision: Decision) -> int:
    """Return the line of the status of a decision, 0 if it states none."""
    keys = front_matter.key_lines(draft, decision.span.file, "status")
    return keys[0] if keys else int(decision.native.get("status_line") or 0)
