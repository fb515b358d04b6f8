"""Parsing and linking raise nothing, whatever the files hold, and no two entities share a ref."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.knowledge.facts import Collection
from compiler.languages.knowledge.front_matter import read_frontmatter
from compiler.languages.knowledge.syntax.decisions.statements import metadata, statement
from compiler.languages.knowledge.syntax.task_lists.dependencies import dependencies_of
from compiler.languages.knowledge.syntax.task_lists.lines import task_line
from compiler.model.facts import Object
from compiler.text.timestamps import parse_timestamp
from tests.compiler.languages.knowledge.sources import codes, facts, linked, note, parsed
from tests.compiler.languages.knowledge.stores import STORE, Maps, readable, written
from tests.compiler.tables import table

PIECES = (
    "---",
    "id: BACK-1",
    "status: superseded by ADR-0002",
    "tags: [a, &x [*x]]",
    "assignee: @ann",
    "dependencies: [task-1, BACK–2]",
    "title: 'Open",
    "# 1. Title",
    "# {title}",
    "## Status",
    "Superceded by [2. B](0002-b.md)",
    "Amends [[a]] and ADR-1",
    "## Context",
    "## Decision Outcome",
    "### Positive Consequences",
    "* Status: accepted <!-- or not -->",
    "- Date: 31/02/2026",
    "- [ ] T001: A (depends: T002–T001,T001,spec:x/T1)",
    "  - [x] T002 B depends on T001",
    "– [-] 1.2 C 📅 2026-13-99 ⛔ a,b 🆔 q",
    "  - Started_at: 2026-01-05T25:00:00+99:99",
    "[[a#b|c]] ![[d]] [e](../f.md) #g",
    "```",
    "`` ` ```",
    "<!-- SECTION:NOTES:BEGIN -->",
    "- [ ] **T** `#1` `(0123456)` `[blocked]`",
    "> Generated from Medulla.",
    "<<<<<<< HEAD",
    '{"id": "p-1", "dependencies": [{"depends_on_id": "p-1"}, 7], "metadata": "{"}',
    '{"id": "p-2", "dependencies": [{"depends_on_id": "p-1", "type": "waits-for", "metadata": "["}]}',
    '{"master": {"tasks": [{"id": 1, "title": "x", "dependencies": [1, "1.1", null], "subtasks": [{}]}]}}',
    "sync:\n  mode: dolt-native",
    "project:\n  adrFolder: ../..",
    "PEP: 1\nTitle: A\nStatus: Superseded\nSuperseded-By: 2, x, 99999999999",
    ":Author: A\n:Status: Final\n   on\n:Created: 31-Foo-2020",
    "## Preamble\n```\nSEP: 0001\nTitle:\nGroup:\n    Owner: a",
    "In the context of a, facing b, we decided for c, accepting",
    "# 9. Architecture Decisions\n## 9.1 A\nStatus: superseded by 9.1",
    "title: A\nkep-number: [1]\nstatus: {a: b}\nreplaces: 7",
    '{"documentation": {"decisions": [{"id": 1, "title": "a", "links": [{"id": "1", "description": "replaced by"}]}]}}',
    "\x00\x0b\u2028é\u200b",
    "\r",
    "",
)
NAMES = (
    ".beads/issues.jsonl",
    ".beads/config.yaml",
    ".beads/deletions.jsonl",
    "keps/a/0001-b/kep.yaml",
    "workspace.json",
    "peps/pep-0001.rst",
    "text/0001-a.md",
    "arch/09_decisions.md",
    ".taskmaster/tasks/tasks.json",
    "backlog/tasks/a.md",
    "backlog/config.yml",
    "doc/adr/0001-a.md",
    "doc/adr/0002-b.md",
    "adr/20260105-c.md",
    ".log4brains.yml",
    ".adr-dir",
    "specs/001-a/tasks.md",
    ".kiro/specs/a/tasks.md",
    "TODO.md",
    ".obsidian/app.json",
    "notes/a.md",
    "b.md",
    ".medulla/snapshot/tasks/active.md",
    ".medulla/snapshot/decisions/001-a.md",
    ".medulla/snapshot/README.md",
)

lines = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=20).map("\n".join)


@given(st.dictionaries(st.sampled_from(NAMES), lines, max_size=6))
def test_any_source_links(files: dict[str, str]) -> None:
    result = linked(files)
    refs = [one.ref for one in result.facts if isinstance(one, Object)]
    assert len(refs) == len(set(refs))
    for fact in result.facts:
        assert 1 <= fact.span.start_line <= fact.span.end_line


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 9)
    | st.floats(-9, 9)
    | st.sampled_from(["a", "b", "a:b", "2026-01-05"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "x"]), inner, max_size=3),
    max_leaves=4,
)
FIELDS = (
    "id",
    "title",
    "sequence_number",
    "created_at",
    "updated_at",
    "url",
    "status",
    "tags",
    "superseded_by",
    "consequences",
)
KEYS = st.sampled_from(["a", "b", "a:blocks:b", "b:belongs_to:b", "c:x:a", ":", ""])
RECORDS = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "b"]), "title": st.just("T"), "sequence_number": st.integers(0, 3)}
    | {"created_at": st.just("2026-01-05"), "updated_at": st.just("2026-01-06"), "url": st.just("https://x.y")},
    optional=dict.fromkeys((*FIELDS[6:], "source_id", "target_id", "relation_type", "due_date"), VALUES),
)
MAPS = st.dictionaries(
    st.sampled_from(["decisions", "tasks", "links", "relations", "_meta", "odd"]),
    st.dictionaries(KEYS, RECORDS | st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6) | VALUES, max_size=4),
    max_size=4,
)


@given(MAPS, st.dictionaries(st.sampled_from(NAMES), lines, max_size=2))
def test_any_store_links(maps: Maps, files: dict[str, str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        readable(patch)
        result = linked({**files, STORE: written(maps)})
    refs = [one.ref for one in result.facts if isinstance(one, Object)]
    assert len(refs) == len(set(refs))


@given(st.sampled_from(NAMES), st.text(max_size=200))
def test_any_text_parses(path: str, text: str) -> None:
    parsed(path, text)


@given(st.text(alphabet=st.sampled_from("T0129abx–—-.,;&/: #[]()|📅⛔🆔\t\u2028é") | st.characters(), max_size=40))
def test_any_line_is_read(text: str) -> None:
    line = text.replace("\n", " ")
    dependencies_of(line)
    task_line(line)
    statement(line)
    metadata(line)
    parse_timestamp(line)


@table(
    "text",
    ["[" * 5000, "- " * 5000, "? " * 5000, "a: {" * 5000, "\n".join(" " * depth + "a:" for depth in range(400))],
)
def test_deeply_nested_frontmatter_is_harmless(text: str) -> None:
    assert note(linked({"notes/a.md": f"---\n{text}\n---\nText\n"}), "notes/a").content == "Text"


@table("marks", [1, 300])
def test_lone_surrogate_in_frontmatter_is_kept_as_escape(marks: int) -> None:
    text = f'---\ntitle: "\\ud83d"\nodd: {["x"] * marks}\nrest: "{"[" * marks}"\n---\n'
    result = linked({"notes/a.md": text})
    assert note(result, "notes/a").name == "\\ud83d"
    assert [one.code for one in result.diagnostics] == ["KNO103"]


GENERATED = "# Active Tasks\n\n> Generated from Medulla. Do not edit directly.\n\n*No active tasks.*\n---\n"


@table(
    ("path", "text"),
    [
        (".beads/issues.jsonl", ""),
        (".beads/issues.jsonl", '{"id": "p-1", "title": "T", "status": "tombstone"}\n'),
        (".medulla/snapshot/tasks/active.md", GENERATED),
        (".taskmaster/tasks/tasks.json", '{"master": {"tasks": []}}'),
        ("backlog/config.yml", "statuses: [To Do, Done]\n"),
        ("specs/001-a/tasks.md", "# Tasks\n"),
        (".kiro/specs/a/tasks.md", ""),
    ],
)
def test_empty_collection_is_listed(path: str, text: str) -> None:
    result = linked({path: text})
    [found] = facts(result, Collection)
    assert (found.counts, found.latest, str(found.span), codes(result)) == ({}, None, f"{path}:1", [])


@table("line", ["- @ann" + " " * 200_000 + '"', "owners: [" + "@ann, " * 60_000 + '"'])
def test_long_frontmatter_line_takes_linear_time(line: str) -> None:
    started = time.process_time()
    assert read_frontmatter(f"---\n{line}\n---\n# Title\n").body_start > len(line)
    assert time.process_time() - started < 10  # quadratic time would take minutes
