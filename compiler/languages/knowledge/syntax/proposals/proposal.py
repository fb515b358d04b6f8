"""A proposal by its header: status, dates, authors, stage, and what it supersedes or requires."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.languages.knowledge.claims import KEP_FILE, is_proposal_in_asciidoc, is_template
from compiler.languages.knowledge.codes import BAD_DATE, TEMPLATE
from compiler.languages.knowledge.decision_names import day_in_name
from compiler.languages.knowledge.markdown import links_in, page_of
from compiler.languages.knowledge.record_values import column_of, decision_native, decision_properties, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.stated_fields import without_struck
from compiler.languages.knowledge.syntax.decisions.implied_status import first_sentence
from compiler.languages.knowledge.syntax.decisions.prose import supersessions_in_prose
from compiler.languages.knowledge.syntax.decisions.several_statuses import settled
from compiler.languages.knowledge.syntax.decisions.statements import Statement, of_status, statement
from compiler.languages.knowledge.syntax.decisions.status_log import days_of_changes
from compiler.languages.knowledge.syntax.decisions.statuses import STATUS_PREPOSITIONS
from compiler.languages.knowledge.syntax.decisions.written_lines import clauses
from compiler.languages.knowledge.syntax.proposals.days import day_of, latest
from compiler.languages.knowledge.syntax.proposals.formats import (
    CREATED,
    NUMBERED_FOLDER,
    RECORD_FOLDER,
    RFC_STATUS,
    is_rfc_page,
    recognised,
)
from compiler.languages.knowledge.syntax.proposals.header import Header, header_of, with_sections, yaml_header
from compiler.languages.knowledge.syntax.proposals.ids_in_titles import in_words, is_unfilled, title_without_id
from compiler.languages.knowledge.syntax.proposals.recognised import Recognised
from compiler.languages.knowledge.syntax.proposals.statuses import status_in
from compiler.languages.knowledge.syntax.proposals.targets import (
    LINK,
    PULL,
    foreign_id,
    number_in,
    numbered_target,
    parts_of,
    with_numbers,
)
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span, whole_file
from compiler.text.timestamps import is_without_day, parse_timestamp

# With a day, of which the latest counts, these state what the proposal is.
_DATED = {"date-accepted": "accepted", "accepted": "accepted", "rejected": "rejected", "withdrawn": "withdrawn"}
_YES_OR_NO = ("superseded", "deprecated", "rejected", "withdrawn")  # `deprecated: true` in front matter
_STARTED = (*CREATED, "start-date", "date", "date-created", "date-started", "started", "assigned")
_CREATED = (*_STARTED, "date-accepted", "since")
_UPDATED = ("last-updated", "updated", "last-modified", "release-date", "date-last-revised", "last-update")
# Of a record whose title is that of its header, or of all records.
_NAMES = ("name", "rfc-name", "proposal-name", "rfc-proposal-id", "proposal-id", "rfc-id")
_AUTHORS = ("authors", "author", "owners", "champions", "champion")
_ACTIVE = ("replaces", "supersedes", "obsoletes")
_PASSIVE = ("superseded-by", "replaced-by", "obsoleted-by")
_RELATED = ("requires", "see-also", "related", "related-rfcs", "depends-on", "extends", "updates", "amends")
_CONTEXT = ("abstract", "summary", "simple summary", "motivation")
_SECTIONS = frozenset((*_CONTEXT, "overview", "introduction", "tl;dr", "background"))
# Over the header, or of every page.
_OF_HEADERS = frozenset(
    {"meta", "metadata", "header", "preamble", "details", "rfc", "proposal", "rfc proposal", "request for comments"}
    | {"design proposal", "enhancement proposal", "feature proposal", "rfc template"}
)
_KNOWN = frozenset((*_CREATED, *_UPDATED, *_AUTHORS, *_ACTIVE, *_PASSIVE, *_RELATED, "status", "title"))
_MAIL = re.compile(r"[ \t]?<[^<>]*>|[ \t]?\(@?[\w.-]+\)$")
_PLACEHOLDER = re.compile(r"\(fill me in.*|fill me in.*|<.*>|.*\bYYYY-MM-DD.*|TBD|N/A|none|null|[\W_]+", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![^\W_])\d{2,6}(?=[-_. ])|(?<=[A-Za-z])\d{2,6}(?=[-_. ])")  # in the name of a page
_TICKET = re.compile(r"(?<![\w-])[A-Z]{2,10}-\d{1,6}(?!\w)")
_BARE_ID = re.compile(r"[A-Z]{2,6}[- ](?=\w*\d)\w{1,6}")
_SIGN = re.compile(r"^[^\w\s\[(`*]{1,3}[ \t]+")  # `🟢 Accepted`
_OF_A_PART = re.compile(r"[^\[\n]*\b(?:in|of|from)[ \t]+\[")  # `Supersedes: the invitation in [0160](…)`
_PAGES = (".md", ".markdown", ".mdx")
_IN_CODE = re.compile(r"^`([^`\n]+)`.*")  # a note may stand behind it
_PULLS = ("rfc-pr", "rfc-pull-request", "pull-request", "pr", "implementation-pr")
_WHOLE_LINK = re.compile(r"^[ \t]*\[([^\[\]\n]*)\]\([^()\n]*\)[ \t]*+(?:\(.*\)[ \t]*+)?$")
# In brackets behind a title: `(superseded by [RFC 25](025-gates.md))`, `(withdrawn)`.
_IN_TITLE = re.compile(
    r"[ \t][(\[]((?:super[sc]eded|replaced|obsoleted)[ \t]by[ \t][^\n]{1,200}|[A-Za-z]{5,12})[)\]]$", re.IGNORECASE
)
_PEP_ROLE = re.compile(r":pep:`(?:[^`<]*<)?(\d{1,5})(?:#[^`>]*)?>?`")


def parse_proposal(path: str, text: str) -> tuple[Document | None, list[Diagnostic]] | None:
    """The proposal of a page in markdown or reStructuredText; None if it is none."""
    header = header_of(text)
    if is_proposal_in_asciidoc(path):
        header = replace(header, kind="table")  # as its header is in the page itself, or is as strict
    if (is_rfc_page(path) or RECORD_FOLDER.search(path)) and not header.text(*RFC_STATUS):
        header = with_sections(header, text)
    found = recognised(path, text, header)
    if found is None:
        return None
    offers = not found.number.strip("0") and "/" in settled(header.text("status"))
    if offers or is_template(path) or is_unfilled(header.text("title") or header.title):
        return None, [TEMPLATE.at(whole_file(path))]
    return _document(path, text, header, found)


def parse_beside_others(path: str, text: str, role: str) -> tuple[Document | None, list[Diagnostic]]:
    """The proposal of a page that nothing but its name and the proposals beside it makes one: `role` is "record", and
    their format and prefix. A page without a heading or with that of a template is none."""
    header = with_sections(header_of(text), text)
    title = header.text("title") or header.title
    if not title or title.startswith(("<", "[", "{")):
        return None, []
    _, form, prefix = role.split(" ")
    number = _DIGITS.search(path.rpartition("/")[2]) or _DIGITS.match(path.rpartition("/")[0].rpartition("/")[2])
    if number and not number[0].strip("0"):
        return None, []  # the template stands at the beginning
    own = ("P", "") if prefix == "-" else (prefix, number[0] if number else "")
    return _document(path, text, header, Recognised(form, *own, "it is named as the proposals beside it"))


def parse_kep(path: str, text: str) -> tuple[Document | None, list[Diagnostic]]:
    """The proposal of a `kep.yaml`. The text of the proposal is the README beside it."""
    header = yaml_header(text)
    if sum(header.text(key) != "" for key in ("title", "status", "kep-number")) < 2:
        return None, []
    number = header.text("kep-number")
    folder = path.rpartition("/")[0].rpartition("/")[2]
    written = re.match(r"\d+(?:-\d{1,2}$)?", number) or re.match(r"\d+", folder)
    digits = written[0] if written and written[0].strip("0") else ""
    if "kep-template" in folder.lower() or (header.text("title").lower() == "kep template" and not digits):
        return None, [TEMPLATE.at(whole_file(path))]
    return _document(path, text, header, Recognised("kep", "KEP", digits, f"it is named '{KEP_FILE}'"))


def _document(path: str, text: str, header: Header, found: Recognised) -> tuple[Document, list[Diagnostic]]:
    reader = _Reader(path, text, header, found)
    record = reader.record()
    return Document(path, found.format, "", _root(path, found), (record,)), list(reader.diagnostics(record.name))


def _root(path: str, found: Recognised) -> str:
    """The folder of the collection: that of the pages, or of their numbered folders; of KEPs the folder `keps` above
    them, of VEPs `veps`."""
    folder, _, name = path.rpartition("/")
    above, _, own = folder.rpartition("/")
    if found.format != "kep":
        has_own_folder = name.lower().startswith(("readme.", "index.", "proposal.", "rfc.")) and own[:1].isdecimal()
        return above if above and has_own_folder else folder
    at = f"/{folder}/".lower().find(f"/{found.prefix.lower()}s/")
    if at >= 0:
        return folder[: at + len(found.prefix) + 1]
    return folder.rpartition("/")[0] if path.endswith(KEP_FILE) else folder


class _Reader:
    def __init__(self, path: str, text: str, header: Header, found: Recognised) -> None:
        self._path, self._text, self._header, self._found = path, text, header, found
        self._lines = text.split("\n")
        self._is_markdown = path.endswith(".md") or is_proposal_in_asciidoc(path)  # which is translated

    def record(self) -> EntityRecord:
        header, found = self._header, self._found
        word = self._status_word()
        references = list(self._references())
        replacing = [named.target for named in references if named.relation == "supersedes" and named.is_reversed]
        successor = next(iter(replacing), None)
        is_page = self._path.rpartition("/")[2] != KEP_FILE
        # A page without a status was merged as it stands: with its number, or as an enhancement, which has none.
        merged = "accepted" if found.number or (found.format == "kep" and is_page) else "proposed"
        status = ("superseded" if successor else status_in(found.format, word) or "proposed") if word else merged
        created, updated = self._day_of(_CREATED), self._day_of(_UPDATED)
        created = created or updated or day_in_name(self._path)
        first, last = ("", "") if created or not self._is_markdown else days_of_changes(page_of(self._text))
        times = times_of(created or first, updated or last)
        body = "\n".join(self._lines[header.after - 1 :]).strip("\n") if is_page else ""
        skipped = next((at for at, line in enumerate(self._lines[header.after - 1 :]) if line.strip()), 0)
        context = self._context()
        return EntityRecord(
            type="decision",
            native_id=found.id or self._stem(),
            number=found.place,
            name=self._title(),
            line=1,
            last_line=max(len(self._text.rstrip("\n").split("\n")), 1),
            status=status,
            properties=decision_properties(status, successor, context),
            native=self._native(word),
            content=body or None,
            content_line=header.after + skipped if body else 0,
            tags=(),
            times=times,
            references=tuple(references),
            aliases=(found.ticket,) if found.ticket else (),
        )

    def _status_word(self) -> str:
        """The status as written, without what supersedes it. The stage of an RFC is its status if it states none, and a
        day on which the proposal was accepted."""
        written = _WHOLE_LINK.sub(r"\1", self._stated())
        written = written[1:-1] if written[:1] == "[" and written[-1:] == "]" else written
        written = settled(written).replace("**", "")
        if not any(map(str.isalpha, written)) or _PLACEHOLDER.fullmatch(written):
            if said := next((word for word in _YES_OR_NO if self._header.text(word).casefold() == "true"), ""):
                return said
            return latest((word, self._day_of((key,))) for key, word in _DATED.items())
        if self._status_statement().is_partial:
            return "superseded in part"
        if status := status_in(self._found.format, written):
            note = written.partition(" (")[0]
            words = (note if status_in(self._found.format, note) == status else written.partition(". ")[0]).split()
            has_two = words[0].casefold() in ("on", *STATUS_PREPOSITIONS)  # on hold, in review
            return " ".join(words if len(words) < 4 else words[: 1 + has_two])
        return written

    def _stated(self) -> str:
        """What the header says of the status; where it says nothing, what stands in brackets behind the title."""
        own = self._found.prefix.lower()
        keys = RFC_STATUS if self._found.format == "rfc" else ("status",)
        keys = (*keys, own) if status_in(self._found.format, self._header.text(own)) else keys  # `ipip: ratified`
        in_title = _IN_TITLE.search(self._header.title)
        is_status = in_title is not None and status_in(self._found.format, in_title[1].partition(" ")[0]) is not None
        return _SIGN.sub("", without_struck(_first(self._header.text(*keys))).strip()) or (
            in_title[1] if in_title and is_status else ""
        )

    def _title(self) -> str:
        header = self._header
        is_section = header.title.lower() in _SECTIONS | _OF_HEADERS  # an RFC begins with a section
        written = in_words(header.text("title"), "" if is_section else header.title)
        if not written and not _PLACEHOLDER.fullmatch(header.text(*_NAMES)):
            written = _IN_CODE.sub(r"\1", header.text(*_NAMES))
            written = re.sub(r"^\d+-|\.md$", "", written).replace("-", " ") if " " not in written else written
        if (in_title := _IN_TITLE.search(written)) and in_title[1] == self._stated():
            written = written[: in_title.start()].rstrip()
        title = title_without_id(written, self._found.prefix, self._found.number)
        if self._is_markdown and title == written and _BARE_ID.fullmatch(title):  # `NIP-38`, above a title in words
            title = next((heading.text for heading in page_of(self._text).headings if heading.text != title), title)
        return title or re.sub(r"^\d+-", "", self._stem()).replace("-", " ")

    def _stem(self) -> str:
        """The name of the file without its suffix; of the page of a folder, that of the folder."""
        folder, _, name = self._path.rpartition("/")
        stem = name.rpartition(".")[0]
        return folder.rpartition("/")[2] or stem if self._is_page_of_folder() or name == KEP_FILE else stem

    def _is_page_of_folder(self) -> bool:
        """Whether the proposal has a folder of its own."""
        is_own = self._path.rpartition("/")[2].casefold().startswith(("readme.", "index."))
        return is_own or bool(self._found.ticket or NUMBERED_FOLDER.search(self._path))

    def _native(self, word: str) -> str:
        header = self._header
        known = {*_KNOWN, self._found.prefix.lower()}
        fields = {
            key: " ".join(", ".join(found).split())
            for key, found in header.values.items()
            if key not in known and found
        }
        return decision_native(
            word,
            is_known=bool(status_in(self._found.format, word)),
            line=header.line(*RFC_STATUS, *_DATED) if word else None,
            recognised_by=self._found.reason,
            stage=header.text("stage"),
            deciders=list(self._authors()),
            fields={key: value for key, value in fields.items() if not _PLACEHOLDER.fullmatch(value)},
        )

    def _authors(self) -> Iterator[str]:
        for written in self._header.texts(*_AUTHORS):
            for author in re.split(r",|;|\n|(?<=>)[ \t]", written):
                if name := _MAIL.sub("", author).strip().strip('"'):
                    yield name

    def _day_of(self, keys: tuple[str, ...]) -> str:
        """A date as ISO writes it; "" if there is none, or a word that stands for one."""
        written = _first(self._header.text(*keys))
        return "" if _PLACEHOLDER.fullmatch(written) else day_of(written)

    def diagnostics(self, name: str) -> Iterator[Diagnostic]:
        """Yield a finding for each date that is none."""
        for keys in (_CREATED, _UPDATED):
            written = self._day_of(keys)
            if written and not parse_timestamp(written) and not is_without_day(written):
                line = self._header.line(*keys)
                yield BAD_DATE.at(Span(self._path, line, 1, line, 1), text=written, id=f"'{name}'")

    def _references(self) -> Iterator[Reference]:
        named = set()
        for keys, relation, is_passive in (
            (_ACTIVE, "supersedes", False),
            (_PASSIVE, "supersedes", True),
            (_RELATED, "references", False),
        ):
            for key in keys:
                for target in self._targets(key):
                    named.add(target)
                    word, line, is_path = key.replace("-", " "), self._header.line(key), target.endswith(_PAGES)
                    is_quiet = is_path or relation == "references"  # templates leave paths of their own there
                    yield Reference(relation, is_passive, word, target, line, is_path=is_path, is_quiet=is_quiet)
        for clause in clauses(self._status_statement()):
            for cited in clause.targets if clause.is_supersession else ():
                name = f"{self._found.prefix}-{self._found.digits(cited.number)}"
                if cited.number and not cited.is_in_part and name not in named:
                    named.add(name)
                    word, line = f"supersede{'d by' if clause.is_passive else 's'}", self._header.line("status")
                    yield Reference("supersedes", clause.is_passive, word, name, line)
        if self._is_markdown:
            yield from self._replaced_in_prose(named)
            yield from self._linked(named)
        for at, text in enumerate(self._lines, 1):
            for found in _PEP_ROLE.finditer(text) if not self._is_markdown else ():
                target = f"PEP-{found[1]}"
                if target not in named and target != self._found.id:
                    named.add(target)
                    start, end = column_of(text, found.start()), column_of(text, found.end())
                    yield Reference("references", False, "cites", target, at, start, end, is_quiet=True)

    def _status_statement(self) -> Statement:
        """The status as that of a record, with its proposals as decisions: `Inactive (superseded by CIP-0121)`."""
        stated = self._stated()
        stated = stated if self._is_numbered_by_pulls() else PULL.sub(" ", stated)
        stated = with_numbers(stated, self._found.prefix, self._collection())
        named = rf"\b(?:rfcs?|{re.escape(self._found.prefix)}s?)[-_ #]*(?=\d)"
        return of_status(statement(first_sentence(re.sub(named, "ADR-", stated, flags=re.IGNORECASE))))

    def _is_numbered_by_pulls(self) -> bool:
        """Whether the number of this proposal is that of its pull request."""
        numbers = re.findall(r"\d+", self._header.text(*_PULLS))
        return self._found.number.lstrip("0") in numbers

    def _replaced_in_prose(self, named: set[str]) -> Iterator[Reference]:
        """Yield what a sentence of the page says that it replaces, or is replaced by."""
        for at, sentence in supersessions_in_prose(page_of(self._text), self._header.after - 1):
            is_whole = not statement(sentence).is_partial
            _, by, successor = sentence.partition("ed by ")
            word = "superseded by" if by else "supersedes"
            for target in self._targets_in(successor or sentence.partition(" ")[2]) if is_whole else ():
                if target not in named and target != self._found.id:
                    named.add(target)
                    is_path = target.endswith(_PAGES)
                    yield Reference("supersedes", by != "", word, target, at + 1, is_path=is_path, is_quiet=True)

    def _targets(self, key: str) -> Iterator[str]:
        yield from self._targets_in(*self._header.texts(key), is_relation=key in _RELATED)

    def _targets_in(self, *texts: str, is_relation: bool = False) -> Iterator[str]:
        for written in texts:
            if _OF_A_PART.match(written) and not is_relation:
                continue
            for reference in parts_of(LINK.sub(numbered_target, written)):
                part = reference.strip().strip("`\"'<>")
                if self._found.ticket and (ticket := _TICKET.search(part)):
                    folder = part.rstrip("/").rpartition("/")[2]
                    yield folder if folder.startswith(ticket[0]) else ticket[0]
                    continue
                folder = "" if part.startswith("/") else self._path.rpartition("/")[0]
                page = posixpath.normpath(posixpath.join(folder, part.lstrip("/"))) if part.endswith(_PAGES) else ""
                is_beside = not (page and part.startswith("../")) or page.startswith(f"{self._collection()}/")
                if foreign := foreign_id(part, self._found.prefix):
                    yield foreign
                elif is_beside and (found := number_in(part, self._collection())):
                    yield f"{self._found.prefix}-{self._found.digits(found[1])}"
                elif page and "://" not in part:
                    yield page

    def _collection(self) -> str:
        """The folder of this page and those beside it."""
        own = self._path.rpartition("/")[0]
        return own.rpartition("/")[0] if self._is_page_of_folder() else own

    def _linked(self, named: set[str]) -> Iterator[Reference]:
        """Yield what the links of a page lead to."""
        page = page_of(self._text)
        for link in links_in(page):
            if link.target not in named and not link.is_embed:
                line = page.lines[link.line]
                start, end = column_of(line, link.start), column_of(line, link.end)
                target, at = link.target, link.line + 1
                yield Reference("references", False, "links", target, at, start, end, is_path=True, is_quiet=True)

    def _context(self) -> str:
        """The text of the section that says what it is about."""
        if self._is_markdown:
            page = page_of(self._text)
            named = {heading.text.lower(): at for at, heading in reversed(list(enumerate(page.headings)))}
            at = next((named[name] for name in _CONTEXT if name in named), None)
            return page.text(page.headings[at].after, page.until_next(at)) if at is not None else ""
        heads = [at for at in range(len(self._lines) - 1) if _is_underlined(self._lines[at], self._lines[at + 1])]
        for at, after in zip(heads, [*heads[1:], len(self._lines)], strict=False):
            if self._lines[at].strip().lower() in _CONTEXT:
                return "\n".join(self._lines[at + 2 : after]).strip()
        return ""


def _is_underlined(line: str, under: str) -> bool:
    mark = under.strip()
    return bool(line.strip()) and len(mark) >= len(line.strip()) > 2 and len(set(mark)) == 1 and mark[0] in "=-~*^\"'"


def _first(written: str) -> str:
    """The first line of a value, without marks and the note behind it."""
    return written.split("\n")[0].strip().strip("`*_").strip().rstrip(".")
