"""Tags: what stands between brackets in code."""

from compiler.languages.requirements.formats.openfasttrace.parse import parse
from compiler.languages.requirements.formats.openfasttrace.tags import read_tags
from tests.compiler.tables import table


@table(
    ("line", "kind", "native_id", "target"),
    [
        ("// [impl->dsn~a~1]", "impl", "", "dsn~a~1"),
        ("// [ utest -> dsn~a.b~2 ]", "utest", "", "dsn~a.b~2"),
        ("x[impl->dsn~ü~01]y", "impl", "", "dsn~ü~1"),
        ("// [impl~~3->dsn~a~1]", "impl", "", "dsn~a~1"),
        ("// [impl~own~3->dsn~a~1]", "impl", "impl~own~3", "dsn~a~1"),
    ],
)
def test_tag_cites_an_item(line: str, kind: str, native_id: str, target: str) -> None:
    tags, items, unread = read_tags(line)
    assert [(one.kind, one.id, one.cited.target) for one in tags] == [(kind, native_id, target)]
    assert (items, unread) == ([], [])


def test_line_may_have_several_tags() -> None:
    tags, _, _ = read_tags("\n// [impl->dsn~a~1][impl->dsn~b~1] and [utest->dsn~c~1]")
    assert [(one.cited.target, one.cited.place.line) for one in tags] == [
        ("dsn~a~1", 2),
        ("dsn~b~1", 2),
        ("dsn~c~1", 2),
    ]


@table(
    ("line", "native_id"),
    [("' [dsn->req~a~1>>impl,utest]", "dsn~a~0"), ("' [dsn~n~4 -> req~a~1 >> impl , utest ]", "dsn~n~4")],
)
def test_tag_that_needs_coverage_is_an_item(line: str, native_id: str) -> None:
    tags, (item,), _ = read_tags(line)
    assert (tags, item.id, item.cites[0].target) == ([], native_id, "req~a~1")
    assert [one.label for one in item.needs] == ["impl", "utest"]


@table("line", ["[impl->dsn~a]", "[impl->dsn~a~1>>]", "[impl=>dsn~a~1]", "[impl->dsn~a~1, dsn~b~1]"])
def test_what_looks_like_a_tag_and_is_none_is_unread(line: str) -> None:
    tags, items, unread = read_tags(f"// {line}")
    assert (tags, items, [one.text for one in unread]) == ([], [], [line])


@table("line", ["a[i] -> b~c", "[x->y]", "std::map<int> f[a->b] ~X", "[see](a.md) -> req~a~1"])
def test_code_is_no_tag(line: str) -> None:
    assert read_tags(line) == ([], [], [])


def test_pages_have_items_and_other_files_tags() -> None:
    tag, item = "[impl->dsn~a~1]", "`req~a~1`\n"
    assert parse("a.md", tag) is None
    assert parse("a.c", item) is None
    assert parse("a.xml", tag) is None
    assert parse("a.puml", tag) is not None
    assert parse("a.rst", item) is not None


@table(
    ("page", "targets"),
    [
        (
            ("a.md", "<!-- [doc->req~a~1] -->\n`req~b~1`\n  <!-- [doc->dsn~c~2][doc->dsn~d~1] -->\n"),
            ["req~a~1", "dsn~c~2", "dsn~d~1"],
        ),
        (("a.rst", ".. [doc->req~a~1]\n"), ["req~a~1"]),
        (("a.md", "So: <!-- [doc->req~a~1] -->\n\n[doc->req~b~1]\n\n```\n<!-- [doc->req~c~1] -->\n```\n"), []),
    ],
)
def test_pages_have_tags_in_comments_of_one_line(page: tuple[str, str], targets: list[str]) -> None:
    found = parse(*page)
    assert [one.cited.target for one in found.tags if found] == targets if found else not targets
