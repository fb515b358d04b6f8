"""Which texts may spell a name: finds the files that may cite something that came or went, at the speed of RE2.

A text that the pattern passes over cites none of the names, in whatever way `compiler.mentions.resolution` reads it:
with other zeros, as the end of a range, as one of several labels, by a number behind a word, or by the last part of a
path.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from compiler.mentions.id_schemes import HEAD
from compiler.mentions.regions import readable
from compiler.text.patterns import compile_re2

MAX_SPELLINGS = 1_000  # that texts are searched for at once

_WRITTEN = re.compile(rf"({HEAD})0*(\d+)(?:-[a-z]{{1,2}}|-\d{{1,2}})?")
_OF_RANGE = re.compile(r"([a-z][a-z0-9]*-[a-z]?)(\d{2,})")
_LABELLED = re.compile(r"(.+-)[a-z0-9]{1,2}")
_NUMBERED = re.compile(r"(?:adr|decision|task)-0*(\d{1,6})")
_NOUN = re.compile(r"[a-z]{2,8}-")
_HEAD = re.compile(r"[^/#]*")
_MAX_RANGE_DIGITS = 6


class Spellings:
    """The spellings of case-folded names, of the numbers of decisions and tasks, of file names, and of refs."""

    def __init__(
        self, names: Iterable[str], numbers: Iterable[int] = (), files: Iterable[str] = (), refs: Iterable[str] = ()
    ) -> None:
        """`files` are the names of files without folders."""
        listed, counted = list(names), set(numbers)
        counted.update(int(found[1]) for name in listed if (found := _NUMBERED.fullmatch(name)))
        words = {pattern for name in listed for pattern in _patterns(name)} | {
            re.escape(file) for file in files if file
        }
        if counted:
            ends = "|".join(map(str, sorted(counted)))
            words.add(_behind("adr|decision|task", ends))
        # A ref is written out, and the refs of a file mostly begin alike.
        begins = {re.escape(_HEAD.match(ref)[0].casefold()) for ref in refs}  # type: ignore[index]
        self.count = len(words) + len(begins)
        self._pattern = _compiled(words, begins) if 0 < self.count <= MAX_SPELLINGS else None

    def are_in(self, sought: Sequence[str]) -> bool:
        """Whether a file may spell one of them, by its `sought_texts`."""
        return self._pattern is not None and any(self._pattern.search(text) is not None for text in sought)


def sought_texts(path: str, text: str) -> tuple[str, ...]:
    """Return the texts in which the text of a file may spell a name: its own, case-folded, and as a link may have it,
    whose address is percent-encoded."""
    read = readable(path, text)
    return (read.casefold(), unquote(read).casefold()) if "%" in read else (read.casefold(),)


def _patterns(name: str) -> Iterator[str]:
    """Give patterns of which each spelling of a name matches one. A token begins behind a character that is in no word,
    and one follows it."""
    # A path is cited from near it without its folders, and without the suffix of a page.
    name = name.rpartition("/")[2].removesuffix(".md") or name
    if found := _WRITTEN.fullmatch(name):
        yield f"{re.escape(found[1])}0*{found[2]}"  # a label follows behind a sign
        if _NOUN.fullmatch(found[1]):
            yield _behind(found[1][:-1], found[2])  # `RFC 12` for `rfc-12`
    else:
        yield re.escape(name)
        if found := _LABELLED.fullmatch(name):  # `f-b` is one of `f-a+b`
            yield rf"{re.escape(found[1])}[a-z0-9]{{1,2}}\+[a-z0-9]+"
    if found := _OF_RANGE.fullmatch(name):  # `req-d00089` is the end of `req-d00086-89`
        ends = "|".join(found[2][-count:] for count in range(1, min(len(found[2]), _MAX_RANGE_DIGITS) + 1))
        yield rf"{re.escape(found[1])}\d{{{len(found[2])}}}-(?:{ends})"


def _behind(nouns: str, numbers: str) -> str:
    """A pattern of numbers behind a word, alone or in a list: `RFC 12`, `RFC0012`, `RFCs 3, 11 and 12`."""
    apart = r"(?:[ \t]+(?:n(?:o|r|umber)\.?[ \t]+)?#?|[#:_])?"
    listed = rf"s{apart}\d[\d \t,&/a-z#–—-]*[^\d]"
    return rf"(?:{nouns})(?:{apart}|{listed})0*(?:{numbers})"


def _compiled(words: Collection[str], begins: Collection[str]) -> Any:
    whole = [rf"(?:{'|'.join(sorted(words))})(?:\W|$)"] if words else []
    return compile_re2(rf"(?:^|\W)(?:{'|'.join([*whole, *sorted(begins)])})", max_bytes=64 << 20)
