"""The units of the diagrams language: what one file says, before anything is resolved.

Paths are below the root of the source. Optional fields are "" or empty where the file leaves them out.
"""

from typing import Any, Literal, NamedTuple

from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

Kind = Literal[
    "flowchart",
    "sequence",
    "state",
    "class",
    "er",
    "requirement",
    "c4",
    "gantt",
    "gitgraph",
    "architecture",
    "block",
    "mindmap",
    "other",
    "unknown",
]


class TextLocation(NamedTuple):
    """Where the text of a diagram stands in its file.

    `first_line` is the line of its first character. `columns[i]` is the number of bytes before line i of the text on
    its line of the file, because a fenced block may be indented or quoted. Lines beyond `columns` have none.
    """

    path: str
    first_line: int = 1
    columns: tuple[int, ...] = ()


class DiagramText(NamedTuple):
    """One diagram of a file, parsed. `number` counts the fenced blocks of a markdown file from 1, and is 0 when the
    file itself is the diagram.
    """

    span: Span
    number: int
    text: str
    kind: Kind
    mermaid_type: str
    title: str
    ast: dict[str, Any]
    has_errors: bool

    @property
    def fenced(self) -> bool:
        return self.number > 0


class DiagramFile(NamedTuple):
    """A `.mmd` file, or a markdown file with at least one diagram."""

    path: str
    texts: tuple[DiagramText, ...]


class ListedDiagram(NamedTuple):
    """An entry of a session's `diagrams`. `path` is None when the session states none that may be read."""

    id: str
    name: str
    kind: str
    path: str | None
    revision: int
    span: Span


class XrefRecord(NamedTuple):
    """An entry of a session's `xrefs`. Its `status` is not read."""

    id: str
    from_ref: str
    to_ref: str
    kind: str
    label: str | None
    span: Span


class SessionFile(NamedTuple):
    """The meta file of a session. `walkthroughs` is None when the session takes all in the folder `walkthroughs`."""

    path: str
    span: Span
    id: str
    active_diagram: str
    active_walkthrough: str
    walkthroughs: tuple[str, ...] | None
    diagrams: tuple[ListedDiagram, ...]
    xrefs: tuple[XrefRecord, ...]
    selected: tuple[str, ...]

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]


class StableEdge(NamedTuple):
    """An edge of a sidecar: its stable id, and the ends and label that identify it."""

    id: str
    from_node: str
    to_node: str
    label: str
    style: str
    span: Span


class StableMessage(NamedTuple):
    """A message of a sidecar: its stable id, and what identifies it. `kind` is sync, async or return."""

    id: str
    from_participant: str
    to_participant: str
    kind: str
    text: str
    span: Span


class Sidecar(NamedTuple):
    """The `.meta.json` beside the file of a diagram. Its `diagnostics` are reported only if that diagram exists.

    `nodes` and `participants` map names in the diagram to stable ids; the notes are by stable id. `is_certain` tells
    whether the file declares itself a sidecar, so that a missing diagram is worth a diagnostic.
    """

    path: str
    span: Span
    is_certain: bool
    diagnostics: tuple[Diagnostic, ...] = ()
    nodes: tuple[tuple[str, str], ...] = ()
    participants: tuple[tuple[str, str], ...] = ()
    edges: tuple[StableEdge, ...] = ()
    messages: tuple[StableMessage, ...] = ()
    node_notes: tuple[tuple[str, str], ...] = ()
    participant_notes: tuple[tuple[str, str], ...] = ()


class Step(NamedTuple):
    """A step of a walkthrough: an entry of its `nodes`."""

    id: str
    title: str
    body: str | None
    refs: tuple[str, ...]
    tags: tuple[str, ...]
    status: str | None
    span: Span


class StepEdge(NamedTuple):
    """A way from step to step: an entry of a walkthrough's `edges`."""

    from_step: str
    to_step: str
    kind: str
    label: str | None
    span: Span


class WalkthroughFile(NamedTuple):
    """A `.wt.json` file."""

    path: str
    span: Span
    id: str
    title: str
    revision: int
    source: str | None
    steps: tuple[Step, ...]
    edges: tuple[StepEdge, ...]


class BrokenFile(NamedTuple):
    """A session's meta file or a walkthrough that is not a JSON object. The diagnostics of its parsing say why."""

    path: str


Unit = DiagramFile | SessionFile | Sidecar | WalkthroughFile | BrokenFile
