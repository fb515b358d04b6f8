"""`frieze check --unread`: the places that look like a thing and were not read as one."""

from compiler.store.snapshot import Snapshot
from queries.tools.render import visible

_ROWS = "SELECT file, start_line, looks_like, reason, text FROM fact_unread ORDER BY rowid"


def unread_places(snapshot: Snapshot) -> str:
    """Return two lines for each row of the relation `unread`: its place and the reason, and the text."""
    found = snapshot.rows(_ROWS)
    lines = [
        f"{visible(file)}:{line} {looks_like}: {reason}\n    {visible(text)}"
        for file, line, looks_like, reason, text in found
    ]
    return "\n".join(lines or ["Nothing looks like a thing that was not read."]) + "\n"
