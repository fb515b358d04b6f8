"""Decisions by the templates of Nygard, MADR and log4brains: recognition, status, supersession."""

from itertools import product

from compiler.languages.knowledge.facts import Relation
from tests.compiler.languages.knowledge.sources import (
    codes,
    decision,
    entities,
    facts,
    linked,
    record,
    relations,
    statuses,
)
from tests.compiler.tables import table

MADR = "# {title}\n\n* Status: {status}\n* Date: 2026-01-05\n\n## Context and Problem Statement\n\nWhy.\n"


def test_nygard_decision_has_status_context_and_consequences() -> None:
    found = decision(linked({"doc/adr/0003-oil.md": record(3, "Oil the press")}), "ADR-0003")
    assert (found.name, found.sequence_number, found.status) == ("Oil the press", 3, "accepted")
    assert (found.created_at, found.date_precision) == ("2026-01-03T00:00:00Z", "day")
    assert found.properties["context"] == "It is so."
    assert found.properties["consequences"] == ["Less noise."]


@table(
    "line",
    ["Superseded: 2026-01-05 by [ADR 2](0002-wax.md)", "Superseded: ADR-0002", "* Replaced: in May 2026 by ADR-2"],
)
def test_decision_field_of_a_past_verb_names_its_successor(line: str) -> None:
    oil = record(1, "Oil", "Superseded").replace("\n\n", f"\n\n{line}\n\n", 1)
    result = linked({"doc/adr/0001-oil.md": oil, "doc/adr/0002-wax.md": record(2, "Wax")})
    assert relations(result) == {("ADR-0002", "supersedes", "ADR-0001")}
    assert statuses(result) == {"ADR-0001": "superseded", "ADR-0002": "accepted"}


@table(
    "status",
    [
        "Superseded by [2. Wax](0002-wax.md)",
        "Superceded by [2. Wax](0002-wax.md)",
        "superseded by [2. Wax](0002-wax.md)",
        "Replaced by [2. Wax](0002-wax.md)",
        # Without "by"
        "⌛️ Superseded [0002](0002-wax.md)",
        "Replaced: ADR-0002",
        "[Superseded by ADR-0002](0002-wax.md)",
        "Superseded by [Partly wax](0002-wax.md)",
        # By a mere number
        "Superseded by 2",
        "Superseded by 0002",
        "replaced by #2",
        # With words between the verb and the successor
        "Superseded — the old wax superseded by the better wax (ADR-0002)",
        "Superseded by the better wax, ADR-0002",
        "Replaced with the wax of ADR-0002",
        # With words before the verb that name no part
        "Accepted, later superseded by ADR-0002",
        "Superseded: 2026-01-05 by ADR-0002",
        "Superseded on 5 January 2026 by ADR-0002",
        "Superseded (2026-01-05), by ADR-0002",
        "Superseded after the review by ADR-0002",
        "Accepted; this record is superseded by ADR-0002",
    ],
)
def test_decision_status_names_its_successor(status: str) -> None:
    result = linked({"doc/adr/0001-oil.md": record(1, "Oil", status), "doc/adr/0002-wax.md": record(2, "Wax")})
    assert relations(result) == {("ADR-0002", "supersedes", "ADR-0001")}
    assert statuses(result) == {"ADR-0001": "superseded", "ADR-0002": "accepted"}
    assert decision(result, "ADR-0001").properties["superseded_by"] == "ADR-0002"
    assert codes(result) == []


