"""Which type of diagram a text is: its first words decide, in Mermaid's own order.

Both functions take a text without front matter, directives and comments. They return our `kind` (which grammar reads
the text) and Mermaid's own name of the type.
"""

import difflib
import re
from collections.abc import Mapping
from typing import NamedTuple

from compiler.languages.diagrams.records import Kind
from compiler.languages.diagrams.syntax.shared.text import JS_SPACE


class DiagramType(NamedTuple):
    """One row of the table. Example: `DiagramType(r"gantt", "other", "gantt")`."""

    header: str  # a regular expression for the beginning of the text, after its blanks
    kind: Kind
    name: str


# Order matters: a header is a bare prefix, so `flowchart-elk` must be tried before `flowchart`.
TYPES: tuple[DiagramType, ...] = (
    DiagramType(r"flowchart-elk", "flowchart", "flowchart-elk"),
    DiagramType(r"mindmap", "mindmap", "mindmap"),
    DiagramType(r"architecture", "architecture", "architecture"),
    DiagramType(r"zenuml", "other", "zenuml"),
    DiagramType(r"agentflow-beta\b", "other", "agentflow"),
    DiagramType(r"C4(?:Context|Container|Component|Dynamic|Deployment)", "c4", "c4"),
    DiagramType(r"kanban", "other", "kanban"),
    DiagramType(r"classDiagram-v2", "class", "classDiagram"),
    DiagramType(r"classDiagram", "class", "class"),
    DiagramType(r"erDiagram", "er", "er"),
    DiagramType(r"gantt", "gantt", "gantt"),
    DiagramType(r"info", "other", "info"),
    DiagramType(r"pie", "other", "pie"),
    DiagramType(r"requirement(?:Diagram)?", "requirement", "requirement"),
    DiagramType(r"sequenceDiagram", "sequence", "sequence"),
    DiagramType(r"flowchart|graph", "flowchart", "flowchart-v2"),
    DiagramType(r"timeline", "other", "timeline"),
    DiagramType(r"gitGraph", "gitgraph", "gitGraph"),
    DiagramType(r"stateDiagram", "state", "stateDiagram"),
    DiagramType(r"journey", "other", "journey"),
    DiagramType(r"quadrantChart", "other", "quadrantChart"),
    DiagramType(r"sankey", "other", "sankey"),
    DiagramType(r"packet", "other", "packet"),
    DiagramType(r"xychart", "other", "xychart"),
    DiagramType(r"block", "block", "block"),
    DiagramType(r"eventmodeling", "other", "eventmodeling"),
    DiagramType(r"radar-beta", "other", "radar"),
    DiagramType(r"treemap", "other", "treemap"),
    DiagramType(r"treeView-beta", "other", "treeView"),
    DiagramType(r"venn-beta", "other", "venn"),
    DiagramType(r"(?i:ishikawa(?:-beta)?\b)", "other", "ishikawa"),
    DiagramType(r"(?i:wardley-beta)", "other", "wardley-beta"),
    DiagramType(r"swimlane-beta\b", "flowchart", "swimlane"),
    DiagramType(r"usecase-beta\b", "other", "usecase"),
    DiagramType(r"cynefin-beta\b", "other", "cynefin"),
    DiagramType(r"(?i:railroad-beta)", "other", "railroad"),
    DiagramType(r"(?i:railroad-ebnf-beta)", "other", "railroadEbnf"),
    DiagramType(r"(?i:railroad-abnf-beta)", "other", "railroadAbnf"),
    DiagramType(r"(?i:railroad-peg-beta)", "other", "railroadPeg"),
)

HEADER = re.compile(r"\s*(?:" + "|".join(f"({row.header})" for row in TYPES) + ")")

# What may precede the header: `prepare` leaves lines of a bare `%%`.
BEFORE_HEADER = re.compile(rf"(?:{JS_SPACE}|%%[^\n]*\n)*")
C4_WORD = re.compile("C4(?:Container|Component|Dynamic|Deployment)")
SUGGESTED_HEADERS = """
graph flowchart sequenceDiagram stateDiagram stateDiagram-v2 classDiagram erDiagram requirementDiagram gantt pie journey
gitGraph mindmap timeline quadrantChart C4Context block-beta architecture-beta kanban sankey-beta packet-beta zenuml
xychart-beta radar-beta treemap-beta
"""


def type_of(code: str, config: Mapping[str, object] | None = None) -> tuple[Kind, str]:
    """Kind and Mermaid's name by the header that begins a text: `("flowchart", "flowchart-v2")`, `("unknown", "")`."""
    found = HEADER.match(code)
    row = TYPES[found.lastindex - 1] if found and found.lastindex else None
    if row and row.name == "flowchart-v2" and renderer(config) == "elk":
        return "flowchart", "flowchart-elk"
    return (row.kind, row.name) if row else ("unknown", "")


def renderer(config: Mapping[str, object] | None) -> object:
    """The value of `flowchart.defaultRenderer` in a configuration."""
    section = (config or {}).get("flowchart")
    return section.get("defaultRenderer") if isinstance(section, Mapping) else None


class DetectedType(NamedTuple):
    """The type of a diagram. `name` is Mermaid's, "" when unknown; then `suggestion` may offer a header."""

    kind: Kind
    name: str
    suggestion: str | None = None


def detect(text: str, config: dict[str, object]) -> DetectedType:
    """The type of a diagram whose header may follow blanks and lines of a bare `%%`."""
    skipped = BEFORE_HEADER.match(text)
    header = text[skipped.end() if skipped else 0 :]
    kind, name = type_of(header, config)
    return DetectedType(kind, name, None if name else _suggestion(header))


def _suggestion(header: str) -> str | None:
    first = re.match(r"[^\s;:{(\[]{0,40}", header)
    words = {word.lower(): word for word in SUGGESTED_HEADERS.split()}
    near = difflib.get_close_matches(first[0].lower() if first else "", words, 1, 0.75)
    return f"Did you mean `{words[near[0]]}`?" if near else None


def find_c4_word(detected: DetectedType, code: str) -> re.Match[str] | None:
    """The word that makes Mermaid take a diagram of another type for a C4 diagram: it looks for them anywhere."""
    return C4_WORD.search(code) if detected.name not in ("c4", "") else None
