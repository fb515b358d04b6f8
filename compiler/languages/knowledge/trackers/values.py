"""Values of any type, read as what they should be."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Json = Any
MAX_NUMBER = 10**9


def text_of(value: Json) -> str:
    """A text without blanks around it; "" for any other value."""
    return value.strip() if isinstance(value, str) else ""


def object_of(value: Json) -> Mapping[str, Json]:
    """An object; an empty one for any other value."""
    return value if isinstance(value, dict) else {}


def objects_of(value: Json) -> Iterator[Mapping[str, Json]]:
    """The objects of a list, or of the `nodes` of an object, as GraphQL has lists."""
    listed = value.get("nodes") if isinstance(value, dict) else value
    yield from (
        listed_object
        for listed_object in (listed if isinstance(listed, list) else ())
        if isinstance(listed_object, dict)
    )


def first_text(values: Mapping[str, Json], *names: str) -> str:
    """The first of some members that is a text with something in it, "" if none is."""
    return next((found for name in names if (found := text_of(values.get(name)))), "")


def number_of(value: Json) -> int | None:
    """A number from 1 to a thousand million; None for any other value."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and 0 < value < MAX_NUMBER
    return value if is_number else None


def names_in(value: Json, *keys: str) -> Iterator[str]:
    """The names in a list of texts or of objects, which have them under one of these keys."""
    listed = value.get("nodes") if isinstance(value, dict) else value
    for listed_object in listed if isinstance(listed, list) else ():
        found = first_text(listed_object, *keys) if isinstance(listed_object, dict) else text_of(listed_object)
        if found:
            yield found


def joined(names: Iterable[str]) -> str:
    """Names with commas between, each once."""
    return ", ".join(dict.fromkeys(names))
