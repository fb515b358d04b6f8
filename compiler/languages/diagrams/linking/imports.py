"""The files that a single-file source needs beside its entry."""

from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams.claims import WALKTHROUGH_SUFFIX
from compiler.languages.diagrams.records import DiagramFile, SessionFile
from compiler.languages.diagrams.syntax.files.sidecar import sidecar_path
from compiler.languages.diagrams.syntax.files.walkthrough import FOLDER, file_names
from compiler.model.language import InFolder


def imports(path: str, unit: Any) -> Iterator[str | InFolder]:
    """Yield the diagrams and walkthroughs of a session, or the sidecar of a diagram. Only diagrams must exist."""
    match unit:
        case SessionFile():
            yield from dict.fromkeys(diagram.path for diagram in unit.diagrams if diagram.path and diagram.path != path)
            yield walkthrough_files(unit)
        case DiagramFile(texts=(only,)) if not only.fenced:
            folder, _, name = sidecar_path(path).rpartition("/")
            yield InFolder(folder, lambda found: found == name)


def walkthrough_files(session: SessionFile) -> InFolder:
    """The files of the walkthroughs that a session lists, or all in its folder when it has no list."""
    folder = f"{session.folder}/{FOLDER}" if session.folder else FOLDER
    if session.walkthroughs is None:
        return InFolder(folder, lambda name: name.endswith(WALKTHROUGH_SUFFIX))
    listed = frozenset(name for id_ in session.walkthroughs for name in file_names(id_))
    return InFolder(folder, listed.__contains__)
