"""What type of diagram a prepared text is, and what to say when it is none.

`types.detect` holds the table of types; here is what stands around it: comments that may precede the header, the header
that was meant, and the one trap of the detection.
"""

import difflib
import re
from typing import NamedTuple

from compiler.languages.diagrams.scripts import JS_SPACE
from compiler.languages.diagrams.types import Kind
from compiler.languages.diagrams.types import detect as type_of

# What may stand before the header: the preparation leaves a bare `%%`.
SKIPPED = re.compile(rf"(?:{JS_SPACE}|%%[^\n]*\n)*")
C4_WORD = re.compile("C4(?:Container|Component|Dynamic|Deployment)")
HEADERS = """
graph flowchart sequenceDiagram stateDiagram stateDiagram-v2 classDiagram erDiagram requirementDiagram gantt pie journey
gitGraph mindmap timeline quadrantChart C4Context block-beta architecture-beta kanban sankey-beta packet-beta zenuml
xychart-beta radar-beta treemap-beta
"""


class Detected(NamedTuple):
    kind: Kind
    name: str  # Mermaid's; "" when unknown
    suggestion: str | None = None


def detect(text: str, config: dict[str, object]) -> Detected:
    """The type of a diagram without front matter, directives and comments; kind "unknown" when it has none."""
    skipped = SKIPPED.match(text)
    header = text[skipped.end() if skipped else 0 :]
    kind, name = type_of(header, config)
    return Detected(kind, name, None if name else _suggestion(header))


def _suggestion(header: str) -> str | None:
    first = re.match(r"[^\s;:{(\[]{0,40}", header)
    words = {word.lower(): word for word in HEADERS.split()}
    near = difflib.get_close_matches(first[0].lower() if first else "", words, 1, 0.75)
    return f"Did you mean `{words[near[0]]}`?" if near else None


def mistaken_for_c4(detected: Detected, code: str) -> re.Match[str] | None:
    """The word that makes Mermaid take a diagram of another type for a C4 diagram: it seeks these words anywhere."""
    return C4_WORD.search(code) if detected.name not in ("c4", "") else None
