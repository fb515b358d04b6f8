"""Reads the pages that list requirements: tables, headings, entries of lists and paragraphs, and traceability matrices.

A page states requirements if its name or title says that it is about them, if a section does, if the header of a table
does, if headings have ids that do, or, with such ids, if its folder does. A page may also be one requirement. A
table with columns for code and tests is a matrix: it cites, and states only what no other place states.
"""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.listed.cells import plain_text
from compiler.languages.requirements.formats.listed.format import ASCIIDOC, LISTED, NAME, OWN_PLACE, is_own_page
from compiler.languages.requirements.formats.listed.ids import WRITTEN, is_id, is_of_requirement
from compiler.languages.requirements.formats.listed.inline_tags import read_inline_tags
from compiler.languages.requirements.formats.listed.own_pages import read_front_matter, read_own_page
from compiler.languages.requirements.formats.listed.page import Heading, Headings, Page, Statement
from compiler.languages.requirements.formats.listed.statements import FROM_TEXT, read_statements
from compiler.languages.requirements.formats.listed.table_rows import NAMED_BY_HEADER, read_table
from compiler.languages.requirements.formats.listed.tables import sheet_of, tables_of
from compiler.languages.requirements.formats.listed.words import names_other, names_requirements, obliges
from compiler.languages.requirements.formats.outline import lines_of, outside_fences
from compiler.languages.requirements.formats.records import ItemsFile
from compiler.text.html_comments import with_blank_html_comments

_EDGES = re.compile(r"\|[ \t]?:?-|-:?[ \t]?\||\|===")
# A heading or title with a word for requirements, or with an id that has such a word; or an entry with those above it.
_ENTITLED = re.compile(
    r"^(?:#{1,6}|={1,6}|title:)[ \t][^\n]{0,200}?(?:req|anforder|exigen|requis|lastenh|pflichtenh|\b[uns]rs|\bn?fr|需求"
    r"|要求|要件|[hl]lr|swr|\brq)|^[ \t]*[-*+][ \t]+\[[a-z][\w.-]{2,59}\]\{",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"(#{1,6}|={1,6})[ \t]+(.*)")
_TITLE = re.compile(r"title:[ \t]*(.*)")
_ASCIIDOC_FENCE = re.compile(r"(-{4,}|\.{4,}|/{4,}|\+{4,})[ \t]*")
_TOPIC = re.compile(r"^(requirements?)[ ]?:.*", re.IGNORECASE)  # `Requirements: status bar`
_LESSON = re.compile(r"guide|tutorial|example|how-?to|getting-?started|integration|research|summary", re.IGNORECASE)
_STATED_LINE = re.compile(rf"[ \t]{{0,8}}(?:[-*+][ \t]+)?\[({WRITTEN})\][ \t]+([A-Z].+)")
_STATUS = re.compile(r"^status[ \t]*=[ \t]*[\"']([\w -]{1,30})[\"']", re.MULTILINE)
_PAST = re.compile(r"(?:^|/)[._]?(?:baselines?|archived?|old|backups?|snapshots?)/", re.IGNORECASE)
LEAST_NAMED = 5  # rows of a matrix whose header names requirements, which state them where nothing else does
_CHECKLISTS = "/checklists/"  # pages of checks, which ask whether requirements are good


def read_page(path: str, text: str) -> ItemsFile | None:
    """Return what a page states and cites; None if it does neither."""
    if not _may_say(path, text):
        return None
    page = _page(path, text)
    is_any = page.is_of_requirements or any(names_requirements(heading.text) for heading in page.headings.listed)
    tables = tables_of(page.plain, is_asciidoc=page.is_asciidoc, is_any=is_any)
    # What a section about something else lists may have ids of a kind that the others show.
    for table in sorted(tables, key=lambda table: names_other(page.section_of(table.line)[0])):
        read_table(page, table)
    read_front_matter(page)
    page.table_starts.sort()
    page.items.sort(key=lambda item: item.first)
    if is_any or _ENTITLED.search(text) or page.is_in_folder:
        read_inline_tags(page)
        read_statements(page)
    if is_own_page(path, text):
        read_own_page(page)
    return _file_of(page)


