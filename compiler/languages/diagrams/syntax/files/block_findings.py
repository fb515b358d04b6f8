"""What is found in a fenced block, told by its cause: a block that never ends, or the text of a template.

Both give many syntax errors, none of which is what its author would mend.
"""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.files.markdown import Block
from compiler.model.diagnostics import Diagnostic, Related

# A tag of a template: `{{ name }}`, `{% if %}`, `<% name %>`. Behind a word, two braces are a node: `a{{text}}`.
_TAG = re.compile(r"(?<![\w-])\{\{[^{}\n]+\}\}|\{%[^{}\n]*%\}|<%[^%\n]*%>")
_NEXT_OPENING = re.compile(r"^[^\S\n]*(?:```|~~~)[`~]*\s*\w", re.MULTILINE)  # of a block that a forgotten line let in
_OMISSION = re.compile(r"\s*(\.\.\.|…|\[\.\.\.\]|\[…\])\s*")  # a line that stands for those left out


def findings_of_block(block: Block, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings in a fenced block: those of its grammar, or the one cause of all of them."""
    errors = [one for one in found if one.severity == "error"]
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


def _stand_ins(block: Block, errors: Sequence[Diagnostic]) -> Iterator[tuple[str, Diagnostic]]:
    """Give what stands for another text in the lines with errors: a template's tag, or dots."""
    lines = block.text.split("\n")
    for error in errors:
        number = error.span.start_line - block.location.first_line
        line = lines[number] if 0 <= number < len(lines) else ""
        stand_in = _TAG.search(line) or _OMISSION.fullmatch(line)
        if stand_in:
            yield stand_in[0].strip(), error
