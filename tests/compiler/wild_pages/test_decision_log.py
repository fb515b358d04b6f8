"""A log of decisions, with pages of MADR, adr-tools and log4brains: what is a decision, what follows, what is wrong."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught
from tests.compiler.wild_pages.trees import (
    FINDINGS,
    LinkTo,
    Tree,
    compiled,
    findings,
    ids,
    in_order,
    links,
    mentions,
)

NYGARD = (
    "# {}. {}\n\nDate: {}\n\n## Status\n\n{}\n\n## Context\n\nThe ferry is late.\n\n## Decision\n\n{}\n\n"
    "## Consequences\n\nNone.\n"
)
MADR = (
    "# {}\n\n## Context and Problem Statement\n\n{}\n\n## Considered Options\n\n* Rope\n* Chain\n\n"
    "## Decision Outcome\n\nRope.\n"
)

TREE: Tree = {
    # Index and templates.
    "docs/adr/README.md": "# Decisions\n\n## Status\n\nIn use.\n\n"
    "## Decision\n\n* [Rope](0001-moor-with-rope.md)\n* [Gone](0099-gone.md)\n",
    "docs/adr/template.md": "# NUMBER. TITLE\n\nDate: DATE\n\n"
    "## Status\n\nSTATUS\n\n## Context\n\n## Decision\n\n## Consequences\n",
    "docs/adr/adr-template.md": MADR.format("{short title, representative of problem}", "{Describe the problem}"),
    "docs/adr/0000-use-a-template.md": MADR.format("Use a template for decisions", "Every page looks different."),
    "docs/adr/0012-use-a-template.md": MADR.format("Use a template for tasks too", "Tasks differ."),
    "docs/adr/next.md": MADR.format("[short title]", "What is it?"),
    "templates/decision.md": NYGARD.format("1", "A title", "2024-01-01", "Superseded by ADR-0555", "We do."),
    # adr-tools.
    "docs/adr/0001-moor-with-rope.md": NYGARD.format(
        1,
        "Moor with rope",
        "2024-01-02",
        "Superseded by [2. Moor with chain](0002-moor-with-chain.md)",
        "We moor with rope.",
    ),
    "docs/adr/0002-moor-with-chain.md": NYGARD.format(
        2,
        "Moor with chain",
        "2024-02-02",
        "Superseded by [3. Moor with magnets](0003-moor-with-magnets.md)\n\n"
        "Supersedes [1. Moor with rope](0001-moor-with-rope.md)",
        "See `ADR-0077`, which never was.",
    ),
    "docs/adr/0003-moor-with-magnets.md": NYGARD.format(
        3,
        "Moor with magnets",
        "2024-03-02",
        "Accepted\n\nSupersedes [2. Moor with chain](0002-moor-with-chain.md)",
        "It follows RFC-2119, ISO-8601 and CVE-2024-0012.\n\n```\nADR-0088\n```\n\n<!-- ADR-0089 is not written. -->",
    ),
    "docs/adr/0004-crlf.md": (
        "\ufeff" + NYGARD.format(4, "Count in knots", "2024-04-02", "Accepted", "Knots.")
    ).replace("\n", "\r\n"),
    "docs/adr/0005-quai-öffnen.md": NYGARD.format(5, "Öffne den Quai für Fähren", "2024-05-02", "Rejected", "Nein."),
    "docs/adr/0006-numbers.md": NYGARD.format(
        6,
        "Version 2.0.1 of the tide table",
        "2024-06-02",
        "Accepted",
        "1. First\n2. Second\n\n### 7. Not a decision\n\nText.",
    ),
    "docs/adr/0007-empty.md": "",
    "docs/adr/0008-mistake.md": NYGARD.format(8, "Sell the pier", "2024-08-02", "Superseded by ADR-0042", "Sell."),
    "docs/adr/0009-undated.md": NYGARD.format(9, "Ring the bell", "DATE", "STATUS", "We ring."),
    "docs/adr/0010-commented.md": MADR.format("Paint the boats", "<!-- status: superseded by ADR-0066 -->\nThey rust."),
    # MADR.
    "docs/adr/0011-front-matter.md": "---\nstatus: accepted\ndate: 2024-09-01\n---\n\n"
    + MADR.format("Sail at noon", "When?"),
    "docs/adr/0014-choices.md": '---\nstatus: "{proposed | accepted}"\ndate: YYYY-MM-DD\n---\n\n'
    + MADR.format("Sail at dusk", "When?"),
    "docs/adr/0013-mood.md": "---\nstatus: elated\ndate: 2024-10-01\n---\n\n" + MADR.format("Sail with joy", "How?"),
    "docs/adr/0011-again.md": "---\nstatus: proposed\n---\n\n" + MADR.format("Sail at dawn", "When?"),
    # log4brains.
    "docs/adr/20240220-lay-a-buoy.md": MADR.format("Lay a buoy", "Where is the shoal?"),
    "docs/adr/20240301-light-the-buoy.md": "# Light the buoy\n\n- Status: accepted\n- Date: 2024-03-05\n\n"
    + MADR.format("", "At night?").partition("\n\n")[2],
    # What is no decision.
    "docs/adr/img/pier.md": "# Pictures\n\n![pier](pier.png)\n",
    "docs/adr/img/pier.png": b"\x89PNG\xff",
    "docs/adr/latest.md": LinkTo("0003-moor-with-magnets.md"),
    "docs/status.md": "# State of the pier\n\n## Status\n\nOpen.\n\nADR-0003 holds. ADR 99 does not exist.\n",
    "docs/guide.md": "# Guide\n\n[m](adr/0003-moor-with-magnets.md#decision)\n"
    "[x](adr/0003-moor-with-magnets.md#opinion)\n"
    "\nhttps://forge.example/other/blob/main/docs/adr/0077-x.md and [ADR 31](https://other.example/31)\n"
    "\nWrite `[0012](adr/0444-nothing.md)` in the index.\n",
    "vendor/lib/docs/adr/0001-borrow.md": NYGARD.format(1, "Borrow", "2020-01-01", "Accepted", "Borrow."),
    "drafts/0001-draft.md": NYGARD.format(1, "Draft", "2020-01-01", "Accepted", "Draft."),
    ".gitignore": "/drafts/\n",
}

D = "docs/adr/"
STATUS = "SELECT status FROM decision WHERE file = 'docs/adr/{}'"
TRAPS = [
    Trap("index is no decision", ids("decision", D + "README.md"), []),
    Trap("template of adr-tools is no decision", ids("decision", D + "template.md"), []),
    Trap("template of MADR is no decision", ids("decision", D + "adr-template.md"), []),
    Trap("page with a title to fill in is no decision", ids("decision", D + "next.md"), []),
    Trap("page with a date to fill in is no decision", ids("decision", D + "0009-undated.md"), []),
    Trap("decision on templates is a decision", ids("decision", D + "0012-use-a-template.md"), [("ADR-0012",)]),
    Trap(
        "decision zero on templates is a decision",
        ids("decision", D + "0000-use-a-template.md"),
        [("ADR-0000",)],
    ),
    Trap(
        "page in the folder of templates is an example", ids("decision", "templates/decision.md", "is_example"), [(1,)]
    ),
    Trap(
        "project keeps an id that a template has too",
        ids("decision", D + "0001-moor-with-rope.md"),
        [("ADR-0001",)],
    ),
    Trap("template supersedes nothing", findings("templates/decision.md"), []),
    Trap("first of a chain is superseded", STATUS.format("0001-moor-with-rope.md"), [("superseded",)]),
    Trap("second of a chain is superseded", STATUS.format("0002-moor-with-chain.md"), [("superseded",)]),
    Trap("last of a chain holds", STATUS.format("0003-moor-with-magnets.md"), [("accepted",)]),
    Trap(
        "both sides of a supersession are one link",
        "SELECT count(*) FROM link WHERE kind = 'supersedes'",
        [(2,)],
    ),
    Trap(
        "mark and line ends of another system",
        ids("decision", D + "0004-crlf.md", "id, title, status"),
        [("ADR-0004", "Count in knots", "accepted")],
    ),
    Trap(
        "title and name that are not ASCII",
        ids("decision", D + "0005-quai-öffnen.md", "title, status"),
        [("Öffne den Quai für Fähren", "deprecated")],
    ),
    Trap("numbered heading and list are no decisions", ids("decision", D + "0006-numbers.md"), [("ADR-0006",)]),
    Trap(
        "version in a title is no number",
        ids("decision", D + "0006-numbers.md", "title"),
        [("Version 2.0.1 of the tide table",)],
    ),
    Trap(
        "empty page is no decision",
        ids("decision", D + "0007-empty.md"),
        [],
    ),
    Trap("status in a comment is none", STATUS.format("0010-commented.md"), [(None,)]),
    Trap("citation in a comment is none", mentions(D + "0010-commented.md"), []),
    Trap("comment below a decision cites nothing", findings(D + "0003-moor-with-magnets.md"), []),
    Trap("id in backticks is no finding", findings(D + "0002-moor-with-chain.md"), []),
    Trap(
        "standards are no decisions",
        "SELECT text FROM mention WHERE text LIKE 'RFC%' OR text LIKE 'CVE%' OR text LIKE 'ISO%'",
        [],
    ),
    Trap("id in a fence is no citation", "SELECT text FROM mention WHERE text LIKE '%88'", []),
    Trap("front matter to fill in is an example", ids("decision", D + "0014-choices.md", "is_example"), [(1,)]),
    Trap("second decision of a number is kept", ids("decision", D + "0011-front-matter.md"), [("ADR-0011#2",)]),
    Trap(
        "date in a name is a date",
        ids("decision", D + "20240220-lay-a-buoy.md", "id, date"),
        [("20240220-lay-a-buoy", "2024-02-20")],
    ),
    Trap(
        "date of the text is before that of the name",
        ids("decision", D + "20240301-light-the-buoy.md", "date"),
        [("2024-03-05",)],
    ),
    Trap("page of pictures is no decision", ids("decision", D + "img/pier.md"), []),
    Trap(
        "symbolic link is no second decision",
        "SELECT count(*) FROM object WHERE title = 'Moor with magnets' AND kind = 'decision'",
        [(1,)],
    ),
    Trap("page with a status is no decision", ids("decision", "docs/status.md"), []),
    Trap(
        "vendor and ignored folders are not read",
        "SELECT path FROM file WHERE path LIKE 'vendor%' OR path LIKE 'drafts%'",
        [],
    ),
    Trap(
        "decisions of other places are not cited",
        mentions("docs/guide.md"),
        [
            ("adr/0003-moor-with-magnets.md#decision", "k:decision/ADR-0003"),
            ("adr/0003-moor-with-magnets.md#opinion", "k:decision/ADR-0003"),
        ],
    ),
    Trap("link shown as code is no link", links("docs/guide.md", 8), []),
]
# What is wrong in the tree, and what Frieze says that it leaves out.
MISTAKES = [
    ("KNO302", D + "0008-mistake.md", 7),
    ("KNO202", D + "0011-front-matter.md", 6),
    ("KNO201", D + "0013-mood.md", 6),
    ("DOC201", D + "README.md", 10),
    ("DOC202", "docs/guide.md", 4),
    ("FRZ301", "docs/status.md", 7),
]
LEFT_OUT = [("KNO105", D + name, 1) for name in ("0009-undated.md", "adr-template.md", "next.md", "template.md")]


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compiled(tmp_path_factory.mktemp("decisions"), TREE)


def test_traps_catch_nothing(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_findings_are_the_mistakes(snapshot: Snapshot) -> None:
    assert snapshot.rows(FINDINGS) == in_order(MISTAKES + LEFT_OUT)
