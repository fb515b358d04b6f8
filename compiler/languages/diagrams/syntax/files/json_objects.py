"""JSON objects with their spans, and a reader of their fields that reports what is wrong.

`read_json` returns plain values, and objects as `JsonObject`. `Fields` reads one object: a field of a wrong type gives
a diagnostic and a default, never an exception.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.model.diagnostics import Diagnostic
from compiler.model.reasons import words_of
from compiler.model.spans import Span, whole_file
from compiler.text.surrogates import replace_surrogates

BRACES = re.compile(r'"(?:[^"\\]|\\.|(?!))*+"|[{}]', re.DOTALL)
MAX_NUMBER = 2**53 - 1  # the largest whole number that every JSON reader reads exactly
MAX_SHOWN = 60

IGNORED = "it is ignored"


class JsonObject(dict[str, Any]):
    """An object of a JSON text, with its span."""

    span: Span


def read_json(path: str, text: str) -> tuple[Any, list[Diagnostic]]:
    """Return the value of a JSON text and no diagnostics, or None and a diagnostic when the text is not valid."""
    positions = _Positions(path, text)
    offsets = _object_offsets(text)

    def located(pairs: dict[str, Any]) -> JsonObject:
        # The decoder finishes objects in the order of their closing braces, which is the order of `offsets`.
        value = JsonObject(pairs)
        value.span = positions.span(*next(offsets, (0, 0)))
        return value

    try:
        return json.loads(text, object_hook=located), []
    except json.JSONDecodeError as error:
        at = positions.span(error.pos, error.pos)
        return None, [
            codes.BAD_JSON.at(at, reason=f"{words_of(error.msg)} at line {at.start_line}, column {at.start_col}")
        ]
    except (RecursionError, ValueError):
        reason = "it is nested too deeply, or holds a number with thousands of digits"
        return None, [codes.BAD_JSON.at(whole_file(path), reason=reason)]


def _object_offsets(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each object, in the order of the closing braces."""
    open_: list[int] = []
    for match in BRACES.finditer(text):
        if match[0] == "{":
            open_.append(match.start())
        elif match[0] == "}" and open_:
            yield open_.pop(), match.end()


