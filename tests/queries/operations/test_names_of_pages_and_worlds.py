"""`section_rename` and `world_rename_entity`: every citation follows, and undone each gives the old bytes."""

from pathlib import Path
from shutil import copytree

import pytest

from tests.paths import ROOT
from tests.queries.operations.proposing import LINE_ENDS, applied, propose

PAGE = """# Mill

## Two things

See [here](#two-things) and `#two-things`.

## Two things

[It](#two-things-1), and [the first](mill.md#two-things "first").

Press
-----

### Apples ##
"""
OTHER = """# Other

[a](mill.md#two-things), [b](./mill.md#two-things-1), [[mill#Two things|c]],
[d](mill.md#press), [e](mill.md#apples).

Also [f][r].

[r]: mill.md#two-things

```
[a](mill.md#two-things)
```
"""


def write_pages(root: Path, end: str = "\n") -> Path:
    root.mkdir()
    (root / "mill.md").write_text(PAGE, newline=end)
    (root / "other.md").write_text(OTHER, newline=end)
    return root


@pytest.mark.parametrize("end", LINE_ENDS, ids=repr)
def test_links_follow_a_heading_and_the_anchors_that_move_with_it(tmp_path: Path, end: str) -> None:
    lines = [
        "-## Two things",
        "+## Three *things*",
        "-See [here](#two-things) and `#two-things`.",
        "+See [here](#three-things) and `#two-things`.",
        '-[It](#two-things-1), and [the first](mill.md#two-things "first").',
        '+[It](#two-things), and [the first](mill.md#three-things "first").',
        "-[a](mill.md#two-things), [b](./mill.md#two-things-1), [[mill#Two things|c]],",
        "+[a](mill.md#three-things), [b](./mill.md#two-things), [[mill#Three things|c]],",
        "-[r]: mill.md#two-things",
        "+[r]: mill.md#three-things",
    ]
    source = write_pages(tmp_path / "pages", end)
    arguments = {"section": "mill.md#two-things", "heading": "Three *things*"}
    with applied(source, "section_rename", arguments, lines) as after:
        assert not after.diagnostics()


@pytest.mark.parametrize(("anchor", "written"), [("press", "Squeeze"), ("apples", "### Squeeze ##")])
def test_heading_of_another_form_is_renamed(tmp_path: Path, anchor: str, written: str) -> None:
    source = write_pages(tmp_path / "pages")
    with applied(source, "section_rename", {"section": f"f:mill.md#{anchor}", "heading": "Squeeze"}) as after:
        assert after.object("f:mill.md#squeeze") is not None
        assert [link.span.file for link in after.links(target="f:mill.md#squeeze")] == ["other.md"]
        assert written in (after.text("mill.md") or "")


def test_link_that_cannot_follow_refuses_the_heading(tmp_path: Path) -> None:
    source = write_pages(tmp_path / "pages")
    (source / "third.md").write_text('# Third\n\n<a href="mill.md#press">Press</a>\n[x](mill#press)\n')
    told = propose(source, "section_rename", {"section": "f:mill.md#press", "heading": "Squeeze"})
    assert (told["code"], told["places"]) == ("unavailable", ["third.md:3", "third.md:4"])
    assert propose(source, "section_rename", {"section": "f:gone.md#x", "heading": "Y"})["code"] == "not_found"
    again = {"section": "f:mill.md#press", "heading": "Press"}
    assert propose(source, "section_rename", again)["code"] == "invalid_argument"


def test_entity_of_a_world_is_renamed_in_its_world_and_in_citations(tmp_path: Path) -> None:
    source = copytree(ROOT / "worlds" / "locked-garden", tmp_path / "garden")
    with applied(source, "world_rename_entity", {"entity_id": "@warden", "new_id": "@keeper"}) as after:
        text = after.text("locked-garden.urd.md") or ""
        assert "@warden" not in text and "the warden thinks" in text
        assert len(after.links(target="w:locked-garden/entity/@keeper")) == 7
        assert not [finding for finding in after.diagnostics() if "keeper" in finding.message]
    for name, code in (("@ghost", "invalid_argument"), ("Two words", "invalid_argument")):
        assert propose(source, "world_rename_entity", {"entity_id": "@warden", "new_id": name})["code"] == code
    gone = propose(source, "world_rename_entity", {"entity_id": "@nobody", "new_id": "x"})
    assert gone["code"] == "not_found"
