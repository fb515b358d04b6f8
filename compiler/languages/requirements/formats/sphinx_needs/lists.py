"""`list2need`: a directive that states a need by each line of a list.

A line that begins with `*` is a need, of the type of its level; two spaces make a level. Its title ends at the
delimiter; what follows, and the lines behind it, is its content. `(ID)` states its id, `((status="open"))` its options.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compiler.languages.requirements.formats.records import Cited, Item, Need, Place, Unread
from compiler.languages.requirements.formats.sphinx_needs.directives import members
from compiler.languages.requirements.formats.sphinx_needs.items import MAX_ID, is_link_option

LIST = "list2need"
WIDTH = 2  # spaces of a level
_LINE = re.compile(r"( *)\*[ \t]*(\S.*)")
_ID = re.compile(r"\(([^\"'=()\n]{1,200})\)")
_OPTIONS = re.compile(r"\(\((.{0,2000})\)\)")
_OPTION = re.compile(r"([\w.-]{1,80})=(?:\"([^\"\n]*)\"|'([^'\n]*)')")


@dataclass(slots=True)
class _Entry:
    """A need of the list: its level, the id that its line states, "" for none, its title, and its lines."""

    level: int
    id: str
    title: str
    first: int
    last: int
    lines: list[str]
    options: dict[str, str] = field(default_factory=dict)


def expanded(item: Item, types: Mapping[str, str] | None) -> tuple[list[Item], list[Unread]]:
    """Return the needs of a directive, without the ids that the program makes, and the lines that are none. `types` are
    those of the project, None if they are not known."""
    said = dict(item.fields)
    asked = [type_.strip() for type_ in said.get("types", "").split(",") if type_.strip()]
    wrong = next((type_ for type_ in asked if types is not None and type_ not in types), "")
    if not asked or wrong:
        reason = f"the project has no type {wrong}" if wrong else "it states no types"
        return [], [Unread(dict(item.details).get("written", LIST), reason, Place(item.first, 1, 1))]
    unread: list[Unread] = []
    entries = list(_entries(item, len(asked), said.get("delimiter") or ".", unread))
    down = [direction.strip() for direction in said.get("links-down", "").split(",") if direction.strip()]
    for entry in entries:
        _take_options(entry)
        entry.id = entry.options.pop("id", entry.id)
        if tags := said.get("tags"):
            entry.options["tags"] = ",".join(filter(None, (entry.options.get("tags"), tags)))
    nested = said.get("presentation", "nested") != "standalone"
    return list(_items(item, entries, asked, down, nested=nested)), unread


def linked_down(items: Sequence[Item]) -> list[Item]:
    """Return needs of lists with the links to the needs below them, whose ids are known by now."""
    by_line = {item.first: item for item in items if _below(item) or dict(item.details).get("list")}
    return [_linked(item, by_line) for item in items]


def _linked(item: Item, by_line: Mapping[int, Item]) -> Item:
    found = [Cited(option, by_line[line].id, Place(line, 1, 1)) for option, line in _below(item) if line in by_line]
    return item._replace(cites=(*item.cites, *found)) if found else item


def _below(item: Item) -> list[tuple[str, int]]:
    return [(value.partition(" ")[2], int(value.partition(" ")[0])) for name, value in item.details if name == "down"]


def _entries(item: Item, levels: int, delimiter: str, unread: list[Unread]) -> Iterator[_Entry]:
    """The needs of the list by its lines. A line of a level that has no type is none."""
    start = int(dict(item.details).get("content", item.first))
    entry: _Entry | None = None
    for number, line in enumerate(item.text.split("\n"), start):
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            if entry:
                entry.lines.append(line.strip())
                entry.last = number if line.strip() else entry.last
            continue
        if entry:
            yield entry
        level, odd = divmod(len(found[1]), WIDTH)
        if odd or level >= levels:
            reason = f"its indentation is no multiple of {WIDTH}" if odd else f"the list has types for {levels} levels"
            unread.append(Unread(line.strip()[:80], reason, Place(number, 1, 1)))
            entry = None
            continue
        title, _, rest = found[2].partition(delimiter)
        stated = _ID.search(_OPTIONS.sub("", title))
        if stated:
            title = title.replace(stated[0], "", 1)
        entry = _Entry(level, stated[1] if stated else "", title, number, number, [rest.lstrip()])
    if entry:
        yield entry


def _take_options(entry: _Entry) -> None:
    """Take the options out of the title and the content; the first of several places counts."""
    for at, text in enumerate([entry.title, *entry.lines]):
        found = _OPTIONS.search(text)
        if found is None:
            continue
        if not entry.options:
            entry.options = {
                match[1]: match[2] if match[2] is not None else match[3] for match in _OPTION.finditer(found[1])
            }
        if at:
            entry.lines[at - 1] = _OPTIONS.sub("", text)


def _items(
    item: Item, entries: Sequence[_Entry], types: Sequence[str], down: Sequence[str], *, nested: bool
) -> Iterator[Item]:
    own = dict(item.details)
    above: list[_Entry] = []
    for number, entry in enumerate(entries):
        end = entries[number + 1].first - 1 if number + 1 < len(entries) else item.last
        while above and above[-1].level >= entry.level:
            above.pop()
        parent = str(above[-1].first) if nested and above else own.get("parent", "")
        below = [
            ("down", f"{each.first} {down[entry.level]}")
            for each in _next_level(entries[number + 1 :], entry.level)
            if entry.level < len(down)
        ]
        above.append(entry)
        yield Item(
            entry.id,
            # the program makes an id of the title with its options
            entry.title,
            types[entry.level],
            entry.options.get("status", ""),
            "\n".join(entry.lines).strip(),
            entry.first,
            entry.last,
            1,
            tuple(_parts(item.needs, entry.first, end)),
            tuple(_cites(entry)),
            tuple((name, value) for name, value in entry.options.items() if name != "status"),
            (*((("parent", parent),) if parent else ()), ("list", LIST), *below),
        )


def untitled(item: Item) -> Item:
    """Return a need of a list whose title is without options."""
    return item._replace(title=_OPTIONS.sub("", item.title).strip()) if ("list", LIST) in item.details else item


def _next_level(entries: Sequence[_Entry], level: int) -> Iterator[_Entry]:
    """The needs directly below one of a level, up to the next that is not below it."""
    for entry in entries:
        if entry.level <= level:
            return
        if entry.level == level + 1:
            yield entry


def _parts(needs: Sequence[Need], first: int, last: int) -> Iterator[Need]:
    yield from (need for need in needs if first <= need.place.line <= last)


def _cites(entry: _Entry) -> Iterator[Cited]:
    for name, value in entry.options.items():
        if is_link_option(name):
            for target in members(value):
                yield Cited(name, target[:MAX_ID], Place(entry.first, 1, 1))
