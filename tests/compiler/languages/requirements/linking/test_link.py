"""The facts of linked requirements: ids, references, hierarchy, hashes, evidence and coverage."""

from compiler.languages.requirements.configuration.configuration import LEVELS, Level
from compiler.languages.requirements.facts import (
    FACT_CLASSES,
    LINK_KINDS,
    Assertion,
    BrokenReference,
    CodeReference,
    Journey,
    JourneyStep,
    Reference,
    Remainder,
    Requirement,
    RequirementCoverage,
    RequirementProject,
    Term,
    Test,
    TestResult,
)
from compiler.languages.requirements.linking.hashes import hashes
from compiler.languages.requirements.linking.hierarchy import roots
from compiler.model.facts import Object
from compiler.model.source import Problem
from tests.compiler.languages.requirements.sources import (
    NEWER,
    OLDER,
    SPEC,
    facts_of,
    fields,
    findings,
    linked,
    links,
    requirement,
)
from tests.compiler.tables import table

CONFIG = ".elspais.toml"
BOILS = "The kettle SHALL boil."
HOLDS = "The kettle SHALL hold water."
P1 = requirement("REQ-p00001", BOILS, HOLDS)
JUNIT = '<testsuite><testcase classname="tests.test_a" name="test_a">{}</testcase></testsuite>'


def check_parents(text: str, native_id: str, *expected: str) -> None:
    """The parents of one requirement, each as `kind id labels`."""
    [found] = [one for one in facts_of(linked(text), Requirement) if one.requirement == native_id]
    assert tuple(" ".join([one["kind"], one["id"], *one["labels"]]) for one in found.parents) == expected


def coverage_of(files: dict[str, str], native_id: str = "REQ-p00001") -> RequirementCoverage:
    return next(one for one in facts_of(linked(files), RequirementCoverage) if one.requirement == native_id)


def project(files: str | dict[str, str]) -> RequirementProject:
    [found] = facts_of(linked(files), RequirementProject)
    return found


# --- requirements and their parts ------------------------------------------------------------------------------


def test_requirement_with_assertions() -> None:
    result = linked(P1)
    assert findings(result) == []
    assert fields(result, Requirement, "ref requirement name level status role is_root hash_state") == [
        ("r:REQ-p00001", "REQ-p00001", "About REQ-p00001", "prd", "Active", "active", True, "right")
    ]
    assert fields(result, Assertion, "ref requirement label text span") == [
        ("r:REQ-p00001-A", "REQ-p00001", "A", BOILS, (SPEC, 7, 1, 7, 26)),
        ("r:REQ-p00001-B", "REQ-p00001", "B", HOLDS, (SPEC, 8, 1, 8, 32)),
    ]
    assert links(result, "has_assertion") == [
        "REQ-p00001 has_assertion REQ-p00001-A",
        "REQ-p00001 has_assertion REQ-p00001-B",
    ]


def test_levels_match_key_or_letter_in_any_case() -> None:
    for written, expected in (("PRD", "prd"), ("p", "prd"), ("Dev", "dev"), ("Gadget", "Gadget")):
        assert fields(linked(requirement("REQ-p00001", BOILS, level=written)), Requirement, "level") == [(expected,)]
    text = "## REQ-p00001: T\n\n## Assertions\n\nA. It SHALL.\n"
    assert fields(linked(text), Requirement, "level status") == [("Unknown", "Unknown")]


def test_metadata_last_level_and_status_win() -> None:
    text = "## REQ-p00001: T\nLevel: DEV | Status: Active\nLevel: PRD | Status: Draft\n## Assertions\nA. It SHALL.\n"
    assert fields(linked(text), Requirement, "level status role") == [("prd", "Draft", "provisional")]


def test_status_has_a_role() -> None:
    for status, role, active in (
        ("active", "active", True),
        ("Proposed", "provisional", True),
        ("Idea", "aspirational", False),
        ("Deprecated", "retired", False),
        ("Whatever", "active", True),
    ):
        result = linked(requirement("REQ-p00001", BOILS, status=status))
        assert fields(result, Requirement, "role is_active") == [(role, active)]


def test_remainders_are_sections_preamble_and_prose() -> None:
    item = P1.replace("## Assertions", "Pre.\n\n## Assertions")
    text = f"# File\n\nHello.\n\n{item}\nBye.\n"
    text = text.replace("*End*", "## Why\n\nBecause.\n\n*End*")
    result = linked(text)
    assert fields(result, Remainder, "ref owner part heading text") == [
        ("r:REQ-p00001/section/1", "REQ-p00001", "preamble", "", "Pre."),
        ("r:REQ-p00001/section/2", "REQ-p00001", "section", "Why", "Because."),
        ("r:prose/spec/a.md:1", "", "prose", "File", "Hello."),
        ("r:prose/spec/a.md:22", "", "prose", "", "Bye."),
    ]
    [found] = facts_of(result, Requirement)
    assert found.text == f"Pre.\nA. {BOILS}\nB. {HOLDS}\nBecause."


def test_text_is_in_the_order_of_the_file() -> None:
    text = "## REQ-p00001: T\n\nPre.\n\n## Why\n\nBecause.\n\n## Assertions\n\nB. It SHALL.\n\nA. It SHALL NOT.\n"
    text += "\n## After\n\nEnd.\n"
    (found,) = facts_of(linked(text), Requirement)
    assert found.text.split("\n") == ["Pre.", "Because.", "B. It SHALL.", "A. It SHALL NOT.", "End."]


def test_changelog_is_separate_from_text() -> None:
    text = P1.replace("*End*", "## Changelog\n\n- 2026-01-02 | abcd1234 | CO-1 | Ann (a) | why | so\n\n*End*")
    [found] = facts_of(linked(text), Requirement)
    assert found.changelog == (
        {"date": "2026-01-02", "hash": "abcd1234", "order": "CO-1", "author": "Ann (a)", "reason": "why | so"},
    )
    assert "2026" not in found.text


def test_duplicate_id_stays_with_the_first_definition() -> None:
    result = linked({"spec/a.md": P1, "spec/b.md": P1 + requirement("REQ-p00001", BOILS)})
    assert findings(result) == ["REQ207 spec/b.md:1", "REQ207 spec/b.md:11"]
    assert fields(result, Requirement, "requirement duplicate_of") == [
        ("REQ-p00001", None),
        ("REQ-p00001#b", "REQ-p00001"),
        ("REQ-p00001#b__2", "REQ-p00001"),
    ]


def test_duplicate_label_stays_with_the_first_assertion() -> None:
    text = "## REQ-p00001: T\nLevel: PRD\n## Assertions\nA. One.\nA. Two.\n"
    result = linked(text)
    assert fields(result, Assertion, "assertion label text") == [
        ("REQ-p00001-A", "A", "One."),
        ("REQ-p00001-A#2", "A", "Two."),
    ]
    assert "REQ206 5" in findings(result)
    assert fields(result, RequirementCoverage, "total") == [(1,)]


