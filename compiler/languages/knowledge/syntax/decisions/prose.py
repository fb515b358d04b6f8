"""Sentences of a decision that say what it supersedes: `This decision replaces ADR-0003.`"""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.markdown import Page

MAX_LINE = 2_000  # characters
_VERBS = "supersedes|replaces|obsoletes|supercedes"
_RECORDS = "decision|adr|record|rfc|proposal|document"
_ACTIVE = re.compile(
    rf"\bthis[ \t](?:new[ \t])?(?:{_RECORDS})[ \t]"
    r"(?:(?:also|fully|completely|effectively|formally|partially|partly|hereby)[ \t])?"
    rf"(?:has[ \t](?:super[sc]eded|replaced|obsoleted)(?![ \t]by\b)|(?:{_VERBS})\b)([^\n]{{1,300}})",
    re.IGNORECASE,
)
# `This RFC describes tracing, superseding RFC 35.`
_PARTICIPLE = re.compile(
    rf"\bthis[ \t](?:new[ \t])?(?:{_RECORDS})\b[^.;\n]{{1,200}}?,[ \t](?:thereby[ \t]|thus[ \t])?"
    rf"(?:superseding|replacing|obsoleting)\b([^\n]{{1,300}})",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    rf"(?:^|[.;:,(*_`-])[ \t]*(\[?(?:adr|rfc|decision)(?:\([^()\n]*\)|[^.;\n(]){{1,120}}?)"
    r"(?:[ \t](?:is|was|has[ \t]been)|[ \t]?[-–—:(])[ \t]?"
    rf"(?:super[sc]eded|replaced|obsoleted)[ \t]by[ \t]this(?:[ \t](?:new[ \t])?(?:{_RECORDS})\b|[ \t]*(?:[).]|$))",
    re.IGNORECASE,
)
# `> **Note:** this ADR has been superseded by [ADR-3](0003-tides.md)`
_OWN = re.compile(
    rf"(?:^|[.;:>*_!\]-])[ \t]*[*_]{{0,2}}this[ \t](?:{_RECORDS})[ \t](?:is|was|has[ \t]been)[ \t]"
    r"(?:now[ \t]|later[ \t])?[*_]{0,2}((?:super[sc]eded|replaced|obsoleted)\b[^\n]{1,300})",
    re.IGNORECASE,
)
# `Supersedes [RFC 12](0012-gates.md)` at the beginning of a line: a record stands right behind the verb.
_BARE = re.compile(
    rf"[ \t>]*(?:[-*+][ \t]+)?[*_]{{0,2}}((?:{_VERBS})[*_:]{{0,3}}[ \t]+"
    r"(?:\[[^\[\]\n]{1,200}\]\([^()\s]{1,300}\.(?:md|adoc|rst)\)|\[?(?:adr|rfc)[- #]?\d)[^\n]{0,300})",
    re.IGNORECASE,
)
_PART = re.compile(r"\bpart(?:ially|ly)[ \t]", re.IGNORECASE)
_SENTENCE = re.compile(r"\.(?=[ \t]|$)")


def supersessions_in_prose(page: Page, first: int) -> Iterator[tuple[int, str]]:
    """Yield the statements in the lines from `first`, counted from 0, outside of code: `supersedes ADR-0003`."""
    for at in range(first, len(page.lines)):
        line = page.lines[at][:MAX_LINE]
        if page.is_code(at):
            continue
        if (found := _BARE.match(line)) and any(map(str.isdigit, found[1])):
            yield at, _first_sentence(found[1])
            continue
        if "this" not in line.casefold():
            continue
        if found := _ACTIVE.search(line) or _PARTICIPLE.search(line):
            words = f"supersedes{_first_sentence(found[1])}"
            yield at, f"partially {words}" if _PART.search(found[0][: -len(found[1])]) else words
        elif found := _OWN.search(line):
            yield at, _first_sentence(found[1])
        elif found := _PASSIVE.search(line):
            yield at, f"supersedes {found[1].strip()}"


def _first_sentence(words: str) -> str:
    """Words up to the first period that ends a sentence: one in the text of a link, `[1. Ropes](…)`, does not."""
    ends = (found.start() for found in _SENTENCE.finditer(words))
    return words[: next((end for end in ends if words.count("[", 0, end) == words.count("]", 0, end)), len(words))]
