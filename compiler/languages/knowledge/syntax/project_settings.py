"""What `frieze.toml` says of decisions and tasks. Mistakes in it are reported where all settings are read."""

from typing import Any

from compiler.languages.knowledge.records import NamedFiles, Settings
from compiler.text.toml import TomlError, parse_toml

KINDS = ("decisions", "tasks")
FORMAT = "frieze"


def parse_project_settings(path: str, text: str) -> Settings | None:
    """The tables `[knowledge.decisions]` and `[knowledge.tasks]`; None if there is neither."""
    try:
        own = parse_toml(text).get("knowledge")
    except TomlError:
        return None
    tables = {kind: own.get(kind) for kind in KINDS} if isinstance(own, dict) else {}
    named = tuple(_named(kind, table) for kind, table in tables.items() if isinstance(table, dict))
    return Settings(path, FORMAT, "", named=named) if named else None


def _named(kind: str, table: dict[str, Any]) -> NamedFiles:
    paths, words = table.get("paths", []), table.get("status", {})
    patterns = tuple(one for one in paths if isinstance(one, str)) if isinstance(paths, list) else ()
    pairs = words.items() if isinstance(words, dict) else ()
    return NamedFiles(kind, patterns, tuple((_plain(word), state) for word, state in pairs if isinstance(state, str)))


def _plain(word: str) -> str:
    return " ".join(word.split()).casefold()
