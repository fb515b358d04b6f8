"""Snapshots in memory, of facts that are at hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import ExampleFile, Fact, Link, LinkKind, Unread
from compiler.store.connection import closed_on_error, connect
from compiler.store.diagnostic_table import PartDiagnostic
from compiler.store.opening import snapshot_of
from compiler.store.part_rows import part_rows
from compiler.store.snapshot import Snapshot
from compiler.store.writer import Writer


@dataclass(frozen=True, slots=True)
class Contents:
    """What a snapshot is made of. `meta` holds JSON values, its id among them; `texts` maps path to source text."""

    meta: Mapping[str, Any]
    facts: Sequence[Fact]
    links: Sequence[Link]
    diagnostics: Sequence[Diagnostic]
    texts: Mapping[str, str]
    fact_classes: Sequence[type[Fact]]
    link_kinds: Sequence[LinkKind]


def freeze(contents: Contents) -> Snapshot:
    """Freeze facts that are at hand into a snapshot in memory."""
    fact_classes = list(
        dict.fromkeys([*contents.fact_classes, ExampleFile, Unread])
    )  # which every snapshot is asked for
    with closed_on_error(connect(":memory:")) as database:
        writer = Writer(database, fact_classes, contents.link_kinds)
        writer.replace(0, part_rows(contents.facts, contents.links), fact_classes)
        writer.finish()
        writer.write_diagnostics({0}, [PartDiagnostic(0, one) for one in contents.diagnostics])
        writer.write_texts(contents.texts)
        writer.write_meta(contents.meta)
        writer.commit()
        return snapshot_of(database, lambda: fact_classes, lambda: contents.link_kinds)
