"""The second net: what it catches in a text, and what accounts for it."""

import re

import pytest

from compiler.unread.accounting import Read, ReadDecision, Row, rows_of_file
from compiler.unread.catchers import CATCHERS
from compiler.unread.catching import doubts_of, doubts_of_schemes, names_of_pages
from compiler.unread.doubts import MAX_TEXT, quoted
from compiler.unread.schemes import schemes_of
from tests.compiler.tables import table

NOTHING = Read()
PAGES = names_of_pages(["docs/oven.md", "brew.md", "ale/plan.md", "cider/plan.md"])


def rows(path: str, text: str, read: Read = NOTHING, schemes: tuple[str, ...] = ()) -> list[tuple[str, int, int]]:
    found = rows_of_file([*doubts_of(path, text), *doubts_of_schemes(path, text, schemes)], read, text, schemes, PAGES)
    return [(row.looks_like, row.line, row.end_line) for row in found]


@table(
    ("path", "text", "expected"),
    [
        ("rfcs/20210304-oven.md", "# Oven\n\nHot.\n", [("decision", 1, 3)]),
        ("keps/0012_oven.rst", "Oven\n====\n", [("decision", 1, 2)]),
        ("enhancements/0012-oven/README.md", "# Oven\n", [("decision", 1, 1)]),
        ("cep-0007.md", "# Oven\n", [("decision", 1, 1)]),
        ("rfcs/README.md", "# Oven\n", []),
        ("rfcs/0000-template.md", "# Oven\n", []),
        ("notes/2021-oven.md", "# Oven\n", []),
        ("docs/decisions.md", "# Log\n\n## D1 — Gas\n\n## D2 — Steam\n", [("decision", 3, 5)]),
        ("docs/DECISION_LOG.md", "# Log\n\n## 1. Gas\n", [("decision", 3, 3)]),
        ("docs/baking.md", "# Baking\n\n## 1. Gas\n", []),
        ("oven.md", "# Oven\n\n| Status | Accepted |\n", [("status", 3, 3)]),
        ("oven.md", "# Oven\n\n- Status: Draft\n", []),  # as any document has it
        ("docs/spec.md", "# Spec\n\n| `SCRAM-SHA-512` | a name of others |\n", []),
        ("ideas/2026/oven.md", "# Oven\n\n- Status: Draft\n", [("status", 3, 3)]),
        ("proposals/oven.md", "# Oven\n\n- Status: Draft\n", [("decision", 1, 3), ("status", 3, 3)]),
        ("oven.md", "# Oven\n\n**Status**: Angenommen\n", [("status", 3, 3)]),
        ("oven.md", "# Oven\n\n状态：已接受 ok\n", [("status", 3, 3)]),
        ("oven.md", "# Oven\n\n- [x] Approved (date: 2021-01-02)\n", [("status", 3, 3)]),
        ("oven.md", "# Oven\n\nStatus: 404\n", []),
        ("heps/hep-0012-oven.md", "# Oven\n", [("decision", 1, 1)]),
        ("tips/tip-01-oven.md", "# Oven\n", []),
        ("bep/12/README.adoc", "= Oven\n", [("decision", 1, 1)]),
        ("rfcs/README.md", "| RFC | Status |\n|---|---|\n| 12 | **Accepted** |\n| x | Draft |\n", [("decision", 3, 3)]),
        ("docs/README.md", "| RFC | Status |\n|---|---|\n| 12 | Accepted |\n", []),
        ("oven.md", "# Oven\n\n## Acceptance criteria\n\n- [ ] It is hot\n", []),
        ("oven.md", "# Oven\n\n- [ ] Heat it\n\n## Checklist\n", [("task", 3, 3)]),
        ("a.md", "{% include head.html %}\n", []),
        ("a.md", "{% include oven.md %}\n", [("link", 1, 1)]),
        ("tip/12/README.adoc", "= Oven\n", []),
        ("pages/oven.md", "- TODO Buy flour\n\t- NOW [#A] Buy salt\n- todo\n- DONE: no\n", [("task", 1, 2)]),
        ("pages/oven.md", "- TODO: buy flour\nNOW is the time\n- LATERAL Move\n", [("task", 1, 1)]),
        ("a.rst", ".. item:: OVEN-1 Heat\n   :trace: CUP-1\n\n.. item:: Bread\n\n   Rye\n", [("requirement", 1, 1)]),
        ("a.md", "```{item} OVEN_1 Heat\n:trace: CUP-1\n```\n", [("requirement", 1, 1)]),
        ("TODO", "Buy flour\n\nBuy salt\n", [("task", 1, 3)]),
        ("todo.txt", "(A) Buy flour\nx Buy salt\n", [("task", 1, 2)]),
        ("TODO.md", "# To do\n\n- Buy flour\n", [("task", 1, 3)]),
        ("0190-TODO.md", "# To do\n\n- Buy flour\n", [("task", 1, 3)]),
        ("docs/roadmap.md", "# Roadmap\n\n- Buy flour\n", [("task", 1, 3)]),
        ("docs/bakery-roadmap.md", "# Roadmap\n\n- Buy flour\n", [("task", 1, 3)]),
        ("docs/tasks.md", "Buy flour\n", [("task", 1, 1)]),
        ("docs/tasks.md", "```\n- [x] Flour\n```\n", [("task", 1, 3), ("task", 2, 2)]),
        ("docs/plans/bake.md", "# Bake\n\n## Phase 1: Flour\n", [("task", 1, 3)]),
        ("docs/plans/bake-design.md", "# Bake\n\n## Phase 1: Flour\n", []),
        ("docs/plans/done/bake.md", "# Bake\n\n## Phase 1: Flour\n", []),
        ("docs/sprint.md", "## Definition of done\n\n- [ ] Salt\n", []),
        ("specs/001-oven/plan.md", "# Plan\n\nBake.\n", []),
        ("prd.json", '{"project": "Oven"}', [("task", 1, 1)]),
        ("docs/todo-app.md", "# To do\n\n- Buy flour\n", []),
        ("rfcs/new_crane.md", "# Crane\n\nA crane.\n", [("decision", 1, 3)]),
        ("docs/decisions/crane.md", "# Crane\n\nA crane.\n", [("decision", 1, 3)]),
        ("rfcs/process.md", "# Process\n\nWe vote.\n", []),
        ("rfcs/old/new_crane.md", "# Crane\n\nA crane.\n", []),
        ("a.org", "See [[file:oven.org][the oven]] and [[https://oven.example][it]].\n", [("link", 1, 1)]),
        ("docs/sprint.md", "1. [ ] Flour\n☐ Salt\n", [("task", 1, 2)]),
        ("docs/sprint.md", "- [ ] ~~Flour~~\n", [("task", 1, 1)]),
        ("docs/BREAKDOWN.md", "## 2.1 Gate\n\n- [ ] Hang it\n1. [x] Grease it\n", [("task", 3, 4)]),
        (
            "rig.md",
            "| # | Task | Depends on | Status |\n|---|---|---|---|\n| 1 | Dig | - | Done |\n",
            [("task", 1, 1)],
        ),
        ("rig.md", "| Milestone | Status |\n|---|---|\n| Dig | Done |\n", [("task", 1, 1)]),
        ("rig.md", "| Name | Status |\n|---|---|\n| Task | Done |\n", []),
        ("docs/stories/4.1.mast.md", "**`[x]`** Fell\n\n- **[ ]** Saw\n", [("task", 1, 3)]),
        ("docs/CONTRIBUTING.md", "- [ ] I have tested it\n", []),
        ("docs/HOIST_CHECKLIST.md", "# Hoist\n\n- [x] Rope\n- [ ] Sail\n", [("task", 3, 3)]),
        ("memory-bank/activeContext.md", "# Now\n\n- [ ] Rope\n", [("task", 3, 3)]),
        ("docs/epics/rig.md", "# Rig\n\n### Story 1.1: Mast\n\n- Rope\n", [("task", 3, 3)]),
        ("docs/rig.md", "# Rig\n\n## Task force 7: Mast\n\n## Story of 1990\n", []),
        ("docs/rig.md", "# Rig\n\n## [ ] Mast\n", [("task", 3, 3)]),
        ("docs/release-checklist.md", "- [ ] Rope\n", []),
        ("oven.py", '"""\n.. test:: Bake\n   :id: TEST_1\n\n:id: 1f2e3d4c-1\n"""\n', [("requirement", 3, 3)]),
        ("requirements.md", "| LX-V1A-A00-001 | It bakes. |\n", [("requirement", 1, 1)]),
        ("test_oven.cpp", 'REQUIREMENT("SVC-OVENDOOR-001");\n', [("coverage", 1, 1)]),
        (".github/pull_request.md", "- [ ] I have tested it\n", []),
        ("specs/checklists/ready.md", "- [ ] Clean\n", [("task", 1, 1)]),
        ("docs/sprint.md", "T002 waits for T001.\n", [("dependency", 1, 1)]),
        ("docs/sprint.md", "T002 does not depend on T001. Dependencies: none, as T001.\n", []),
        ("backlog/completed/task-2.md", "T002 waits for T001.\n", []),
        ("docs/sprint.md", "Salt waits for flour.\n", []),
        ("docs/sprint.md", "**Depends on**: Phase 1, Phase 2 (rope)\n", []),
        ("docs/sprint.md", "**Depends on**: Phase 1, and on T004\n", [("dependency", 1, 1)]),
        ("docs/sprint.md", "T002 comes after the old T001.\n", [("dependency", 1, 1)]),
        ("docs/sprint.md", "T002 sweeps after a restart, as REQ-0014 asks.\n", []),
        ("docs/sprint.md", "T002 → T003\n", [("dependency", 1, 1)]),
        ("docs/sprint.md", "```\nT001 ─┬─► T002\n```\n", [("dependency", 2, 2)]),
        ("a.md", "```mermaid\ngraph TD\n```\n", [("diagram", 1, 1)]),
        ("a.org", "#+BEGIN_SRC mermaid\ngraph TD\n#+END_SRC\n", [("diagram", 1, 1)]),
        ("a.md", "<Mermaid chart={oven} />\n", [("diagram", 1, 1)]),
        ("a.rst", ".. uml::\n\n   a -> b\n", [("diagram", 1, 1)]),
        ("docs/requirements.md", "| **REQ-F1** | It bakes |\n| **REQ-F2** | It boils |\n", [("requirement", 1, 2)]),
        (".planning/REQUIREMENTS.md", "- [x] **OVEN-01**: It bakes\n", [("requirement", 1, 1)]),
        ("docs/requisitos/RF1.md", "# RF1: Hornear\n", [("requirement", 1, 1)]),
        ("docs/requisitos/RF1.md", "# T1: Hornear\n", []),
        ("docs/requirements.md", "[FR-Baking] Bake\n\n[FR-x]: oven.md\n", [("requirement", 1, 1)]),
        ("docs/oven.md", "[FR-Baking] Bake\n", []),
        ("docs/requirements.md", "Bake\n\n- **Parent**: SYS-1\n- Parent: oven\n", [("coverage", 3, 3)]),
        ("docs/requirements.md", "It bakes. >[SYS-1]\n\nSee [SYS-1].\n", [("coverage", 1, 1)]),
        (
            "tests/tp-1.md",
            "| Step | Expected | Req-ID |\n|---|---|---|\n| Test it | | Requirements |\n",
            [("coverage", 1, 1)],
        ),
        ("docs/steps.md", "| Step | Expected |\n|---|---|\n| Test | Requirements |\n", []),
        ("oven.ts", " * Validates: Requirements 5.6, 6.1\n", [("coverage", 1, 1)]),
        (
            "oven.ts",
            " * @requirement #[ Oven.Heat ]# #( It is hot )#\n * @implements {Oven.Heat}\n",
            [("coverage", 1, 1)],
        ),
        ("requirements/oven/heat.md", "---\nid: Oven.Heat\n---\n\n# Heat\n", [("requirement", 2, 2)]),
        ("design/oven.md", "### REQ-001 — Heat\n\nIt shall be hot.\n", [("requirement", 1, 1)]),
        ("oven.md", "**Requirement ID:** UR-001\n**Title:** Heat\n", [("requirement", 1, 1)]),
        ("oven.md", "## Functional Requirements\n\n1. It is hot.\n2. It is lit.\n", [("requirement", 1, 1)]),
        ("oven.md", "## Functional Requirements\n\nSee elsewhere.\n", []),
        ("SRS.md", "### 3.1.2 Heat\n\nThe oven shall be hot.\n", [("requirement", 1, 1)]),
        ("SRS.md", "### 3.1.2 Heat\n\nThe oven is hot.\n", []),
        ("requirements/index.md", "---\nid: overview\n---\n\n# Ovens\n", []),
        ("oven.md", "```markdown\n# Oven\n\n- [ ] Heat it\n```\n", [("task", 4, 4)]),
        ("oven.md", "```markdown\n- [ ] Heat it\n```\n\nSo.\n\n```bash\nls\n```\n", []),
        ("oven.rs", "// @ Bake, IMPL_BAKE, impl, [REQ_BAKE, REQ_BOIL]\n", [("coverage", 1, 1)]),
        ("oven.rs", "// @param heat, in degrees\nlet OVEN = [HOT];\n", []),
        ("a.md", 'See {{< ref "oven.md" >}}.\n', [("link", 1, 1)]),
        ("a.rst", "See :doc:`oven`.\n", [("link", 1, 1)]),
        ("a.adoc", "include::../oven.adoc[]\n", [("link", 1, 1)]),
        ("a.adoc", "include::{folder}/oven.adoc[]\n", []),
        ("a.adoc", "See xref:oven.adoc[the oven].\n", [("link", 1, 1)]),
        ("a.md", f"# Oven\n\nSee [it](b.md). {'flour ' * 20_000}\n", [("link", 3, 3)]),
        ("a.md", f"# Oven\n\nSee it. {'flour ' * 20_000}\n", []),
        ("a.md", "See [[Oven]].\n", [("link", 1, 1)]),
        ("a.md", "[[_TOC_]]\n\nSet `[[oven.types]]`, or\n\n```\n[[oven.types]]\n<<block>>\n```\n", []),
        ("a.adoc", "See <<oven>>.\n", [("link", 1, 1)]),
        ("a.md", "```{toctree}\noven\n```\n", [("link", 1, 1)]),
        ("a.adoc", "[[oven]]\n== Oven\n", []),
        ("a.md", "See {ref}`oven`.\n", [("link", 1, 1)]),
        ("a.md", "See [oven](oven/).\n", [("link", 1, 1)]),
        ("a.md", "See [home](/) and [top](/#top).\n", []),
        ("b/oven.md", "See [this](oven.md#top).\n", []),
        ("b/oven.md", "See [that](../oven.md).\n", [("link", 1, 1)]),
        ("a.md", "See [oven](oven.png) and [top](#top).\n", []),
        ("a.md", "See https://host/x/blob/main/docs/oven.md.\n", [("link", 1, 1)]),
        ("a.md", "See https://host/x/blob/main/docs/kettle.md.\n", []),
        ("a.md", "See docs/oven.md and `kettle.md`.\n", [("citation", 1, 1)]),
        ("a.md", "See `oven.md`.\n", [("citation", 1, 1)]),
        ("a.md", "See ../x/ale/plan.md.\n", [("citation", 1, 1)]),
        ("a.md", "See `plan.md`.\n", []),
        ("a.md", "See specs/plan.md.\n", []),
        ("oven.java", "// [impl->req~oven.hot~1]\n", [("citation", 1, 1)]),
        (".clinerules/oven.md", "# Oven\n", [("instruction", 1, 1)]),
        ("a.md", "```\n[oven](oven/)\n```\n", []),
    ],
)
def test_unread_rows_of_a_text_in_which_nothing_was_read(
    path: str, text: str, expected: list[tuple[str, int, int]]
) -> None:
    assert rows(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "read"),
    [
        ("rfcs/001-oven.md", "# Oven\n", Read(objects=[("decision", 1, 1)])),
        ("docs/sprint.md", "1. [ ] Flour\n", Read(objects=[("task", 1, 1)])),
        ("docs/sprint.md", "T002 waits for T001.\n", Read(links=[("depends_on", 1)])),
        ("a.md", "```mermaid\ngraph TD\n```\n", Read(objects=[("diagram", 2, 2)])),
        ("a.md", "See [oven](oven/).\n", Read(diagnostics=[1])),
        ("a.md", "```{toctree}\n:maxdepth: 2\n\noven\n```\n", Read(links=[("links_to", 4)])),
        ("a.md", "See docs/oven.md.\n", Read(mentions=[1])),
    ],
)
def test_unread_has_no_row_of_a_place_that_was_read(path: str, text: str, read: Read) -> None:
    assert rows(path, text)
    assert rows(path, text, read) == []


