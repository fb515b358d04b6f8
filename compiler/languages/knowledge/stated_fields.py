"""The fields that a record states about itself, in any form that people write: rows of a markdown or HTML table or of a
`list-table`, fields of reStructuredText, attributes of AsciiDoc, and lines `Key: value`, as bullets, in bold or in a
quote.

A key is given in the word of `field_words`, whatever its language: `状态`, `Statut` and `Status` are `status`.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from compiler.languages.knowledge.field_words import field_word
from compiler.text.timestamps import parse_timestamp

MAX_KEY = 40  # characters
MAX_LINE = 2000  # characters; a longer line holds prose, or an image
_CELL = re.compile(r"<t[dh]\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
_RULE = re.compile(r"[ \t]*+\|?+[ \t]*+:?-[-:| \t]*+$")
_PIPE = re.compile(r"(?<!\\)\|")
_STRUCK = re.compile(r"~~[^~\n]+~~|<(?:del|s)>[^<\n]*</(?:del|s)>")
_ADDRESS = re.compile(r"(?<!\]\()<?\bhttps?://[^\s\[\]()<>]++>?")  # without a text of its own
_LEAD = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(?:\[[xX]\][ \t]+)?")
# Before another field of the same line: a bold key behind a blank, or a key behind a sign that separates fields.
_NEXT_FIELD = re.compile(
    r"[ \t](?=(?:\*\*|__)[^\W\d_][^*_:|\n]{0,30}(?:[:：](?:\*\*|__)|(?:\*\*|__)[ \t]?[:：]))"
    r"|(?:[|·•;]|<br[ \t]*/?>)(?=[ \t]?[*_]{0,2}[^\W\d_][^*_:|\n]{0,30}[*_]{0,2}[ \t]?[:：])"
)
# A table as a list of lists: an item for each row, and an item of it for each cell.
_LIST_TABLE = re.compile(r"([ \t]*)(?:\.\.[ \t]+list-table::|(?:`{3,}|:{3,}|~{3,})\{list-table\})")
_FIRST_CELL = re.compile(r"[ \t]*[*-][ \t]+[*-](?:[ \t]+|$)")
_NEXT_CELL = re.compile(r"[ \t]+[*-](?:[ \t]+|$)")
# `Date 2026-01-02`, `- Created on 2 Jan 2026`, `Updated 2026-01-02 by Ana`
_DAY = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?(?:(created|updated)(?:[ \t]+(?:on|at))?|dated?(?:[ \t]+[–—-])?)[ \t]+"
    r"(\w[^:\n]{4,30}?)\.?(?:[ \t]+by[ \t][^\n]*)?$",
    re.IGNORECASE,
)
_ELEMENT = re.compile(
    r"""<[a-z][\w-]*+(?<=-status)[^<>]*?\b(?:status|value|state)[ \t]*=[ \t]*["']([^"'<>]+)""", re.IGNORECASE
)
# A badge with a word for its key and another for its value, between hyphens, of which two stand for one, or slashes.
_BADGE = re.compile(
    r"(?:!\[[^\[\]\n]{0,100}\]\(|<img[ \t]{1,4}src=\")[^()\s\"]{1,200}?/badge/(?:status|adr|decision|rfc)"
    r"(?:-((?:[^()\s?/-]|--){3,60})-[\w.%]{3,20}|/([^()\s?/]{3,60})(?:/[\w.%]{3,20})?/?)(?:\?[^()\s\"]{0,200})?[)\"]",
    re.IGNORECASE,
)

_IMAGE = re.compile(
    r"\[?!\[([^\[\]\n]{1,100})\]\([^()\s]{1,200}\)"
)  # whose text may be a field: `![status: draft](draft.svg)`

Row = tuple[int, list[str]]  # its line from 0, and its cells


class StatedField(NamedTuple):
    """A field: its key as `field_word` gives it, its value without marks, and its line, counted from 0."""

    key: str
    value: str
    line: int


