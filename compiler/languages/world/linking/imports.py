"""Import paths: from the path as written to a path below the root of the source."""

from collections.abc import Iterable

from compiler.languages.world import codes
from compiler.languages.world.claims import SUFFIX
from compiler.languages.world.records import Import, Unit
from compiler.model.diagnostics import Diagnostic

# The suggestion of every import that cannot be followed.
LEFT_OUT = "What it declares is not in this world; names that it may declare are not reported as unresolved."


def imported_paths(path: str, unit: Unit) -> tuple[str, ...]:
    """The files that a unit imports, as paths below the root, without itself. Invalid import paths are left out."""
    resolved = (resolve_path(path, record) for record in unit.imports)
    return tuple(target for target in dict.fromkeys(resolved) if isinstance(target, str) and target != path)


def resolve_path(importer: str, record: Import) -> str | Diagnostic:
    """The path below the root that an import names, or the diagnostic of an invalid path."""
    path = written = written_path(record)
    if not path:
        return codes.IMPORT_EMPTY.at(record.span, importer=importer, line=record.span.start_line, suggestion=LEFT_OUT)
    if path.startswith("/") or _has_drive(path):
        return codes.IMPORT_ABSOLUTE.at(
            record.span, written=written, suggestion=f"Write the path from the folder of this file. {LEFT_OUT}"
        )
    if not path.endswith(SUFFIX):  # in lower case, as other tools of the language require
        return codes.IMPORT_EXTENSION.at(record.span, written=written, suggestion=LEFT_OUT)
    folder = importer.rpartition("/")[0]
    normalized = _normalized([*folder.split("/"), *path.split("/")])
    if normalized is None:
        return codes.IMPORT_OUTSIDE.at(record.span, written=written, suggestion=LEFT_OUT)
    return normalized


def written_path(record: Import) -> str:
    """The path as written, with forward slashes."""
    return record.path.strip().replace("\\", "/")


def _has_drive(path: str) -> bool:
    return path[1:2] == ":" and path[0].isascii() and path[0].isalpha()


def _normalized(segments: Iterable[str]) -> str | None:
    """The path without `.` and `..`, None when it leads above the root."""
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            if not kept:
                return None
            kept.pop()
        elif segment not in ("", "."):
            kept.append(segment)
    return "/".join(kept)