def test_retired_assertions_do_not_count() -> None:
    result = linked(
        requirement("REQ-p00001", "<retired> Gone.", BOILS, "{WEIRD} It SHALL.", "[Note] It SHALL.", end="x")
    )
    assert fields(result, Assertion, "label directive is_retired") == [
        ("A", "RETIRED", True),
        ("B", "", False),
        ("C", "WEIRD", False),
        ("D", "", False),
    ]
    assert facts_of(result, Assertion)[0].text == "<RETIRED> Gone."
    assert facts_of(result, RequirementCoverage)[0].untested == ("B", "C", "D")


def test_entries_with_foreign_labels_continue_the_previous_one() -> None:
    text = "## REQ-p00001: T\nLevel: PRD\n## Assertions\nA. One.\n1. item\nAA. Two.\n\nB. Three.\n"
    result = linked(text)
    assert fields(result, Assertion, "label text") == [("A", "One.\n1. item\nAA. Two."), ("B", "Three.")]
    assert "REQ205 6" in findings(result) and "REQ205 5" not in findings(result)
    numeric = linked({CONFIG: NEWER + '[id-patterns.assertions]\nlabel_style = "numeric"\n', SPEC: text})
    assert fields(numeric, Assertion, "label") == [("1",)]


def test_assertions_may_stand_in_several_sections() -> None:
    text = "## REQ-p00001: T\nLevel: PRD\n## Assertions\nA. One.\n## Why\nx\n## Assertions\nB. Two.\n"
    assert fields(linked(text), Assertion, "label") == [("A",), ("B",)]


def test_prose_before_first_assertion_hides_no_assertion() -> None:
    result = linked(P1.replace("A. ", "The following:\n\nA. ", 1))
    assert findings(result) == ["REQ204 7"]
    assert len(facts_of(result, Assertion)) == 2


def test_header_of_another_form_is_no_finding_where_nothing_tells_the_form() -> None:
    assert (
        findings(linked({"docs/adr/1.md": "# A decision\n\n### REQ-207: Integration\n\n**Rationale**: It fits.\n"}))
        == []
    )


def test_foreign_header_is_a_section_of_the_open_requirement() -> None:
    text = "## REQ-p00001: T\nLevel: PRD\n## Assertions\nA. One.\n## REQ-x00001: Other\nB. Two.\n"
    result = linked({CONFIG: NEWER, SPEC: text})
    assert fields(result, Requirement, "requirement") == [("REQ-p00001",)]
    assert fields(result, Remainder, "heading text") == [("REQ-x00001: Other", "B. Two.")]
    assert "REQ202 5" in findings(result)


def test_near_headers_are_requirements_in_older_layout_only() -> None:
    text = "##REQ-p00001: T\nLevel: PRD\n## Assertions\nA. One.\n*End* *T*\n" + requirement("REQ-p00002", BOILS)
    assert fields(linked({CONFIG: OLDER, SPEC: text}), Requirement, "requirement") == [("REQ-p00001",), ("REQ-p00002",)]
    assert fields(linked({CONFIG: NEWER, SPEC: text}), Requirement, "requirement") == [("REQ-p00002",)]
    assert "REQ201 1" in findings(linked({CONFIG: NEWER, SPEC: text}))


def test_journeys_have_steps_in_facts() -> None:
    text = "# JNY-Tea-01: First cup\n**Actor**: Ann\n**Goal**: tea\n\nValidates: REQ-p00001-A, REQ-p00001\n"
    text += "Addresses: REQ-p00001\n\n"
    text += "## Steps\n\n1. Fill\n2) Boil\n\n*End* *First cup*\n"
    result = linked(P1 + text)
    assert findings(result) == []
    assert fields(result, Journey, "ref name actor goal") == [("r:JNY-Tea-01", "First cup", "Ann", "tea")]
    assert [(one.step, one.text, one.span.start_line) for one in facts_of(result, JourneyStep)] == [
        ("JNY-Tea-01/1", "Fill", 20),
        ("JNY-Tea-01/2", "Boil", 21),
    ]
    assert links(result, "validates", "addresses_requirement", "has_step") == [
        "JNY-Tea-01 has_step JNY-Tea-01/1",
        "JNY-Tea-01 has_step JNY-Tea-01/2",
        "JNY-Tea-01 validates REQ-p00001-A",
        "JNY-Tea-01 validates REQ-p00001",
        "JNY-Tea-01 addresses_requirement REQ-p00001",
    ]
    assert facts_of(result, RequirementCoverage)[0].validated == ("A", "B")


def test_terms_with_fields() -> None:
    result = linked(
        f"Kettle\n: What boils\n  water.\n: Collection: true\n: Reference\n: URL: <x>\n\nkettle\n: Again.\n\n{P1}"
    )
    assert fields(result, Term, "ref definition fields") == [
        ("r:term/kettle", "What boils\nwater.", {"collection": True, "reference": True, "url": "x"})
    ]


GROUPED = "### Heat\n\nA. It SHALL heat.\n\n### Safety\n\nB. It SHALL stop.\n\n### Options\n\n1. gas\n2. oil\n"


def grouped(ending: str = "") -> str:
    return f"## REQ-p00001: T\nLevel: PRD | Status: Active\n## Assertions\n\n{GROUPED}{ending}"


def test_assertions_below_sub_headings_are_assertions() -> None:
    result = linked(grouped())
    assert fields(result, Assertion, "assertion text") == [
        ("REQ-p00001-A", "It SHALL heat."),
        ("REQ-p00001-B", "It SHALL stop."),
    ]
    assert fields(result, Remainder, "part heading text") == [("section", "Options", "1. gas\n2. oil")]


def test_any_heading_ends_assertions_in_the_newer_layout_and_is_reported() -> None:
    result = linked({CONFIG: NEWER, SPEC: grouped("## Why\n\nBecause.\n")})
    assert facts_of(result, Assertion) == []
    assert [one for one in findings(result) if one.startswith("REQ21")] == ["REQ210 5", "REQ210 9"]
    assert "'Heat' ends the assertions of REQ-p00001" in next(
        one.message for one in result.diagnostics if one.code == "REQ210"
    )
    assert ("section", "Safety", "B. It SHALL stop.") in fields(result, Remainder, "part heading text")
    for files in ({SPEC: grouped()}, {CONFIG: OLDER, SPEC: grouped()}):
        assert not [one for one in findings(linked(files)) if one.startswith("REQ210")]


def test_labels_of_two_letters_follow_z_without_settings() -> None:
    letters = [chr(65 + at) for at in range(26)]
    text = "## REQ-p00001: T\nLevel: PRD\n## Assertions\n" + "".join(f"{one}. It SHALL.\n" for one in letters)
    text += "AA. It SHALL.\nAB. It SHALL.\nOK. This is no label.\n"
    labels = [label for (label,) in fields(linked(text), Assertion, "label")]
    assert labels == [*letters, "AA", "AB"]
    assert len(facts_of(linked({CONFIG: NEWER, SPEC: text}), Assertion)) == 26


