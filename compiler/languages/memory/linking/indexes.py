"""Indexes of auto-memory: what they say of each file, and files that they list and that are no memory."""

from collections.abc import Mapping

from compiler.languages.memory import codes
from compiler.languages.memory.records import Document
from compiler.model.diagnostics import Diagnostic
from compiler.model.source import Source
from compiler.model.spans import Span


def indexes(source: Source, documents: Mapping[str, Document]) -> tuple[dict[str, str], list[Diagnostic]]:
    """What the indexes say of each file, by its path, and their findings. Of a single file nothing else was read."""
    said: dict[str, str] = {}
    found: list[Diagnostic] = []
    for path, document in documents.items():
        for one in document.listed:
            if ":" in one.target:
                continue  # an address
            target = _below(path.rpartition("/")[0], one.target)
            said.setdefault(target, f"{one.title}\n{one.hook}".strip())
            if source.entry is None and target.endswith(".md") and target not in documents:
                span = Span(path, one.place.line, one.place.column, one.place.last, one.place.end)
                found.append(codes.UNKNOWN_FILE.at(span, target=one.target))
    return said, found


def _below(folder: str, target: str) -> str:
    """The path below the root that is written in a file of a folder; one that leads out of it stays as written."""
    parts = [] if target.startswith("/") else folder.split("/") if folder else []
    for part in target.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
