"""Finds the doubts of a file: what its path and its text look like."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import accumulate
from posixpath import normpath

from compiler.text.criteria import names_criteria
from compiler.text.markdown import lines_with_fences
from compiler.text.patterns import literal_set
from compiler.text.wrapped_pages import unwrapped
from compiler.unread.catcher import Catcher
from compiler.unread.catchers import CATCHERS
from compiler.unread.doubts import Doubt, quoted
from compiler.unread.link_catchers import LONG_LINE
from compiler.unread.paths import is_list_of_work

PLAIN = [catcher for catcher in CATCHERS if not catcher.needs_scheme]
BOXES = ("box", "box elsewhere", "box of a memory bank", "ticked checklist")
OF_SCHEMES = [catcher for catcher in CATCHERS if catcher.needs_scheme]
NEEDLES = sorted({needle for catcher in CATCHERS for needle in catcher.needles})
LONG_TEXT = 8_000  # characters
MAX_DOUBTS = 2_000  # of one catcher in one file
MAX_LINE = 2_000  # characters: a longer line is data, and no person reads it
MAX_PARAGRAPH = 100_000  # characters, beyond which the links of a page are not read
MAX_LABEL = 400  # characters of the label of a link, over several lines
MAX_COMMENT = 4_000  # characters before a place, in which the comment begins that it stands in
MAX_SIZE = 1_000_000  # characters of a file
_FENCE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})", re.MULTILINE)
_HEAD = re.compile(r"^(?:#\s+(\S[^\n]*)|title:\s*(\S[^\n]*))$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z]+")


def doubts_of(path: str, text: str) -> list[Doubt]:
    """Return the doubts of a file that need no scheme of ids, in the order of the catchers and of its lines."""
    return _doubts(path, text, PLAIN)


def doubts_of_schemes(path: str, text: str, schemes: Collection[str]) -> list[Doubt]:
    """Return the doubts of a file that are written like ids of some schemes."""
    return _doubts(path, text, OF_SCHEMES, sorted(schemes)) if schemes else []


def _doubts(path: str, text: str, catchers: Sequence[Catcher], schemes: Sequence[str] = ()) -> list[Doubt]:
    taking = [catcher for catcher in catchers if catcher.takes(path)]
    if len(text) > MAX_SIZE or not taking:
        return []
    text = unwrapped(text.replace("\r\n", "\n") if "\r" in text else text)
    lines = text.split("\n")
    found: list[Doubt] = []
    if max(map(len, lines)) > MAX_LINE:
        if LONG_LINE in taking:
            found = [
                Doubt(LONG_LINE.name, number, number, quoted(line[:MAX_LINE]))
                for number, line in enumerate(lines, 1)
                if len(line) > MAX_PARAGRAPH and ("](" in line or "[[" in line)
            ]
        lines = [line if len(line) <= MAX_LINE else "" for line in lines]
        text = "\n".join(lines)
    places = _Places(text, lines)
    found += [doubt for catcher in taking if catcher != LONG_LINE for doubt in _caught(catcher, path, places, schemes)]
    return found


class _Places:
    """A text, and the same in small letters."""

    def __init__(self, text: str, lines: Sequence[str]) -> None:
        self.text = text
        self._lines = lines
        small = text.lower()
        # A capital I with a dot becomes two characters, which would move all places.
        self.small = small if len(small) == len(text) else text.replace("İ", "I").lower()

    @property
    def count(self) -> int:
        """The lines, without an empty one at the end."""
        return max(len(self._lines) - 1, 1)

    @cached_property
    def needles(self) -> Collection[str]:
        """The needles of catchers that may stand in the text: few of them do. Of a short text they are looked up one by
        one, so that a small source does not import what is quicker for a long one."""
        if len(self.small) < LONG_TEXT:
            return [needle for needle in NEEDLES if needle in self.small]
        return _needles()(self.small)

    @cached_property
    def starts(self) -> list[int]:
        """The offsets at which the lines start."""
        return [0, *accumulate(len(line) + 1 for line in self._lines[:-1])]

    def columns(self, line: int, start: int, end: int) -> tuple[int, int]:
        """Return the columns at which a place of a line begins and ends, in bytes + 1."""
        first = self.starts[line - 1]
        before = len(self.text[first:start].encode()) + 1
        return before, before + len(self.text[start:end].encode())

    @cached_property
    def fences(self) -> list[int]:
        """The offsets at which fenced code begins and ends, in turn."""
        return _fences(self.text)


def _caught(catcher: Catcher, path: str, places: _Places, schemes: Sequence[str]) -> Iterator[Doubt]:
    text = places.text
    if catcher.pattern is None:
        head = _HEAD.search(text)
        shown = (head[1] or head[2]) if head else path.rpartition("/")[2]
        yield Doubt(catcher.name, 1, places.count, quoted(shown))
        return
    count = 0
    needles = [scheme.lower() for scheme in schemes] if catcher.needs_scheme else catcher.needles
    if needles and not catcher.needs_scheme:
        needles = [needle for needle in needles if needle in places.needles]
        if not needles:
            return
    in_fences = catcher.in_fences or (catcher.name == "box" and is_list_of_work(path))
    for found in _found(catcher.pattern, places, needles, at_start=catcher.at_start):
        if not in_fences and bisect_right(places.fences, found.start()) % 2:
            continue
        if catcher.name in BOXES and _is_below_checks(text, found.start()):
            continue
        if catcher.name == "relative link" and _is_to_itself(path, found[0]):
            continue
        page = page_name(found[0].strip("`")) if catcher.needs_page else ""
        if page and page in (page_name(path), page_name(path).rpartition("/")[2]):
            continue  # a page that states its own path cites no other one
        start = _start(text, found)
        if catcher.looks_like == "diagram" and _is_sample(places, found):
            continue
        if catcher.looks_like == "link" and not catcher.in_fences and _is_verbatim(text, start):
            continue
        line = bisect_right(places.starts, start)
        columns = places.columns(line, start, found.end()) if catcher.is_in_line else (0, 0)
        scheme = scheme_of(found["id"]) if catcher.needs_scheme else ""
        yield Doubt(catcher.name, line, line, quoted(found[0]), scheme, page, *columns)
        count += 1
        if count == MAX_DOUBTS:
            return


def _is_below_checks(text: str, at: int) -> bool:
    """Whether the nearest heading above a place says that what stands below is to be checked, and no work."""
    start = text.rfind("\n#", 0, at) + 1
    return names_criteria(text[start : max(start, min(at, text.find("\n", start)))].strip("# \t"))


def _is_sample(places: _Places, found: re.Match[str]) -> bool:
    """Whether a fence stands within another one, or any diagram in a comment: nobody draws it."""
    is_fence = found[0].lstrip(" \t>").startswith(("`", "~"))
    return _is_in_comment(places.text, found.start()) or (
        is_fence and bisect_left(places.fences, found.start()) % 2 == 1
    )


def _is_verbatim(text: str, at: int) -> bool:
    """Whether a place stands in a span of code or in a comment, where what is written is no link."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    is_code = text.count("`", start, at) % 2 and "`" in text[at : None if end < 0 else end]
    return bool(is_code) or _is_in_comment(text, at)


