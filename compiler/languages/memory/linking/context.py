"""The context of records: who supersedes or merges whom, what stands beside a fact, who is named but not declared."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from compiler.languages.memory import codes
from compiler.languages.memory.linking.branch_views import BranchViews
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog
from compiler.languages.memory.records import Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.source import Source

MERGEABLE = ("fact", "observation", "relation", "conversation", "message")  # types that a merge copies
_MAX_NEIGHBOURS = 1_000  # characters


class RecordContext:
    """What other records say of a record. `index_texts` is what a `MEMORY.md` says of each file, by path."""

    def __init__(self, log: RecordLog, views: BranchViews, index_texts: Mapping[str, str]) -> None:
        self._log, self._views, self._index_texts = log, views, index_texts
        self._successors: defaultdict[str, list[RecordHistory]] = defaultdict(list)  # fact -> facts that supersede it
        for history in log.of("fact"):
            if parent := history.now.get("parent_id"):
                self._successors[parent].append(history)
        self._merged_into: defaultdict[str, dict[str, None]] = defaultdict(dict)  # ref of a record -> branches
        for history in log.of("merge"):
            for item in history.now.get("items_merged", ()):
                for kind in MERGEABLE:
                    if merged := views.named(kind, item, history.now.get("source", "")):
                        self._merged_into[merged.ref][history.now.get("target")] = None
        self._beside: dict[tuple[str, str], str] = {}  # path and text of a fact -> the texts beside it
        self._note_texts: defaultdict[str, list[str]] = defaultdict(list)  # path -> texts of its facts
        for history in log.of("fact"):
            if history.now.format == "basic-memory":
                self._note_texts[history.now.path].append(history.now.get("text", ""))

    def successor(self, fact: RecordHistory) -> str | None:
        """Return the first fact that supersedes a fact, of those that the branch of the fact sees."""
        for history in self._successors.get(fact.id, ()):
            if self._views.seen("fact", history.id, fact.now.branch) is history:
                return history.id
        return None

    def merged_into(self, history: RecordHistory) -> tuple[str, ...]:
        """Return the branches to which merges copied a record from its branch."""
        return tuple(self._merged_into.get(history.ref, ()))

    def missing_items(self, merge: RecordHistory) -> tuple[str, ...]:
        """Return the items of a merge that no record has."""
        items = (*merge.now.get("items_merged", ()), *merge.now.get("items_rejected", ()))
        return tuple(item for item in items if not any(self._log.has(kind, item) for kind in MERGEABLE))

    def neighbours(self, fact: RecordHistory) -> str:
        """Return the other facts of the same note; for auto-memory, what the index says of the file."""
        if fact.now.format == "auto-memory":
            return self._index_texts.get(fact.now.path, "")
        if fact.now.format != "basic-memory":
            return ""
        path, text = fact.now.path, fact.now.get("text", "")
        if (path, text) not in self._beside:
            self._beside[path, text] = "\n".join(self._texts_beside(path, text))[:_MAX_NEIGHBOURS]
        return self._beside[path, text]

    def _texts_beside(self, path: str, own: str) -> Iterator[str]:
        """Give the texts of a note that are not `own`, as many as are kept: a note may have thousands of facts."""
        characters = 0
        for text in self._note_texts.get(path, ()):
            if characters > _MAX_NEIGHBOURS:
                return
            if text != own:
                yield text
                characters += len(text) + 1

    def undeclared_sessions(self) -> dict[str, RecordHistory]:
        """Return the sessions that no record declares, each with the first record that names it."""
        names = ((history.now.get("session_id"), history) for history in self._log.histories if history.now.is_put)
        return self._undeclared("session", names)

    def undeclared_entities(self) -> dict[str, RecordHistory]:
        """Return the entities that no record declares, each with the first relation or fact that names it."""
        return self._undeclared("entity", self._entity_names())

    def _entity_names(self) -> Iterator[tuple[str | None, RecordHistory]]:
        for history in self._log.of("relation"):
            yield history.now.get("source"), history
            yield history.now.get("target"), history
        for history in self._log.of("fact"):
            yield history.now.get("subject"), history

    def _undeclared(
        self, record_type: str, names: Iterator[tuple[str | None, RecordHistory]]
    ) -> dict[str, RecordHistory]:
        first: dict[str, RecordHistory] = {}
        for name, history in names:
            if name and not self._log.has(record_type, name):
                first.setdefault(name, history)
        return first


def read_indexes(source: Source, units: Mapping[str, Unit]) -> tuple[dict[str, str], list[Diagnostic]]:
    """Return what the `MEMORY.md` files say of each file, by its path, and report listed files that are no memory.

    Nothing is reported for a single-file source, of which no other file was read.
    """
    texts: dict[str, str] = {}
    diagnostics: list[Diagnostic] = []
    for path, unit in units.items():
        for link in unit.index_links:
            if ":" in link.target:
                continue  # a URL
            target = _resolved(path.rpartition("/")[0], link.target)
            texts.setdefault(target, f"{link.title}\n{link.hook}".strip())
            if source.entry is None and target.lower().endswith(".md") and target not in units:
                diagnostics.append(codes.UNKNOWN_FILE.at(link.span.in_file(path), target=link.target))
    return texts, diagnostics


def _resolved(folder: str, target: str) -> str:
    """Return the path below the root that `target` means in a file of `folder`. `..` above the root stays as it is."""
    parts = [] if target.startswith("/") else folder.split("/") if folder else []
    for part in target.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
