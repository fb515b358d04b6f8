"""The first phase of linking: collects requirements and journeys, with their levels and assertions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.configurations import Configurations
from compiler.languages.requirements.configuration.ids import Ids
from compiler.languages.requirements.facts import Assertion, ref_of
from compiler.languages.requirements.linking.project import Project
from compiler.languages.requirements.linking.spec_item import SpecItem
from compiler.languages.requirements.records import AssertionEntry, Block, MarkdownFile, Section
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.spans import Span
from compiler.text.free_names import FreeNames

UNKNOWN = "Unknown"
RETIRED = "RETIRED"
# `[Removed - moved to REQ-d00002]` and `[Retired - why]` retire an assertion too, and keep their text as it is. To the
# published reader of the newer layout they do not: it knows the bare word RETIRED alone.
_GONE = re.compile(
    r"[<\[{](?:(removed)[ \t]*(?:[-–—:,.][^\]>}]*)?|(retired)[ \t]*[-–—:,.][^\]>}]*)[\]>}]", re.IGNORECASE
)
_DIRECTIVE = re.compile(r"<([A-Za-z][\w -]*)>|\[([A-Za-z][\w -]*)\]|\{([A-Za-z][\w -]*)\}")


@dataclass(slots=True)
class Specifications:
    """The contents of all specifications in the order of the files, and findings on their form."""

    documents: list[MarkdownFile] = field(default_factory=list)
    requirements: dict[str, SpecItem] = field(default_factory=dict)
    journeys: dict[str, SpecItem] = field(default_factory=dict)
    by_project: dict[tuple[str | None, str], SpecItem] = field(default_factory=dict)  # the first with an id
    assertion_count: int = 0
    findings: list[Diagnostic] = field(default_factory=list)
    free_requirements: FreeNames[str] = field(init=False)
    free_journeys: FreeNames[str] = field(init=False)

    def __post_init__(self) -> None:
        self.free_requirements = FreeNames(self.requirements)
        self.free_journeys = FreeNames(self.journeys)


def collect(project: Project) -> Specifications:
    """The requirements and journeys of all specifications."""
    specifications = Specifications()
    configurations = project.configurations
    # Outer projects come first, so that they keep their ids.
    for document in sorted(
        project.documents, key=lambda document: _depth(configurations.nested_project(document.path))
    ):
        configuration, nested = configurations.of(document.path), configurations.nested_project(document.path)
        specifications.findings += _check_headers(document, configurations)
        # Without a configuration, markdown is a specification only if it has a requirement or journey.
        if not document.blocks and configuration.layout in ("none", "stated"):
            continue
        specifications.documents.append(document)
        for block in document.blocks:
            settings = _configuration(configurations, document.path, block)
            _add_item(specifications, *settings, document.path, block).nested_project = nested
        for line in document.stray_ends:
            specifications.findings.append(codes.STRAY_END.at(_line(document.path, line)))
    if not specifications.requirements and not project.is_configured:
        # Nothing tells what ids look like here, so `### REQ-207: Title` may be of any other kind.
        specifications.findings = [
            finding for finding in specifications.findings if finding.code != codes.FOREIGN_HEADER.code
        ]
    return specifications


def _configuration(configurations: Configurations, path: str, block: Block) -> tuple[Configuration, Ids]:
    """The configuration of a block, and its ids."""
    found = None if block.is_journey else configurations.of_header(path, block.header.first, block.id)
    return found or configurations.with_ids(path)


def _check_headers(document: MarkdownFile, configurations: Configurations) -> Iterator[Diagnostic]:
    """Findings on headers that are none, if their ids are meant for a project."""
    configuration = configurations.of(document.path)
    for header in document.foreign_headers:
        ids = configurations.meant_for(document.path, header.id)
        if ids and not ids.parse_header(header.id):
            yield codes.FOREIGN_HEADER.at(header.range.span(document.path), id=header.id, pattern=ids.pattern)
    for near in document.near_headers:
        if near.id.isalnum():  # a heading such as `## 2024: Outlook`
            continue
        ids = configurations.meant_for(document.path, near.id)
        is_accepted = configuration.layout == "older" and ids and ids.parse_header(near.id)
        if ids and not is_accepted:
            yield _near_header(document.path, near.line, near.text)


def _near_header(path: str, line: int, text: str) -> Diagnostic:
    """The finding on a line that is almost a header: what is wrong, and how to write it."""
    bare = text.lstrip("#")
    if bare == text:
        wrong = "it does not begin with '#'"
    elif bare[:1] not in " \t":
        wrong = "there is no blank after '#'"
    else:
        wrong = "there is no blank after ':'"
    right = f"## {bare.strip().split(':', 1)[0]}: {bare.split(':', 1)[1].strip()}"
    return codes.NEAR_HEADER.at(_line(path, line), text=text[:80], wrong=wrong, suggestion=f"Write '{right[:90]}'.")


def _add_item(
    specifications: Specifications, configuration: Configuration, ids: Ids, path: str, block: Block
) -> SpecItem:
    """Add a requirement or journey. If its id is taken, a new id is made and the duplicate is reported."""
    native_id = block.id if block.is_journey else ids.parse_header(block.id) or block.id
    known = specifications.journeys if block.is_journey else specifications.requirements
    free = specifications.free_journeys if block.is_journey else specifications.free_requirements
    first = specifications.by_project.get((configuration.project, native_id))
    fields = dict(block.fields)
    level = fields.get("level", "")
    configured = configuration.level_of(level)
    item = SpecItem(
        _free_id(known, free, native_id, configuration, path, is_repeated=first is not None),
        native_id,
        path,
        block,
        configuration,
        ids,
        block.range.span(path),
        fields,
        configured.key if configured else level or UNKNOWN,
        fields.get("status") or UNKNOWN,
        duplicate_of=first.id if first else None,
    )
    known[item.id] = item
    specifications.by_project.setdefault((configuration.project, native_id), item)
    if first is not None:
        related = (Related("first defined here", first.block.header.span(first.path)),)
        specifications.findings.append(codes.DUPLICATE_ID.at(block.header.span(path), id=native_id, related=related))
    if block.is_journey:
        item.sections = [*block.sections]
    else:
        _read_sections(specifications, item)
    return item


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _free_id(
    known: dict[str, SpecItem],
    free: FreeNames[str],
    native_id: str,
    configuration: Configuration,
    path: str,
    *,
    is_repeated: bool,
) -> str:
    """The id, or an unused one: `REQ-d00001#<file stem>` for a duplicate, `REQ-d00001@<folder>` if another project has
    it; with a number if that is used too."""
    if not is_repeated and native_id not in known:
        return native_id
    stem = path.rpartition("/")[2].partition(".")[0]
    mark = f"#{stem}" if is_repeated else f"@{configuration.folder.rpartition('/')[2]}"
    base = f"{native_id}{mark}"
    return free.numbered(base, lambda number: f"{base}__{number}") if base in known else base


def _read_sections(specifications: Specifications, item: SpecItem) -> None:
    """Add the assertions of a requirement, and its sections."""
    findings = specifications.findings
    for section in item.block.sections:
        if section.part != "assertions":
            item.sections.append(section)
            continue
        loose, entries = _own_entries(item, section, findings)
        if section.is_group and item.configuration.layout == "newer":
            loose, entries = _ended(item, section, entries, findings)
        for entry in entries:
            _add_assertion(specifications, item, entry)
        text = "\n".join(filter(None, (section.text, loose)))
        if text:
            # What seemed to be assertions below a sub-heading may be a list.
            part = "section" if section.is_group and not entries else section.part
            item.sections.append(section._replace(text=text, part=part))
        if entries and not section.is_group and (section.loose or loose):
            line = section.loose or section.entries[0].line
            findings.append(codes.LOOSE_PROSE.at(_line(item.path, line), id=item.id))
    if not item.assertions:
        findings.append(codes.NO_ASSERTIONS.at(item.block.header.span(item.path), id=item.id))


def _ended(
    item: SpecItem, section: Section, entries: Sequence[AssertionEntry], findings: list[Diagnostic]
) -> tuple[str, Sequence[AssertionEntry]]:
    """The text below a sub-heading, and no entries: in the newer layout any heading ends the assertions."""
    if entries:
        labels = ", ".join(entry.label for entry in entries[:20])
        span = _line(item.path, section.range.first)
        findings.append(codes.SUB_HEADING.at(span, heading=section.heading, id=item.id, labels=labels))
    return "\n".join(f"{entry.label}. {entry.text.rstrip()}" for entry in section.entries), ()


def _own_entries(item: SpecItem, section: Section, findings: list[Diagnostic]) -> tuple[str, Sequence[AssertionEntry]]:
    """The entries whose labels fit the configuration. Others continue the entry before them, or are loose text."""
    if all(map(item.ids.is_label, [entry.label for entry in section.entries])):
        return "", section.entries
    loose: list[str] = []
    entries: list[AssertionEntry] = []
    parts: list[str] = []  # the text of the last entry
    for entry in section.entries:
        if item.ids.is_label(entry.label) or _continues(item, entries, entry.label):
            _complete(entries, parts)
            entries.append(entry)
            parts = [entry.text]
        elif entries:
            parts.append(f"{entry.label}. {entry.text}")
            if entry.label.isupper():
                span = _line(item.path, entry.line)
                previous = item.assertion_id(entries[-1].label)
                findings.append(codes.LIKE_LABEL.at(span, label=entry.label, previous=previous))
        else:
            loose.append(f"{entry.label}. {entry.text.rstrip()}")
    _complete(entries, parts)
    return "\n".join(loose), entries


def _continues(item: SpecItem, entries: Sequence[AssertionEntry], label: str) -> bool:
    """Whether a label of two letters follows the one before: `AA` follows `Z`. Settings say which labels there are, so
    this is only for projects without them."""
    if item.configuration.layout != "none" or not (len(label) == 2 and label.isalpha() and label.isupper()):
        return False
    previous = entries[-1].label if entries else item.assertions[-1].label if item.assertions else ""
    return _number(previous) + 1 == _number(label)


def _number(label: str) -> int:
    """The number of a label as of a column: A is 1, Z is 26, AA is 27; 0 without letters."""
    number = 0
    for letter in label:
        number = number * 26 + ord(letter) - 64
    return number


def _complete(entries: list[AssertionEntry], parts: list[str]) -> None:
    """Give the last entry its whole text."""
    if len(parts) > 1:
        entries[-1] = entries[-1]._replace(text="".join(parts))


def _add_assertion(specifications: Specifications, item: SpecItem, entry: AssertionEntry) -> None:
    text = entry.text.rstrip()
    # A quick check, since few assertions have a directive.
    directive, text = _directive(text) if text[:1] in "<[{" else (_Directive(), text)
    label = entry.label
    native_id = item.assertion_id(label)
    span = _span(item.path, entry, text)
    first = item.by_label.get(label)
    if first is not None:
        item.repeats[label] = item.repeats.get(label, 1) + 1
        native_id = f"{native_id}#{item.repeats[label]}"
        related = (Related("first stated here", first.span),)
        specifications.findings.append(codes.DUPLICATE_LABEL.at(span, id=item.id, label=label, related=related))
    is_retired = directive.retires or (directive.says_gone and item.configuration.layout != "newer")
    if directive.word and not is_retired:
        specifications.findings.append(codes.UNKNOWN_DIRECTIVE.at(span, id=native_id, directive=directive.word))
    assertion = Assertion(
        span=span,
        ref=ref_of(native_id),
        assertion=native_id,
        requirement=item.id,
        label=label,
        text=text,
        directive=directive.word,
        is_retired=is_retired,
        ordinal=specifications.assertion_count,
    )
    specifications.assertion_count += 1
    item.assertions.append(assertion)
    item.by_label.setdefault(label, assertion)


class _Directive(NamedTuple):
    """What stands in brackets at the beginning of a text: its word in capitals, "" for none.

    `retires`: it is the bare word RETIRED. `says_gone`: it says in other words that the assertion is gone.
    """

    word: str = ""
    retires: bool = False
    says_gone: bool = False


def _directive(text: str) -> tuple[_Directive, str]:
    """The directive at the beginning of a text, and the text with a known directive in capitals."""
    if found := _GONE.match(text):
        return _Directive((found[1] or found[2]).upper(), says_gone=True), text
    if (found := _DIRECTIVE.match(text)) is None:
        return _Directive(), text
    word = next(filter(None, found.groups())).upper()
    if word == RETIRED:
        return _Directive(word, retires=True), f"{text[0]}{RETIRED}{text[found.end() - 1 :]}"
    # Any word may stand in brackets; only one in capitals is a directive.
    return (_Directive(word) if found.group()[1:-1].isupper() else _Directive()), text


def _span(path: str, entry: AssertionEntry, text: str) -> Span:
    lines = text.count("\n")
    if not lines:
        return Span(path, entry.line, 1, entry.line, len(entry.label) + len(text.encode()) + 3)
    return Span(path, entry.line, 1, entry.line + lines, len(text[text.rfind("\n") + 1 :].encode()) + 1)


def _line(path: str, line: int) -> Span:
    return Span(path, line, 1, line, 1)
