"""Declares the language: markdown that states requirements, code and tests that cite them, results, configuration."""

from compiler.languages.requirements.claims import MARKDOWN, MAX_BYTES, RESULTS, claims, imports, is_markdown
from compiler.languages.requirements.formats.reqif.format import is_archive
from compiler.model.language import BinaryFiles, Language, LanguageSettings, imported, imported_value

REQUIREMENTS = Language(
    name="requirements",
    version="17",
    kinds=f"requirements (*{MARKDOWN[0]}, and the formats of docs/formats.md), the code and tests that cite them, and "
    f"JUnit results (*{RESULTS})",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.requirements.syntax.parse:parse"),
    imports=imports,
    link=imported("compiler.languages.requirements.linking.link:link"),
    fact_classes=imported_value("compiler.languages.requirements.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.requirements.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.requirements.codes:CODES"),
    relations=imported_value("compiler.languages.requirements.relations:RELATIONS"),
    asks=imported("compiler.languages.requirements.linking.project:asks"),
    outline=imported("compiler.languages.requirements.syntax.roles:outline"),
    further=imported("compiler.languages.requirements.syntax.roles:further"),
    unneeded=imported("compiler.languages.requirements.syntax.relevance:unneeded"),
    parse_as=imported("compiler.languages.requirements.syntax.parse:parse_as"),
    binary=BinaryFiles(
        is_archive,
        imported("compiler.languages.requirements.syntax.archives:parse_archive"),
        imported("compiler.languages.requirements.syntax.archives:shown"),
        lambda: "",
    ),
    settings=LanguageSettings(
        {"specifications": ("active", "provisional", "aspirational", "retired")},
        is_markdown,
        {"specifications": ("id", "number", "levels")},
        imported("compiler.languages.requirements.configuration.stated:mistakes"),
    ),
    proofs=imported_value("compiler.languages.requirements.proofs:PROOFS"),
)
