"""Values within a line of the frontmatter: scalars, the overrides of an entity, the signature of a property.

The grammar is `values.lark`. Text that it cannot read is plain text and no error.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from lark import Lark, Token, UnexpectedInput

from compiler.languages.world.records import ElementType, EntityRef, Scalar
from compiler.text.grammars import load

_CACHE_SIZE = 4096  # texts; worlds repeat their values
_MAX_LIST_DEPTH = 64  # deeper lists are plain text
_INTEGER_LIMIT = 2**63  # integers from here on are floats

Pair = tuple[str, Scalar]
Result = TypeVar("Result")


class Signature(NamedTuple):
    """The type of a property. The fields are those of `PropertyDecl`."""

    value_type: str
    raw_type: str | None = None
    values: tuple[str, ...] | None = None
    minimum: float | None = None
    maximum: float | None = None
    ref_type: str | None = None
    element: ElementType | None = None


@lru_cache(_CACHE_SIZE)
def scalar(text: str) -> Scalar:
    """The value of a text. Example: `scalar("[a, 2]")` is `("a", 2)`."""
    text = text.strip()
    value: Scalar = _parsed_or("scalar", text, lambda: _unquoted(text))
    return value


@lru_cache(_CACHE_SIZE)
def overrides(text: str) -> tuple[Pair, ...]:
    """The pairs between the braces of an entity. Example: `overrides("trust: 2")` is `(("trust", 2),)`."""
    pairs: list[Pair] = _parsed_or("overrides", text.strip(), lambda: _pairs(text))
    return tuple(dict(pairs).items())


@lru_cache(_CACHE_SIZE)
def signature(text: str) -> Signature:
    """The type of a property. Example: `signature("int(0, 5)")` is an integer between 0.0 and 5.0."""
    text = text.strip()
    found: Signature = _parsed_or("signature", text, lambda: Signature("string", text))
    return found


def names(text: str) -> tuple[str, ...]:
    """Comma-separated names without their `@`. Empty names are left out."""
    trimmed = (name.strip().removeprefix("@") for name in text.split(","))
    return tuple(name for name in trimmed if name)


@cache
def _grammar() -> Lark:
    path = Path(__file__).with_name("values.lark")
    return load(path, start=["scalar", "overrides", "signature", "element"], rules=_Values())


def _parsed_or(start: str, text: str, fallback: Callable[[], Any]) -> Any:
    if text.count("[") > _MAX_LIST_DEPTH and _depth(text) > _MAX_LIST_DEPTH:
        return fallback()
    try:
        return _grammar().parse(text, start)
    except UnexpectedInput:
        return fallback()


def _depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        deepest = max(deepest, depth)
    return deepest


def _pairs(text: str) -> list[Pair]:
    """The pairs of overrides whose brackets do not match: every comma ends a pair."""
    pieces = (piece.partition(":") for piece in text.split(","))
    return [(key.strip(), scalar(value)) for key, colon, value in pieces if colon]


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] in "\"'" and text[0] == text[-1]
    return text[1:-1] if quoted else text


class _Values:
    """The actions of the rules in `values.lark`."""

    def list(self, *items: Scalar | None) -> Scalar:
        return tuple(item for item in items if item is not None)

    def true(self, _: Token) -> Scalar:
        return True

    def false(self, _: Token) -> Scalar:
        return False

    def entity(self, token: Token) -> Scalar:
        return EntityRef(token[1:])

    def integer(self, token: Token) -> Scalar:
        # Python refuses to convert thousands of digits to an integer. Such a number is a float anyway.
        value = int(token) if len(token) < 100 else _INTEGER_LIMIT
        return value if -_INTEGER_LIMIT <= value < _INTEGER_LIMIT else float(token)

    def number(self, token: Token) -> Scalar:
        return float(token)

    def text(self, token: Token) -> Scalar:
        return _unquoted(token.strip())

    def overrides(self, *pairs: Pair | None) -> Any:
        return [pair for pair in pairs if pair is not None]

    def override(self, key: Token, value: Scalar | None) -> Pair:
        return key.rstrip()[:-1].rstrip(), "" if value is None else value

    def plain(self, word: Token) -> Signature:
        return Signature(_LONG_FORMS[word])

    def between(self, word: Token, arguments: Token) -> Signature:
        bounds = _arguments(arguments).split(",")
        minimum, maximum = map(_bound, bounds) if len(bounds) == 2 else (None, None)
        return Signature(_LONG_FORMS[word], minimum=minimum, maximum=maximum)

    def enum(self, arguments: Token | None) -> Signature:
        if arguments is None:
            return Signature("enum")
        return Signature("enum", values=tuple(value.strip() for value in _arguments(arguments).split(",")))

    def ref(self, arguments: Token | None) -> Signature:
        return Signature("ref", ref_type=None if arguments is None else _arguments(arguments).strip())

    def list_of(self, arguments: Token | None) -> Signature:
        if arguments is None:
            return Signature("list")
        inner: Signature = _parsed_or("element", _arguments(arguments).strip(), lambda: Signature("string"))
        return Signature("list", element=ElementType(inner.value_type, inner.values, inner.ref_type))


_LONG_FORMS = {
    "bool": "boolean",
    "boolean": "boolean",
    "int": "integer",
    "integer": "integer",
    "num": "number",
    "number": "number",
    "str": "string",
    "string": "string",
}


def _arguments(token: Token) -> str:
    return token[1:-1]


def _bound(text: str) -> float | None:
    value = scalar(text)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
