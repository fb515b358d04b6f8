"""Imports: from what a writer wrote to a path below the root of the source."""

from collections.abc import Iterable

from compiler.languages.world import codes
from compiler.languages.world.claims import SUFFIX
from compiler.languages.world.records import Import, Unit
from compiler.model.diagnostics import Diagnostic

# What a file that cannot be had means for its importer.
LEFT_OUT = "What it declares is not in this world; names that it may declare are not reported as unresolved."


def wanted(path: str, unit: Unit) -> Iterable[str]:
    """The files that a unit imports, as paths below the root; imports that can name no file are left out."""
    located = (locate(path, record) for record in unit.imports)
    return [target for target in dict.fromkeys(located) if isinstance(target, str) and target != path]


def outline(path: str, unit: Unit) -> tuple[str, ...]:
    """What dividing the files into parts needs to know of one: the files that it imports."""
    return tuple(wanted(path, unit))


def locate(importer: str, record: Import) -> str | Diagnostic:
    """The path that an import of a file names, below the root, or the finding that it can name none."""
    path = written = as_path(record)
    if not path:
        return codes.IMPORT_EMPTY.at(record.span, importer=importer, line=record.span.start_line, suggestion=LEFT_OUT)
    if path.startswith("/") or _has_drive(path):
        return codes.IMPORT_ABSOLUTE.at(
            record.span, written=written, suggestion=f"Write the path from the folder of this file. {LEFT_OUT}"
        )
    if not path.endswith(SUFFIX):
        return codes.IMPORT_EXTENSION.at(record.span, written=written, suggestion=LEFT_OUT)
    folder = importer.rpartition("/")[0]
    folded = _fold([*folder.split("/"), *path.split("/")])
    if folded is None:
        return codes.IMPORT_OUTSIDE.at(record.span, written=written, suggestion=LEFT_OUT)
    return folded


def as_path(record: Import) -> str:
    """What a writer wrote, with forward slashes."""
    return record.path.strip().replace("\\", "/")


def _has_drive(path: str) -> bool:
    return path[1:2] == ":" and path[0].isascii() and path[0].isalpha()


def _fold(segments: Iterable[str]) -> str | None:
    """The path without `.` and `..`; None when it leads above the root."""
    folded: list[str] = []
    for segment in segments:
        if segment == "..":
            if not folded:
                return None
            folded.pop()
        elif segment not in ("", "."):
            folded.append(segment)
    return "/".join(folded)
