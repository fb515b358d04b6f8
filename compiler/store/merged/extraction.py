"""One source of a merged snapshot as a snapshot of its own, with the refs and paths that it has alone.

It is made where the snapshot that was merged is gone: in a frozen workspace, and when the source has changed since.
What it cites in other sources keeps their names, and dangles.
"""

from collections import Counter
from typing import Any

from compiler.disk.temporary import MEMORY
from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.facts import File
from compiler.model.source_names import SEPARATOR
from compiler.store.connection import closed_on_error, connect
from compiler.store.diagnostic_table import PartDiagnostic
from compiler.store.merged.merged_database import part_of_source
from compiler.store.merged.source_rows import Renaming, source_rows
from compiler.store.opening import snapshot_of
from compiler.store.schema import table_of
from compiler.store.snapshot import Snapshot
from compiler.store.writer import Writer

PART = part_of_source(1)
_TEXTS = "SELECT path, text FROM source_text"


class OwnNaming(Renaming):
    """Takes the name of a source from its refs and paths."""

    def ref(self, ref: str) -> str:
        """Return a ref as the source alone has it; that of another source stays."""
        return ref.removeprefix(f"{self.name}{SEPARATOR}")

    def path(self, path: str) -> str:
        """Return a path as the source alone has it."""
        return path.removeprefix(f"{self.name}/")


def extracted(view: Snapshot, name: str) -> Snapshot:
    """Return the source of a name as a snapshot in memory. `view` is that of its rows in the merged snapshot
    (`view_of_source`)."""
    naming = OwnNaming(name)
    with closed_on_error(connect(MEMORY)) as database:
        writer = Writer(database, fact_classes())
        writer.replace(PART, source_rows(view, naming), fact_classes())
        writer.finish()
        writer.write_diagnostics(
            {PART}, [PartDiagnostic(PART, naming.diagnostic(diagnostic)) for diagnostic in view.diagnostics()]
        )
        writer.write_texts({naming.path(path): text for path, text in view.rows(_TEXTS)})
        writer.write_meta(_meta(view, name))
        writer.commit()
        return snapshot_of(database, fact_classes, link_kinds)


def _meta(view: Snapshot, name: str) -> dict[str, Any]:
    own = view.sources[0]
    read = Counter(file.language for file in view.facts(File))
    languages = {
        language: {**language_meta, "files": read[language]}
        for language, language_meta in (view.meta.get("languages") or {}).items()
        if read[language]
    }
    unread = {path.removeprefix(f"{name}/"): reason for path, reason in (view.meta.get("unread") or {}).items()}
    return {
        "id": own["snapshot_id"],
        "source": name,
        "entry": None,
        "revision": own.get("revision"),
        "as_of": view.meta["as_of"],
        "compiler_version": view.meta["compiler_version"],
        "languages": languages,
        "unread": unread,
        "tables": {fact_class.table: table_of(fact_class).columns for fact_class in fact_classes()},
    }
