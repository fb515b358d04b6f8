"""The errors that the knowledge seed names and numbers: `EntityNotFound`, -32001.

An error of a tool of knowledge, or of any resource, carries the name as `error_type` and the number as `error_code`.
`server.protocol.resources` decides where the number is the code of the JSON-RPC error itself.
"""

from collections.abc import Collection
from typing import NamedTuple

from queries.errors.query_error import QueryError

NUMBERED_PACK = "knowledge"  # the tools of the other packs have no numbers in their seeds


class ErrorType(NamedTuple):
    """A numbered error: its name, its number, and when it is given."""

    name: str
    number: int
    meaning: str


ENTITY_NOT_FOUND = ErrorType("EntityNotFound", -32001, "a tool of knowledge: no entity has this id")
ENTITY_TYPE_INVALID = ErrorType(
    "EntityTypeInvalid", -32002, "a tool of knowledge: there is no such type of entity, and nothing else is wrong"
)
VALIDATION_FAILED = ErrorType("ValidationFailed", -32003, "a tool of knowledge: an argument is wrong or missing")
RELATION_TARGET_NOT_FOUND = ErrorType(
    "RelationTargetNotFound", -32004, "never: it is about writing a relation, and nothing is written"
)
RESOURCE_NOT_FOUND = ErrorType("ResourceNotFound", -32005, "a resource: nothing has this URI")
INVALID_RESOURCE_URI = ErrorType("InvalidResourceUri", -32006, "a resource: a part of the URI is wrong")
STORAGE_ERROR = ErrorType(
    "StorageError", -32010, "never: a source that cannot be read ends the server with status 2 before it answers"
)
INTERNAL_ERROR = ErrorType("InternalError", -32011, "a resource: a failure that nobody foresaw")

ERROR_TYPES = (
    ENTITY_NOT_FOUND,
    ENTITY_TYPE_INVALID,
    VALIDATION_FAILED,
    RELATION_TARGET_NOT_FOUND,
    RESOURCE_NOT_FOUND,
    INVALID_RESOURCE_URI,
    STORAGE_ERROR,
    INTERNAL_ERROR,
)


def number_tool_error(error: QueryError, names_of_type: Collection[str]) -> QueryError:
    """Add name and number to an error of a tool of knowledge, if the seed numbers it. `names_of_type` are the names of
    the tool's argument for the type of an entity."""
    found = {"not_found": ENTITY_NOT_FOUND, "invalid_argument": VALIDATION_FAILED}.get(error.code)
    wrong = [problem.get("argument") for problem in error.fields.get("problems", ())]
    if found is VALIDATION_FAILED and wrong and all(name in names_of_type for name in wrong):
        found = ENTITY_TYPE_INVALID
    return _numbered(error, found)


def number_resource_error(error: QueryError) -> QueryError:
    """Add name and number to an error of a resource, if the seed numbers it."""
    found = {"not_found": RESOURCE_NOT_FOUND, "invalid_argument": INVALID_RESOURCE_URI}.get(error.code)
    return _numbered(error, found)


def _numbered(error: QueryError, found: ErrorType | None) -> QueryError:
    if found is not None:
        error.fields = {"error_type": found.name, "error_code": found.number, **error.fields}
    return error
