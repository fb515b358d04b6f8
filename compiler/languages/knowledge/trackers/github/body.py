"""What the body of an issue says of other issues: `Blocked by #12`, lists of tasks, and other numbers.

Code, quotations, comments and what is struck out say nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.knowledge.trackers.records import IssueLink
from compiler.text.html_comments import replace_comments

MAX_BODY = 200_000  # characters that are looked at
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_INLINE = re.compile(r"`[^`\n]*`|~~[^~\n]*~~")
_NAME = (
    r"(?:https?://[^/\s]{1,200}/(?P<at>[\w.-]{1,100}/[\w.-]{1,100})/issues/(?P<number>\d{1,9})"
    r"|(?<![\w/])(?P<repository>[\w.-]{1,100}/[\w.-]{1,100})?\#(?P<short>\d{1,9}))(?![\w/])"
)
_REFERENCE = re.compile(_NAME)
_PHRASE = re.compile(
    r"(?<![\w-])(?P<waits>blocked by|depends on|dependent on|waits for|waiting for|waiting on)(?![\w-])"
    r"|(?<![\w-])(?P<holds>blocks|blocking)(?![\w-])",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:\bnot|n't|no longer|never|previously|formerly|was|were|used to be)[ ]{1,3}$", re.IGNORECASE)
_BETWEEN = re.compile(r"[ \t]*(?:,|&|\+|and\b|or\b|:|\*\*|__|issues?\b|both\b|the\b)[ \t]*|[ \t]+", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[(?P<box>[ xX])\][ \t]+)?")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")
_ONLY_PHRASE = re.compile(r"[ \t#*_:]*$")


class _Named(NamedTuple):
    target: str
    end: int


def links_of_body(body: str, scope: str) -> Iterator[IssueLink]:
    """The links of an issue that its body states. `scope` stands before numbers without a repository."""
    heading: IssueLink | None = None  # the link that the items of the list below a phrase make
    has_items = False
    for line in _lines(body[:MAX_BODY]):
        item = _ITEM.match(line)
        if heading and item:
            has_items = True
            yield from _of_items(line, item, heading, scope)
            continue
        if heading and (line.strip() if has_items else _HEADING.match(line)):
            heading, has_items = None, False
        own = list(_of_phrases(line, scope))
        yield from (link for link, _ in own)
        taken = {end for _, end in own}
        first = _named(_REFERENCE.match(line, item.end()), scope) if item and item["box"] is not None else None
        if first and first.end not in taken:
            state = "done" if (item and item["box"] != " ") else ""
            yield IssueLink("belongs_to", True, "task list", first.target, state, is_quiet=True)
            taken.add(first.end)
        for found in _REFERENCE.finditer(line):
            one = _named(found, scope)
            if one and one.end not in taken:
                yield IssueLink("references", False, "mentions", one.target, is_quiet=True)
        phrase = _PHRASE.search(line)
        if phrase and not own and _ONLY_PHRASE.match(line, phrase.end()) and _ONLY_PHRASE.match(line[: phrase.start()]):
            heading, has_items = _link(phrase, ""), False


def _of_items(line: str, item: "re.Match[str]", heading: IssueLink, scope: str) -> Iterator[IssueLink]:
    """What an item of a list below `Blocked by:` says. A ticked box says that the issue is done."""
    if one := _named(_REFERENCE.search(line, item.end()), scope):
        is_done = item["box"] is not None and item["box"] != " "
        yield heading._replace(target=one.target, state="done" if is_done else "")


def _lines(body: str) -> Iterator[str]:
    """The lines that say something, with blanks in place of code, comments and what is struck out."""
    fence = ""
    body = replace_comments(body.replace("\r\n", "\n"), " ") if "<!--" in body else body
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
            continue
        if mark:
            fence = mark[1]
        elif not line.lstrip().startswith(">"):
            yield _INLINE.sub(" ", line) if "`" in line or "~~" in line else line


def _of_phrases(line: str, scope: str) -> Iterator[tuple[IssueLink, int]]:
    """The links that phrases of a line make, each with the end of its reference."""
    for phrase in _PHRASE.finditer(line):
        if _NOT.search(line[max(phrase.start() - 20, 0) : phrase.start()]):
            continue
        at = phrase.end()
        while True:
            while between := _BETWEEN.match(line, at):
                at = between.end()
            one = _named(_REFERENCE.match(line, at), scope)
            if one is None:
                break
            yield _link(phrase, one.target), one.end
            at = one.end


def _link(phrase: "re.Match[str]", target: str) -> IssueLink:
    return IssueLink("blocks", phrase["waits"] is not None, phrase[0].lower(), target)


def _named(found: "re.Match[str] | None", scope: str) -> _Named | None:
    """The issue that a reference names."""
    if found is None:
        return None
    number = found["number"] or found["short"]
    return _Named(f"{found['at'] or found['repository'] or scope}#{int(number)}", found.end())
