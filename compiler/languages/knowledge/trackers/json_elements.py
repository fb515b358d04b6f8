"""The elements of a list in JSON, each by itself: one that is no JSON costs only itself.

A file that is cut off, or was edited by hand, is read as far as its elements can be told apart.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import orjson

from compiler.model.reasons import words_of

Json = Any
Shape = Callable[[Json], frozenset[str]]  # the keys of an element that is a record, none of any other value

MAX_TRIES = 2_000  # at what may be the next element, in one file
LOOKED_AT = 20  # objects that may be the next element while none was read
LIKENESS = 0.75  # share of the keys of the elements before that the next one has

_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"[ \t\r\n,]*")
_OBJECT = re.compile(r"[,\[][ \t\r\n]*(?=\{)")


class Element(NamedTuple):
    """One element between two offsets. `value` is None where it is no JSON, and `reason` says why."""

    value: Json
    start: int
    end: int
    reason: str = ""


def list_at(text: str, key: str) -> int | None:
    """The offset behind the `[` of the list that is the text, or, with a key, that its object has under the key. None
    if there is none."""
    at = _skip(text, 0)
    if not key:
        return at + 1 if text.startswith("[", at) else None
    if not text.startswith("{", at):
        return None
    try:
        return _member(text, at + 1, key)
    except (ValueError, RecursionError):
        found = re.compile(rf'"{key}"[ \t\r\n]*:[ \t\r\n]*\[').search(text)
        return found.end() if found else None


def elements(text: str, at: int, shape: Shape) -> Iterator[Element]:
    """The elements of the list that begins at an offset. What follows an element that is no JSON is found by its shape:
    an object with the keys of the others."""
    known: frozenset[str] = frozenset()
    tries = MAX_TRIES
    while (at := _skip(text, at)) < len(text):
        if text[at] == "]" and _is_end(text, at):
            following = _skip(text, at + 1)
            if not text.startswith("[", following):  # several lists, one behind the other, are one
                return
            at = following + 1
            continue
        found = _decoded(text, at)
        if found.reason:
            found, tries = _up_to_next(text, found, known, shape, tries)
        known = known or shape(found.value)
        yield found
        at = max(found.end, at + 1)


def _member(text: str, at: int, key: str) -> int | None:
    """The offset behind the `[` of a member of the object whose members begin at an offset. Raises ValueError."""
    while (at := _skip(text, at)) < len(text) and text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if not text.startswith(":", at):
            raise ValueError("no member")
        at = _skip(text, at + 1)
        if name == key and text.startswith("[", at):
            return at + 1
        at = _DECODER.raw_decode(text, at)[1]
    return None


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _is_end(text: str, at: int) -> bool:
    """Whether a `]` ends the list: nothing follows it, or what may follow a list in an object."""
    following = _skip(text, at + 1)
    return following >= len(text) or text[following] in '}"['


def _decoded(text: str, at: int) -> Element:
    try:
        end = _DECODER.raw_decode(text, at)[1]
    except RecursionError:
        return Element(None, at, at, "it is nested too deep")
    except json.JSONDecodeError as error:
        return Element(None, at, at, f"it is no JSON ({words_of(error.msg)})")
    except ValueError:
        return Element(None, at, at, "a number in it is too long")
    try:
        return Element(orjson.loads(text[at:end].encode(errors="surrogatepass")), at, end)
    except ValueError:  # what Python reads and JSON has not: NaN, half a pair of surrogates
        return Element(None, at, end, "it has a value that JSON has not")


def _up_to_next(text: str, wrong: Element, known: frozenset[str], shape: Shape, tries: int) -> tuple[Element, int]:
    """The wrong element up to the next that is a record, and how many tries are left. Without one it reaches to the end
    of the text."""
    best, most, seen = len(text), 0, 0
    for found in _OBJECT.finditer(text, max(wrong.start + 1, wrong.end - 1)):
        if tries <= 0:
            break
        tries -= 1
        keys = shape(_decoded(text, found.end()).value)
        if known and len(keys & known) >= LIKENESS * len(known):
            return wrong._replace(end=found.end()), tries
        if not known and keys:
            seen += 1
            if len(keys) > most:
                best, most = found.end(), len(keys)
            if seen == LOOKED_AT:
                break
    return wrong._replace(end=best), tries