@table(
    "status",
    [
        "Partially superseded by ADR-0002",
        "Superseded in part by [Wax](0002-wax.md)",
        "Accepted, partly replaced by ADR-0002",
        "Parts of it are superseded by ADR-0002",
        "Superseded by ADR-0002 (partially)",
        "Superseded by [Wax](0002-wax.md) (partly)",
        "Superseded by [Wax](0002-wax.md) with regard to winter oil",
        "Superseded by [Wax](0002-wax.md) (except winter oil)",
        "[Superseded by ADR-0002](0002-wax.md) (partly)",
        "[Superseded by ADR-0002 (partly)](0002-wax.md)",
        "Superseded by [Wax - in part](0002-wax.md)",
        "Accepted; the winter gate superseded by ADR-0002",
        "Accepted for spring oil. External grade replaced by [Wax](0002-wax.md)",
    ],
)
def test_decision_that_is_superseded_in_part_holds(status: str) -> None:
    wax = record(2, "Wax") + "\n## More information\n\nIt partially supersedes ADR 0001.\n"
    result = linked({"doc/adr/0001-oil.md": record(1, "Oil", status), "doc/adr/0002-wax.md": wax})
    assert decision(result, "ADR-0001").status == "accepted"
    assert relations(result) == {("ADR-0002", "references", "ADR-0001")}
    assert codes(result) == []


@table(
    ("line", "status"),
    [
        ('Supersedes the "option 2" portion of [Oil](0001-oil.md) for small mills', "unstated"),
        ("Replaces the rules on winter oil in ADR-0001", "unstated"),
        ("Supersedes section 3 of ADR-0001", "unstated"),
        ("Supersedes some of ADR-0001", "unstated"),
        ("Supersedes: ADR-0001's open winter gate", "unstated"),
        ("Supersedes: partial, extends ADR-0001", "unstated"),
        ("Supersedes the grade choice in ADR-0001", "unstated"),
        ('Supersedes the "oil twice" decision in ADR-0001', "unstated"),
        ("Supersedes ADR-0001 (winter half), refines ADR-0003", "unstated"),
        ("Supersedes ADR-0001 decision #3", "unstated"),
        ("Supersedes ADR-0001 — **winter mode only**", "unstated"),
        ("Supersedes (cross-repo): press ADR-0001", "unstated"),
        ("Supersedes the previous decision in ADR-0001", "superseded"),
        ("Supersedes ADR-0001, which only spoke of winter", "superseded"),
        ("Supersedes the decision of ADR-0001", "superseded"),
        ("Supersedes all of ADR-0001", "superseded"),
        ("Supersedes ADR-0001 in favour of wax", "superseded"),
    ],
)
def test_decision_of_which_a_part_is_superseded_holds(line: str, status: str) -> None:
    wax = record(2, "Wax") + f"\n## More information\n\n{line}.\n"
    bare = record(1, "Oil").replace("## Status\n\nAccepted\n\n", "")
    result = linked({"doc/adr/0001-oil.md": bare, "doc/adr/0002-wax.md": wax})
    assert decision(result, "ADR-0001").status == status


@table(
    ("line", "expected"),
    [
        ("Supersedes: None (extends ADR-0001)", {("ADR-0003", "references", "ADR-0001")}),
        ("It adds to ADR-0001; it does not replace it. ADR-0001 stays", {("ADR-0003", "references", "ADR-0001")}),
        ("Supplements ADR-0001", {("ADR-0003", "references", "ADR-0001")}),
        ("It does not replace ADR-0001", {("ADR-0003", "references", "ADR-0001")}),
        (
            "Supersedes ADR-0002, extends ADR-0001",
            {("ADR-0003", "supersedes", "ADR-0002"), ("ADR-0003", "references", "ADR-0001")},
        ),
        (
            "Supersedes ADR-0001 and [Wax](0002-wax.md) since May",
            {("ADR-0003", "supersedes", "ADR-0001"), ("ADR-0003", "supersedes", "ADR-0002")},
        ),
    ],
)
def test_decision_verb_relates_to_the_targets_behind_it(line: str, expected: set[tuple[str, str, str]]) -> None:
    tar = record(3, "Tar", rest=f"\n## Links\n\n* {line}\n")
    files = {"1-oil": record(1, "Oil"), "2-wax": record(2, "Wax"), "3-tar": tar}
    result = linked({f"doc/adr/000{name}.md": text for name, text in files.items()})
    assert relations(result) == expected


