"""Anchors are those of GitHub."""

from compiler.languages.documents.syntax.markdown import read_page
from tests.compiler.tables import table


@table(
    ("heading", "anchor"),
    [
        ("# Plain words", "plain-words"),
        ("# Salt & pepper", "salt--pepper"),
        ("# What is `load_yaml()`?", "what-is-load_yaml"),
        ("# A [link](x.md) and *stress*", "a-link-and-stress"),
        ("# v1.2.0 (2024-05-01)", "v120-2024-05-01"),
        ("# 🎉 Party", "-party"),
        ("# :tada: Party", "tada-party"),
        ("# Héllo Wörld", "héllo-wörld"),
        ("# 設定の方法", "設定の方法"),
        ("# Snake_case and kebab-case", "snake_case-and-kebab-case"),
        ("# <a name='x'></a>Tagged", "tagged"),
        ("# Trailing marks ##", "trailing-marks"),
        ("Set below\n=========", "set-below"),
        ("# Named {#own-name}", "own-name"),
    ],
)
def test_anchor_of_heading(heading: str, anchor: str) -> None:
    assert [one.anchor for one in read_page("a.md", heading + "\n").headings] == [anchor]


def test_repeated_headings_are_numbered_and_skip_anchors_that_exist() -> None:
    page = read_page("a.md", "# Use\n\n# Use-1\n\n# Use\n\n# Use\n")
    assert [one.anchor for one in page.headings] == ["use", "use-1", "use-2", "use-3"]


def test_headings_in_code_are_none_and_those_in_quotes_are_anchors_only() -> None:
    page = read_page("a.md", "```sh\n# comment\n```\n\n> ## Quoted\n\n    # indented\n\n## Real\n")
    assert [one.anchor for one in page.headings] == ["real"]
    assert "quoted" in page.outline.anchors


def test_stated_anchors_count_in_the_section_they_stand_in() -> None:
    page = read_page("a.md", "# Top\n\n<a id=\"spot\"></a> text\n\n## Next\n\n<div name='other'>x</div>\n")
    assert page.outline.anchors["spot"] == "top"
    assert page.outline.anchors["other"] == "next"
