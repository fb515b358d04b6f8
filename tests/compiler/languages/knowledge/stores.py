"""Medulla stores for tests: as the lines that Loro would give, and as real documents where loro is installed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compiler.languages.knowledge.syntax.medulla import loro

STORE, SNAPSHOT = ".medulla/loro.db", ".medulla/snapshot"
Maps = dict[str, dict[str, Any]]


def name(number: int) -> str:
    """The id of entity `number`."""
    return f"{number:04x}b2c3-0000-4000-8000-{number:012}"


def entity(number: int, **values: Any) -> dict[str, Any]:
    """The record of an entity, by its id."""
    record = {
        "id": name(number),
        "sequence_number": number,
        "title": f"Title {number}",
        "created_at": f"2026-01-{number:02}T08:00:00.123456789+00:00",
        "updated_at": f"2026-02-{number:02}T08:00:00+00:00",
        "tags": [],
    }
    return {name(number): record | values}


def relation(source: int, word: str, target: int, **values: Any) -> dict[str, Any]:
    """The record of a relation, by its key."""
    ends = {"source_id": name(source), "target_id": name(target), "relation_type": word}
    return {f"{name(source)}:{word}:{name(target)}": ends | {"created_at": "2026-03-01T00:00:00Z"} | values}


def written(maps: Maps) -> bytes:
    """A store that only `readable` makes readable, written without loro."""
    rows = [{"map": map_name, "key": key, "value": value} for map_name in maps for key, value in maps[map_name].items()]
    lines = [{"format": "loro", "maps": sorted(maps), "records": len(rows)}, *rows]
    return loro.MAGIC + "".join(json.dumps(one) + "\n" for one in lines).encode()


def readable(patch: pytest.MonkeyPatch) -> None:
    """Patch loro so that it reads stores of `written`, and no others."""

    def lines_of(content: bytes) -> str:
        return content.removeprefix(loro.MAGIC).decode()

    patch.setattr(loro, "reader", lambda: "loro")
    patch.setattr(loro, "lines_of", lines_of)


def unreadable(patch: pytest.MonkeyPatch) -> None:
    """Patch loro as if it were not installed."""
    patch.setattr(loro, "installed_in", lambda: "")


def document(maps: Maps, change: Callable[[Any], None] = lambda _: None) -> Any:
    """A Loro document of these maps, laid out as Medulla does. Skips the test when loro is not installed."""
    library = pytest.importorskip("loro")
    made = library.LoroDoc()
    for map_name, records in maps.items():
        for key, record in records.items():
            held = made.get_map(map_name).insert_container(key, library.LoroMap())
            for field, value in record.items():
                if isinstance(value, list):
                    listed = held.insert_container(field, library.LoroList())
                    for one in value:
                        listed.push(one)
                else:
                    held.insert(field, value)
    change(made)
    made.commit()
    return made


def stored(maps: Maps, change: Callable[[Any], None] = lambda _: None) -> bytes:
    """The bytes of such a document."""
    library = pytest.importorskip("loro")
    exported: bytes = document(maps, change).export(library.ExportMode.Snapshot())
    return exported
