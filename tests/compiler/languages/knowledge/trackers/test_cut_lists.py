"""Exports in JSON that end within their first record."""

import json
import random
from typing import SupportsIndex

from compiler.languages.knowledge.tracker_registry import claims
from compiler.languages.knowledge.trackers.json_elements import WINDOW, decoded
from tests.compiler.languages.knowledge.sources import codes, linked
from tests.compiler.tables import table

GITHUB = json.dumps([{"assignees": [], "author": {"login": "wren"}, "body": "x", "number": 1, "title": "A"}])
BOARD = json.dumps({"items": [{"content": {"body": "", "type": "DraftIssue"}, "id": "PVTI_1", "title": "A"}]})
JIRA = json.dumps({"expand": "schema", "issues": [{"expand": "all", "id": "1", "self": "https://jira", "key": "E-1"}]})
LINEAR = json.dumps({"data": {"issues": {"nodes": [{"identifier": "EN-1", "title": "A"}]}}})


@table(
    ("name", "text", "tracker"),
    [
        ("issues.json", GITHUB[:20], "GitHub"),
        ("issues.json", GITHUB[:45], "GitHub"),
        ("issues.json", GITHUB[:-6], "GitHub"),
        ("issues.json", BOARD[:60], "GitHub"),
        ("jira.json", JIRA[JIRA.index("[") :][:40], "Jira"),
        ("linear.json", LINEAR[:60], "Linear"),
        ("issues.json", '[{"body": oops, "number": 1}]', ""),
        ("data.json", GITHUB[:45], ""),
        (".vscode/tasks.json", '{\n  // tasks\n  "version": "2.0.0",\n  "tasks": [{"label": "a", "type', ""),
        (".vscode/tasks.json", '{"tasks": [{"label": "build", "com', ""),
    ],
)
def test_export_that_ends_in_its_first_record_is_said(name: str, text: str, tracker: str) -> None:
    result = linked({name: text, "todo.md": "- [ ] Oil the gate\n"})
    said = [one.message for one in result.diagnostics]
    assert said == (
        [f"This record of {tracker} is no issue: the file ends within it. The other issues are read."]
        if tracker
        else []
    )


@table("text", [GITHUB[:1], '[{"id": 1, "na', '[{"body": "x", "colour": "red", "si', '{"a": [1, 2'])
def test_export_that_ends_before_it_tells_its_tracker_is_said(text: str) -> None:
    (finding,) = linked({"issues.json": text, "todo.md": "- [ ] Oil the gate\n"}).diagnostics
    assert (finding.code, finding.severity) == ("KNO106", "warning")
    assert "the file ends within it" in finding.message
    assert codes(linked({"data.json": text})) == []


@table("text", ["", " \n", "[]", "[1, 2]", '{"a": oops}', "[1 // one\n]"])
def test_issues_that_are_whole_or_broken_otherwise_are_not_cut(text: str) -> None:
    assert codes(linked({"issues.json": text})) == []


def test_whole_export_without_proof_is_not_cut() -> None:
    assert codes(linked({"issues.json": json.dumps([{"body": "x", "title": "A"}])})) == []


@table(
    ("path", "expected"),
    [
        ("exports/a.json", True),
        ("work/a.json", True),
        ("src/network/a.json", False),
        ("workspace/settings/a.json", False),
        ("models/planets.csv", False),
        ("docs/plan.csv", True),
        ("src/dashboard/a.json", False),
        ("boards/a.json", True),
        ("data/query-results.csv", True),
        ("my-issues/a.json", True),
        ("src/components/history.json", False),
    ],
)
def test_words_that_stand_in_many_names_count_as_whole_words(path: str, expected: bool) -> None:
    assert claims(path) is expected


NESTED = '{"a": [1, -2.5e3, true, null, "\\u00e9\\ud83d\\ude00", "' + "x" * 300 + '"], "b": {"c": {}}}'
PIECES = (
    *(NESTED, '{"a": 1}', '{"a": tru}', '{"a": "b', '{"a" 1}', "12345", '"\\uD8"', "[1,,2]", '{"a": 1,      }', "]"),
    *("{", " ", '"a": 1', "-", "NaN"),
)


def test_decoded_value_does_not_depend_on_the_window() -> None:
    for seed in range(40):
        choice = random.Random(seed)
        text = "".join(choice.choice(PIECES) + choice.choice((", ", "", "\n")) for _ in range(30))
        for at in choice.sample(range(len(text)), 40):
            for before in ("", "{"):
                whole = decoded(text, at, before, len(text))
                assert all(decoded(text, at, before, size) == whole for size in (1, 7, 128)), (seed, at, before)


class Sliced(str):
    """A text that notes how long its slices are."""

    sizes: list[int]

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        found = str.__getitem__(self, key)
        self.sizes.append(len(found))
        return found


@table("begins", ['{"a" 1}, ', "[1,,2]\n", '{"a": 1}', "nul"])
def test_decoder_is_given_a_window_of_a_long_text(begins: str) -> None:
    """An error of the decoder counts the lines of all that it was given."""
    text = Sliced(begins + "[]\n" * 100_000)
    text.sizes = []
    decoded(text, 0)
    assert text.sizes and max(text.sizes) <= WINDOW
