"""Citations by a number behind a word, by the name of a page alone, by a folder, and by the name of a skill."""

from pathlib import Path

from tests.closing import compile_source
from tests.compiler.tables import table
from tests.compiler.written import written

PROPOSAL = "# {0}\n\n**Status:** Accepted\n\n## Abstract\n\nText.\n\n## Motivation\n\nText.\n"
PROJECT = {
    "rfcs/rfc-0034.md": "---\nrfc: 34\nstatus: accepted\n---\n\n" + PROPOSAL.format("RFC 34: Rope"),
    "rfcs/rfc-0035.md": "---\nrfc: 35\nstatus: accepted\n---\n\n" + PROPOSAL.format("RFC 35: Sail"),
    "docs/proposals/v1.md": PROPOSAL.format("Rigging by machine"),
    "docs/rigging/sail-plan.md": "# Plan\n",
    "docs/rigging/README.md": "# Rigging\n",
    "one/twice.md": "# One\n",
    "two/twice.md": "# Two\n",
    ".claude/skills/tie-knots/SKILL.md": "---\nname: tie-knots\ndescription: Ties.\n---\n\n# Knots\n",
    ".agents/rules/no-wire.mdc": "---\ndescription: Rope only.\n---\n\nUse rope.\n",
}


def cited(folder: Path, text: str, name: str = "notes/page.md") -> list[str]:
    """The files that a text cites, in their order."""
    snapshot = compile_source(written(folder, {**PROJECT, name: text}))
    sql = "SELECT o.file, m.line FROM mention m JOIN object o ON o.ref = m.target WHERE m.file = ?"
    rows = snapshot.rows(f"{sql} ORDER BY m.line, o.file", (name,))
    return list(dict.fromkeys(file for file, _ in rows))


@table(
    ("text", "files"),
    [
        ("As RFC 34 has it.", ["rfcs/rfc-0034.md"]),
        ("As RFC-35 has it.", ["rfcs/rfc-0035.md"]),
        ("As RFC0034 has it.", ["rfcs/rfc-0034.md"]),
        ("As rfc#34 has it.", ["rfcs/rfc-0034.md"]),
        ("As rfc 34 has it.", ["rfcs/rfc-0034.md"]),
        ("As [RFC No. 34] has it.", ["rfcs/rfc-0034.md"]),
        ("As RFCs 34 and 35 have it.", ["rfcs/rfc-0034.md", "rfcs/rfc-0035.md"]),
        ("As RFCs 7, 35, 99 have it.", ["rfcs/rfc-0035.md"]),
        ("As RFC 35 and 34 others have it.", ["rfcs/rfc-0035.md"]),
        ("As rfc2119 and RFCs 2119 and 8174 have it.", []),
        ("<!-- see RFC-34 -->", ["rfcs/rfc-0034.md"]),
        ("<!-- dsn->RFC-34, RFC-35 -->", ["rfcs/rfc-0034.md", "rfcs/rfc-0035.md"]),
        ("<!-- TODO: write about what RFC-34 says -->", []),
        ("As RFC 2119 has it, and HTTP 34.", []),
        ("The rig has `winch/v1`, and v1 of a hoist.", []),  # though a proposal has the id `v1`
        ("See docs/proposals/v1.md.", ["docs/proposals/v1.md"]),
        ("See `sail-plan.md`.", ["docs/rigging/sail-plan.md"]),
        ("See rigging/sail-plan.md for it.", ["docs/rigging/sail-plan.md"]),
        ("See `README.md`.", []),  # every project has one
        ("See `twice.md`.", []),  # of two pages
        ("See [the plan](gone/sail-plan.md).", []),
        ("Use the `tie-knots` skill.", [".claude/skills/tie-knots/SKILL.md"]),
        ("We tie-knots here.", []),
        ("| Skill | When |\n|---|---|\n|  tie-knots  | always |", [".claude/skills/tie-knots/SKILL.md"]),
        ("| Skill | When |\n|---|---|\n| We tie-knots | tie-knots here |", []),
        ("Update `.claude/skills/tie-knots/` too.", [".claude/skills/tie-knots/SKILL.md"]),
        ("See @.agents/rules/no-wire.mdc for it.", [".agents/rules/no-wire.mdc"]),
        ("See `.cursor/rules/no-wire.mdc` for it.", [".agents/rules/no-wire.mdc"]),
    ],
)
def test_page_is_cited_by_a_bare_name(tmp_path: Path, text: str, files: list[str]) -> None:
    assert cited(tmp_path, f"# Page\n\n{text}\n") == files


