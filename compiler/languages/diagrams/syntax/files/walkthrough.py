"""Reading the walkthrough in a `.wt.json` file, and the names of such files."""

import re

from compiler.languages.diagrams.claims import WALKTHROUGH_SUFFIX
from compiler.languages.diagrams.records import Step, StepEdge, WalkthroughFile
from compiler.languages.diagrams.syntax.files.json_objects import Fields, JsonObject
from compiler.model.diagnostics import Diagnostic

FOLDER = "walkthroughs"
MAX_REVISION = 1_000_000

# Ids that some file system does not accept as a name.
UNSAFE_NAME = re.compile(
    r'~.*|\.\.?|.*[ .]|.*[<>:"/\\|?*\x00-\x1f\x7f].*|(?:con|prn|aux|nul|com[1-9]|lpt[1-9])[ ]*(?:\..*)?',
    re.DOTALL | re.IGNORECASE,
)


def file_names(id_: str) -> tuple[str, ...]:
    """The names that the file of a walkthrough may have, the encoded one first: `~773a31.wt.json` for `w:1`."""
    encoded = f"~{id_.encode().hex()}" if UNSAFE_NAME.fullmatch(id_) else id_
    return tuple(f"{stem}{WALKTHROUGH_SUFFIX}" for stem in dict.fromkeys((encoded, id_)))


def id_of_file(path: str) -> str:
    """The id that a file name encodes: the reverse of `file_names`."""
    stem = path.rpartition("/")[2][: -len(WALKTHROUGH_SUFFIX)]
    if stem.startswith("~"):
        try:
            return bytes.fromhex(stem[1:]).decode()
        except ValueError:
            pass
    return stem


def read_walkthrough(path: str, value: JsonObject, diagnostics: list[Diagnostic]) -> WalkthroughFile:
    fields = Fields(value, "the walkthrough", diagnostics)
    id_ = fields.id("walkthrough_id", consequence="it goes by the name of its file")
    steps = [read_step(listed) for listed in fields.objects("nodes", "node")]
    edges = [read_edge(listed) for listed in fields.objects("edges", "edge")]
    return WalkthroughFile(
        path=path,
        span=value.span,
        id=id_ or id_of_file(path).replace("/", ".") or "walkthrough",
        title=fields.required("title", consequence="its id serves") or "",
        revision=fields.number("rev", MAX_REVISION),
        source=fields.text("source"),
        steps=tuple(step for step in steps if step),
        edges=tuple(edge for edge in edges if edge),
    )


def read_step(fields: Fields) -> Step | None:
    """An entry of `nodes`; None when it has no id."""
    id_ = fields.id("node_id", consequence="the node is left out")
    if id_ is None:
        return None
    fields.what = f"the node `{id_}`"
    return Step(
        id=id_,
        title=fields.required("title", consequence="its id serves") or "",
        body=fields.text("body_md"),
        refs=fields.refs("refs"),
        tags=fields.texts("tags"),
        status=fields.text("status"),
        span=fields.span,
    )


def read_edge(fields: Fields) -> StepEdge | None:
    """An entry of `edges`; None when it lacks an end."""
    ends = [fields.id(field, consequence="the edge is left out") for field in ("from_node_id", "to_node_id")]
    source, target = ends
    kind = fields.required("kind", consequence="it counts as empty") or ""
    if source is None or target is None:
        return None
    return StepEdge(source, target, kind, fields.text("label"), fields.span)
