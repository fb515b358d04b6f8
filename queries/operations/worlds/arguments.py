"""Arguments of operations on worlds, and how they are checked."""

import re

from queries.errors.query_error import QueryError
from queries.operations.arguments import one_line
from queries.operations.draft import Draft
from queries.tools.parameters import Parameter, echoed
from queries.world.selection import WORLD

__all__ = ["APPLIES_TO", "WORLD"]

APPLIES_TO = "World files (`.urd.md`)."
ENTITY = Parameter("entity_id", "string", "The id of an entity, such as @warden.", required=True, max_length=500)
TYPE = Parameter("type", "string", "The name of a type, such as Character.", required=True, max_length=500)
PROPERTY = Parameter("property", "string", "The name of a property, such as trust.", required=True, max_length=500)
LOCATION = Parameter("location", "string", "The id or the heading of a location.", required=True, max_length=500)
DIRECTION = Parameter("direction", "string", "The name of the exit, such as north.", required=True, max_length=500)
SECTION = Parameter(
    "section", "string", "The id of a section, such as garden/greet, or its name.", required=True, max_length=500
)
CHOICE = Parameter("choice", "string", "The id of a choice, such as garden/greet/ask.", required=True, max_length=1_000)
SITE = Parameter(
    "site", "string", "The id or ref of a choice, an exit (gatehouse/north) or a rule.", required=True, max_length=1_000
)

RESERVED = ("player", "target", "here", "end", "any")  # words of the language
_ENTITY_ID = re.compile(r"[a-z_][A-Za-z0-9_]*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def entity_id(name: str, text: str) -> str:
    """Return the id of a new entity without `@`. Raises QueryError if the language does not read it everywhere."""
    found = text.strip().removeprefix("@")
    if not _ENTITY_ID.fullmatch(found):
        problem = "An id is made of letters, digits and underscores, and begins with a small letter or an underscore"
        raise QueryError("invalid_argument", problem, **{name: echoed(text)})
    if found in RESERVED:
        raise QueryError("invalid_argument", f"'{found}' is a word of the language", **{name: echoed(text)})
    return found


def plain_name(name: str, text: str) -> str:
    """Return the name of a new property, exit or the like. Raises QueryError for another form."""
    found = text.strip()
    if not _NAME.fullmatch(found):
        problem = "A name is made of letters, digits, hyphens and underscores, and begins with a letter"
        raise QueryError("invalid_argument", problem, **{name: echoed(text)})
    return found


def content_text(name: str, text: str) -> str:
    """Return a text of one line that ends where it ends: without a comment. Raises QueryError."""
    found = one_line(name, text)
    if " //" in f" {found}" or "\t" in found:
        raise QueryError("invalid_argument", f"'{name}' has neither a comment nor a tab", **{name: echoed(text)})
    return found


def check_world_file(draft: Draft, files: tuple[str, ...], file: str) -> None:
    """Raise QueryError if a file does not belong to a world."""
    if file not in files or draft.snapshot.text(file) is None:
        raise QueryError("not_found", "The world has no file of this name", file=echoed(file), files=list(files[:20]))
