"""Mermaid blocks of markdown."""

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.languages.diagrams.facts import Diagram, Node
from compiler.languages.diagrams.syntax.parse import parse
from compiler.model.facts import File
from tests.compiler.languages.diagrams.compiling import codes, compiled

FLOW = "flowchart TD\n  a --> b\n"


def check_block(markdown: str, text: str | None, place: tuple[int, int] = (0, 0)) -> None:
    """Assert the text of the one block, and line and column of its first node. None: there is no block."""
    snapshot = compiled({"d.md": markdown})
    assert [one.text for one in snapshot.facts(Diagram)] == ([] if text is None else [text])
    nodes = [(one.span.start_line, one.span.start_col) for one in snapshot.facts(Node)]
    assert nodes[:1] == ([] if text is None else [place])


def test_markdown_fences_of_every_form_hold_diagrams() -> None:
    text = "graph TD\n a\n"
    check_block("```mermaid\ngraph TD\n a\n```", text, (3, 2))
    check_block("~~~mermaid\ngraph TD\n a\n~~~", text, (3, 2))
    check_block("`````  Mermaid {theme}\ngraph TD\n a\n`````", text, (3, 2))
    check_block("- x\n  ```mermaid\n  graph TD\n   a\n  ```", text, (4, 4))
    check_block("> > ~~~~ mermaid\n> > graph TD\n> >  a", text, (3, 6))
    check_block("> - é\n>   ```mermaid\n>   graph TD\n>    a", text, (4, 6))
    check_block("1. x\n\n\t```mermaid\n\tgraph TD\n\t a\n\t```", text, (5, 3))
    check_block("```mermaid\r\ngraph TD\r\n a\r\n```\r\n", text, (3, 2))


def test_markdown_without_mermaid_fence_holds_none() -> None:
    check_block("````\n```mermaid\ngraph TD\n a\n```\n````", None)
    check_block("```mermaid-example\ngraph TD\n a\n```", None)
    check_block("<!--\n```mermaid\ngraph TD\n a\n```\n-->", None)
    check_block("    ```mermaid\n    graph TD\n", None)
    check_block("mermaid is spoken of", None)


def test_markdown_without_diagrams_is_no_file_of_the_source() -> None:
    snapshot = compiled({"a.mmd": FLOW, "prose.md": "# mermaid\n"})
    assert [one.path for one in snapshot.facts(File)] == ["a.mmd"]
    assert codes(compiled({"prose.md": "nothing"})) == ["FRZ110 :1"]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="`~> -1.\n\tmermaidé:", max_size=60))
def test_any_markdown_is_read_with_spans_inside_it(text: str) -> None:
    unit = parse("d.md", f"{text}\n```mermaid\ngraph TD\n a").unit
    lines = f"{text}\n```mermaid\ngraph TD\n a".split("\n")
    for one in unit.texts if unit else ():
        assert 1 <= one.span.start_line <= one.span.end_line <= len(lines) + 1