def test_removed_assertions_are_retired() -> None:
    for text in ("[Removed - it moved, to B.]", "[removed]", "{REMOVED}", "[Retired - it moved]", "<retired: why>"):
        result = linked(requirement("REQ-p00001", text, HOLDS))
        assert fields(result, Assertion, "text is_retired")[0] == (text, True), text
        assert findings(result) == []
        newer = linked({CONFIG: NEWER, SPEC: requirement("REQ-p00001", text, HOLDS)})
        assert fields(newer, Assertion, "text is_retired")[0] == (text, False)
        assert "REQ209 7" in findings(newer)
    text = "[Removed parts] SHALL be listed."
    assert fields(linked(requirement("REQ-p00001", text)), Assertion, "is_retired") == [(False,)]


# --- references ------------------------------------------------------------------------------------------------


def test_references_resolve_to_requirements_and_assertions() -> None:
    text = P1 + requirement("REQ-d00001", BOILS, level="DEV", refines="REQ-p00001-B", implements="p1-a, REQ-p00001")
    result = linked(text)
    assert findings(result) == []
    assert links(result, "implements", "refines") == [
        "REQ-d00001 implements REQ-p00001-A",
        "REQ-d00001 implements REQ-p00001",
        "REQ-d00001 refines REQ-p00001-B",
    ]
    assert fields(result, Reference, "source edge_kind requirement label") == [
        ("REQ-d00001", "implements", "REQ-p00001", "A"),
        ("REQ-d00001", "implements", "REQ-p00001", ""),
        ("REQ-d00001", "refines", "REQ-p00001", "B"),
    ]
    check_parents(text, "REQ-d00001", "implements REQ-p00001 A", "refines REQ-p00001 B")
    assert facts_of(result, Requirement)[0].children == ("REQ-d00001",)


def test_lists_may_be_empty() -> None:
    for word in ("-", "none", "N/A", "x", "null"):
        result = linked(requirement("REQ-p00001", BOILS, implements=word))
        assert findings(result) == [] and not facts_of(result, Reference), word


def test_broken_references_have_a_reason_and_the_nearest_id() -> None:
    cited = "REQ-p00009, REQ-p00001-Q, WIDGET-42, [later], REQ-p00001-B, Some words"
    text = requirement("REQ-p00001", BOILS, "<RETIRED> Gone.", end=None) + requirement(
        "REQ-d00001", BOILS, level="DEV", implements=cited
    )
    result = linked(text)
    assert fields(result, BrokenReference, "target reason nearest") == [
        ("REQ-p00009", "unknown_requirement", None),
        ("REQ-p00001-Q", "unknown_assertion", None),
        ("WIDGET-42", "unknown_namespace", None),
        ("[later]", "placeholder", None),
        ("REQ-p00001-B", "retired_assertion", None),
        ("Some words", "malformed", None),
    ]
    codes = [one for one in findings(result) if one.startswith("REQ3")]
    assert codes == ["REQ301 12", "REQ302 12", "REQ304 12", "REQ307 12", "REQ303 12", "REQ304 12"]
    assert links(result, "implements") == ["REQ-d00001 implements REQ-p00009", "REQ-d00001 implements REQ-p00001-Q"]


OLDER_IDS = '[patterns]\nid_template = "{prefix}-{type}{id}"\n'


@table(
    ("settings", "reported"),
    [
        (OLDER_IDS, ["REQ304 WIDGET-42", "REQ304 REQ-CAL-p00049", "REQ301 REQ-p00009"]),
        (f"{OLDER_IDS}[patterns.associated]\nenabled = true\n", ["REQ304 WIDGET-42", "REQ301 REQ-p00009"]),
        (
            f"{OLDER_IDS}[validation]\nallow_unresolved_cross_repo = true\n",
            ["REQ304 REQ-CAL-p00049", "REQ301 REQ-p00009"],
        ),
        (
            f'{OLDER_IDS}[rules.references]\nunknown_namespace = "info"\n',
            ["REQ304 REQ-CAL-p00049", "REQ301 REQ-p00009"],
        ),
    ],
)
def test_ids_of_other_projects_are_no_findings_if_the_settings_expect_them(settings: str, reported: list[str]) -> None:
    listed = ("WIDGET-42", "REQ-CAL-p00049", "REQ-p00009")
    text = P1 + requirement("REQ-d00001", BOILS, level="DEV", implements=", ".join(("REQ-p00001", *listed)))
    result = linked({CONFIG: settings, SPEC: text})
    found = [
        f"{one.code} {target}"
        for one in result.diagnostics
        for target in listed
        if f" {target}" in one.message.replace("'", "")
    ]
    assert found == reported
    assert [one.target for one in facts_of(result, BrokenReference)] == list(listed)


def test_associate_that_the_template_names_is_no_finding() -> None:
    text = P1 + requirement("REQ-d00001", BOILS, level="DEV", implements="REQ-p00001, REQ-CAL-p00049")
    result = linked({CONFIG: "[patterns.associated]\nenabled = true\n", SPEC: text})
    assert not [one for one in result.diagnostics if one.code in ("REQ301", "REQ304")]
    assert fields(result, BrokenReference, "target reason") == [("REQ-CAL-p00049", "unknown_namespace")]


def test_wrong_joiners_are_read_and_reported() -> None:
    for joiner, layout, expected in (
        ("+", NEWER, []),
        ("-", NEWER, ["REQ305"]),
        ("-", OLDER, []),
        ("+", OLDER, ["REQ305"]),
    ):
        text = P1 + requirement("REQ-d00001", BOILS, level="DEV", implements=f"REQ-p00001-A{joiner}B")
        result = linked({CONFIG: layout, SPEC: text})
        assert [one.code for one in result.diagnostics if one.code.startswith("REQ3")] == expected
        assert fields(result, Reference, "label") == [("A",), ("B",)]


def test_placeholder_may_contain_a_comma() -> None:
    text = requirement("REQ-d00001", BOILS, implements="<to be written, later>, [tbd, soon], REQ-p00001")
    result = linked(P1 + text)
    assert fields(result, BrokenReference, "target reason") == [
        ("<to be written, later>", "placeholder"),
        ("[tbd, soon]", "placeholder"),
    ]
    assert fields(result, Reference, "requirement") == [("REQ-p00001",)]


def test_repeated_reference_in_a_list_counts_once() -> None:
    result = linked(P1 + requirement("REQ-d00001", BOILS, level="DEV", implements="REQ-p00001-A+B, REQ-p00001-B"))
    assert fields(result, Reference, "label") == [("A",), ("B",)]
    assert findings(result) == ["REQ306 13"]


