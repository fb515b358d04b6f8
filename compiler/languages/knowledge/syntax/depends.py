"""Lists of what a task waits for; the grammar is `depends.lark`.

`T018–T022` is five tasks: the dash may be any, and the right side may leave out its letter. Zeros stay as written.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark

from compiler.text.grammars import load

WIDEST = 500  # tasks of one range

_NOTHING = frozenset({"none", "-", "–", "—", "n/a", "nothing"})


class Depends(NamedTuple):
    """What a list names, each once, in the order of the list, and the ranges of it that are none."""

    ids: tuple[str, ...]
    wrong: tuple[str, ...]


def depends_of(text: str) -> Depends:
    """The ids that a text lists. Example: `depends_of("T001,T003–T005").ids` is T001, T003, T004, T005."""
    items: tuple[_Item, ...] = _grammar().parse(text)  # type: ignore[assignment]
    ids = dict.fromkeys(one for item in items for one in item.ids)
    return Depends(tuple(ids), tuple(item.wrong for item in items if item.wrong))


class _Item(NamedTuple):
    ids: tuple[str, ...]
    wrong: str = ""


@cache
def _grammar() -> Lark:
    return load(Path(__file__).with_name("depends.lark"), start=["depends"], rules=_Rules())


class _Rules:
    """The rules of `depends.lark`."""

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
        return _Item(() if text.lower() in _NOTHING else (str(text),))


def _expanded(before: str, first: str, last: str) -> _Item:
    """The ids of a range, as wide as its first."""
    digits = first[1:]
    end = last.lstrip("T")
    if not (digits.isdigit() and end.isdigit()) or not 0 <= int(end) - int(digits) < WIDEST:
        return _Item((f"{before}{first}", f"{before}T{end}"), f"{first}–{last}")
    numbers = range(int(digits), int(end) + 1)
    return _Item(tuple(f"{before}T{number:0{len(digits)}}" for number in numbers))
