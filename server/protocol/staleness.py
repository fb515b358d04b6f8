"""What a result says beside its answer when the source is no longer what the answer's snapshot was made of.

The answer itself stays as it is, byte for byte: it is a function of the snapshot. The notice is a second text block,
and in `_meta` the same for programs.
"""

from typing import Any

from mcp_types import CallToolResult, TextContent

from compiler.workspace.interface import SourceStatus, Workspace
from queries.tools.render import visible

META_KEY = "frieze/stale"
MAX_FILES = 5  # that are named
MAX_NAME = 200  # characters of a path
REFRESHES = ("refresh", "refresh_graph")  # whose answers say themselves what the source is


def with_notice(result: CallToolResult, workspace: Workspace) -> CallToolResult:
    """Return a result with the notice that its snapshot is stale; the result itself if nothing is known to differ."""
    status = workspace.current.status if workspace.current else None
    if status is None or not status.is_stale:
        return result
    notice = TextContent(type="text", text=notice_text(status, workspace.compiled_at))
    meta = {**(result.meta or {}), META_KEY: notice_data(status, workspace)}
    return result.model_copy(update={"content": [*result.content, notice], "meta": meta})


def notice_text(status: SourceStatus, compiled_at: str | None) -> str:
    """Return the notice for people and agents: how many files differ, the first of them, and what to call."""
    since = f", which was compiled at {compiled_at}" if compiled_at else ""
    if status.problem:
        return f"The source cannot be read any more: {_shown(status.problem)} This answer is of the snapshot{since}."
    count = len(status.files)
    named = ", ".join(f"{_shown(file.path)} ({file.change})" for file in status.files[:MAX_FILES])
    more = f" and {count - MAX_FILES} more" if count > MAX_FILES else ""
    files = "1 file differs" if count == 1 else f"{count} files differ"
    return (
        f"The source has changed since the snapshot of this answer{since}. {files}: {named}{more}. "
        "Call refresh to answer from the source as it is."
    )


def notice_data(status: SourceStatus, workspace: Workspace) -> dict[str, Any]:
    """Return the notice for programs."""
    data: dict[str, Any] = {
        "snapshot_id": workspace.snapshot.id,
        "file_count": len(status.files),
        "files": [{"path": _shown(file.path), "change": file.change} for file in status.files[:MAX_FILES]],
        "call": "refresh",
    }
    if workspace.compiled_at:
        data["compiled_at"] = workspace.compiled_at
    if status.problem:
        data["problem"] = _shown(status.problem)
    return data


def _shown(text: str) -> str:
    shown = str(visible(text))
    return shown if len(shown) <= MAX_NAME else f"{shown[: MAX_NAME - 1]}…"
