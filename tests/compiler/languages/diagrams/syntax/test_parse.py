"""Where diagrams come from: files, fenced blocks, and what they are called."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.languages.diagrams.declaration import DIAGRAMS
from compiler.languages.diagrams.facts import Diagram, Node
from compiler.languages.diagrams.syntax.parse import parse
from compiler.model.facts import File
from tests.compiler.languages.diagrams.compiling import Files, codes, compiled

FLOW = "flowchart TD\n  a --> b\n"
BLOCK = f"```mermaid\n{FLOW}```\n"


def ids(files: Files | str, entry: str = "") -> list[str]:
    return [one.diagram for one in compiled(files, entry).facts(Diagram)]


@pytest.mark.parametrize(
    ("path", "claimed"),
    [
        ("a.mmd", True),
        ("docs/a.MERMAID", True),
        ("README.md", True),
        ("a.markdown", True),
        ("world.urd.md", False),
        ("nereid-session.meta.json", True),
        ("walkthroughs/a.wt.json", True),
        ("a.meta.json", True),
        ("package.json", False),
        ("mmd", False),
    ],
)
def test_files_are_claimed_by_their_names(path: str, claimed: bool) -> None:
    assert DIAGRAMS.claims(path) is claimed


def test_a_file_is_called_by_its_stem() -> None:
    assert ids({"login.mmd": FLOW, "docs/pay.card.mermaid": FLOW}) == ["pay.card", "login"]


def test_blocks_of_markdown_are_numbered() -> None:
    assert ids({"guide.md": BLOCK * 2, "one.md": BLOCK}) == ["guide-1", "guide-2", "one-1"]


def check_block(markdown: str, text: str | None, place: tuple[int, int] = (0, 0)) -> None:
    """One block, its text, and line and column of its first node; None: no block."""
    snapshot = compiled({"d.md": markdown})
    assert [one.text for one in snapshot.facts(Diagram)] == ([] if text is None else [text])
    nodes = [(one.span.start_line, one.span.start_col) for one in snapshot.facts(Node)]
    assert nodes[:1] == ([] if text is None else [place])


def test_fences_of_every_form_hold_diagrams() -> None:
    text = "graph TD\n a\n"
    check_block("```mermaid\ngraph TD\n a\n```", text, (3, 2))
    check_block("~~~mermaid\ngraph TD\n a\n~~~", text, (3, 2))
    check_block("`````  Mermaid {theme}\ngraph TD\n a\n`````", text, (3, 2))
    check_block("- x\n  ```mermaid\n  graph TD\n   a\n  ```", text, (4, 4))
    check_block("> > ~~~~ mermaid\n> > graph TD\n> >  a", text, (3, 6))
    check_block("> - é\n>   ```mermaid\n>   graph TD\n>    a", text, (4, 6))
    check_block("1. x\n\n\t```mermaid\n\tgraph TD\n\t a\n\t```", text, (5, 3))
    check_block("```mermaid\r\ngraph TD\r\n a\r\n```\r\n", text, (3, 2))


def test_what_only_looks_like_a_block_is_none() -> None:
    check_block("````\n```mermaid\ngraph TD\n a\n```\n````", None)
    check_block("```mermaid-example\ngraph TD\n a\n```", None)
    check_block("<!--\n```mermaid\ngraph TD\n a\n```\n-->", None)
    check_block("    ```mermaid\n    graph TD\n", None)
    check_block("mermaid is spoken of", None)


def test_markdown_without_diagrams_is_no_file_of_the_source() -> None:
    snapshot = compiled({"a.mmd": FLOW, "prose.md": "# mermaid\n"})
    assert [one.path for one in snapshot.facts(File)] == ["a.mmd"]
    assert codes(compiled({"prose.md": "nothing"})) == ["FRZ106 :1"]


def test_empty_blocks_and_files_cost_nothing_but_themselves() -> None:
    snapshot = compiled({"d.md": f"```mermaid\n```\n{BLOCK}```mermaid", "e.mmd": ""})
    assert [(one.diagram, one.type, one.has_errors) for one in snapshot.facts(Diagram)] == [
        ("d-1", "unknown", True),
        ("d-2", "flowchart", False),
        ("d-3", "unknown", True),
        ("e", "unknown", True),
    ]
    assert {one.code for one in snapshot.diagnostics()} == {"MMD104"}


def test_diagrams_of_one_name_are_told_apart_by_their_folders() -> None:
    assert ids({"a/x.mmd": FLOW, "b/x.mmd": FLOW}) == ["a.x", "b.x"]
    assert ids({"x.mmd": FLOW, "b/x.mmd": FLOW}) == ["b.x", "x"]
    assert ids({"a/c/x.mmd": FLOW, "b/c/x.mmd": FLOW}) == ["a.c.x", "b.c.x"]
    assert ids({"a/README.md": BLOCK * 2, "b/README.md": BLOCK}) == ["a.README-1", "a.README-2", "b.README-1"]
    assert ids({"x.mmd": FLOW, "x.mermaid": FLOW, "x-1.mmd": FLOW, "x.md": BLOCK}) == ["x-1", "x-1.2", "x", "x.2"]


def test_a_shared_name_is_mentioned_once_a_file() -> None:
    snapshot = compiled({"a/README.md": BLOCK * 2, "b/README.md": BLOCK})
    assert [one.message for one in snapshot.diagnostics(code="MMD811")] == [
        "More than one diagram would be called `README-1`; this one is called `a.README-1`.",
        "More than one diagram would be called `README-1`; this one is called `b.README-1`.",
    ]
    assert {one.severity for one in snapshot.diagnostics()} == {"info"}


def test_a_broken_diagram_hides_no_other() -> None:
    snapshot = compiled({"a.mmd": "flowchart TD\n a[ --> \n", "b.mmd": FLOW, "c.md": f"```mermaid\nwhat\n```\n{BLOCK}"})
    assert [(one.diagram, one.has_errors) for one in snapshot.facts(Diagram)] == [
        ("a", True),
        ("b", False),
        ("c-1", True),
        ("c-2", False),
    ]


def test_a_diagram_tells_its_name_type_and_text() -> None:
    text = "---\ntitle: Who pays\n---\nflowchart RL\n a\n"
    (one,) = compiled({"x/d.mmd": text}).facts(Diagram)
    assert (one.ref, one.name, one.type, one.mermaid_type, one.direction) == (
        "d:d",
        "Who pays",
        "flowchart",
        "flowchart-v2",
        "RL",
    )
    assert (one.text, str(one.span), one.fenced, one.session, one.revision) == (text, "x/d.mmd:1", False, "", 0)


def test_other_types_are_recognised() -> None:
    text = "pie title Votes\n  yes: 3\n"
    (one,) = compiled(text).facts(Diagram)
    assert (one.type, one.mermaid_type, one.name, one.has_errors) == ("other", "pie", "Votes", False)


def test_a_file_that_cannot_be_read_is_reported() -> None:
    snapshot = compiled({"a.mmd": FLOW})
    assert codes(snapshot) == []
    large = compiled({"a.mmd": FLOW + "%" * DIAGRAMS.max_bytes, "b.mmd": FLOW})
    assert codes(large) == ["MMD800 a.mmd:1"]
    assert [one.diagram for one in large.facts(Diagram)] == ["b"]


def test_large_and_deep_diagrams_are_read() -> None:
    deep = "".join(f"subgraph s{n}\n" for n in range(1000)) + "a --> b\n" + "end\n" * 1000
    blocks = "".join(f"loop {n}\nA->>B: x\n" for n in range(1000)) + "end\n" * 1000
    wide = f'a["{"x" * 1_000_000}"]\n'
    files: Files = {
        "a.mmd": f"flowchart TD\n{deep}",
        "b.mmd": f"sequenceDiagram\n{blocks}",
        "c.mmd": f"flowchart TD\n{wide}",
        "d.md": ">" * 5000 + " ```mermaid\n",
        "e.mmd": 'sequenceDiagram\nlinks A: {"x":' + "[" * 400 + "]" * 400 + "}\n",
    }
    assert codes(compiled(files)) == []


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="`~> -1.\n\tmermaidé:", max_size=60))
def test_any_markdown_is_read(text: str) -> None:
    unit = parse("d.md", f"{text}\n```mermaid\ngraph TD\n a").unit
    lines = f"{text}\n```mermaid\ngraph TD\n a".split("\n")
    for one in unit.texts if unit else ():
        assert 1 <= one.span.start_line <= one.span.end_line <= len(lines) + 1
