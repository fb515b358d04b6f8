"""Pages of other components of Antora, `2.0@ropes:knots:page$bowline.adoc`.

A component is the folder of an `antora.yml` with its name, and its pages stand below `modules`.
"""

import re
from collections.abc import Mapping
from functools import cached_property

from compiler.languages.documents.records import PageOutline
from compiler.model.source import Source

SETTINGS = "antora.yml"
ROOT = "ROOT"  # the module that a name may leave out
_NAME = re.compile(r"^name:[ \t]*[\"']?([\w.-]+)", re.MULTILINE)
_VERSION = re.compile(r"^version:[ \t]*[\"']?([\w.~-]+)", re.MULTILINE)
_FAMILIES = {"page": "pages", "partial": "partials", "example": "examples", "attachment": "attachments"}


class Components:
    """The components of a source, by name."""

    def __init__(self, source: Source, pages: Mapping[str, PageOutline | None]) -> None:
        self._source, self._pages = source, pages

    def page(self, written: str) -> str | None:
        """Return the page that a name with a component means; None if no component here has it, or several versions
        do and the name has none."""
        version, at, rest = written.rpartition("@")
        component, _, below = rest.partition(":")
        module, _, path = below.partition(":")
        family, dollar, name = path.partition("$")
        folder = _FAMILIES.get(family) if dollar else "pages"
        if folder is None:
            return None
        tail = f"modules/{module or ROOT}/{folder}/{name if dollar else path}"
        roots = [root for root, own in self._by_name.get(component, ()) if not at or own in ("", version)]
        found = [page for root in roots if (page := f"{root}/{tail}".lstrip("/")) in self._pages]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[str, str]]]:
        """The folders of the components with their versions, "" if the settings state none."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path, file in self._source.files.items():
            folder, _, name = path.rpartition("/")
            if name == SETTINGS and (stated := _NAME.search(file.text)):
                self._source.present.add(path)
                version = _VERSION.search(file.text)
                found.setdefault(stated[1], []).append((folder, version[1] if version else ""))
        return found
