"""The entity tags of pages (`ETag`, RFC 9110): a browser that has a page of this snapshot is told so, and none is made.

A page of a frozen file is a function of its snapshot, of the program and of its address. Pages of a folder depend on
the files and revisions of the moment, so they have no tag.
"""

from hashlib import sha256

from compiler import VERSION
from compiler.workspace.interface import Workspace
from server.explorer.site.rendering import Site

_LENGTH = 32  # digits


def page_tag(site: Site, workspace: Workspace) -> str:
    """Return the tag of the pages of a workspace, "" if they have none."""
    is_stale = workspace.current is not None and workspace.current.status.is_stale  # which each page says
    if not workspace.snapshot.is_foreign or workspace.other_sources or is_stale:
        return ""
    made_by = f"{VERSION} {site.editor('path', 1)}"
    return f'"{workspace.snapshot.id[:_LENGTH]}-{sha256(made_by.encode()).hexdigest()[:8]}"'


def is_known(tag: str, if_none_match: str) -> bool:
    """Return whether a browser has what has a tag, by the header of its request."""
    known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return tag in known or "*" in known
