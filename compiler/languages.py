"""The languages that Frieze reads, in the order in which they are linked."""

from compiler.diagrams import DIAGRAMS
from compiler.knowledge import KNOWLEDGE
from compiler.language import Language
from compiler.requirements import REQUIREMENTS
from compiler.world import WORLD

LANGUAGES: tuple[Language, ...] = (WORLD, DIAGRAMS, REQUIREMENTS, KNOWLEDGE)
