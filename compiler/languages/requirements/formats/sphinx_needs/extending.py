"""`needextend`: a directive that changes needs that others state."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.records import Cited, Item, Place
from compiler.languages.requirements.formats.sphinx_needs.directives import members
from compiler.languages.requirements.formats.sphinx_needs.filters import Filter, FilterError, filtered_fields

EXTEND = "needextend"
_ID = re.compile(r"""(["'<]?)([\w.-]+)(["'>]?)""")
_TAGS = "tags"  # the only list that is no list of links


class Extension(NamedTuple):
    """A change of the need `target`, or of those that a filter selects: the options of the directive, and what it
    cites by them."""

    target: str
    selects: Filter | None
    options: tuple[tuple[str, str], ...]
    cites: tuple[Cited, ...]
    path: str
    line: int
    written: str


def extension(path: str, item: Item) -> Extension | None:
    """Return what a directive changes; None if its filter asks for more than is read."""
    said = dict(item.fields)
    written = (item.title or said.get("filter", "")).strip()
    named = _ID.fullmatch(written)
    selects = None
    if named is None:
        try:
            selects = Filter(written)
        except FilterError:
            return None
    options = tuple((name, value) for name, value in item.fields if name not in ("filter", "strict"))
    options += (("status", item.status),) if item.status else ()
    shown = dict(item.details).get("written", EXTEND)
    return Extension(named[2] if named else "", selects, options, item.cites, path, item.first, shown)


def extended(item: Item, path: str, by_id: Mapping[str, Sequence[Extension]], filters: Sequence[Extension]) -> Item:
    """Return an item with all its changes in their order: those that name it, and those whose filters select it as it
    was before."""
    asked = filtered_fields(item) if filters else {}
    chosen = [
        filter_
        for filter_ in filters
        if filter_.selects and filter_.selects.selects(asked, is_here=filter_.path == path)
    ]
    changes = sorted((*by_id.get(item.id, ()), *chosen), key=lambda each: (each.path.encode(), each.line))
    for change in changes:
        item = _changed(item, path, change)
    fields = dict(item.fields)
    if changes and _TAGS in fields:
        fields[_TAGS] = ", ".join(dict.fromkeys(members(fields[_TAGS])))
        return item._replace(fields=tuple(fields.items()))
    return item


def _changed(item: Item, path: str, directive: Extension) -> Item:
    """An item with one change. What another file cites for it stands in its first line."""
    fields, cites, status = dict(item.fields), list(item.cites), item.status
    for written, value in directive.options:
        name, sign = written.lstrip("+-"), written[:1]
        new = [
            cited._replace(kind=name, place=cited.place if directive.path == path else Place(item.first, 1, 1))
            for cited in directive.cites
            if cited.kind == written
        ]
        if sign != "+":
            cites = [cited for cited in cites if cited.kind != name]
        cites += new if sign != "-" else []
        if name == "status":
            status = value if sign != "-" else ""
        elif sign == "-":
            fields.pop(name, None)
        elif sign == "+" and fields.get(name):
            fields[name] = f"{fields[name]}, {value}" if name == _TAGS or new else f"{fields[name]} {value}"
        else:
            fields[name] = value
    return item._replace(fields=tuple(fields.items()), cites=tuple(cites), status=status)