@table(
    "line",
    [
        "This ADR supersedes the inline TODO of issue #1 in `press.c` (lines 1–2)",
        "1 of 2 options was measured, see page 2",
    ],
)
def test_decision_mere_number_in_prose_names_no_decision(line: str) -> None:
    tar = record(3, "Tar", rest=f"\n## References\n\n- {line}\n")
    files = {"1-oil": record(1, "Oil"), "2-wax": record(2, "Wax"), "3-tar": tar}
    result = linked({f"doc/adr/000{name}.md": text for name, text in files.items()})
    assert (relations(result), codes(result)) == (set(), [])


def test_decision_name_beside_its_link_means_the_link() -> None:
    tar = record(3, "Tar", rest="\n## References\n\n- ADR 0001: [Wax](0001-wax.md)\n")
    files = {"0001-oil": record(1, "Oil"), "0001-wax": record(1, "Wax"), "0003-tar": tar}
    result = linked({f"doc/adr/{name}.md": text for name, text in files.items()})
    assert relations(result) == {("ADR-0003", "references", "ADR-0001#2")}
    assert codes(result) == ["KNO202"]


@table(
    "date",
    [
        "January 5, 2026",
        "2026-01-05 (updated 2026-02-01)",
        "5 January 2026; decided by mail",
        "2026-01-05. Decided by Bo, at the mill.",
        "January 5, 2026 (updated 2026-02-01)",
        "2026-01-05 – by mail",
        "2026-01-05 by Bo",
    ],
)
def test_decision_date_in_words_or_with_a_note(date: str) -> None:
    result = linked({"docs/adr/0001-oil.md": MADR.format(title="Oil", status="accepted").replace("2026-01-05", date)})
    assert decision(result, "ADR-0001").created_at == "2026-01-05T00:00:00Z"
    assert codes(result) == []


@table(
    ("written", "status"),
    [
        # The first known word
        ("\u2705 Accepted", "accepted"),
        ("2026-01-05: Accepted", "accepted"),
        ("- [ ] Proposed\n- [x] Accepted", "accepted"),
        ("Deprecated, see [2. Wax](0002-wax.md)", "deprecated"),
        ("Under review", "proposed"),
        ("In conflict with [2. Wax](0002-wax.md)\n\nAccepted", "accepted"),
        # A word of relation alone
        ("Augmented by [Wax](0002-wax.md)", "unstated"),
        ("Supplemented by [Wax](0002-wax.md)", "unstated"),
        # Words of other languages and templates
        ("已接受", "accepted"),
        ("未核准（2026-01-05；等待）", "proposed"),
        ("却下", "deprecated"),
        ("Accepté", "accepted"),
        ("Veraltet (seit Mai)", "deprecated"),
        ("заменено", "superseded"),
        ("RESOLVED - Stories Created", "accepted"),
    ],
)
def test_decision_status_in_words(written: str, status: str) -> None:
    result = linked({"doc/adr/0001-oil.md": record(1, "Oil", written), "doc/adr/0002-wax.md": record(2, "Wax")})
    assert (decision(result, "ADR-0001").status, codes(result)) == (status, [])


@table(("date", "expected"), [("January 2026", []), ("last week", ["KNO203"]), ("soon. 2026-01-05", ["KNO203"])])
def test_decision_date_without_a_day_is_kept_and_reported_unless_it_is_a_month(date: str, expected: list[str]) -> None:
    text = MADR.format(title="Oil", status="accepted").replace("2026-01-05", date)
    result = linked({"docs/adr/0001-oil.md": text})
    found = decision(result, "ADR-0001")
    assert (found.created_at, found.native["date"], codes(result)) == (None, date, expected)


def test_decision_that_shows_a_template_in_code_states_nothing_of_it() -> None:
    shown = (
        "## More Information\n\n```markdown\nstatus: superseded by ADR-0123\n# Replaced by [Wax](0002-wax.md)\n```\n"
    )
    result = linked({"doc/adr/0001-oil.md": f"{record(1, 'Oil')}\n{shown}", "doc/adr/0002-wax.md": record(2, "Wax")})
    assert decision(result, "ADR-0001").status == "accepted"
    assert (relations(result), codes(result)) == (set(), [])


