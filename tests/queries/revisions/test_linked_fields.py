"""The fields of an object that other files have a say in (`Object.linked`), held against the samples."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.store.snapshot import Snapshot
from compiler.workspace.narrow import compile_narrow
from queries.revisions.difference import field_changes
from queries.revisions.object_trail import OWN_SETTINGS, settings_around
from queries.revisions.steps import sides
from tests.closing import closed_later
from tests.compiler.samples import sample
from tests.paths import ROOT

SAMPLES = [folder for folder in sorted((ROOT / "worlds").iterdir()) if folder.is_dir() and folder.name != "post-road"]
# The state of an issue of an export is that of the board, which is in another file: such a file alone is not trusted.
BY_BOARD = {("task", "status"), ("task", "properties"), ("task", "native")}


def _told_otherwise(whole: Snapshot, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the kinds and fields of objects that their file alone tells otherwise, though nothing says so."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for ref, file in whole.rows("SELECT ref, file FROM object_row"):
        by_file[file].append(ref)
    for file, refs in by_file.items():
        alone = closed_later(compile_narrow(folder, None, {file, OWN_SETTINGS, *settings_around(whole, file)}))
        for fact in whole.facts_of(refs):
            other = alone.fact_of(fact.ref)
            if fact.linked is not None and type(other) is type(fact):
                changed = (field for field in field_changes(fact, other) if sides(field, fact.linked).own)
                yield from ((fact.kind, field.field) for field in changed)


@pytest.mark.parametrize("folder", SAMPLES, ids=[folder.name for folder in SAMPLES])
def test_file_alone_tells_all_fields_that_are_not_linked(folder: Path) -> None:
    assert {*_told_otherwise(sample(folder.name), folder)} <= BY_BOARD
