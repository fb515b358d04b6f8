"""`needimport`: a directive that takes the needs of an export into the project, perhaps with a filter, further tags and
a prefix of their ids."""

from collections.abc import Mapping, Sequence
from posixpath import normpath
from typing import NamedTuple

from compiler.languages.requirements.formats.records import Item, ItemsFile, Place, Unread
from compiler.languages.requirements.formats.sphinx_needs.directives import members
from compiler.languages.requirements.formats.sphinx_needs.filters import Filter, FilterError, filtered_fields

IMPORT = "needimport"
_NOT_THERE = "no export of this name is read"
_PYTHON = "its filter is Python, which is never run"


class Import(NamedTuple):
    """An import of a file, by a directive in a page of a project in `folder`."""

    path: str
    folder: str
    item: Item

    @property
    def paths(self) -> tuple[str, str]:
        """The files that may be meant: beside the page, and in the folder of the project."""
        name = self.item.title.strip()
        here = self.path.rpartition("/")[0]
        return _joined(self.folder if name.startswith("/") else here, name), _joined(self.folder, name)

    def unread(self, reason: str) -> Unread:
        """The directive as one that is not read."""
        written = dict(self.item.details).get("written", IMPORT)
        return Unread(written, reason, Place(self.item.first, 1, 1), is_limit=reason in (_NOT_THERE, _PYTHON))


def _joined(folder: str, name: str) -> str:
    return normpath(f"{folder}/{name.lstrip('/')}" if folder else name.lstrip("/"))


def imported(
    exports: Sequence[ItemsFile], imports: Sequence[Import]
) -> tuple[dict[str, ItemsFile], dict[str, list[Unread]]]:
    """Return the exports that are imported, with their needs as these become, by path, and the directives that are not
    read, by their pages."""
    by_path = {export.path: export for export in exports}
    found: dict[str, list[Item]] = {}
    unread: dict[str, list[Unread]] = {}
    for need_import in imports:
        path = next((each for each in need_import.paths if each in by_path), None)
        items = None if path is None else _taken(by_path[path].items, need_import.item)
        if path is None or items is None:
            unread.setdefault(need_import.path, []).append(need_import.unread(_NOT_THERE if path is None else _PYTHON))
        else:
            found.setdefault(path, []).extend(items)
    return {path: by_path[path]._replace(items=tuple(items)) for path, items in found.items()}, unread


def _taken(items: Sequence[Item], directive: Item) -> list[Item] | None:
    """The needs that a directive takes; None if its filter asks for more than is read."""
    said = dict(directive.fields)
    try:
        chosen = Filter(said["filter"]) if said.get("filter") else None
    except FilterError:
        return None
    prefix, tags = said.get("id_prefix", ""), said.get("tags", "")
    ids = {item.id for item in items}
    kept = [item for item in items if chosen is None or chosen.selects(filtered_fields(item), is_here=False)]
    return [_changed(item, prefix, tags, ids) for item in kept]


def _changed(item: Item, prefix: str, tags: str, ids: set[str]) -> Item:
    fields: Mapping[str, str] = dict(item.fields)
    if tags:
        own = (*members(fields.get("tags", "")), *members(tags))
        fields = {**fields, "tags": ", ".join(dict.fromkeys(own))}
    cites = tuple(
        cited._replace(target=prefix + cited.target) if cited.target.partition(".")[0] in ids else cited
        for cited in item.cites
    )
    return item._replace(id=prefix + item.id, fields=tuple(fields.items()), cites=cites)
