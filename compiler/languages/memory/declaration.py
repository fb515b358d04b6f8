"""The declaration of agent memory."""

from compiler.languages.memory.claims import MAX_BYTES, claims, is_named
from compiler.model.language import Language, imported, imported_value

MEMORY = Language(
    name="memory",
    version="11",
    kinds="agent memory (memory.jsonl, *.memory.jsonl, notes with observations, auto-memory, transcripts)",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.memory.syntax.parse:parse"),
    imports=imported("compiler.languages.memory.syntax.parse:imports"),
    link=imported("compiler.languages.memory.linking.link:link"),
    fact_classes=imported_value("compiler.languages.memory.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.memory.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.memory.codes:CODES"),
    relations=imported_value("compiler.languages.memory.relations:RELATIONS"),
    asks=imported("compiler.languages.memory.linking.link:unreadable"),
    is_named=is_named,
    proofs=imported_value("compiler.languages.memory.syntax.detect:PROOFS"),
)