def stated_fields(lines: Sequence[str], first: int, last: int) -> Iterator[StatedField]:
    """Yield the fields that stand in tables on the lines from `first` up to `last`, and in the tags of HTML."""
    at = first
    while at < last:
        line = lines[at][:MAX_LINE]
        if "<t" in line and _CELL.search(line):
            yield from _html_row(line, at)
        elif "|" in line and (line.lstrip(" \t>").startswith("|") or _is_rule(lines, at + 1, last)):
            after = next((row for row in range(at + 1, last) if "|" not in lines[row]), last)
            yield from _fields_of(_rows(lines, at, after))
            at = after
            continue
        elif "list-table" in line and (found := _LIST_TABLE.match(line)):
            rows, at = _list_rows(lines, at + 1, last, len(found[1]), is_fenced=found[0].endswith("}"))
            yield from _fields_of(rows)
            continue
        at += 1


def day_without_colon(line: str) -> tuple[str, str] | None:
    """Return the key and the day of a line that states one without a colon; None of any other line."""
    found = _DAY.match(line)
    return ((found[1] or "date").lower(), found[2]) if found and parse_timestamp(found[2]) else None


def table_rows(lines: Sequence[str]) -> Iterator[list[Row]]:
    """Yield the rows of each markdown table, its row of keys first."""
    at = 0
    while at < len(lines):
        if "|" in lines[at] and _is_rule(lines, at + 1, len(lines)):
            after = next((row for row in range(at + 1, len(lines)) if "|" not in lines[row]), len(lines))
            yield _rows(lines, at, after)
            at = after
        at += 1


def values_of_rows(lines: Sequence[str]) -> list[str]:
    """The lines of a section. A row of a table is its values with blanks between, without the words that are keys."""
    if not any("|" in line and _RULE.match(line) for line in lines):
        return list(lines)
    return [
        line
        if "|" not in line
        else ""
        if _RULE.match(line)
        else " ".join(cell for cell in _cells(line[:MAX_LINE]) if not field_word(cell))
        for line in lines
    ]


def field_parts(line: str) -> list[str]:
    """The fields of a line that states several, `**Status:** Accepted | **Date:** 2025-03-10`, as a line each; else the
    line alone. Of these at least one has a key that `field_words` knows."""
    if len(line) > MAX_LINE or line.lstrip(" \t>").startswith("|"):
        return [line]
    parts = [part for written in _NEXT_FIELD.split(line) if (part := written.strip(" \t|·•;"))]
    is_field = [":" in part[: MAX_KEY + 4] or "：" in part[: MAX_KEY + 4] for part in parts]
    return parts if len(parts) > 1 and all(is_field) and any(map(label_of, parts)) else [line]


def label_of(line: str) -> tuple[str, str] | None:
    """The key and value of a line `Key: value`, with any marks before and around it; None of other lines.
    Only a key that `field_words` knows counts here, since any prose may have a colon."""
    rest = line[_LEAD.match(line).end() : MAX_LINE]  # type: ignore[union-attr]  # it matches an empty text
    if rest.startswith(("![", "[![")):
        if badge := element_status(rest):
            return "status", badge
        rest = _IMAGE.sub(r"\1", rest)
    key, colon, value = re.sub("：", ":", rest, count=1).lstrip("*_{:").partition(":")
    if not colon or len(key) > MAX_KEY:
        return None
    known = field_word(key)
    return (known, plain(value)) if known else None


def plain(value: str) -> str:
    """A value without marks of emphasis, braces, struck words and escapes around it."""
    without = unescape(_TAG.sub(" ", element_status(value) or _STRUCK.sub("", value)))
    return without.strip().rstrip("\\").strip(" \t*_`{}").strip()


def without_struck(line: str) -> str:
    """A line without what is struck through, which no longer holds."""
    return _STRUCK.sub("", line) if "~~" in line or "<" in line else line


def without_addresses(text: str) -> str:
    """Return a text without the addresses that stand in it as they are: the numbers in them name nothing here."""
    return _ADDRESS.sub("", text) if "://" in text else text


