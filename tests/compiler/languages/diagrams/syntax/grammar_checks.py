"""Helpers for the tests of the grammars: parsing a text, trees without spans, and checks of spans."""

from collections.abc import Callable
from typing import Any

from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.syntax.shared.prepare import Prepared, prepare
from compiler.model.diagnostics import Diagnostic

Tree = dict[str, Any]
Parse = Callable[[Prepared], tuple[Tree, list[Diagnostic]]]


def parse_text(parse: Parse, text: str) -> tuple[Tree, list[Diagnostic]]:
    """The syntax tree of a text, and the diagnostics of preparation and grammar."""
    prepared, diagnostics = prepare(TextLocation("a.mmd"), text)
    tree, more = parse(prepared)
    return tree, diagnostics + more


def without_spans(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_spans(one) for key, one in value.items() if key != "span"}
    return [without_spans(one) for one in value] if isinstance(value, list) else value


def spans(value: Any) -> list[list[int]]:
    """All spans in a tree."""
    if isinstance(value, list):
        return [span for one in value for span in spans(one)]
    if isinstance(value, dict):
        own = [value["span"]] if "span" in value else []
        return own + [span for key, one in value.items() if key != "span" for span in spans(one)]
    return []


def assert_spans_inside(text: str, tree: Tree, diagnostics: list[Diagnostic]) -> None:
    """Assert that every span lies inside the text and ends after its start."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for start_line, start_col, end_line, end_col in [*spans(tree), *(list(one.span[1:]) for one in diagnostics)]:
        assert 1 <= start_line <= end_line <= len(lines)
        assert (start_line, start_col) <= (end_line, end_col)
        assert 1 <= end_col <= len(lines[end_line - 1].encode()) + 1
