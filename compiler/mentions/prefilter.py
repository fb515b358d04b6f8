"""Finds the places of a text that may cite something, at the speed of RE2: most lines of most files have none.

The pattern is made of what the names of the source begin with. What it passes over is no citation; what it finds need
not be one.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from compiler.text.patterns import compile_re2

MAX_HEAD = 40  # characters of a beginning that are looked for
MAX_HEADS = 400  # beginnings of names; with more of them the pattern asks for a sign and a digit only

_HEAD = re.compile(r"[^\d]*")
_LEVEL = re.compile(r"(.*-)[a-z]")
_SUFFIX = re.compile(r"\.[a-z][a-z0-9]{0,9}")
_SHAPES = (r"\b\d\w*-[a-z]", r"\b\d\w*-\d", r"\b[0-9a-f]{8}")
_ANY_ID = r"[a-z][-_/.][a-z]?\w*\d|\b[a-z]+\d"
_FIRST = re.compile(r"[^-_/.]*[-_/.]?")
_ANY_JOINED = r"\b[a-z]+[-_/.]\w"


class Prefilter:
    """Finds places that may cite one of the names with the patterns `ids` (`id_patterns`), one of the names that cite
    in backticks or cells only (`quoted`), a path with one of the suffixes of `paths`, or a number behind one of
    `nouns`. Names are case-folded."""

    def __init__(
        self,
        ids: Iterable[str],
        quoted: Iterable[str],
        paths: Iterable[str],
        *,
        nouns: Iterable[str],
        has_links: bool,
        has_skills: bool,
    ) -> None:
        listed = [*ids, *_quoted(quoted), *_suffixes(paths), r"\b[dfkmrsw]:[\w@/]"]
        numbered = "|".join(sorted(nouns))
        listed += [rf"\b(?:{numbered})s?(?:[ \t]+n(?:o|r|umber)\.?[ \t]+|[ \t]*[#:_]?)\d"] if numbered else []
        listed += [r"\bskills/\w"] if has_skills else []
        listed += [r"\[\[", r"\]\([^h#)]"] if has_links else []
        self._pattern = _compiled("|".join(listed))

    def places(self, text: str) -> list[int]:
        """Return the offsets at which something may be cited: each token that cites has one in it, or begins behind
        it."""
        if text.isascii():
            return [found.start() for found in self._pattern.finditer(text.encode("ascii"))]
        encoded = text.encode()
        offsets: list[int] = []
        done = characters = 0
        for found in self._pattern.finditer(encoded):
            characters += len(encoded[done : found.start()].decode())
            done = found.start()
            offsets.append(characters)
        return offsets


@lru_cache(maxsize=4)  # most edits bring no name with another beginning: two patterns of a source, and of a proposal
def _compiled(pattern: str) -> Any:
    return compile_re2(pattern, case_sensitive=False, max_bytes=64 << 20)


def id_patterns(names: Iterable[str]) -> list[str]:
    """Return patterns for ids: what stands before the first digit; a short id without digits as it is."""
    heads: set[str] = set()
    words: set[str] = set()
    shapes: set[str] = set()  # of those that begin with a digit
    for name in names:
        head, of_name = _head_and_shapes(name)
        if head is None:
            words.add(name)
        else:
            heads.add(head)
            shapes.update(of_name)
    heads = {level[1] if (level := _LEVEL.fullmatch(head)) else head for head in heads}
    if len(heads) > MAX_HEADS:
        heads, shapes = {""}, {*_SHAPES, _ANY_ID}
    shown = [*map(_numbered, sorted(heads - {""})), *sorted(shapes)]
    if len(words) > MAX_HEADS:  # what stands before their first sign has to do: `lamp-` for `lamp-oil-burns`
        words = {"@" if word[0] == "@" else _FIRST.match(word)[0] for word in words}  # type: ignore[index]
    return shown + ([_begin(word) for word in sorted(words)] if len(words) <= MAX_HEADS else [_ANY_JOINED, r"@\w"])


@lru_cache(maxsize=50_000)  # each build of a source asks for nearly the same names
def _head_and_shapes(name: str) -> tuple[str | None, tuple[str, ...]]:
    """Return what stands before the first digit of a name, None without one, and the shapes of one that begins with a
    digit."""
    head = _HEAD.match(name)
    if head is None or head.end() == len(name):
        return None, ()
    # A source without ids such as `0001-2` is spared dates.
    return head[0], tuple(shape for shape in _SHAPES if name[0].isdigit() and re.match(shape, name))


def _numbered(head: str) -> str:
    """A pattern for ids that go on with a digit after `head`; for a long one its begin has to do."""
    if len(head) > MAX_HEAD:
        return _begin(head)
    return _begin(head) + (r"[a-z]?\d" if head.endswith("-") else r"\d")


def _quoted(names: Iterable[str]) -> list[str]:
    """Patterns for names that cite in backticks or alone in a cell: their first letters."""
    heads = {name[:4] for name in names if name}
    if len(heads) > MAX_HEADS:
        return [r"`\w", r"\|[ \t]*\w[\w.-]*[ \t]*\|"]
    return [rf"(?:`|\|[ \t]*){re.escape(head)}" for head in sorted(heads)]


def _suffixes(paths: Iterable[str]) -> list[str]:
    suffixes = {found[0] for path in paths if (found := _SUFFIX.fullmatch(f".{path.lower().rpartition('.')[2]}"))}
    return [rf"\w(?:{'|'.join(re.escape(suffix) for suffix in sorted(suffixes))})\b"] if suffixes else []


def _begin(name: str) -> str:
    return (r"\b" if name[0].isalnum() else "") + re.escape(name[:MAX_HEAD])
