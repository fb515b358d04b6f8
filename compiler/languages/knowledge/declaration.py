"""Project knowledge: decisions, tasks, notes, prompts, components and links, in the formats of their tools."""

from compiler.languages.knowledge.claims import MAX_BYTES, claims, is_store, settings_near
from compiler.model.language import BinaryFiles, Language, imported, imported_value

_HERE = "compiler.languages.knowledge"

KNOWLEDGE = Language(
    name="knowledge",
    version="3",
    kinds="decisions, tasks and notes in markdown, Beads (*.jsonl), Task Master (tasks.json) and Medulla (loro.db)",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=settings_near,
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    outline=imported(f"{_HERE}.linking.roles:outline"),
    further=imported(f"{_HERE}.linking.roles:further"),
    parse_as=imported(f"{_HERE}.syntax.parse:parse_as"),
    binary=BinaryFiles(
        is_store,
        imported(f"{_HERE}.syntax.medulla.store:parse_store"),
        imported(f"{_HERE}.syntax.medulla.store:shown"),
        imported(f"{_HERE}.syntax.medulla.loro:reader"),
    ),
)
