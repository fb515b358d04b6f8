"""The first phase of linking: which blocks are requirements, with which levels and assertions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import Assertion, ref_of
from compiler.languages.requirements.linking.project import Project
from compiler.languages.requirements.linking.stated import Stated
from compiler.languages.requirements.records import Block, Document, Entry, Section
from compiler.languages.requirements.syntax.markdown import accepted, parse_markdown, refused
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.source import Source
from compiler.model.spans import Span

UNKNOWN = "Unknown"
RETIRED = "RETIRED"

_DIRECTIVE = re.compile(r"<([A-Za-z][\w -]*)>|\[([A-Za-z][\w -]*)\]|\{([A-Za-z][\w -]*)\}")


@dataclass(slots=True)
class Collected:
    """All that the documents state, in the order of the files, and what is wrong with its shape."""

    documents: list[Document] = field(default_factory=list)
    requirements: dict[str, Stated] = field(default_factory=dict)
    journeys: dict[str, Stated] = field(default_factory=dict)
    assertions: int = 0
    findings: list[Diagnostic] = field(default_factory=list)


def collect(source: Source, project: Project) -> Collected:
    """The requirements and journeys of all documents."""
    collected = Collected()
    for unit in project.documents:
        document = _judged(source, project, unit, collected.findings)
        # Without a configuration any markdown may be a specification: this one is none.
        if not document.blocks and project.configuration(unit.path).layout == "none":
            continue
        collected.documents.append(document)
        for block in document.blocks:
            _take(collected, project, document.path, block)
        for line in document.stray_ends:
            collected.findings.append(codes.STRAY_END.at(_line(document.path, line)))
    return collected


def _judged(source: Source, project: Project, unit: Document, findings: list[Diagnostic]) -> Document:
    """The document with only those headers that are some in this project: read once more when that changes any."""
    ids, is_lenient = project.ids(unit.path), project.configuration(unit.path).layout == "older"
    rewritten: dict[int, str] = {}
    for block in unit.blocks:
        if not block.is_journey and ids.header(block.id) is None:
            rewritten[block.header.first] = refused(f"## {block.id}: {block.name}")
            if ids.resembles_own(block.id):
                span = block.header.span(unit.path)
                findings.append(codes.FOREIGN_HEADER.at(span, id=block.id, pattern=ids.pattern))
    for near in unit.near_headers:
        if is_lenient and ids.header(near.id):
            rewritten[near.line] = accepted(near.text)
        elif ids.resembles_own(near.id):
            findings.append(_near_header(unit.path, near.line, near.text))
    if not rewritten:
        return unit
    return parse_markdown(unit.path, source.files[unit.path].text, rewritten) or unit


def _near_header(path: str, line: int, text: str) -> Diagnostic:
    bare = text.lstrip("#")
    if bare == text:
        wrong = "it does not begin with '#'"
    elif bare[:1] not in " \t":
        wrong = "there is no blank after '#'"
    else:
        wrong = "there is no blank after ':'"
    right = f"## {bare.strip().split(':', 1)[0]}: {bare.split(':', 1)[1].strip()}"
    return codes.NEAR_HEADER.at(_line(path, line), text=text[:80], wrong=wrong, suggestion=f"Write '{right[:90]}'.")


def _take(collected: Collected, project: Project, path: str, block: Block) -> None:
    configuration, ids = project.rules(path)
    identity = block.id if block.is_journey else ids.header(block.id) or block.id
    known = collected.journeys if block.is_journey else collected.requirements
    first = known.get(identity)
    fields = dict(block.fields)
    level = fields.get("level", "")
    found = configuration.level_of(level)
    stated = Stated(
        identity if first is None else _free_id(known, identity, path),
        path,
        block,
        configuration,
        ids,
        block.place.span(path),
        fields,
        found.key if found else level or UNKNOWN,
        fields.get("status") or UNKNOWN,
        first.id if first else None,
    )
    known[stated.id] = stated
    if first is not None:
        related = (Related("first defined here", first.block.header.span(first.path)),)
        collected.findings.append(codes.DUPLICATE_ID.at(block.header.span(path), id=identity, related=related))
    if block.is_journey:
        stated.sections = [*block.sections]
    else:
        _read_sections(collected, stated)


def _free_id(known: dict[str, Stated], identity: str, path: str) -> str:
    stem = path.rpartition("/")[2].partition(".")[0]
    base = candidate = f"{identity}#{stem}"
    number = 2
    while candidate in known:
        candidate = f"{base}__{number}"
        number += 1
    return candidate


def _read_sections(collected: Collected, stated: Stated) -> None:
    findings = collected.findings
    for section in stated.block.sections:
        if section.part != "assertions":
            stated.sections.append(section)
            continue
        loose, entries = _entries(stated, section, findings)
        for entry in entries:
            _state(collected, stated, entry)
        text = "\n".join(filter(None, (section.text, loose)))
        if text:
            stated.sections.append(section._replace(text=text))
        if entries and (section.loose or loose):
            line = section.loose or section.entries[0].line
            findings.append(codes.LOOSE_PROSE.at(_line(stated.path, line), id=stated.id))
    if not stated.statements:
        findings.append(codes.NO_ASSERTIONS.at(stated.block.header.span(stated.path), id=stated.id))


def _entries(stated: Stated, section: Section, findings: list[Diagnostic]) -> tuple[str, Sequence[Entry]]:
    """The entries whose labels are labels in this project; the others continue the entry before, if there is one."""
    if all(map(stated.ids.is_label, [entry.label for entry in section.entries])):
        return "", section.entries
    loose: list[str] = []
    entries: list[Entry] = []
    parts: list[str] = []  # of the text of the last entry
    for entry in section.entries:
        if stated.ids.is_label(entry.label):
            _complete(entries, parts)
            entries.append(entry)
            parts = [entry.text]
        elif entries:
            parts.append(f"{entry.label}. {entry.text}")
            if entry.label.isupper():
                span = _line(stated.path, entry.line)
                previous = f"{stated.id}{stated.configuration.separator}{entries[-1].label}"
                findings.append(codes.LIKE_LABEL.at(span, label=entry.label, previous=previous))
        else:
            loose.append(f"{entry.label}. {entry.text.rstrip()}")
    _complete(entries, parts)
    return "\n".join(loose), entries


def _complete(entries: list[Entry], parts: list[str]) -> None:
    if len(parts) > 1:
        entries[-1] = entries[-1]._replace(text="".join(parts))


def _state(collected: Collected, stated: Stated, entry: Entry) -> None:
    text = entry.text.rstrip()
    # Hardly any text begins so.
    directive, text = _directive(text) if text[:1] in "<[{" else ("", text)
    label = entry.label
    identity = f"{stated.id}{stated.configuration.separator}{label}"
    span = _span(stated.path, entry, text)
    first = stated.by_label.get(label)
    if first is not None:
        stated.repeats[label] = stated.repeats.get(label, 1) + 1
        identity = f"{identity}#{stated.repeats[label]}"
        related = (Related("first stated here", first.span),)
        collected.findings.append(codes.DUPLICATE_LABEL.at(span, id=stated.id, label=label, related=related))
    if directive and directive != RETIRED:
        collected.findings.append(codes.UNKNOWN_DIRECTIVE.at(span, id=identity, directive=directive))
    assertion = Assertion(
        span=span,
        ref=ref_of(identity),
        assertion=identity,
        requirement=stated.id,
        label=label,
        text=text,
        directive=directive,
        is_retired=directive == RETIRED,
        ordinal=collected.assertions,
    )
    collected.assertions += 1
    stated.statements.append(assertion)
    stated.by_label.setdefault(label, assertion)


def _directive(text: str) -> tuple[str, str]:
    """The directive that a text begins with, and the text with a known one in capitals."""
    found = _DIRECTIVE.match(text)
    if found is None:
        return "", text
    word = next(filter(None, found.groups())).upper()
    if word == RETIRED:
        return word, f"{text[0]}{RETIRED}{text[found.end() - 1 :]}"
    # Any word may stand in brackets; a directive is one that is written as a name.
    return (word, text) if found.group()[1:-1].isupper() else ("", text)


def _span(path: str, entry: Entry, text: str) -> Span:
    lines = text.count("\n")
    if not lines:
        return Span(path, entry.line, 1, entry.line, len(entry.label) + len(text.encode()) + 3)
    return Span(path, entry.line, 1, entry.line + lines, len(text[text.rfind("\n") + 1 :].encode()) + 1)


def _line(path: str, line: int) -> Span:
    return Span(path, line, 1, line, 1)


def stated_in_order(collected: Collected) -> Iterator[Stated]:
    """The requirements, then the journeys."""
    yield from collected.requirements.values()
    yield from collected.journeys.values()
