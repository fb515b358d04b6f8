"""The fields of a page's front matter, written in YAML or TOML, and the addresses that it states for itself."""

import re
from typing import Any

from compiler.languages.documents.records import Json
from compiler.text.front_matter import TOML_FENCED, find_block
from compiler.text.toml import TomlError, parse_toml
from compiler.text.yaml import NodeReader, YamlError, compose

_ADDRESSES = ("permalink", "url", "aliases", "redirect_from")  # fields of front matter
_PAGE_ID = re.compile(r"[a-z][a-z0-9-]*")  # of Docusaurus, in place of the name of the file
MAX_FIELD = 2_000  # characters of a text of the front matter
_PAIR = re.compile(r"([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*))?")


def stated_routes(fields: dict[str, Json]) -> tuple[str, ...]:
    """The addresses that a page states for itself: its slug or id as written, all others only from the root of the
    site."""
    written = [text for name in _ADDRESSES for text in texts_of(fields.get(name)) if text.startswith("/")]
    own = texts_of(fields.get("slug")) or [text for text in texts_of(fields.get("id")) if _PAGE_ID.fullmatch(text)]
    return tuple(dict.fromkeys((*own, *written)))


def texts_of(value: Json) -> list[str]:
    """The texts of a field: of a list its texts."""
    listed = value if isinstance(value, list) else [value]
    return [text for text in listed if isinstance(text, str) and text]


def read_fields(text: str) -> tuple[dict[str, Json], int, int]:
    """The fields of the front matter, the offset at which the text after it begins, and its line."""
    if block := find_block(text):
        return _yaml_fields(block.yaml), block.body_start, block.body_line
    if block := find_block(text, TOML_FENCED):
        return _toml_fields(block.yaml), block.body_start, block.body_line
    return {}, 0, 1


def _yaml_fields(yaml: str) -> dict[str, Json]:
    """Fields written in YAML. What YAML refuses, such as the placeholders of a template, is read line by line."""
    try:
        node = compose(yaml, may_use_c=True)
        value = _LastWins().value(node) if node is not None else {}
    except YamlError:
        value = {found[1]: (found[2] or "").strip() for line in yaml.split("\n") if (found := _PAIR.fullmatch(line))}
    return {str(key): _bounded(inner) for key, inner in value.items()} if isinstance(value, dict) else {}


class _LastWins(NodeReader):
    """Of a key that stands twice the last value counts, and unknown tags are passed over: a page shows anyway."""

    def check(self, node: Any) -> None:
        """Accept every tag."""

    def mapping(self, node: Any, depth: int) -> dict[str, Any]:
        """Return the pairs of a mapping."""
        return {
            key.value if key.id == "scalar" else "[object Object]": self.value(value, depth + 1)
            for key, value in node.value
        }


def _toml_fields(toml: str) -> dict[str, Json]:
    try:
        value = parse_toml(toml)
    except TomlError:
        return {}
    return {key: _bounded(inner) for key, inner in value.items()}


def _bounded(value: Json) -> Json:
    """A value of plain kinds, its texts not too long. Dates become text."""
    if isinstance(value, dict):
        return {str(key): _bounded(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_bounded(inner) for inner in value]
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and abs(value) < 2**63):
        return value
    return str(value)[:MAX_FIELD]
