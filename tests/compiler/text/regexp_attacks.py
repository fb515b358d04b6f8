"""Texts that make a regular expression try again and again, derived from its own parts.

For each repetition in an expression there is a shortest text that leads to it. The attack is that text, what is
repeated, or what may stand behind the repetition, thousands of times, and something that nothing expects.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

MANY = 50  # repetitions with a smaller bound take bounded time
_PALETTE = " \t\na0A.,;:|=*_-+#`~'\"\\/<>()[]{}@&%!?$^\u00e9\x01"
_PUMPS = 6  # of a repetition
_FEW = 3
_ENDS = ("\x01", " \x01\n", "\n", "\x01\n")
_FEW_ENDS = 2  # which find nearly all that the others find
_FEW_ATTACKS = 200  # on one expression: few have as many

Item = tuple[Any, Any]


class Attack(NamedTuple):
    """A text: `head`, then `pump` so many times, then `end`."""

    head: str
    pump: str
    end: str

    def text(self, count: int) -> str:
        """The text with the pump `count` times."""
        return self.head + self.pump * count + self.end


def attacks(pattern: "re.Pattern[str]", *, is_quick: bool = False) -> Iterator[Attack]:
    """Give the attacks on an expression: all, or half of them, and of very many some from all its parts."""
    tree = _parser.parse(pattern.pattern, pattern.flags)
    flags = pattern.flags & ~re.UNICODE
    found = dict.fromkeys((*_pumped(list(tree), "", flags), *_followed(list(tree), "", flags)))
    ends = dict.fromkeys(_ENDS[:_FEW_ENDS] if is_quick else (*_ENDS, *_stops(list(tree), flags)))
    step = -(-len(found) * len(ends) // _FEW_ATTACKS) | 1 if is_quick else 1  # odd: every end has its turn
    yield from (Attack(head, pump, end) for (head, pump), end in islice(product(found, ends), 0, None, step))


def attacks_of_openings(pattern: "re.Pattern[str]") -> Iterator[Attack]:
    """Give the attacks on an expression that is searched for: what leads to a repetition, again and again. A search
    may begin at each, and the repetition run to the end of the text."""
    flags = pattern.flags & ~re.UNICODE
    found = dict.fromkeys(_openings(list(_parser.parse(pattern.pattern, pattern.flags)), "", flags))
    yield from (Attack("", pump, _ENDS[0]) for pump in found)


def _openings(items: Sequence[Item], head: str, flags: int) -> Iterator[str]:
    for item in items:
        name, value = item
        if name in _REPEATS:
            if value[1] >= MANY and head.strip("\n"):
                yield from (head, head + next(_repeated(list(value[2]), flags), ""))
            yield from _openings(list(value[2]), head, flags)
        else:
            for part in _parts(item):
                yield from _openings(part, head, flags)
        head += next(_examples([item], flags), "")


def _stops(items: Sequence[Item], flags: int) -> Iterator[str]:
    """Letters at which a repetition of one letter ends. One that takes nearly everything takes the other ends too."""
    for item in items:
        name, value = item
        body = list(value[2]) if name in _REPEATS else []
        if len(body) == 1 and body[0][0] in (_constants.IN, _constants.NOT_LITERAL):
            taken = set(_letters(body[0], flags))
            yield from islice((letter for letter in _PALETTE if letter not in taken), _FEW if "\x01" in taken else 0)
        for part in (body, *_parts(item)):
            yield from _stops(part, flags)


def _pumped(items: Sequence[Item], head: str, flags: int) -> Iterator[tuple[str, str]]:
    """The repetitions in a part of an expression: what leads there, and what is repeated."""
    for item in items:
        name, value = item
        if name in _REPEATS:
            if value[1] == _constants.MAXREPEAT or value[1] >= MANY:
                yield from ((head, pump) for pump in _repeated(list(value[2]), flags))
            yield from _pumped(list(value[2]), head, flags)
        else:
            for part in _parts(item):
                yield from _pumped(part, head, flags)
        head += next(_examples([item], flags), "")


def _followed(items: Sequence[Item], head: str, flags: int) -> Iterator[tuple[str, str]]:
    """The repetitions in a part of an expression: what leads there, and what ends them, up to the next one. Where that
    comes again and again, the repetition may end at each."""
    for at, item in enumerate(items):
        name, value = item
        if name in _REPEATS and value[1] >= MANY:
            behind = items[at + 1 :]
            long = (place for place, (name, value) in enumerate(behind) if name in _REPEATS and value[1] >= MANY)
            ends = islice(_examples(behind[: next((place for place in long if place), None)], flags), 2)
            yield from ((head, pump) for end in ends if end for pump in (end, f"{end} "))  # "\\b" may need the blank
        for part in (list(value[2]),) if name in _REPEATS else _parts(item):
            yield from _followed(part, head, flags)
        head += next(_examples([item], flags), "")


_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)


def _parts(item: Item) -> list[list[Item]]:
    """What an item of an expression is made of, each an alternative."""
    name, value = item
    if name is _constants.BRANCH:
        return [list(one) for one in value[1]]
    if name is _constants.SUBPATTERN:
        return [list(value[3])]
    if name in (_constants.ASSERT, _constants.ASSERT_NOT):
        return [list(value[1])]
    return [list(value)] if name is _constants.ATOMIC_GROUP else []


def _repeated(items: list[Item], flags: int) -> Iterator[str]:
    """Texts that a repetition repeats."""
    if len(items) == 1 and not _parts(items[0]) and items[0][0] not in _REPEATS:
        yield from islice(_letters(items[0], flags), _PUMPS)
    else:
        yield from islice((one for one in _examples(items, flags) if one), _PUMPS)


def _examples(items: Sequence[Item], flags: int) -> Iterator[str]:
    """Short texts that some items match, as far as items can be looked at one by one."""
    if not items:
        yield ""
        return
    for one in islice(_examples_of(items[0], flags), 3):
        for rest in islice(_examples(items[1:], flags), 2):
            yield one + rest


def _examples_of(item: Item, flags: int) -> Iterator[str]:
    name, value = item
    if name in (_constants.GROUPREF, _constants.AT, _constants.ASSERT, _constants.ASSERT_NOT):
        yield ""
    elif name in _REPEATS:
        low, high, body = value
        for count in dict.fromkeys((low, max(low, 1), high if high <= _FEW else low)):
            yield from (one * count for one in islice(_examples(list(body), flags), 2))
    elif parts := _parts(item):
        for part in parts:
            yield from _examples(part, flags)
    else:
        yield from _letters(item, flags)


def _letters(item: Item, flags: int) -> Sequence[str]:
    """Letters that an item of one letter matches."""
    if item[0] is _constants.GROUPREF:
        return ()
    key = repr(item), flags
    if key not in _known_letters:  # the same few classes stand in most expressions
        one = _compiler.compile(_parser.SubPattern(_parser.State(), [item]), flags | re.DOTALL)
        literal = [chr(item[1])] if item[0] is _constants.LITERAL else []
        _known_letters[key] = tuple(letter for letter in (*literal, *_PALETTE) if one.fullmatch(letter))
    return _known_letters[key]


_known_letters: dict[tuple[str, int], tuple[str, ...]] = {}
