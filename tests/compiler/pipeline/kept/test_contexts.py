"""Contexts of parts that are kept from build to build: only the very same ones are not encoded anew."""

from typing import Any

import pytest

from compiler.model.spans import Span
from compiler.pipeline.kept.contexts import ContextEncoder
from compiler.store import codec

NAME = ("diagrams", "a.mmd")


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    ContextEncoder().finish()


class Recorder:
    """An encoder of values that notes them."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def __call__(self, value: Any) -> bytes | None:
        self.values.append(value)
        return codec.encode(value, version=0)


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
def test_context_is_encoded_anew_unless_it_is_the_same(before: Any, after: Any, is_kept: bool) -> None:
    for context in (before, after):
        encode = Recorder()
        encoder = ContextEncoder(encode)
        assert encoder.encoded(NAME, context) == codec.encode(context, version=0)
        encoder.finish()
    assert encode.values == ([] if is_kept else [after])


def test_context_of_a_part_that_is_no_more_is_forgotten() -> None:
    for names in ([NAME], [], [NAME]):
        encode = Recorder()
        encoder = ContextEncoder(encode)
        for name in names:
            encoder.encoded(name, (SPAN,))
        encoder.finish()
    assert encode.values == [(SPAN,)]
