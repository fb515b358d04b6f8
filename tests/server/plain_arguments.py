"""Arguments that tools answer, of names that a source has."""

from collections.abc import Mapping
from typing import Any

from compiler.store.snapshot import Snapshot


def known_arguments(snapshot: Snapshot, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a tool requires, as far as names of the source serve."""
    rows = snapshot.rows("SELECT kind, min(id), min(ref) FROM object_row GROUP BY kind ORDER BY kind")
    by_kind = {kind: (id, ref) for kind, id, ref in rows}
    found = {}
    for name in schema.get("required", ()):
        id, ref = by_kind.get(name.removesuffix("_id"), rows[0][1:])
        value = ref if "ref" in name else id
        is_list = schema["properties"][name]["type"] == "array"
        found[name] = [value] if is_list else schema["properties"][name].get("enum", [value])[0]
    return found