def test_unread_counts_ids_of_schemes_that_it_saw() -> None:
    text = "As REQ-F2 and XY-3 say.\n"
    assert rows("a.md", text) == []
    assert rows("a.md", text, schemes=("REQ",)) == [("citation", 1, 1)]
    assert schemes_of([Row("requirement", 1, 1, "| **REQ-F1** | It bakes |", "")]) == {"REQ"}


def test_unread_id_in_the_own_title_of_a_record_is_no_doubt() -> None:
    text = "# RFC 7 - Oven\n\nSee RFC 8.\n"
    read = Read(objects=[("decision", 1, 3)], decisions=[ReadDecision(1, 3, True, True)])
    assert rows("rfcs/0007-oven.md", text, read, ("RFC",)) == [("citation", 3, 3)]


def test_unread_tells_decisions_without_status_and_date() -> None:
    text = "# 1. Oven\n\nDate: around 5 May 2021\nStatus = hot\n"
    read = Read(objects=[("decision", 1, 4)], decisions=[ReadDecision(1, 4, False, False)])
    found = rows("adr/0001-oven.md", text, read)
    assert found == [("date", 1, 4), ("status", 1, 4)]


@pytest.mark.parametrize(
    ("line", "is_doubted"),
    [
        ("## State", True),
        ("**Oven status**: warm", True),
        ("| Statut | chaud |", True),
        ("**Accepted** on Monday", True),
        ("## Proposal", False),
        ("The state of the oven is bad.", False),
        ("It was accepted by all who bake here.", False),
        ("Bake.", False),
    ],
)
def test_unread_doubts_a_missing_status_of_a_proposal_where_a_line_may_give_one(line: str, is_doubted: bool) -> None:
    text = f"# RFC 1: Oven\n\n{line}\n"
    read = Read(objects=[("decision", 1, 3)], decisions=[ReadDecision(1, 3, False, True, False)])
    assert rows("rfcs/0001-oven.md", text, read) == [("status", 1, 3)] * is_doubted