def test_decision_link_to_an_address_without_scheme_names_no_decision() -> None:
    text = record(1, "Oil") + "\nSee [Press](press.example/) and [Wax](wax.example).\n"
    result = linked({"doc/adr/0001-oil.md": text, "doc/adr/0002-wax.md": record(2, "Wax")})
    assert relations(result) == set()
    assert codes(result) == []


def test_empty_page_is_no_decision() -> None:
    assert entities(linked({"doc/adr/0001-oil.md": "\n", "doc/adr/0002-wax.md": record(2, "Wax")})).keys() == {
        "ADR-0002"
    }


def test_decision_chain_is_followed_in_both_directions() -> None:
    result = linked(
        {
            "doc/adr/0001-a.md": record(1, "A", "Superseded by ADR-0002"),
            "doc/adr/0002-b.md": record(2, "B", "Superseded by [C](0003-c.md)\n\nSupersedes [A](0001-a.md)"),
            "doc/adr/0003-c.md": record(3, "C", "Accepted\n\nSupercedes [B](0002-b.md)"),
        }
    )
    found = decision(result, "ADR-0001")
    assert (found.superseded_by, found.current) == (("ADR-0002",), ("ADR-0003",))
    assert decision(result, "ADR-0003").supersedes == ("ADR-0002",)
    assert decision(result, "ADR-0003").current == ("ADR-0003",)
    assert codes(result) == []


def test_decision_cycle_has_no_current_decision() -> None:
    result = linked(
        {
            "doc/adr/0001-a.md": record(1, "A", "Superseded by ADR-0002"),
            "doc/adr/0002-b.md": record(2, "B", "Superseded by ADR-0001"),
        }
    )
    assert [decision(result, one).in_cycle for one in ("ADR-0001", "ADR-0002")] == [True, True]
    assert decision(result, "ADR-0001").current == ()
    assert codes(result) == ["KNO402"]


@table(
    ("verb", "source", "target"),
    [
        ("Amends", "ADR-0002", "ADR-0001"),
        ("Amended by", "ADR-0001", "ADR-0002"),
        ("Refined by", "ADR-0001", "ADR-0002"),
    ],
)
def test_decision_relation_runs_as_its_verb_reads(verb: str, source: str, target: str) -> None:
    files = {
        "doc/adr/0001-a.md": record(1, "A"),
        "doc/adr/0002-b.md": record(2, "B", f"Accepted\n\n{verb} [A](0001-a.md)"),
    }
    assert relations(linked(files)) == {(source, "references", target)}


def test_decision_link_target_wins_over_its_text() -> None:
    files = {
        "doc/adr/0001-a.md": record(1, "A", "Superseded by [9. C](0002-b.md)"),
        "doc/adr/0002-b.md": record(2, "B"),
    }
    assert relations(linked(files)) == {("ADR-0002", "supersedes", "ADR-0001")}


@table(
    ("word", "status", "known"),
    [
        ("accepted", "accepted", True),
        ("Draft", "proposed", True),
        ("rejected", "deprecated", True),
        ("**Accepted**", "accepted", True),
        ("in review", "proposed", True),
        ("partially implemented", "accepted", True),
        ("simmering", "unstated", False),
        ("Superseded in name, preserved in spirit", "unstated", False),
        ("Superseded, its names are kept", "unstated", False),
    ],
)
def test_decision_status_words(word: str, status: str, known: bool) -> None:
    result = linked({"docs/adr/0001-a.md": MADR.format(title="A", status=word)})
    assert decision(result, "ADR-0001").status == status
    assert codes(result) == ([] if known else ["KNO201"])


def test_madr_4_frontmatter_names_successor_and_people() -> None:
    front = '---\nstatus: "superseded by ADR-0003"\ndate: 2026-01-05\ndecision-makers: [Ann, Bo]\n---\n\n'
    body = "# A\n\n## Context and Problem Statement\n\nWhy.\n\n"
    body += "### Consequences\n\n* Good, because\n  cheap\n* Bad, because new\n"
    other = "---\nstatus: accepted\n---\n# C\n\n## Context and Problem Statement\n"
    result = linked({"docs/decisions/0002-a.md": front + body, "docs/decisions/0003-c.md": other})
    found = decision(result, "ADR-0002")
    assert (found.superseded_by, found.native["deciders"]) == (("ADR-0003",), ["Ann", "Bo"])
    assert found.properties["consequences"] == ["Good, because cheap", "Bad, because new"]


