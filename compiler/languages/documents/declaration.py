"""The declaration of pages, and of code that may cite."""

from compiler.languages.documents.claims import MAX_BYTES, claims, is_page
from compiler.model.language import Language, Linked, imported, imported_value
from compiler.model.source import Source


def _nothing(source: Source, units: object) -> Linked:  # noqa: ARG001
    """Pages are linked by parts."""
    return Linked()


DOCUMENTS = Language(
    name="documents",
    version="15",
    kinds="pages (*.md, *.mdx, *.markdown, *.qmd, *.mdc, *.rst, *.adoc) and code with comments that cite any of these",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported("compiler.languages.documents.syntax.parse:parse"),
    imports=imported("compiler.languages.documents.syntax.parse:imports"),
    link=_nothing,
    fact_classes=imported_value("compiler.languages.documents.facts:FACT_CLASSES"),
    link_kinds=imported_value("compiler.languages.documents.facts:LINK_KINDS"),
    codes=imported_value("compiler.languages.documents.codes:CODES"),
    relations=imported_value("compiler.languages.documents.relations:RELATIONS"),
    outline=imported("compiler.languages.documents.linking.parts:outline"),
    parts=imported("compiler.languages.documents.linking.parts:parts"),
    link_part=imported("compiler.languages.documents.linking.link:link_part"),
    makes_file_object=is_page,
    links_texts=True,
    proofs=lambda: {"": "the file is markdown or reStructuredText"},
)
