"""Builds as the process makes them that compiles for a server: what it keeps between two is kept."""

from pathlib import Path

from compiler.pipeline.options import Resident
from compiler.store.snapshot import Snapshot
from compiler.workspace.prebuilt import open_prebuilt
from compiler.workspace.tasks import compiled
from tests.closing import closed_later


class ServerBuilds:
    """Builds one after another. The snapshots are closed when the test ends."""

    def __init__(self) -> None:
        self.resident = Resident()

    def build(self, source: Path) -> Snapshot:
        """Compile a source with the cache."""
        prebuilt, _, _ = compiled(str(source), None, (), {}, None, True, True, resident=self.resident)
        snapshot = open_prebuilt(prebuilt, None) if prebuilt else None
        assert snapshot is not None
        self.resident.ahead.catch_up()
        return closed_later(snapshot)
