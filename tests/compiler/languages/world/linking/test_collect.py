"""Collect: duplicate declarations, and declarations without an id or outside of a location."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, content_findings, findings, linked

PHASES = (Phase.COLLECT, Phase.RESOLVE)


def check(content: str, *expected: str) -> None:
    """Check the findings of collect and resolve in content below CAST."""
    assert content_findings(content, *PHASES) == sorted(expected)


def test_duplicate_declaration_is_reported_at_the_second() -> None:
    front = "---\ntypes:\n  A:\n    x: int\n  A:\n    y: int\nentities:\n  @a: A\n  @a: A\n---\n"
    assert findings(linked(front), *PHASES) == ["URD302 9", "URD303 5"]
    check("rule r:\n  > @ada.trust = 1\n\nrule r:\n  > @ada.trust = 2\n", "URD302 4")
    check("# The Mill\n# The-Mill\n", "URD304 2")
    check("== talk\n# Mill\n== talk\n", "URD305 3")
    check("## Night\n### One\n## night!\n", "URD313 3")


def test_duplicate_declaration_is_related_to_the_first() -> None:
    (finding,) = [one for one in linked(CAST + "# Mill\n# Mill\n").diagnostics if one.code == "URD304"]
    assert [one.span.start_line - CAST.count("\n") for one in finding.related] == [1]


def test_choice_ids_are_unique_in_a_section() -> None:
    check("== talk\n* Go!\n* go\n", "URD306 3")
    check("== talk\n* Go\n  * Back\n* Run\n  * Back\n", "URD306 5")
    check("== talk\n* Go\n== more\n* Go\n")


def test_duplicate_choice_does_not_declare_nested_choices() -> None:
    check("== talk\n* Go\n* Go!\n  * Go?\n", "URD306 3")


def test_name_without_letters_or_digits_is_reported() -> None:
    check("# ???\n## !\n### é\n== talk\n* …\n", "URD313 1", "URD313 2", "URD313 3", "URD313 5")


def test_exit_and_presence_outside_a_location_are_reported() -> None:
    check("-> up: Mill\n[@ada]\n# Mill\n", "URD314 1", "URD314 2")
