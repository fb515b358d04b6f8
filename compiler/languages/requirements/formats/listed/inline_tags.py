"""Reads the requirements of a page in prose: each sentence ends with its id in brackets, `It glows [REQ-LAMP-010].`"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.listed.cells import plain_text
from compiler.languages.requirements.formats.listed.entries import entries_of
from compiler.languages.requirements.formats.listed.format import OWN_PLACE
from compiler.languages.requirements.formats.listed.ids import WRITTEN, is_id, is_of_requirement, scheme_of
from compiler.languages.requirements.formats.listed.page import Page, Statement

FROM_PROSE = 2  # rank of what states a requirement
LEAST_TAGS = 3  # of one kind on a page: fewer are citations
_JOINS = "(?:and|or|but|while|with|so|which|unless|if|when|then)"  # a second sentence to the first
_TAG = re.compile(rf"(?<=\S)\s+\[({WRITTEN})\](?=\s*[.;,:!?)]|\s*$|\s+(?:[A-Z(]|{_JOINS}\b))")
_NO_TEXT = ".;,:!?)*_ \t\n"  # at the beginning of a sentence: of the one before, or of emphasis
_LIST_SIGN = re.compile(r"[ \t]*+(?:[-*+]|\d{1,3}[.)])[ \t]+")


def read_inline_tags(page: Page) -> None:
    """Add the requirements whose ids end sentences of a page about requirements, if it states fewer of their kind in
    other forms."""
    found = list(_tags(page)) if page.is_of_requirements or page.is_in_folder else []
    if len(found) < LEAST_TAGS:
        return
    tags = {(key, last) for key, _, _, last in found}
    others = {entry.id for entry in entries_of(page.plain) if (entry.id, entry.line) not in tags}
    others |= {item.id for item in page.items}
    counts = Counter(scheme_of(key) for key in {key for key, _ in tags})
    counts.subtract(Counter(map(scheme_of, others)))
    stated: set[str] = set()
    for key, text, first, last in found:
        if counts[scheme_of(key)] < LEAST_TAGS or key in stated:
            continue
        stated.add(key)
        page.read_lines.add(last)
        page.add(
            Statement(
                id=key,
                title="",
                text=plain_text(text),
                first=first,
                last=last,
                status="",
                level="",
                fields=[],
                parents=[],
                basis="a sentence that ends with its id",
                place=OWN_PLACE,
                rank=FROM_PROSE + page.is_of_requirements - page.is_lesson,
            )
        )


def _tags(page: Page) -> Iterator[tuple[str, str, int, int]]:
    """Give each id that ends a sentence, with the sentence and its first and last line."""
    for first, lines in _paragraphs(page):
        paragraph = "\n".join(lines)
        at = len(sign[0]) if (sign := _LIST_SIGN.match(paragraph)) else 0
        for found in _TAG.finditer(paragraph):
            written = paragraph[at : found.start()]
            text = written.lstrip(_NO_TEXT)
            start = first + paragraph.count("\n", 0, at + len(written) - len(text))
            at = found.end()
            if text and is_id(found[1]) and is_of_requirement(found[1]):
                yield found[1], " ".join(text.split()), start, first + paragraph.count("\n", 0, found.start(1))


def _paragraphs(page: Page) -> Iterator[tuple[int, Sequence[str]]]:
    """Give the paragraphs and entries of lists outside of tables, each with its first line."""
    first, lines = 0, list[str]()
    for number, line in page.plain:
        is_text = bool(line.strip()) and line[:1] not in ("#", "|", "=") and number not in page.read_lines
        if lines and (not is_text or number != first + len(lines) or _LIST_SIGN.match(line)):
            yield first, lines
            lines = []
        if is_text:
            first, lines = (first, [*lines, line]) if lines else (number, [line])
    if lines:
        yield first, lines
