"""`docs/knowledge.md` names only codes, tools and entities that exist, and describes its examples correctly."""

import re
from pathlib import Path

import pytest

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.facts import ENTITY_CLASSES, RELATION_TYPES, Blocker, WorkState
from compiler.store.snapshot import Snapshot
from queries import TOOLS, answer
from queries.resources.catalogue import Catalogue
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.compiler.tables import table
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "knowledge.md").read_text("utf-8")
[EXAMPLE] = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)


def test_knowledge_page_example_is_ready_and_blocked_as_described(tmp_path: Path) -> None:
    folder = tmp_path / "specs" / "001-booking"
    folder.mkdir(parents=True)
    (folder / "tasks.md").write_text(EXAMPLE, "utf-8")
    snapshot = compile_source(tmp_path)
    ready = [one.entity for one in snapshot.facts(WorkState) if one.is_ready]
    assert ready == ["001-booking/T002", "001-booking/T003"]
    assert [(one.entity, one.blocker_id) for one in snapshot.facts(Blocker)] == [
        ("001-booking/T004", "001-booking/T002"),
        ("001-booking/T004", "001-booking/T003"),
    ]


@table("code", sorted(set(re.findall(r"KNO\d{3}", PAGE))))
def test_knowledge_page_codes_exist(code: str) -> None:
    assert code in {one.code for one in codes.CODES}


@pytest.mark.parametrize("word", [*(one.kind for one in ENTITY_CLASSES), *RELATION_TYPES])
def test_knowledge_page_names_every_type_and_relation(word: str) -> None:
    assert f"`{word}`" in PAGE


@pytest.fixture(scope="module")
def cider_mill() -> Snapshot:
    return sample("cider-mill")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    section = re.split(r"\n#+ ", PAGE.partition(f"# {heading}\n")[2])[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def quoted(cell: str) -> list[str]:
    """The texts between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def test_knowledge_page_names_every_tool() -> None:
    assert {name for _, cell in rows("Asking") for name in quoted(cell)} == {*TOOLS.pack("knowledge"), "explain"}


@pytest.mark.parametrize(
    ("name", "ref"),
    [(name, quoted(ref)[0]) for _, names, ref in rows("Which entity is meant") for name in quoted(names)],
)
def test_knowledge_page_names_resolve_as_described(cider_mill: Snapshot, name: str, ref: str) -> None:
    assert answer(cider_mill, "entity_get", {"id": name}).get("ref") == ref


@pytest.mark.parametrize("query", [quoted(cell)[0] for cell, _ in rows("Searching")])
def test_knowledge_page_queries_find_results(cider_mill: Snapshot, query: str) -> None:
    found = answer(cider_mill, "search_fulltext", {"query": query})
    assert found["results"]
    assert found["query_mode"] in ("all", "filter")


@pytest.mark.parametrize("uri", re.findall(r"`frieze://([^`]+)`", PAGE))
def test_knowledge_page_resources_can_be_read(cider_mill: Snapshot, uri: str) -> None:
    assert Catalogue(cider_mill).read(f"frieze://{uri}").body