def test_decision_bad_yaml_is_read_line_by_line() -> None:
    text = '---\nstatus: "accepted\ndate: 2026-01-05\n---\n# A\n\n## Context and Problem Statement\n'
    result = linked({"docs/decisions/0001-a.md": text})
    found = decision(result, "ADR-0001")
    assert (found.status, found.created_at) == ("accepted", "2026-01-05T00:00:00Z")
    assert codes(result) == ["KNO103"]


def test_decision_templates_and_indexes_are_skipped() -> None:
    files = {
        "docs/adr/template.md": record(1, "Title"),
        "docs/adr/adr-template-short.md": record(1, "Title"),
        "docs/adr/README.md": "# Decisions\n\n## Status\n\n## Context\n\n## Decision\n",
        "docs/adr/0002-next.md": "# {short title}\n\n## Context and Problem Statement\n",
        "docs/adr/0001-a.md": record(1, "A"),
    }
    result = linked(files)
    assert list(entities(result)) == ["ADR-0001"]
    assert codes(result) == ["KNO105"] * 3


def test_decision_is_recognized_by_sections_in_any_folder() -> None:
    result = linked({"architecture/log/oil.md": record(1, "Oil"), "docs/page.md": "# Page\n\n## Status\n\nFine.\n"})
    assert list(entities(result)) == ["ADR-0001"]


def test_page_beside_decisions_is_one_only_by_its_sections() -> None:
    files = {
        "adr/0003-tea.md": "# Tea\n\n## Status\n\nAccepted\n",
        "adr/considerations/0003-costs.md": "# Costs\n\nStatus: measured\n\nIt is cheap.\n",
        "adr/research/0004-cups.md": "# Cups\n\n## Context\n\nThirst.\n\n## Decision\n\nCups.\n",
    }
    assert list(entities(linked(files))) == ["ADR-0003", "ADR-0004"]


def test_decision_same_number_in_two_folders_keeps_both() -> None:
    files = {f"docs/decisions/{folder}/0001-a.md": record(1, folder, "Accepted") for folder in ("back", "front")}
    assert list(entities(linked(files))) == ["back/ADR-0001", "front/ADR-0001"]


def test_log4brains_default_status_and_package_prefix() -> None:
    link = "[20260105-use-a](../../adr/20260105-use-a.md)"
    files = {
        ".log4brains.yml": "project:\n  adrFolder: ./adr\n  packages:\n    - name: core\n      adrFolder: ./core/adr\n",
        "adr/20260105-use-a.md": "# Use A\n\n- Date: 05/01/2026\n- Tags: Oil press, belt\n",
        "core/adr/20260106-use-b.md": f"# Use B\n\n- Status: odd\n\n## Links\n\n- Supersedes {link}\n",
    }
    result = linked(files)
    assert statuses(result) == {"20260105-use-a": "superseded", "core/20260106-use-b": "proposed"}
    found = decision(result, "20260105-use-a")
    assert (found.tags, found.created_at) == (("oil", "press", "belt"), "2026-01-05T00:00:00Z")
    assert relations(result) == {("core/20260106-use-b", "supersedes", "20260105-use-a")}


def test_decision_stale_status_is_reported_and_kept() -> None:
    files = {
        "doc/adr/0001-a.md": record(1, "A"),
        "doc/adr/0002-b.md": record(2, "B", "Accepted\n\nSupersedes [A](0001-a.md)"),
    }
    result = linked(files)
    assert (decision(result, "ADR-0001").status, codes(result)) == ("accepted", ["KNO403"])


