"""The declaration of agent memory."""

from compiler.languages.memory.claims import MAX_BYTES, claims, is_named
from compiler.model.language import Language, imported, imported_value

_HERE = "compiler.languages.memory"

MEMORY = Language(
    name="memory",
    version="2",
    kinds="agent memory (memory.jsonl, *.memory.jsonl, notes with observations, auto-memory, transcripts)",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=imported(f"{_HERE}.syntax.parse:imports"),
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    is_named=is_named,
)
