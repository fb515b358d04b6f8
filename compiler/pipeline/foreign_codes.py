"""The diagnostics about the sources of a workspace file, and about what they cite in each other."""

from compiler.languages.knowledge import codes as knowledge
from compiler.languages.requirements import codes as requirements
from compiler.model.diagnostics import Code, Phase

BROKEN_SOURCE = Code(
    "FRZ117", "error", Phase.DISCOVER, "The source '{name}' cannot be read, and nothing of it is here: {reason}"
)
AMBIGUOUS = Code(
    "FRZ303",
    "info",
    Phase.CROSS,
    "'{text}' is the id of objects of {count} other sources, and nothing decides which is meant: {refs}.",
)
CODES = (BROKEN_SOURCE, AMBIGUOUS)

# What a source alone reports of a reference that leads nowhere. It goes where another source has the object.
OF_BROKEN_REFERENCES = frozenset(
    code.code
    for code in (
        requirements.UNKNOWN_REQUIREMENT,
        requirements.UNKNOWN_ASSERTION,
        knowledge.UNKNOWN_DEPENDENCY,
        knowledge.UNKNOWN_DECISION,
        knowledge.UNKNOWN_NOTE,
        knowledge.UNKNOWN_PARENT,
        knowledge.DANGLING_RELATION,
    )
)