def element_status(line: str) -> str:
    """The status in the attribute of a custom element, `<adr-status status="accepted">`, or of a badge whose key is
    the status or the kind of record, `![](https://img.shields.io/badge/status-accepted-green)`; "" if there is none."""
    if "/badge/" in line and (badge := _BADGE.search(line)):
        return unquote((badge[1] or badge[2]).replace("--", "-").replace("_", " ")).strip()
    found = _ELEMENT.search(line) if "<" in line else None
    return found[1].strip() if found else ""


def _html_row(line: str, at: int) -> Iterator[StatedField]:
    for row in line.split("<tr"):  # of which a line may hold several
        cells = [plain(cell) for cell in _CELL.split(row)[1:]]
        if len(cells) == 2 and (key := _key(cells[0])):
            yield StatedField(key, cells[1], at)


def _list_rows(lines: Sequence[str], first: int, last: int, margin: int, *, is_fenced: bool) -> tuple[list[Row], int]:
    """The rows of a `list-table` whose directive has `margin` blanks before it, and the line behind the table."""
    rows: list[Row] = []
    column = 0  # at which cells begin
    end = last
    for at in range(first, last):
        line = lines[at][:MAX_LINE]
        text = line.strip()
        depth = len(line) - len(line.lstrip(" \t"))
        if text and (text[:3] in ("```", ":::", "~~~") if is_fenced else depth <= margin):
            end = at
            break
        if found := _FIRST_CELL.match(line):
            column = len(found[0].rstrip()) - 1
            rows.append((at, [line[found.end() :].strip()]))
        elif rows and depth == column and (found := _NEXT_CELL.match(line)):
            rows[-1][1].append(line[found.end() :].strip())
        elif rows and text:  # a cell may have several lines
            rows[-1][1][-1] = f"{rows[-1][1][-1]} {text}".strip()
    return [(at, [plain(cell) for cell in cells]) for at, cells in rows], end


def _fields_of(rows: list[Row]) -> Iterator[StatedField]:
    """The fields of the rows of a table: a row each, or a row of keys above one of values. Of a log whose rows begin
    with a date, the newest row holds, of two of one day the lower."""
    if not rows:
        return
    names = [field_word(cell) for cell in rows[0][1]]
    are_keys = len(names) > 1 and "status" in names and (sum(map(bool, names)) > 1 or not _is_value(rows[0][1][1]))
    last = rows[1] if len(rows) == 2 else _newest(rows[1:]) if names[:1] == ["date"] else None
    if last and are_keys:
        for name, written, value in zip(names, rows[0][1], last[1], strict=False):
            if key := name or _key(written):
                yield StatedField(key, value, last[0])
    elif names.count("status") + names.count("date") < 2:
        for at, cells in rows:
            if len(cells) == 2 and (key := _key(cells[0])):
                yield StatedField(key, cells[1], at)


def _newest(rows: list[Row]) -> Row | None:
    """The row with the newest date of a log whose rows begin with one; None where a row has none."""
    days = [parse_timestamp(cells[0]) for _, cells in rows]
    known = [(day.instant, at) for at, day in enumerate(days) if day]
    return rows[max(known)[1]] if known and len(known) == len(rows) else None


def _rows(lines: Sequence[str], first: int, after: int) -> list[Row]:
    return [(at, _cells(lines[at][:MAX_LINE])) for at in range(first, after) if not _RULE.match(lines[at])]


def _is_value(cell: str) -> bool:
    return bool(cell) and not field_word(cell)


def _cells(line: str) -> list[str]:
    inner = line.strip(" \t>").removeprefix("|")
    return [plain(cell.replace("\\|", "|")) for cell in _PIPE.split(inner.rstrip().removesuffix("|"))]


def _key(cell: str) -> str:
    """The key in the first cell of a row: a word of `field_words`, or what is written, in small letters."""
    written = cell.strip(" \t:").casefold()
    return field_word(written) or (" ".join(written.split()) if 0 < len(written) <= MAX_KEY else "")


def _is_rule(lines: Sequence[str], at: int, last: int) -> bool:
    return at < last and "|" in lines[at] and _RULE.match(lines[at]) is not None
