"""The stylesheet of a foreign SVG: which rules apply to an element.

Selectors are names, ids, classes and attributes, of an element and of those that it stands in. Rules with any other
selector (of states such as `:hover`, of neighbours) and rules within `@` are passed over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from server.charts.allowlist import UncleanError

MAX_STYLES = 400_000  # characters; a longer stylesheet is cut
MAX_PARTS = 8  # of a selector
MAX_TRIES = 500_000  # of a rule at an element, some 3 µs each
_SIMPLE = re.compile(r"""([#.]?)([\w-]++)|\[([\w-]++)(?:=["']?([^"'\[\]]*+)["']?)?\]""")
_IMPORTANT = "!important"
_VARIABLE = re.compile(r"var\((--[\w-]++)\)")


class _Compound(NamedTuple):
    """What a selector says of one element."""

    name: str
    id: str
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]

    def matches(self, element: Element) -> bool:
        return (
            (not self.name or self.name == element.tag.rpartition("}")[2])
            and (not self.id or self.id == element.get("id"))
            and self.classes.issubset((element.get("class") or "").split())
            and all(
                (value := element.get(name)) is not None and wanted in (None, value) for name, wanted in self.attributes
            )
        )

    @property
    def weight(self) -> tuple[int, int, int]:
        return (bool(self.id), len(self.classes) + len(self.attributes), bool(self.name))


class _Rule(NamedTuple):
    """The declarations of a selector. Of two rules for one property the heavier wins, and of equal ones the later."""

    weight: tuple[int, ...]
    selector: tuple[_Compound, ...]
    declarations: Mapping[str, str]

    def applies(self, ancestors: Sequence[Element], element: Element) -> bool:
        *outer, last = self.selector
        if not last.matches(element):
            return False
        above = reversed(ancestors)
        return all(any(compound.matches(ancestor) for ancestor in above) for compound in reversed(outer))


class Stylesheet:
    """The rules of a stylesheet."""

    def __init__(self, css: str) -> None:
        self._tries = 0
        self._by_key: dict[str, list[_Rule]] = {}  # by one word that an element must have
        for place, (selector, given) in enumerate(_rules(css[:MAX_STYLES])):
            last = selector[-1]
            weight = tuple(map(sum, zip(*(compound.weight for compound in selector), strict=True)))
            key = min(last.classes, default="") or last.id or last.name
            self._by_key.setdefault(key, []).append(_Rule((*weight, place), selector, given))

    def style(self, ancestors: Sequence[Element], element: Element) -> dict[str, str]:
        """Return what the rules and the `style` of an element give to it, by property. Raises UncleanError where that
        is too much work in all."""
        name = element.tag.rpartition("}")[2]
        keys = {*(element.get("class") or "").split(), element.get("id") or "", name, ""}  # "" of `[attribute]`
        tried = [rule for key in keys for rule in self._by_key.get(key, ())]
        self._tries += len(tried)
        if self._tries > MAX_TRIES:
            raise UncleanError("its image has too many styles")
        rules = [rule for rule in tried if rule.applies(ancestors, element)]
        rules.sort(key=lambda rule: rule.weight)
        given = [*(rule.declarations for rule in rules), declarations(element.get("style") or "")]
        found = [(name, value) for style in given for name, value in style.items()]
        found.sort(key=lambda declared: declared[1].endswith(_IMPORTANT))
        return {name: value.removesuffix(_IMPORTANT).strip() for name, value in found}


def declarations(text: str) -> dict[str, str]:
    """Return the properties of a `style` with their values."""
    parts = (part.partition(":") for part in text.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in parts if value.strip()}


def replaced(value: str, variables: Mapping[str, str]) -> str:
    """Return a value, and in place of `var(--name)` the value of that variable; "" of one that is not known."""
    found = _VARIABLE.fullmatch(value)
    return variables.get(found[1], "") if found else value


def _rules(css: str) -> Iterator[tuple[tuple[_Compound, ...], dict[str, str]]]:
    for rule in css.split("}"):
        selectors, _, body = rule.partition("{")
        if "{" in body or "@" in selectors:
            continue
        given = declarations(body)
        for selector in selectors.split(","):
            compounds = _compounds(selector.split())
            if compounds and given:
                yield compounds, given


def _compounds(parts: Sequence[str]) -> tuple[_Compound, ...]:
    """Return what a selector says of each element, () of a selector that is not understood."""
    if len(parts) > MAX_PARTS:
        return ()
    found = [_compound(part) for part in parts]
    return tuple(compound for compound in found if compound) if all(found) else ()


def _compound(part: str) -> _Compound | None:
    at, simple = 0, list[tuple[str, str, str, str | None]]()
    while found := _SIMPLE.match(part, at):
        simple.append((found[1] or "", found[2] or "", found[3] or "", found[4]))
        at = found.end()
    if at < len(part):
        return None
    return _Compound(
        _first(word for sign, word, _, _ in simple if not sign),
        _first(word for sign, word, _, _ in simple if sign == "#"),
        frozenset(word for sign, word, _, _ in simple if sign == "."),
        tuple((name, value) for _, _, name, value in simple if name),
    )


def _first(words: Iterable[str]) -> str:
    return next(filter(None, words), "")
