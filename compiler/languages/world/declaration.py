"""The world language: `.urd.md` files of places, people, dialogue and rules."""

from compiler.languages.world.claims import MAX_BYTES, SUFFIX, claims
from compiler.model.language import Language, imported, imported_value

WORLD = Language(
    name="world",
    version="3",
    kinds=f"world files (*{SUFFIX})",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.world.syntax.parse:parse"),
    imports=imported("compiler.languages.world.linking.imports:imported_paths"),
    link=imported("compiler.languages.world.linking.link:link"),
    fact_classes=imported_value("compiler.languages.world.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.world.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.world.codes:CODES"),
    relations=imported_value("compiler.languages.world.relations:RELATIONS"),
    outline=imported("compiler.languages.world.linking.imports:imported_paths"),
    parts=imported("compiler.languages.world.linking.parts:parts"),
    link_part=imported("compiler.languages.world.linking.parts:link_part"),
    proofs=lambda: {"": "the name of the file ends in .urd.md"},
)
