"""Agent memory: what agents learnt, said and handed over, in the files that they leave behind."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.memory.places import MAX_BYTES, is_claimed, is_index, is_named_memory
from compiler.model.language import InFolder, Language, imported, imported_value

_HERE = "compiler.languages.memory"


def _is_named(path: str) -> bool:
    return is_named_memory(path) or is_index(path)


def _imports(path: str, unit: Any) -> Iterable[str | InFolder]:  # noqa: ARG001
    return ()


MEMORY = Language(
    name="memory",
    version="2",
    kinds="agent memory (memory.jsonl, *.memory.jsonl, notes with observations, auto-memory, transcripts)",
    max_bytes=MAX_BYTES,
    claims=is_claimed,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=_imports,
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    is_named=_is_named,
)
