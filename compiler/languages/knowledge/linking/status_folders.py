"""What the folder of a decision suggests of its status: `rfcs/rejected/0003-x.md`, `proposals-done/0007-y.md`."""

import re

_WORDS = {
    **dict.fromkeys(("draft", "drafts", "proposed", "pending", "planned", "open", "active-proposals"), "proposed"),
    **dict.fromkeys(
        ("accepted", "approved", "final", "implemented", "done", "completed", "active", "adopted"), "accepted"
    ),
    **dict.fromkeys(("rejected", "declined", "withdrawn", "abandoned", "deprecated", "retired"), "deprecated"),
    **dict.fromkeys(("superseded", "replaced", "obsolete"), "superseded"),
}
REJECTED = re.compile(r"reject|declin|withdraw|abandon", re.IGNORECASE)  # what was never in force
_LAST = re.compile(r"[-_]([a-z]+)$")


def suggested_by_folder(path: str) -> tuple[str, str] | None:
    """The status that the innermost folder of such a name suggests, and the name; None without any."""
    for folder in reversed(path.split("/")[:-1]):
        name = folder.casefold()
        last = _LAST.search(name)
        status = _WORDS.get(name) or (_WORDS.get(last[1]) if last else None)
        if status:
            return status, folder
    return None
