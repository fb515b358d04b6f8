"""The languages that Frieze reads, in the order in which they are linked."""

from collections.abc import Sequence
from functools import cache

from compiler.languages.diagrams.declaration import DIAGRAMS
from compiler.languages.documents.declaration import DOCUMENTS
from compiler.languages.instructions.declaration import INSTRUCTIONS
from compiler.languages.knowledge.declaration import KNOWLEDGE
from compiler.languages.memory.declaration import MEMORY
from compiler.languages.requirements.declaration import REQUIREMENTS
from compiler.languages.world.declaration import WORLD
from compiler.model.facts import ExampleFile, Fact, File, LinkKind, Mention, Unread
from compiler.model.language import Language
from compiler.model.relations import Relation

LANGUAGES: tuple[Language, ...] = (
    DOCUMENTS,
    INSTRUCTIONS,
    WORLD,
    DIAGRAMS,
    REQUIREMENTS,
    KNOWLEDGE,
    MEMORY,
)


def fact_classes() -> list[type[Fact]]:
    """Every class of facts that a snapshot may hold, in the order in which their objects are numbered."""
    return [*_fact_classes()]


@cache  # each build asks some times
def _fact_classes() -> tuple[type[Fact], ...]:
    of_languages = (fact_class for language in LANGUAGES for fact_class in language.fact_classes())
    return (File, ExampleFile, Mention, Unread, *of_languages)


def classes_of(name: str) -> Sequence[type[Fact]]:
    """The classes of facts of a language."""
    return next(language.fact_classes() for language in LANGUAGES if language.name == name)


def relations() -> list[Relation]:
    """Every relation of the public schema: those that know no language first, then those of each language."""
    from compiler.languages.relations import RELATIONS
    from compiler.languages.verdicts import RELATIONS as OF_VERDICTS

    return [*RELATIONS, *OF_VERDICTS, *(relation for language in LANGUAGES for relation in language.relations())]


def link_kinds() -> list[LinkKind]:
    """Every kind of link that a snapshot may hold."""
    return [kind for language in LANGUAGES for kind in language.link_kinds()]
