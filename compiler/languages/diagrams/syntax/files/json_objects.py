"""JSON objects that know where they stand, and fields that are read with a word about what is wrong.

`read_json` gives plain values, but objects as `JsonObject`. A `Fields` reads one object for a record: a field of a
wrong type becomes a diagnostic and its default, never an exception.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span, whole_file

BRACES = re.compile(r'"(?:[^"\\]|\\.|(?!))*+"|[{}]', re.DOTALL)
SURROGATES = re.compile("[\ud800-\udfff]")
MOST = 2**53 - 1  # the largest whole number that every reader of JSON takes for the same
LONGEST_SHOWN = 60

IGNORED = "it is ignored"


class JsonObject(dict[str, Any]):
    """An object of a JSON text, with its place in the file."""

    span: Span


def read_json(path: str, text: str) -> tuple[Any, list[Diagnostic]]:
    """The value of a JSON text; None and a diagnostic when it is not valid."""
    places = _Places(path, text)
    braces = _objects(text)

    def located(pairs: dict[str, Any]) -> JsonObject:
        # The decoder finishes objects in the order of their closing braces, and so does `_objects`.
        made = JsonObject(pairs)
        made.span = places.span(*next(braces, (0, 0)))
        return made

    try:
        return json.loads(text, object_hook=located), []
    except json.JSONDecodeError as error:
        at = places.span(error.pos, error.pos)
        return None, [codes.BAD_JSON.at(at, reason=f"{error.msg} at line {at.start_line}, column {at.start_col}")]
    except (RecursionError, ValueError):
        reason = "it is nested too deeply, or holds a number with thousands of digits"
        return None, [codes.BAD_JSON.at(whole_file(path), reason=reason)]


def _objects(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each object, in the order of the closing braces."""
    open_: list[int] = []
    for match in BRACES.finditer(text):
        if match[0] == "{":
            open_.append(match.start())
        elif match[0] == "}" and open_:
            yield open_.pop(), match.end()


class _Places:
    """Offsets in a text as lines and columns in bytes."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        return Span(self.path, *self.position(start), *self.position(end))

    def position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, offset)
        before = self.text[self.line_starts[line - 1] : offset]
        return line, len(before.encode("utf-8", "replace")) + 1


def clean(text: str) -> str:
    """A text that can be written: half of a surrogate pair, which JSON can spell, is no character."""
    return SURROGATES.sub("\ufffd", text)


def is_id(text: str) -> bool:
    """Whether a text can be an id at all."""
    return text != "" and "/" not in text


def is_ref(text: str) -> bool:
    """Whether a text is written like a reference to an object of a diagram: `d:checkout/flow/node/n:pay`."""
    parts = text.removeprefix("d:").split("/")
    return text.startswith("d:") and len(parts) >= 3 and all(parts)


class Fields:
    """The fields of one object. `what` names it for people; the findings go to `found`."""

    def __init__(self, values: JsonObject, what: str, found: list[Diagnostic]) -> None:
        self.values, self.what, self.found = values, what, found
        self.span = values.span

    def text(self, field: str, *, consequence: str = IGNORED) -> str | None:
        """The text of an optional field; None also for null and, with a finding, for another type."""
        value = self.values.get(field)
        if isinstance(value, str):
            return clean(value)
        if value is not None:
            self.wrong(field, value, "a text", consequence)
        return None

    def needed(self, field: str, *, consequence: str) -> str | None:
        """The text of a required field; None, with a finding, when it is missing or no text."""
        if self.values.get(field) is None:
            what = self.what[:1].upper() + self.what[1:]
            self.found.append(codes.MISSING_FIELD.at(self.span, what=what, field=field, consequence=consequence))
            return None
        return self.text(field, consequence=consequence)

    def id(self, field: str, *, consequence: str) -> str | None:
        """The id in a required field."""
        value = self.needed(field, consequence=consequence)
        return value if value is None or self.is_good_id(field, value, consequence) else None

    def ref(self, field: str, *, consequence: str) -> str | None:
        """The reference in a required field."""
        value = self.needed(field, consequence=consequence)
        return value if value is None or self.good_ref(field, value, consequence) else None

    def refs(self, field: str) -> tuple[str, ...]:
        """The references in an optional list; what is none is left out, with a finding."""
        return tuple(one for one in self.texts(field) if self.good_ref(field, one, IGNORED))

    def good_ref(self, field: str, ref: str, consequence: str) -> bool:
        if is_ref(ref):
            return True
        said = codes.BAD_REF.at(self.span, field=field, what=self.what, found=shown(ref), consequence=consequence)
        self.found.append(said)
        return False

    def number(self, field: str, most: int = MOST) -> int:
        """A whole number from 0, 0 when left out; one above `most` is `most`."""
        value = self.values.get(field)
        if value is None:
            return 0
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.wrong(field, value, "a whole number from 0", "it counts as 0")
            return 0
        return min(value, most)

    def texts(self, field: str) -> tuple[str, ...]:
        """The texts of an optional list."""
        return tuple(clean(one) for one in self.items(field, str, "a list of texts"))

    def objects(self, field: str, what: str) -> Iterator["Fields"]:
        """The objects of an optional list, each called `what` and its number from 1, until it has a better name."""
        for number, one in enumerate(self.items(field, JsonObject, "a list of objects"), 1):
            yield Fields(one, f"{what} {number}", self.found)

    def pairs(self, field: str) -> tuple[tuple[str, str], ...]:
        """The pairs of text and text of an optional object."""
        value = self.values.get(field)
        if value is None:
            return ()
        if not isinstance(value, JsonObject):
            self.wrong(field, value, "an object", IGNORED)
            return ()
        bad = [key for key, one in value.items() if not isinstance(one, str)]
        if bad:
            self.wrong(f"{field}.{clean(bad[0])}", value[bad[0]], "a text", IGNORED)
        return tuple((clean(key), clean(one)) for key, one in value.items() if isinstance(one, str))

    def ids(self, field: str) -> tuple[tuple[str, str], ...]:
        """The pairs of name and id of an optional object; what is no id is left out, with a finding."""
        pairs = self.pairs(field)
        for key, value in pairs:
            self.is_good_id(f"{field}.{key}", value, IGNORED)
        return tuple((key, value) for key, value in pairs if is_id(value))

    def is_good_id(self, field: str, value: str, consequence: str) -> bool:
        """Whether a text can be an id; says so if not."""
        if not is_id(value):
            said = codes.BAD_ID.at(self.span, field=field, what=self.what, found=shown(value), consequence=consequence)
            self.found.append(said)
        return is_id(value)

    def items(self, field: str, kind: type, wanted: str) -> list[Any]:
        """The values of one type in an optional list."""
        value = self.values.get(field)
        if value is None:
            return []
        if not isinstance(value, list):
            self.wrong(field, value, wanted, IGNORED)
            return []
        bad = [one for one in value if not isinstance(one, kind)]
        if bad:
            self.wrong(field, bad[0], wanted, "what is not is left out")
        return [one for one in value if isinstance(one, kind)]

    def wrong(self, field: str, value: object, wanted: str, consequence: str) -> None:
        said = codes.WRONG_FIELD.at(
            self.span, field=field, what=self.what, found=shown(value), wanted=wanted, consequence=consequence
        )
        self.found.append(said)


def shown(value: object) -> str:
    """A value as a message shows it: `` `"d:"` ``, an object, a list of 3 values."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)} values"
    text = clean(json.dumps(value, ensure_ascii=False))
    return f"`{text[:LONGEST_SHOWN]}…`" if len(text) > LONGEST_SHOWN else f"`{text}`"
