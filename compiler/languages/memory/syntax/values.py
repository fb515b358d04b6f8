"""The values of fields: converts what a source writes to the type of the field."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from compiler.languages.memory.syntax.timestamps import parse_time

Json = Any

MAX_DEPTH = 60  # of lists and maps nested in each other
_MAX_INTEGER = 2**63


class InvalidValueError(ValueError):
    """The value does not fit its field. The argument says what it must be."""


def read_value(kind: str, value: Json) -> Json:
    """Convert a value to a kind (a key of `_READERS`). Raises InvalidValueError."""
    return _READERS[kind](value)


def _time(value: Json) -> Json:
    at = parse_time(value)
    if at is None:
        raise InvalidValueError("a time such as 2026-03-01T09:00:00Z")
    return at


def _word(value: Json) -> str:
    if isinstance(value, str) and value.strip():
        return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise InvalidValueError("a text that is not empty")


def _text(value: Json) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict | list | int | float):
        return orjson.dumps(value).decode()
    raise InvalidValueError("a text")


def _number(value: Json) -> float:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise InvalidValueError("a number") from None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise InvalidValueError("a number")
    return float(value)


def _integer(value: Json) -> int:
    number = _number(value)
    if not number.is_integer() or abs(number) >= _MAX_INTEGER:
        raise InvalidValueError("a whole number")
    return int(number)


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise InvalidValueError("true or false")
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise InvalidValueError("a list")
    return value


def _map(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise InvalidValueError("a map")
    return value


def _words(value: Json) -> list[str]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list):
        raise InvalidValueError("a list of texts")
    return [item.strip() for item in value if isinstance(item, str) and item.strip()]


def _ids(value: Json) -> list[str]:
    """A list of ids, or of records with an id, or a map of such lists by type."""
    if isinstance(value, dict):
        value = [item for part in value.values() if isinstance(part, list) for item in part]
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise InvalidValueError("a list of ids")
    ids = (item.get("id") if isinstance(item, dict) else item for item in value)
    return [str(listed_id) for listed_id in ids if isinstance(listed_id, str | int)]


def _verification(value: Json) -> dict[str, Json]:
    """`{"status": "verified", "reason": …, "at": …}`, or the status alone as a text."""
    if isinstance(value, str):
        value = {"status": value}
    if not isinstance(value, dict):
        raise InvalidValueError("a map with a status")
    status, reason = value.get("status", value.get("verdict")), value.get("reason", value.get("explanation"))
    return {
        "status": status if isinstance(status, str) else None,
        "reason": reason if isinstance(reason, str) else None,
        "at": parse_time(value.get("at", value.get("verified_at"))),
    }


def _content(value: Json) -> str:
    """The text of a message, which may be a text, a block, or a list of blocks."""
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        value = [value]
    return _text(value) if not isinstance(value, list) else "\n".join(block_texts(value))


def block_texts(blocks: Iterable[Json]) -> list[str]:
    """Return the texts of those blocks of a message that have one."""
    texts = []
    for block in blocks:
        text = block.get("text") if isinstance(block, dict) else block
        if isinstance(text, str) and text:
            texts.append(text)
    return texts


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
    "verification": _verification,
    "content": _content,
}


def sanitized(value: Json, depth: int = 0) -> Json:
    """Return a JSON value without lone surrogates, numbers beyond 64 bits, NaN and infinities, which SQLite cannot
    store. Raises ValueError if the value is nested too deeply."""
    if depth > MAX_DEPTH:
        raise ValueError("it is nested too deeply")
    if isinstance(value, str):
        return value.encode(errors="replace").decode() if not value.isascii() else value
    if isinstance(value, dict):
        return {sanitized(key, depth): sanitized(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [sanitized(item, depth + 1) for item in value]
    if isinstance(value, int) and abs(value) >= _MAX_INTEGER:
        return str(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
