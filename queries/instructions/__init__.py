"""The tools of instructions to agents."""

from queries.instructions.applying import instructions_for
from queries.instructions.listing import list_instructions

__all__ = ["instructions_for", "list_instructions"]
