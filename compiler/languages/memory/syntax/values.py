"""The values of fields: what is written, to what the field must be."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from compiler.languages.memory.syntax.timestamps import parse_time

Json = Any

MOST_DEPTH = 60  # lists and maps within each other
_LARGEST = 2**63


class NoValueError(ValueError):
    """The value is none of its field; the argument says what it must be."""


def read_value(kind: str, value: Json) -> Json:
    """The value of a field of a kind. Raises NoValueError, which says what would be right."""
    return _READERS[kind](value)


def _time(value: Json) -> Json:
    found = parse_time(value)
    if found is None:
        raise NoValueError("a time such as 2026-03-01T09:00:00Z")
    return found


def _word(value: Json) -> str:
    if isinstance(value, str) and value.strip():
        return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise NoValueError("a text that is not empty")


def _text(value: Json) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict | list | int | float):
        return orjson.dumps(value).decode()
    raise NoValueError("a text")


def _number(value: Json) -> float:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise NoValueError("a number") from None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise NoValueError("a number")
    return float(value)


def _integer(value: Json) -> int:
    number = _number(value)
    if not number.is_integer() or abs(number) >= _LARGEST:
        raise NoValueError("a whole number")
    return int(number)


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise NoValueError("true or false")
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise NoValueError("a list")
    return value


def _map(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise NoValueError("a map")
    return value


def _words(value: Json) -> list[str]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list):
        raise NoValueError("a list of texts")
    return [one.strip() for one in value if isinstance(one, str) and one.strip()]


def _ids(value: Json) -> list[str]:
    """A list of ids, or of records with an id; a map sorts them by type."""
    if isinstance(value, dict):
        value = [one for part in value.values() if isinstance(part, list) for one in part]
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise NoValueError("a list of ids")
    ids = (one.get("id") if isinstance(one, dict) else one for one in value)
    return [str(one) for one in ids if isinstance(one, str | int)]


def _judgement(value: Json) -> dict[str, Json]:
    """`{"status": "verified", "reason": …, "at": …}`, or the status alone."""
    if isinstance(value, str):
        value = {"status": value}
    if not isinstance(value, dict):
        raise NoValueError("a map with a status")
    status, reason = value.get("status", value.get("verdict")), value.get("reason", value.get("explanation"))
    return {
        "status": status if isinstance(status, str) else None,
        "reason": reason if isinstance(reason, str) else None,
        "at": parse_time(value.get("at", value.get("verified_at"))),
    }


def _content(value: Json) -> str:
    """The text of a message, which may be a block or a list of them."""
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        value = [value]
    return _text(value) if not isinstance(value, list) else "\n".join(block_texts(value))


def block_texts(blocks: Iterable[Json]) -> list[str]:
    """The texts of those blocks of a message that are texts."""
    found = []
    for one in blocks:
        text = one.get("text") if isinstance(one, dict) else one
        if isinstance(text, str) and text:
            found.append(text)
    return found


_READERS: dict[str, Callable[[Json], Json]] = {
    "time": _time,
    "word": _word,
    "id": _word,
    "text": _text,
    "number": _number,
    "integer": _integer,
    "flag": _flag,
    "list": _list,
    "map": _map,
    "words": _words,
    "ids": _ids,
    "judgement": _judgement,
    "content": _content,
}


def tamed(value: Json, depth: int = 0) -> Json:
    """A JSON value that every store takes: no lone surrogates, no number beyond 64 bits. Raises ValueError when it is
    nested too deeply."""
    if depth > MOST_DEPTH:
        raise ValueError("it is nested too deeply")
    if isinstance(value, str):
        return value.encode(errors="replace").decode() if not value.isascii() else value
    if isinstance(value, dict):
        return {tamed(key, depth): tamed(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [tamed(one, depth + 1) for one in value]
    if isinstance(value, int) and abs(value) >= _LARGEST:
        return str(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
