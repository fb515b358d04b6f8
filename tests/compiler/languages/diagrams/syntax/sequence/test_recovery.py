"""Sequence diagrams with mistakes: the diagnostics, and what is kept."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.sequence.parse import parse
from compiler.model.diagnostics import Diagnostic
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text
from tests.compiler.tables import table


def read(body: str) -> tuple[dict[str, Any], list[Diagnostic]]:
    return parse_text(parse, f"sequenceDiagram\n{body}")


def check(body: str, *messages: str, texts: str | None = None) -> None:
    """Assert the messages of the diagnostics, and the texts of the diagram's messages."""
    tree, found = read(body)
    assert [one.message for one in found] == list(messages)
    if texts is not None:
        assert " ".join(one["text"] for one in tree["messages"]) == texts


@table(
    ("line", "message"),
    [
        ("A->>B", "Expected `:` and a text, found the end of the line."),
        ("A: hi", "Expected an arrow such as `->>`, found `: hi`."),
        ("A->>loop: hi", "Expected a participant, found `loop`."),
        ("participant", "Expected a participant, found the end of the line."),
        ("note over A,B,C: x", "Expected `:` and a text, found `,`."),
        ("note right  of A: x", "Expected `left of`, `right of` or `over`, found `right  of A`."),
        ("autonumber 1;", "Expected a number, `off` or the end of the line, found `1`."),
        ("else x", "Expected a statement, found `else`."),
    ],
)
def test_mistake_costs_its_line_only(line: str, message: str) -> None:
    check(f"A->>B: 1\n{line}\nB->>A: 2", message, texts="1 2")


def test_mistake_in_a_block_keeps_the_block() -> None:
    body = "alt a\nA->>B 1\nelse b\nA->>B: 2\nend\nA->>B: 3"
    check(body, "Expected `:` and a text, found the end of the line.", texts="2 3")
    tree, _ = read(body)
    assert [len(one["sections"]) for one in tree["blocks"]] == [2]


def test_unclosed_block_is_reported_at_its_opening() -> None:
    body = "loop x\nA->>B: 1\nopt y\nA->>B: 2"
    check(
        body,
        "The block `loop` is never closed: `end` is missing.",
        "The block `opt` is never closed: `end` is missing.",
        texts="1 2",
    )
    assert [one.span.start_line for one in read(body)[1]] == [2, 4]
    assert [one["span"][2] for one in read(body)[0]["blocks"]] == [5, 5]


def test_end_without_block_is_a_mistake() -> None:
    tree, found = read("A->>B: 1\nend\nA->>B: 2")
    assert [one.suggestion for one in found] == ["No block is open that `end` could belong to."]
    assert len(tree["messages"]) == 2


def test_box_holds_participants_only() -> None:
    tree, found = read("box b\nparticipant A\nA->>B: x\nloop y\nparticipant C\nend\nend\nA->>C: 1")
    assert [one.span.start_line for one in found] == [4, 5]  # the `end` of the loop is not reported
    assert tree["boxes"][0]["actors"] == ["A", "C"]
    assert [one["text"] for one in tree["messages"]] == ["1"]


def test_swallowed_line_break_is_reported_and_costs_nothing() -> None:
    tree, found = read('participant A@{ "type": "queue" } \nparticipant B as b')
    assert [one.code for one in found] == ["MMD301"]
    assert found[0].suggestion and found[0].suggestion.startswith("Take the blanks away")
    assert [(one["type"], one["description"]) for one in tree["actors"]] == [("queue", "A"), ("participant", "b")]


def test_keyword_as_participant_name_gets_a_suggestion() -> None:
    _, found = read("A->>End: x")
    assert found[0].suggestion and "`End` is a keyword" in found[0].suggestion


def test_deactivation_needs_an_active_participant() -> None:
    body = "A->>-B: 1\nA->>+B: 2\ndeactivate B\ndeactivate B"
    advice = "is deactivated here without being active. Activate it before, with"
    check(
        body,
        f"`A` {advice} `activate A` or `->>+A`.",
        f"`B` {advice} `activate B` or `->>+B`.",
        texts="1 2",
    )


@table(
    ("body", "code"),
    [
        ("participant A\ncreate participant A\nB->>A: x", "MMD304"),
        ("create participant A\nB->>C: x", "MMD305"),
        ("destroy A\nB->>C: x", "MMD306"),
        ("box a\nactor A\nend\nbox b\nactor A\nend", "MMD307"),
        ("participant A@{ x: [ }", "MMD308"),
        ("A->>B: x\n(", "MMD309"),
        ("A->>B: issue #12", "MMD310"),
        ("links A: {no}", "MMD311"),
    ],
)
def test_mistakes_beyond_the_grammar_have_codes(body: str, code: str) -> None:
    assert [one.code for one in read(body)[1]] == [code]


def test_deep_nesting_and_long_texts_are_read() -> None:
    deep = read("loop x\n" * 5000 + "A->>B: x\n" + "end\n" * 5000)
    assert (len(deep[0]["blocks"]), deep[1]) == (5000, [])
    long = read(f"A->>B: {'x' * 1_000_000}")
    assert (len(long[0]["messages"][0]["text"]), long[1]) == (1_000_000, [])


PIECES = [
    "A->>B: x", "A-->>-B:", "B()-x()A: #quot;y", "participant A", " as B", "@{ type: x }", "actor A B", "create ",
    "destroy A", "activate A", "deactivate A", "note over A,B: x", "Note left of ", "loop x", "alt", "else", "par",
    "and", "critical", "option", "box red t", "end", "autonumber ", "1.5 ", "off", "title: x", "accDescr {", "}",
    "links A: {", "%%", "#", ";", "\n", "\n", "\n", "\r\n", " ", "\t", "é😀", "<br>", "->>", "+", "(", "wrap:",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join))
def test_any_text_is_parsed_with_spans_inside_it(body: str) -> None:
    tree, found = read(body)
    lines = f"sequenceDiagram\n{body}".replace("\r\n", "\n").replace("\r", "\n").split("\n")
    listed = [one for value in tree.values() if isinstance(value, list) for one in value if isinstance(one, dict)]
    for start_line, start_col, end_line, end_col in [
        *(one["span"] for one in listed),
        *(one.span[1:] for one in found),
    ]:
        assert (1, 1) <= (start_line, start_col) <= (end_line, end_col)
        assert end_line <= len(lines)
        assert end_col <= len(lines[end_line - 1].encode("utf-8", "replace")) + 1


def test_semicolon_in_a_text_is_one_finding_that_says_so() -> None:
    _, (one,) = read("Note over A: done;<br/>to be continued in the next\n")
    assert (one.code, one.severity) == ("MMD301", "error")
    assert one.suggestion == "`;` ends a statement. In a text, write `#59;` for the character."
