"""Where a file stands in a folder `openspec`: a capability, or a part of a change."""

from typing import NamedTuple

FOLDER = "openspec"
SPEC_NAME = "spec.md"


class Located(NamedTuple):
    """A file of OpenSpec. `root` is the folder around `openspec`, with a slash if it is not "".

    `part` is `capability`, `delta`, `proposal` or `tasks`, or `stray` for a page among deltas that the program does not
    read. `capability` is the path of a capability, `change` the name of a change, each "" where there is none.
    """

    root: str
    part: str
    capability: str = ""
    change: str = ""
    is_archived: bool = False


def locate(path: str) -> Located | None:
    """Return where a file stands; None if it is no file of OpenSpec."""
    if f"{FOLDER}/" not in path or not path.endswith(".md"):
        return None
    parts = path.split("/")
    at = next(
        (at for at, part in enumerate(parts[:-2]) if part == FOLDER and parts[at + 1] in ("specs", "changes")), -1
    )
    if at < 0:
        return None
    root = "".join(f"{part}/" for part in parts[:at])
    below = parts[at + 2 :]
    if parts[at + 1] == "specs":
        is_spec = below[-1] == SPEC_NAME and len(below) > 1
        return Located(root, "capability", "/".join(below[:-1])) if is_spec else None
    is_archived = below[0] == "archive" and len(below) > 2
    below = below[1:] if is_archived else below
    change = below[0]
    if below[1:] in (["proposal.md"], ["tasks.md"]):
        return Located(root, below[1][:-3], "", change, is_archived)
    if len(below) < 4 or below[1] != "specs":
        return None
    part = "delta" if below[-1] == SPEC_NAME else "stray"
    return Located(root, part, "/".join(below[2:-1]), change, is_archived)
