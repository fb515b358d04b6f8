"""Units come back from bytes exactly as they were, or not at all."""

import datetime
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Code, Phase
from compiler.model.spans import Span
from compiler.store import codec
from tests.paths import ROOT

SPAN = Span("a.md", 1, 2, 3, 4)
BROKEN = Code("TST001", "error", Phase.PARSE, "Broken.")


@pytest.mark.parametrize(
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
    ids=repr,
)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    body = codec.encode(value)
    assert body is not None
    back = codec.decode(body)
    assert back == value
    assert repr(back) == repr(value)  # equal is not enough: a named tuple equals a tuple, and True equals 1


@pytest.mark.parametrize(
    "value", [datetime.date(2024, 1, 1), object(), {SPAN: 1}, type("Text", (str,), {})("x"), {1, 2}]
)
def test_what_has_no_exact_form_is_not_encoded(value: Any) -> None:
    assert codec.encode((SPAN, [value])) is None


def test_equal_values_have_the_same_canonical_bytes() -> None:
    text = "".join(["sh", "ared"])
    assert codec.canonical((text, text)) == codec.canonical(("".join(["sh", "ared"]), "shared"))


@pytest.mark.parametrize("damage", [b"", b"\0", b"nonsense", b"[\1\0\0\0" * 50])
def test_other_bytes_are_refused(damage: bytes) -> None:
    with pytest.raises(ValueError, match="not an encoded unit"):
        codec.decode(damage)


def test_no_class_but_the_compilers_records_is_ever_called() -> None:
    body = codec.encode(SPAN)
    assert body is not None
    with pytest.raises(ValueError, match="not an encoded unit"):
        codec.decode(body.replace(b"compiler.model.spans:Span", b"compiler.disk.cache_directory:read"))


@pytest.mark.parametrize("path", [one for one in sorted((ROOT / "worlds").rglob("*")) if one.is_file()], ids=str)
def test_every_unit_of_the_samples_comes_back_as_it_was(path: Path) -> None:
    text = path.read_text()
    for language in LANGUAGES:
        if language.claims(path.name):
            unit, diagnostics = language.parse(path.name, text)
            body = codec.encode((unit, tuple(diagnostics)))
            assert body is not None
            assert repr(codec.decode(body)) == repr((unit, tuple(diagnostics)))