def test_labels_in_brackets_and_behind_semicolons_are_read_and_reported_where_a_joiner_is_set() -> None:
    for listed, joined in (("REQ-p00001(A, B)", True), ("REQ-p00001-A;B", True), ("REQ-p00001-A; REQ-p00001-B", False)):
        text = P1 + requirement("REQ-d00001", BOILS, level="DEV", implements=listed)
        expected = ["REQ-d00001 implements REQ-p00001-A", "REQ-d00001 implements REQ-p00001-B"]
        assert links(linked(text), "implements") == expected, listed
        assert findings(linked(text)) == []
        in_project = linked({CONFIG: NEWER, SPEC: text})
        assert links(in_project, "implements") == expected
        assert [one.split()[0] for one in findings(in_project)] == (["REQ305"] if joined else [])


def test_commas_that_lead_or_follow_one_another_change_nothing() -> None:
    text = P1 + requirement("REQ-d00001", BOILS, level="DEV", implements=", REQ-p00001-A,, REQ-p00001-B,")
    assert len(links(linked(text), "implements")) == 2
    assert findings(linked(text)) == []


def test_lists_in_comments_are_read_whole() -> None:
    for listed, labels in (
        (" REQ-p00001(A, B)", "AB"),
        (" REQ-p00001-A;B", "AB"),
        (" , REQ-p00001-A,, REQ-p00001-B", "AB"),
        (" REQ-p00001-A; REQ-p00001-B", "AB"),
        ("REQ-p00001-A", "A"),
        (" REQ-p00001-A (see B)", "A"),
        (" REQ-p00001-A; B is elsewhere", "A"),
        (" REQ-p00001-A; B", "AB"),
    ):
        result = linked({SPEC: P1, "src/a.py": f"# Implements:{listed}\ndef a(): pass\n"})
        assert "".join(str(label) for (label,) in fields(result, Reference, "label")) == labels, listed


# --- hierarchy -------------------------------------------------------------------------------------------------


def test_children_are_in_the_order_of_the_files() -> None:
    child = requirement("REQ-d00002", BOILS, level="DEV", implements="REQ-p00001")
    other = requirement("REQ-d00001", BOILS, level="DEV", refines="REQ-p00001")
    result = linked({"spec/b.md": other, "spec/a.md": child, "spec/c.md": P1})
    assert [one.children for one in facts_of(result, Requirement)] == [(), (), ("REQ-d00002", "REQ-d00001")]


def test_cycles_are_numbered() -> None:
    text = "".join(
        requirement(f"REQ-d0000{one}", BOILS, level="DEV", implements=f"REQ-d0000{other}")
        for one, other in ((1, 2), (2, 3), (3, 1), (4, 4), (5, 1))
    )
    result = linked(text)
    assert fields(result, Requirement, "requirement cycle in_cycle") == [
        ("REQ-d00001", 1, True),
        ("REQ-d00002", 1, True),
        ("REQ-d00003", 1, True),
        ("REQ-d00004", 2, True),
        ("REQ-d00005", 0, False),
    ]
    assert [one.message for one in result.diagnostics if one.code == "REQ404"] == [
        "Requirements are their own ancestors: REQ-d00001 → REQ-d00002 → REQ-d00003 → REQ-d00001.",
        "Requirements are their own ancestors: REQ-d00004 → REQ-d00004.",
    ]
    assert facts_of(result, Requirement)[3].parents == ()


def test_levels_restrict_what_may_be_implemented() -> None:
    dev = requirement("REQ-d00001", BOILS, level="DEV", implements="REQ-p00001")
    assert findings(linked(P1 + dev)) == []
    above = requirement("REQ-p00001", BOILS, implements="REQ-d00001")
    assert findings(linked(above + requirement("REQ-d00001", BOILS, level="DEV", refines="REQ-p00002")))[1:] == [
        "REQ403 3"
    ]


def test_hierarchy_roots_and_orphans() -> None:
    text = (
        P1
        + requirement("REQ-d00001", BOILS, level="DEV")
        + requirement("REQ-d00002", BOILS, level="DEV", implements="REQ-p9")
    )
    result = linked(text)
    assert fields(result, Requirement, "is_root is_orphan") == [(True, False), (True, True), (True, True)]
    assert [one for one in findings(result) if one.startswith("REQ4")] == ["REQ406 11"]


def test_satisfied_templates_are_no_parents() -> None:
    result = linked(P1 + requirement("REQ-p00002", BOILS, satisfies="REQ-p00001-A"))
    assert facts_of(result, Requirement)[1].satisfies == ("REQ-p00001",)
    assert facts_of(result, Requirement)[1].parents == ()


# --- hashes ----------------------------------------------------------------------------------------------------


def test_hashes_of_both_algorithms() -> None:
    found = hashes([("B", "Two."), ("A", "One\n  more.")])
    other = hashes([("A", "One\n  more."), ("B", "Two.")])
    assert found and other
    assert found.sorted == other.sorted and found.file_order != other.file_order
    assert found.whole_file_order != found.file_order
    again = hashes([("B", "Two. "), ("A", "One  more.")])
    assert again and again.sorted == found.sorted
    assert hashes([]) is None


def test_hashes_depend_only_on_the_number_of_fenced_lines() -> None:
    one, other = (hashes([("A", f"x\n```\n{text}\n\n```\ny")]) for text in ("first", "second"))
    assert one and other and one.sorted == other.sorted


def test_stale_hash_is_reported_with_the_right_one() -> None:
    [found] = linked({CONFIG: NEWER, SPEC: requirement("REQ-p00001", BOILS, end="deadbeef")}).diagnostics
    assert found.code == "REQ401-stale-hash"
    assert found.message.startswith("The hash of REQ-p00001 is deadbeef, and ") and "(sorted)" in found.message


def test_hash_is_right_by_either_algorithm() -> None:
    right = hashes([("A", BOILS), ("B", HOLDS)])
    assert right
    for layout in (NEWER, OLDER):
        for written, name in ((right.sorted, "sorted"), (right.file_order, "file-order")):
            result = linked({CONFIG: layout, SPEC: requirement("REQ-p00001", BOILS, HOLDS, end=written)})
            assert findings(result) == []
            assert fields(result, Requirement, "hash_state hash_algorithm") == [("right", name)]


def test_hash_algorithm_without_configuration_is_that_of_most_hashes() -> None:
    right = hashes([("A", BOILS), ("B", HOLDS)])
    assert right
    good = [requirement(f"REQ-p0000{at}", BOILS, HOLDS, end=right.file_order) for at in (1, 2)]
    result = linked("".join([*good, requirement("REQ-p00003", BOILS, HOLDS, end="deadbeef")]))
    assert f"{right.file_order} would be right (file-order)" in result.diagnostics[0].message


def test_missing_hash_may_be_a_placeholder() -> None:
    for end in (None, "TODO", "00000000", "XXXXXXXX"):
        assert [one.partition(" ")[0] for one in findings(linked(requirement("REQ-p00001", BOILS, end=end)))] == [
            "REQ402"
        ]


# --- code, tests and results -----------------------------------------------------------------------------------


