"""Reads what a page states outside of tables: headings, entries of lists and paragraphs with ids, on a page or in a
section of requirements."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.cells import ids_in, plain_text
from compiler.languages.requirements.formats.listed.entries import BLOCK, NAMED, SECTION, TERM, Entry, entries_of
from compiler.languages.requirements.formats.listed.ids import (
    first_word,
    is_id,
    is_of_other,
    is_of_requirement,
    scheme_of,
)
from compiler.languages.requirements.formats.listed.page import Page, Statement
from compiler.languages.requirements.formats.listed.words import (
    Meaning,
    meaning_of,
    names_other,
    names_requirements,
    obliges,
    plain_name,
)
from compiler.languages.requirements.formats.outline import last_written, place_in
from compiler.languages.requirements.formats.records import Cited

FROM_TEXT = 2  # rank of what states a requirement
_FIELD = re.compile(
    r"(?P<lead>[ \t]{0,12}(?:[-*+][ \t]+)?)[*_]{0,3}(?P<name>[A-Z][\w /()-]{1,40})[*_]{0,3}(?::|::|：)[*_]{0,3}"
    r"(?:[ \t]+(?P<value>.*))?"
)
_LISTED = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(.*)")
_RULE = re.compile(r"[ \t]*(?:_[ \t]*){3,}|[ \t]*(?:-[ \t]*){3,}")  # a line across the page
_UP = re.compile(r"(?<![\w>])>\[([^\[\]\n]{3,60})\]")  # `>[SYS-5]` behind the text
_BOLD_TITLE = re.compile(r"([^*\n]{1,200})\*\*[ \t:.—–-]*(.*)")
# A word in place of a text, or in brackets before it or behind a title: `[DELETED]`, `(withdrawn) Login`.
_GONE_WORDS = r"(?P<{}>deleted|removed|withdrawn|obsolete|deprecated|retired|superseded)"
_GONE = re.compile(
    rf"[*_~]{{0,3}}+[ ]?[\[(]{_GONE_WORDS.format('before')}[\])].*+"
    rf"|[*_~\[(]{{0,4}}+[ ]?{_GONE_WORDS.format('alone')}[*_~.\])]{{0,5}}+"
    rf"|[^\[(\n]{{0,100}}+[\[(]{_GONE_WORDS.format('behind')}[\])][*_~.]{{0,5}}+",
    re.IGNORECASE,
)
_LEAST = 2  # ids of one kind on a page, unless it is about requirements and they are named as such
_USUAL = 5  # statements of one form on a page of requirements, which show that an id of any kind states there
_MEANT = frozenset({"status", "level", "parent", "test", "code", "decision"})
_KNOWN = frozenset(
    {"priority", "prio", "rationale", "owner", "author", "source", "version", "risk", "method", "note", "notes"}
)


class _Field(NamedTuple):
    """A named line of a statement, or a name with a list below it: its values, and the lines of these."""

    meaning: Meaning
    name: str
    values: Sequence[str]
    lines: range


def read_statements(page: Page) -> None:
    """Read what stands outside of tables."""
    plain = [(number, line) for number, line in page.plain if number not in page.read_lines]
    found = [entry for entry in entries_of(plain) if not is_of_other(entry.id)]
    counts = Counter(scheme_of(key) for key in {*(entry.id for entry in found), *(item.id for item in page.items)})
    forms = Counter(entry.form.basis for entry in found if counts[scheme_of(entry.id)] >= _LEAST)
    stating = Counter(_family(entry) for entry in found if page.section_of(entry.line)[1])
    sections = {entry.line: entry for entry in found if entry.form.ends == SECTION and is_of_requirement(entry.id)}
    for at, entry in enumerate(found):
        around = (heading.line for heading in page.headings.around(entry.line))
        outer = next((sections[line] for line in around if line in sections), None)
        if outer and not is_of_requirement(entry.id) and scheme_of(entry.id) != scheme_of(outer.id):
            continue  # `DW0: …` in the text of a requirement
        section, is_of_requirements = page.section_of(entry.line)
        is_other = names_other(section) and not names_requirements(section) and entry.form.ends != SECTION
        is_plain = is_of_requirement(entry.id) or entry.form.needs_word
        # `Risk records` may be what the product has. What stands there of an id that the page states elsewhere cites.
        is_duty = is_plain and forms[entry.form.basis] >= _USUAL and obliges(entry.rest)
        is_one_more = stating[_family(entry)] >= _USUAL and obliges(entry.rest)
        is_traced = entry.up is not None and forms[entry.form.basis] >= _USUAL
        is_meant = page.is_of_requirements or is_of_requirements or is_one_more or is_traced
        is_aside = is_other and not is_duty and not is_traced
        is_here = is_meant and not is_aside
        is_near = page.is_in_folder and not is_aside
        if not is_here and not (is_plain and (entry.form.ends == SECTION or is_near)):
            continue
        is_usual = page.is_of_requirements and is_here and forms[entry.form.basis] >= _USUAL
        if not (is_plain and is_here) and not is_usual and counts[scheme_of(entry.id)] < _LEAST:
            continue
        where = "on a page of requirements" if is_here else "in a folder of requirements" if is_near else ""
        where = where or "that names a requirement"
        following = found[at + 1].line if at + 1 < len(found) else len(page.lines) + 1
        rank = FROM_TEXT + is_here + page.is_of_requirements - page.is_lesson - is_other
        _add(page, entry, following, f"{entry.form.basis}, {where}", rank)


def _family(entry: Entry) -> tuple[str, str]:
    """What an entry has in common with others of the project: its form, and the first word of its id."""
    return entry.form.basis, first_word(entry.id)


def _add(page: Page, entry: Entry, following: int, basis: str, rank: int) -> None:
    last = _last_line(page, entry, following)
    body = list(page.lines[entry.line : last])
    title, text = "", entry.rest
    if entry.form.ends == SECTION:
        title, text = plain_text(entry.rest).rstrip("#= "), ""
    elif entry.is_bold_open and (bold := _BOLD_TITLE.fullmatch(entry.rest)):
        title, text = plain_text(bold[1]).rstrip(":. "), bold[2]
    fields, used = _fields(page, entry, body)
    body = [line.removeprefix(":") for line in body] if entry.form is TERM else body
    kept = [
        line.lstrip("> \t").rstrip() for at, line in enumerate(body) if at not in used and not _RULE.fullmatch(line)
    ]
    if not title:
        title, kept = _titled(kept)
    if not title and entry.form is NAMED:
        title = _heading_of(page, entry, following)
    text = plain_text("\n".join([text, *kept]).strip())
    if not text and not title:
        return
    shown = [(field.meaning, field.name, plain_text(", ".join(field.values))) for field in fields if field.values]
    parents = [
        Cited("refines", key, place_in(page.lines[number - 1], number, start, end))
        for field in fields
        if field.meaning == "parent"
        for number in field.lines
        for key, start, end in ids_in(page.lines[number - 1])
    ]
    page.add(
        Statement(
            id=entry.id,
            title=title,
            text=text or title,
            first=entry.line,
            last=last,
            status=next((value for meaning, _, value in shown if meaning == "status"), _gone(entry)),
            level=next((value for meaning, _, value in shown if meaning == "level"), ""),
            fields=[(name, value) for meaning, name, value in shown if meaning not in ("status", "level", "parent")],
            parents=[*parents, *_parents_in_lines(page, entry, last)],
            basis=basis,
            rank=rank,
        )
    )


def _parents_in_lines(page: Page, entry: Entry, last: int) -> Iterator[Cited]:
    """Give what the lines of an entry name as above it, in words or in braces behind its id."""
    for number, line in enumerate(takewhile(str.strip, page.lines[entry.line - 1 : last]), entry.line):
        spans = [found.span(1) for found in _UP.finditer(line)]
        if entry.up and number == entry.line:
            spans += [(entry.up[0] + start, entry.up[0] + end) for _, start, end in ids_in(line[slice(*entry.up)])]
        for start, end in spans:
            key = line[start:end]
            if is_id(key) and key != entry.id:
                yield Cited("refines", key, place_in(line, number, start, end))


def _heading_of(page: Page, entry: Entry, following: int) -> str:
    """The heading of the section that a line with an id is alone in, if it is no heading of a list; else ""."""
    heading = next(page.headings.around(entry.line), None)
    is_alone = following >= (page.headings.next_line(entry.line) or following)
    if heading is None or not is_alone or any(heading.line < item.first < entry.line for item in page.items):
        return ""
    return "" if names_requirements(heading.text) else heading.text


def _gone(entry: Entry) -> str:
    """The word that says that a requirement holds no more, "" if none does."""
    found = _GONE.fullmatch(entry.rest)
    return found[found.lastgroup or 0].lower() if found else "removed" * entry.is_struck


def _titled(lines: list[str]) -> tuple[str, list[str]]:
    """The title that a named line gives, "" if none does, and the other lines, without the name of the text."""
    named = [
        (meaning_of(plain_name(found["name"])), found) if (found := _FIELD.fullmatch(line)) else None for line in lines
    ]
    title = next((found["value"] for meaning, found in filter(None, named) if meaning == "title"), None)
    others = [
        (said[1]["value"] or "") if said and said[0] == "text" else line
        for line, said in zip(lines, named, strict=True)
        if not (said and said[0] == "title")
    ]
    return plain_text(title or ""), others


def _last_line(page: Page, entry: Entry, following: int) -> int:
    """The last line of a statement."""
    is_section = entry.form.ends == SECTION
    heading = page.headings.end_of_section(entry.line) if is_section else page.headings.next_line(entry.line)
    end = min(following, heading or following) - 1
    if entry.form.ends not in (SECTION, BLOCK):
        number = entry.line + 1
        while number <= end and _goes_on(page.lines[number - 1], entry.depth):
            number += 1
        end = number - 1
    table = bisect_right(page.table_starts, entry.line)
    if table < len(page.table_starts):
        end = min(end, page.table_starts[table] - 1)
    return last_written(page.lines, entry.line, max(end, entry.line))


def _goes_on(line: str, depth: int) -> bool:
    """Whether a line goes on with an entry of a list: it is indented deeper, or it is a line of its paragraph."""
    if not line.strip():
        return False
    indent = len(line) - len(line.lstrip())
    return indent > depth or (_LISTED.match(line) is None and not line.startswith(("#", "=", "|", ">")))


def _fields(page: Page, entry: Entry, body: Sequence[str]) -> tuple[list[_Field], set[int]]:
    """The named lines of a statement, and the places in its body that they take. What they say of code and tests
    becomes tags."""
    fields: list[_Field] = []
    used: set[int] = set()
    place = place_in(page.lines[entry.line - 1], entry.line, entry.start, entry.start + len(entry.id))
    for at, line in enumerate(body):
        found = _FIELD.fullmatch(line)
        if not found or at in used:
            continue
        name, value = plain_name(found["name"]), (found["value"] or "").strip()
        meaning = meaning_of(name)
        if meaning not in _MEANT and name not in _KNOWN:
            continue
        values, below = ([value] if value else []), at + 1
        while (
            not value
            and below < len(body)
            and (listed := _LISTED.fullmatch(body[below]))
            and not _FIELD.fullmatch(body[below])
        ):
            values.append(listed[1])
            below += 1
        used.update(range(at, below))
        for written in values:
            if meaning in ("test", "code"):
                page.add_files(written, "verifies" if meaning == "test" else "implements", entry.id, place)
            elif meaning == "decision":
                page.add_decisions(written, entry.id, place)
        fields.append(_Field(meaning, name, values, range(entry.line + 1 + at, entry.line + 1 + below)))
    return fields, used
