"""The world language: `.urd.md` files of places, people, dialogue and rules."""

from compiler.languages.world.claims import MAX_BYTES, SUFFIX, claims
from compiler.model.language import Language, imported, imported_value

_HERE = "compiler.languages.world"

WORLD = Language(
    name="world",
    version="2",
    kinds=f"world files (*{SUFFIX})",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=imported(f"{_HERE}.linking.imports:imported_paths"),
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    outline=imported(f"{_HERE}.linking.imports:imported_paths"),
    parts=imported(f"{_HERE}.linking.parts:parts"),
    link_part=imported(f"{_HERE}.linking.parts:link_part"),
)
