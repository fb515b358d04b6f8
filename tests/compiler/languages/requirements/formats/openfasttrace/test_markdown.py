"""Specification items: what each line of a page means, by the rules of the published program."""

from compiler.languages.requirements.formats.openfasttrace.markdown import is_promising, read_page
from compiler.languages.requirements.formats.records import Item
from tests.compiler.tables import table


def items(*lines: str) -> list[Item]:
    return read_page("\n".join(lines))[0]


def one(*lines: str) -> Item:
    (found,) = items("`req~a~1`", *lines)
    return found


def needs(*lines: str) -> list[str]:
    return [need.label for need in one(*lines).needs]


def covers(*lines: str) -> list[str]:
    return [cited.target for cited in one("Covers:", *lines).cites]


@table(
    ("line", "expected"),
    [
        ("`req~a~1`", "req~a~1"),
        ("req~a~1", "req~a~1"),
        ("`req~a.b-c_d~12` <a id='x'></a>", "req~a.b-c_d~12"),
        ("req~späße.1~3 is an id with letters of any language", "req~späße.1~3"),
        ("`req~a~007`", "req~a~7"),
        (" `req~a~1`", None),
        ("**req~a~1**", None),
        ("* `req~a~1`", None),
        ("`r_q~a~1`", None),
        ("`req~1a~1`", None),
        ("`req~a`", None),
        ("", None),
    ],
)
def test_line_that_begins_with_an_id_begins_an_item(line: str, expected: str | None) -> None:
    assert [item.id for item in items(line)] == ([expected] if expected else [])


@table(
    ("lines", "title"),
    [
        (("### Boiling", "`req~a~1`"), "Boiling"),
        (("##Boiling", "", "`req~a~1`"), "Boiling"),
        (("Boiling", "=======", "`req~a~1`"), "Boiling"),
        (("# Boiling", "It boils.", "`req~a~1`"), ""),
        (("`req~a~1`",), ""),
    ],
)
def test_heading_directly_above_an_item_is_its_title(lines: tuple[str, ...], title: str) -> None:
    assert [item.title for item in items(*lines)] == [title]


def test_item_has_text_rationale_comment_and_tags() -> None:
    item = one("Status: draft", "It boils.", "", "Fast.", "Rationale:", "Tea.", "Comment:", "", "x", "Tags: A, B")
    assert (item.status, item.text) == ("draft", "It boils.\n\nFast.")
    assert dict(item.fields) == {"rationale": "Tea.", "comment": "x", "tags": "A, B"}


def test_description_keyword_begins_the_text_only_before_other_text() -> None:
    assert one("Description:", "It boils.").text == "It boils."
    assert dict(one("Rationale:", "why", "Description:", "x").fields)["rationale"] == "why\nDescription:\nx"


def test_status_counts_before_the_text_only() -> None:
    assert one("It boils.", "Status: draft").status == "approved"
    assert one("Status:rejected").status == "rejected"


@table(
    ("lines", "expected"),
    [
        (("Needs: dsn, utest",), ["dsn", "utest"]),
        (("Needs:dsn ,  utest  ",), ["dsn", "utest"]),
        (("Needs: dsn", "Needs: dsn, impl"), ["dsn", "impl"]),
        (("Needs:", "* dsn", "+ impl"), ["dsn", "impl"]),
        (("Needs:", "", "* dsn"), []),
        (("Needs:", "* dsn", "", "* impl"), ["dsn"]),
        (("needs: dsn",), []),
        (("Needs : dsn",), []),
        (("  Needs: dsn",), []),
        (("Needs: dsn-x",), []),
        (("Needs: dsn # later",), []),
    ],
)
def test_needs_are_a_line_or_a_list(lines: tuple[str, ...], expected: list[str]) -> None:
    assert needs(*lines) == expected


