"""The recommended rules: off until named, all or one by one. The pages of their codes compile examples of each."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import orjson

from compiler.languages.registry import LANGUAGES
from compiler.pipeline.codes import CODES as ALL
from compiler.pipeline.settings.recommended import CODES, recommended_rules
from compiler.pipeline.settings.rule import OWN_CODES
from compiler.pipeline.settings.settings_text import parse_settings
from tests.compiler.tables import table


def named(text: str) -> list[str]:
    return [one.code for one in recommended_rules(parse_settings("frieze.toml", text))]


@table(
    ("text", "codes"),
    [
        ("", []),
        ("extend = []", []),
        ('extend = ["recommended"]', ["FRZ401", "FRZ402", "FRZ403", "FRZ404", "FRZ405"]),
        ('extend = ["verdicts"]', ["FRZ411", "FRZ412", "FRZ413", "FRZ414", "FRZ415", "FRZ416"]),
        ('extend = ["FRZ415", "FRZ401"]', ["FRZ401", "FRZ415"]),
        ('extend = ["FRZ403", "FRZ401", "FRZ403"]', ["FRZ401", "FRZ403"]),
        ('extend = ["FRZ403", "recommended"]', ["FRZ401", "FRZ402", "FRZ403", "FRZ404", "FRZ405"]),
    ],
)
def test_recommended_rules_run_when_named(text: str, codes: list[str]) -> None:
    assert named(text) == codes


def test_recommended_rules_name_columns_only() -> None:
    rules = recommended_rules(parse_settings("frieze.toml", 'extend = ["recommended"]'))
    assert {one.code: one.columns for one in rules}["FRZ401"] == ["task", "decision", "reason"]


def test_every_code_of_frieze_has_the_form_that_rules_may_not_have() -> None:
    """So that a code that Frieze gets one day collides with no project's."""
    codes = [*ALL, *(code for language in LANGUAGES for code in language.codes())]
    assert {one.code for one in CODES} <= {one.code for one in codes}
    # A number may be followed by a word in small letters, which no code of a project has.
    assert [one.code for one in codes if not OWN_CODES.fullmatch(one.code.partition("-")[0])] == []


# The columns that the recommended rules read, as tables of their own: what a citation is, is not decided here.
RELATIONS = {
    "task": ("id", "ref", "is_done", "status"),
    "decision": ("id", "ref", "title", "status", "is_superseded", "file", "line"),
    "supersession": ("newer", "older"),
    "mention": ("source", "text", "target", "file", "line"),
    "link": ("source", "kind", "target"),
    "object": ("ref",),
    "node": ("diagram", "id", "ref"),
    "requirement": ("id", "ref", "title", "status", "is_active", "file", "line"),
    "code_reference": ("requirement", "file", "line"),
    "test_reference": ("requirement",),
}
DECISIONS = [
    ("ADR-1", "k:decision/1", "One", "superseded", 1, "1.md", 1),
    ("ADR-2", "k:decision/2", "Two", "accepted", 0, "2.md", 1),
    ("ADR-3", "k:decision/3", "Three", "superseded", 1, "3.md", 1),
    ("ADR-4", "k:decision/4", "Four", "proposed", 0, "4.md", 1),
]
REQUIREMENTS = [
    ("REQ-1", "r:REQ-1", "One", "Active", 1, "r.md", 1),
    ("REQ-2", "r:REQ-2", "Two", "DEPRECATED", 0, "r.md", 9),
]


def found(code: str, examples: Sequence[str] = (), /, **rows: Sequence[tuple[object, ...]]) -> list[dict[str, Any]]:
    """What a recommended rule finds in relations of these rows; sorted. All rows of the relations `examples` are
    examples."""
    (rule,) = recommended_rules(parse_settings("frieze.toml", f'extend = ["{code}"]'))
    with closing(sqlite3.connect(":memory:")) as database:
        for name, columns in RELATIONS.items():
            listed, marks = ", ".join(columns), ", ".join("?" * len(columns))
            database.execute(f"CREATE TABLE {name} ({listed}, is_example DEFAULT 0)")
            database.executemany(f"INSERT INTO {name} ({listed}) VALUES ({marks})", rows.get(name, ()))
        for name in examples:
            database.execute(f"UPDATE {name} SET is_example = 1")
        cursor = database.execute(rule.sql)
        names = [name for name, *_ in cursor.description]
        assert set(rule.columns) <= set(names)
        return [dict(zip(names, row, strict=True)) for row in sorted(cursor, key=repr)]


