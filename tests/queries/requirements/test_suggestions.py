"""Suggested links for tests without citations, with reasons."""

import time

from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import compiled, requirement, tea

SPEC = requirement("REQ-d00001", "Filter basket", "", "A. The sieve SHALL retain leaves.") + requirement(
    "REQ-d00002", "Cold brew", "", "A. It SHALL steep overnight."
)
CODE = "# Implements: REQ-d00001\ndef hold_leaves():\n    pass\n"


def suggested(test: str, path: str = "tests/test_other.py", code: str = "src/sieve.py") -> list[Json]:
    files = {"spec/a.md": SPEC, code: CODE, path: test}
    rows: list[Json] = ask(compiled(files), "suggest_links")["suggestions"]
    return rows


def body(name: str, before: str = "") -> str:
    return f"{before}def {name}():\n    pass\n"


@each(
    "test, path, confidence, reason",
    [
        (body("test_x", "from src.sieve import hold\n"), "tests/test_other.py", 0.9, "it imports src.sieve"),
        (body("test_x", "import sieve\n"), "tests/test_other.py", 0.9, "it imports sieve"),
        (body("test_x", "import src.sieve.hold\n"), "tests/test_other.py", 0.9, "it imports src.sieve.hold"),
        (body("test_hold_leaves"), "tests/test_other.py", 0.85, "named after the function hold_leaves"),
        (body("test_hold_leaves_for_hours"), "tests/test_other.py", 0.75, "named after the function hold_leaves"),
        (body("test_x"), "tests/test_sieve.py", 0.6, "its file is named as"),
        (body("test_basket_retains_filter"), "tests/test_other.py", 0.333, "it shares words with it: basket, filter"),
    ],
)
def test_suggestion_reasons(test: str, path: str, confidence: float, reason: str) -> None:
    row = next(one for one in suggested(test, path) if one["requirement_id"] == "REQ-d00001")
    assert row["confidence"] == confidence
    assert reason in row["reasons"][0]


def test_suggestion_by_name_of_the_class() -> None:
    rows = suggested("class TestHoldLeaves:\n    def test_all(self):\n        pass\n")
    assert (rows[0]["requirement_id"], rows[0]["confidence"]) == ("REQ-d00001", 0.8)


def test_suggestion_has_several_reasons_strongest_first() -> None:
    (row,) = suggested(body("test_hold_leaves", "from src.sieve import hold_leaves\n"), "tests/test_sieve.py")
    assert (row["confidence"], row["confidence_band"]) == (0.9, "high")
    assert [reason.split(",")[0] for reason in row["reasons"]][:2] == [
        "it imports src.sieve",
        "it is named after the function hold_leaves",
    ]


def test_suggestion_has_comment_and_line() -> None:
    row = ask(tea(), "suggest_links")["suggestions"][0]
    assert (row["test_id"], row["requirement_id"]) == ("tests/test_kettle.py::test_pour_quickly", "REQ-o00002")
    assert (row["comment"], row["source"]) == ("Verifies: REQ-o00002", "tests/test_kettle.py:22")


def test_suggestions_are_sorted_by_confidence() -> None:
    rows = ask(tea(), "suggest_links")["suggestions"]
    assert [one["confidence"] for one in rows] == sorted((one["confidence"] for one in rows), reverse=True)
    assert {(one["confidence"] >= 0.8, one["confidence_band"] == "high") for one in rows} <= {
        (True, True),
        (False, False),
    }


def test_suggestions_leave_out_tests_that_cite() -> None:
    assert suggested("# Verifies: REQ-d00001\n" + body("test_hold_leaves")) == []


def test_suggestions_leave_out_retired_requirements() -> None:
    spec = requirement("REQ-d00001", "Sieve", "", "A. The sieve SHALL retain leaves.", status="Deprecated")
    made = compiled({"a.md": spec, "src/sieve.py": CODE, "tests/test_sieve.py": body("test_hold_leaves")})
    assert ask(made, "suggest_links")["suggestions"] == []


def test_suggestions_of_one_file_by_part_of_its_path() -> None:
    for path in ("tests/test_lid.py", "test_lid", "/repo/tests/test_lid.py"):
        rows = ask(tea(), "suggest_links", file_path=path)["suggestions"]
        assert {one["test_file"] for one in rows} == {"tests/test_lid.py"}
    said = error(tea(), "suggest_links", file_path="tests/test_lip.py")
    assert (said["code"], said["did_you_mean"]) == ("not_found", ["tests/test_lid.py"])


def test_suggestions_none_count_unlinked_tests() -> None:
    said = ask(compiled({"a.md": SPEC, "tests/test_q.py": body("test_q")}), "suggest_links")
    assert (said["suggestions"], said["unlinked_tests"]) == ([], 1)
    assert said["hint"].startswith("Nothing speaks for a requirement here. 1 tests")


def test_suggestions_for_many_tests_are_fast() -> None:
    """Comparing all tests with all requirements would be a million pairs."""
    spec = "".join(requirement(f"REQ-d{n:05}", f"Part {n} cup", "", "A. The cup SHALL hold.") for n in range(1_000))
    tests = "".join(body(f"test_cup_holds_{n}") for n in range(1_000))
    made = compiled({"spec/a.md": spec, "tests/test_cup.py": tests})
    started = time.process_time()
    assert ask(made, "suggest_links")["unlinked_tests"] == 1_000
    assert time.process_time() - started < 2
