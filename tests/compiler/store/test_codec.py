"""Encoding units: decoding gives an equal unit, or the unit is not encoded."""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Code, Phase
from compiler.model.spans import Span
from compiler.store import codec
from tests.compiler.tables import table
from tests.paths import ROOT

SPAN = Span("a.md", 1, 2, 3, 4)
BROKEN = Code("TST001", "error", Phase.PARSE, "Broken.")


@table(
    "value",
    [
        None,
        (),
        ("a", 1, 2.5, True, None, b"x"),
        [1, [2, (3, [SPAN])], {"k": (SPAN, "v")}],
        {"plain": [1, 2], 3: {"deep": ("x",)}},
        SPAN,
        (SPAN, ("x", SPAN), ()),
        BROKEN.at(SPAN, suggestion="Mend it."),
        Phase.RESOLVE,
        {"a": Phase.PARSE, "b": [Phase.CROSS]},
    ],
)
def test_codec_returns_an_equal_value(value: Any) -> None:
    body = codec.encode(value)
    assert body is not None
    back = codec.decode(body)
    assert back == value
    assert repr(back) == repr(value)  # equal is not enough: a named tuple equals a tuple, and True equals 1


@table("value", [datetime.date(2024, 1, 1), object(), {SPAN: 1}, type("Text", (str,), {})("x"), {1, 2}])
def test_codec_encodes_only_what_has_an_exact_form(value: Any) -> None:
    assert codec.encode((SPAN, [value])) is None


def test_canonical_bytes_of_equal_values_are_equal() -> None:
    text = "".join(["sh", "ared"])
    assert codec.canonical((text, text)) == codec.canonical(("".join(["sh", "ared"]), "shared"))


@table("damage", [b"", b"\0", b"nonsense", b"[\2\0\0\0" * 50])
def test_decode_refuses_other_bytes(damage: bytes) -> None:
    with pytest.raises(ValueError, match="not an encoded unit"):
        codec.decode(damage)


def test_decode_calls_no_class_but_records_of_the_compiler() -> None:
    body = codec.encode(SPAN)
    assert body is not None
    with pytest.raises(ValueError, match="not an encoded unit"):
        codec.decode(body.replace(b"compiler.model.spans:Span", b"compiler.disk.cache_directory:read"))


def test_codec_returns_equal_units_of_all_samples() -> None:
    parsed = [*units_of_samples()]
    differing = [
        path for path, value in parsed if not (body := codec.encode(value)) or repr(codec.decode(body)) != repr(value)
    ]
    assert differing == []
    assert len(parsed) > 200


def units_of_samples() -> Iterator[tuple[Path, tuple[Any, ...]]]:
    """Each file of the samples, with its unit and diagnostics in each language that claims it."""
    for path in sorted(path for path in (ROOT / "worlds").rglob("*") if path.is_file()):
        content = path.read_bytes()
        for language in filter(lambda one: one.claims(path.name), LANGUAGES):
            if language.binary and language.is_binary(path.name):
                unit, diagnostics = language.binary.parse(path.name, content)
            else:
                unit, diagnostics = language.parse(path.name, content.decode())
            yield path, (unit, tuple(diagnostics))