def test_decision_missing_successor_is_reported() -> None:
    result = linked({"doc/adr/0001-a.md": record(1, "A", "Superseded by [7. G](0007-g.md)")})
    assert codes(result) == ["KNO302"]
    assert "0007-g.md" in result.diagnostics[0].message
    page = {"doc/design.md": "# Design\n"}  # which is there, and no decision
    assert (
        codes(linked({"doc/adr/0001-a.md": record(1, "A", "Superseded by [the design](../design.md)"), **page})) == []
    )


@table(
    ("settings", "text"),
    [(".adr-dir", "docs/why\n"), (".log4brains.yml", "project:\n  adrFolder: ./docs/why\n")],
)
def test_decision_folder_from_settings(settings: str, text: str) -> None:
    plain = "# Use A\n\n- Date: 2026-01-05\n\nBecause.\n"
    files = {
        settings: text,
        "docs/why/20260105-use-a.md": plain,
        "docs/why/index.md": plain,
        "docs/20260105-b.md": plain,
    }
    result = linked(files)
    assert statuses(result) == {"20260105-use-a": "accepted"}


@table(
    ("name", "folder"),
    product(
        [
            "template.md",
            "adr-template.md",
            "adr-template-bare.md",
            "0000-template.md",
            "adr_template.md",
            "plantilla.md",
            "0000-modele-adr.md",
            "adr-vorlage.md",
        ],
        ["docs/decisions", "doc/arch"],
    ),
)
def test_decision_template_is_recognized_by_name(folder: str, name: str) -> None:
    result = linked({f"{folder}/{name}": record(1, "Title")})
    assert (entities(result), codes(result)) == ({}, ["KNO105"])


@table("name", ["0007-template-engine.md", "adr-7-template.md", "20260105-template-engine.md"])
def test_decision_may_be_about_templates(name: str) -> None:
    result = linked({f"docs/decisions/{name}": MADR.format(title="Templates", status="accepted")})
    assert (len(entities(result)), codes(result)) == (1, [])


def test_decision_index_is_skipped_in_any_folder() -> None:
    assert entities(linked({"doc/arch/README.md": record(1, "How to"), "doc/arch/index.md": record(2, "All")})) == {}


def test_decision_frontmatter_survives_markdown_formatters() -> None:
    body = "# Oil\n\n## Context and Problem Statement\n\nWhy.\n"
    text = f"{'_' * 70}\n\n## status: accepted date: 2026-01-05 decision-makers: Ann, Bo\n\n{body}"
    result = linked({"docs/decisions/0001-oil.md": text})
    found = decision(result, "ADR-0001")
    assert (found.status, found.created_at) == ("accepted", "2026-01-05T00:00:00Z")
    assert (found.native["deciders"], codes(result)) == (["Ann", "Bo"], [])


def test_log4brains_decisions_are_ordered_by_date() -> None:
    files = {
        "docs/adr/20260101-a.md": "# A\n\n- Date: 05/02/2026\n",
        "docs/adr/20260103-b.md": "# B\n",
        "docs/adr/20260102-c.md": "# C\n\n- Date: 2026-01-03\n",
    }
    assert [one.name for one in entities(linked(files)).values()] == ["C", "B", "A"]


def test_decision_status_and_relation_may_share_a_line() -> None:
    files = {
        "doc/adr/0001-oil.md": record(1, "Oil", "Accepted, amended by [2. Wax](0002-wax.md)"),
        "doc/adr/0002-wax.md": record(2, "Wax"),
    }
    result = linked(files)
    assert (decision(result, "ADR-0001").status, relations(result)) == (
        "accepted",
        {("ADR-0002", "references", "ADR-0001")},
    )
    assert [one.native_type for one in facts(result, Relation)] == ["amended by"]


@table("title", ["3. Oil", "ADR-0003: Oil", "ADR 3 Oil", "0003 Oil", "003 - Oil", "Decision 3: Oil"])
def test_decision_title_drops_its_number(title: str) -> None:
    text = MADR.format(title=title, status="accepted")
    assert decision(linked({"docs/decisions/0003-oil.md": text}), "ADR-0003").name == "Oil"


