"""Slugs."""

from compiler.languages.world.linking.ids import Refs, file_stem, slugify
from tests.compiler.tables import table


@table(
    ("name", "slug"),
    [
        ("Gatehouse", "gatehouse"),
        ("The Walled Garden", "the-walled-garden"),
        ("The Rusty_Anchor", "the-rustyanchor"),
        ("Café Zoë", "caf-zo"),
        ("  a -- b  ", "a-b"),
        ("a\tb", "ab"),
        ("Room 12!", "room-12"),
        ("---", ""),
        ("ß", ""),
        ("", ""),
    ],
)
def test_slugify(name: str, slug: str) -> None:
    assert slugify(name) == slug


@table(
    ("path", "stem"), [("main.urd.md", "main"), ("acts/one.two.urd.md", "one.two"), ("A.Urd.md", "A"), (".urd.md", "")]
)
def test_file_stem(path: str, stem: str) -> None:
    assert file_stem(path) == stem


def test_refs_of_equal_names_are_numbered() -> None:
    refs = Refs("mill", set())
    assert [refs.claim("rule", "r"), refs.claim("rule", "r"), refs.claim("rule", "r~2")] == [
        "w:mill/rule/r",
        "w:mill/rule/r~2",
        "w:mill/rule/r~2~2",
    ]
