"""The nodes of single lines of content."""

from typing import Any

from compiler.languages.world.syntax.parse import parse
from tests.compiler.languages.world.syntax.units import bare, unit_of
from tests.compiler.tables import table


def check(line: str, *expected: Any) -> None:
    assert bare(unit_of(line).content) == expected


def check_unreadable(*lines: str) -> None:
    for line in lines:
        unit, findings = parse("w.urd.md", line)
        assert ([one.code for one in findings], unit.content, unit.complete) == (["URD112"], (), False), line


def test_heading_needs_a_space_after_the_hashes() -> None:
    check("# Gatehouse", ("Heading", "location", "Gatehouse", False))
    check("## The heist", ("Heading", "sequence", "The heist", False))
    check("### Night", ("Heading", "phase", "Night", False))
    check("#    Great   hall  ", ("Heading", "location", "Great   hall", False))
    check("# ", ("Heading", "location", "", False))
    check("    ## Deep", ("Heading", "sequence", "Deep", False))
    check_unreadable("#Gatehouse", "#", "#### Gatehouse", "##")


def test_phase_may_be_automatic() -> None:
    check("### Night (auto)", ("Heading", "phase", "Night", True))
    check("### Night(auto) // soon", ("Heading", "phase", "Night", True))
    check("## Night (auto)", ("Heading", "sequence", "Night (auto)", False))


def test_section_name_is_the_rest_of_the_line() -> None:
    check("== greet", ("SectionLabel", "greet"))
    check("==  Two words // and this ", ("SectionLabel", "Two words // and this"))


def test_speech_is_an_entity_with_a_colon() -> None:
    check("@warden: Halt.", ("Speech", "warden", "Halt."))
    check("@warden:", ("Speech", "warden", ""))
    check("@2nd_guard:   Who: there? ", ("Speech", "2nd_guard", "Who: there?"))
    check_unreadable("@warden:Halt.", "@Warden: Halt.", "@wärden: Halt.", "@: Halt.")


def test_stage_direction_is_an_entity_without_a_colon() -> None:
    check("@warden turns away.", ("StageDirection", "warden", "turns away."))
    check("@warden", ("StageDirection", "warden", ""))
    check_unreadable("@warden's hat", "@warden, you", "@warden.trust is 3", "@", "@Warden turns")


def test_prose_is_any_other_text() -> None:
    for line in (
        "The gate creaks.",
        "*Go",
        "*",
        "+",
        ">",
        "!",
        "->",
        "==",
        "- item",
        "[door]",
        "[ @a ]",
        "rule x",
        "//x",
    ):
        check(line, ("Prose", line))


def test_inline_comment_is_removed_from_text() -> None:
    check("The gate. // creaks", ("Prose", "The gate."))
    check("See http://example.org now", ("Prose", "See http://example.org now"))
    check("@warden: Halt. // twice // thrice", ("Speech", "warden", "Halt."))
    check("@warden: // loudly", ("Speech", "warden", "// loudly"))
    check("* Wait // a bit", ("ChoiceDecl", 0, False, "Wait", None, None, ()))
    check("# Hall // east wing", ("Heading", "location", "Hall", False))


def test_comment_line_has_no_node() -> None:
    check("// a note")
    check("//")
    check("  // a note")


def test_presence_is_a_list_in_brackets() -> None:
    check("[@warden, @lantern]", ("Presence", ("warden", "lantern")))
    check("[@warden,, key ]", ("Presence", ("warden", "key")))
    check("[@warden] // asleep", ("Presence", ("[@warden] // asleep",)))


def test_exit_is_an_arrow_with_a_colon() -> None:
    check("-> north: Great Hall", ("ExitDecl", "north", "Great Hall", ()))
    check("-> up the stairs :  Loft // high", ("ExitDecl", "up the stairs", "Loft // high", ()))
    check("-> north: ", ("ExitDecl", "north", "", ()))


def test_jump_is_an_arrow_without_a_colon() -> None:
    check("-> greet", ("Jump", "greet", False))
    check("->   end  ", ("Jump", "end", False))
    check("-> north:Hall", ("Jump", "north:Hall", False))
    check("-> exit:north", ("Jump", "north", True))
    check("-> exit: Great Hall", ("Jump", "Great Hall", True))
    check("-> exit:a: b", ("Jump", "a: b", True))


def test_choice_is_once_or_sticky() -> None:
    check("* Ask", ("ChoiceDecl", 0, False, "Ask", None, None, ()))
    check("+   Ask about  it  ", ("ChoiceDecl", 0, True, "Ask about  it", None, None, ()))
    check("* // hush", ("ChoiceDecl", 0, False, "// hush", None, None, ()))
    check("+ -> greet", ("ChoiceDecl", 0, True, "-> greet", None, None, ()))
    check_unreadable("* ", "*   // nothing", "*  -> greet", "+    ")


@table(
    ("written", "target", "target_type"),
    [
        ("-> @gate", "gate", None),
        ("-> gate", "gate", None),
        ("-> any Guard", None, "Guard"),
        ("-> any ", "any", None),
        ("-> a -> @b", "a -> @b", None),
        ("// c -> x", "x", None),
        ("-> ", None, None),
    ],
)
def test_choice_target_is_an_entity_or_a_type(written: str, target: str | None, target_type: str | None) -> None:
    check(f"+ Push {written}", ("ChoiceDecl", 0, True, "Push", target, target_type, ()))
