"""Objects of diagrams as the seed's `object.get` shows them: a map with a `type` (`seq_message`, `flow_node`) and the
seed's names of the fields, the same as those of the tools of the packs."""

from collections.abc import Mapping
from typing import Any

from compiler.model.facts import Object
from compiler.store.snapshot import Snapshot

# By kind of object: the seed's name of a field, and ours.
FIELDS: Mapping[str, Mapping[str, str]] = {
    "participant": {"participant_id": "participant", "mermaid_name": "name", "role": "type"},
    "message": {
        "message_id": "message",
        "from_participant_id": "from_participant",
        "to_participant_id": "to_participant",
        "kind": "message_kind",
        "arrow": "arrow",
        "text": "text",
        "order_key": "order_key",
    },
    "block": {"block_id": "block", "kind": "block_kind", "header": "header"},
    "block_section": {"section_id": "section", "kind": "section_kind", "header": "header", "message_ids": "messages"},
    "node": {"node_id": "node", "label": "label", "shape": "shape", "mermaid_id": "name"},
    "edge": {
        "edge_id": "edge",
        "from_node_id": "from_node",
        "to_node_id": "to_node",
        "label": "label",
        "connector": "connector",
        "style": "style",
    },
}


def tagged_object(snapshot: Snapshot, fact: Object) -> dict[str, Any] | None:
    """Return the object of a diagram as `{type, …}`; None for any other object. An empty optional field is null."""
    if fact.kind not in FIELDS or not fact.ref.startswith("d:"):
        return None
    _, family, category, _ = fact.ref.rsplit("/", 3)
    found = {name: _value(getattr(fact, own)) for name, own in FIELDS[fact.kind].items()}
    if fact.kind == "block":
        found |= _parts_of_block(snapshot, fact.ref.removeprefix("d:").partition("/")[0], found["block_id"])
    return {"type": f"{family}_{category}", **found}


def _value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else None if value == "" else value


def _parts_of_block(snapshot: Snapshot, diagram: str, block: str) -> dict[str, list[str]]:
    sections = "SELECT section FROM fact_diagram_section WHERE diagram = ? AND block = ? ORDER BY rowid"
    blocks = "SELECT block FROM fact_diagram_block WHERE diagram = ? AND parent = ? ORDER BY rowid"
    return {
        name: [id_ for (id_,) in snapshot.rows(sql, (diagram, block))]
        for name, sql in (("section_ids", sections), ("child_block_ids", blocks))
    }