class _Positions:
    """Converts offsets in a text to lines and columns in bytes."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        return Span(self.path, *self.position(start), *self.position(end))

    def position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, offset)
        before = self.text[self.line_starts[line - 1] : offset]
        return line, len(before.encode("utf-8", "replace")) + 1


def is_id(text: str) -> bool:
    """Whether a text can be an id."""
    return text != "" and "/" not in text


def is_ref(text: str) -> bool:
    """Whether a text has the form of a reference to an object of a diagram: `d:checkout/flow/node/n:pay`."""
    parts = text.removeprefix("d:").split("/")
    return text.startswith("d:") and len(parts) >= 3 and all(parts)


class Fields:
    """Reads the fields of one object. `what` names the object in messages; diagnostics are added to `diagnostics`."""

    def __init__(self, values: JsonObject, what: str, diagnostics: list[Diagnostic]) -> None:
        self.values, self.what, self.diagnostics = values, what, diagnostics
        self.span = values.span

    def text(self, field: str, *, consequence: str = IGNORED) -> str | None:
        """The text of an optional field; None when it is missing, null or, with a diagnostic, of another type."""
        value = self.values.get(field)
        if isinstance(value, str):
            return replace_surrogates(value)
        if value is not None:
            self.wrong(field, value, "a text", consequence)
        return None

    def required(self, field: str, *, consequence: str) -> str | None:
        """The text of a required field; None, with a diagnostic, when it is missing or of another type."""
        if self.values.get(field) is None:
            what = self.what[:1].upper() + self.what[1:]
            self.diagnostics.append(codes.MISSING_FIELD.at(self.span, what=what, field=field, consequence=consequence))
            return None
        return self.text(field, consequence=consequence)

    def id(self, field: str, *, consequence: str) -> str | None:
        """The id in a required field; None, with a diagnostic, when it is not an id."""
        value = self.required(field, consequence=consequence)
        return value if value is None or self.check_id(field, value, consequence) else None

    def ref(self, field: str, *, consequence: str) -> str | None:
        """The reference in a required field; None, with a diagnostic, when it is not a reference."""
        value = self.required(field, consequence=consequence)
        return value if value is None or self.check_ref(field, value, consequence) else None

    def refs(self, field: str) -> tuple[str, ...]:
        """The references in an optional list. Other values are left out, with a diagnostic."""
        return tuple(text for text in self.texts(field) if self.check_ref(field, text, IGNORED))

    def check_ref(self, field: str, ref: str, consequence: str) -> bool:
        """Return whether a text is a reference, and report it if not."""
        if not is_ref(ref):
            self.diagnostics.append(
                codes.BAD_REF.at(self.span, field=field, what=self.what, found=shown(ref), consequence=consequence)
            )
        return is_ref(ref)

    def number(self, field: str, maximum: int = MAX_NUMBER) -> int:
        """The whole number in an optional field, 0 by default and at most `maximum`."""
        value = self.values.get(field)
        if value is None:
            return 0
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.wrong(field, value, "a whole number from 0", "it counts as 0")
            return 0
        return min(value, maximum)

    def texts(self, field: str) -> tuple[str, ...]:
        """The texts of an optional list."""
        return tuple(replace_surrogates(text) for text in self.items(field, str, "a list of texts"))

    def objects(self, field: str, what: str) -> Iterator["Fields"]:
        """Yield the objects of an optional list, each named `what` and its number from 1."""
        for number, listed in enumerate(self.items(field, JsonObject, "a list of objects"), 1):
            yield Fields(listed, f"{what} {number}", self.diagnostics)

    def pairs(self, field: str) -> tuple[tuple[str, str], ...]:
        """The fields of an optional object whose values are texts."""
        value = self.values.get(field)
        if value is None:
            return ()
        if not isinstance(value, JsonObject):
            self.wrong(field, value, "an object", IGNORED)
            return ()
        bad = [key for key, text in value.items() if not isinstance(text, str)]
        if bad:
            self.wrong(f"{field}.{replace_surrogates(bad[0])}", value[bad[0]], "a text", IGNORED)
        return tuple(
            (replace_surrogates(key), replace_surrogates(text)) for key, text in value.items() if isinstance(text, str)
        )

    def ids(self, field: str) -> tuple[tuple[str, str], ...]:
        """The pairs of name and id of an optional object. Other values are left out, with a diagnostic."""
        pairs = self.pairs(field)
        for key, value in pairs:
            self.check_id(f"{field}.{key}", value, IGNORED)
        return tuple((key, value) for key, value in pairs if is_id(value))

    def check_id(self, field: str, value: str, consequence: str) -> bool:
        """Return whether a text can be an id, and report it if not."""
        if not is_id(value):
            self.diagnostics.append(
                codes.BAD_ID.at(self.span, field=field, what=self.what, found=shown(value), consequence=consequence)
            )
        return is_id(value)

    def items(self, field: str, kind: type, wanted: str) -> list[Any]:
        """The values of one type in an optional list. `wanted` names the list in messages."""
        value = self.values.get(field)
        if value is None:
            return []
        if not isinstance(value, list):
            self.wrong(field, value, wanted, IGNORED)
            return []
        bad = [item for item in value if not isinstance(item, kind)]
        if bad:
            self.wrong(field, bad[0], wanted, "what is not is left out")
        return [item for item in value if isinstance(item, kind)]

    def wrong(self, field: str, value: object, wanted: str, consequence: str) -> None:
        """Report a field of a wrong type."""
        self.diagnostics.append(
            codes.WRONG_FIELD.at(
                self.span, field=field, what=self.what, found=shown(value), wanted=wanted, consequence=consequence
            )
        )


def shown(value: object) -> str:
    """A value in a message: `` `"d:"` ``, `an object`, `a list of 3 values`."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)} values"
    text = replace_surrogates(json.dumps(value, ensure_ascii=False))
    return f"`{text[:MAX_SHOWN]}…`" if len(text) > MAX_SHOWN else f"`{text}`"
