"""Project knowledge: decisions, tasks, notes, prompts, components and links, in the formats of their tools."""

from compiler.languages.knowledge.claims import MAX_BYTES, claims, is_store, may_be_named, settings_near
from compiler.model.language import BinaryFiles, Language, LanguageSettings, imported, imported_value

KNOWLEDGE = Language(
    name="knowledge",
    version="24",
    kinds="decisions, tasks and notes in markdown, decisions in AsciiDoc, Beads (*.jsonl), Task Master and other lists "
    "(tasks.json, prd.json), tasks in Org, Medulla (loro.db), issues of GitHub, Jira and Linear (*.json, *.xml, *.csv)",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.knowledge.syntax.parse:parse"),
    imports=settings_near,
    link=imported("compiler.languages.knowledge.linking.link:link"),
    fact_classes=imported_value("compiler.languages.knowledge.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.knowledge.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.knowledge.codes:CODES"),
    relations=imported_value("compiler.languages.knowledge.relations:RELATIONS"),
    asks=imported("compiler.languages.knowledge.linking.page_names:asks"),
    outline=imported("compiler.languages.knowledge.linking.outline:outline"),
    further=imported("compiler.languages.knowledge.linking.roles:further"),
    parse_as=imported("compiler.languages.knowledge.syntax.parse:parse_as"),
    settings=LanguageSettings(
        {
            "decisions": ("proposed", "accepted", "deprecated", "superseded"),
            "tasks": ("todo", "in_progress", "done", "blocked", "archived"),
        },
        may_be_named,
    ),
    binary=BinaryFiles(
        is_store,
        imported("compiler.languages.knowledge.syntax.medulla.store:parse_store"),
        imported("compiler.languages.knowledge.syntax.medulla.store:shown"),
        imported("compiler.languages.knowledge.syntax.medulla.loro:reader"),
    ),
    proofs=imported_value("compiler.languages.knowledge.proofs:PROOFS"),
)