def test_code_references_link_to_requirements() -> None:
    files = {SPEC: P1, "src/a.py": "def boil():\n    # Implements: REQ-p00001-A, REQ-p00001\n    pass\n"}
    result = linked(files)
    assert fields(result, CodeReference, "ref keyword written function requirements is_refused") == [
        ("r:code/src/a.py:2", "implements", "REQ-p00001-A, REQ-p00001", "boil", ("REQ-p00001",), False)
    ]
    assert links(result, "implements") == [
        "code/src/a.py:2 implements REQ-p00001-A",
        "code/src/a.py:2 implements REQ-p00001",
    ]


def test_keywords_are_restricted_to_code_or_tests() -> None:
    files = {
        SPEC: P1,
        "src/a.py": "# Refines: REQ-p00001\n# Verifies: REQ-p00001\n",
        "tests/test_a.py": "# Implements: REQ-p00001\ndef test_a(): pass\n",
    }
    result = linked(files)
    assert findings(result) == ["REQ308 src/a.py:1", "REQ308 tests/test_a.py:1"]
    assert links(result, "implements", "refines", "verifies") == ["code/src/a.py:2 verifies REQ-p00001"]
    assert fields(result, CodeReference, "is_refused") == [(True,), (False,)]


def test_implements_in_a_test_counts_in_the_older_layout_if_the_test_lies_in_a_folder_of_code() -> None:
    test = "# Implements: REQ-p00001-A\n# Validates: REQ-p00001-B\ndef test_a(): ...\n"
    script = "-- Implements: REQ-p00001-B\nselect 1;\n"
    settings = f'{OLDER}[testing]\ntest_dirs = ["src/**/tests", "tests"]\npatterns = ["test_*"]\n'
    files = {CONFIG: settings, SPEC: P1, "src/x/tests/test_a.py": test, "src/x/tests/test_b.sql": script}
    result = linked({**files, "tests/test_c.py": test})
    assert findings(result) == ["REQ308 tests/test_c.py:1"]
    assert links(result, "implements", "verifies") == [
        "code/src/x/tests/test_a.py:1 implements REQ-p00001-A",
        "test/src/x/tests/test_a.py::test_a verifies REQ-p00001-B",
        "code/src/x/tests/test_b.sql:1 implements REQ-p00001-B",
        "test/tests/test_c.py::test_a verifies REQ-p00001-B",
    ]
    newer = linked({**files, CONFIG: f'{NEWER}[scanning.test]\ndirectories = ["src/**/tests"]\n'})
    assert "REQ308 src/x/tests/test_a.py:1" in findings(newer)


def test_id_followed_by_other_text_is_no_reference() -> None:
    for written in ("REQ-p00001/A", "REQ-p00001:A", "REQ-p00001~A", "REQ-p00001&A"):
        result = linked({SPEC: P1, "tests/test_a.py": f"# Verifies: {written}\ndef test_a(): pass\n"})
        assert findings(result) == ["REQ304 tests/test_a.py:1"], written
        assert fields(result, RequirementCoverage, "tested_count") == [(0,)], written


def test_configured_separators_apply_in_code_and_tests() -> None:
    config = f'{NEWER}[id-patterns]\nassertions = {{ separator = "/", multi_separator = "&" }}\n'
    files = {
        CONFIG: config,
        SPEC: P1 + requirement("REQ-d00001", BOILS, level="dev", implements="REQ-p00001/A&B"),
        "src/a.py": "# Implements: REQ-p00001/A&B, P00001\n",
        "tests/test_a.py": "# Verifies: REQ-p00001/A&B\ndef test_a(): pass\n",
    }
    result = linked(files)
    assert findings(result) == []
    assert fields(result, RequirementCoverage, "tested_by_name implemented_by_name")[0] == (("A", "B"), ("A", "B"))
    assert [one.label for one in facts_of(result, Reference) if one.source_kind == "code"] == ["A", "B", ""]


def test_labels_follow_ids_that_may_contain_the_separator() -> None:
    pattern = 'canonical = "{namespace}-{component}"\ncomponent = { style = "kebab-case" }\n'
    config = f"{NEWER}[id-patterns]\n{pattern}"
    files = {
        CONFIG: config,
        SPEC: requirement("REQ-tea-pot", BOILS, HOLDS),
        "src/a.py": "# Implements: REQ-tea-pot-A, tea-pot-b, REQ-tea-pot-A+B, REQ-tea-pot-A-B, REQ-tea-pot-lid\n",
    }
    result = linked(files)
    assert [one.label for one in facts_of(result, Reference)] == ["A", "B"]
    assert fields(result, BrokenReference, "target reason") == [("REQ-tea-pot-lid", "unknown_requirement")]


def test_broken_references_use_the_configured_separator() -> None:
    config = f'{NEWER}[id-patterns]\nassertions = {{ separator = "/" }}\n'
    cites = "# Implements: REQ-p00009/A, REQ-p00001/C, REQ-p00001/A, REQ-p00001/A\n"
    result = linked({CONFIG: config, SPEC: P1, "src/a.py": cites})
    assert fields(result, BrokenReference, "target") == [("REQ-p00009/A",), ("REQ-p00001/C",)]
    assert any("names REQ-p00001/A more than once" in one.message for one in result.diagnostics)


def test_labels_match_references_in_any_case() -> None:
    config = f'{NEWER}[id-patterns]\nassertions = {{ label_style = "alphanumeric" }}\n'
    item = "## REQ-p00001: T\n\n## Assertions\n\n01. It SHALL.\na. It SHALL.\n\n*End* *T*\n"
    files = {CONFIG: config, "tests/test_a.py": "# Verifies: REQ-p00001-1+A\ndef test_a(): pass\n", SPEC: item}
    assert fields(linked(files), RequirementCoverage, "tested_by_name") == [(("01", "a"),)]


def test_words_in_comments_that_are_no_ids_are_ignored() -> None:
    files = {SPEC: P1, "src/a.py": "# Implements: read-only mode\n# Implements: REQ-zzz\n# Implements: WIDGET-42\n"}
    assert findings(linked(files)) == ["REQ304 src/a.py:2"]
    # Settings say what an id is, so another one is a mistake.
    assert findings(linked({**files, ".elspais.toml": NEWER})) == ["REQ304 src/a.py:2", "REQ304 src/a.py:3"]


def test_results_are_linked_to_tests() -> None:
    files = {
        SPEC: P1,
        "tests/test_a.py": "import k\n# Verifies: REQ-p00001-A\n# Validates: REQ-p00001-B\n"
        "def test_a(): pass\ndef test_b(): pass\n",
        "out/junit.xml": JUNIT.format("<failure message='m'/>"),
    }
    result = linked(files)
    assert findings(result) == []
    assert fields(result, Test, "ref requirements outcome imports") == [
        ("r:test/tests/test_a.py::test_a", ("REQ-p00001",), "failed", ("k",)),
        ("r:test/tests/test_a.py::test_b", (), "", ("k",)),
    ]
    assert fields(result, TestResult, "ref status message test") == [
        ("r:result/out/junit.xml#1", "failed", "m", "tests/test_a.py::test_a")
    ]
    assert links(result, "yields") == ["test/tests/test_a.py::test_a yields result/out/junit.xml#1"]