def test_unread_folds_doubts_of_one_cause() -> None:
    text = "- [x](a/)\n\n- [y](b/)\n- [z](c/)\n"
    (row,) = rows_of_file(doubts_of("a.md", text), Read(), text, (), ())
    assert (row.line, row.end_line, row.text) == (1, 4, "](a/) (and 2 more)")


def test_text_of_a_row_is_cut_only_where_it_is_too_long() -> None:
    assert quoted("x" * MAX_TEXT) == "x" * MAX_TEXT
    assert quoted("x" * (MAX_TEXT + 1)) == "x" * (MAX_TEXT - 1) + "…"


def test_link_whose_label_begins_above_is_where_it_begins() -> None:
    text = "# Oven\n\nAn error that\n[clients may\naccept](brew.md#errors), too.\n"
    assert rows("bake.md", text) == [("link", 4, 4)]
    assert rows("bake.md", text, Read(links=[("links_to", 4)])) == []
    assert rows("bake.md", text, Read(links=[("links_to", 3)])) == [("link", 4, 4)]
    assert rows("bake.md", "# Oven\n\n[Old\n\naccept](brew.md)\n") == [("link", 5, 5)]


def test_catcher_at_the_start_of_lines_finds_nothing_elsewhere() -> None:
    patterns = [one.pattern.pattern for one in CATCHERS if one.at_start and one.pattern]
    assert patterns
    for pattern in patterns:
        (first, value), *_ = found = re._parser.parse(pattern)
        branches = value[1] if first is re._constants.BRANCH else [found]
        assert all(branch[0][0] is re._constants.AT for branch in branches), pattern


