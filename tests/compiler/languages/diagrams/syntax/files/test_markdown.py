"""Mermaid blocks of markdown."""

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.facts import Diagram, Node
from compiler.languages.diagrams.syntax.parse import parse
from compiler.model.facts import File
from tests.compiler.languages.diagrams.compiling import codes, compiled
from tests.compiler.tables import table

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


def test_markdown_without_diagrams_is_a_page_alone() -> None:
    snapshot = compiled({"a.mmd": FLOW, "prose.md": "# mermaid\n"})
    assert [(one.path, one.language) for one in snapshot.facts(File)] == [
        ("a.mmd", "diagrams"),
        ("prose.md", "documents"),
    ]
    assert codes(compiled({"prose.md": "nothing"})) == []


@given(st.text(alphabet="`~> -1.\n\tmermaidé:", max_size=60))
def test_any_markdown_is_read_with_spans_inside_it(text: str) -> None:
    unit = parse("d.md", f"{text}\n```mermaid\ngraph TD\n a").unit
    lines = f"{text}\n```mermaid\ngraph TD\n a".split("\n")
    for one in unit.texts if unit else ():
        assert 1 <= one.span.start_line <= one.span.end_line <= len(lines) + 1


def test_directive_of_myst_or_quarto_holds_a_diagram() -> None:
    text = "graph TD\n a\n"
    check_block("```{mermaid}\ngraph TD\n a\n```", text, (3, 2))
    check_block("```{mermaid}\n:name: x\n:align: center\ngraph TD\n a\n```", text, (5, 2))
    check_block(":::{mermaid}\n:caption: x\ngraph TD\n a\n:::", text, (4, 2))
    check_block("``` {.mermaid width=300}\ngraph TD\n a\n```", text, (3, 2))


def test_directive_that_names_a_file_holds_no_diagram_itself() -> None:
    check_block("```{mermaid} diagrams/login.mmd\n```", None)


def test_block_between_colons_holds_a_diagram() -> None:
    text = "graph TD\n\n a\n"
    check_block(":::mermaid\ngraph TD\n\n a\n:::", text, (4, 2))
    check_block("text\n::: mermaid\ngraph TD\n\n a\n:::\n\nafter", text, (5, 2))
    check_block("- x\n  ::::Mermaid\n  graph TD\n\n   a\n  ::::", text, (5, 4))
    check_block(":::note\n```mermaid\ngraph TD\n\n a\n```\n:::", text, (5, 2))


def test_block_between_colons_of_another_word_is_no_diagram() -> None:
    check_block(":::note mermaid\ngraph TD\n a\n:::", None)
    check_block("::mermaid\ngraph TD\n::", None)
    check_block("````\n:::mermaid\ngraph TD\n:::\n````", None)


def test_block_between_colons_that_never_ends_is_one_finding() -> None:
    assert codes(compiled({"d.md": ":::mermaid\ngraph TD\n a --> \n"})) == ["MMD107 d.md:1"]


def test_preformatted_element_holds_a_diagram() -> None:
    text = "graph TD\n\n a-->b\n"
    check_block('<pre class="mermaid">\ngraph TD\n\n a--&gt;b\n</pre>', text, (4, 2))
    check_block("<div>\n<PRE id=x class='big mermaid'>graph TD; a</PRE>\n</div>", "graph TD; a\n", (2, 41))
    check_block("<pre class=mermaid>graph TD\n a</pre>", "graph TD\n a\n", (2, 2))


def test_div_of_the_class_holds_a_diagram_over_blank_lines_too() -> None:
    check_block('<div class="mermaid">\ngraph TD\n a--&gt;b\n</div>', "graph TD\n a-->b\n", (3, 2))
    check_block('<div class="box mermaid">\ngraph TD\n\n a-->b\n</div>\n\n# Next', "graph TD\n\n a-->b\n", (4, 2))
    check_block('<div><div class="mermaid">graph TD; a</div></div>', "graph TD; a\n", (1, 37))


def test_div_without_the_class_or_the_end_holds_none() -> None:
    check_block("<div>\ngraph TD\n</div>", None)
    check_block('<div class="mermaid">\ngraph TD\n\n a-->b\n', None)


def test_other_preformatted_elements_hold_none() -> None:
    check_block('<pre class="mermaid-source">\ngraph TD\n</pre>', None)
    check_block('<pre>class="mermaid"\n</pre>', None)
    check_block('<!-- <pre class="mermaid">\ngraph TD\n</pre> -->', None)
    check_block('<pre class="mermaid">\ngraph TD\n', None)


def test_mdx_holds_diagrams_between_tags() -> None:
    page = (
        "import X from 'x'\n\n<Tabs>\n    <Tab>\n    ```mermaid\n    graph TD\n     a\n    ```\n    </Tab>\n</Tabs>\n"
    )
    snapshot = compiled({"d.mdx": page})
    assert [one.text for one in snapshot.facts(Diagram)] == ["graph TD\n a\n"]
    assert [str(one.span) for one in snapshot.facts(Node)] == ["d.mdx:7"]


@table(
    ("page", "lines"),
    [
        ('# Page\n\n<pre class="mermaid">\ngraph TD\n  a --> b\n</pre>\n', [5, 5]),
        ("<div className='mermaid'>\ngraph TD\n\n  a --> b\n</div>\n", [4, 4]),
        ("<div class='mermaid'>{`graph LR\n  a --> b`}</div>\n", [2, 2]),
        ("<Tabs>\n  <pre className='mermaid'>\n  {`\n  graph LR\n  a --> b`}\n  </pre>\n</Tabs>\n", [5, 5]),
        ("{/* <pre class='mermaid'>\ngraph TD\n  a --> b\n</pre> */}\n", []),
        ("```html\n<pre class='mermaid'>\ngraph TD\n  a --> b\n</pre>\n```\n", []),
        ("<pre class='other'>\nmermaid\n</pre>\n", []),
    ],
)
def test_mdx_element_with_the_class_mermaid_is_a_diagram(page: str, lines: list[int]) -> None:
    assert [one.span.start_line for one in compiled({"d.mdx": page}).facts(Node)] == lines


def test_mdx_diagrams_are_numbered_in_the_order_of_the_page() -> None:
    page = "<pre class='mermaid'>\ngraph TD\n  first\n</pre>\n\n```mermaid\ngraph TD\n  second\n```\n"
    found = [(one.diagram, one.node) for one in compiled({"d.mdx": page}).facts(Node)]
    assert found == [("d-1", "n:first"), ("d-2", "n:second")]
