"""The languages that Frieze reads, in the order in which they are linked."""

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


def link_kinds() -> list[LinkKind]:
    """Every kind of link that a snapshot may hold."""
    return [one for language in LANGUAGES for one in language.link_kinds()]
