"""The refs and paths of one source in arguments and answers, where the caller knows those of the merged snapshot."""

import re
from collections.abc import Mapping
from typing import Any

from compiler.model.source_names import qualified_path, qualified_ref, split_ref
from compiler.store.snapshot import Snapshot

_REF = re.compile(r"[dfikmrsw]:\S")
_PLACE = re.compile(r"(?P<path>.+?)(?P<line>:\d+)?", re.DOTALL)
_PATCH_LINE = re.compile(r"^(?:(?:---|\+\+\+) [ab]/|diff --git a/).*$", re.MULTILINE)
# Texts for people, and native ids: they stay as the source writes them.
_LEFT = frozenset(
    (
        *("id", "title", "text", "body", "content", "snippet", "message", "label", "description", "name", "hint"),
        *("error", "sql", "schema_version", "next_cursor", "snapshot_id", "mermaid", "svg", "ascii"),
    )
)


class SourceNaming:
    """Adds the name of a source to its refs and paths in an answer, and takes it from those in arguments."""

    def __init__(self, name: str, snapshot: Snapshot) -> None:
        """`snapshot` is that of the source alone."""
        self._name = name
        self._snapshot = snapshot
        self._known: dict[str, str] = {}

    def arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return arguments with the refs and paths of the source alone."""
        return {name: self._plain(value) for name, value in arguments.items()}

    def _plain(self, value: Any) -> Any:
        if isinstance(value, str):
            source, ref = split_ref(value)
            if source == self._name:
                return ref
            path = value.removeprefix(f"{self._name}/")
            return path if path != value and self._is_path(path.partition("#")[0]) else value
        if isinstance(value, list):
            return [self._plain(item) for item in value]
        if isinstance(value, dict):
            return {key: self._plain(item) for key, item in value.items()}
        return value

    def answer(self, value: Any, key: str = "") -> Any:
        """Return an answer with the refs and paths of the merged snapshot."""
        if isinstance(value, str):
            if key == "patch":
                return _PATCH_LINE.sub(self._patch_line, value)
            return value if key in _LEFT else self._qualified(value)
        if isinstance(value, dict):
            return {self._key(name): self.answer(item, name) for name, item in value.items()}
        return [self.answer(item, key) for item in value] if isinstance(value, list) else value

    def _patch_line(self, found: re.Match[str]) -> str:
        """Return a line of a patch that names files, with their paths in the workspace."""
        line = found[0].replace(" a/", f" a/{self._name}/", 1)
        return line.replace(" b/", f" b/{self._name}/", 1) if line.startswith(("diff", "+++")) else line

    def _key(self, name: str) -> str:
        """Return the name of a field: a map may be keyed by refs or paths."""
        return self._qualified(name) if ":" in name or "/" in name or "." in name else name

    def _qualified(self, text: str) -> str:
        if not text or len(text) > 1_000 or "\n" in text:
            return text
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._made(text)
        return found

    def _made(self, text: str) -> str:
        if _REF.match(text):
            return qualified_ref(self._name, text) if self._is_ref(text) else text
        place = _PLACE.fullmatch(text)
        if place and self._is_path(place["path"]):
            return f"{qualified_path(self._name, place['path'])}{place['line'] or ''}"
        return text

    def _is_ref(self, text: str) -> bool:
        sql = "SELECT 1 FROM object_row WHERE ref = ? UNION ALL SELECT 1 FROM link_string WHERE string = ? LIMIT 1"
        return bool(self._snapshot.rows(sql, (text, text)))

    def _is_path(self, text: str) -> bool:
        return bool(self._snapshot.rows("SELECT 1 FROM source_text WHERE path = ?", (text,)))
