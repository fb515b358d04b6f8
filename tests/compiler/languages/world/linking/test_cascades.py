"""Findings that an unreadable line or file may have caused are not reported."""

from compiler.languages.world.facts import Entity, Location
from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, MAIN, facts_of, findings, linked


def test_bad_line_does_not_hide_other_lines() -> None:
    result = linked(CAST + "# Mill\n?bad\n[@ada]\n-> up: Loft\n# Loft\n")
    assert [one.slug for one in facts_of(result, Location)] == ["mill", "loft"]
    assert [one.container for one in facts_of(result, Entity)] == ["mill", "", ""]


def test_bad_line_suppresses_missing_names_in_its_file() -> None:
    assert findings(linked(CAST + "# Mill\n== s\n+ Go\n  -> t\n#Loft\n")) == []


def test_bad_line_in_an_imported_file_suppresses_missing_names() -> None:
    files = {MAIN: "---\nimport: ./a.urd.md\n---\n# Mill\n-> up: Loft\n", "a.urd.md": "#Loft\n"}
    assert findings(linked(files)) == []


def test_bad_line_does_not_affect_files_that_do_not_import_it() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nimport: ./b.urd.md\n---\n# Mill\n",
        "a.urd.md": "#Loft\n",
        "b.urd.md": "# Yard\n-> up: Nowhere\n",
    }
    assert findings(linked(files)) == ["URD312 b.urd.md:2"]


def test_failed_import_suppresses_missing_names() -> None:
    result = linked("---\nimport: ./gone.urd.md\n---\n# Mill\n-> up: Loft\n@ada: Hello.\n== s\n+ Go\n  -> t\n")
    assert findings(result) == ["URD201 2", "URD309 9"]


def test_bad_line_does_not_suppress_duplicates() -> None:
    assert findings(linked(CAST + "#bad\n# Mill\n# Mill\n"), Phase.COLLECT) == [f"URD304 {CAST.count(chr(10)) + 3}"]


def test_import_cycle_is_the_only_finding() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\n---\n# Mill\n-> up: Loft\n",
        "a.urd.md": "---\nimport: ./main.urd.md\n---\n# Loft\n-> down: Mill\n",
    }
    assert findings(linked(files)) == ["URD202 a.urd.md:2"]
