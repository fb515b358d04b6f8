"""Reads the pages that list requirements: tables, headings, entries of lists and paragraphs, and traceability matrices.

A page states requirements if its name or title says that it is about them, if a section does, if the header of a table
does, or if headings have ids that do. A table with columns for code and tests is a matrix: it cites, and states only
what no other place states.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.cells import (
    cited_in,
    decision_names,
    file_names,
    ids_in,
    is_only_ids,
    plain_text,
    whole_id,
)
from compiler.languages.requirements.formats.listed.entries import BLOCK, SECTION, Entry, entries_of
from compiler.languages.requirements.formats.listed.format import ASCIIDOC, EVIDENCE, MATRIX, NAME, OWN_PLACE
from compiler.languages.requirements.formats.listed.ids import is_of_other, is_of_requirement, scheme_of
from compiler.languages.requirements.formats.listed.tables import Cell, Table, tables_of
from compiler.languages.requirements.formats.listed.words import (
    Meaning,
    meaning_of,
    names_other,
    names_requirements,
    plain_name,
)
from compiler.languages.requirements.formats.outline import last_written, lines_of, outside_fences, place_in
from compiler.languages.requirements.formats.records import (
    DECISION,
    MAP,
    NAMED,
    Cited,
    Item,
    ItemsFile,
    Need,
    Place,
    Tag,
)
from compiler.text.html_comments import with_blank_html_comments

_EDGES = re.compile(r"\|[ \t]?:?-|-:?[ \t]?\||\|===")
# A heading or title with a word for requirements, or with an id that has such a word.
_ENTITLED = re.compile(
    r"^(?:#{1,6}|={1,6}|title:)[ \t][^\n]{0,200}?(?:req|anforder|exigen|requis|lastenh|pflichtenh|\b[uns]rs|\bn?fr|需求"
    r"|要求|要件|[hl]lr|swr|\brq)",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"(#{1,6}|={1,6})[ \t]+(.*)")
_TITLE = re.compile(r"title:[ \t]*(.*)")
_ASCIIDOC_FENCE = re.compile(r"(-{4,}|\.{4,}|/{4,}|\+{4,})[ \t]*")
_FIELD = re.compile(
    r"(?P<lead>[ \t]{0,12}(?:[-*+][ \t]+)?)[*_]{0,3}(?P<name>[A-Z][\w /()-]{1,40})[*_]{0,3}(?::|::|：)[*_]{0,3}"
    r"(?:[ \t]+(?P<value>.*))?"
)
_LISTED = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(.*)")
_BOLD_TITLE = re.compile(r"([^*\n]{1,200})\*\*[ \t:.—–-]*(.*)")
_LESSON = re.compile(r"guide|tutorial|example|how-?to|getting-?started|integration|research|summary", re.IGNORECASE)
_CHECKLISTS = "/checklists/"  # pages of checks, which ask whether requirements are good
_SHARE = 0.6  # of the rows of a table that have an id, where its column is one of ids
_LEAST = 2  # ids of one kind on a page, if they do not say themselves what they name
FROM_TABLE, FROM_TEXT = 3, 2


class Heading(NamedTuple):
    """A heading of a page, in either markup."""

    line: int
    depth: int
    text: str


@dataclass(slots=True)
class _Page:
    """A page while it is read."""

    path: str
    lines: list[str]
    plain: list[tuple[int, str]]
    headings: list[Heading]
    is_asciidoc: bool
    is_of_requirements: bool
    is_lesson: bool  # a guide or a tutorial repeats what another page states
    items: list[Item] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    table_lines: set[int] = field(default_factory=set)

    def section_of(self, line: int, depth: int = 99) -> tuple[str, bool]:
        """The heading around a line, or around a heading of some depth there, and whether any heading around it names
        requirements."""
        around = []
        for heading in reversed([one for one in self.headings if one.line < line]):
            if heading.depth < depth:
                depth = heading.depth
                around.append(heading.text)
        return around[0] if around else "", any(map(names_requirements, around))


def read_page(path: str, text: str) -> ItemsFile | None:
    """Return what a page states and cites; None if it does neither."""
    if not _may_say(path, text):
        return None
    page = _page(path, text)
    is_any = page.is_of_requirements or any(names_requirements(one.text) for one in page.headings)
    for table in tables_of(page.plain, is_asciidoc=page.is_asciidoc, is_any=is_any):
        _read_table(page, table)
    if is_any or _ENTITLED.search(text):
        _read_entries(page)
    if not page.items and not page.tags:
        return None
    is_candidate = not any(dict(item.details)["place"] == OWN_PLACE for item in page.items)
    return ItemsFile(NAME, path, tuple(page.items), tuple(page.tags), is_candidate=is_candidate)


def _may_say(path: str, text: str) -> bool:
    """A quick check: whether a page has a table, or a name, title or heading about requirements."""
    name = path.rpartition("/")[2]
    has_table = _EDGES.search(text) is not None
    return has_table or names_requirements(name) or _ENTITLED.search(text) is not None


def _page(path: str, text: str) -> _Page:
    is_asciidoc = path.lower().endswith(ASCIIDOC)
    lines = lines_of(text if is_asciidoc else with_blank_html_comments(text))
    plain = list(_outside_blocks(lines) if is_asciidoc else outside_fences(lines))
    marks = "=" if is_asciidoc else "#"
    found = ((number, _HEADING.match(line)) for number, line in plain if line.startswith(marks))
    headings = [Heading(number, len(one[1]), plain_text(one[2])) for number, one in found if one]
    title = next((one[1] for line in lines[:15] if (one := _TITLE.match(line))), "") or (
        headings[0].text if headings and headings[0].depth == 1 else ""
    )
    name = path.rpartition("/")[2].rpartition(".")[0]
    is_named = _CHECKLISTS not in f"/{path}" and (names_requirements(title) or names_requirements(name))
    is_of_requirements = is_named and not names_other(title)
    return _Page(path, lines, plain, headings, is_asciidoc, is_of_requirements, _LESSON.search(name) is not None)


def _outside_blocks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give the lines of AsciiDoc that are in no listing, literal or comment, with their numbers."""
    block = ""
    for number, line in enumerate(lines, 1):
        found = _ASCIIDOC_FENCE.fullmatch(line)
        if found and (not block or found[1] == block):
            block = "" if block else found[1]
        elif not block:
            yield number, line


