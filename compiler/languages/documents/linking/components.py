"""Components of Antora: their pages, `2.0@ropes:knots:page$bowline.adoc`, and the attributes that all of these have.

A component is the folder of an `antora.yml` with its name, and its pages stand below `modules`.
"""

import re
from collections.abc import Mapping
from functools import cached_property

from compiler.languages.documents.records import PageOutline
from compiler.languages.documents.syntax.asciidoc import MAX_RESOLVED, REFERENCE
from compiler.model.source import Source
from compiler.text.yaml import YamlError, load_yaml

SETTINGS = "antora.yml"
ROOT = "ROOT"  # the module that a name may leave out
_NAME = re.compile(r"^name:[ \t]*[\"']?([\w.-]+)", re.MULTILINE)
_VERSION = re.compile(r"^version:[ \t]*[\"']?([\w.~-]+)", re.MULTILINE)
MAX_DEPTH = 5  # attributes within each other
_FAMILIES = {"page": "pages", "partial": "partials", "example": "examples", "attachment": "attachments"}


class Components:
    """The components of a source, by name."""

    def __init__(self, source: Source, pages: Mapping[str, PageOutline | None]) -> None:
        self._source, self._pages = source, pages
        self._attributes: dict[str, Mapping[str, str]] = {}  # by folder

    def resolved(self, page: str, address: str) -> str:
        """Return an address with the attributes that the component of its page states. Unknown ones stay."""
        attributes = self._attributes_above(page.rpartition("/")[0])
        for _ in range(MAX_DEPTH):
            new = REFERENCE.sub(lambda found: attributes.get(found[1], found[0]), address)
            if new == address or len(new) > MAX_RESOLVED:
                break
            address = new
        return address

    def _attributes_above(self, folder: str) -> Mapping[str, str]:
        """The attributes of the component that a folder is in."""
        if folder not in self._attributes:
            path = f"{folder}/{SETTINGS}".lstrip("/")
            if path in self._source.files:
                self._source.present.add(path)
                self._attributes[folder] = _stated(self._source.files[path].text)
            else:
                self._attributes[folder] = self._attributes_above(folder.rpartition("/")[0]) if folder else {}
        return self._attributes[folder]

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


def _stated(settings: str) -> Mapping[str, str]:
    """The attributes in the settings of a component. `@` at the end of one lets pages state another."""
    try:
        read = load_yaml(settings)
    except YamlError:
        return {}
    asciidoc = read.get("asciidoc") if isinstance(read, dict) else None
    attributes = asciidoc.get("attributes") if isinstance(asciidoc, dict) else None
    if not isinstance(attributes, dict):
        return {}
    return {str(name): str(value).removesuffix("@")[:MAX_RESOLVED] for name, value in attributes.items()}
