"""The line that declares an entity: `@warden: Character { trust: 2, mood: wary }`, and the values in its braces."""

import re
from itertools import pairwise
from typing import Any, NamedTuple

from compiler.languages.world.facts import Property
from queries.errors.query_error import QueryError
from queries.tools.parameters import echoed

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_NO_TEXT = {"true", "false", "inf", "infinity", "nan"}  # words that are read as other values
_ENTITY = re.compile(r"@[A-Za-z0-9_]+")
_OPENING, _CLOSING = "[{(", "]})"


class Pair(NamedTuple):
    """A value in the braces: its key, and where pair and value stand in the line."""

    key: str
    start: int
    end: int
    value_start: int


class Braces(NamedTuple):
    """Where the braces of a line stand, and what is in them. Without any, `start` and `end` are where they would go."""

    start: int
    end: int
    pairs: list[Pair]


def code_end(line: str) -> int:
    """Return where the comment of a line of the frontmatter begins, with the blanks before it; else where the line
    ends."""
    quote = ""
    for at, sign in enumerate(line):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == "#" and at and line[at - 1] == " ":
            return len(line[:at].rstrip())
    return len(line.rstrip())


def braces_of(line: str) -> Braces:
    """Return the braces of the line of an entity."""
    end = code_end(line)
    start = line.find("{", 0, end)
    close = line.rfind("}", 0, end)
    if start < 0 or close < start:
        return Braces(end, end, [])
    return Braces(start, close + 1, _pairs(line, start + 1, close))


def _pairs(line: str, start: int, end: int) -> list[Pair]:
    found: list[Pair] = []
    for first, last in pieces(line, start, end):
        key, colon, value = line[first:last].partition(":")
        if colon:
            begin = last - len(value.lstrip()) if value.strip() else last
            found.append(Pair(key.strip(), first, last, begin))
    return found


def pieces(line: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where the parts between the outer commas of a part of a line stand, without the blanks around them."""
    cuts = [start - 1, *_commas(line, start, end), end]
    found: list[tuple[int, int]] = []
    for one, other in pairwise(cuts):
        text = line[one + 1 : other]
        if text.strip():
            found.append((other - len(text.lstrip()), one + 1 + len(text.rstrip())))
    return found


def _commas(line: str, start: int, end: int) -> list[int]:
    found: list[int] = []
    depth, quote = 0, ""
    for at in range(start, end):
        sign = line[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _OPENING or sign in _CLOSING:
            depth += 1 if sign in _OPENING else -1
        elif sign == "," and not depth:
            found.append(at)
    return found


def with_value(line: str, key: str, value: str) -> str:
    """Return the line of an entity with a value for a property: in the place of the old one, or behind the others."""
    braces = braces_of(line)
    same = [one for one in braces.pairs if one.key == key]
    if same:
        return line[: same[-1].value_start] + value + line[same[-1].end :]
    if braces.pairs:
        at = braces.pairs[-1].end
        return f"{line[:at]}, {key}: {value}{line[at:]}"
    before = line[: braces.start].rstrip()
    return f"{before} {{ {key}: {value} }}{line[braces.end :]}"


def without_value(line: str, key: str) -> str:
    """Return the line of an entity without the values of a property. Emptied braces go."""
    braces = braces_of(line)
    kept = [one for one in braces.pairs if one.key != key]
    if not kept:
        return line[: braces.start].rstrip() + line[braces.end :]
    for one in reversed([one for one in braces.pairs if one.key == key]):
        at = braces.pairs.index(one)
        if at + 1 < len(braces.pairs):
            line = line[: one.start] + line[braces.pairs[at + 1].start :]
        else:
            line = line[: braces.pairs[at - 1].end] + line[one.end :]
        braces = braces_of(line)
    return line


def is_text(declared: Property | None) -> bool:
    """Whether a property holds texts, so that quotes may be put around its values."""
    return declared is None or declared.value_type not in ("boolean", "integer", "number", "list")


def written(value: Any, *, as_text: bool = True) -> str:
    """Return a value as the frontmatter has it. `as_text` puts quotes around a text that needs them. Raises QueryError
    if it cannot be written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(written(one) for one in value)}]"
    if not isinstance(value, str):
        problem = "A value is a text, a number, true, false or a list"
        raise QueryError("invalid_argument", problem, value=echoed(value))
    text = value.strip()
    return _quoted(text) if as_text or not text else text


def _quoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] in "\"'" and text[0] == text[-1] and text[0] not in text[1:-1]
    if is_quoted or _ENTITY.fullmatch(text) or (_PLAIN.fullmatch(text) and text.lower() not in _NO_TEXT):
        return text
    quote = next((one for one in "\"'" if one not in text), None)
    if quote is None or not text.isprintable():
        problem = (
            "The language has no way to write this text: it has both kinds of quotes, or signs that are not printed"
        )
        raise QueryError("invalid_argument", problem, value=echoed(text))
    return f"{quote}{text}{quote}"
