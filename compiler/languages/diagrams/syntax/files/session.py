"""Reading the meta file of a session: its diagrams, cross-references and selection."""

import re

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.records import Kind, ListedDiagram, SessionFile, XrefRecord
from compiler.languages.diagrams.syntax.files.json_objects import Fields, JsonObject
from compiler.model.diagnostics import Diagnostic

DRIVE = re.compile(r"[A-Za-z]:")
KINDS: tuple[Kind, ...] = (
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
)


def is_session_meta(value: object) -> bool:
    """Whether a JSON value describes a session. A file with the legacy name may also be a sidecar."""
    return isinstance(value, JsonObject) and ("session_id" in value or isinstance(value.get("diagrams"), list))


def read_session(path: str, value: JsonObject, diagnostics: list[Diagnostic]) -> SessionFile:
    folder = path.rpartition("/")[0]
    fields = Fields(value, "the session", diagnostics)
    listed = [read_listed_diagram(listed, folder) for listed in fields.objects("diagrams", "diagram")]
    xrefs = [read_xref(listed) for listed in fields.objects("xrefs", "cross-reference")]
    return SessionFile(
        path=path,
        span=value.span,
        id=fields.id("session_id", consequence="the session is called after its folder") or "",
        active_diagram=fields.text("active_diagram_id") or "",
        active_walkthrough=fields.text("active_walkthrough_id") or "",
        walkthroughs=read_walkthrough_ids(fields),
        diagrams=tuple(diagram for diagram in listed if diagram),
        xrefs=tuple(xref for xref in xrefs if xref),
        selected=fields.refs("selected_object_refs"),
    )


def read_walkthrough_ids(fields: Fields) -> tuple[str, ...] | None:
    """The ids of the walkthroughs; None, which means all in the folder, when the session has no list of them."""
    if not isinstance(fields.values.get("walkthrough_ids"), list):
        fields.texts("walkthrough_ids")
        return None
    listed = fields.texts("walkthrough_ids")
    return tuple(text for text in listed if fields.check_id("walkthrough_ids", text, "it is ignored"))


def read_listed_diagram(fields: Fields, folder: str) -> ListedDiagram | None:
    """An entry of `diagrams`; None when it has no id."""
    id_ = fields.id("diagram_id", consequence="the diagram goes by the name of its file")
    if id_ is None:
        return None
    fields.what = f"the diagram `{id_}`"
    kind = fields.required("kind", consequence="its text tells") or ""
    if kind and kind not in KINDS:
        fields.wrong("kind", kind, f"one of {', '.join(KINDS)}", "its text tells")
        kind = ""
    return ListedDiagram(
        id=id_,
        name=fields.required("name", consequence="its title serves") or "",
        kind=kind,
        path=read_path(fields, folder),
        revision=fields.number("rev"),
        span=fields.span,
    )


def read_path(fields: Fields, folder: str) -> str | None:
    """The file of a diagram, below the root; None, with a diagnostic, when the path is missing or leads out."""
    written = fields.required("mmd_path", consequence="the diagram has no text")
    if written is None:
        return None
    parts = [part for part in written.replace("\\", "/").split("/") if part != "."]
    if not all(parts) or ".." in parts or DRIVE.match(written):
        fields.diagnostics.append(codes.BAD_PATH.at(fields.span, id=fields.values["diagram_id"], found=written))
        return None
    return "/".join([folder, *parts] if folder else parts)


def read_xref(fields: Fields) -> XrefRecord | None:
    """An entry of `xrefs`; None when it has no id or lacks an end."""
    id_ = fields.id("xref_id", consequence="the cross-reference is left out")
    if id_ is None:
        return None
    fields.what = f"the cross-reference `{id_}`"
    from_ref = fields.ref("from", consequence="the cross-reference is left out")
    to_ref = fields.ref("to", consequence="the cross-reference is left out")
    kind = fields.required("kind", consequence="it counts as empty") or ""
    if from_ref is None or to_ref is None:
        return None
    return XrefRecord(id_, from_ref, to_ref, kind, fields.text("label"), fields.span)
