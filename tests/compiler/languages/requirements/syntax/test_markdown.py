"""Requirement markdown: the records of every construct."""

from compiler.languages.requirements.records import Block, Citation, MarkdownFile
from compiler.languages.requirements.syntax.markdown import HeaderCorrections, parse_markdown


def document(text: str) -> MarkdownFile:
    found = parse_markdown("a.md", text)
    assert found is not None
    return found


def block(text: str) -> Block:
    """The only block of a text; a header is added if the text has none."""
    has_header = text.startswith(("## REQ", "# JNY"))
    [found] = document(text if has_header else f"## REQ-p1: T\n{text}").blocks
    return found


def check_fields(metadata: str, *expected: tuple[str, str]) -> None:
    assert block(metadata).fields == expected


def check_entries(assertions: str, *expected: tuple[str, str]) -> None:
    """Labels and texts of the entries below an Assertions heading, without the blank lines after them."""
    [section] = [one for one in block(f"## Assertions\n{assertions}").sections if one.part == "assertions"]
    assert tuple((one.label, one.text.rstrip()) for one in section.entries) == expected


def test_headers_have_number_signs_id_and_title() -> None:
    for header in ("# REQ-p1: T", "###### REQ-p1:  T  ", "##\tREQ-p00001:\tT", "## FOO_x_1: T", "## A-b.c: T\n*End*"):
        assert [one.name for one in document(f"{header}\n").blocks] == ["T"], header


def test_headers_in_other_forms_are_prose() -> None:
    for line in ("####### REQ-p1: T", "## REQ: T", "## REQ-p1 T", "Text ## REQ-p1: T", "## REQ-p1:T", "##REQ-p1: T"):
        found = document(f"{line}\n\n## REQ-p2: Other\n")
        assert [one.id for one in found.blocks] == ["REQ-p2"], line
        assert len(found.prose) == 1


def test_near_headers_are_recorded() -> None:
    text = "##REQ-p1: A\n## REQ-p2:B\nREQ-p3: C\n**Level**: PRD\nREQ-p4: prose\n```\n##REQ-p5: D\n```\n## REQ-p6: E\n"
    assert [(one.id, one.line) for one in document(text).near_headers] == [("REQ-p1", 1), ("REQ-p2", 2), ("REQ-p3", 3)]


def test_near_header_text_has_no_trailing_blanks() -> None:
    assert [one.text for one in document("##REQ-p1: A  \n## REQ-p2: B\n").near_headers] == ["##REQ-p1: A"]


def test_near_header_without_signs_needs_metadata_below() -> None:
    for metadata in ("_Level_: PRD", "status: Active", "**level**: PRD"):
        [near] = document(f"## REQ-p2: B\n*End* *B*\nREQ-p3: C\n\n{metadata}\n").near_headers
        assert near.id == "REQ-p3", metadata


def test_blocks_end_at_marker_next_header_or_end_of_file() -> None:
    found = document("## REQ-p1: A\ntext\n*End* *A* | **Hash**: abcd1234\nprose\n## REQ-p2: B\nx\n## REQ-p3: C\n")
    assert [(one.id, one.range.first, one.range.last, one.is_closed) for one in found.blocks] == [
        ("REQ-p1", 1, 3, True),
        ("REQ-p2", 5, 6, False),
        ("REQ-p3", 7, 7, False),
    ]
    assert [(one.text, one.range.first) for one in found.prose] == [("prose", 4)]


def test_hash_is_read_from_the_end_marker() -> None:
    for ending, expected in (
        ("*End* *T* | **Hash**: 0a1b2c3d", "0a1b2c3d"),
        ("*End* *T* | **Hash**: TODO", "TODO"),
        ("*End* *What **Hash**: means* | **Hash**: 0a1b2c3d", "0a1b2c3d"),
        ("*End* *T*", None),
        ("*End* *Title with **bold*** | **Hash**: 33333333", "33333333"),
        ("*End* *T* | **Hash**:", None),
    ):
        assert block(f"text\n{ending}\n").hash == expected, ending


def test_end_marker_outside_of_blocks_is_recorded_and_kept_as_prose() -> None:
    found = document("*End* *Nothing*\n## REQ-p1: A\n*End* *A*\n*End* *Again*\n")
    assert found.stray_ends == (1, 4)
    assert [one.text for one in found.prose] == ["*End* *Nothing*", "*End* *Again*"]


