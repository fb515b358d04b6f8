"""The declaration of instructions to agents."""

from compiler.languages.instructions.formats import claims
from compiler.model.language import Language, imported, imported_value

MAX_BYTES = 4 * 1024 * 1024  # of one file

INSTRUCTIONS = Language(
    name="instructions",
    version="4",
    kinds="instructions to agents (AGENTS.md, CLAUDE.md, GEMINI.md, rules of Copilot, Cursor, Windsurf, Cline, Kiro)",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.instructions.syntax.parse:parse"),
    imports=imported("compiler.languages.instructions.syntax.parse:imports"),
    link=imported("compiler.languages.instructions.linking.link:link"),
    fact_classes=imported_value("compiler.languages.instructions.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.instructions.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.instructions.codes:CODES"),
    relations=imported_value("compiler.languages.instructions.relations:RELATIONS"),
    outline=imported("compiler.languages.instructions.records:outline"),
    further=imported("compiler.languages.instructions.linking.imports:further"),
    parse_as=imported("compiler.languages.instructions.syntax.parse:parse_as"),
    asks=imported("compiler.languages.instructions.linking.link:asks"),
    proofs=imported_value("compiler.languages.instructions.proofs:PROOFS"),
)