# Tables


def _read_table(page: _Page, table: Table) -> None:
    """Read a table: rows that state a requirement, and rows of a matrix."""
    meanings = [meaning_of(name) for name in table.header]
    own = _own_column(table, meanings)
    if own is None:
        return
    page.table_lines.update(range(table.line, table.rows[-1][0].line + 1))
    traces = [at for at, meaning in enumerate(meanings) if meaning in ("test", "code") and at != own]
    for row in table.rows:
        _read_row(page, row, own, traces, meanings)
    texts = _text_columns(meanings, own)
    is_first = own == 0 or (own == 1 and meanings[0] in ("id", "none", "level", "status"))
    if not texts or not is_first or "other" in meanings:
        return
    section, is_of_requirements = page.section_of(table.line)
    is_matrix = bool(traces)
    is_aside = names_other(section) and not names_requirements(section)
    for row in table.rows:
        key = whole_id(row[own].text)
        if not key or is_of_other(key):
            continue
        basis = ""
        is_named = meanings[own] == "requirement" or "req" in plain_name(table.header[own])
        if is_named or (meanings[texts[0]] == "requirement" and not is_aside):
            basis = "a row of a table whose header names requirements"
        elif is_of_requirement(key):
            basis = "a row of a table whose ids name requirements"
        elif (page.is_of_requirements or is_of_requirements) and not is_aside:
            basis = "a row of a table on a page of requirements"
        if basis:
            place = MATRIX if is_matrix or is_aside else OWN_PLACE
            rank = (FROM_TABLE if place == OWN_PLACE else 1) + page.is_of_requirements - page.is_lesson
            _add_row(page, table, row, (key, own, texts), meanings, basis, place, rank)


def _own_column(table: Table, meanings: Sequence[Meaning]) -> int | None:
    """The column with the ids of requirements; None if no column has any."""
    for wanted in (("id", "requirement", "parent"), ("none", "title", "text")):
        for at, meaning in enumerate(meanings):
            is_blank = not table.header[at].strip()
            if meaning not in wanted and not (is_blank and wanted[0] == "id"):
                continue
            cells = [row[at].text for row in table.rows if row[at].text]
            found = [cell for cell in cells if is_only_ids(cell)]
            others = [cell for cell in found if is_of_other(cited_in(plain_text(cell))[0][0])]
            is_own = found and len(found) >= _SHARE * len(cells) and 2 * len(others) <= len(found)
            # Elsewhere than under a name for ids, the ids themselves have to say what they are.
            if is_own and (
                wanted[0] == "id" or all(is_of_requirement(cited_in(plain_text(cell))[0][0]) for cell in found)
            ):
                return at
    return None


def _text_columns(meanings: Sequence[Meaning], own: int) -> list[int]:
    """The columns with the text of a requirement, the best first."""
    order = {"requirement": 0, "text": 1, "title": 2}
    found = [at for at, meaning in enumerate(meanings) if at != own and meaning in order]
    return sorted(found, key=lambda at: order[meanings[at]])


