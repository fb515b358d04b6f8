"""The languages that Frieze reads, in the order in which they are linked."""

from collections.abc import Sequence

from compiler.diagrams import DIAGRAMS
from compiler.facts import Fact, File, LinkKind
from compiler.knowledge import KNOWLEDGE
from compiler.language import Language
from compiler.memory import MEMORY
from compiler.requirements import REQUIREMENTS
from compiler.world import WORLD

LANGUAGES: tuple[Language, ...] = (WORLD, DIAGRAMS, REQUIREMENTS, KNOWLEDGE, MEMORY)


def fact_classes() -> list[type[Fact]]:
    """Every class of facts that a snapshot may hold, in the order in which their objects are numbered."""
    return [File, *(one for language in LANGUAGES for one in language.fact_classes())]


def classes_of(name: str) -> Sequence[type[Fact]]:
    """The classes of facts of a language."""
    return next(one.fact_classes() for one in LANGUAGES if one.name == name)


def link_kinds() -> list[LinkKind]:
    """Every kind of link that a snapshot may hold."""
    return [one for language in LANGUAGES for one in language.link_kinds()]