def test_metadata_forms() -> None:
    both = (("level", "PRD"), ("status", "Active"))
    for line in (
        "**Level**: PRD | **Status**: Active",
        "Level: PRD | Status: Active",
        "*Level*: PRD | _Status_: Active",
        "**Level:** PRD | **Status:** Active |",
        "LEVEL = PRD|status = Active",
        "Level PRD | Status Active",
        "**Level**: PRD **Status**: Active",
        "Level: PRD  Status: Active",
        "**Level:** PRD\t**Status:** Active |",
        "Level: PRD\nStatus: Active",
        "Some prose.\n\n**Level**: PRD\n\n**Status**: Active",
    ):
        check_fields(line, *both)


def test_metadata_separated_by_blanks_keeps_its_lists_and_their_columns() -> None:
    found = block("**Level**: DEV **Status**: Active **Implements**: REQ-o1-A, REQ-o2 **Refines**: REQ-o3")
    assert found.fields[:2] == (("level", "DEV"), ("status", "Active"))
    assert found.citations == (Citation("implements", "REQ-o1-A, REQ-o2", 2, 51), Citation("refines", "REQ-o3", 2, 81))
    assert block("The level: high, status: low.").fields == ()


def test_metadata_may_have_unknown_fields() -> None:
    both = (("level", "PRD"), ("status", "Active"))
    for line in (
        "**Level**: PRD | **Priority**: High, maybe | **Status**: Active",
        "**Priority:** High | **Levels**: 2 | **Level**: PRD | **Status**: Active | **Owner**: Ann |",
    ):
        check_fields(line, *both)
    found = block("**Priority**: High | **Owner**: Ann")
    assert found.fields == () and found.sections[0].text == "**Priority**: High | **Owner**: Ann"


def test_metadata_lookalikes_are_prose() -> None:
    for line in ("Status is important", "Implements the protocol", "Level playing field: yes", "Levels: PRD"):
        found = block(line)
        assert found.fields == () and found.sections[0].text == line


def test_lists_are_citations_with_line_and_column() -> None:
    [citation] = block("**Level**: DEV | **Implements**: REQ-o1-A+B, REQ-o2").citations
    assert citation == Citation("implements", "REQ-o1-A+B, REQ-o2", 2, 34)
    assert citation.span("a.md", 12, 18) == ("a.md", 2, 46, 2, 52)


def test_lists_continue_after_a_comma() -> None:
    [first, second] = block("Implements: REQ-o1,\n  REQ-o2,\nREQ-o3\nRefines: REQ-o4\nprose").citations
    assert first.text == "REQ-o1,\n  REQ-o2,\nREQ-o3"
    assert first.span("a.md", 8, 16) == ("a.md", 3, 1, 3, 9)
    assert (second.keyword, second.text) == ("refines", "REQ-o4")


def test_lists_continue_after_a_comma_and_blanks() -> None:
    check_fields("Implements: REQ-o1, \nREQ-o2,\t\n\tREQ-o3\n", ("implements", "REQ-o1, \nREQ-o2,\t\n\tREQ-o3"))


def test_lists_with_a_trailing_comma_take_no_metadata_or_heading() -> None:
    check_fields("Implements: REQ-o1,\n**Refines**: REQ-o2", ("implements", "REQ-o1,"), ("refines", "REQ-o2"))
    found = block("Implements: REQ-o1,\n## Assertions\nA. x\n")
    assert found.fields == (("implements", "REQ-o1,"),)
    assert [one.part for one in found.sections] == ["assertions"]


def test_lists_without_separator_must_begin_with_an_id_or_placeholder() -> None:
    check_fields("Implements REQ-o1", ("implements", "REQ-o1"))
    check_fields("Level PRD | Implements - | Status X", ("level", "PRD"), ("implements", "-"), ("status", "X"))
    check_fields("**Implements** p00001, req-o2", ("implements", "p00001, req-o2"))
    check_fields("Refines <not written yet>", ("refines", "<not written yet>"))
    for prose in ("Implements the first part.", "Refines v2 of it", "Implements [this](a.md) further"):
        check_fields(prose)
    check_fields("Template", ("template", ""))
    check_fields("**Level**: OPS | **Template**", ("level", "OPS"), ("template", ""))


