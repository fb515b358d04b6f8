"""Objects that a question about one object is about too: all of a file that is named by its path, and the assertions of
a requirement."""

from compiler.languages.requirements.facts import Requirement
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.by_name import named_object
from queries.lookup.paths import file_object, objects_of_file

_ASSERTIONS = "SELECT target FROM link_full WHERE source = ? AND kind = 'has_assertion' AND NOT dangling ORDER BY rowid"


def named_with_parts(snapshot: Snapshot, name: str, argument: str) -> tuple[ObjectRow, list[str]]:
    """Return the object of a name, and the refs of those that are asked together with it. Raises QueryError as
    `named_object` does, but not where several objects of one file have its path as their id."""
    of_file = file_object(snapshot, name)
    try:
        found = named_object(snapshot, name, argument)
    except QueryError as error:
        if of_file is None or error.code != "ambiguous":
            raise
        found = of_file
    if of_file is not None and found.file == of_file.file:
        return of_file, [ref for ref in objects_of_file(snapshot, of_file.file) if ref != of_file.ref]
    if found.kind == Requirement.kind:
        return found, [ref for (ref,) in snapshot.rows(_ASSERTIONS, (found.ref,))]
    return found, []