@pytest.mark.parametrize(("named", "is_doubted"), [("bake/oven.md", False), ("bake/loaf.md", True)])
def test_unread_own_path_of_a_page_is_no_citation(named: str, is_doubted: bool) -> None:
    text = f"# Oven\n\nThis is {named} here.\n"
    pages = {"bake/oven.md", "bake/loaf.md"}
    found = rows_of_file(doubts_of("bake/oven.md", text), NOTHING, text, (), pages)
    assert [row.looks_like for row in found] == ["citation"] * is_doubted


@pytest.mark.parametrize(
    ("text", "is_doubted"),
    [
        ("See [oven](oven.md).\n", True),
        ("Write `[oven](oven.md)` there.\n", False),
        ("The `kettle` stands by the [oven](oven.md), not the `stove`.\n", True),
        ("See [`oven`](oven.md).\n", True),
        ("A ` alone, and [oven](oven.md).\n", True),
        ("<!-- as\n[oven](oven.md) -->\n", False),
        ("<!-- bread --> [oven](oven.md)\n", True),
    ],
)
def test_link_in_code_or_in_a_comment_is_no_doubt(text: str, is_doubted: bool) -> None:
    assert [kind for kind, *_ in rows("a.md", text)] == ["link"] * is_doubted


def test_link_that_was_read_accounts_for_no_other_link_of_its_line() -> None:
    text = "Grüße: [oven](oven.md), [kettle](kettle/), and [brew](brew.md).\n"
    first, second = (10, 25), (48, 63)
    for read, expected in (
        ([first], ["](kettle/) (and 1 more)"]),
        ([first, second], ["](kettle/)"]),
        ([(1, 0)], []),  # a link that ends on another line
        ([(1, 5)], ["](oven.md) (and 2 more)"]),
    ):
        places = [(1, *columns) for columns in read]
        found = rows_of_file(doubts_of("a.md", text), Read(links=[("links_to", 1)], places=places), text, (), PAGES)
        assert [row.text for row in found] == expected