def test_metadata_is_read_before_the_first_heading_only() -> None:
    assert block("## Rationale\n**Refines**: REQ-o1\n").citations == ()


def test_assertions_may_have_continuation_lines() -> None:
    check_entries(
        "A. One.\nB. Two\n  lines.\n\n- and\n---\n\nC. Three.\n",
        *(("A", "One."), ("B", "Two\n  lines.\n\n- and\n---"), ("C", "Three.")),
    )


def test_labels_are_parsed_in_any_style() -> None:
    check_entries("A. a\nAA. b\nc. d\n12. e\n", ("A", "a"), ("AA", "b"), ("c", "d"), ("12", "e"))
    check_entries("A. a\nB.no blank\nC) e\n  D. indented\nE.\n", ("A", "a\nB.no blank\nC) e\n  D. indented\nE."))


def test_assertions_heading_forms() -> None:
    for heading in ("# Assertions", "###### assertions", "## **Assertions**:", "## ASSERTIONS.", "## _Assertions_ "):
        [section] = block(f"{heading}\nA. x\n").sections
        assert section.part == "assertions" and len(section.entries) == 1, heading


def test_group_heading_ends_the_assertion_but_not_the_section() -> None:
    check_entries("A. a\n**Safety**\nB. b\n", ("A", "a"), ("B", "b"))
    [section] = block("## Assertions\nA. a\n**Safety**\nmore\nB. b\n").sections
    assert section.text == "**Safety**\nmore" and section.loose == 0


def test_prose_before_the_first_assertion_is_recorded() -> None:
    [section] = block("## Assertions\n\nThe following:\n\nA. a\n").sections
    assert (section.text, section.loose, len(section.entries)) == ("The following:", 4, 1)


def check_sections(text: str, *expected: tuple[str, str, str]) -> None:
    """The sections of a block: part, heading, and the labels of its entries, or else its text."""
    found = block(text).sections
    shown = [(one.part, one.heading, "".join(each.label for each in one.entries) or one.text) for one in found]
    assert shown == list(expected)


def test_assertions_end_at_a_heading_of_their_level() -> None:
    for signs in ("#", "##"):
        text = f"## Assertions\nA. a\n{signs} Notes\nB. b\n## Changelog\n- 2026-01-01 | ab\n"
        check_sections(
            text,
            ("assertions", "Assertions", "A"),
            ("section", "Notes", "B. b"),
            ("changelog", "Changelog", "- 2026-01-01 | ab"),
        )
    check_sections("### Assertions\nA. a\n### B\nB. b\n", ("assertions", "Assertions", "A"), ("section", "B", "B. b"))


def test_sub_headings_group_assertions() -> None:
    check_sections(
        "## Assertions\n\n### Heat\n\nA. a\n   more\n\n### Safety\n\nNext:\n\nB. b\n#### Lid\nC. c\n## Why\nD. d\n",
        ("assertions", "Assertions", ""),
        ("assertions", "Heat", "A"),
        ("assertions", "Safety", "B"),
        ("assertions", "Lid", "C"),
        ("section", "Why", "D. d"),
    )
    check_sections(
        "# Assertions\nA. a\n## Heat\nB. b\n", ("assertions", "Assertions", "A"), ("assertions", "Heat", "B")
    )


def test_sub_headings_without_assertions_are_sections() -> None:
    check_sections(
        "## Assertions\nA. a\n### Notes\nProse.\n### Changelog\n- x\n",
        ("assertions", "Assertions", "A"),
        ("section", "Notes", "Prose."),
        ("changelog", "Changelog", "- x"),
    )


def test_fenced_text_is_not_parsed() -> None:
    found = document(
        "```markdown\n## REQ-p1: A\n```\n## REQ-p2: B\n## Assertions\nA. a\n```\n## REQ-p3: C\nB. b\n```\nC. c\n"
    )
    [only] = found.blocks
    assert only.id == "REQ-p2"
    assert [one.label for one in only.sections[0].entries] == ["A", "C"]
    assert "## REQ-p3: C" in only.sections[0].entries[0].text
    assert [one.id for one in document("## REQ-p1: A\n```\n## REQ-p2: B\n").blocks] == ["REQ-p1"]


