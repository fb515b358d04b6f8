"""The declaration of pages and code that may cite."""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.documents.claims import MAX_BYTES, claims
from compiler.model.language import Language, Linked, Part, Units, imported
from compiler.model.source import Source


def _no_parts(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:  # noqa: ARG001
    """Nothing is linked: mentions are found in all texts of a source at once."""
    return ()


def _nothing(source: Source, units: Units) -> Linked:  # noqa: ARG001
    return Linked()


DOCUMENTS = Language(
    name="documents",
    version="1",
    kinds="pages and code that cite any of these (*.md, *.mdx, *.qmd, and code with comments)",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.documents.syntax.parse:parse"),
    imports=imported("compiler.languages.documents.syntax.parse:imports"),
    link=_nothing,
    fact_classes=tuple,
    link_kinds=tuple,
    codes=tuple,
    parts=_no_parts,
)
