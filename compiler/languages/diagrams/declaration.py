"""The declaration of the diagrams language."""

from compiler.languages.diagrams.claims import MAX_BYTES, claims, may_hold_diagrams
from compiler.model.language import Language, Parsed, imported, imported_value

_parse_file = imported("compiler.languages.diagrams.syntax.parse:parse")


def _parse(path: str, text: str) -> Parsed:
    return _parse_file(path, text) if may_hold_diagrams(path, text) else Parsed(None, ())


DIAGRAMS = Language(
    name="diagrams",
    version="12",
    kinds="Mermaid diagrams (*.mmd, *.mermaid, mermaid blocks in *.md, *.mdx, *.qmd) and their sessions",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=_parse,
    imports=imported("compiler.languages.diagrams.linking.imports:imports"),
    link=imported("compiler.languages.diagrams.linking.link:link"),
    fact_classes=imported_value("compiler.languages.diagrams.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.diagrams.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.diagrams.codes:CODES"),
    relations=imported_value("compiler.languages.diagrams.relations:RELATIONS"),
    outline=imported("compiler.languages.diagrams.linking.parts:outline"),
    parts=imported("compiler.languages.diagrams.linking.parts:parts"),
    link_part=imported("compiler.languages.diagrams.linking.parts:link_part"),
    proofs=lambda: {"": "a fence mermaid, or a file of diagrams"},
)