def test_line_endings_and_byte_order_mark_are_ignored() -> None:
    text = "## REQ-p1: A\n**Level**: PRD\n## Assertions\nA. a\n*End* *A* | **Hash**: ab\n"
    for variant in (text.replace("\n", "\r\n"), "\ufeff" + text, text.removesuffix("\n")):
        assert document(variant) == document(text)


def test_journeys_have_their_own_fields() -> None:
    found = block(
        "# JNY-Tea-01: First cup\n**Actor**: Ann (guest)\n**Goal**: a cup | two\n"
        "Validates: REQ-p1-A,\nREQ-p2\n## Steps\n1. Go\n"
    )
    assert found.is_journey and found.name == "First cup"
    assert found.fields == (("actor", "Ann (guest)"), ("goal", "a cup | two"), ("validates", "REQ-p1-A,\nREQ-p2"))
    assert [one.text for one in found.citations] == ["REQ-p1-A,\nREQ-p2"]
    assert block("## REQ-p1: T\nValidates: REQ-p2\n").citations == ()


def test_terms_are_definition_lists() -> None:
    text = (
        "Kettle\n: What boils water\n  quickly.\n: URL: <x>\n\n## REQ-p1: A\n*Cup*\n: A vessel.\n## Why\nPot\n: Big.\n"
    )
    found = document(text)
    assert [(one.term, one.lines) for one in found.definitions] == [
        ("Kettle", (": What boils water", "  quickly.", ": URL: <x>")),
        ("Cup", (": A vessel.",)),
        ("Pot", (": Big.",)),
    ]


def test_all_text_of_a_file_is_kept() -> None:
    text = "# Title\nintro\n## REQ-p1: A\nL1\n## Assertions\nL2\nA. L3\n**L4**\n## Why\nL5\n*End* *A*\nL6\n*End* *B*\n"
    assert all(f"L{number}" in repr(document(text)) for number in range(1, 7))
    assert "intro" in repr(document(text)) and "*End* *B*" in repr(document(text))


def test_file_without_requirements_has_no_unit() -> None:
    for text in (
        "",
        "# Title\n\ntext\n",
        "## Note: x\n",
        "## Sub-section: x\n",
        "```\ncode\n```\n",
        "ISO-8601: dates\n",
    ):
        assert parse_markdown("a.md", text) is None, text


def test_header_corrections_change_which_lines_are_headers() -> None:
    text = "## REQ-p1: A\n## Assertions\nA. a\n## REQ-x1: B\nb\n##REQ-p2:C\nc\n"
    corrections = HeaderCorrections(foreign=(4,), accepted=(6,))
    found = parse_markdown("a.md", text, HeaderCorrections.from_role(corrections.role()))
    assert found and [one.id for one in found.blocks] == ["REQ-p1", "REQ-p2"]
    assert found.blocks[0].sections[1].heading == "REQ-x1: B"
    assert [(one.id, one.range.first) for one in found.foreign_headers] == [("REQ-x1", 4)]


def test_grammar_accepts_every_order_of_lines() -> None:
    kinds = (
        "text",
        "Term\n: defined",
        "**Level**: PRD",
        "**Actor**: Ann",
        "A. It SHALL.",
        "**Bold**",
        "## Why",
        "## Assertions",
        "## Changelog",
        "*End* *T*",
        "```\ncode\n```",
        "## REQ-p00001: T",
        "# JNY-Tea-01: T",
    )
    for first in kinds:
        for second in kinds:
            for third in kinds:
                parse_markdown("a.md", f"{first}\n{second}\n{third}\n{first}\n## REQ-p00002: T\n")


def test_entries_in_one_token_have_their_own_lines() -> None:
    fenced = "```\nC. fenced\n```\n"
    [found] = block(f"## Assertions\nA. one\n\nB. two\n  more\n{fenced}C. three\n**Group**\nloose\nD. four\n").sections
    assert [(one.label, one.line) for one in found.entries] == [("A", 3), ("B", 5), ("C", 10), ("D", 13)]
    assert found.entries[1].text == "two\n  more\n```\nC. fenced\n```\n"
    assert (found.text, found.loose, found.range.last) == ("**Group**\nloose", 0, 13)
