"""Another heading of a section, which every link to its anchor follows."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from compiler.languages.documents.facts import DocumentSection
from compiler.store.snapshot import LinkRow, Snapshot
from queries.operations.arguments import invalid, line_argument, not_found, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge.moving import ADDRESS, MARKDOWN, SCHEME, resolved
from queries.operations.knowledge.sections import lines_of_text, outside_code, sections_of
from queries.operations.operation import Given, Steps, operation
from queries.resources.uri import decoded

_HASHES = re.compile(r" {0,3}#{1,6}[ \t]++")
_UNDERLINE = re.compile(r" {0,3}(?:=++|-++)[ \t]*+")
_WIKILINK = re.compile(r"(?<=\[\[)(?P<page>[^\[\]|#\n]*+)#(?P<headings>[^\[\]|\n]++)(?=[\]|])")


@operation(
    "Pages of markdown.",
    text_argument("section", "The ref of a section, f:docs/install.md#from-source.", most=2_000),
    line_argument("heading", "Its new heading."),
)
def section_rename(draft: Draft, given: Given) -> Steps:
    """Gives a section another heading. The links to it follow, and those to other sections whose anchors change by
    it."""
    section = _section(draft.snapshot, given.section)
    file, new = section.span.file, given.heading
    _write_heading(draft, section, new)
    after = yield
    anchors = _changed_anchors(draft.snapshot, after.snapshot, file)
    read = [now for now in _sections(after.snapshot, file) if now.span.start_line == section.span.start_line]
    if not read:
        raise invalid("Written so, it would be no heading", heading=new)
    cited = [link for anchor in anchors for link in draft.snapshot.links(target=f"f:{file}#{anchor}", kind="links_to")]
    for citing in sorted({link.span.file for link in cited}):
        for number in lines_of_text(after, citing):
            after.rewrite(citing, number, partial(outside_code, ADDRESS, partial(_address, citing, file, anchors)))
    headings = (section.heading, read[0].heading)
    for citing, number in sorted({(link.span.file, link.span.start_line) for link in cited}):
        after.rewrite(citing, number, partial(_WIKILINK.sub, partial(_wikilink, headings)))
    _check_followed((yield).snapshot, cited, {f"f:{file}#{old}": f"f:{file}#{now}" for old, now in anchors.items()})


def _section(snapshot: Snapshot, ref: str) -> DocumentSection:
    found = snapshot.fact_of(ref if ref.startswith("f:") else f"f:{ref}")
    if not isinstance(found, DocumentSection):
        raise not_found("Section not found", section=ref)
    if not found.span.file.lower().endswith(MARKDOWN):
        raise unavailable("Only headings of markdown are renamed", file=found.span.file)
    return found


def _sections(snapshot: Snapshot, file: str) -> list[DocumentSection]:
    return sorted(snapshot.facts(DocumentSection, file=file), key=lambda section: section.span.start_line)


def _write_heading(draft: Draft, section: DocumentSection, new: str) -> None:
    """Write the text of a heading, and keep its hashes, its attributes and the blanks around it."""
    file, number = section.span.file, section.span.start_line
    line, behind = draft.line(file, number), draft.lines(file)[number : number + 1]
    hashes = _HASHES.match(line)
    if hashes is None and not (behind and _UNDERLINE.fullmatch(behind[0])):
        raise unavailable("The heading does not stand in its line as it is read", file=file, line=number)
    start = hashes.end() if hashes else len(line) - len(line.lstrip())
    titles = {written.line: written.title for written in sections_of(draft, file)}
    text = titles.get(number, line[start:].rstrip())
    if text.endswith("}") and " {" in text:
        text = text[: text.rindex(" {")].rstrip()
    if text == new:
        raise invalid("This is its heading already", heading=new)
    draft.set_line(file, number, line[:start] + new + line[start + len(text) :])


def _changed_anchors(before: Snapshot, after: Snapshot, file: str) -> dict[str, str]:
    """Return the anchors of a page that are others after the edit, each with the new one. Its lines are the same."""
    now = {section.span.start_line: section.anchor for section in _sections(after, file)}
    pairs = ((section.anchor, now.get(section.span.start_line)) for section in _sections(before, file))
    return {old: new for old, new in pairs if new is not None and new != old}


def _address(citing: str, file: str, anchors: Mapping[str, str], link: re.Match[str]) -> str:
    written, sign, anchor = (link["angled"] or link["plain"] or "").partition("#")
    if not sign or (written and SCHEME.match(written)):
        return link[0]
    new = anchors.get(decoded(anchor).lower())
    if new is None or (resolved(citing, decoded(written)) if written else citing) != file:
        return link[0]
    at = link[0].rindex(f"#{anchor}")
    return f"{link[0][:at]}#{new}{link[0][at + 1 + len(anchor) :]}"


def _wikilink(headings: tuple[str, str], link: re.Match[str]) -> str:
    old, new = headings
    names = [new if name.strip().casefold() == old.casefold() else name for name in link["headings"].split("#")]
    return f"{link['page']}#{'#'.join(names)}"


def _check_followed(after: Snapshot, cited: Iterable[LinkRow], refs: Mapping[str, str]) -> None:
    """Raise QueryError if a link does not lead to its section any more: it is written in a way that is not edited."""
    wanted = Counter((link.span.file, link.span.start_line, refs[link.target]) for link in cited)
    found = Counter(
        (link.span.file, link.span.start_line, ref) for ref in refs.values() for link in after.links(target=ref)
    )
    if lost := sorted({f"{file}:{line}" for file, line, _ in wanted - found}):
        raise unavailable("Links to this section would not follow: a text edit changes them", places=lost[:20])