def test_comment_of_code_cites_a_page_by_its_path(tmp_path: Path) -> None:
    assert cited(tmp_path, "// See docs/rigging/sail-plan.md.\nint a;\n", "src/a.c") == ["docs/rigging/sail-plan.md"]


LOG = """# Decisions

## 1. Packages of rope *(v2 — D-ROPE)*

Text.

## 2. Sails are sewn *(D-SAIL, 2026-01-02)*

Text.

## 3. No wire (READ-ONLY)

Text.
"""


@table(
    ("text", "ids"),
    [
        ("As D-ROPE and (D-SAIL) have it.", ["D-ROPE", "D-SAIL"]),
        ("As decision 2 has it.", ["D-SAIL"]),
        ("It is d-rope, READ-ONLY and in CO-OP.", []),
        ("| # | What was decided |\n|---|---|\n| 1 | Paint |\n\nAs decision 1 has it.", []),
    ],
)
def test_decision_is_cited_by_its_label(tmp_path: Path, text: str, ids: list[str]) -> None:
    snapshot = compile_source(written(tmp_path, {"docs/design-decisions.md": LOG, "notes.md": f"# Page\n\n{text}\n"}))
    sql = "SELECT o.id FROM mention m JOIN object o ON o.ref = m.target WHERE m.file = 'notes.md' ORDER BY o.id"
    assert [one for (one,) in snapshot.rows(sql, ())] == ids


def _feature(title: str) -> str:
    stated = "- **FR-001**: The rope MUST hold.\n- **FR-002**: The sail MUST reef.\n"
    return f"# Feature Specification: {title}\n\n## Requirements\n\n### Functional Requirements\n\n{stated}"


FEATURES = {f"specs/{name}/spec.md": _feature(name) for name in ("001-rope", "002-sail")}


@table(
    ("name", "text", "targets"),
    [
        ("specs/001-rope/plan.md", "As FR-001 has it.", ["r:001-rope/FR-001"]),
        ("specs/002-sail/checklists/a.md", "| FR-002 | done |", ["r:002-sail/FR-002"]),
        ("specs/001-rope/plan.md", "As spec 002 FR-001 and FR-002 of spec 2 have it.", []),
        ("specs/003-oar/plan.md", "As FR-001 has it.", []),  # that of which feature is not known
        ("src/rope.py", "# FR-001\n", []),
        ("notes/page.md", "As 001-rope/FR-002 has it.", ["r:001-rope/FR-002"]),
    ],
)
def test_own_part_of_an_id_cites_in_the_folder_that_the_id_begins_with(
    tmp_path: Path, name: str, text: str, targets: list[str]
) -> None:
    snapshot = compile_source(written(tmp_path, {**FEATURES, name: text}))
    sql = "SELECT target FROM mention WHERE file = ? AND target LIKE 'r:%' AND target <> source"
    assert [target for (target,) in snapshot.rows(sql, (name,))] == targets
    own = snapshot.rows("SELECT text FROM mention WHERE file LIKE '%/spec.md'")
    assert own == []  # nothing cites itself


def test_number_without_zeros_that_nothing_has_is_a_citation_of_nothing(tmp_path: Path) -> None:
    rfcs = {f"rfcs/000{n}-x.md": f"# RFC {n}: X\n\n- Status: accepted\n- Start Date: 2026-01-01\n" for n in (1, 2, 4)}
    page = "# A\n\nAs RFC-3 and RFC-2 have it. See RFC-822, which is of the internet.\n"
    snapshot = compile_source(written(tmp_path, {**rfcs, "docs/a.md": page}))
    rows = snapshot.rows("SELECT text, target FROM mention WHERE file = 'docs/a.md'")
    assert [tuple(row) for row in rows] == [("RFC-3", None), ("RFC-2", "k:decision/RFC-0002")]


def test_rfc_far_beyond_those_of_the_project_is_one_of_the_internet(tmp_path: Path) -> None:
    pages = {f"rfcs/00{number}-rope.md": PROPOSAL.format(f"RFC {number}: Rope") for number in (34, 35)}
    snapshot = compile_source(written(tmp_path, {**pages, "a.md": "RFC-0041 and RFC-2732 say so.\n"}))
    told = snapshot.diagnostics(file="a.md")
    assert [finding.message.partition(" is written")[0] for finding in told] == ["'RFC-0041'"]