def test_recommended_open_task_that_cites_a_superseded_decision() -> None:
    tasks = [("T-1", "k:task/1", 0, "todo"), ("T-2", "k:task/2", 1, "done"), ("T-3", "k:task/3", 0, "archived")]
    mentions = [(f"k:task/{task}", "ADR", f"k:decision/{to}", "t.md", to) for task in (1, 2, 3) for to in (1, 2, 3)]
    rows = found("FRZ401", task=tasks, decision=DECISIONS, mention=mentions, supersession=[("ADR-2", "ADR-1")])
    assert found("FRZ401", ["task"], task=tasks, decision=DECISIONS, mention=mentions) == []
    assert [(one["task"], one["decision"], one["reason"], one["line"]) for one in rows] == [
        ("T-1", "ADR-1", "is superseded by ADR-2", 1),
        ("T-1", "ADR-3", "is superseded", 3),
    ]
    assert orjson.loads(rows[0]["path"]) == ["k:task/1", "k:decision/1", "k:decision/2"]
    assert orjson.loads(rows[1]["path"]) == ["k:task/1", "k:decision/3", None]


def test_recommended_code_that_implements_a_deprecated_requirement() -> None:
    references = [("REQ-1", "a.py", 1), ("REQ-2", "a.py", 2), ("REQ-3", "a.py", 3)]
    rows = found("FRZ402", requirement=REQUIREMENTS, code_reference=references)
    assert [(one["requirement"], one["file"], one["line"]) for one in rows] == [("REQ-2", "a.py", 2)]
    assert found("FRZ402", ["requirement"], requirement=REQUIREMENTS, code_reference=references) == []


def test_recommended_active_requirement_without_a_test() -> None:
    assert [one["requirement"] for one in found("FRZ403", requirement=REQUIREMENTS)] == ["REQ-1"]
    assert found("FRZ403", requirement=REQUIREMENTS, test_reference=[("REQ-1",)]) == []
    assert found("FRZ403", ["requirement"], requirement=REQUIREMENTS) == []


def test_recommended_node_that_cites_what_does_not_exist() -> None:
    mentions = [("d:a/node/n:x", "REQ-9", None, "a.mmd", 2), ("d:a/node/n:x", "REQ-1", "r:REQ-1", "a.mmd", 3)]
    mentions += [("k:task/1", "REQ-8", None, "t.md", 4)]
    of_diagram: dict[str, Sequence[tuple[object, ...]]] = {
        "node": [("a", "x", "d:a/node/n:x")],
        "object": [("d:a/node/n:x",)],
        "mention": mentions,
    }
    assert found("FRZ404", ["object"], **of_diagram) == []
    (row,) = found("FRZ404", **of_diagram)
    assert (row["node"], row["diagram"], row["cited"], row["file"], row["line"]) == ("x", "a", "REQ-9", "a.mmd", 2)


@table(
    ("rows", "decisions"),
    [
        ({}, ["ADR-2"]),
        ({"mention": [("k:decision/2", "ADR-2", "k:decision/2", "2.md", 1)]}, ["ADR-2"]),  # its own name
        ({"mention": [("k:task/1", "ADR-2", "k:decision/2", "t.md", 1)]}, []),
        ({"link": [("k:task/1", "references", "k:decision/2")]}, []),
        ({"link": [("k:decision/2", "supersedes", "k:decision/1")]}, ["ADR-2"]),
        ({"link": [("k:decision/5", "belongs_to", "k:decision/2")]}, ["ADR-2"]),
    ],
)
def test_recommended_decision_that_nothing_cites(
    rows: dict[str, list[tuple[object, ...]]], decisions: list[str]
) -> None:
    assert [one["decision"] for one in found("FRZ405", decision=DECISIONS, **rows)] == decisions
    assert found("FRZ405", ["decision"], decision=DECISIONS, **rows) == []
