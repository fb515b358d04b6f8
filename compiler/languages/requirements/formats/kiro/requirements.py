"""Reads `requirements.md` and `bugfix.md`: numbered requirements, each with acceptance criteria.

A requirement is a heading with a number, `### Requirement 3: Title`, in any language, that has criteria below; or a
heading without a number below which all criteria are written `2.1`, as in `bugfix.md`. Where headings say that they are
requirements, one with a number alone (`## 1. Background`) is a requirement only at their level. A criterion is an entry
of a numbered list; entries of one that begin with `1.` each are counted.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.kiro.words import WORD
from compiler.languages.requirements.formats.outline import (
    Heading,
    headings_of,
    headings_within,
    last_written,
    outside_fences,
    place_of,
    section_text,
)
from compiler.languages.requirements.formats.records import Item, Need, Unread

_NUMBERED = re.compile(r"(?:([^\W\d][^\d\n:]{0,40}?)[ \t#_-]*)?(\d{1,4})(?!\.\d)(?:[ \t]*[:：.)—–-]+[ \t]*(.*))?$")
# A number that begins with a word of the project's own: `TR-6`.
_OF_WORD = re.compile(rf"((?!{WORD})(?-i:[A-Z]{{2,8}}-))(\d{{1,4}})(?=[ \t]*[:：.)—–-]|$)", re.IGNORECASE)
_NAMED = re.compile(rf"{WORD}[ \t#_-]*$", re.IGNORECASE)
_CRITERIA = re.compile(r"accept|criteri|akzept|معايير|受け?入れ|验收|驗收|수용", re.IGNORECASE)
_ENTRY = re.compile(
    r"[ ]{0,3}(?:[-*+][ \t]+)?(?:\[.\][ \t]+)?(?:\*\*)?(?:AC[ \t-]?)?(\d{1,4}(?:\.\d{1,4})?[a-z]?)"
    r"(?:[.):]+(?:\*\*)?|\*\*[.:]?|(?=[ \t]))[ \t]+(.*)"
)
_BULLET = re.compile(r"[-*+][ \t]+(?:\[.\][ \t]+)?(.*)")
_STORY = re.compile(r"[ \t>]*\*{0,2}User[ \t]+Story:?\*{0,2}:?[ \t]*(.*)", re.IGNORECASE)
DEFECT = re.compile(r"\A(?:(?!current\b).)*+current\b.*behaviou?r", re.IGNORECASE)


class Criterion(NamedTuple):
    """A criterion: its number as written, `2` or `1.2`, its text, and its line."""

    written: str
    text: str
    line: int


def read_requirements(lines: Sequence[str], feature: str) -> tuple[list[Item], list[Unread]]:
    """Return the requirements of a feature, and criteria that nobody can cite since their number is taken."""
    headings = headings_of(lines)
    words = Counter(word for heading in headings if (word := _word_of_number(heading)))
    named_levels = {heading.level for heading in headings if _is_named(heading)}
    plain = dict(outside_fences(lines))
    items: list[Item] = []
    unread: list[Unread] = []
    for heading in headings:
        is_chapter = named_levels and heading.level not in named_levels and _word(heading) == ""
        if heading.level == 1 or is_chapter:
            continue
        inner = headings_within(headings, heading.line, heading.last)
        end = next(
            (heading.line - 1 for heading in inner if _NUMBERED.match(heading.text) and _criteria(plain, heading, ())),
            None,
        )
        criteria = _criteria(plain, heading, inner, end)
        number = _number(heading, criteria, inner, words)
        if number and (not inner or end is None or _is_named(heading)):
            items.append(_item(lines, plain, heading, number, criteria, feature, unread))
    return _outermost(items), unread


def _word(heading: Heading) -> str | None:
    """What stands before the number of a heading, "" for nothing; None without a number."""
    found = _NUMBERED.match(heading.text)
    return found[1] or "" if found else None


def _is_named(heading: Heading) -> bool:
    """Whether a heading says that it is a requirement, and its number."""
    return _NAMED.match(_word(heading) or "") is not None


def _word_of_number(heading: Heading) -> str:
    """The word that the number of a heading begins with, `TR-` of `TR-6: Log in`; "" for none."""
    found = _OF_WORD.match(heading.text)
    return found[1] if found else ""


def _number(heading: Heading, criteria: Sequence[Criterion], inner: Sequence[Heading], words: Mapping[str, int]) -> str:
    """The number of the requirement of this heading, "" if it is none. `words` are those that numbers begin with, and
    how many do: without criteria two have to."""
    found = _NUMBERED.match(heading.text)
    if found and (word := _word_of_number(heading)):
        return f"{word}{found[2].lstrip('0') or '0'}" if criteria or words[word] > 1 else ""
    if found and (criteria or _NAMED.match(found[1] or "")):
        return found[2].lstrip("0") or "0"
    majors = {criterion.written.partition(".")[0] for criterion in criteria if "." in criterion.written}
    is_leaf = not inner and criteria and all("." in criterion.written for criterion in criteria)
    return majors.pop() if is_leaf and len(majors) == 1 else ""


def _criteria(
    plain: dict[int, str], heading: Heading, inner: Sequence[Heading], end: int | None = None
) -> list[Criterion]:
    """The criteria below a heading: those of the part that is named so, else of the first part with a list."""
    last = heading.last if end is None else end
    parts = [heading for heading in inner if heading.line <= last]
    own_end = parts[0].line - 1 if parts else last
    named = [part for part in parts if _CRITERIA.search(part.text)]
    for part in named:
        if found := list(_entries(plain, part.line + 1, min(part.last, last))) or list(
            _bullets(plain, part.line + 1, min(part.last, last))
        ):
            return found
    if found := list(_entries(plain, heading.line + 1, own_end)):
        return found
    others = (list(_entries(plain, part.line + 1, min(part.last, last))) for part in parts if part not in named)
    return next(filter(None, others), [])


def _entries(plain: dict[int, str], first: int, last: int) -> Iterator[Criterion]:
    """The entries of numbered lists in some lines, each with the lines below it."""
    number, text = 0, [""]
    written = ""
    for at in range(first, last + 1):
        line = plain.get(at)
        if line is None:
            continue
        if found := _ENTRY.match(line):
            if written:
                yield Criterion(written, "\n".join(text).strip(), number)
            written, text, number = found[1], [found[2].strip()], at
        elif written and line[:1].isspace() and line.strip():
            text.append(line.strip())
        elif written and line.strip() and plain.get(at - 1, "").strip():
            text.append(line.strip())  # a line that goes on without a blank line before
    if written:
        yield Criterion(written, "\n".join(text).strip(), number)


def _bullets(plain: dict[int, str], first: int, last: int) -> Iterator[Criterion]:
    """The entries of a list without numbers, which count."""
    found = [(at, one[1].strip()) for at in range(first, last + 1) if (one := _BULLET.match(plain.get(at, "")))]
    for number, (at, text) in enumerate(found, 1):
        yield Criterion(str(number), text, at)


def _item(
    lines: Sequence[str],
    plain: dict[int, str],
    heading: Heading,
    number: str,
    criteria: Sequence[Criterion],
    feature: str,
    unread: list[Unread],
) -> Item:
    found = _NUMBERED.match(heading.text)
    title = (found[3] or "").strip() if found else heading.text
    last = last_written(lines, heading.line, max([heading.line, *(criterion.line for criterion in criteria)]))
    if criteria:
        last = last_written(lines, criteria[-1].line, _end_of_entry(plain, criteria[-1].line, heading.last))
    first_criterion = min((criterion.line for criterion in criteria), default=heading.last + 1)
    above = (at for at in range(heading.line + 1, first_criterion) if not plain.get(at, "").startswith("#"))
    body = "\n".join(plain.get(at, "").rstrip() for at in above).strip()
    story = next((one[1] for line in body.split("\n") if (one := _STORY.match(line))), "")
    is_defect = found is None and DEFECT.search(heading.text) is not None
    return Item(
        f"{feature}/R{number}" if number.isdecimal() else f"{feature}/{number}",
        title or _first(story or body),
        "defect" if is_defect else "requirement",
        "to be fixed" if is_defect else "in force",
        body or section_text(lines, heading.line + 1, first_criterion - 1),
        heading.line,
        last,
        len(lines[last - 1].encode()) + 1,
        tuple(_needs(lines, criteria, number, unread)),
        fields=(("user_story", story.strip()),) if story.strip() else (),
        details=(("number", number),),
    )


def _end_of_entry(plain: dict[int, str], line: int, last: int) -> int:
    """The last line of an entry of a list."""
    while line < last and (below := plain.get(line + 1, "")).strip() and not _ENTRY.match(below):
        line += 1
    return line


def _first(text: str) -> str:
    return text.strip().partition("\n")[0][:120]


def _needs(lines: Sequence[str], criteria: Sequence[Criterion], number: str, unread: list[Unread]) -> Iterator[Need]:
    """The criteria by their numbers within the requirement. If all have one number, as markdown allows, they count."""
    is_counted = len(criteria) > 1 and len({criterion.written for criterion in criteria}) == 1
    taken: set[str] = set()
    for position, read in enumerate(criteria, 1):
        major, dot, minor = read.written.partition(".")
        label = str(position) if is_counted else minor if dot and major == number else read.written
        place = place_of(lines, read.line)
        if label in taken:
            reason = f"requirement {number} has a criterion {label} already"
            unread.append(Unread(lines[read.line - 1].strip()[:80], reason, place))
            continue
        taken.add(label)
        yield Need(label, place, read.text or read.written)


def _outermost(items: list[Item]) -> list[Item]:
    """The items without those whose lines stand in another one."""
    found: list[Item] = []
    for item in items:
        if not found or item.first > found[-1].last:
            found.append(item)
    return found
