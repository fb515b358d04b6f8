"""Contexts of parts that are kept from build to build: only the very same ones are not encoded anew."""

from typing import Any

import pytest

from compiler.model.spans import Span
from compiler.pipeline import kept_contexts
from compiler.pipeline.kept_contexts import ContextEncoder
from compiler.store import codec

NAME = ("diagrams", "a.mmd")


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The values that are encoded."""
    values: list[Any] = []

    def canonical(value: Any) -> bytes | None:
        values.append(value)
        return codec.encode(value, version=0)

    monkeypatch.setattr(kept_contexts, "_kept", {})
    monkeypatch.setattr(codec, "canonical", canonical)
    return values


SPAN = Span("a.mmd", 1, 1, 2, 1)


@pytest.mark.parametrize(
    ("before", "after", "is_kept"),
    [
        ((SPAN, "a"), (Span("a.mmd", 1, 1, 2, 1), "a"), True),
        ((SPAN, "a"), (tuple(SPAN), "a"), False),
        ((1,), (True,), False),
        ((0.0,), (-0.0,), False),
        (([1, "a"],), ([1, "b"],), False),
        (({"a": 1},), ({"a": True},), False),
        (((1, 2),), ((1, 2, 3),), False),
    ],
)
def test_context_is_encoded_anew_unless_it_is_the_same(
    encoded: list[Any], before: Any, after: Any, is_kept: bool
) -> None:
    for context in (before, after):
        expected = codec.encode(context, version=0)
        encoded.clear()
        encoder = ContextEncoder()
        assert encoder.encoded(NAME, context) == expected
        encoder.finish()
    assert encoded == ([] if is_kept else [after])


def test_context_of_a_part_that_is_no_more_is_forgotten(encoded: list[Any]) -> None:
    for names in ([NAME], [], [NAME]):
        encoder = ContextEncoder()
        encoded.clear()
        for name in names:
            encoder.encoded(name, (SPAN,))
        encoder.finish()
    assert encoded == [(SPAN,)]
