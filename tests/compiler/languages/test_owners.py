"""`of` in `link` and `mention`: who cites an object, its parts included."""

from tests.compiler.languages.querying import ask

PAGE = "# Guide\n\n## Install\n\nSee [here](#install).\n"
SOURCE = {
    "spec/dev.md": (
        "# REQ-d00001: Heat\n\n**Level**: DEV | **Status**: Active | **Implements**: -\n\n## Assertions\n\n"
        "A. The kettle SHALL heat.\n\n*End* *Heat*\n\n"
        "# REQ-d00002: Stop\n\n**Level**: DEV | **Status**: Active | **Implements**: REQ-d00001-A\n\n## Assertions\n\n"
        "A. The kettle SHALL stop.\n\n*End* *Stop*\n"
    ),
    "src/heat.py": "# Implements: REQ-d00001\n\n\ndef heat():\n    pass\n",
    "docs/guide.md": PAGE,
    "docs/guide#old.md": PAGE,
    "notes.md": "# Notes\n\n[It](docs/guide.md#install), [all](docs/guide.md).\n",
}
_OF = "SELECT source, target FROM link WHERE of = ? ORDER BY target, source"


def test_link_of_a_requirement_has_those_to_its_assertions() -> None:
    assert [target for _, target in ask(SOURCE, _OF, "r:REQ-d00001")] == ["r:REQ-d00001", "r:REQ-d00001-A"]


def test_link_by_which_a_requirement_has_an_assertion_is_of_the_assertion() -> None:
    assert ask(SOURCE, "SELECT of FROM link WHERE kind = 'has_assertion' ORDER BY 1") == [
        ("r:REQ-d00001-A",),
        ("r:REQ-d00002-A",),
    ]


def test_link_of_a_page_has_those_to_its_sections() -> None:
    targets = {target for _, target in ask(SOURCE, _OF, "f:docs/guide.md")}
    assert targets == {"f:docs/guide.md", "f:docs/guide.md#install"}
    assert ("f:docs/guide#old.md#install",) in ask(SOURCE, "SELECT target FROM link WHERE of = 'f:docs/guide#old.md'")


def test_mention_of_a_requirement_has_those_of_its_assertions() -> None:
    found = ask(SOURCE, "SELECT text, target FROM mention WHERE of = 'r:REQ-d00001' ORDER BY target, text")
    assert ("REQ-d00001-A", "r:REQ-d00001-A") in found
    assert {target for _, target in found} == {"r:REQ-d00001", "r:REQ-d00001-A"}


def test_link_to_nothing_is_of_its_target() -> None:
    files = {"a.md": "# A\n\nSee [b](b.md#none).\n", "b.md": "# B\n"}
    assert ask(files, "SELECT of FROM link WHERE dangling") == [("f:b.md#none",)]
