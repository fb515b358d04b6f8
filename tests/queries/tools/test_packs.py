"""Packs of tools: which are listed for a source, and that calls of the others are answered."""

from pathlib import Path

import pytest

from compiler.store.snapshot import Snapshot
from queries import answer, is_error, tools_for
from queries.tools.packs import FEW_DIAGRAMS, PACKS, listed_packs, packs_of, toolsets_of, unlisted_packs
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.compiler.written import written
from tests.queries.cases import each

FLOW, SEQUENCE = "flowchart LR\n  a --> b\n", "sequenceDiagram\n  a->>b: hello\n"


def requirement(number: int) -> str:
    head = f"# REQ-d{number:05d}: Part {number}\n\n**Level**: DEV | **Status**: Active\n"
    return f"{head}\n## Assertions\n\nA. It works.\n\n*End*\n"


def project(
    folder: Path, *, diagrams: int = 0, requirements: int = 0, decisions: int = 0, worlds: int = 0, text: str = FLOW
) -> Snapshot:
    """A source of so many diagrams in files of their own, requirements, decisions and worlds."""
    files = {f"docs/d{number}.mmd": text for number in range(diagrams)}
    if requirements:
        files["spec/dev.md"] = "\n---\n\n".join(map(requirement, range(1, requirements + 1)))
    for number in range(1, decisions + 1):
        files[f"doc/adr/{number:04d}-choice.md"] = f"# {number}. Choice\n\n## Status\n\nAccepted\n"
    for number in range(worlds):
        files[f"w{number}.urd.md"] = f"---\nworld:\n  name: W{number}\n  start: yard\n---\n\n# Yard\n\nHere.\n"
    written(folder, files)
    return compile_source(folder)


def test_few_diagrams_beside_requirements_are_not_listed(tmp_path: Path) -> None:
    snapshot = project(tmp_path, diagrams=FEW_DIAGRAMS, requirements=5)
    assert packs_of(snapshot) == ["core", "diagrams", "flow", "requirements", "documents"]
    assert listed_packs(snapshot) == ["core", "requirements", "documents"]
    assert unlisted_packs(snapshot) == ["diagrams", "flow"]
    assert {one.pack for one in tools_for(snapshot)} == {"core", "requirements", "documents"}


def test_few_diagrams_are_listed_if_they_are_asked_for(tmp_path: Path) -> None:
    snapshot = project(tmp_path, diagrams=FEW_DIAGRAMS, requirements=5)
    assert listed_packs(snapshot, toolsets_of("diagrams,flow")) == ["core", "diagrams", "flow"]


def test_calls_of_tools_that_are_not_listed_are_answered(tmp_path: Path) -> None:
    snapshot = project(tmp_path, diagrams=1, requirements=5)
    assert not is_error(answer(snapshot, "flow_dead_ends"))


def test_several_diagrams_are_listed_beside_anything(tmp_path: Path) -> None:
    snapshot = project(tmp_path, diagrams=FEW_DIAGRAMS + 1, requirements=30)
    assert listed_packs(snapshot) == ["core", "diagrams", "flow", "requirements", "documents"]


@pytest.mark.parametrize(("text", "pack"), [(FLOW, "flow"), (SEQUENCE, "sequence")])
def test_one_diagram_alone_is_listed_with_the_tools_of_its_kind(tmp_path: Path, text: str, pack: str) -> None:
    assert listed_packs(project(tmp_path, diagrams=1, text=text)) == ["core", "diagrams", pack]


def test_as_many_diagrams_as_anything_else_are_listed(tmp_path: Path) -> None:
    snapshot = project(tmp_path, diagrams=2, requirements=2, decisions=2)
    assert listed_packs(snapshot) == ["core", "diagrams", "flow", "requirements", "knowledge", "documents"]


def test_single_objects_of_other_languages_are_listed(tmp_path: Path) -> None:
    snapshot = project(tmp_path, requirements=9, decisions=1, worlds=1)
    assert listed_packs(snapshot) == ["core", "world", "requirements", "knowledge", "documents"]


def test_diagrams_of_a_session_are_listed_beside_anything(tmp_path: Path) -> None:
    project(tmp_path, requirements=9, diagrams=1).close()
    (tmp_path / "nereid-session.meta.json").write_text("{}")
    assert "diagrams" in listed_packs(compile_source(tmp_path))


@each(
    "world, packs",
    [
        ("locked-garden", {"core", "world"}),
        ("diagrams-in-docs", {"core", "diagrams", "flow"}),
        ("checkout-session", {"core", "diagrams", "flow", "sequence", "walkthroughs"}),
        ("traced-kettle", {"core", "requirements"}),
        ("cider-mill", {"core", "knowledge"}),
        ("ferry-memory", {"core", "memory"}),
        ("signal-box", {"core", "instructions"}),
    ],
)
def test_each_language_of_the_samples_lists_its_pack(world: str, packs: set[str]) -> None:
    assert packs <= set(listed_packs(sample(world)))


def test_listed_packs_keep_the_order_of_the_table() -> None:
    for world in ("checkout-session", "cider-mill"):
        listed = listed_packs(sample(world))
        assert listed == [pack for pack in PACKS if pack in listed]