def test_results_match_tests_by_module_class_and_name() -> None:
    tests = "class TestK:\n    def test_a(self): pass\ndef test_p(x): pass\n"
    for case, expected in (
        ('classname="tests.test_a.TestK" name="test_a"', "tests/test_a.py::TestK::test_a"),
        ('classname="tests.test_a" name="test_p[1-x]"', "tests/test_a.py::test_p"),
        ('classname="test_a" name="test_p"', "tests/test_a.py::test_p"),
        ('classname="x" name="test_p" file="tests/test_a.py"', "tests/test_a.py::test_p"),
        ('classname="x" name="y" file="tests/test_a.py" line="2"', "tests/test_a.py::test_p"),
        ('classname="com.tea.KettleTest" name="boils"', "tests/KettleTest.java::KettleTest::boils"),
        ('classname="tests.test_a" name="test_gone"', ""),
        ('classname="tests.test_b" name="test_p"', ""),
    ):
        files = {
            SPEC: P1,
            "tests/test_a.py": tests,
            "tests/KettleTest.java": "class KettleTest {\n  @Test\n  void boils() {\n  }\n}\n",
            "junit.xml": f"<testsuite><testcase {case}/></testsuite>",
        }
        result = linked(files)
        assert fields(result, TestResult, "test") == [(expected,)], case
        assert findings(result) == ([] if expected else ["REQ501 junit.xml:1"])


@table(
    ("names", "expected"),
    [
        (("gone", "lost"), ["REQ501 junit.xml:1", "REQ501 junit.xml:2"]),
        (("gone", "lost", "away"), ["REQ503 junit.xml:1"]),
        (("gone", "lost", "away", "test_a"), ["REQ501 junit.xml:1", "REQ501 junit.xml:2", "REQ501 junit.xml:3"]),
    ],
)
def test_file_of_which_no_result_belongs_to_a_test_is_one_remark(names: tuple[str, ...], expected: list[str]) -> None:
    cases = "\n".join(f'<testcase classname="tests.test_a" name="{name}"/>' for name in names)
    files = {SPEC: P1, "tests/test_a.py": "def test_a(): pass\n", "junit.xml": f"<testsuite>{cases}</testsuite>"}
    result = linked(files)
    assert findings(result) == expected
    assert len(fields(result, TestResult, "test")) == len(names)


def test_results_match_the_test_in_their_class() -> None:
    python = "def test_a(): pass\nclass TestK:\n    def test_a(self): pass\nclass TestP:\n    def test_a(self): pass\n"
    nested = "  class Hot {\n    @Test\n    void boils() {\n    }\n  }\n"
    java = f"class KettleTest {{\n  @Test\n  void boils() {{\n  }}\n{nested}}}\n"
    for case, expected in (
        ('classname="tests.test_a.TestP" name="test_a" file="tests/test_a.py"', "tests/test_a.py::TestP::test_a"),
        ('classname="tests.test_a" name="test_a" file="tests/test_a.py"', "tests/test_a.py::test_a"),
        ('classname="x.TestZ" name="test_a" file="tests/test_a.py"', ""),
        ('classname="com.tea.KettleTest" name="boils"', "tests/KettleTest.java::KettleTest::boils"),
        ('classname="com.tea.KettleTest$Hot" name="boils"', "tests/KettleTest.java::KettleTest::Hot::boils"),
    ):
        xml = f"<testsuite><testcase {case}/></testsuite>"
        result = linked({SPEC: P1, "tests/test_a.py": python, "tests/KettleTest.java": java, "junit.xml": xml})
        assert fields(result, TestResult, "test") == [(expected,)], case


@table(
    ("comment", "found"),
    [
        ("# Implements REQ-p00001", ["REQ310 src/a.py:1"]),
        ("# implements REQ-p00001-A, and more", ["REQ310 src/a.py:1"]),
        ("# Implements OTHER-p00001", []),
        ("# Implements the kettle of REQ-p00001", []),
        ("# Implements: REQ-p00001", []),
    ],
)
def test_citation_without_a_colon_is_reported_and_links_nothing(comment: str, found: list[str]) -> None:
    result = linked({SPEC: P1, "src/a.py": f"{comment}\ndef boil(): pass\n"})
    assert findings(result) == found
    assert bool(links(result, "implements")) == (": REQ" in comment)


def test_citation_without_a_colon_counts_in_the_older_layout() -> None:
    settings = '[patterns]\nprefix = "REQ"\n[directories]\ncode = ["src"]\n'
    result = linked({".elspais.toml": settings, SPEC: P1, "src/a.py": "# Implements REQ-p00001\ndef boil(): pass\n"})
    assert links(result, "implements")


def test_citation_without_a_test_is_reported() -> None:
    files = {SPEC: P1, "tests/test_a.py": "def test_a(): pass\n# Verifies: REQ-p00001\nk = 1\n"}
    assert findings(linked(files)) == ["REQ309 tests/test_a.py:2"]
    assert coverage_of(files).tested == ()


def verified(test_file: str) -> dict[str, tuple[str, ...]]:
    """By the name of each test of a file: the requirements that it verifies."""
    specification = "\n".join(requirement(f"REQ-p{at:05}", "It SHALL a.", "It SHALL b.") for at in range(1, 5))
    result = linked({SPEC: specification, "tests/test_a.py": test_file})
    return {one.function: tuple(sorted(one.requirements)) for one in facts_of(result, Test)}


def test_comment_above_the_first_definition_stands_for_tests_that_cite_nothing() -> None:
    head = '"""Kettles."""\n# Verifies: REQ-p00001-A\nimport k\nLITRES = 1\n\n'
    own = "# Verifies: REQ-p00002-A\ndef test_a(): pass\n"
    assert verified(f"{head}{own}def test_b(): pass\nclass TestC:\n    def test_c(self): pass\n") == {
        "test_a": ("REQ-p00002",),
        "test_b": ("REQ-p00001",),
        "test_c": ("REQ-p00001",),
    }
    # If every test cites, the comment would be lost.
    assert verified(head + own) == {"test_a": ("REQ-p00001", "REQ-p00002")}


def test_comment_directly_above_the_first_test_is_its_own() -> None:
    assert verified("# Verifies: REQ-p00001\ndef test_a(): pass\ndef test_b(): pass\n") == {
        "test_a": ("REQ-p00001",),
        "test_b": (),
    }


def test_comment_of_a_class_stands_for_its_tests() -> None:
    above = "def k(): pass\n# Verifies: REQ-p00001-A\nclass TestK:\n    def test_a(self): pass\n"
    inside = "class TestP:\n    # Verifies: REQ-p00002-A\n    LITRES = 1\n    def test_b(self): pass\n"
    assert verified(above + inside + "def test_c(): pass\n") == {
        "test_a": ("REQ-p00001",),
        "test_b": ("REQ-p00002",),
        "test_c": (),
    }


