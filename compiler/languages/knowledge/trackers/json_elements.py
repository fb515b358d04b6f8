"""The elements of a list in JSON, each by itself: one that is no JSON costs only itself.

A file that is cut off, or was edited by hand, is read as far as its elements can be told apart.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import orjson

from compiler.model.reasons import words_of

Json = Any
Shape = Callable[[Json], frozenset[str]]  # the keys of an element that is a record, none of any other value

MAX_TRIES = 2_000  # at what may be the next element, in one file
MAX_LISTS = 20  # that are looked at for issues, in one file
MAX_AROUND = 50  # ends of objects around a list, and parts of them behind it
MAX_INNER = 10  # lists within the list whose elements are read
LOOKED_AT = 20  # objects that may be the next element while none was read
WINDOW = 4_096  # characters of a text that are decoded at first; then ever more, if a value does not end there
LIKENESS = 0.9  # share of the keys of the elements before that the next one has

_NEAR = 100  # characters before the end of a window, in which an error may come of the end
_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"[ \t\r\n,]*")
_BRACE = re.compile(r"^([ \t]*)\{", re.MULTILINE)
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
    at = skip_blanks(text, 0)
    if not key:
        return at + 1 if text.startswith("[", at) else None
    if not text.startswith("{", at):
        return None
    try:
        return _member(text, at + 1, key)
    except (ValueError, RecursionError):
        found = re.compile(rf'"{key}"[ \t\r\n]*:[ \t\r\n]*\[').search(text)
        return found.end() if found else None


def lists_under(text: str, keys: Sequence[str]) -> Iterator[int]:
    """The offsets behind the `[` of the lists that may be meant: the text itself, or the first ones that some object in
    it has under one of the keys."""
    at = skip_blanks(text, 0)
    if text.startswith("[", at):
        yield at + 1
    elif text.startswith("{", at):
        named = re.compile(rf'"(?:{"|".join(keys)})"[ \t\r\n]*:[ \t\r\n]*\[')
        yield from (found.end() for found in islice(named.finditer(text, at), MAX_LISTS))


def elements(text: str, at: int, shape: Shape) -> Iterator[Element]:
    """The elements of the list that begins at an offset. What follows an element that is no JSON is found by its place:
    an object that begins a line as the first one does; where they stand in one line by its shape: an object with the
    keys of the others. The elements of a list within the list are elements, too."""
    search, inner = _Search(_line_begin(text, skip_blanks(text, at)), shape), 0
    while (at := skip_blanks(text, at)) < len(text):
        if text[at] == "]" and _is_end(text, at):
            following = skip_blanks(text, at + 1)
            if not text.startswith("[", following):  # several lists, one behind the other, are one
                return
            at = following + 1
            continue
        if text[at] == "]" and inner:
            inner, at = inner - 1, at + 1
            continue
        found = decoded(text, at)
        is_list = inner < MAX_INNER and isinstance(found.value, list)
        if is_list and any(map(shape, found.value)):  # a bracket too many costs none of them
            inner, found = inner + 1, Element(None, at, at + 1, "a list begins where a record should")
        elif found.reason:
            found = found._replace(end=search.next_after(text, max(found.start + 1, found.end - 1)))
        search.known = search.known or shape(found.value)
        yield found
        at = max(found.end, at + 1)


def _member(text: str, at: int, key: str) -> int | None:
    """The offset behind the `[` of a member of the object whose members begin at an offset. Raises ValueError."""
    while (at := skip_blanks(text, at)) < len(text) and text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        at = skip_blanks(text, at)
        if not text.startswith(":", at):
            raise ValueError("no member")
        at = skip_blanks(text, at + 1)
        if name == key and text.startswith("[", at):
            return at + 1
        at = _DECODER.raw_decode(text, at)[1]
    return None


def skip_blanks(text: str, at: int) -> int:
    """Return the offset behind the blanks and commas at an offset."""
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _is_end(text: str, at: int) -> bool:
    """Whether a `]` ends the list: nothing follows it but another list, or the rest of the objects around it."""
    following = skip_blanks(text, at + 1)
    if text.startswith("[", following):
        return True
    for _ in range(MAX_AROUND):
        if following >= len(text):
            return True
        if text[following] == '"':
            rest = decoded(text, following, "{")
            if rest.reason:
                return False
            following = rest.end
        elif text[following] == "}":
            following += 1
        else:
            return False
        following = skip_blanks(text, following)
    return False


def _leads_to_end(text: str, at: int) -> bool:
    """Whether from an offset on there are elements without a mistake up to the end of the list."""
    while not (found := decoded(text, at)).reason:
        at = skip_blanks(text, found.end)
        if text.startswith("]", at):
            return _is_end(text, at)
    return False


def decoded(text: str, at: int, before: str = "", window_size: int = WINDOW) -> Element:
    """Return the value that begins at an offset, with `before` in front of it.

    It is looked for in a window of the text: an error of Python's decoder counts the lines of all that it was given.
    """
    size = window_size
    while True:
        window, is_cut = before + text[at : at + size], at + size < len(text)
        size *= 4
        try:
            end = _DECODER.raw_decode(window)[1]
        except RecursionError:
            return Element(None, at, at, "it is nested too deep")
        except json.JSONDecodeError as error:
            if is_cut and _is_of_cut(error, len(window)):
                continue
            return Element(None, at, at, f"it is no JSON ({words_of(error.msg)})")
        except ValueError:
            return Element(None, at, at, "a number in it is too long")
        if not is_cut or end < len(window) - len("e+"):  # behind which a number may go on
            break
    behind = at + end - len(before)
    try:
        return Element(orjson.loads(window[:end].encode(errors="surrogatepass")), at, behind)
    except ValueError:  # what Python reads and JSON has not: NaN, half a pair of surrogates
        return Element(None, at, behind, "it has a value that JSON has not")


def _is_of_cut(error: json.JSONDecodeError, size: int) -> bool:
    """Whether an error may be there only because a window of so many characters ends."""
    return error.pos >= size - _NEAR or error.msg.startswith("Unterminated string")


def _line_begin(text: str, at: int) -> "re.Pattern[str] | None":
    """What begins a line with an element: the blanks before the first one; if that has lost its brace, the fewest
    before any brace that begins a line. None if elements do not begin lines."""
    if not text.startswith("{", at):
        found = min(_BRACE.finditer(text, at), key=lambda brace: len(brace[1]), default=None)
        at = found.end(1) if found else at
    start = text.rfind("\n", 0, at) + 1
    before = text[start:at]
    return re.compile(rf"^{re.escape(before)}(?=\{{)", re.MULTILINE) if start and not before.strip() else None


class _Search:
    """Looks for the next element behind one that is wrong. `known` are the keys of the first that was right."""

    def __init__(self, line_begin: "re.Pattern[str] | None", shape: Shape) -> None:
        self._line_begin = line_begin
        self._shape = shape
        self._tries = MAX_TRIES
        self.known: frozenset[str] = frozenset()

    def next_after(self, text: str, at: int) -> int:
        """The offset of the next element from an offset on; the end of the text if none is found."""
        if self._line_begin:
            places = (found.end() for found in self._line_begin.finditer(text, at))
            return next((place for place in self._allowed(places) if not decoded(text, place).reason), len(text))
        return self._by_shape(text, at)

    def _allowed(self, places: Iterator[int]) -> Iterator[int]:
        for place in places:
            if self._tries <= 0:
                return
            self._tries -= 1
            yield place

    def _by_shape(self, text: str, at: int) -> int:
        best, most, seen = len(text), 0, 0
        for place in self._allowed(found.end() for found in _OBJECT.finditer(text, at)):
            keys = self._shape(decoded(text, place).value)
            is_like = self.known and len(keys & self.known) >= LIKENESS * len(self.known)
            if keys and (is_like or _leads_to_end(text, place)):
                return place
            if not self.known and keys:
                seen += 1
                best, most = (place, len(keys)) if len(keys) > most else (best, most)
                if seen == LOOKED_AT:
                    break
        return best
