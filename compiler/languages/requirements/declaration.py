"""Declares the language: markdown that states requirements, code and tests that cite them, results, configuration."""

from compiler.languages.requirements.claims import MARKDOWN, MAX_BYTES, RESULTS, claims, imports
from compiler.model.language import Language, imported, imported_value

_HERE = "compiler.languages.requirements"

REQUIREMENTS = Language(
    name="requirements",
    version="3",
    kinds=f"requirements (*{MARKDOWN[0]}), the code and tests that cite them, and JUnit results (*{RESULTS})",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=imports,
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    outline=imported(f"{_HERE}.syntax.roles:outline"),
    further=imported(f"{_HERE}.syntax.roles:further"),
    parse_as=imported(f"{_HERE}.syntax.parse:parse_as"),
)
