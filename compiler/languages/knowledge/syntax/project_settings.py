"""What `frieze.toml` says of decisions and tasks, whose mistakes are reported where all settings are read; and which
boxes of a vault are tasks."""

from typing import Any

import orjson

from compiler.languages.knowledge.claims import TASKS_PLUGIN
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


def parse_tasks_plugin(path: str, text: str) -> Settings | None:
    """The global filter of Obsidian's Tasks: only boxes with this text are tasks in its vault. None without one."""
    try:
        values = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    word = values.get("globalFilter") if isinstance(values, dict) else None
    root = path.removesuffix(TASKS_PLUGIN).rstrip("/")
    return Settings(path, "obsidian", root, prefix=word.strip()) if isinstance(word, str) and word.strip() else None


def _named(kind: str, table: dict[str, Any]) -> NamedFiles:
    paths, words = table.get("paths", []), table.get("status", {})
    patterns = tuple(path for path in paths if isinstance(path, str)) if isinstance(paths, list) else ()
    pairs = words.items() if isinstance(words, dict) else ()
    return NamedFiles(kind, patterns, tuple((_plain(word), state) for word, state in pairs if isinstance(state, str)))


def _plain(word: str) -> str:
    return " ".join(word.split()).casefold()
