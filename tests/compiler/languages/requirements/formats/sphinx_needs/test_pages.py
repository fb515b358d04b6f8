"""Directives in reStructuredText and MyST: which are needs, and what each says. The program was asked for each case."""

from tests.compiler.languages.requirements.formats.sphinx_needs.trees import CONF, items, unread
from tests.compiler.tables import table

NEED = ".. req:: A\n   :id: REQ_A\n"
MYST = "```{req} A\n:id: REQ_A\n```\n"


def indented(text: str, by: str = "   ") -> str:
    return "".join(f"{by}{line}\n" for line in text.splitlines())


@table(
    ("page", "expected"),
    [
        (NEED, ["REQ_A"]),
        (".. note::\n\n" + indented(NEED), ["REQ_A"]),
        ("- a list\n\n" + indented(NEED, "  "), ["REQ_A"]),
        ("* a term\n" + indented(NEED, "     "), ["REQ_A"]),
        ("text\n\n" + indented(NEED), ["REQ_A"]),
        ("Title\n=====\n" + NEED, ["REQ_A"]),
        ("..\n\n" + indented(NEED), ["REQ_A"]),  # an empty comment ends at once
        ("..\n" + indented(NEED), []),
        (".. a comment\n\n" + indented(NEED), []),
        (".. code-block:: rst\n\n" + indented(NEED), []),
        (".. tabs::\n\n   .. code-tab:: rst\n\n" + indented(NEED, "      "), []),
        (".. tabs::\n\n   .. group-tab:: Kettle\n\n" + indented(NEED, "      "), ["REQ_A"]),
        ("Literal::\n\n" + indented(NEED), []),
        ("text\n" + NEED, []),
        (".. REQ:: A\n   :id: REQ_A\n", []),
        (".. req:: A\n\n   :id: REQ_A\n", ["R_6DCD4"]),  # a blank line ends the options
        (".. req:: A\n   :id: REQ_A\n   :id: REQ_B\n", []),
        (".. req:: A\n   :id: REQ_A\n   text\n", []),
        (".. req:: A\n   :id: REQ_A\n   :delete:\n", []),
        (".. req:: A\n   :id: low\n", []),
        (NEED + ".. req:: B\n   :id: REQ_B\n", ["REQ_A", "REQ_B"]),
    ],
)
def test_need_in_restructuredtext(page: str, expected: list[str]) -> None:
    assert [one.id for one in items(page)] == expected


@table(
    ("page", "expected"),
    [
        (MYST, ["REQ_A"]),
        (MYST.replace("```", ":::"), ["REQ_A"]),
        (MYST.replace("```", "~~~"), ["REQ_A"]),
        ("````{note}\n" + MYST + "````\n", ["REQ_A"]),
        ("- list\n" + indented(MYST, "  "), ["REQ_A"]),
        ("> " + MYST.replace("\n", "\n> ").rstrip("> "), ["REQ_A"]),
        ("```{req} A\n---\nid: REQ_A\n---\ntext\n```\n", ["REQ_A"]),
        ("```{req} A\n:id: REQ_A # why\n:id: REQ_B\n```\n", ["REQ_B"]),
        ("```{eval-rst}\n" + NEED + "```\n", ["REQ_A"]),
        ("````\n" + MYST + "````\n", []),
        (indented(MYST, "    "), []),
        ("<!--\n" + MYST + "-->\n", []),
        (MYST + "```{req} B\n:id: REQ_B\n", ["REQ_A", "REQ_B"]),  # the end of the page ends a fence
    ],
)
def test_need_in_myst(page: str, expected: list[str]) -> None:
    assert [one.id for one in items(page, name="index.md")] == expected


def test_colon_fence_counts_only_where_the_project_reads_it() -> None:
    page = MYST.replace("```", ":::")
    assert items(page, CONF.replace("colon_fence", "tasklist"), "index.md") == []


