"""What is found in a fenced block, told by its cause."""

from tests.compiler.languages.diagrams.syntax.files.blocks import findings
from tests.compiler.tables import table

FLOW = "```mermaid\nflowchart LR\n  a --> b\n"
PROSE = "\nThe dough rests (for an hour).\n\n## Heading\n\n- one item\n- another: item\n"


@table("around", ["", "> ", "1. "])
def test_block_that_is_never_closed_is_one_finding_at_its_opening(around: str) -> None:
    indent = " " * len(around) if around == "1. " else around
    page = "# Page\n\n" + around + FLOW.replace("\n", f"\n{indent}") + PROSE.replace("\n", f"\n{indent}")
    ((code, line, message),) = findings(page)
    assert (code, line) == ("MMD107", 3)
    assert "never closed" in message


def test_block_that_takes_in_the_next_one_is_one_finding() -> None:
    page = f"{FLOW}{PROSE}\n{FLOW}```\n{PROSE}"
    assert [(code, line) for code, line, _ in findings(page)] == [("MMD107", 1)]


def test_block_that_is_never_closed_but_all_diagram_is_no_finding() -> None:
    assert findings(FLOW) == []
    assert findings(FLOW + "\n\n") == []


def test_block_that_is_closed_has_the_findings_of_its_grammar() -> None:
    assert [(code, line) for code, line, _ in findings(f"{FLOW}  b ---\n  x y\n```\n")] == [("MMD201", 5)]


@table(
    "line",
    [
        "  {% for step in steps %}",
        "  {{ step.from }} --> {{ step.to }}",
        "  a[Hello {{ name }}] --> b",
        "  <% steps %>",
        "  …",
    ],
)
def test_block_with_a_template_is_information(line: str) -> None:
    ((code, number, _),) = findings(f"{FLOW}{line}\n  b -->\n```\n")
    assert (code, number) == ("MMD108", 4)


def test_block_with_dots_for_lines_is_information() -> None:
    ((code, number, _),) = findings("```mermaid\nsequenceDiagram\n  A->>B: hi\n  ...\n  B->>\n```\n")
    assert (code, number) == ("MMD108", 4)


def test_block_whose_template_stands_elsewhere_has_its_errors() -> None:
    assert [code for code, _, _ in findings(f'{FLOW}  c["{{{{ name }}}}"]\n  b -->\n```\n')] == ["MMD201"]


def test_node_with_two_braces_is_no_template() -> None:
    assert findings(f"{FLOW}  a{{{{text}}}} --> c\n```\n") == []
    assert [code for code, _, _ in findings(f"{FLOW}  a{{{{text}}}} -->\n```\n")] == ["MMD201"]


def test_block_of_mermaid_examples_is_not_read() -> None:
    assert findings("```mermaid-example\nflowchat LR\n```\n") == []


PIECES = ("subgraph one\n  a --> b\nend", "linkStyle 3 stroke:#ff3", "loop Every day\n  A->>B: Hi\nend")


def test_page_that_shows_pieces_of_diagrams_has_one_finding_for_all() -> None:
    page = "# Syntax\n\n" + "\n".join(f"```mermaid\n{one}\n```\n" for one in PIECES)
    assert [(code, line) for code, line, _ in findings(page)] == [("MMD110", 4)]


def test_piece_of_a_diagram_alone_has_lost_its_first_line() -> None:
    page = "\n".join(f"```mermaid\n{one}\n```\n" for one in PIECES[:2])
    assert [code for code, _, _ in findings(page)] == ["MMD103", "MMD103"]


def test_word_that_begins_no_statement_is_a_misspelt_type() -> None:
    page = "\n".join("```mermaid\nflowchat LR\n```\n" for _ in range(4))
    assert {code for code, _, _ in findings(page)} == {"MMD103"}


def test_block_whose_first_line_is_a_template_is_information() -> None:
    ((code, number, _),) = findings("```mermaid\n{% for step in steps %}\nflowchart LR\n  a -->\n```\n")
    assert (code, number) == ("MMD108", 2)
