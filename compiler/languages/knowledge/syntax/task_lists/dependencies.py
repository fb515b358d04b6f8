"""Dependency lists of tasks: ids and ranges of ids. The grammar is `dependencies.lark`.

`T018–T022` is five tasks. The dash may be of any kind, and the right side may lack its letter. Leading zeros stay as
written.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark

from compiler.text.grammars import load
from compiler.text.numbers import whole_number

# The id of a task: `T011`, `T7.1`, `T011a`, `T011B`, `T011-MIN`.
TASK_ID = r"T\d{1,6}(?:\.\d{1,3}){0,3}[A-Za-z]?(?:-(?!T\d)[A-Z][A-Z0-9]{0,11})?"
# Names of fields that say what a task waits for.
DEPENDS = ("depends", "depends on", "dependencies", "dependency", "blocked by")
# The value of such a field; `no crane` names what is missing.
SAYS_NONE = re.compile(
    r"\W*(?:(?:none|nothing|no(?![ \t]+(?!other|dep|block|task|prereq|hard|external|further|one)\w)|n/?a|false|keine?"
    r"|aucune?|ningun[oa]|nenhuma?|nessun[oa]?|geen|brak|нет)\b|[无無]|なし|없음|$)",
    re.IGNORECASE,
)
MAX_RANGE = 500  # tasks of one range


class Dependencies(NamedTuple):
    """The ids in a list, each once, in order; and the ranges that are not valid."""

    ids: tuple[str, ...]
    bad_ranges: tuple[str, ...]


def dependencies_of(text: str) -> Dependencies:
    """Parse a dependency list. Example: `dependencies_of("T001,T003–T005").ids` is T001, T003, T004, T005."""
    items: tuple[_Item, ...] = _grammar().parse(text)  # type: ignore[assignment]
    ids = dict.fromkeys(id_ for item in items for id_ in item.ids)
    return Dependencies(tuple(ids), tuple(item.bad_range for item in items if item.bad_range))


class _Item(NamedTuple):
    ids: tuple[str, ...]
    bad_range: str = ""


@cache
def _grammar() -> Lark:
    return load(Path(__file__).with_name("dependencies.lark"), start=["depends"], rules=_Rules())


class _Rules:
    """What the rules of `dependencies.lark` make of their parts."""

    def depends(self, *items: _Item | None) -> tuple[_Item, ...]:
        return tuple(item for item in items if item)

    def one(self, identifier: str) -> _Item:
        return _Item((str(identifier),))

    def foreign(self, identifier: str) -> _Item:
        return _Item((str(identifier),))

    def range(self, first: str, last: str) -> _Item:
        return _expanded("", str(first), str(last))

    def foreign_range(self, first: str, last: str) -> _Item:
        spec, _, task = str(first).rpartition("/")
        return _expanded(f"{spec}/", task, str(last))

    def other(self, text: str) -> _Item:
        return _Item(() if SAYS_NONE.match(text) else (str(text),))


def _expanded(before: str, first: str, last: str) -> _Item:
    """The ids of a range, padded like the first. Of an invalid range only the two ends. `T7.1–T7.3` is a range of the
    last numbers."""
    above, _, digits = first[1:].rpartition(".")
    end = last.lstrip("T")
    if above and end.rpartition(".")[0] in (above, ""):
        before, end = f"{before}T{above}.", end.rpartition(".")[2]
        return _numbered(before, digits, end)
    return _numbered(f"{before}T", first[1:], end)


def _numbered(before: str, digits: str, end: str) -> _Item:
    lowest, highest = whole_number(digits), whole_number(end)
    if lowest is None or highest is None or not 0 <= highest - lowest < MAX_RANGE:
        return _Item((f"{before}{digits}", f"{before}{end}"), f"T{digits}–T{end}")
    numbers = range(lowest, highest + 1)
    return _Item(tuple(f"{before}{number:0{len(digits)}}" for number in numbers))
