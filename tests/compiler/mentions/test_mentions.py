"""Mentions end to end: what is written in a source, and what that cites."""

import json
from pathlib import Path
from typing import NamedTuple

from compiler.model.facts import Mention
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.compiler.languages.knowledge.sources import record
from tests.compiler.tables import table
from tests.compiler.written import written

KETTLE = """# Kettle

## REQ-d00012: Boiling

**Level**: Dev | **Status**: Active | **Implements**: -

## Assertions

A. The kettle SHALL boil.

B. The kettle SHALL stop.

*End* *Boiling*

## REQ-d00013: Pouring

**Level**: Dev | **Status**: Active | **Implements**: -

## Assertions

A. The kettle SHALL pour.

*End* *Pouring*
"""
ADR = record(12, "Use steam")
TASK = "---\nid: task-{0}\ntitle: Task {0}\nstatus: To Do\n---\n\n## Description\n\n{1}\n"
PROJECT = {
    "spec/kettle.md": KETTLE,
    "docs/adr/0012-use-steam.md": ADR,
    "docs/adr/0013-use-gas.md": record(13, "Use gas"),
    "backlog/config.yml": "project_name: kettle\n",
    "backlog/tasks/task-7 - Seven.md": TASK.format(7, "Nothing."),
    "backlog/tasks/task-8 - Eight.md": TASK.format(8, "Nothing."),
    "docs/srs.md": "# Requirements\n\n| ID | Requirement |\n|---|---|\n| SYS2-TEA-7 | It shall sing. |\n",
    "notes/steam.md": "---\ntags: [a]\n---\n\nSteam is hot.\n",
    "drawn/boil.mmd": "flowchart TD\n  fill --> boil\n",
}


class Cited(NamedTuple):
    source: str
    text: str
    target: str | None
    line: int


def compiled(folder: Path, files: dict[str, str]) -> Snapshot:
    return compile_source(written(folder, PROJECT | files))


def cited(snapshot: Snapshot, path: str) -> list[Cited]:
    """The mentions in a file. The span of each covers its text."""
    found = [one for one in snapshot.facts(Mention) if one.span.file == path]
    lines = [line.encode() for line in (snapshot.text(path) or "").split("\n")]
    for one in found:
        written = lines[one.span.start_line - 1][one.span.start_col - 1 : one.span.end_col - 1]
        assert written.decode() == one.text
    return [Cited(one.source, one.text, one.target, one.span.start_line) for one in found]


