"""A status that a decision states outside of any field: in its title, in bold above its sections, or as a tag."""

import re
from collections.abc import Iterable, Iterator

from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.markdown import Page
from compiler.languages.knowledge.syntax.decisions.several_statuses import settled
from compiler.languages.knowledge.syntax.decisions.statements import is_bare, is_supersession, points, statement
from compiler.languages.knowledge.syntax.decisions.statuses import STATUS_PREPOSITIONS, status_of

MAX_LINES = 4  # of a bold text
_EMPHASIS = re.compile(
    r"[ \t]*+(>?+)[ \t]*+(?:[^\w\x00-\x7f]{1,3}[ \t]*)?(\*{1,3}|_{1,3})(?=[^\s*_])([^*\n]{3,400}?)(?<!\s)\2(?!\w)(.*)"
)
_IN_PARAGRAPH = re.compile(r"[ \t>]*+[^\s>*_#|!:-]")  # a line that begins as prose does: the next one may go on with it
_BEHIND = re.compile(r"[ \t]*[.,:;–—-]?[ \t]*(?:[(\[]?\d[\d./-]*[)\]]?)?[ \t.]*")  # a date, or nothing
_NOUNS = frozenset({"implementation", "review", "proposal", "discussion", "rfc", "open", "final", "resolved"})
_IN_HEADING = re.compile(r":|[ \t][-–—][ \t]")  # `## Status - Accepted`
_IN_TITLE = re.compile(r"\[([^\[\]]{3,60})\](?!\()|\(([^()]{3,60})\)[ \t]*$")
_SENTENCE = re.compile(r"(?<=[\w)\]*])\.[*_]{0,2}[ \t]+(?=[A-Z`])")
_TAGS = frozenset({"accepted", "proposed", "draft", "rejected", "deprecated", "superseded", "withdrawn"})


def implied_statuses(page: Page, first: int, last: int, title: str) -> Iterator[tuple[int, str]]:
    """Yield what stands for a status, with the line, counted from 0: a heading `## Status: Accepted`, a bold text on
    the lines from `first` up to `last`, and a word in brackets in the title, which stands above `first`."""
    for heading in page.headings:
        key, value = (*_IN_HEADING.split(heading.text, 1), "")[:2]
        if heading.level > 1 and field_word(key) == "status" and value.strip():
            yield heading.first, value.strip()
    yield from bold_statuses(page, first, last)
    for found in _IN_TITLE.finditer(title):
        if _is_status(found[1] or found[2]):
            yield max(first - 1, 0), found[1] or found[2]


def bold_statuses(page: Page, first: int, last: int) -> Iterator[tuple[int, str]]:
    """Yield each text in bold or italics that stands for a status, with a date or `see ADR-3` behind it, on the lines
    from `first` up to `last`."""
    for at in range(first, last):
        found = _EMPHASIS.match(_up_to_its_end(page, at, last))
        if found and _is_status(found[3]) and (at == first or not _IN_PARAGRAPH.match(page.lines[at - 1])):
            behind = _BEHIND.fullmatch(found[4]) or points(found[4].lstrip(" \t—–-:,"))
            if behind or found[1] or is_supersession(statement(found[3]).lead):
                yield at, f"{found[3]}{found[4] if behind else ''}"


def _up_to_its_end(page: Page, at: int, last: int) -> str:
    """A line with those that its bold text goes on in: `> **Superseded by [ADR-3](0003-ropes.md)`, `> and ADR-4.**`."""
    line = page.lines[at]
    for following in page.lines[at + 1 : min(last, at + MAX_LINES)]:
        if line.count("**") % 2 == 0:
            break
        line += " " + following.lstrip("> \t")
    return line


def tagged_status(tags: Iterable[str]) -> str:
    """The one tag that is a status, as blogs have it; "" if none or several are."""
    found = [tag for tag in tags if tag.casefold() in _TAGS]
    return found[0] if len(found) == 1 else ""


def first_sentence(text: str) -> str:
    """The first sentence of a status that says what supersedes it; another status as it is, since what follows may
    limit it."""
    text = settled(text)
    if not is_supersession(statement(text).lead):
        return text
    ends = [found.end() for found in _SENTENCE.finditer(text)]
    ends = [end for end in ends if text.count("[", 0, end) == text.count("]", 0, end)]
    if len(ends) > 1 or not (ends and is_bare(statement(text[: ends[0]])) and points(text[ends[0] :])):
        return text[: ends[0]].rstrip().removesuffix(".") if ends else text
    return text


def _is_status(text: str) -> bool:
    lead = statement(text).lead
    is_title = lead in _NOUNS and len(text.split()) > 1  # `**Implementation update**`
    return lead not in STATUS_PREPOSITIONS and not is_title and status_of(lead) is not None