@table("key", ["status", "Status", "STATUS"])
def test_decision_frontmatter_keys_may_have_capitals(key: str) -> None:
    text = f"---\n{key}: superseded by ADR-0002\nDate: 2026-01-05\nTags: [oil]\n---\n# Oil\n"
    result = linked(
        {"docs/decisions/0001-oil.md": text, "docs/decisions/0002-wax.md": "# Wax\n\n## Status\n\nAccepted\n"}
    )
    found = decision(result, "ADR-0001")
    assert (found.status, found.created_at, found.tags) == ("superseded", "2026-01-05T00:00:00Z", ("oil",))
    assert found.native == {"status": "superseded", "status_line": 2}
    assert relations(result) == {("ADR-0002", "supersedes", "ADR-0001")}


@table("heading", ["## Status", "## Status  ", "## status", "## Status ##", "##  Status"])
def test_decision_headings_are_recognized_in_any_style(heading: str) -> None:
    text = f"# Pick oil\n\n{heading}\n\nAccepted\n\n## Decision \n\nSo.\n"
    assert decision(linked({"docs/press/0001-oil.md": text}), "ADR-0001").status == "accepted"


def test_decision_without_status_says_so_and_is_unstated() -> None:
    body = "## Context and Problem Statement\n\nDry.\n\n## Decision Outcome\n\nOil.\n"
    files = {
        "docs/decisions/0001-oil.md": f"# Oil\n\n{body}",
        "docs/decisions/0002-wax.md": f"---\nstatus: proposed\n---\n# Wax\n\n{body}",
    }
    result = linked(files)
    assert statuses(result) == {"ADR-0001": "unstated", "ADR-0002": "proposed"}
    assert decision(result, "ADR-0001").properties["suggested_status"] == "accepted"
    assert decision(result, "ADR-0001").native["has_status"] is False
    assert "has_status" not in decision(result, "ADR-0002").native


def test_decision_without_status_is_superseded_when_another_says_so() -> None:
    newer = record(2, "Wax", "Accepted\n\nSupersedes [1](0001-oil.md)")
    older = "# Oil\n\n## Context and Problem Statement\n\nDry.\n\n## Decision Outcome\n\nOil.\n"
    result = linked({"docs/adr/0001-oil.md": older, "docs/adr/0002-wax.md": newer})
    assert statuses(result) == {"ADR-0001": "superseded", "ADR-0002": "accepted"}
    assert codes(result) == []


@table(("date", "status"), [("DATE", "Accepted"), ("2026-01-05", "STATUS")])
def test_decision_that_adr_tools_has_not_filled_in_is_a_template(date: str, status: str) -> None:
    text = record(1, "Record decisions", status).replace("2026-01-01", date)
    result = linked({"src/init.md": text})
    assert (entities(result), codes(result)) == ({}, ["KNO105"])


@table("settings", ["---\nproject:\n  adrFolder: ./log\n", "# Ours\n---\nproject:\n  adrFolder: log\n---\n"])
def test_log4brains_settings_may_begin_with_a_document_mark(settings: str) -> None:
    result = linked({".log4brains.yml": settings, "log/20260105-use-a.md": "# Use A\n\nWe do.\n"})
    assert (list(entities(result)), codes(result)) == (["20260105-use-a"], [])


@table("name", ["20260105-use-a", "2026-01-05-use-a"])
def test_date_in_the_name_of_a_file_dates_its_decision(name: str) -> None:
    text = record(1, "Use A").replace("# 1. ", "# ")
    undated = linked({f"docs/adr/{name}.md": text.replace("Date: 2026-01-01\n\n", "")})
    found = decision(undated, name)
    assert (found.created_at, found.sequence_number) == ("2026-01-05T00:00:00Z", None)
    assert decision(linked({f"docs/adr/{name}.md": text}), name).created_at == "2026-01-01T00:00:00Z"


def test_page_that_shows_a_decision_in_a_block_of_code_is_no_decision() -> None:
    shown = "## Status\n\nAccepted\n\n## Context\n\nText.\n\n## Decision\n\nText.\n"
    result = linked({"docs/how-we-decide.md": f"# How we decide\n\n```markdown\n{shown}```\n"})
    assert (list(entities(result)), codes(result)) == ([], [])


