"""What is found in a fenced block, told by its cause: a block that never ends, the text of a template, or
a piece of a diagram.

All give many syntax errors, none of which is what its author would mend.
"""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.files.markdown import Block
from compiler.model.diagnostics import Diagnostic, Related

# A tag of a template: `{{ name }}`, `{% if %}`, `<% name %>`. Behind a word, two braces are a node: `a{{text}}`.
_TAG = re.compile(r"(?<![\w-])\{\{[^{}\n]+\}\}|\{%[^{}\n]*%\}|<%[^%\n]*%>")
_NEXT_OPENING = re.compile(r"^[^\S\n]*(?:```|~~~)[`~]*\s*\w", re.MULTILINE)  # of a block that a forgotten line let in
# What begins a statement within a diagram.
_PIECE = re.compile(
    r"`(?:subgraph|loop|opt|alt|else|par|and|rect|critical|break|note|participant|actor|box|activate|deactivate|autonumber"
    r"|link|links|linkStyle|class|classDef|style|click|direction|state|namespace|section|title|dateFormat|axisFormat"
    r"|commit|branch|checkout|merge|end)(?![\w-])",
    re.IGNORECASE,
)
MANY_PIECES = 3  # blocks of a page: fewer may have lost their first line
_OMISSION = re.compile(r"\s*(\.\.\.|…|\[\.\.\.\]|\[…\])\s*")  # a line that stands for those left out


def findings_of_block(block: Block, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings in a fenced block: those of its grammar, or the one cause of all of them."""
    errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
    if not errors or not block.text.strip():
        return list(found)
    if not block.is_closed or _NEXT_OPENING.search(block.text):
        first = [Related("the first line that is no Mermaid", errors[0].span)]
        return [codes.UNCLOSED_FENCE.at(block.opening, last=block.span.end_line, count=len(errors), related=first)]
    stand_in = next(_stand_ins(block, errors), None)
    if stand_in is None:
        return list(found)
    text, error = stand_in
    return [codes.TEMPLATE_BLOCK.at(error.span, text=text)]


def without_pieces(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings of a page: one for all of its pieces, where it shows the syntax of diagrams by pieces."""
    pieces = [
        diagnostic
        for diagnostic in found
        if diagnostic.code == codes.UNKNOWN_TYPE.code and _PIECE.search(diagnostic.message)
    ]
    if len(pieces) < MANY_PIECES:
        return list(found)
    kept = [diagnostic for diagnostic in found if diagnostic not in pieces]
    return [*kept, codes.FRAGMENTS.at(pieces[0].span, count=len(pieces))]


def _stand_ins(block: Block, errors: Sequence[Diagnostic]) -> Iterator[tuple[str, Diagnostic]]:
    """Give what stands for another text in the lines with errors: a template's tag, or dots."""
    lines = block.text.split("\n")
    for error in errors:
        number = error.span.start_line - block.location.first_line
        line = lines[number] if 0 <= number < len(lines) else ""
        stand_in = _TAG.search(line) or _OMISSION.fullmatch(line)
        if stand_in:
            yield stand_in[0].strip(), error
