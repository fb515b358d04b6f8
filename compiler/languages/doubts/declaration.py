"""The declaration of the net beside the parsers."""

from compiler.model.language import Language, Linked, imported, imported_value
from compiler.model.source import Source
from compiler.text.markdown import SUFFIXES

MAX_BYTES = 4 * 1024 * 1024  # of one page
_PAGES = (*SUFFIXES, ".rst", ".adoc", ".asciidoc")


def claims(path: str) -> bool:
    """Whether a file is a page, which the net looks at."""
    lower = path.lower()
    return lower.endswith(_PAGES) and not lower.endswith(".urd.md")


def _no_imports(path: str, unit: object) -> tuple[()]:  # noqa: ARG001
    return ()


def _nothing(source: Source, units: object) -> Linked:  # noqa: ARG001
    """Doubts are linked by parts."""
    return Linked()


DOUBTS = Language(
    name="doubts",
    version="1",
    kinds="places that look like something no parser understood",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.doubts.net:parse"),
    imports=_no_imports,
    link=_nothing,
    fact_classes=imported_value("compiler.languages.doubts.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.doubts.facts:LINK_KINDS"),
    codes=tuple,
    relations=imported_value("compiler.languages.doubts.relations:RELATIONS"),
    parts=imported("compiler.languages.doubts.linking:parts"),
    link_part=imported("compiler.languages.doubts.linking:link_part"),
)