@table(
    ("line", "chosen"),
    [
        ("ADR 2: Wax the press", "ADR-0002#2"),
        ("[ADR-0002](https://mill.example) (Grease it)", "ADR-0002"),
        ("ADR-0002 — *Wax the press*", "ADR-0002#2"),
    ],
)
def test_title_beside_a_number_tells_which_decision_is_meant(line: str, chosen: str) -> None:
    files = {"doc/adr/0002-a.md": record(2, "Grease it"), "doc/adr/0002-b.md": record(2, "Wax the press")}
    result = linked({"doc/adr/0003-oil.md": record(3, "Oil", f"Accepted\n\nAmends ADR-0002, {line}"), **files})
    assert ("ADR-0003", "references", chosen) in relations(result)
    assert "KNO304" not in codes(result)


def test_number_of_two_decisions_without_a_title_is_a_finding() -> None:
    files = {"doc/adr/0002-a.md": record(2, "Grease it"), "doc/adr/0002-b.md": record(2, "Wax the press")}
    assert "KNO304" in codes(linked({"doc/adr/0003-oil.md": record(3, "Oil", "Amends ADR-2"), **files}))


@table(
    ("path", "found"),
    [
        ("docs/architecture/adr-019-tides.md", ["ADR-019"]),
        ("docs/architecture/tides.md", []),
        ("docs/architecture/adrenaline-3.md", []),
    ],
)
def test_page_named_and_numbered_as_a_decision_needs_no_section_but_its_status(path: str, found: list[str]) -> None:
    text = "# ADR 019: Tides\n\n## Status\n\nImplemented in #7\n\n## Context\n\nIt is so.\n\n## Design\n\nThus.\n"
    assert list(entities(linked({path: text}))) == found


def test_conflict_marks_in_a_record_are_a_finding() -> None:
    text = "# 1. Ale\n\n## Status\n\n<<<<<<< ours\nAccepted\n=======\nProposed\n>>>>>>> theirs\n\n## Decision\n\nAle.\n"
    result = linked({"doc/adr/0001-ale.md": text})
    assert [(one.code, one.span.start_line) for one in result.diagnostics] == [("KNO104", 5)]


def test_role_of_sphinx_names_what_supersedes_a_decision_by_a_label_or_a_page() -> None:
    new = ".. _Use wax:\n\nWax for the seams\n#################\n\nStatus\n******\n\nAccepted\n"
    old = "Pitch\n#####\n\nStatus\n******\n\nSuperseded by {}.\n\nContext\n*******\n\nSee :ref:`other things`.\n"
    for role in (":ref:`Use wax`", ":ref:`the wax <Use wax>`", ":doc:`0002-wax`"):
        result = linked({"docs/decisions/0001-pitch.rst": old.format(role), "docs/decisions/0002-wax.rst": new})
        assert ("ADR-0002", "supersedes", "ADR-0001") in relations(result)
        assert not {"KNO302", "KNO303"} & set(codes(result))


def test_decision_may_have_a_folder_of_its_own() -> None:
    files = {
        "docs/adr/0001-ropes/README.md": record(1, "Ropes"),
        "docs/adr/0001-ropes/costs.md": "# Costs\n\nMuch.\n",
        "docs/adr/0002-sheaves.md": record(2, "Sheaves", "Accepted\n\nSupersedes ADR-0001"),
        "docs/adr/2026-01-05-hoists/index.md": "# Hoists\n\n## Status\n\nAccepted\n\n## Decision\n\nTwo.\n",
        "docs/adr/03-harbours/README.md": "# Harbours\n\nWhat was decided about harbours.\n",
        "docs/adr/2026/README.md": "# 2026\n\n## Status\n\nAll of them are accepted.\n",
    }
    result = linked(files)
    assert set(entities(result)) == {"ADR-0001", "ADR-0002", "2026-01-05-hoists"}
    assert relations(result) == {("ADR-0002", "supersedes", "ADR-0001")}
    assert decision(result, "2026-01-05-hoists").created_at == "2026-01-05T00:00:00Z"
