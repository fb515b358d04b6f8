"""Reads an export of the program, `needs.json`: the needs of its current version."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Need, Place, Unread
from compiler.languages.requirements.formats.sphinx_needs.items import NAME
from compiler.text.surrogates import without_surrogates

Json = Any
EXPORTED = "exported"
_KEY = re.compile(r'"([^"\\\n]{1,200})"\s*:\s*\{')
# Fields of an export that are lists, and no links.
_LISTS = frozenset(["tags", "sections", "constraints", "parts", "parent_needs"])
_KNOWN_NAMES = """
id type title status content description parts type_name external_css layout style
"""
_KNOWN = frozenset(_KNOWN_NAMES.split())
_MADE = frozenset(["docname", "lineno", "lineno_content", "doctype", "sections", "section_name"])


def read_export(path: str, text: str) -> ItemsFile | None:
    """Return the needs of an export; None of JSON that is none."""
    if '"versions"' not in text or '"needs"' not in text:
        return None
    try:
        root = without_surrogates(json.loads(text))
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        unread = Unread(path.rpartition("/")[2], "it is no JSON", Place(line, 1, 1))
        return ItemsFile(NAME, path, unread=(unread,))
    version = _mapping(_mapping(_mapping(root).get("versions")).get(str(_mapping(root).get("current_version"))))
    needs = _mapping(version.get("needs"))
    places = _places(text, needs)
    links = _link_fields(version)
    items = tuple(
        _item(key, need, places.get(key, Place(1, 1, 1)), links) for key, need in needs.items() if _is_need(need)
    )
    return ItemsFile(NAME, path, items) if items else None


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _is_need(need: Json) -> bool:
    return isinstance(need, dict) and isinstance(need.get("id"), str) and isinstance(need.get("type"), str)


def _places(text: str, needs: Mapping[str, Json]) -> dict[str, Place]:
    """Where the key of each need stands."""
    found: dict[str, Place] = {}
    line, seen = 1, text.find('"needs"')
    line += text.count("\n", 0, max(seen, 0))
    for key in _KEY.finditer(text, max(seen, 0)):
        if key[1] in needs and key[1] not in found:
            line += text.count("\n", seen, key.start())
            seen = key.start()
            column = len(text[text.rfind("\n", 0, seen) + 1 : seen].encode("utf-8", "surrogatepass")) + 2
            found[key[1]] = Place(line, column, column + len(key[1].encode("utf-8", "surrogatepass")))
    return found


def _link_fields(version: Mapping[str, Json]) -> frozenset[str] | None:
    """The names of link types, if the export says them."""
    schema = _mapping(_mapping(version.get("needs_schema")).get("properties"))
    return frozenset(name for name, field in schema.items() if _mapping(field).get("field_type") == "links") or None


def _item(key: str, need: Mapping[str, Json], place: Place, links: frozenset[str] | None) -> Item:
    parts = _mapping(need.get("parts"))
    return Item(
        need["id"],
        _text(need.get("title")),
        need["type"],
        _text(need.get("status")),
        _text(need.get("content") or need.get("description")).strip(),
        place.line,
        place.line,
        place.end,
        tuple(Need(str(label), place, _text(_mapping(part).get("content")).strip()) for label, part in parts.items()),
        tuple(_cites(need, place, links)),
        tuple(_fields(need)),
        ((EXPORTED, "sure" if links else "perhaps"), ("written", key)),
    )


def _cites(need: Mapping[str, Json], place: Place, links: frozenset[str] | None) -> Iterator[Cited]:
    for name, value in need.items():
        if isinstance(value, list) and (name in links if links else name not in _LISTS and not name.endswith("_back")):
            yield from (Cited(name, target, place) for target in value if isinstance(target, str))


def _fields(need: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    for name, value in need.items():
        if name in _KNOWN or name in _MADE or name.endswith("_back") or isinstance(value, bool | dict):
            continue
        if text := ", ".join(map(str, value)) if isinstance(value, list) else _text(value):
            yield name, text


def _text(value: Json) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)
