"""Parse texts in tests: units without findings, records without spans, findings with their places."""

from typing import Any

from compiler.languages.world.records import EntityRef, Unit
from compiler.languages.world.syntax.parse import parse
from compiler.model.spans import Span


def unit_of(text: str) -> Unit:
    """The unit of a text that must be without findings."""
    unit, findings = parse("w.urd.md", text)
    assert list(findings) == []
    assert isinstance(unit, Unit)
    return unit


def nodes_of(text: str) -> Any:
    """The content of a text that must be without findings."""
    return unit_of(text).content


def bare(value: Any) -> Any:
    """A record as its class name and its fields, without spans."""
    if isinstance(value, EntityRef) or not isinstance(value, tuple):
        return value
    fields = tuple(bare(one) for one in value if not isinstance(one, Span))
    return (type(value).__name__, *fields) if hasattr(value, "_fields") else fields


def places(text: str) -> list[tuple[str, str]]:
    """The findings of a text: code, and `line:column-line:column`."""
    findings = parse("w.urd.md", text).diagnostics
    return [(one.code, place(one.span)) for one in findings]


def place(span: Span) -> str:
    """A span without its file."""
    return f"{span.start_line}:{span.start_col}-{span.end_line}:{span.end_col}"
