"""What looks like a decision, its status or its date."""

import re
from collections.abc import Iterator

from compiler.languages.doubts.page import Page
from compiler.languages.doubts.records import Caught

MAX_TOP = 40  # lines of a page in which it says what it is
MIN_LINES = 5  # of a page with something to say
MIN_ENTRIES = 3  # headings with a number that make a log
_SETTING = '[knowledge.decisions] paths = ["{}/**"]'

_FOLDER = re.compile(
    r"(?:adr|decision|decision-record|architecture-decision(?:-record)?|rfc|rfd|kep|pep|[a-z]{1,3}ep|sdd|tdd"
    r"|proposal|enhancement|enhancement-proposal|design-proposal|design-doc)s?(?:[-_].{1,12})?$"
)
_NUMBERED = re.compile(r"(?:[A-Za-z]{1,12}[-_ .]?){0,3}\d{1,8}(?:[-_ .]|$)")
_NO_RECORD = re.compile(
    r"(?:_?index|_?readme|contributing|changelog|overview|about|process|guide|skill|agents|claude)\b"
    r"|.*(?:template|example|sample)|0{3,}|x{2,}|yyyy",
    re.IGNORECASE,
)
_HEADED = re.compile(r"#{1,2}[ \t]+(?:ADR|RFC|RFD|KEP|SDD|Decision|Proposal)[ \t#-]{0,3}\d{1,6}\b", re.IGNORECASE)
_STATUS_WORDS = (
    "status|statut|état|estado|stato|状态|狀態|ステータス|상태|статус|durum|tila"
)
_DATE_WORDS = "date|datum|fecha|data|日期|日付|날짜|дата|dato"
_VALUES = (
    "accepted|approved|proposed|draft|rejected|deprecated|superseded|withdrawn|implemented|final|akzeptiert|accepté"
    "|aceptado|aceito|已接受|承認|승인|принято|akseptert"
)
_STATUS = re.compile(
    rf"[ \t>|*_#{{:-]{{0,8}}(?:current |adr |decision )?(?:{_STATUS_WORDS})[ \t]*[*_:：|=}}]", re.IGNORECASE
)
_STATED = re.compile(rf"[ \t>]{{0,4}}[*_{{\[]{{1,3}}[ \t]*(?:{_VALUES})\b", re.IGNORECASE)
_DATE = re.compile(rf"[ \t>|*_#{{:-]{{0,8}}(?:{_DATE_WORDS})[ \t]*[*_:：|=].{{0,40}}\d", re.IGNORECASE)
_ENTRY = re.compile(r"#{2,4}[ \t]+[*_\[]{0,3}(?:(?:ADR|AD|D|DEC|DR|Decision)[- #]?\d{1,4}|\d{1,3}[.)])", re.IGNORECASE)
_HEADER_ROW = re.compile(r"[ \t]*\|(?=[^\n]{0,200}\bdecision\b)(?=[^\n]{0,200}\b(?:date|status)\b)", re.IGNORECASE)


def record_pages(page: Page) -> Iterator[Caught]:
    """A page with a number or a date in its name, in a folder that is named for records, or with a title of one."""
    if _NO_RECORD.match(page.name) or len([line for line in page.lines if line.strip()]) < MIN_LINES:
        return
    folder = next((name for name in reversed(page.folders[-2:]) if _FOLDER.match(name)), "")
    if folder and _NUMBERED.match(page.name):
        reason = f"a page of {folder}/ with a number in its name, which is not read as a decision"
        yield Caught("decision", 1, 1, _title(page), reason, _SETTING.format(page.path.rpartition("/")[0]))
    elif folder and any(_STATUS.match(line) for line in page.prose[:MAX_TOP]):
        reason = f"a page of {folder}/ that states a status, which is not read as a decision"
        yield Caught("decision", 1, 1, _title(page), reason, _SETTING.format(page.path.rpartition("/")[0]))
    else:
        for at, line in enumerate(page.prose[:3]):
            if _HEADED.match(line):
                yield Caught("decision", at + 1, at + 1, line, "its title is one of a numbered record")


def log_entries(page: Page) -> Iterator[Caught]:
    """Headings with a number below one another in a page about decisions, and tables of decisions."""
    if "decision" in page.name.lower() and not _NO_RECORD.match(page.name):
        entries = [(at, line) for at, line in enumerate(page.prose) if _ENTRY.match(line)]
        for at, line in entries if len(entries) >= MIN_ENTRIES else ():
            yield Caught("decision", at + 1, at + 1, line, "a heading with a number, in a page of decisions")
    for at, line in enumerate(page.prose):
        if line.lstrip().startswith("|") and _HEADER_ROW.match(line) and "](" not in "".join(page.prose[at + 2 : at + 4]):
            yield Caught("decision", at + 1, at + 1, line, "a table of decisions with their dates or statuses")


def statuses(page: Page) -> Iterator[Caught]:
    """A line near the top that says a status, in a word of ten languages, in bold, in braces or in a quote."""
    for at, line in enumerate(page.prose[:MAX_TOP]):
        if _STATUS.match(line) or _STATED.match(line):
            yield Caught("status", at + 1, at + 1, line, "a line that states a status, which is not understood")


def dates(page: Page) -> Iterator[Caught]:
    """A line near the top with a word for date and a number."""
    for at, line in enumerate(page.prose[:MAX_TOP]):
        if _DATE.match(line):
            yield Caught("date", at + 1, at + 1, line, "a line that states a date, which is not understood")


def _title(page: Page) -> str:
    return next((line.strip("# \t") for line in page.lines if line.strip(" \t-=#")), page.name)
