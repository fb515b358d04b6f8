"""A world of two places, the source of tests of builds for which any source would do, and the codes of findings."""

from compiler.store.snapshot import Snapshot

HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"


def codes(snapshot: Snapshot) -> list[str]:
    return [one.code for one in snapshot.diagnostics()]
