"""Decisions by the templates of Nygard (adr-tools), MADR 1 to 4 and log4brains, and those of Backlog.md.

The metadata of a decision may stand in its frontmatter, in bullets under its title, or in sections; all are read. Its
consequences are the bullets of their section, else the paragraphs.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.knowledge.claims import (
    OTHER_MARKUP,
    PathHint,
    is_numbered,
    is_template,
    is_template_or_index,
    record_path,
)
from compiler.languages.knowledge.codes import BAD_DATE, BAD_FRONTMATTER, TEMPLATE
from compiler.languages.knowledge.decision_names import day_in_name, names_of
from compiler.languages.knowledge.field_words import section_word
from compiler.languages.knowledge.front_matter import TolerantFrontMatter, read_frontmatter
from compiler.languages.knowledge.markdown import Page, page_of, without_comments
from compiler.languages.knowledge.record_values import decision_native, decision_properties, times_of
from compiler.languages.knowledge.records import EntityRecord
from compiler.languages.knowledge.stated_fields import (
    day_without_colon,
    element_status,
    field_parts,
    label_of,
    stated_fields,
    values_of_rows,
    without_struck,
)
from compiler.languages.knowledge.syntax.decisions.implied_status import (
    first_sentence,
    implied_statuses,
    tagged_status,
)
from compiler.languages.knowledge.syntax.decisions.logs import headings_with_ids
from compiler.languages.knowledge.syntax.decisions.prose import supersessions_in_prose
from compiler.languages.knowledge.syntax.decisions.recognition import (
    has_sections_of_a_decision,
    says_decision,
)
from compiler.languages.knowledge.syntax.decisions.references import (
    SUCCESSIONS,
    line_of,
    references_of,
    successions,
)
from compiler.languages.knowledge.syntax.decisions.statements import (
    Metadata,
    Statement,
    is_bare,
    is_kept,
    is_partial,
    metadata,
    of_status,
    points,
    statement,
)
from compiler.languages.knowledge.syntax.decisions.status_log import current_lines, day_of_status, days_of_changes
from compiler.languages.knowledge.syntax.decisions.statuses import STATUS_PREPOSITIONS, status_of
from compiler.languages.knowledge.syntax.decisions.titles import title_heading, title_of
from compiler.languages.knowledge.syntax.decisions.written_lines import (
    BULLET,
    bullets,
    clauses,
    people_in,
    without_note,
)
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span, whole_file
from compiler.text.timestamps import is_without_day, parse_timestamp

_UNFILLED = frozenset({"DATE", "STATUS"})  # the words that adr-tools replaces
_PLACEHOLDER = re.compile(
    r"[{<].*[}>]|\[(?:short )?title\b[^\]]*\]|(?:NUMBER|N)\. TITLE|short title of.*", re.IGNORECASE
)
_WITHOUT_NUMBER = re.compile(r"\[?[A-Z]{2,8}[- ]?(?:X{2,5}|N{3,5})\b")  # `ADR-XXX: Title of the decision`
_CUT = re.compile(r"\b(?:by|with)[*_: \t]*$", re.IGNORECASE)  # what is meant stands on the next line
_NOTHING = frozenset({"N/A", "NA", "NONE", "-", "TBD"})  # in a field or the cell of a table

_CONTEXT = ("context", "context and problem statement", "problem statement", "background", "problem")
_CONSEQUENCES = ("consequences", "consequence")
_POSITIVE, _NEGATIVE = ("positive consequences",), ("negative consequences",)
_LINKS = ("links", "related decisions", "related", "relations", "relationships", "references")
_PEOPLE = ("decision-makers", "deciders", "decision makers", "authors", "author", "owner")


class ParsedDecision(NamedTuple):
    """The record of a decision, None for a template or an index; its format; its diagnostics."""

    record: EntityRecord | None
    format: str
    diagnostics: tuple[Diagnostic, ...] = ()


def _says_something(status: Statement) -> bool:
    """Whether a status is no sign or word that fills an empty field: `-`, `N/A`, `TBD`."""
    written = " ".join(status.words).upper()
    return bool(status.targets) or (any(map(str.isalpha, written)) and written not in _NOTHING)


def parse_decision(path: str, text: str, hint: PathHint) -> ParsedDecision:
    """The decision of a file. An empty file is none."""
    if not text.strip():
        return ParsedDecision(None, "")
    if is_template_or_index(record_path(path)) and hint.kind != "backlog":
        return ParsedDecision(None, "", (TEMPLATE.at(whole_file(path)),) if is_template(path) else ())
    front = read_frontmatter(text).in_english("status", "date", "created", "updated")
    page = page_of(text[front.body_start :])
    sections = "\n".join(f"## {heading.text}" for heading in page.headings if heading.level == 2)
    is_stated = has_sections_of_a_decision(path, sections) or says_decision(path, text)
    if not hint.kind and not is_stated:
        return ParsedDecision(None, "")  # they stand in a block of code, as in a page that shows a template
    title_at = title_heading(page)
    title = title_of(page, title_at) or front.text("title")
    if _PLACEHOLDER.fullmatch(title) or (_WITHOUT_NUMBER.match(title) and not is_numbered(path)):
        return ParsedDecision(None, "", (TEMPLATE.at(whole_file(path)),))
    if hint.kind == "backlog" and is_template_or_index(path) and not front.text("id"):
        return ParsedDecision(None, "")
    parser = _DecisionParser(path, hint, front, page, title_at)
    if parser.is_unfilled:
        return ParsedDecision(None, "", (TEMPLATE.at(whole_file(path)),))
    record = parser.record(title)
    is_sure = hint.kind or is_numbered(path) or says_decision(path, text)
    if not is_sure and '"status_known":' in record.native:
        return ParsedDecision(None, "")  # a specification with such sections: `**Goal-level spec.**` is no status
    return ParsedDecision(record, parser.format, tuple(parser.diagnostics(record.name)))


class _DecisionParser:
    """Reads the parts of one decision."""

    def __init__(self, path: str, hint: PathHint, front: TolerantFrontMatter, page: Page, title_at: int) -> None:
        self.path, self.hint, self.front, self.page = path, hint, front, page
        self._title_at = title_at
        self.offset = front.body_line  # line of the file = offset + line of the page (from 0)
        heading = page.headings[title_at] if title_at >= 0 else None
        self._body_from = heading.after if heading else 0
        of_others = [] if title_at in headings_with_ids(page) else headings_with_ids(page)
        # The lines of other decisions on this page: what they state is none of its own.
        self._others = {line for at in of_others for line in range(page.headings[at].first, page.until_next(at, 1))}
        self._sections = {
            section_word(heading.text): at
            for at, heading in reversed(list(enumerate(page.headings)))
            if at != title_at and heading.first not in self._others
        }
        self._metadata = list(self._title_metadata())
        self.format = self._format()

    def _format(self) -> str:
        if self.hint.kind == "backlog":
            return "backlog"
        day = day_in_name(self.path).replace("-", "")
        if day and record_path(self.path).rpartition("/")[2].startswith(day):
            return "log4brains"
        return "adr-tools" if "status" in self._sections and not self.front.values else "madr"

    def _date(self) -> str:
        """The date as written, without a note behind it."""
        written = self.front.text("date", "created") or self._value("date", "created")
        return without_note(written or next((line for _, line in self._lines_of(("date",))), ""))

    @property
    def is_unfilled(self) -> bool:
        """Whether a word stands where adr-tools fills in the date or the status: the file is a template."""
        statuses = (line for _, line in self._lines_of(("status",)))
        return self._value("date") in _UNFILLED or next(statuses, "") in _UNFILLED

    def _title_metadata(self) -> Iterator[tuple[int, Metadata]]:
        """The metadata between the title and the first section, with their lines of the page. In other markup
        what stands above the title is some too."""
        behind = self.page.headings[self._title_at + 1 :] if self._title_at >= 0 else self.page.headings
        first = behind[0].first if behind else len(self.page.lines)
        is_other = self.path.lower().endswith(OTHER_MARKUP)
        above = range(self.page.headings[self._title_at].first if is_other and self._title_at >= 0 else 0)
        for at in (*above, *range(self._body_from, first)):
            for line in field_parts(without_struck(without_comments(self.page.lines[at]))):
                found = metadata(line)
                label = label_of(line)
                if label and (found is None or found.key != label[0] or found.value.endswith(("*", "\\", "}"))):
                    yield at, Metadata(*label)
                elif found:
                    yield at, found
                elif dated := day_without_colon(line):
                    yield at, Metadata(*dated)
        yield from self._fields(self._body_from, first)
        yield from self._metadata_of_first_section(first)

    def _fields(self, first: int, after: int) -> Iterator[tuple[int, Metadata]]:
        for field in stated_fields(self.page.lines, first, after):
            yield field.line, Metadata(field.key, "" if field.value.upper() in _NOTHING else field.value)

    def _metadata_of_first_section(self, first: int) -> Iterator[tuple[int, Metadata]]:
        """The fields at the top of the first section, where the title has no text of its own and no section is the
        status: `## Metadata`, or a title of the decision below one of the record."""
        has_text = any(any(map(str.isalnum, line)) for line in self.page.lines[self._body_from : first])
        at = next((at for at, heading in enumerate(self.page.headings) if heading.first == first), -1)
        if has_text or at < 0 or "status" in self._sections or first in self._others:
            return
        for line in range(self.page.headings[at].after, self.page.until_next(at)):
            for text in field_parts(without_struck(without_comments(self.page.lines[line]))):
                if label := label_of(text):
                    yield line, Metadata(*label)
                elif text.strip() and "|" not in text and metadata(text) is None:
                    return
        yield from self._fields(self.page.headings[at].after, self.page.until_next(at))

    def record(self, title: str) -> EntityRecord:
        named = names_of(self.path, title, self.front, is_backlog=self.hint.kind == "backlog")
        statements = [(line, where, clause) for line, where, first in self._statements() for clause in clauses(first)]
        word, word_line = self._status_word(statements)
        status = status_of(word) or ("accepted" if not word and self.format != "backlog" else "proposed")
        context = self._section_text(_CONTEXT)
        replacing = [clause.targets for _, _, clause in statements if clause.is_supersession and clause.is_passive]
        successor = next((target for targets in replacing for target in targets if not target.is_in_part), None)
        date = self._date()
        changed = self.front.text("updated")
        created = date or day_of_status(self._status_text(word_line), word) or named.day
        first, last = ("", "") if created else days_of_changes(self.page)
        times = times_of(created or first, changed or last)
        body = self.page.text(self._body_from, len(self.page.lines))
        skipped = next((at for at in range(self._body_from, len(self.page.lines)) if self.page.lines[at].strip()), 0)
        return EntityRecord(
            type="decision",
            native_id=named.native_id,
            number=named.number,
            name=named.title,
            line=self.offset + max(self._body_from - 1, 0) if self._title_at >= 0 else 1,
            last_line=self.offset + "\n".join(self.page.lines).rstrip().count("\n"),
            status=status,
            properties=decision_properties(
                status, successor.name if successor else None, context or "", self._consequences()
            ),
            native=self._native(word, word_line, date),
            content=body or None,
            content_line=self.offset + skipped if body else 0,
            tags=self._tags(),
            times=times,
            references=tuple(references_of(self.page, self.offset, statements)),
            aliases=self.front.texts("aliases"),
        )

    def _native(self, status: str, status_line: int, date: str) -> str:
        """What the decision says in words of its own, as JSON."""
        people = self.front.texts(*_PEOPLE) or people_in(self._value(*_PEOPLE))
        return decision_native(
            status,
            is_known=bool(status_of(status)),
            line=status_line,
            date=date if date and not parse_timestamp(date) else None,
            deciders=list(people),
            fields=self._other_fields(),
        )

    def diagnostics(self, name: str) -> Iterator[Diagnostic]:
        """What is wrong with the metadata: frontmatter that is no YAML, a date that is none."""
        front = self.front
        if front.error:
            yield BAD_FRONTMATTER.at(Span(self.path, front.error_line, 1, front.error_line, 1), reason=front.error)
        date = self._date()
        is_none = date and not parse_timestamp(date) and not is_without_day(date)
        if is_none and not date.startswith(("{", "<", "[", "YYYY", "DATE_")):
            lines = [self.offset + at for at, found in self._metadata if found.key == "date"]
            line = next(filter(None, map(front.line, ("date", "created"))), 0) or next(iter(lines), 1)
            yield BAD_DATE.at(Span(self.path, line, 1, line, 1), text=date, id=f"'{name}'")

    def _statements(self) -> Iterator[tuple[int, str, Statement]]:
        """The statements of a decision, as (line, "status" or "link", statement)."""
        key = "status" if self.front.text("status") or not status_of(self.front.text("stage")) else "stage"
        if word := " | ".join(self.front.texts(key)):
            yield self.front.line(key) or 1, "status", of_status(statement(first_sentence(word)))
        for key, words, text in successions(dict(self.front.values)):
            yield self.front.line(key) or 1, "link", statement(f"{words} {text}")
        for at, found in self._metadata:
            if found.key == "status":
                yield self.offset + at, "status", of_status(statement(first_sentence(without_comments(found.value))))
            elif found.key.startswith(("supersed", "superced", "replace")):
                yield self.offset + at, "link", of_status(statement(f"{found.key} {found.value}"))
        bare = ""  # "Superseded", above a line "See ADR-3"
        for at, line in current_lines(self._lines_of(("status",))):
            label = label_of(line)
            written = label[1] if label and label[0] == "status" else line
            is_rest = bare and (points(written) or _CUT.search(bare))
            stated = of_status(statement(first_sentence(f"{bare} {written}" if is_rest else written)))
            bare = written if is_bare(stated) else ""
            yield self.offset + at, "status", stated
        yield from self._implied_statuses()
        for at, line in self._lines_of((*_LINKS, "more information")):
            if not any(first <= at < last for first, last in self.page.code):  # such as a template that is shown
                yield self.offset + at, "link", statement(line)
        for words in SUCCESSIONS:  # `## Superseded by`
            for at, line in self._lines_of((words,)):
                if (named := statement(line)).targets and not named.verb:
                    yield self.offset + at, "link", statement(f"{words} {line}")
        for at, sentence in supersessions_in_prose(self.page, self._body_from):
            yield self.offset + at, "link", statement(sentence)

    def _implied_statuses(self) -> Iterator[tuple[int, str, Statement]]:
        """The statuses outside of fields. Where a field has one, only what supersedes the record."""
        has_own = bool(self.front.text("status") or self._value("status") or "status" in self._sections)
        behind = self.page.headings[self._title_at + 1 :] if self._title_at >= 0 else self.page.headings
        first = behind[0].first if behind else len(self.page.lines)
        title = self.page.headings[self._title_at].text if self._title_at >= 0 else ""
        for at, written in implied_statuses(self.page, self._body_from, first, title):
            stated = of_status(statement(first_sentence(written)))
            if not has_own or (stated.targets and stated.is_supersession and stated.is_passive):
                yield self.offset + at, "link" if has_own else "status", stated
        if not has_own and (word := tagged_status(self.front.texts("tags"))):
            yield self.front.line("tags"), "status", statement(word)

    def _lines_of(self, names: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        """The lines of these sections, without bullets and comments, with their lines of the page."""
        for name in names:
            if (at := self._sections.get(name)) is None:
                continue
            heading = self.page.headings[at]
            lines = values_of_rows(self.page.lines[heading.after : self.page.until_next(at, 2)])
            for number, text in enumerate(lines, heading.after):
                line = without_struck(without_comments(text)).strip()
                line = element_status(line) or line
                bullet = BULLET.match(line)
                line = (bullet[1] if bullet else line).strip()
                if line and not self.page.is_code(number):
                    yield number, line

    def _status_word(self, statements: list[tuple[int, str, Statement]]) -> tuple[str, int]:
        """The status as written, and its line: the first word that is a status, else the first words."""
        statuses = [
            (line, statement_there)
            for line, where, statement_there in statements
            if where == "status" and _says_something(statement_there)
        ]
        for line, said in statuses:
            if said.is_supersession and said.is_passive:
                return "superseded", line
        for line, said in statuses:
            if said.is_partial and status_of(said.lead) in (None, "superseded"):
                return (said.verb if is_partial(said.verb) else "superseded in part"), line
            if not said.targets and is_kept(" ".join(said.words)):
                return " ".join(said.words), line
            if status_of(said.lead) and not (said.is_relation and said.lead in STATUS_PREPOSITIONS):
                return " ".join(
                    said.words[said.words.index(said.lead) :][: 1 + (said.lead in STATUS_PREPOSITIONS)]
                ), line
        return next(((" ".join(said.words), line) for line, said in statuses if not said.is_relation), ("", 0))

    def _status_text(self, number: int) -> str:
        """The part of a line of the file that states the status, for another field has a day of its own."""
        if number and number == self.front.line("status"):
            return self.front.text("status")
        parts = field_parts(line_of(self.page, self.offset, number))
        return next((part for part in parts if (label := label_of(part)) and label[0] == "status"), parts[0])

    def _section_text(self, names: tuple[str, ...]) -> str:
        for name in names:
            if (at := self._sections.get(name)) is not None:
                return self.page.text(self.page.headings[at].after, self.page.until_next(at, 2))
        return ""

    def _consequences(self) -> Iterator[str]:
        for names, word in ((_CONSEQUENCES, ""), (_POSITIVE, "Good: "), (_NEGATIVE, "Bad: ")):
            for name in names:
                if (at := self._sections.get(name)) is not None:
                    heading = self.page.headings[at]
                    for bullet in bullets(self.page.lines[heading.after : self.page.until_next(at)]):
                        yield f"{word}{bullet}"

    def _value(self, *keys: str) -> str:
        for key in keys:
            for _, found in self._metadata:
                if found.key == key:
                    return without_comments(found.value).strip()
        return ""

    def _tags(self) -> tuple[str, ...]:
        listed = self.front.texts("tags") or tuple(self._value("tags").replace(",", " ").split())
        return tuple(word.lower() for word in listed) if self.format == "log4brains" else listed

    def _other_fields(self) -> dict[str, str]:
        known = ("status", "date", "tags", *_PEOPLE)
        found = {
            field.key: without_comments(field.value).strip() for _, field in self._metadata if field.key not in known
        }
        front = {key: self.front.text(key) for key in self.front.values if key.lower() not in (*known, "id", "title")}
        return {key: value for key, value in (front | found).items() if value}
