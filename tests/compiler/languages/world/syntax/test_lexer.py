"""Indentation: which block a line belongs to, and the spans of blocks."""

from typing import Any

from compiler.languages.world.records import ChoiceDecl, ExitDecl
from compiler.languages.world.syntax.parse import parse
from tests.compiler.languages.world.syntax.units import bare, nodes_of, place, unit_of


def outline(nodes: Any) -> list[Any]:
    """Nodes in short: choices as [label, …body], all others by their text."""
    return [[one.label, *outline(one.body)] if isinstance(one, ChoiceDecl) else bare(one)[-1] for one in nodes]


def check(text: str, *expected: Any) -> None:
    assert outline(nodes_of(text)) == list(expected)


def test_choice_contains_the_deeper_lines() -> None:
    check("* A\n  one\n  * B\n    two\n  three\nfour", ["A", "one", ["B", "two"], "three"], "four")
    check("* A\n\n\n  one\n\n  two\n\nthree", ["A", "one", "two"], "three")
    check("* A\n      one\n  two\n    three", ["A", "one", "two", "three"])
    check("* A\n* B", ["A"], ["B"])


def test_odd_space_does_not_indent() -> None:
    check("* A\n one", ["A"], "one")
    check(" * A\n  one", ["A", "one"])
    check("  * A\n   one", ["A"], "one")


def test_choice_level_is_its_indentation() -> None:
    (choice,) = nodes_of("       * A")
    assert choice.level == 3


def test_comment_at_the_margin_closes_a_choice() -> None:
    check("* A\n// note\n  one", ["A"], "one")


EXIT = """\
-> north: Hall
  ? @gate.open == true

  ! It is locked. // for now
  -> greet
  ! Stray.
"""


def test_exit_ends_at_the_first_line_of_another_kind() -> None:
    leave, jump, stray = nodes_of(EXIT)
    assert isinstance(leave, ExitDecl)
    assert [bare(one)[-1] for one in leave.children] == ["true", "It is locked."]
    assert bare(jump) == ("Jump", "greet", False)
    assert bare(stray) == ("BlockedMessage", "Stray.")


def test_exit_does_not_accept_an_any_block() -> None:
    unit, findings = parse("w.urd.md", "-> north: Hall\n  ? any:\n    ! No.\n  ? nonsense\n  ! Nope.")
    assert [(one.code, one.span.start_line) for one in findings] == [("URD112", 2), ("URD112", 4)]
    assert [bare(one) for one in unit.content[0].children] == [("BlockedMessage", "No."), ("BlockedMessage", "Nope.")]


def test_exit_in_a_choice_leaves_later_lines_to_the_choice() -> None:
    check(
        "* A\n  -> north: Hall\n    ! No.\n    one\n  two\nthree",
        ["A", (("BlockedMessage", "No."),), "one", "two"],
        "three",
    )


def test_bad_line_opens_no_block() -> None:
    unit, _ = parse("w.urd.md", "* \n  one\n  * B\n    two")
    assert outline(unit.content) == ["one", ["B", "two"]]


def test_content_span_starts_after_the_indentation() -> None:
    prose, choice = nodes_of("  Café. \n* Zoë\n  ? any:\n    @a.x == 1\n    @b.x == 1\n")
    assert [place(one.span) for one in (prose, choice, *choice.body)] == ["1:3-1:10", "2:1-2:7", "3:3-5:14"]
    assert [place(one.span) for one in choice.body[0].tests] == ["4:1-4:14", "5:1-5:14"]


def test_frontmatter_block_span_includes_blank_lines_after_it() -> None:
    text = "---\nworld:\n  name: W\n\ntypes:\n  A [x]:\n    n: int\n  \n  B:\n\n\nentities:\n  @a: A\n\n---\n"
    unit = unit_of(text)
    assert [place(one.span) for one in unit.worlds] == ["2:1-4:1"]
    assert [place(one.span) for one in unit.types] == ["6:1-8:3", "9:1-11:1"]
    assert [place(one.span) for one in unit.entities] == ["13:1-13:8"]


def test_line_endings_and_byte_order_mark_are_ignored() -> None:
    text = "---\nworld:\n  name: W\n---\n# Hall\n* Ask\n  Yes.\n"
    plain = parse("w.urd.md", text)
    assert parse("w.urd.md", text.replace("\n", "\r\n")) == plain
    assert parse("w.urd.md", "\ufeff" + text) == plain
    assert parse("w.urd.md", text.removesuffix("\n")) == plain