def _read_row(page: _Page, row: Sequence[Cell], own: int, traces: Sequence[int], meanings: Sequence[Meaning]) -> None:
    """Read what a row of a matrix says: which files implement and test the requirements in it."""
    ids = cited_in(row[own].text)
    for at, meaning in enumerate(meanings):
        if meaning == "decision" and row[at].text:
            for key, start, end in ids:
                page.tags += _decisions(row[at].text, key, _place_in_cell(page, row[own], start, end))
    for at in traces:
        kind = "verifies" if meanings[at] == "test" else "implements"
        for key, start, end in ids if row[at].text else ():
            place = _place_in_cell(page, row[own], start, end)
            page.tags += _tags(row[at].text, kind, key, place)


def _tags(written: str, kind: str, key: str, place: Place) -> Iterator[Tag]:
    seen = set()
    for name in file_names(written):
        if name.name not in seen:
            seen.add(name.name)
            yield Tag(MAP if name.is_plain else NAMED, "", Cited(kind, key, place), on=name.name)


def _decisions(written: str, key: str, place: Place) -> Iterator[Tag]:
    """The decisions that a cell names for a requirement."""
    for name in decision_names(written):
        yield Tag(DECISION, "", Cited("addresses_requirement", key, place), on=name)


def _place_in_cell(page: _Page, cell: Cell, start: int, end: int) -> Place:
    line = page.lines[cell.line - 1]
    at = line.find(cell.text[start:end], cell.start)
    return place_in(line, cell.line, at, at + end - start) if at >= 0 else place_in(line, cell.line, 0, len(line))


def _add_row(
    page: _Page,
    table: Table,
    row: Sequence[Cell],
    key_and_columns: tuple[str, int, list[int]],
    meanings: Sequence[Meaning],
    basis: str,
    place: str,
    rank: int,
) -> None:
    """Add the requirement that a row states."""
    key, own, texts = key_and_columns
    said = {at: plain_text(row[at].text) for at in range(len(row)) if at != own and row[at].text}
    title = next((said[at] for at in texts if meanings[at] == "title" and at in said), "")
    text = next((said[at] for at in texts if meanings[at] != "title" and at in said), title)
    if not text:
        return
    status = next((said[at] for at in said if meanings[at] == "status"), "")
    level = next((said[at] for at in said if meanings[at] == "level"), "")
    used = {"requirement", "text", "title", "status", "level", "parent", "id"}
    fields = [(plain_name(table.header[at]), said[at]) for at in said if meanings[at] not in used]
    parents = [
        Cited("refines", cited, _place_in_cell(page, row[at], start, end))
        for at in said
        if meanings[at] == "parent"
        for cited, start, end in ids_in(row[at].text)
        if cited != key
    ]
    first, last = row[own].line, max(cell.line for cell in row)
    _add(
        page,
        key,
        title if title != text else "",
        text,
        (first, last),
        status,
        level,
        fields,
        parents,
        basis,
        place,
        rank,
    )


def _add(
    page: _Page,
    key: str,
    title: str,
    text: str,
    lines: tuple[int, int],
    status: str,
    level: str,
    fields: Sequence[tuple[str, str]],
    parents: Sequence[Cited],
    basis: str,
    place: str,
    rank: int,
) -> None:
    first, last = lines
    line = page.lines[first - 1]
    at = max(line.find(key), 0)
    need = Need(
        EVIDENCE,
        place_in(line, first, at, at + len(key)),
        f"It needs a test that cites {key}, or one that a matrix names.",
    )
    section, _ = page.section_of(first, next((one.depth for one in page.headings if one.line == first), 99))
    said = [(name, value) for name, value in fields if name and value]
    named = {name for name, _ in said}
    if section and "section" not in named:
        said.append(("section", section))
    page.items.append(
        Item(
            key,
            title,
            level or "requirement",
            status,
            text,
            first,
            last,
            len(page.lines[last - 1].encode()) + 1,
            (need,),
            tuple(parents),
            (*said, ("basis", basis)),
            (("place", place), ("rank", str(rank)), ("scheme", scheme_of(key))),
        )
    )


# Headings, entries of lists and paragraphs


