"""Reads a file of instructions. A page that others import is read in a role of its own."""

import re
from hashlib import sha256
from zlib import crc32

from compiler.languages.instructions.formats import CHOSEN, FOREIGN, FORMATS, Mode, claims, place_of
from compiler.languages.instructions.records import Instructions
from compiler.languages.instructions.syntax.front_matter import NONE, Fields, read_fields
from compiler.languages.instructions.syntax.modes import when_read
from compiler.languages.instructions.syntax.references import references
from compiler.model.language import Parsed
from compiler.text.headings import heading_text

LEAST_TEXT = 120  # characters of a text that is compared with others
_OF_TOOL = re.compile(r"<([\w-]+)>.*</\1>")  # all of it is one element, which a tool writes into many files
MAX_TITLE = 200  # characters

_HEADING = re.compile(r"^#{1,3}[ \t]+(\S.*)$", re.MULTILINE)
_WITH_FRONT_MATTER = frozenset(["copilot_path", "cursor_rule", "windsurf_rule", "cline_rule", "claude_rule", "kiro"])


def parse(path: str, text: str) -> Parsed:
    """Return the unit of a file; none for a file that no program reads at its place."""
    place = place_of(path)
    kind = place.format if place else FOREIGN if claims(path) else ""
    return Parsed(_unit(kind, path, text) if kind else None, ())


def parse_as(path: str, text: str, role: str) -> Parsed:
    """Return the unit of a page that instructions import."""
    return Parsed(_unit(role, path, text), ())


def imports(path: str, unit: Instructions) -> tuple[str, ...]:  # noqa: ARG001
    """Return no files: what is imported was discovered, or is not read."""
    return ()


def mode_of(kind: str, text: str) -> Mode:
    """Return when a text is read at a place of another format than its own, where a symbolic link leads to it."""
    return when_read(kind, _fields(kind, text)).mode


def _fields(kind: str, text: str) -> Fields:
    return read_fields(text) if kind in CHOSEN or kind in _WITH_FRONT_MATTER else NONE


def _unit(kind: str, path: str, text: str) -> Instructions:
    checksum = crc32(text.encode())
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    is_chosen = kind in CHOSEN
    fields = _fields(kind, text)
    body = text[fields.body_start :]
    when = when_read(kind, fields)
    found = (
        ()
        if kind == FOREIGN
        else references(
            body,
            fields.body_line,
            has_imports=FORMATS[kind].has_imports or kind == "agents",  # which other instructions may import
            is_mdc=kind == "cursor_rule",
            is_kiro=kind == "kiro",
        )
    )
    heading = _HEADING.search(body)
    words = " ".join(body.split())
    return Instructions(
        format=kind,
        title=_name(kind, path, fields)
        or (heading_text(heading[1])[:MAX_TITLE] if heading else "")
        or path.rpartition("/")[2],
        description=fields.text("description"),
        mode=when.mode,
        patterns=when.patterns,
        references=found,
        faults=() if is_chosen else (*fields.faults, *when.faults),
        last_line=max(text.count("\n") + (not text.endswith("\n") and text != ""), 1),
        body_line=fields.body_line,
        digest=sha256(words.encode()).hexdigest() if _is_compared(words) and not is_chosen else "",
        checksum=checksum,
    )


def _name(kind: str, path: str, fields: Fields) -> str:
    """The name by which a skill, an agent or a command is chosen; "" for other texts."""
    if kind not in CHOSEN:
        return ""
    folder, _, name = path.rpartition("/")
    own = folder.rpartition("/")[2] if kind == "skill" else name.partition(".")[0]
    return (fields.text("name") or own)[:MAX_TITLE]


def _is_compared(words: str) -> bool:
    """Whether a text is long enough to be compared with others, and not one element that a tool writes."""
    return len(words) >= LEAST_TEXT and not _OF_TOOL.fullmatch(words)