def test_need_says_title_status_fields_and_text() -> None:
    page = (
        ".. req:: A long\n   title\n   :id: REQ_A\n   :status: open\n   :effort: 3\n\n   Text.\n\n   - more\n\nafter\n"
    )
    (one,) = items(page)
    assert (one.title, one.status, one.text) == ("A long\ntitle", "open", "Text.\n\n- more")
    assert (one.first, one.last, one.fields) == (1, 9, (("effort", "3"),))


def test_parts_are_read_outside_of_literal_text_and_of_other_needs() -> None:
    page = (
        ".. req:: A\n   :id: REQ_A\n\n   :np:`(1)one` :need_part:`(1) again` ``:np:`(2)no```\n   :np:`unnumbered`\n\n"
        "   .. note::\n\n      :np:`(n) in a note`\n\n   .. spec:: B\n      :id: SPEC_B\n\n      :np:`(b) of B`\n"
    )
    first, second = items(page)
    assert [(one.label, one.text, one.place.line) for one in first.needs] == [
        ("1", "one", 4),
        ("9F8", "unnumbered", 5),
        ("n", "in a note", 9),
    ]
    assert [one.label for one in second.needs] == ["b"]


def test_nested_need_refines_the_one_that_it_stands_in() -> None:
    _, inner = items(NEED + "\n   .. note::\n\n      .. spec:: B\n         :id: SPEC_B\n")
    assert [(one.kind, one.target) for one in inner.cites] == [("refines", "REQ_A")]


def test_title_of_the_content_is_its_first_sentence() -> None:
    (one,) = items(".. req::\n   :title_from_content:\n\n   This will be my title.  Anything\n   else.\n")
    assert (one.id, one.title) == ("R_D8F29", "This will be my title")


@table(
    ("page", "line", "reason"),
    [
        ("text\n" + NEED, 2, "it stands in a paragraph: a blank line is missing above it"),
        (".. req:: A\n   :id: REQ_A\n   text\n", 1, "the line 'text' among its options is none"),
        (".. req:: A\n   :id: REQ_A\n   :id: REQ_B\n", 1, "it has the option 'id' twice"),
        (".. req:: A\n   :id: low\n", 1, "its id does not begin as ^[A-Z0-9_]{5,} asks"),
        (NEED + "   :links: [[own('id')]]\n", 3, "the program computes it"),
        ("See :need:`REQ_X`.\n", 1, "nothing states REQ_X"),
        (".. needextend:: REQ_X\n   :status: open\n", 1, "nothing states REQ_X"),
        (".. needextend:: len(id) > 3\n   :status: open\n", 1, "its filter is Python, which is never run"),
        (".. needimport:: needs.json\n", 1, "no export of this name is read"),
        (".. list2need::\n\n   * A\n", 1, "it states no types"),
        (".. list2need::\n   :types: req, rule\n\n   * A\n", 1, "the project has no type rule"),
        (".. list2need::\n   :types: req\n\n   * A\n     * B\n", 5, "the list has types for 1 levels"),
        (".. list2need::\n   :types: req, spec\n\n   * A\n    * B\n", 5, "its indentation is no multiple of 2"),
    ],
)
def test_line_that_is_no_statement_is_said(page: str, line: int, reason: str) -> None:
    assert unread(page) == [(line, reason)]


def test_role_is_not_looked_for_in_literal_text() -> None:
    assert unread(NEED + "\n   See :need:`A <REQ_A>` and ``:need:`REQ_X```.\n") == []


@table("depth", [50, 3_000])
def test_deep_nesting_is_bounded(depth: int) -> None:
    page = "".join(" " * (at * 2) + "- a\n\n" for at in range(min(depth, 300))) + NEED
    assert [one.id for one in items(page)] == ["REQ_A"]
    fences = "".join("`" * (depth + 3 - at) + "{note}\n" for at in range(min(depth, 300)))
    assert items(fences + MYST, name="index.md") == []