def _is_in_comment(text: str, at: int) -> bool:
    first = max(0, at - MAX_COMMENT)
    comments = (("<!--", "-->"), ("{/*", "*/}"))
    return any(text.rfind(opened, first, at) > text.rfind(closed, first, at) for opened, closed in comments)


@cache
def _needles() -> Callable[[str], Collection[str]]:
    return literal_set(NEEDLES)


def _start(text: str, found: re.Match[str]) -> int:
    """Return where a doubt begins: a link of markdown where its label does, which may be some lines above."""
    if not found[0].startswith("]("):
        return found.start()
    label = text.rfind("[", max(0, found.start() - MAX_LABEL), found.start())
    return found.start() if label < 0 or "\n\n" in text[label : found.start()] else label


def _is_to_itself(path: str, link: str) -> bool:
    """Whether a link of markdown leads to the page that it stands in, which is no link between pages."""
    target = re.split(r"[#?)> \"]", link.removeprefix("](").lstrip(" \t<"), maxsplit=1)[0]
    return normpath(f"/{path}/../{target}") == f"/{path}"


def _found(
    pattern: re.Pattern[str], places: _Places, needles: Sequence[str], *, at_start: bool
) -> Iterator[re.Match[str]]:
    """Give what a pattern finds in a text: of lines that have a needle, if there are any, or at their start alone."""
    text, small = places.text, places.small
    if not needles:
        yield from pattern.finditer(text)
        return
    lines: set[int] = set()
    for needle in needles:
        at = small.find(needle)
        while at >= 0:
            lines.add(text.rfind("\n", 0, at) + 1)
            end = text.find("\n", at)
            at = small.find(needle, end) if end >= 0 else -1
    for start in sorted(lines):
        end = text.find("\n", start)
        end = end if end >= 0 else len(text)
        if not at_start:
            yield from pattern.finditer(text, start, end)
        elif found := pattern.match(text, start):  # it may say what stands in the lines below
            yield found


def _fences(text: str) -> list[int]:
    """Return the offsets at which fenced code begins and ends, in turn."""
    edges: list[int] = []
    mark = ""
    for start in lines_with_fences(text):
        if not (found := _FENCE.match(text, start)):
            continue
        if not mark:
            mark = found[1]
            edges.append(found.start())
        elif found[1].startswith(mark):
            mark = ""
            edges.append(found.end())
    return edges


def page_name(path: str) -> str:
    """Return what of a written path names a page: its folder and its name, case-folded."""
    return "/".join([part for part in path.split("/") if part not in {"", ".", ".."}][-2:]).casefold()


def names_of_pages(paths: Iterable[str]) -> set[str]:
    """Return the names by which a text means a file: with its folder, or alone, where no other file has the name. A
    name of many (`references/details.md` of each skill) means none of them."""
    together = Counter(page_name(path) for path in paths)
    alone = Counter(name.rpartition("/")[2] for name in together.elements())
    return {name for counted in (together, alone) for name, count in counted.items() if count == 1}


def scheme_of(written: str) -> str:
    """Return the first word of an id, in capitals: `REQ` of `REQ-F1`, `D` of `D13`."""
    word = _WORD.match(written)
    return word[0].upper() if word else ""
