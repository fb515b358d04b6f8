"""A log of decisions: one page that holds many, a heading or a row of a table each.

A page is one by its name (`DECISIONS.md`, `design-decisions.md`, `ADR.md`), and where at least two headings of one
level have a number or a date, or state a status or what is decided; or a table has a column of decisions beside one
that says more; or list items begin with a number or a date in bold. Any page may have headings `ADR-001: …` that
state a status, a date or the decision, or a section `Decision log` with a table. A page with a number in its name may
be one, too (`01-adr.md`), where each heading `ADR-1: …` states a status and the page states none of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

import orjson

from compiler.languages.knowledge.claims import is_template
from compiler.languages.knowledge.decision_names import YEARLY, yearly_number
from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.front_matter import read_frontmatter
from compiler.languages.knowledge.markdown import Page, page_of, without_comments
from compiler.languages.knowledge.record_values import decision_native, decision_properties, times_of
from compiler.languages.knowledge.records import Document, EntityRecord
from compiler.languages.knowledge.stated_fields import (
    field_parts,
    label_of,
    plain,
    stated_fields,
    table_rows,
)
from compiler.languages.knowledge.syntax.decisions.implied_status import bold_statuses
from compiler.languages.knowledge.syntax.decisions.log_successors import is_in_part, successors
from compiler.languages.knowledge.syntax.decisions.statements import is_supersession, statement
from compiler.languages.knowledge.syntax.decisions.status_log import current_lines, day_in
from compiler.languages.knowledge.syntax.decisions.statuses import status_of
from compiler.text.decision_files import is_log_of_decisions
from compiler.text.numbers import whole_number

FORMAT = "decision-log"
_REASON = "it has a number of its own in a log of decisions"
_NUMBERED = re.compile(
    r"(?!\d{4}-\d\d[ \t]*$)"  # a month, with what was decided in it
    r"(?:[^\w\s\[\]()*_`#<>|.:–—-]{1,4}[ \t]+)?"  # a sign
    r"[*_`\[]*"
    r"(?:(?P<day>\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{4})(?:[T ]\d\d:\d\d(?::\d\d)?)?[*_`\]]*[ \t]*[.:)–—-]*[ \t]*"
    rf"|(?P<id>(?:[A-Z]{{1,8}}|Decision)[- #_]{YEARLY}|(?:(?:[A-Z]{{1,8}}|Decision)[- #]?)?\d{{1,6}}"
    r"(?:\.\d{1,3}|[a-z]\b)?)"
    r"[*_`\]]*(?:[ \t]*[.:)–—-]|[ \t])[ \t]*)",
)
_IN_BRACKETS = re.compile(r"[(\[{（]([^()\[\]{}（）]{3,120})[)\]}）][*_ \t]{0,8}$")
# Behind a dash: nothing but a status, for "D-3 — Accepted risks" is a title.
_BEHIND_DASH = re.compile(
    r"(?<=\S)[ \t]+(?:[–—]|-{1,2})[ \t]+[*_]{0,3}"
    r"(\w{4,20}(?:[ \t,(]{1,2}\d{4}-\d\d-\d\d\)?)?|\w{4,20}[ \t]by[ \t][^–—\n]{1,80})[*_ \t]{0,8}$"
)
_IN_ANY_PAGE = re.compile(
    r"(?:ADR|DEC|AD|Decision)[- #]?\d{1,6}[ \t]*[.:)–—-]|(?i:Decision|Entscheidung|Decisión|Décision)[ \t]?[:–—]"
)
_ADR = re.compile(r"(?:ADR|AD|DEC)[- #]?\d{1,6}[ \t]*[.:)–—-]")
_FIELD = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(?:(?:\*\*|__)([^*_\n]{2,40})(?:\*\*|__)|(\w{2,20})[ \t]?[:：])")
# Before a title: `Decision: …`, `3.1 Entscheidung: …`, `决策 #001: …`.
_WORD = re.compile(r"(?:\d+(?:\.\d+)*[.)]?[ \t]+)?(\w{2,20})(?:[ \t]?[#№ ][ \t]?(\d{1,6}))?[ \t]?[:：–—][ \t]*(?=\S)")
_LOG_SECTION = re.compile(
    r"(?:\d+\.?[ \t]+)?(?:architecture |architectural |design |key )?"
    r"(?:decision|adr)s?[- ](?:log|register|records?|history)$",
    re.IGNORECASE,
)
MAY_HOLD = re.compile(
    r"^#{2,4}[ \t]+(?:(?:ADR|DEC|AD|Decision)[- #]?\d|(?i:decision|entscheidung|decisión|décision)[ \t]?[:–—]"
    r"|[^\n]{0,40}(?:ecision|ADR)s?[- ](?i:log|register|record|history))",
    re.MULTILINE,
)
# A label of letters, in brackets, or at the beginning of a heading behind its number.
_LABEL = re.compile(r"(?:(?<=[(\[])|(?<=[,;–—-] )|(?<=\d[.)] ))[A-Z]{1,4}(?:-[A-Z]{2,20}){1,3}(?![\w-])")
_ITEM = re.compile(
    r"(?:(?:[-*+]|\d{1,4}[.)])[ \t]+(?=\*\*|\[?(?:\d{4}-\d\d-\d\d|[A-Z]{1,8}[- #]?\d))|(?=\[\d{4}-\d\d-\d\d))(.*)"
)
_LETTERS = re.compile(r"[A-Za-z]*")
# A cell that is a link into the source, with an id before it or not.
_PAGE_OF_OWN = re.compile(r"[*_`]*(?:[\w-]{1,12}[ \t:–—]{0,4})?\[[^\[\]]*\]\((?![a-z]+:)[^()]+\)[*_`]*")
_SAYS_MORE = frozenset({"date", "status", "id", "#", "no", "no.", "number", "why", "reason", "rationale", "reasoning"})
MAX_SECTIONS = 20  # below a heading, in which what is decided may be said
MAX_UNDATED = 10  # items that may stand below one with a date
MIN_DECISIONS = 2  # of a page that is a log


class _Said(NamedTuple):
    """What a decision says of its status: the text as written, and its line, counted from 1; "" and 0 if nothing."""

    text: str = ""
    line: int = 0


def parse_log(path: str, text: str) -> Document | None:
    """The decisions of a log, None if the page is none."""
    page = page_of(text)
    if is_log_of_decisions(path):
        rows, items = [*_of_rows(page, _SAYS_MORE)], _of_items(page)
        records = [*_of_headings(page, max(len(rows), len(items) // 2))] or rows or items
    else:
        records = []
    least = MIN_DECISIONS
    if len(records) < least:
        records, least = [*_of_headings_with_ids(page), *_of_sections(page)], 1
    if not records and is_log_of_decisions(path):
        records = [*_of_single_heading(page)]
    return _document(path, records) if len(records) >= least else None


def parse_several(path: str, text: str) -> Document | None:
    """The decisions of a page that is named as a single one, None unless each of its headings with ids has another id
    and states a status, and the page states none above the first of them."""
    if not MAY_HOLD.search(text) or is_template(path):
        return None
    page = page_of(text)
    chosen = headings_with_ids(page)
    records = [_headed(page, at, at) for at in chosen]
    if not records or len({record.native_id for record in records}) < len(records):
        return None
    has_own = (
        read_frontmatter(text).in_english("status").text("status")
        or _said_below(page, 0, page.headings[chosen[0]].first).text
        or any(
            field_word(heading.text) == "status"
            for heading in page.headings
            if heading.level <= page.headings[chosen[0]].level
        )
    )
    is_stated = all("status" in orjson.loads(record.native) for record in records)
    return _document(path, records) if is_stated and not has_own else None


def headings_with_ids(page: Page) -> list[int]:
    """The headings below the title that begin with the id of a decision, `ADR-1: …`, of the highest level that has at
    least two."""
    return _of_one_level(page, [at for at, heading in enumerate(page.headings) if _ADR.match(heading.text)])


def _document(path: str, records: Sequence[EntityRecord]) -> Document:
    scope = path.rpartition("/")[2].rpartition(".")[0]
    return Document(path, FORMAT, scope, path.rpartition("/")[0], tuple(records))


def _of_headings(page: Page, more: int) -> Iterator[EntityRecord]:
    """Yield a record for each heading of the highest level that has at least two which begin with the word for a
    decision and say more of it; else for each that has a number; else for each that has a date or says more, unless
    there are `more` in rows of a table, or in items."""
    every = [at for at, heading in enumerate(page.headings) if not _PAGE_OF_OWN.fullmatch(heading.text)]
    saying = {at for at in every if _states_own(page, at) or _says_decision(page, at)}
    named = [
        at
        for at in every
        if (found := _named_decision(page.headings[at].text)) and (found[2] or at in saying or page.has_sections(at))
    ]
    numbered = [at for at in every if _NUMBERED.match(page.headings[at].text)]
    stating = [at for at in every if day_in(page.headings[at].text) or at in saying]
    dated = [at for at in numbered if (found := _NUMBERED.match(page.headings[at].text)) and found["day"]]
    is_dated = len(dated) >= MIN_DECISIONS and len(dated) * 2 > len(numbered)
    chosen = _of_one_level(page, named) or (dated if is_dated else _of_one_level(page, numbered))
    if not chosen and more <= len(stating):
        chosen = _of_one_level(page, stating)
    labels = _labels([page.headings[at].text for at in chosen])
    for order, (at, own) in enumerate(zip(chosen, labels, strict=True), 1):
        record = _headed(page, at, order)
        yield record._replace(native_id=own[0], aliases=own[1:]) if own and record.native_id.isdecimal() else record


def _of_single_heading(page: Page) -> Iterator[EntityRecord]:
    """Yield a record for the only heading that states a date or a status, and what is decided."""
    stating = [at for at, heading in enumerate(page.headings) if heading.level > 1 and _states_own(page, at)]
    if len(stating) == 1 and _says_decision(page, stating[0]):
        yield _headed(page, stating[0], 1)


def _labels(headings: Sequence[str]) -> list[tuple[str, ...]]:
    """The labels of decisions by their headings: `D-STORE` of `9. Packages *(D-STORE)*`. Texts cite a decision by its
    label rather than by its place in a page, so that the first is its id. A label begins with letters that another one
    begins with too."""
    found = [() if _title_and_status(heading)[1] else tuple(_LABEL.findall(heading)) for heading in headings]
    kinds = Counter(label.partition("-")[0] for labels in found for label in dict.fromkeys(labels))
    return [tuple(label for label in labels if kinds[label.partition("-")[0]] > 1) for labels in found]


def _of_one_level(page: Page, found: list[int]) -> list[int]:
    """The headings of the highest level, below the title, that has at least two of those that were found."""
    levels = [page.headings[at].level for at in found]
    level = min((level for level in levels if level > 1 and levels.count(level) >= MIN_DECISIONS), default=0)
    return [at for at in found if page.headings[at].level == level]


def _states_own(page: Page, at: int) -> bool:
    """Whether a heading states a status or a date, before any heading below it."""
    heading = page.headings[at]
    below = page.headings[at + 1].first if at + 1 < len(page.headings) else len(page.lines)
    return bool(_said_below(page, heading.after, below).text or _date_below(page, heading.after, below))


def _of_headings_with_ids(page: Page) -> Iterator[EntityRecord]:
    """Yield a record for each heading `ADR-001: …` that states a status, a date or, below a number, the decision."""
    for at, heading in enumerate(page.headings):
        end = page.until_next(at)
        if heading.level == 1 or "](" in heading.text or not _IN_ANY_PAGE.match(heading.text):
            continue
        is_stated = _said_of(page, at).text or _date_below(page, heading.after, end) or day_in(heading.text)
        if is_stated or (_ADR.match(heading.text) and _says_decision(page, at)):
            yield _headed(page, at, at)


def _says_decision(page: Page, at: int) -> bool:
    """Whether a heading says what is decided: in a field `**Decision:** …`, or in a section right below it."""
    heading = page.headings[at]
    lines = (page.lines[line] for line in range(heading.after, page.until_next(at)) if not page.is_code(line))
    fields = (found[1] or found[2] for found in map(_FIELD.match, lines) if found)
    below = takewhile(lambda other: other.level > heading.level, page.headings[at + 1 : at + MAX_SECTIONS])
    sections = [other.text for other in below if other.level == page.headings[at + 1].level]
    return any(map(_is_decision, (*fields, *sections)))


def _is_decision(written: str) -> bool:
    """Whether a text is the word for a decision, in any language, by itself or before a few others."""
    word = written.strip(" \t*_:：").casefold()
    return field_word(word) == "decision" or word.partition(" ")[0] in ("decision", "chosen", "decided")


def _named_decision(heading: str) -> re.Match[str] | None:
    """What stands before the title of a heading `3.1 Decision: Use wax`, in any language; None of other headings."""
    found = _WORD.match(heading)
    return found if found and _is_decision(found[1]) else None


def _of_sections(page: Page) -> Iterator[EntityRecord]:
    """Yield a record for each row of the tables in sections `Decision log`."""
    logs = [at for at, found in enumerate(page.headings) if found.level > 1 and _LOG_SECTION.match(found.text)]
    lines = {line for at in logs for line in range(page.headings[at].after, page.until_next(at))}
    yield from _of_rows(page, frozenset({"date", "status"}), lines)


def _of_items(page: Page) -> list[EntityRecord]:
    """A record for each item of a list that begins with a number or a date; none where the ids are of two kinds, for
    those of decisions are of one, or where most items have neither."""
    records, others = [], 0
    for at, line in enumerate(page.lines):
        item = _ITEM.match(line)
        found = _NUMBERED.match(item[1]) if item and not page.is_code(at) else None
        if item and found:
            parts = field_parts(item[1][found.end() :])  # `D-3 Decision: Use wax | Date: 2026-01-02`
            labels = dict(label for label in map(label_of, parts[1:]) if label)
            named = _named_decision(parts[0])
            title, written = _title_and_status(parts[0][named.end() if named else 0 :].strip("* \t:–—-"))
            written = labels.get("status") or written
            native_id = found["id"] or f"{found['day']}-{at + 1}"
            said = _Said(written, at + 1) if written else _Said()
            day = found["day"] or labels.get("date") or day_in(written)
            records.append(_record(native_id, title[:200], (at + 1, at + 1), said, day, page))
            others -= MAX_UNDATED if found["day"] else 0
        others += item is not None and found is None
    kinds = {_LETTERS.match(record.native_id)[0] for record in records}  # type: ignore[index]  # it matches any text
    return records if len(kinds) < 2 and len(records) >= others else []


def _headed(page: Page, at: int, order: int) -> EntityRecord:
    heading, end = page.headings[at], page.until_next(at)
    found = _NUMBERED.match(heading.text)
    named, day = (found["id"] or "", found["day"] or "") if found else ("", "")
    worded = _named_decision(heading.text)
    behind = worded.end() if worded else found.end() if found else 0
    title, said = _title_and_status(heading.text[behind:] or heading.text)[0], _said_of(page, at)
    date = _date_below(page, heading.after, end) or day or day_in(heading.text) or day_in(said.text)
    named = named or (worded[2] or "" if worded else "")
    native_id = named or (f"{day}-{order}" if day and "/" not in day else str(order))
    last = max(page.until_next(at, heading.level), heading.first + 1)
    return _record(native_id, title, (heading.first + 1, last), said, date, page)


def _title_and_status(heading: str) -> tuple[str, str]:
    """A heading without the status in brackets behind it, and that status; a struck title stays one."""
    found = _IN_BRACKETS.search(heading) or _BEHIND_DASH.search(heading)
    if found is None or not status_of(statement(found[1]).lead):
        title = plain(heading)
        if title.count("`") % 2:  # of code at its beginning or its end
            title = f"`{title}" if heading.lstrip("*_ \t").startswith("`") else f"{title}`"
        return title, ""
    return plain(heading[: found.start()].rstrip("*_ \t")), found[1].strip()


def _said_below(page: Page, first: int, end: int) -> _Said:
    """The status in a field or a table on these lines."""
    fields = _fields_below(page, first, end)
    return next((_Said(value, at + 1) for at, (key, value) in fields if key == "status" and value), _Said())


def _said_of(page: Page, at: int) -> _Said:
    """The status that a heading gives behind its title, else in a field or a table above any heading below it, else in
    a section `Status` directly below it: what stands deeper may be said of something else."""
    if written := _title_and_status(page.headings[at].text)[1]:
        return _Said(written, page.headings[at].first + 1)
    first, last = page.headings[at].after, page.until_next(at)
    said = _said_below(page, first, last)
    top = next((line for line in range(first, last) if page.lines[line].strip()), last)
    for line, text in () if said.text else bold_statuses(page, top, min(top + 1, last)):
        said = _Said(text, line + 1)
    end = page.until_next(at, 1)
    for place in range(at + 1, len(page.headings)):
        heading = page.headings[place]
        if said.text or heading.first >= end:
            break
        if heading.level == page.headings[at + 1].level and field_word(heading.text) == "status":
            below = range(heading.after, page.until_next(place))
            texts = ((line, without_comments(page.lines[line]).strip(" \t-*_")) for line in below)
            current = current_lines(pair for pair in texts if pair[1])
            return next((_Said(text, line + 1) for line, text in current), said)
    return said


def _date_below(page: Page, first: int, end: int) -> str:
    dates = (label[1] for _, label in _fields_below(page, first, end) if label[0] in ("date", "created"))
    return next(filter(None, dates), "")


def _fields_below(page: Page, first: int, end: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the fields on the lines of a decision and those of its tables, each with its line, counted from 0."""
    for at in range(first, end):
        for part in () if page.is_code(at) else field_parts(without_comments(page.lines[at])):
            if label := label_of(part):
                yield at, label
    for field in stated_fields(page.lines, first, end):
        if not page.is_code(field.line):
            yield field.line, (field.key, field.value)