def read_sheet(path: str, text: str) -> ItemsFile | None:
    """Return what a file of values states and cites; None if it does neither."""
    page = Page(path, lines_of(text), [], Headings([]), False, False, False, _is_in_folder(path))
    for table in sheet_of(page.lines):
        read_table(page, table)
    return _file_of(page)


def read_lines(path: str, text: str) -> ItemsFile | None:
    """Return the requirements that lines of a plain text state, `[REQ-1] The lamp shall turn.`; None without any. A
    field of the file may say that they hold no more."""
    status = said[1].lower() if (said := _STATUS.search(text)) else ""
    page = Page(path, lines_of(text), [], Headings([]), False, False, False, _is_in_folder(path))
    rank = FROM_TEXT - (LISTED.role_of(status) == "retired")
    for number, line in enumerate(page.lines, 1):
        found = _STATED_LINE.fullmatch(line)
        if found and is_id(found[1]) and is_of_requirement(found[1]) and obliges(found[2]):
            basis = "a line that begins with its id in brackets"
            page.add(Statement(found[1], found[2].strip(), number, number, rank, basis, status=status))
    return _file_of(page)


def _file_of(page: Page) -> ItemsFile | None:
    if not page.items and not page.tags:
        return None
    is_stating = any(dict(item.details)["place"] == OWN_PLACE for item in page.items)
    named = sum(dict(item.fields)["basis"] == NAMED_BY_HEADER for item in page.items)  # a matrix may be the only list
    is_candidate = not is_stating and named < LEAST_NAMED
    return ItemsFile(NAME, page.path, tuple(page.items), tuple(page.tags), is_candidate=is_candidate)


def _may_say(path: str, text: str) -> bool:
    """A quick check: whether a page has a table, or a name, title or heading about requirements."""
    has_table = _EDGES.search(text) is not None
    is_named = names_requirements(_name(path)) or _is_in_folder(path) or is_own_page(path, text)
    return has_table or is_named or _ENTITLED.search(text) is not None


def _page(path: str, text: str) -> Page:
    is_asciidoc = path.lower().endswith(ASCIIDOC)
    lines = lines_of(text if is_asciidoc else with_blank_html_comments(text))
    plain = list(_outside_blocks(lines) if is_asciidoc else outside_fences(lines))
    marks = "=" if is_asciidoc else "#"
    found = ((number, _HEADING.match(line)) for number, line in plain if line.startswith(marks))
    headings = [Heading(number, len(match[1]), plain_text(match[2])) for number, match in found if match]
    title = next((one[1] for line in lines[:15] if (one := _TITLE.match(line))), "") or (
        headings[0].text if headings and headings[0].depth == 1 else ""
    )
    name = _name(path)
    is_named = _CHECKLISTS not in f"/{path}" and (names_requirements(title) or names_requirements(name))
    is_of_requirements = is_named and not names_other(_TOPIC.sub(r"\1", title))
    return Page(
        path,
        lines,
        plain,
        Headings(headings),
        is_asciidoc,
        is_of_requirements,
        _LESSON.search(name) is not None or _PAST.search(path) is not None,
        _is_in_folder(path) and not names_other(name),
    )


def _name(path: str) -> str:
    """The name of a page without its suffix."""
    return path.rpartition("/")[2].rpartition(".")[0]


def _is_in_folder(path: str) -> bool:
    """Whether the folder of a page is named after requirements."""
    return names_requirements(path.rpartition("/")[0].rpartition("/")[2])


def _outside_blocks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give the lines of AsciiDoc that are in no listing, literal or comment, with their numbers."""
    block = ""
    for number, line in enumerate(lines, 1):
        found = _ASCIIDOC_FENCE.fullmatch(line)
        if found and (not block or found[1] == block):
            block = "" if block else found[1]
        elif not block:
            yield number, line
