"""The findings of the parser: codes, spans and messages."""

from compiler.languages.world.syntax.parse import parse
from tests.compiler.languages.world.syntax.units import places
from tests.compiler.tables import table


def check(text: str, *expected: tuple[str, str]) -> None:
    assert places(text) == list(expected)


@table(
    ("line", "code"),
    [
        ("a: &x 1", "URD105"),
        ("&x: 1", "URD105"),
        ("*x", "URD106"),
        ("<<: *x", "URD107"),
        ("<<", "URD107"),
        ('a: "Wow!!"', "URD108"),
        ("- item", "URD109"),
        ("-", "URD109"),
        ("words", "URD111"),
        (": value", "URD111"),
        (" " * 18 + "a: 1", "URD104"),
    ],
)
def test_frontmatter_rejects_other_yaml(line: str, code: str) -> None:
    check(f"---\n{line}\n---", (code, f"2:1-2:{len(line) + 1}"))


@table("line", ["a: R&D", "a: b & c", "a: &&x", "a: *x", "* x: 1", "# words", "a: - b", "a:\n  - b\n  *c"])
def test_frontmatter_accepts_lines_that_only_look_like_other_yaml(line: str) -> None:
    check(f"---\n{line}\n---")


def test_frontmatter_nesting_is_reported_once_for_two_lines() -> None:
    nest = "\n".join(" " * (2 * depth) + "k:" for depth in range(9))
    check(f"---\n{nest}\n{' ' * 18}a: 1\n{' ' * 18}b: 2\n---", ("URD104", "11:1-11:23"))


def test_line_like_a_type_is_reported_in_types_only() -> None:
    check("---\ntypes:\n  Foo\n    n: int\n  bar\n  A [x:\n  B] [x]:\n---", ("URD430", "3:1-3:6"), _TYPE_6, _TYPE_7)
    check("---\nFoo: x\n---")


_TYPE_6, _TYPE_7 = ("URD430", "6:1-6:8"), ("URD430", "7:1-7:10")


def test_line_like_an_entity_is_reported_in_entities_only() -> None:
    check("---\nentities:\n  @a A\n  @b: B { n: 1\n  @c: C } {\n  d\n---", *_ENTITIES)


_ENTITIES = ("URD432", "3:1-3:7"), ("URD432", "4:1-4:15"), ("URD432", "5:1-5:12")


def test_bad_line_loses_only_that_line() -> None:
    unit, findings = parse("w.urd.md", "---\nwords\nimport: a\n---\n#Hall\nProse.\n")
    assert [one.severity for one in findings] == ["error", "error"]
    assert (len(unit.imports), len(unit.content), unit.complete) == (1, 1, False)


def test_warning_leaves_a_unit_complete() -> None:
    assert parse("w.urd.md", "---\ntypes:\n  Foo\n---").unit.complete


def test_bad_line_message_quotes_at_most_60_bytes() -> None:
    def shown(text: str) -> str:
        (finding,) = parse("w.urd.md", text).diagnostics
        return finding.message.removeprefix("Unrecognised syntax at line 1: ")

    assert shown("  ?why  ") == "'?why'."
    assert shown("?" + "x" * 59) == f"'?{'x' * 59}'."
    assert shown("?" + "x" * 60) == f"'?{'x' * 56}...'."
    assert shown("?" + "é" * 40) == f"'?{'é' * 28}...'."
    assert shown("?x" + "é" * 40) == f"'?x{'é' * 27}...'."


def test_tab_is_reported_once_and_read_as_spaces() -> None:
    check("# Hall\n* A\n\tone\n\t\ttwo\n", ("URD102", "3:1-3:2"), ("URD102", "4:1-4:2"), ("URD102", "4:2-4:3"))
    check("Café\tau lait\n", ("URD102", "1:6-1:7"))
    check("---\nworld:\n\tname:\tW\n---", ("URD102", "3:1-3:2"), ("URD102", "3:7-3:8"))
    unit, _ = parse("w.urd.md", "---\nworld:\n\tname: W\n---\n*\tA\n\tone")
    assert unit.worlds[0].fields == (("name", "W"),)
    assert [len(one.body) for one in unit.content] == [1]
    assert unit.complete


def test_tab_in_a_blank_line_or_frontmatter_comment_is_not_reported() -> None:
    check("\t\n# Hall\n  \t \n")
    check("---\n#\ta\n\t\n---\n")
