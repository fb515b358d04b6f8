"""Reading the sidecar of a diagram, `<stem>.meta.json` beside it: stable ids, and notes that the text cannot hold."""

from typing import Any

from compiler.languages.diagrams.claims import SIDECAR_SUFFIX
from compiler.languages.diagrams.records import Sidecar, StableEdge, StableMessage
from compiler.languages.diagrams.syntax.files.json_objects import Fields, JsonObject
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file

MESSAGE_KINDS = ("sync", "async", "return")
SIDECAR_FIELDS = ("mmd_path", "stable_id_map", "flow_edges", "sequence_messages")


def sidecar_path(diagram_path: str) -> str:
    """The path of the sidecar of a diagram: the last extension of the diagram's path is replaced."""
    folder, slash, name = diagram_path.rpartition("/")
    stem = name.rpartition(".")[0] if "." in name else name
    return f"{folder}{slash}{stem}{SIDECAR_SUFFIX}"


def read_sidecar(path: str, value: Any, diagnostics: list[Diagnostic]) -> Sidecar | None:
    """The sidecar, broken or not; None for JSON of another program, since `.meta.json` is a common name."""
    if not isinstance(value, JsonObject):
        broken = Sidecar(path, whole_file(path), is_certain=False, diagnostics=tuple(diagnostics))
        return broken if diagnostics else None
    has_fields = any(field in value for field in SIDECAR_FIELDS)
    if "diagram_id" not in value and not has_fields:
        return None
    fields = Fields(value, "the sidecar", diagnostics)
    fields.id("diagram_id", consequence="the diagram that it stands beside is meant")
    fields.required("mmd_path", consequence="the diagram that it stands beside is meant")
    maps = value.get("stable_id_map")
    if maps is not None and not isinstance(maps, JsonObject):
        fields.wrong("stable_id_map", maps, "an object", "it is ignored")
    stable = Fields(maps, "`stable_id_map`", diagnostics) if isinstance(maps, JsonObject) else None
    edges = [read_edge(listed) for listed in fields.objects("flow_edges", "edge")]
    messages = [read_message(listed) for listed in fields.objects("sequence_messages", "message")]
    node_notes, participant_notes = (fields.pairs(f"{kind}_notes") for kind in ("flow_node", "sequence_participant"))
    return Sidecar(
        path=path,
        span=value.span,
        is_certain="diagram_id" in value and has_fields,
        nodes=stable.ids("by_mermaid_id") if stable else (),
        participants=stable.ids("by_name") if stable else (),
        edges=tuple(edge for edge in edges if edge),
        messages=tuple(message for message in messages if message),
        node_notes=node_notes,
        participant_notes=participant_notes,
        diagnostics=tuple(diagnostics),
    )


def read_edge(fields: Fields) -> StableEdge | None:
    ids = [fields.id(field, consequence="it is ignored") for field in ("edge_id", "from_node_id", "to_node_id")]
    id_, source, target = ids
    if id_ is None or source is None or target is None:
        return None
    return StableEdge(id_, source, target, fields.text("label") or "", fields.text("style") or "", fields.span)


def read_message(fields: Fields) -> StableMessage | None:
    names = ("message_id", "from_participant_id", "to_participant_id")
    id_, source, target = (fields.id(name, consequence="it is ignored") for name in names)
    kind, text = (fields.required(name, consequence="it is ignored") for name in ("kind", "text"))
    if kind is not None and kind not in MESSAGE_KINDS:
        fields.wrong("kind", kind, f"one of {', '.join(MESSAGE_KINDS)}", "it is ignored")
        return None
    if id_ is None or source is None or target is None or kind is None or text is None:
        return None
    return StableMessage(id_, source, target, kind, text, fields.span)