@table(
    ("line", "expected"),
    [
        ("* req~b~1", ["req~b~1"]),
        ("  + [it](a.md#req~b~2)", ["req~b~2"]),
        ("- `req~b~1`, which is wet", ["req~b~1"]),
        ("- [ ] req~b~1", ["req~b~1"]),
        ("* req~b~1, req~c~1", ["req~c~1"]),
        ("1. req~b~1", []),
        ("* something", []),
    ],
)
def test_covers_is_a_list_with_one_id_a_line(line: str, expected: list[str]) -> None:
    assert covers("", line) == expected


def test_list_of_ids_goes_on_over_blank_lines_and_prose() -> None:
    assert covers("* req~b~1", "and also", "", "* req~c~1") == ["req~b~1", "req~c~1"]


def test_depends_is_a_list_of_another_kind() -> None:
    (cited,) = one("Depends:", "* req~b~1").cites
    assert (cited.kind, cited.place) == ("depends_on", (3, 3, 10))


@table("line", ["---", "===", "# Heading"])
def test_heading_and_underline_end_an_item(line: str) -> None:
    assert needs("It boils.", "", line, "", "Needs: dsn") == []


def test_line_that_is_underlined_is_a_title_whatever_it_says() -> None:
    assert needs("Needs: dsn", "---", "Needs: impl") == []
    assert needs("Needs: dsn", "--", "Needs: impl") == ["dsn", "impl"]


def test_forward_is_an_item_that_covers_and_needs() -> None:
    (item,) = items("# Passed on", "", "* `arch --> dsn, utest : req~a~3`")
    assert (item.id, [one.label for one in item.needs], item.cites[0].target) == (
        "arch~a~3",
        ["dsn", "utest"],
        "req~a~3",
    )


def test_forward_ends_the_item_above_unless_it_stands_in_a_rationale() -> None:
    forward = "arch --> dsn : req~b~1"
    assert [item.id for item in items("`req~a~1`", "text", forward, "Needs: dsn")] == ["arch~b~1", "req~a~1"][::-1]
    (item,) = items("`req~a~1`", "Rationale:", forward, "Needs: dsn")
    assert len(item.needs) == 1


def test_fence_hides_items_only_outside_of_items_and_titles() -> None:
    fenced = ("```", "`req~b~1`", "```")
    assert [item.id for item in items("prose", *fenced)] == []
    assert [item.id for item in items("# Title", *fenced)] == ["req~b~1"]
    assert [item.id for item in items("`req~a~1`", *fenced)] == ["req~a~1", "req~b~1"]


def test_reading_can_be_switched_off_and_on() -> None:
    switched = ("<!-- oft:off -->", "`req~b~1`", "Needs: dsn", "<!-- oft:on -->", "Needs: impl")
    assert needs(*switched) == ["impl"]
    assert [item.id for item in items(*switched)] == []


@table(
    ("line", "reason"),
    [
        ("needs: dsn", "begins a line"),
        ("**Needs**: dsn", "begins a line"),
        ("Covers: req~b~1", "stands alone on its line"),
        ("Status: done", "is one of draft"),
        ("Status: draft", "before the text"),
    ],
)
def test_line_like_a_keyword_is_unread(line: str, reason: str) -> None:
    (unread,) = read_page("\n".join(["`req~a~1`", "It boils.", line]))[2]
    assert unread.text == line
    assert reason in unread.reason


def test_statement_outside_of_items_is_unread() -> None:
    (unread,) = read_page("`req~a~1`\n\ntext\n\n---\n\nNeeds: dsn")[2]
    assert (unread.place.line, "outside of every item" in unread.reason) == (7, True)


def test_item_ends_with_its_last_line_that_is_not_blank() -> None:
    item, _ = items("`req~a~1`", "", "It boils.", "", "", "`req~b~1`")
    assert (item.first, item.last, item.end) == (1, 3, 10)


def test_pages_without_ids_are_not_read() -> None:
    assert not is_promising("# Tea\n\nSee `kettle~1`.\n")
    assert is_promising("# Tea\n`req~a~1`\n")
