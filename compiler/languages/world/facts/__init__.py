"""The facts of the world language: what a linked world states.

Every fact belongs to one world, named by `world`: the id of that world. A fact that belongs to a choice, exit or rule
names it by `site`, a ref; a fact outside of these names its section, location or file. `ordinal` numbers the facts of
one class and world in the linker's order: files in topological order of their imports, the entry last; a choice after
the choices nested in it.
"""

from compiler.languages.world.facts.link_kinds import LINK_KINDS
from compiler.languages.world.facts.objects import (
    Choice,
    Entity,
    Exit,
    Location,
    Phase,
    Property,
    Rule,
    Section,
    Sequence,
    Type,
    World,
)
from compiler.languages.world.facts.statements import Condition, Effect, Jump, Line, PropertyUse, Read, Write
from compiler.model.facts import Fact

__all__ = [
    "FACT_CLASSES",
    "LINK_KINDS",
    "Choice",
    "Condition",
    "Effect",
    "Entity",
    "Exit",
    "Jump",
    "Line",
    "Location",
    "Phase",
    "Property",
    "PropertyUse",
    "Read",
    "Rule",
    "Section",
    "Sequence",
    "Type",
    "World",
    "Write",
]

FACT_CLASSES: tuple[type[Fact], ...] = (
    World,
    Type,
    Property,
    Entity,
    Location,
    Exit,
    Section,
    Choice,
    Rule,
    Sequence,
    Phase,
    Jump,
    Read,
    Write,
    Condition,
    Effect,
    Line,
    PropertyUse,
)
