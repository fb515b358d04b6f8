"""What a broken link may have meant: an address without its scheme, a file of its name, a near name.

A source may hold as many broken links as files. So the names of a folder and the anchors of a page are gathered once,
and each set of names has the budget of `NearNames`.
"""

import posixpath
import re
from collections.abc import Collection, Iterable

from compiler.text.near_names import NearNames

# What needs a scheme to be an address in a link: one of mail, and a host.
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|app|gov|edu)(?:/.*)?", re.IGNORECASE)


def with_scheme(written: str, suffixes: Collection[str]) -> str:
    """Return the address that one without a scheme means, "" if it may be a path. `suffixes` are those of files."""
    if _MAIL.fullmatch(written):
        return f"mailto:{written}"
    suffix = posixpath.splitext(written.partition("/")[0])[1].lower()
    return f"https://{written}" if _HOST.fullmatch(written) and suffix not in suffixes else ""


class NearFiles:
    """The names of the files of a source."""

    def __init__(self, paths: Iterable[str]) -> None:
        """`paths` are those of all files that were read."""
        self._by_name: dict[str, list[str]] = {}  # in small letters
        self._in_folder: dict[str, list[str]] = {}
        self._near: dict[str, NearNames] = {}  # by folder
        for path in paths:
            folder, _, name = path.rpartition("/")
            self._by_name.setdefault(name.casefold(), []).append(path)
            self._in_folder.setdefault(folder, []).append(name)

    def ending(self, path: str) -> list[str]:
        """Return the files below other folders whose paths end with a whole path."""
        named = self._by_name.get(path.rpartition("/")[2].casefold(), [])
        return [path_there for path_there in named if path_there.endswith(f"/{path}")]

    def nearest(self, folder: str, path: str) -> str:
        """Return the address, from a folder, of the file that `path` may have meant; "" if there is none."""
        beside, _, name = path.rpartition("/")
        same = self._by_name.get(name.casefold(), [])
        if len(same) != 1:
            if beside not in self._near:
                self._near[beside] = NearNames(self._in_folder.get(beside, ()))
            near = self._near[beside].nearest(name)
            same = [f"{beside}/{near}".lstrip("/")] if near else []
        return posixpath.relpath(same[0], folder or ".") if same else ""


class NearAnchors:
    """The anchors of pages."""

    def __init__(self) -> None:
        self._near: dict[str, NearNames] = {}  # by page

    def nearest(self, path: str, anchors: Iterable[str], wanted: str) -> str:
        """Return the anchor of a page, `#steps`, that another one may have meant; "" if there is none."""
        if path not in self._near:
            self._near[path] = NearNames(anchors)
        near = self._near[path].nearest(wanted)
        return f"#{near}" if near else ""
