"""Makes the facts, links and findings of one page."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from zlib import crc32

from compiler.languages.documents import codes
from compiler.languages.documents.facts import Document, DocumentSection
from compiler.languages.documents.linking.announced import is_announced
from compiler.languages.documents.linking.changelogs import is_released
from compiler.languages.documents.linking.parts import OF_ALL
from compiler.languages.documents.linking.target import THERE, UNCHECKED, Target
from compiler.languages.documents.records import Heading, Page
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.language import Linked, Part, Refs, Units
from compiler.model.source import Source, SourceFile
from compiler.model.spans import Span

KIND = "links_to"


def link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:  # noqa: ARG001
    """Link one page, or report what is found of all pages: those that could not be read, shapes of links."""
    if part.name in OF_ALL:
        return Linked(diagnostics=list(part.context))
    page: Page = units[part.name]
    lines = source.files[part.name].text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    targets = _targets_of_today(part, page, lines)
    unchecked = sum(target.problem == UNCHECKED.problem for _, target in targets)
    led = zip(page.outline.links, targets, strict=True)
    there = tuple(
        (link.line, link.start_col, link.end_col if link.end_line == link.line else 0)
        for link, (_, target) in led
        if target == THERE or (target.problem == UNCHECKED.problem and target.path)
    )
    linked = Linked(facts=list(_facts(source.files[part.name], page, lines, unchecked, there)))
    refs_of_sections = [section_ref(part.name, heading) for heading in page.headings]
    for written, (around, target) in zip(page.outline.links, targets, strict=True):
        span = Span(part.name, written.line, written.start_col, written.end_line, written.end_col)
        source_ref = refs_of_sections[around] if around >= 0 else file_ref(part.name)
        if target.ref:
            page_of_anchor = (file_ref(target.path),) if target.problem == "anchor" and target.path != part.name else ()
            refs_there = (target.ref, *page_of_anchor, *target.others)  # a page opens without the section that is meant
            linked.links += [Link(source_ref, ref, KIND, span) for ref in refs_there]
        if target.is_dead:
            linked.diagnostics.append(_finding(target, span))
    return linked


def _targets_of_today(part: Part, page: Page, lines: Sequence[str]) -> list[tuple[int, Target]]:
    """Where the links of a page lead, each with the number of the heading above it, -1 before the first one. What is
    gone since a release of a changelog is not checked, nor what the page says is still to be written."""
    starts = [heading.line for heading in page.headings]
    found: list[tuple[int, Target]] = []
    for written, target in zip(page.outline.links, part.context, strict=True):
        around = bisect_right(starts, written.line) - 1
        is_of_another_day = target.is_dead and (
            is_released(part.name, page.headings, around) or is_announced(lines, written)
        )
        found.append((around, UNCHECKED if is_of_another_day else target))
    return found


def section_ref(path: str, heading: Heading) -> str:
    """Return the ref of a section: `f:docs/install.md#from-source`."""
    return f"{file_ref(path)}#{heading.anchor}"


def _facts(
    file: SourceFile, page: Page, lines: Sequence[str], unchecked: int, there: tuple[tuple[int, int, int], ...]
) -> Iterator[Fact]:
    headings, path = page.headings, file.path
    first = headings[0].line - 1 if headings else len(lines)
    introduction = "\n".join(lines[page.body_line - 1 : first]).strip()
    yield Document(
        span=Span(path, 1, 1, page.last_line, 1),
        ref=file_ref(path),
        path=path,
        name=page.title,
        fields=page.fields,
        sections=len(headings),
        sha256=file.sha256,
        unchecked=unchecked,
        there=there,
        introduction=introduction,
    )
    around: list[Heading] = []
    for at, here in enumerate(headings):
        while around and around[-1].level >= here.level:
            around.pop()
        later = (headings[place] for place in range(at + 1, len(headings)))  # a slice would copy all headings
        end = next((heading.line - 1 for heading in later if heading.level <= here.level), page.last_line)
        own_end = headings[at + 1].line - 1 if at + 1 < len(headings) else page.last_line
        text = "\n".join(lines[here.after - 1 : own_end]).strip()
        yield DocumentSection(
            span=Span(path, here.line, 1, end, len(lines[end - 1].encode()) + 1),
            ref=section_ref(path, here),
            anchor=here.anchor,
            heading=here.title,
            level=here.level,
            outer=tuple(outer.title for outer in around),
            parent=around[-1].anchor if around else "",
            checksum=crc32(f"{page.title}\n{text}".encode()),
            page=page.title,
            text=text,
        )
        around.append(here)


def _finding(target: Target, span: Span) -> Diagnostic:
    suggestion = f"Did you mean '{target.suggestion}'?" if target.suggestion else None
    if target.problem == "file":
        return codes.MISSING_FILE.at(span, suggestion=suggestion, path=target.path)
    return codes.MISSING_ANCHOR.at(span, suggestion=suggestion, path=target.path, anchor=target.anchor)
