"""The declaration of the diagrams language."""

from compiler.languages.diagrams.claims import MAX_BYTES, claims, may_hold_diagrams
from compiler.model.language import Language, Parsed, imported, imported_value

_HERE = "compiler.languages.diagrams"
_parse_file = imported(f"{_HERE}.syntax.parse:parse")


def _parse(path: str, text: str) -> Parsed:
    return _parse_file(path, text) if may_hold_diagrams(path, text) else Parsed(None, ())


DIAGRAMS = Language(
    name="diagrams",
    version="2",
    kinds="Mermaid diagrams (*.mmd, *.mermaid, ```mermaid blocks in *.md) and their sessions",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=_parse,
    imports=imported(f"{_HERE}.linking.imports:imports"),
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    outline=imported(f"{_HERE}.linking.parts:outline"),
    parts=imported(f"{_HERE}.linking.parts:parts"),
    link_part=imported(f"{_HERE}.linking.parts:link_part"),
)
