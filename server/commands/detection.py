"""`frieze check --explain-detection`: which formats of requirements were found, and what proves each."""

from compiler.store.snapshot import Snapshot
from queries.tools.render import visible


def detection(snapshot: Snapshot) -> str:
    """Return a line for each format and for each tool whose format is not read; a sentence without any."""
    found = [*map(visible, snapshot.meta.get("formats", ()))]
    found += [f"{visible(tool)}: its format is not read" for tool in snapshot.meta.get("other_tools", ())]
    return "\n".join(found or ["No other format of requirements than elspais's was found."]) + "\n"
