"""Slugs."""

import pytest

from compiler.languages.world.linking.slugs import file_stem, slugify


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("path", "stem"), [("main.urd.md", "main"), ("acts/one.two.urd.md", "one.two"), (".urd.md", "")]
)
def test_file_stem(path: str, stem: str) -> None:
    assert file_stem(path) == stem
