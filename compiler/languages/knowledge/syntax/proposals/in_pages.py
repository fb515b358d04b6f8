"""Several decisions in one page: Y-statements, and section 9 of arc42.

A Y-statement is a sentence: "In the context of A, facing B, we decided for C and neglected D, to achieve E, accepting
F." Section 9 of arc42 has a heading for each decision.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.markdown import Page, page_of, without_comments
from compiler.languages.knowledge.record_values import (
    decision_native,
    decision_properties,
    json_text,
    present,
    times_of,
)
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.stated_fields import without_addresses
from compiler.languages.knowledge.syntax.decisions.statements import metadata, statement
from compiler.languages.knowledge.syntax.decisions.statuses import status_of

REASON_Y = "it begins with 'In the context of', and faces and decides something"
REASON_9 = "it stands in section 9 of arc42"
MAX_STATEMENT_LINES = 40
_START = re.compile(r"[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?[*_]*In the context of[*_]*\b", re.IGNORECASE)
_PARTS = (
    ("context", re.compile(r"in the context of\b", re.IGNORECASE)),
    ("facing", re.compile(r"\bfacing(?: the concern(?: of)?)?\b", re.IGNORECASE)),
    ("decided", re.compile(r"\bwe (?:have )?(?:decided(?: for| to| on)?|chose(?: to)?|opted for)\b", re.IGNORECASE)),
    ("neglected", re.compile(r"\b(?:and (?:against|neglected|not)|over|instead of|rather than)\b", re.IGNORECASE)),
    ("achieve", re.compile(r"\b(?:in order )?to achieve\b", re.IGNORECASE)),
    ("accepting", re.compile(r"\baccepting(?: that| the downside(?: that| of)?)?\b", re.IGNORECASE)),
)
_NEEDED = ("context", "facing", "decided")
# The title of the section in the languages of arc42's template.
_DECISIONS = (
    r"(?:architecture|architectural|design) decisions|(?:architektur|entwurfs)?entscheidungen"
    r"|d[ée]cisions (?:d['’]architecture|architecturales|de conception)"
    r"|decisiones (?:de (?:arquitectura|diseño)|arquitect[óo]nicas)"
    r"|decis(?:ões|oes) (?:de arquitetura|arquiteturais|de design)"
    r"|decisioni (?:architetturali|di (?:architettura|progetto))|(?:architectuur|ontwerp)beslissingen"
    r"|(?:архитектурные|проектные) решения|(?:архітектурні|проєктні) рішення|návrhová rozhodnutí"
    r"|(?:架构|架構|设计|設計)(?:决策|決策|决定|決定)"
)
_SECTION_9 = re.compile(rf"(?:9[.:)]?|section 9[.:]?)?[ \t]*(?:{_DECISIONS})$", re.IGNORECASE)
_NUMBERED_9 = re.compile(r"(?:section )?9[.:)]?[ \t]", re.IGNORECASE)
_FILE_9 = re.compile(
    r"(?:^|/)(?:chapter-?)?0?9[-_. ][^/]*"
    r"(?:d[ée]cisions?|decision[ei]s?|decis[õo]es|entscheidungen|beslissingen)\.[a-z]+$",
    re.IGNORECASE,
)
_OTHER_SECTIONS = (
    "building block view",
    "runtime view",
    "deployment view",
    "quality requirements",
    "solution strategy",
    *("bausteinsicht", "laufzeitsicht", "verteilungssicht", "lösungsstrategie", "qualitätsanforderungen"),
    *("vista de bloques", "vista de ejecución", "vista de despliegue", "estrategia de solución"),
    *("vue en briques", "vue exécution", "vue déploiement", "vue de déploiement", "stratégie de solution"),
)
_NUMBER = re.compile(
    r"(?:9\.(\d{1,3})[.:]?|(?:ADR|AD|D|Decision)[- #]?0*(\d{1,4})[.:)]?)[ \t]*[-–:]?[ \t]*", re.IGNORECASE
)
# The heading above an overview of all decisions.
_OF_ALL = re.compile(
    r"\b(?:overview|übersicht|summary|(?:decision|adr)[- ]?(?:records?|logs?|register)|adrs)\b", re.IGNORECASE
)
_WITH_ID = re.compile(r"ADR[- #]?\d{1,4}\b", re.IGNORECASE)
_CITED = re.compile(r"(?:\b9\.|\b(?:ADR|AD|D|Decision)[- #]?0*|#)(\d{1,4})\b", re.IGNORECASE)
_FIELDS = ("status", "date", "context", "decision", "consequences", "deciders", "supersedes", "superseded by")


def may_have_statements(text: str) -> bool:
    """Whether a page may have Y-statements: a quick look."""
    lowered = text.casefold()
    return "in the context of" in lowered and "facing" in lowered


def parse_statements(path: str, text: str) -> Document | None:
    """The Y-statements of a page, None if it has none. Those that stand in code are shown, not made."""
    page = page_of(text)
    records: list[EntityRecord] = []
    for first, after in _paragraphs(page):
        written = " ".join(without_comments(line).strip(" \t>") for line in page.lines[first:after])
        if found := _statement_parts(written):
            records.append(_statement_record(page, first, after, found, len(records) + 1))
    if not records:
        return None
    return Document(path, "y-statement", _scope(path), path.rpartition("/")[0], tuple(records))


def _paragraphs(page: Page) -> Iterator[tuple[int, int]]:
    """Yield the first line and the line behind each paragraph or item that begins a statement."""
    for at, line in enumerate(page.lines):
        if not _START.match(line) or page.is_code(at):
            continue
        after = at + 1
        while after < min(len(page.lines), at + MAX_STATEMENT_LINES):
            following = page.lines[after]
            if not following.strip() or _START.match(following) or following.startswith("#"):
                break
            after += 1
        yield at, after


def _statement_parts(text: str) -> dict[str, str] | None:
    """The parts of a Y-statement by name, None if the needed ones are missing or stand in another order."""
    plain = text.replace("**", "").replace("__", "")
    marks: list[tuple[str, int, int]] = []
    position = 0
    for name, pattern in _PARTS:
        if found := pattern.search(plain, position):
            marks.append((name, found.start(), found.end()))
            position = found.end()
        elif name in _NEEDED:
            return None
    ends = [start for _, start, _ in marks[1:]] + [len(plain)]
    return {name: plain[end:stop].strip(" \t,;.:") for (name, _, end), stop in zip(marks, ends, strict=True)}


def _statement_record(page: Page, first: int, after: int, parts: dict[str, str], number: int) -> EntityRecord:
    heading = next(
        (heading.text for heading in reversed(page.headings) if heading.level > 1 and heading.first <= first), ""
    )
    name = heading if heading and _is_only(page, heading) else parts["decided"]
    outcomes = (("Good", parts.get("achieve")), ("Bad", parts.get("accepting")))
    consequences = [f"{word}: {said}" for word, said in outcomes if said]
    return EntityRecord(
        type="decision",
        native_id=f"Y{number}",
        number=number,
        name=name[:200],
        line=first + 1,
        last_line=after,
        status="accepted",
        properties=decision_properties("accepted", None, f"{parts['context']}, facing {parts['facing']}", consequences),
        native=json_text(present(has_status=False, recognised_by=REASON_Y, fields=parts)),
        content=page.text(first, after),
        content_line=first + 1,
    )


def _is_only(page: Page, heading: str) -> bool:
    """Whether one statement alone stands below a heading: then the heading is its title."""
    at = next(number for number, found_heading in enumerate(page.headings) if found_heading.text == heading)
    lines = range(page.headings[at].after, page.until_next(at))
    return sum(1 for line in lines if _START.match(page.lines[line])) == 1


# --- arc42 -----------------------------------------------------------------------------------------------------------


def section_9(path: str, page: Page) -> int | None:
    """Return the heading of section 9 of arc42, None if there is none: it has the number 9, stands in a file with that
    number, or beside other sections of arc42."""
    names = {re.sub(r"^\d+[.:)]?[ \t]*", "", heading.text).strip().lower() for heading in page.headings}
    for at, found_heading in enumerate(page.headings):
        if _SECTION_9.match(found_heading.text.strip()) and (
            _NUMBERED_9.match(found_heading.text)
            or _FILE_9.search(path)
            or len(names.intersection(_OTHER_SECTIONS)) > 1
        ):
            return at
    return None


def parse_section_9(path: str, text: str) -> Document | None:
    """The decisions of section 9 of arc42, None if the page has no such section or nothing in it."""
    page = page_of(text)
    at = section_9(path, page)
    if at is None:
        return None
    level = page.headings[at].level
    below = list(takewhile(lambda number: page.headings[number].level > level, range(at + 1, len(page.headings))))
    # A level may be left out, or hold what is above the decisions: `9.2 Records` above `ADR-001: …`.
    below = [number for number in below if _WITH_ID.match(page.headings[number].text)] or below
    below = [number for number in below if not _OF_ALL.search(page.headings[number].text)]
    highest = min((page.headings[number].level for number in below), default=0)
    inside = [number for number in below if page.headings[number].level == highest]
    records = [_decision(page, number, order) for order, number in enumerate(inside, 1)]
    return Document(path, "arc42", _scope(path), path.rpartition("/")[0], tuple(records)) if records else None


def _decision(page: Page, at: int, order: int) -> EntityRecord:
    heading = page.headings[at]
    end = page.until_next(at, heading.level)
    found = _NUMBER.match(heading.text)
    number = int(found[1] or found[2]) if found else order
    fields, lines = _fields_of(page, at, end)
    word = fields.get("status", "")
    references = tuple(_references(word, fields, lines.get("status", heading.first + 1)))
    successor = next(
        (reference.target for reference in references if reference.is_reversed and reference.relation == "supersedes"),
        None,
    )
    lead = statement(word).lead if word else ""
    status = "superseded" if successor else (status_of(lead) or "proposed") if word else "accepted"
    times = times_of(fields.get("date", ""))
    return EntityRecord(
        type="decision",
        native_id=f"9.{number}",
        number=number,
        name=(heading.text[found.end() :] if found else heading.text).strip() or heading.text,
        line=heading.first + 1,
        last_line=max(end, heading.first + 1),
        status=status,
        properties=decision_properties(
            status, successor, fields.get("context", ""), filter(None, [fields.get("consequences", "")])
        ),
        native=decision_native(
            lead,
            is_known=bool(status_of(lead)),
            line=lines.get("status"),
            recognised_by=REASON_9,
            deciders=[name.strip() for name in fields.get("deciders", "").split(",") if name.strip()],
            fields={"decision": fields.get("decision", "")} if fields.get("decision") else {},
        ),
        content=page.text(heading.after, end) or None,
        content_line=heading.after + 1,
        times=times,
        references=references,
    )


def _fields_of(page: Page, at: int, end: int) -> tuple[dict[str, str], dict[str, int]]:
    """The fields of a decision: lines `Status: …`, bullets, rows of a table, or headings below its own."""
    fields: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number in range(page.headings[at].after, end):
        if page.is_code(number):
            continue
        line = without_comments(page.lines[number])
        cells = (
            [cell.strip(" *_`") for cell in line.strip().strip("|").split("|")] if line.strip().startswith("|") else []
        )
        pair = metadata(line)
        key, value = (cells[0].lower(), cells[1]) if len(cells) > 1 else (pair.key, pair.value) if pair else ("", "")
        key = field_word(key) or key
        if key in _FIELDS and value and key not in fields:
            fields[key], lines[key] = value.strip(), number + 1
    for other in range(at + 1, len(page.headings)):
        below = page.headings[other]
        if below.first >= end:
            break
        key = field_word(below.text) or below.text.strip().lower()
        if key in _FIELDS and key not in fields:
            fields[key] = page.text(below.after, min(end, page.until_next(other))).strip()
            lines[key] = below.after + 1
    return fields, lines


def _references(word: str, fields: dict[str, str], line: int) -> Iterator[Reference]:
    """Yield what a decision supersedes, and what supersedes it."""
    active = re.match(r"[ \t*_]*(?:supersedes|replaces)\b", word, re.IGNORECASE)
    passive = re.search(r"\b(?:supersed|superced|replac)ed\b", word, re.IGNORECASE)
    stated = [("supersedes", word if active else fields.get("supersedes", ""))]
    stated.append(("superseded by", word[passive.end() :] if passive else fields.get("superseded by", "")))
    for verb, written in stated:
        for found in _CITED.finditer(without_addresses(written)):
            yield Reference("supersedes", verb == "superseded by", verb, f"9.{int(found[1])}", line)


def _scope(path: str) -> str:
    """The prefix of the ids: the name of the file."""
    return path.rpartition("/")[2].rpartition(".")[0]
