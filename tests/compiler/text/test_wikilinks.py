"""Wikilinks: a rule of markdown, asked after links and images."""

import pytest

from compiler.text.wikilinks import wikilinks_of
from tests.compiler.tables import table

REFERENCES = {"REF": {"href": "https://example.org", "title": ""}}


@table(
    ("text", "targets"),
    [
        ("See [[Kickoff]].", ["Kickoff"]),
        ("[[a/b#Heading|shown]] and [[Other]]", ["a/b", "Other"]),
        ("[[#Heading]]", [""]),
        ("![[press.png]]", ["press.png"]),
        ("[[Kickoff]] (in March)", ["Kickoff"]),
        ("[[Kickoff]](not an address)", ["Kickoff"]),
        ("- [x] done in [[Log]]", ["Log"]),
        (r"[[Kickoff\|shown]]", ["Kickoff"]),
        ("[a [[b]] c](https://example.org)", ["b"]),  # links hold no links, and the inner one counts
    ],
)
def test_wikilinks_are_found(text: str, targets: list[str]) -> None:
    assert [one.target for one in wikilinks_of(text)] == targets


@table(
    "text",
    [
        "[[1]](https://example.org)",
        "[[1]](page.md)",
        "[[x]][ref]",
        "[[x]][unknown]",
        "rules in [[Ref]]",
        "![[1]](picture.png)",
        "`[[code]]`",
        "``a [[code]] b``",
        "<!-- [[comment]] -->",
        r"\[[escaped]]",
        "[[]]",
        "[[ | shown]]",
        "[[two\nlines]]",
        "Boxes of Roam: {{[[TODO]]}}, {{[[DONE]]}}",
    ],
)
def test_other_brackets_are_no_wikilinks(text: str) -> None:
    assert wikilinks_of(text, REFERENCES) == []


def test_wikilink_knows_its_place() -> None:
    text = "é [[1]](page.md) ![[Note]]"
    (found,) = wikilinks_of(text)
    assert (text[found.start : found.end], found.is_embed) == ("![[Note]]", True)


@pytest.mark.long("growth is measured")
def test_line_of_openers_takes_time_in_proportion() -> None:
    assert wikilinks_of("[[" * 20_000) == []
