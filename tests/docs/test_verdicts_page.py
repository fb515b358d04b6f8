"""docs/verdicts.md: each verdict has a rule, an example that gives it and one that does not, and they are so."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from compiler.model.verdicts import DRIFTED, NAMES
from tests.closing import compile_source
from tests.compiler.written import written
from tests.docs.pages import FENCE
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "verdicts.md").read_text("utf-8")
_PARTS = re.split(r"^## ([a-z_]+)$", PAGE, flags=re.MULTILINE)[1:]
SECTIONS = dict(zip(_PARTS[::2], _PARTS[1::2], strict=True))


class Source(NamedTuple):
    """A source of the page: the refs that the verdict is given to, and its files by path."""

    verdict: str
    gives: frozenset[str]
    files: dict[str, str]


def _sources() -> list[Source]:
    found: list[Source] = []
    for verdict, section in SECTIONS.items():
        for _, _, info, text in FENCE.findall(section):
            named = dict(word.split("=", 1) for word in info.split())
            if "gives" in named:
                found.append(Source(verdict, frozenset(named["gives"].split(",")) - {"none"}, {}))
            found[-1].files[named["file"]] = text
    return found


SOURCES = _sources()


def test_verdicts_page_has_every_verdict_in_their_order() -> None:
    assert tuple(SECTIONS) == (*NAMES, DRIFTED.name)


@pytest.mark.parametrize("verdict", NAMES)
def test_verdicts_page_shows_what_gives_a_verdict_and_what_does_not(verdict: str) -> None:
    assert {bool(source.gives) for source in SOURCES if source.verdict == verdict} == {True, False}


@pytest.mark.parametrize("source", SOURCES, ids=[f"{one.verdict}-{'yes' if one.gives else 'no'}" for one in SOURCES])
def test_verdicts_page_example_gives_its_verdict_to_what_it_says(tmp_path: Path, source: Source) -> None:
    written(tmp_path, source.files)
    snapshot = compile_source(tmp_path)
    given = snapshot.rows("SELECT ref FROM verdict WHERE verdict = ?", (source.verdict,))
    assert {ref for (ref,) in given} == source.gives