def test_comment_of_a_function_that_holds_all_tests_stands_for_the_file() -> None:
    above = "int k() => 1;\n\n// Verifies: REQ-p00001-A\nvoid main() {\n  // Verifies: REQ-p00001-B\n  setUp(() {});\n"
    text = above + "  group('pot', () {\n    test('boils', () {\n      k();\n    });\n  });\n}\n"
    result = linked({SPEC: P1, "test/pot_test.dart": text})
    assert fields(result, Reference, "source label") == [
        ("test/pot_test.dart::pot::boils", "A"),
        ("test/pot_test.dart::pot::boils", "B"),
    ]
    assert findings(result) == []


def test_citation_nearest_to_a_test_wins() -> None:
    text = (
        "# Verifies: REQ-p00001\nimport k\nclass TestK:\n    # Verifies: REQ-p00002\n    X = 1\n"
        "    def test_a(self): pass\n    class TestL:\n        # Verifies: REQ-p00003\n        Y = 2\n"
        "        def test_b(self): pass\ndef test_c(): pass\n"
    )
    assert verified(text) == {"test_a": ("REQ-p00002",), "test_b": ("REQ-p00003",), "test_c": ("REQ-p00001",)}


def test_fault_in_the_comment_of_a_file_is_reported_once() -> None:
    files = {SPEC: P1, "tests/test_a.py": "# Verifies: REQ-p00099\nimport k\ndef test_a(): pass\ndef test_b(): pass\n"}
    assert findings(linked(files)) == ["REQ301 tests/test_a.py:1"]


def test_name_of_a_test_cites_an_id_that_is_spelt_in_full() -> None:
    names = (
        "test_REQ_p00001_A_boils",
        "test_boils_REQ_p00002",
        "test_REQ_p00003_A_B_and_more",
        "test_REQ_p00003_Apple",
        "test_req_p00004_A",
        "test_REQ_p4_is_no_such_test_of_PREQ_p00004x",
        "test_p00004",
    )
    text = "".join(f"def {name}(): pass\n" for name in names)
    assert list(verified(text).values()) == [
        ("REQ-p00001",),
        ("REQ-p00002",),
        ("REQ-p00003",),
        ("REQ-p00003",),
        (),
        ("REQ-p00004",),
        (),
    ]
    result = linked({SPEC: P1, "tests/test_a.py": "import k\n@slow\ndef test_REQ_p00001_Z(): pass\n"})
    assert findings(result) == ["REQ302 tests/test_a.py:3"]


def test_code_that_verifies_tests_too() -> None:
    files = {SPEC: P1, "benchmarks/boil.py": "# Verifies: REQ-p00001-A\nimport k\n"}
    assert coverage_of(files).tested == ("A",)


def test_tests_may_stand_in_code_files() -> None:
    files = {SPEC: P1, "src/a.rs": "// Verifies: REQ-p00001\n#[test]\nfn boils() {\n}\n"}
    assert coverage_of(files).tests == ("src/a.rs::boils",)


def test_tests_may_verify_steps_of_journeys() -> None:
    journey = "# JNY-Tea-01: Cup\n## Steps\n1. Fill\n*End* *Cup*\n"
    files = {SPEC: P1 + journey, "tests/test_a.py": "# Verifies: JNY-Tea-01/1, JNY-Tea-01/9\ndef test_a(): pass\n"}
    result = linked(files)
    assert findings(result) == ["REQ301 tests/test_a.py:1"]
    assert links(result, "verifies") == [
        "test/tests/test_a.py::test_a verifies JNY-Tea-01/1",
        "test/tests/test_a.py::test_a verifies JNY-Tea-01/9",
    ]


# --- which files count -----------------------------------------------------------------------------------------


def test_journeys_may_be_cited_in_any_case() -> None:
    text = f"{P1}# JNY-Tea-01: First cup\n\n## Steps\n\n1. Ann pours.\n"
    cites = "# Verifies: jny-tea-01/1, JNY-TEA-01\ndef test_a(): pass\n"
    result = linked({SPEC: text, "tests/test_a.py": cites})
    test = "test/tests/test_a.py::test_a"
    assert findings(result) == []
    assert links(result, "verifies") == [f"{test} verifies JNY-Tea-01/1", f"{test} verifies JNY-Tea-01"]


def test_configured_directories_select_the_files() -> None:
    cites = "# Implements: REQ-p00001\n"
    files = {
        CONFIG: NEWER,
        SPEC: P1,
        "docs/b.md": requirement("REQ-p00002", BOILS),
        "src/a.py": cites,
        "tools/a.py": cites,
    }
    result = linked(files)
    assert fields(result, Requirement, "requirement") == [("REQ-p00001",)]
    assert fields(result, CodeReference, "path") == [("src/a.py",)]


def test_tests_may_be_switched_off() -> None:
    files = {CONFIG: NEWER + "[scanning.test]\nenabled = false\n", SPEC: P1, "tests/test_a.py": "def test_a(): pass\n"}
    assert not facts_of(linked(files), Test)


def test_results_file_that_is_not_junit_is_reported() -> None:
    config = f'version = 4\n{NEWER}[[scanning.test.targets]]\nresults = "out/*.xml"\n'
    result = linked({CONFIG: config, SPEC: P1, "out/a.xml": "not XML", "out/b.xml": JUNIT.format("")[:40]})
    assert sorted(findings(result)) == ["REQ104 out/a.xml:1", "REQ104 out/b.xml:1"]


def test_unreadable_files_of_the_project_are_reported() -> None:
    problems = {path: Problem("not_utf8", "no UTF-8") for path in ("spec/b.md", "docs/b.md", "src/a.py", CONFIG)}
    assert findings(linked({"a/.elspais.toml": "", "a/spec/x.md": P1}, problems=problems))[:1] == [
        "REQ101 .elspais.toml:1"
    ]
    assert findings(linked({}, problems=problems)) == ["REQ101 .elspais.toml:1"]


def test_source_without_requirements_has_no_project() -> None:
    result = linked({"tests/test_a.py": "def test_a(): pass\n", "out/junit.xml": JUNIT.format("")})
    assert result.facts == [] and result.links == [] and result.diagnostics == []


# --- coverage and aggregates -----------------------------------------------------------------------------------


def test_coverage_tells_named_from_whole_requirement() -> None:
    by_name = {SPEC: P1, "tests/test_a.py": "# Verifies: REQ-p00001-A\ndef test_a(): pass\n"}
    found = coverage_of(by_name)
    assert (found.total, found.tested, found.untested) == (2, ("A",), ("B",))
    assert (found.tested_by_name, found.tested_by_whole) == (("A",), ())
    whole = coverage_of({SPEC: P1, "tests/test_a.py": "# Verifies: REQ-p00001\ndef test_a(): pass\n"})
    assert (whole.tested, whole.untested, whole.tested_by_whole) == (("A", "B"), (), ("A", "B"))


