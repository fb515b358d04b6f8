"""`frieze check --unread`: the places that look like a thing and were not read as one."""

from compiler.store.snapshot import Snapshot
from queries.tools.render import visible

_ROWS = "SELECT file, line, looks_like, reason, text, setting FROM unread"


def unread_places(snapshot: Snapshot) -> str:
    """Return two lines for each row of the relation `unread`, its place and the reason, and the text; and a third with
    the setting that would have it read, if there is one."""
    lines = [
        f"{visible(file)}:{line} {looks_like}: {reason}\n    {visible(text)}"
        + (f"\n    frieze.toml: {visible(setting)}" if setting else "")
        for file, line, looks_like, reason, text, setting in snapshot.rows(_ROWS)
    ]
    return "\n".join(lines or ["Nothing looks like a thing that was not read."]) + "\n"