def _read_entries(page: _Page) -> None:
    """Read what stands outside of tables: on a page or in a section of requirements."""
    plain = [(number, line) for number, line in page.plain if number not in page.table_lines]
    found = [one for one in entries_of(plain) if not is_of_other(one.id)]
    counts = Counter(scheme_of(key) for key in {*(one.id for one in found), *(item.id for item in page.items)})
    for at, one in enumerate(found):
        section, is_of_requirements = page.section_of(one.line, one.depth if one.form.ends == SECTION else 99)
        is_aside = names_other(section) and not names_requirements(section) and one.form.ends != SECTION
        is_plain = is_of_requirement(one.id)
        is_here = (page.is_of_requirements or is_of_requirements) and not is_aside
        if not is_here and not (is_plain and one.form.ends == SECTION):
            continue
        if not is_plain and counts[scheme_of(one.id)] < _LEAST:
            continue
        where = "on a page of requirements" if is_here else "that names a requirement"
        following = found[at + 1].line if at + 1 < len(found) else len(page.lines) + 1
        rank = FROM_TEXT + is_here + page.is_of_requirements - page.is_lesson
        _add_entry(page, one, following, f"{one.form.basis}, {where}", rank)


def _add_entry(page: _Page, one: Entry, following: int, basis: str, rank: int) -> None:
    last = _last_line(page, one, following)
    body = list(page.lines[one.line : last])
    title, text = "", one.rest
    if one.form.ends == SECTION:
        title, text = plain_text(one.rest).rstrip("#= "), ""
    elif one.is_bold_open and (bold := _BOLD_TITLE.fullmatch(one.rest)):
        title, text = plain_text(bold[1]).rstrip(":. "), bold[2]
    fields, used = _fields(page, one, body)
    kept = [line.strip() for at, line in enumerate(body) if at not in used]
    text = plain_text("\n".join([text, *kept]).strip())
    if not text and not title:
        return
    status = next((value for meaning, _, value in fields if meaning == "status"), "")
    level = next((value for meaning, _, value in fields if meaning == "level"), "")
    shown = [(name, value) for meaning, name, value in fields if meaning not in ("status", "level", "parent")]
    parents: list[Cited] = []
    for meaning, name, _ in fields:
        if meaning == "parent":
            for number in range(one.line + 1, last + 1):
                line = page.lines[number - 1]
                if plain_name(line.partition(":")[0].lstrip(" \t-*+")) == name:
                    parents += [
                        Cited("refines", key, place_in(line, number, start, end)) for key, start, end in ids_in(line)
                    ]
    _add(page, one.id, title, text or title, (one.line, last), status, level, shown, parents, basis, OWN_PLACE, rank)


def _last_line(page: _Page, one: Entry, following: int) -> int:
    """The last line of a statement."""
    end = following - 1
    for heading in page.headings:
        if heading.line > one.line and (one.form.ends != SECTION or heading.depth <= one.depth):
            end = min(end, heading.line - 1)
            break
    if one.form.ends not in (SECTION, BLOCK):
        number = one.line + 1
        while number <= end and _goes_on(page.lines[number - 1], one.depth):
            number += 1
        end = number - 1
    end = min([end, *(line - 1 for line in page.table_lines if line > one.line)]) if page.table_lines else end
    return last_written(page.lines, one.line, max(end, one.line))


def _goes_on(line: str, depth: int) -> bool:
    """Whether a line goes on with an entry of a list: it is indented deeper, or it is a line of its paragraph."""
    if not line.strip():
        return False
    indent = len(line) - len(line.lstrip())
    return indent > depth or (_LISTED.match(line) is None and not line.startswith(("#", "=", "|", ">")))


def _fields(page: _Page, one: Entry, body: Sequence[str]) -> tuple[list[tuple[Meaning, str, str]], set[int]]:
    """The named lines of a statement, as meaning, name and value, and their places in its body. What they say of code
    and tests becomes tags."""
    fields: list[tuple[Meaning, str, str]] = []
    used: set[int] = set()
    key_line = page.lines[one.line - 1]
    place = place_in(key_line, one.line, one.start, one.start + len(one.id))
    for at, line in enumerate(body):
        found = _FIELD.fullmatch(line)
        if not found or at in used:
            continue
        name, value = plain_name(found["name"]), (found["value"] or "").strip()
        meaning = meaning_of(name)
        is_known = meaning in ("status", "level", "parent", "test", "code", "decision") or name in _KNOWN
        if not is_known:
            continue
        used.add(at)
        values = [value] if value else []
        below = at + 1
        while (
            not value
            and below < len(body)
            and (listed := _LISTED.fullmatch(body[below]))
            and not _FIELD.fullmatch(body[below])
        ):
            values.append(listed[1])
            used.add(below)
            below += 1
        for written in values:
            if meaning in ("test", "code"):
                page.tags += _tags(written, "verifies" if meaning == "test" else "implements", one.id, place)
            elif meaning == "decision":
                page.tags += _decisions(written, one.id, place)
        if values:
            fields.append((meaning, name, plain_text(", ".join(values))))
    return fields, used


_KNOWN = {"priority", "prio", "rationale", "owner", "author", "source", "version", "risk", "method", "note", "notes"}