@table(
    ("text", "expected"),
    [
        ("As REQ-d00012 says.", {"REQ-d00012": "r:REQ-d00012"}),
        (
            "@req:REQ-d00012 and see:SYS2-TEA-7, not ::REQ-d00013",
            {"REQ-d00012": "r:REQ-d00012", "SYS2-TEA-7": "r:SYS2-TEA-7"},
        ),
        ("As SYS2-TEA-7 says, and utf8-bom.", {"SYS2-TEA-7": "r:SYS2-TEA-7"}),
        ("As req-d00012 says.", {"req-d00012": "r:REQ-d00012"}),
        ("(REQ-d00012-A)", {"REQ-d00012-A": "r:REQ-d00012-A"}),
        ("REQ-d00012/REQ-d00013", {"REQ-d00012": "r:REQ-d00012", "REQ-d00013": "r:REQ-d00013"}),
        ("REQ-d12-A is meant", {"REQ-d12-A": "r:REQ-d00012-A"}),
        ("REQ-d00012, REQ-d00013", {"REQ-d00012": "r:REQ-d00012", "REQ-d00013": "r:REQ-d00013"}),
        ("a REQ-d00012-based design", {"REQ-d00012": ""}),
        ("`REQ-d00012`", {"REQ-d00012": "r:REQ-d00012"}),
        ("ADR 12 decides", {"ADR 12": "k:decision/ADR-0012"}),
        ("adr-0012 decides", {"adr-0012": "k:decision/ADR-0012"}),
        ("ADR-12 decides", {"ADR-12": "k:decision/ADR-0012"}),
        ("ADR #12 decides", {"ADR #12": "k:decision/ADR-0012"}),
        ("by 0012-use-steam", {"0012-use-steam": "k:decision/ADR-0012"}),
        ("in docs/adr/0012-use-steam.md", {"docs/adr/0012-use-steam.md": "k:decision/ADR-0012"}),
        ("in [it](docs/adr/0012-use-steam.md#why)", {"docs/adr/0012-use-steam.md#why": "k:decision/ADR-0012"}),
        ("in [`kettle.md`](spec/kettle.md)", {"spec/kettle.md": "f:spec/kettle.md"}),
        ("in [ADR 12](docs/adr/0012-use-steam.md)", {"ADR 12": "k:decision/ADR-0012"}),
        (
            "https://forge.example/o/r/blob/main/docs/adr/0012-use-steam.md",
            {"https://forge.example/o/r/blob/main/docs/adr/0012-use-steam.md": "k:decision/ADR-0012"},
        ),
        ("https://tracker.example/browse/TASK-7.", {"https://tracker.example/browse/TASK-7": "k:task/task-7"}),
        ("see [[steam]]", {"[[steam]]": "k:note/notes/steam"}),
        ("see [[steam|the steam]]", {"[[steam|the steam]]": "k:note/notes/steam"}),
        ("TASK-7 is next", {"TASK-7": "k:task/task-7"}),
        ("drawn in drawn/boil.mmd", {"drawn/boil.mmd": "d:boil"}),
        ("at d:boil/flow/node/n:fill", {"d:boil/flow/node/n:fill": "d:boil/flow/node/n:fill"}),
        ("über REQ-d00012 – ja", {"REQ-d00012": "r:REQ-d00012"}),
    ],
)
def test_mention_forms(text: str, expected: dict[str, str], tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.mmd": "flowchart TD\n  a --> b\n", "page.md": f"{text}\n\n{DRAWN}"})
    found = {one.text: one.target for one in cited(snapshot, "page.md")}
    if expected == {"REQ-d00012": ""}:  # of a longer word only the id is cited
        assert list(found.values()) == ["r:REQ-d00012"]
    else:
        assert found == expected


DRAWN = "```mermaid\nflowchart TD\n  a --> b\n```\n"  # by which a page is read


def test_mention_of_several_assertions(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.md": f"REQ-d00012-A+B\n\n{DRAWN}"})
    assert [(one.text, one.target) for one in cited(snapshot, "page.md")] == [
        ("REQ-d00012-A+B", "r:REQ-d00012-A"),
        ("REQ-d00012-A+B", "r:REQ-d00012-B"),
    ]


@table(
    "text",
    [
        "There are 12 of them, 0012 or 1.2.3, on 2026-01-12.",
        "Commit 0012abcd and sha256-0012, v12.0, UTF-8, ISO-8601.",
        "Decision 12 thoughtss" and "The adrenaline, the task, the decision.",
        "## ADR 12: a heading that defines it again",
        "```sh\nmake REQ-d00012 ADR-0012\n```",
        "~~~python\n# Implements: REQ-d00012\n~~~",
        "https://elsewhere.example/docs/adr/other.md",
        "https://forge.example/o/other/blob/main/spec/kettle.md",
        "steam boil spec kettle fill",
        "mailto:task-7x@kettle.example",
    ],
)
def test_mention_is_nothing_else(text: str, tmp_path: Path) -> None:
    assert cited(compiled(tmp_path, {"page.md": f"{text}\n\n{DRAWN}"}), "page.md") == []


def test_mention_in_each_kind_of_text(tmp_path: Path) -> None:
    files = {
        "flow.mmd": 'flowchart TD\n  %% for REQ-d00012\n  a["Boil (REQ-d00013)"] -->|ADR 12| b[Pour]\n',
        "talk.mmd": "sequenceDiagram\n  A->>B: done by TASK-7\n  Note over A: see ADR-0013\n",
        "src/kettle.py": (
            'LIMIT = "REQ-d00012"\n\n\ndef boil():\n    """Boils, see ADR 12."""\n    return 1  # REQ-d00013\n'
        ),
        "memory.jsonl": '{"type": "fact", "id": "f-1", "content": "We follow ADR 12.\\nREQ-d00012 too."}\n',
        "tale.urd.md": (
            "---\nworld:\n  name: Tale\n  start: yard\n---\n\n# Yard\n\nIt is cold.\n\n== talk\n\n"
            "* Ask about the kettle\n  It boils as REQ-d00012 has it.\n\n# Shed\n\nADR 12 hangs on the wall.\n"
        ),
    }
    snapshot = compiled(tmp_path, files)
    found = {path: [(one.source, one.target, one.line) for one in cited(snapshot, path)] for path in files}
    assert found == {
        "flow.mmd": [
            ("d:flow", "r:REQ-d00012", 2),
            ("d:flow/flow/node/n:a", "r:REQ-d00013", 3),
            ("d:flow/flow/edge/e:0001", "k:decision/ADR-0012", 3),
        ],
        "talk.mmd": [("d:talk/seq/message/m:0001", "k:task/task-7", 2), ("d:talk", "k:decision/ADR-0013", 3)],
        "src/kettle.py": [("f:src/kettle.py", "k:decision/ADR-0012", 5), ("f:src/kettle.py", "r:REQ-d00013", 6)],
        "memory.jsonl": [("m:fact/f-1", "k:decision/ADR-0012", 1), ("m:fact/f-1", "r:REQ-d00012", 1)],
        "tale.urd.md": [
            ("w:tale/choice/tale/talk/ask-about-the-kettle", "r:REQ-d00012", 14),
            ("w:tale/location/shed", "k:decision/ADR-0012", 18),
        ],
    }


def test_mention_in_each_line_of_a_comment(tmp_path: Path) -> None:
    files = {"src/kettle.py": "# Implements: REQ-d00012-A,\n#   REQ-d00013\ndef boil():\n    pass\n"}
    assert [one.target for one in cited(compiled(tmp_path, files), "src/kettle.py")] == [
        "r:REQ-d00012-A",
        "r:REQ-d00013",
    ]


def test_mention_is_not_in_a_string_of_several_lines(tmp_path: Path) -> None:
    files = {"src/kettle.py": 'PAGE = """\nREQ-d00012\n"""\nfill(\n    """\n    REQ-d00013\n    """\n)  # ADR 12\n'}
    assert [one.text for one in cited(compiled(tmp_path, files), "src/kettle.py")] == ["ADR 12"]


def test_id_that_a_link_leads_elsewhere_with_does_not_dangle(tmp_path: Path) -> None:
    text = "# A\n\nSee [their ADR 77](https://example.org/adr-077.md), [ADR 12](https://example.org/12) and ADR 78.\n"
    found = cited(compiled(tmp_path, {"notes.md": text}), "notes.md")
    assert [(one.text, one.target is None) for one in found] == [("ADR 12", False), ("ADR 78", True)]


@table(
    ("address", "is_cited"),
    [
        ("https://forge.example/o/r/blob/main/docs/adr/0012-use-steam.md", True),
        ("https://forge.example/o/r/blob/main/old/0012-use-steam.md#decision", True),  # it was moved
        ("https://forge.example/o/r/pull/12", True),
        ("https://forge.example/o/r/tree/main/docs/adr", True),
        ("https://forge.example/o/theirs/blob/main/docs/adr/0012-use-gas.md", False),
        ("https://forge.example/o/theirs/-/blob/v1/adr/README.md", False),
    ],
)
def test_id_that_a_link_to_a_page_of_another_repository_has_is_not_cited(
    tmp_path: Path, address: str, is_cited: bool
) -> None:
    found = cited(compiled(tmp_path, {"notes.md": f"# A\n\nSee [theirs/ADR-12]({address}).\n"}), "notes.md")
    assert ("k:decision/ADR-0012" in [one.target for one in found]) == is_cited


def test_id_that_a_reference_leads_elsewhere_with_does_not_dangle(tmp_path: Path) -> None:
    text = "# A\n\nSee [ADR 77][pr] and [ADR 78][here].\n\n[pr]: https://example.org/77\n[here]: spec/kettle.md\n"
    found = cited(compiled(tmp_path, {"notes.md": text}), "notes.md")
    assert [one.text for one in found if one.target is None] == ["ADR 78"]


def test_decision_beyond_those_of_the_source_is_of_another_in_code(tmp_path: Path) -> None:
    files = {
        "src/kettle.go": "// ADR 77 and ADR-0077 say so, ADR-0011 too.\n",
        "page.md": f"ADR 77 says so.\n\n{DRAWN}",
    }
    snapshot = compiled(tmp_path, files)
    found = [(one.span.file, one.message.split("'")[1]) for one in snapshot.diagnostics(code="FRZ301")]
    assert found == [("page.md", "ADR 77"), ("src/kettle.go", "ADR-0011")]


@table(
    ("name", "text"),
    [
        ("src/kettle.go", "// As ADR 7 has it,\n// https://forge.example/o/r/blob/main/docs/adr-007-spouts.md#why\n"),
        ("brew.md", "By REQ-d00099, as said before.\n\nSee <https://tracker.example/browse/REQ-d00099>.\n"),
    ],
)
def test_id_that_an_address_of_the_file_has_is_of_another_project(name: str, text: str, tmp_path: Path) -> None:
    assert not compiled(tmp_path, {name: text, "page.md": DRAWN}).diagnostics(code="FRZ301")


@table(
    ("text", "count"),
    [
        ("By rope #39 / ADR-0007 we brew.", 0),
        ("By the upstream ADR-0007 we brew.", 0),
        ("By `rope` ADR-0007 we brew.", 0),
        ("By the rope repository's ADR-0007 we brew.", 0),
        ("By issue #39 / ADR-0007 we brew.", 1),
        ("In `src/kettle.go` (ADR-0007) we brew.", 1),
        ("Rope and ADR-0007 say so.", 1),
        ("It takes in the former ADR-0007 and ADR-0008.", 0),
        ("We brew (formerly ADR-0007).", 0),
        ("Of the removed ADR-0007 nothing is left.", 0),
        ("The former rule is in ADR-0007.", 1),
        ("We removed the spout by ADR-0007.", 1),
    ],
)
def test_decision_that_is_said_to_be_gone_or_of_another_project_is_no_finding(
    text: str, count: int, tmp_path: Path
) -> None:
    snapshot = compiled(tmp_path, {"page.md": f"# Page\n\n{text}\n\n{DRAWN}"})
    assert len(snapshot.diagnostics(code="FRZ301")) == count


def test_number_of_decisions_in_two_folders_is_that_of_the_nearer(tmp_path: Path) -> None:
    decision = "# {0}. Brew\n\n## Status\n\nAccepted\n\n## Decision\n\nWe brew. ADR-004 says when.\n"
    names = ("001-a", "003-b", "004-c")
    files = {f"{one}/adr/{name}.md": decision.format(name[:3]) for one in ("tea", "pots") for name in names}
    snapshot = compiled(tmp_path, {**files, "tea/adr/005-d.md": decision.format("005")})
    assert not snapshot.diagnostics(code="FRZ301")
    assert cited(snapshot, "tea/adr/003-b.md")[0].target == "k:decision/tea/ADR-004"


def test_id_of_which_an_address_has_only_the_digits_is_a_finding(tmp_path: Path) -> None:
    text = "// As ADR 7 has it,\n// https://forge.example/o/r/blob/main/docs/adr-0077-spouts.md, pull/7\n"
    assert compiled(tmp_path, {"src/kettle.go": text, "page.md": DRAWN}).diagnostics(code="FRZ301")


def test_ids_of_examples_alone_make_no_scheme(tmp_path: Path) -> None:
    task = "---\nid: SPOUT-{0}\ntitle: Descale\nstatus: To Do\n---\n"
    fixtures = {f"tests/fixtures/backlog/tasks/spout-{one} - x.md": task.format(one) for one in (1, 2, 3)}
    files = {"page.md": "SPOUT-48 came first.\n", "notes.md": "**Task:** SPOUT-48\n", **fixtures}
    assert not compiled(tmp_path / "a", files).diagnostics(code="FRZ301")
    own = {f"backlog/tasks/spout-{one} - x.md": task.format(one) for one in (1, 2, 3)}
    assert len(compiled(tmp_path / "b", {**files, **own}).diagnostics(code="FRZ301")) == 2


def test_generated_file_has_no_findings_of_its_own(tmp_path: Path) -> None:
    files = {"src/kettle.go": "// Code generated by press. DO NOT EDIT.\n\n// As REQ-d00099 says.\n", "page.md": DRAWN}
    assert not compiled(tmp_path, files).diagnostics(code="FRZ301")


def test_code_of_tests_has_made_up_ids(tmp_path: Path) -> None:
    code = "// Gets events for REQ-d00098.\n"
    files = {"src/watch_test.go": code, "page.md": DRAWN}
    assert not compiled(tmp_path / "a", files).diagnostics(code="FRZ301")
    assert len(compiled(tmp_path / "b", {"src/watch.go": code, "page.md": DRAWN}).diagnostics(code="FRZ301")) == 1


def test_journey_tells_of_ids_that_nothing_has(tmp_path: Path) -> None:
    journey = (
        "# JNY-Tea-01: Make tea\n\n**Actor**: Ann\n**Goal**: Tea\n**Validates**: REQ-d00012-A\n\n## Steps\n\n"
        "1. Ann reads REQ-d00099.\n\n*End* *Make tea*\n"
    )
    assert not compiled(tmp_path, {"spec/tea.md": journey}).diagnostics(code="FRZ301")


def test_mention_behind_an_escape_of_json(tmp_path: Path) -> None:
    files = {"memory.jsonl": '{"type": "fact", "id": "f-1", "content": "First.\\nREQ-d00012 then."}\n'}
    assert [one.text for one in cited(compiled(tmp_path, files), "memory.jsonl")] == ["REQ-d00012"]


def test_mention_of_a_fact_is_of_its_home_whatever_other_branches_wrote(tmp_path: Path) -> None:
    fact = {"type": "fact", "id": "f-7", "text": "The lid leaks"}
    written = [{**fact, "branch": "dev"}, fact, {**fact, "branch": "other"}]
    files = {"memory.jsonl": "".join(f"{json.dumps(one)}\n" for one in written), "page.md": f"See `f-7`.\n\n{DRAWN}"}
    assert [one.target for one in cited(compiled(tmp_path, files), "page.md")] == ["m:fact/f-7"]


def test_mention_above_a_test_is_the_tests(tmp_path: Path) -> None:
    files = {"tests/test_kettle.py": "# Verifies: REQ-d00012-A\ndef test_boils():\n    pass\n"}
    [found] = cited(compiled(tmp_path, files), "tests/test_kettle.py")
    assert found.source == "r:test/tests/test_kettle.py::test_boils"


def test_mention_of_a_task_stands_at_its_line(tmp_path: Path) -> None:
    files = {"backlog/tasks/task-9 - Nine.md": TASK.format(9, "First.\n\nThen as ADR-0012 says.")}
    [link] = [one for one in compiled(tmp_path, files).links(kind="mentions") if one.source == "k:task/task-9"]
    assert (link.target, link.span.start_line, link.span.start_col) == ("k:decision/ADR-0012", 11, 9)


@table(
    ("text", "target", "severity"),
    [
        ("As REQ-d00099 says.", "r:REQ-d00099", "info"),
        ("As REQ-d00012-Z says.", "r:REQ-d00012-Z", "info"),
        ("As REQ-o00001 says.", "r:REQ-o00001", "info"),
        ("As ADR 99 says.", "k:decision/ADR-0099", "info"),
        ("requirements: REQ-d00099", "r:REQ-d00099", "warning"),
        ("decisions:\n- ADR-0012\n- ADR-0099", "k:decision/ADR-0099", "warning"),
        ("It is TASK-99.", "k:task/task-99", "info"),
        ("It is TASK-90712.", "k:task/task-90712", "info"),
    ],
)
def test_mention_of_what_nothing_has_dangles(text: str, target: str, severity: str, tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.md": f"{text}\n\n{DRAWN}"})
    [link] = [one for one in snapshot.links(source="f:page.md", kind="mentions") if one.dangling]
    assert link.target == target
    [found] = snapshot.diagnostics(code="FRZ301")
    assert (found.severity, found.span) == (severity, link.span)


@table("text", ["UTF-99, PAR-00012, REQ-00012, REQ-d012, TASK-x, SHA-256, T-1000"])
def test_mention_dangles_only_by_a_scheme_of_the_source(text: str, tmp_path: Path) -> None:
    assert not compiled(tmp_path, {"page.md": f"{text}\n\n{DRAWN}"}).diagnostics(code="FRZ301")


@table("text", ["Write `REQ-d00099`.", "Run `press fix REQ-d00099` now.", "``REQ-d00099`` is one"])
def test_id_in_backticks_that_nothing_has_is_an_example(text: str, tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.md": f"{text}\n\n{DRAWN}"})
    assert not snapshot.diagnostics(code="FRZ301")
    assert [one.target for one in snapshot.links(source="f:page.md", kind="mentions") if one.dangling] == [
        "r:REQ-d00099"
    ]


@table(
    "text",
    [
        'We write "REQ-d00099" then.',
        "We write 'REQ-d00099: Steam' then.",
        "An id, e.g. REQ-d00099, has a letter.",
        "For example REQ-d00099.",
        "Ids like REQ-d00099 have a letter.",
        "Pattern: REQ-d00099",
        "It is TASK-9999.",
        "It is TASK-1234.",
        "Say:\n\n> Work on REQ-d00099 only.",
        "## An example\n\nREQ-d00099 is tested.",
        "## Naming conventions\n\n### Numbers\n\nREQ-d00099 is tested.",
    ],
)
def test_sample_of_an_id_is_no_finding(text: str, tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.md": f"# Page\n\n{text}\n\n{DRAWN}"})
    assert not snapshot.diagnostics(code="FRZ301")
    assert [one for one in snapshot.links(source="f:page.md", kind="mentions") if one.dangling] or snapshot.links(
        kind="mentions"
    )


@table(
    "text",
    [
        "For example, tea. As REQ-d00099 says.",
        "> [!NOTE]\n> As REQ-d00099 says.",
        "## An example\n\n## Steam\n\nAs REQ-d00099 says.",
        "The export format of REQ-d00099 is plain.",
        "It's REQ-d00099 that isn't met.",
        'The "hot" REQ-d00099 and "cold".',
    ],
)
def test_id_that_only_stands_near_a_sample_is_a_finding(text: str, tmp_path: Path) -> None:
    assert compiled(tmp_path, {"page.md": f"# Page\n\n{text}\n\n{DRAWN}"}).diagnostics(code="FRZ301")


@table(
    ("text", "expected"),
    [
        ("Both are in REQ-d00012-13.", ["r:REQ-d00012", "r:REQ-d00013"]),
        ("Both are in REQ-d00012-00013.", ["r:REQ-d00012", "r:REQ-d00013"]),
        ("Some are in REQ-d00013-77.", ["r:REQ-d00013"]),
        ("None is in REQ-d00070-77.", []),
        ("It is REQ-d00013-12.", []),
    ],
)
def test_range_of_ids_cites_its_ends(text: str, expected: list[str], tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.md": f"{text}\n"})
    assert [one.target for one in cited(snapshot, "page.md")] == expected
    assert not snapshot.diagnostics(code="FRZ301")


def test_id_in_a_html_comment_is_no_mention(tmp_path: Path) -> None:
    page = "# Päge\n\n<!-- REQ-d00012\nADR 77 -->ü REQ-d00013\n"
    assert [(one.text, one.line) for one in cited(compiled(tmp_path, {"page.md": page}), "page.md")] == [
        ("REQ-d00013", 4)
    ]


@table(
    ("name", "text", "expected"),
    [
        ("boil.ts", "const a = `\n// REQ-d00012\n`;\n// REQ-d00013\n", ["REQ-d00013"]),
        ("boil.ts", "const a = /`/;\n// REQ-d00012\nconst b = `x`;\n", ["REQ-d00012"]),
        ("boil.ts", 'const glob = "src/*.ts";\nREQ_d00012("REQ-d00012");\n/* REQ-d00013 */\n', ["REQ-d00013"]),
        ("boil.go", "var a = `\n// REQ-d00012\n`\n", []),
        ("boil.py", 'A = """\n# REQ-d00012\n"""\n# REQ-d00013\n', ["REQ-d00013"]),
    ],
)
def test_comment_in_a_text_of_several_lines_is_none(name: str, text: str, expected: list[str], tmp_path: Path) -> None:
    assert [one.text for one in cited(compiled(tmp_path, {name: text}), name)] == expected


def test_file_of_which_most_ids_are_missing_shows_examples(tmp_path: Path) -> None:
    made_up = "REQ-d00097 REQ-d00098 REQ-d00099"
    files = {
        "made-up.md": f"{made_up} REQ-d00012\n",
        "slips.md": "REQ-d00098 REQ-d00099\n",
        "fields.md": f"{made_up}\n\nrequirements: REQ-d00096\n",
    }
    snapshot = compiled(tmp_path, files)
    found = [(one.span.file, one.message.split("'")[1]) for one in snapshot.diagnostics(code="FRZ301")]
    assert found == [("fields.md", "REQ-d00096"), ("slips.md", "REQ-d00098"), ("slips.md", "REQ-d00099")]
    dangling = [one.target for one in snapshot.links(source="f:made-up.md", kind="mentions") if one.dangling]
    assert len(dangling) == 3


def test_mention_that_a_language_reports_is_not_reported_again(tmp_path: Path) -> None:
    files = {"spec/more.md": KETTLE.replace("000", "001").replace("Implements**: -", "Implements**: REQ-d00099", 1)}
    codes = [one.code for one in compiled(tmp_path, files).diagnostics() if "REQ-d00099" in one.message]
    assert codes
    assert "FRZ301" not in codes


def test_mention_makes_no_second_link_where_a_language_has_made_one(tmp_path: Path) -> None:
    files = {"docs/adr/0014-c.md": record(14, "C", "Accepted\n\nSupersedes [12](0012-use-steam.md)", "\nADR 12.\n")}
    snapshot = compiled(tmp_path, files)
    kinds = {one.kind for one in snapshot.links(source="k:decision/ADR-0014", target="k:decision/ADR-0012")}
    assert kinds == {"supersedes"}
    assert len(cited(snapshot, "docs/adr/0014-c.md")) == 2


def test_mention_of_an_id_that_two_folders_have_is_of_the_nearer(tmp_path: Path) -> None:
    files = {
        "east/adr/0001-a.md": record(1, "A"),
        "west/adr/0001-b.md": record(1, "B"),
        "west/page.md": f"As ADR 1 says.\n\n{DRAWN}",
        "page.md": f"As ADR 1 says.\n\n{DRAWN}",
    }
    snapshot = compiled(tmp_path, files)
    [found] = cited(snapshot, "west/page.md")
    [west] = [one.ref for one in snapshot.objects(kind="decision") if one.file == "west/adr/0001-b.md"]
    assert found.target == west
    assert cited(snapshot, "page.md") == []  # nothing says which


def test_mentions_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    pages = {f"page{at}.md": f"As REQ-d00012 and ADR {at} say.\n\n{DRAWN}" for at in range(40)}
    one = compiled(tmp_path, pages)
    with compile_source(tmp_path, jobs=3) as several:
        assert several.facts(Mention) == one.facts(Mention)
        assert several.links() == one.links()


@table(
    ("name", "head", "count"),
    [
        ("backlog/tasks/task-1 - Sort.md", "---\nid: task-1\ntitle: Sort\nstatus: Done\n---\n", 0),
        ("backlog/archive/tasks/task-1 - Sort.md", "---\nid: task-1\ntitle: Sort\nstatus: To Do\n---\n", 0),
        ("backlog/tasks/task-1 - Sort.md", "---\nid: task-1\ntitle: Sort\nstatus: To Do\n---\n", 1),
        ("docs/completed/sort.md", "# Sort\n", 0),
        ("docs/completely/sort.md", "# Sort\n", 1),
    ],
)
def test_finished_work_may_cite_what_was_removed(tmp_path: Path, name: str, head: str, count: int) -> None:
    files = {name: f"{head}\nIt replaces REQ-d00099.\n"}
    assert len(compiled(tmp_path, files).diagnostics(code="FRZ301")) == count


@table(("folder", "count"), [("tasks", 1), ("completed", 0), ("archive/tasks", 0)])
def test_field_of_finished_work_may_cite_what_was_removed(tmp_path: Path, folder: str, count: int) -> None:
    head = "---\nid: task-1\ntitle: Sort\nstatus: To Do\nrequirement: REQ-d00099\n---\n"
    files = {f"backlog/{folder}/task-1 - Sort.md": f"{head}\nIt sorts.\n"}
    assert len(compiled(tmp_path, files).diagnostics(code="FRZ301")) == count


def test_id_in_capitals_without_a_number_is_cited(tmp_path: Path) -> None:
    need = "# Lamps\n\n```{req} Turns\n:id: REQ_LAMP_TURNS\nIt turns.\n```\n"
    page = "See REQ_LAMP_TURNS and [REQ_LAMP_TURNS](lamps.md), not req_lamp or REQ_LAMP_HUMS.\n"
    snapshot = compiled(tmp_path, {"lamps.md": need, "page.md": page, "a.c": "// as REQ_LAMP_TURNS says\n"})
    for path, expected in (("page.md", ["r:REQ_LAMP_TURNS"] * 2), ("a.c", ["r:REQ_LAMP_TURNS"])):
        assert [one.target for one in cited(snapshot, path) if one.target and one.target.startswith("r:")] == expected


def test_id_in_capitals_that_nothing_has_is_missed_where_many_begin_alike(tmp_path: Path) -> None:
    def need(name: str) -> str:
        return f"```{{req}} Lamp\n:id: REQ_LAMP_{name}\nIt turns.\n```\n\n"

    page = "The lamp hums, as REQ_LAMP_HUMS has it.\n\nNot REQ_LAMP_*, REQ_HORN_HUMS, req_lamp_hums or REQ_LAMP.\n"
    names = ("TURNS", "DIMS", "STOPS", "GOES", "SHINES")
    for count, missed in ((5, ["REQ_LAMP_HUMS"]), (4, [])):
        needs = "# Lamps\n\n" + "".join(map(need, names[:count]))
        files = {"lamps.md": needs, "page.md": page, "a.c": "int x = REQ_LAMP_HUMS; // REQ_LAMP_HUMS\n"}
        snapshot = compiled(tmp_path / str(count), files)
        assert [one.message.split("'")[1] for one in snapshot.diagnostics(code="FRZ301")] == missed
        assert [one.target for one in snapshot.links(kind="mentions") if one.dangling] == [f"r:{one}" for one in missed]
