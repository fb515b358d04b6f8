"""The comparison with real Mermaid, without Mermaid: the shape of both sides, and the mutants."""

import random

import pytest

from harness.oracles.mermaid import compare_all, differing, mutants, ours_of, plain
from tests.compiler.tables import table

SEQUENCE = "sequenceDiagram\nA->>+B: go\nloop daily\nNote over A,B: all\nend\nB-->>-A: done\n"


def test_equal_facts_are_no_difference() -> None:
    stream = [
        ["message", "A", "B", "go", "SOLID", False, ""],
        ["ACTIVE_START", "B"],
        ["LOOP_START", "daily"],
        ["note", "over", "A", "B", "all", False],
        ["LOOP_END", ""],
        ["message", "B", "A", "done", "DOTTED", False, ""],
        ["ACTIVE_END", "B"],
    ]
    assert not list(compare_all([SEQUENCE], [{"kind": "sequence", "facts": {"stream": stream}}]))


@table(
    ("answer", "what"),
    [
        ({"error": "Parse error"}, "accepted"),
        ({"kind": "sequence", "facts": {"actors": [{"id": "A"}]}}, ".actors"),
        ({"kind": "state", "facts": {}}, "kind"),
    ],
)
def test_difference_says_where(answer: dict[str, object], what: str) -> None:
    (found,) = compare_all([SEQUENCE], [answer])
    assert (found.kind, found.what) == (answer.get("kind", "sequence"), what)


def test_crash_of_mermaid_is_no_verdict() -> None:
    assert not list(compare_all([SEQUENCE], [{"error": "TypeError: no"}]))


def test_place_holders_of_mermaid_are_characters() -> None:
    assert plain({"a": ["x\ufb02°quot¶ß", "\ufb02°°35¶ß<br/>y"]}) == {"a": ['x"', "#\ny"]}


def test_empty_and_absent_are_equal() -> None:
    assert differing({"a": [], "b": {"c": None}}, {"b": {}}, "") is None


@pytest.mark.parametrize("seed", range(3))
def test_mutants_are_the_same_for_one_seed(seed: int) -> None:
    texts = [SEQUENCE, "erDiagram\nA ||--o{ B : has\n"]
    found = list(mutants(texts, 40, random.Random(seed)))
    assert found == list(mutants(texts, 40, random.Random(seed)))
    assert len(set(found) - set(texts)) > 20
    assert all(ours_of(text) for text in found)