def _of_rows(page: Page, beside: frozenset[str], lines: set[int] | None = None) -> Iterator[EntityRecord]:
    """Yield a record for each row of a table with a column of decisions and one of those beside it. Rows without a
    number are counted, those of further tables on."""
    order = 0
    for rows in table_rows(page.lines):
        if lines is not None and rows[0][0] not in lines:
            continue
        names = [field_word(cell) or cell.casefold() for cell in rows[0][1]]
        titles = {"decision", "title", "adr"}.intersection(names)
        if not titles or (len(titles) < 2 and beside.isdisjoint(names)):
            continue
        for at, cells in rows[1:]:
            order += 1
            values = dict(zip(names, cells, strict=False))
            title = values.get("decision") or values.get("title") or values.get("adr") or ""
            if not title or any(map(_PAGE_OF_OWN.fullmatch, cells)):
                continue  # a row that links to a record is of an index
            own = next((values[name] for name in ("id", "#", "no", "no.", "number", "nr") if values.get(name)), "")
            own = own or (values.get("adr", "") if values.get("adr") != title else "")
            said = _Said(values.get("status", ""), at + 1) if values.get("status") else _Said()
            date = values.get("date", "") or day_in(said.text)
            yield _record(own or str(order), title[:200], (at + 1, at + 1), said, date, page)


def _record(native_id: str, title: str, lines: tuple[int, int], said: _Said, date: str, page: Page) -> EntityRecord:
    stated = statement(said.text)
    word = "superseded in part" if stated.is_partial else stated.lead
    references = tuple(successors(said.text, said.line))
    is_replaced = is_supersession(word) and not is_in_part(said.text)
    status = "superseded" if is_replaced else status_of(word) or "proposed" if word else "accepted"
    number = None if yearly_number(native_id) else re.search(r"\d+", native_id)
    times = times_of(date)
    content = page.text(lines[0], lines[1])
    return EntityRecord(
        type="decision",
        native_id=native_id,
        number=whole_number(number[0]) if number else None,
        name=title or native_id,
        line=lines[0],
        last_line=lines[1],
        status=status,
        properties=decision_properties(status, references[0].target if references else None),
        native=decision_native(word, is_known=bool(status_of(word)), line=said.line, recognised_by=_REASON),
        content=content or None,
        content_line=lines[0] + 1 if content else 0,
        times=times,
        references=references,
    )
