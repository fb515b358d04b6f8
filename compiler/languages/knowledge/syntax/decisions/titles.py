"""Where the title of a decision stands: its first heading, the next one behind a mere `# ADR`, a section `Title`, or
its front matter where all headings of the first level are sections (`# Status`)."""

import re

from compiler.languages.knowledge.field_words import section_word
from compiler.languages.knowledge.markdown import Page

_OF_ALL = re.compile(
    r"(?:(?:architectur(?:e|al)|design|technical)[ \t]+)?decision(?:[ \t]+records?)?(?:[ \t]*\(m?adr\))?|m?adr",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:title|{_OF_ALL.pattern})[ \t]*[:–—][ \t]*(?=\S)", re.IGNORECASE
)  # `Decision record: Use Rust`
SECTIONS = frozenset(("status", "date", "context", "context and problem statement", "consequences"))


def title_heading(page: Page) -> int:
    """Return the place of the heading that is the title; -1 if none is."""
    firsts = [at for at, heading in enumerate(page.headings) if heading.level == 1]
    if len(firsts) > 1 and section_word(page.headings[firsts[0]].text) in SECTIONS:
        return -1
    if len(firsts) > 1 and _OF_ALL.fullmatch(page.headings[firsts[0]].text):
        return firsts[1]
    if (
        not firsts
        and len(page.headings) > 1
        and all(heading.level > page.headings[0].level for heading in page.headings[1:])
    ):
        return 0  # all headings are a level deeper, for another page takes this one in
    if not firsts and page.headings and _LABEL.match(page.headings[0].text):
        return 0
    return firsts[0] if firsts else -1


def title_of(page: Page, at: int) -> str:
    """Return the title, whose heading has the place `at`; "" without any."""
    title = page.headings[at].text if at >= 0 else ""
    if title and not _OF_ALL.fullmatch(title):
        return _LABEL.sub("", title, count=1) if _LABEL.match(title) else title
    section = next((place for place, heading in enumerate(page.headings) if heading.text.casefold() == "title"), None)
    if section is None:
        return title
    lines = page.text(page.headings[section].after, page.until_next(section)).strip().split("\n")
    return lines[0].strip() or title
