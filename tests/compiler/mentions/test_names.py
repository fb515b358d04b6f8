"""The names by which objects are cited."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.knowledge.facts import ENTITY_CLASSES
from compiler.languages.world.facts import Entity
from compiler.mentions.names import ENTITY_COLUMNS, NAME_COLUMNS, Names
from compiler.mentions.prefilter import Prefilter, id_patterns
from compiler.model.facts import ExampleFile, Fact, File

# What an incremental build compares, to find the files that it reads again (`compiler.pipeline.mention_changes`).
COMPARED: dict[type[Fact], tuple[str, ...]] = {
    **NAME_COLUMNS,
    File: ("path",),
    ExampleFile: ("path", "only_work"),
    Diagram: ("diagram", "ref", "file", "fenced"),
    **dict.fromkeys(ENTITY_CLASSES, ENTITY_COLUMNS),
}
DECISION = next(one for one in ENTITY_CLASSES if one.kind == "decision")


class Facts:
    """An entity of a world that is called `decision`, and the first decision."""

    def each(self, fact_class: type[Fact], names: Sequence[str], **_: Any) -> list[tuple[Any, ...]]:
        if fact_class is Entity:
            return [("decision", "w:mill/entity/@decision", "mill.urd.md")]
        if fact_class is DECISION and "sequence_number" in names:
            return [("k:decision/ADR-0001", "docs/adr/0001-press.md", 1)]
        return []


def test_name_and_number_of_a_decision_are_told_apart() -> None:
    names = Names(Facts())
    assert names.candidates("decision").nearest("README.md") == "w:mill/entity/@decision"
    assert names.decisions(1).nearest("README.md") == "k:decision/ADR-0001"


def test_names_read_no_columns_but_those_that_are_compared() -> None:
    class Noted(Facts):
        def each(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[tuple[Any, ...]]:
            read.append((fact_class, {*names, *where}))
            return super().each(fact_class, names, **where)

    read: list[tuple[type[Fact], set[str]]] = []
    Names(Noted())
    assert read
    for fact_class, columns in read:
        assert columns <= {*COMPARED[fact_class]}, fact_class


def test_ids_without_digits_are_looked_for_however_many_there_are() -> None:
    words = [f"{first}{second}" for first in "abcdefghijklmnopqrstu" for second in "abcdefghijklmnopqrstu"]
    for names in ([f"lamp-oil-{word}" for word in words], [f"{word}lamp/oil" for word in words]):
        found = Prefilter(id_patterns([*names, "@ann"]), (), (), nouns=(), has_links=False, has_skills=False)
        assert all(found.places(f"As {name.upper()} says.") for name in names)
        assert found.places("Ask @ann.")
        assert found.places("The lamp burns oil.") == []
