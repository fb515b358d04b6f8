"""Objects that a question about one object is about too: all of a file that is named by its path, the assertions of a
requirement, and the sections of a page, or of the page on which a decision, a task or a requirement is written, as far
as they are inside its lines."""

from compiler.languages.documents.facts import Document, DocumentSection
from compiler.languages.requirements.facts import Requirement
from compiler.model.source_names import qualified_ref, split_ref
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.by_name import named_object
from queries.lookup.paths import MAX_OBJECTS, file_object, objects_of_file

_PAGE = "SELECT ref, start_line, end_line FROM object_row WHERE ref = ? AND kind = ?"
_ASSERTIONS = "SELECT target FROM link_full WHERE source = ? AND kind = 'has_assertion' AND NOT dangling ORDER BY rowid"
# The refs of the sections of a page begin with that of the page and `#`.
_SECTIONS = """
SELECT ref, start_line, end_line FROM object_row WHERE ref > ? || '#' AND ref < ? || '$' AND kind = ?
ORDER BY rowid LIMIT ?
"""


def named_with_parts(
    snapshot: Snapshot, name: str, argument: str, *, has_sections: bool = False
) -> tuple[ObjectRow, list[str]]:
    """Return the object of a name, and the refs of those that are asked together with it: with `has_sections` those of
    pages too. Raises QueryError as `named_object` does, but not where several objects of one file have its path as
    their id."""
    of_file = file_object(snapshot, name)
    try:
        found = named_object(snapshot, name, argument)
    except QueryError as error:
        if of_file is None or error.code != "ambiguous":
            raise
        found = of_file
    if of_file is not None and found.file == of_file.file:
        return of_file, [ref for ref in objects_of_file(snapshot, of_file.file) if ref != of_file.ref]
    linked = [ref for (ref,) in snapshot.rows(_ASSERTIONS, (found.ref,))] if found.kind == Requirement.kind else []
    return found, [*linked, *(_sections(snapshot, found) if has_sections else ())]


def _sections(snapshot: Snapshot, found: ObjectRow) -> list[str]:
    """Return the refs of the sections of a page that are inside the lines of an object, perhaps of the whole page."""
    if found.kind == DocumentSection.kind or not found.file:
        return []
    page = found.ref if found.kind == Document.kind else _ref_of_page(found)
    sections = snapshot.rows(_SECTIONS, (page, page, DocumentSection.kind, MAX_OBJECTS))
    whole = () if found.kind == Document.kind else snapshot.rows(_PAGE, (page, Document.kind))
    return [ref for ref, first, last in (*whole, *sections) if found.start_line <= first and last <= found.end_line]


def _ref_of_page(found: ObjectRow) -> str:
    """Return the ref of the page on which an object is written; in several sources both have the name of theirs."""
    name, _ = split_ref(found.ref)
    if not name:
        return f"f:{found.file}"
    return qualified_ref(name, f"f:{found.file.removeprefix(f'{name}/')}")