def test_coverage_by_code_and_by_requirements() -> None:
    child = requirement("REQ-d00001", BOILS, level="DEV", implements="REQ-p00001-A")
    refining = requirement("REQ-d00002", BOILS, level="DEV", refines="REQ-p00001")
    found = coverage_of({SPEC: P1 + child + refining, "src/a.py": "# Verifies: REQ-p00001-B\n"})
    assert (found.implemented, found.tested, found.codes) == (("A",), ("B",), ("src/a.py:1",))
    found = coverage_of({SPEC: P1, "src/a.py": "# Implements: REQ-p00001\n"})
    assert (found.implemented, found.implemented_by_name, found.tested) == (("A", "B"), (), ())


def test_coverage_of_passing_and_failing_results() -> None:
    files = {SPEC: P1, "tests/test_a.py": "# Verifies: REQ-p00001-A\ndef test_a(): pass\n"}
    for outcome, passing, failing in (
        ("", ("A",), ()),
        ("<failure/>", (), ("A",)),
        ("<error/>", (), ("A",)),
        ("<skipped/>", (), ()),
    ):
        found = coverage_of(files | {"junit.xml": JUNIT.format(outcome)})
        assert (found.passing, found.failing) == (passing, failing), outcome


def test_project_counts() -> None:
    text = P1 + requirement("REQ-d00001", BOILS, level="DEV", status="Deprecated", implements="REQ-p00001")
    found = project({CONFIG: NEWER, SPEC: text, "tests/test_a.py": "# Verifies: REQ-p00001-A\ndef test_a(): pass\n"})
    assert found.by_level == {"all": {"dev": 1, "prd": 1}, "active": {"prd": 1}}
    assert found.by_status == {"Active": 1, "Deprecated": 1}
    assert found.node_counts == {"assertion": 3, "requirement": 2, "test": 1}
    assert found.coverage == {"total": 1, "full": 0, "partial": 1, "none": 0, "failing": 0}
    assert (found.root_count, found.broken_count, found.layout) == (1, 0, "newer")


def test_project_counts_the_assertions_that_coverage_counts() -> None:
    text = "## REQ-p1: T\n**Level**: PRD\n## Assertions\nA. one\nA. again\nB. <RETIRED> two\nC. three\n*End* *T*\n"
    found = project(text).assertions
    assert (found["total"], found["retired"]) == (2, 1)


def test_project_counts_a_test_of_a_journey_as_linked() -> None:
    files = {
        SPEC: P1 + "# JNY-Tea-01: First cup\n## Steps\n1. Ann fills the kettle\n",
        "tests/test_a.py": "# Verifies: JNY-Tea-01/1\ndef test_a(): pass\n\ndef test_b(): pass\n",
    }
    assert project(files).unlinked_tests == 1


def test_code_reference_text_has_no_comment_signs() -> None:
    for comment in (
        "// Implements: REQ-p00001-A,\n//   REQ-p00001-B\n",
        "// Implements requirements:\n//  - REQ-p00001\n",
    ):
        [found] = facts_of(linked({SPEC: P1, "src/a.c": f"{comment}int boil(int x) {{\n}}\n"}), CodeReference)
        assert found.written in ("REQ-p00001-A, REQ-p00001-B", "REQ-p00001"), comment


def test_linking_ten_thousand_assertions_is_fast() -> None:
    rows = "".join(f"{number}. The pump SHALL do {number}.\n" for number in range(1, 10_001))
    numeric = NEWER + '[id-patterns.assertions]\nlabel_style = "numeric"\n'
    text = f"## REQ-p00001: Pump\n**Level**: PRD\n## Assertions\n{rows}*End* *Pump*\n"
    files = {CONFIG: numeric, SPEC: text, "tests/test_a.py": "# Verifies: REQ-p00001-10000\ndef test_a(): pass\n"}
    found = coverage_of(files)
    assert (found.total, found.tested_by_name) == (10_000, ("10000",))


def test_links_and_facts_are_declared() -> None:
    files = {
        SPEC: P1 + requirement("REQ-d00001", BOILS, level="DEV", implements="REQ-p00001", integrates="REQ-p00001"),
        "tests/test_a.py": "# Verifies: REQ-p00001\ndef test_a(): pass\n",
        "junit.xml": JUNIT.format(""),
    }
    result = linked(files)
    assert {one.kind for one in result.links} <= {one.name for one in LINK_KINDS}
    assert {type(one) for one in result.facts} <= set(FACT_CLASSES)
    refs = [one.ref for one in result.facts if isinstance(one, Object)]
    assert len(refs) == len(set(refs))


def test_page_that_cannot_be_read_is_expected_beside_requirements_only() -> None:
    problems = {one: Problem("not_utf8", "is not UTF-8") for one in ("docs/a.md", "spec/b.md")}
    spec = requirement("REQ-p00001", BOILS)
    assert findings(linked({"README.md": "# A\n"}, problems=problems)) == []
    assert "REQ101 spec/b.md:1" in findings(linked({"spec/a.md": spec}, problems=problems))
    assert "REQ101 docs/a.md:1" not in findings(linked({"spec/a.md": spec}, problems=problems))


def test_script_is_a_test_as_a_whole() -> None:
    script = "-- Verifies: REQ-p00001-A\nSELECT 1;\n"
    result = linked({"spec/a.md": requirement("REQ-p00001", BOILS), "tests/test_boil.sql": script})
    assert not any(one.startswith("REQ309") for one in findings(result))
    assert [one.tested for one in facts_of(result, RequirementCoverage)] == [("A",)]


def test_wrong_id_in_a_sentence_of_a_comment_is_no_error() -> None:
    code = (
        "# Implements: REQ-p00099 is shown here\ndef boil(): ...\n\n# Implements: REQ-p00098, boils\ndef pour(): ...\n"
    )
    result = linked({"spec/a.md": requirement("REQ-p00001", BOILS), "src/a.py": code})
    severities = {one.span.start_line: one.severity for one in result.diagnostics if one.code == "REQ301"}
    assert severities == {1: "info", 4: "error"}


def test_comment_behind_the_imports_of_go_stands_for_the_file() -> None:
    code = (
        'package main\n\nimport (\n\t"testing"\n)\n\n'
        "// Verifies: REQ-p00001-A\nfunc newPot() *pot {\n\treturn nil\n}\n\n"
        "func TestBoil(t *testing.T) {\n}\n"
    )
    result = linked({"spec/a.md": requirement("REQ-p00001", BOILS), "pot_test.go": code})
    assert not any(one.startswith("REQ309") for one in findings(result))
    assert [one.tests for one in facts_of(result, RequirementCoverage)] == [("pot_test.go::TestBoil",)]


def test_level_without_one_above_is_a_root_too() -> None:
    levels = [("A", ["A", "B"]), ("B", ["B", "A"]), ("C", ["C", "A", "B"])]
    listed = tuple(Level(key, rank, key, key, tuple(above)) for rank, (key, above) in enumerate(levels, 1))
    assert roots(listed) == {"A", "B"}
    assert roots(LEVELS) == {"prd"}
    assert roots(tuple(one._replace(implements=("A", "B", "C")) for one in listed)) == {"A"}
