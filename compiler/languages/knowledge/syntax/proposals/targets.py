"""What a field or a status of a proposal names: other proposals by their paths and numbers, and pull requests."""

import re
from collections.abc import Iterator

OF_PATH = re.compile(
    r"(?:^|/)(?:(?:rf[cd]|adr|[a-z]{1,4}p)[-_]?)?(\d{1,6})"
    r"(?:-[^/]*/?(?:(?<=/)(?:README|index)\.[a-z]{2,8})?|/(?:README|index)\.[a-z]{2,8})(?:#.*)?$"
)
NUMBER = re.compile(r"(?<![\w.])(?:[A-Za-z]{2,4}P?[- #]?)?(\d{1,6})(?![\w.]*\w)")
LINK = re.compile(r"\[[^\[\]\n]*\]\(([^()\s]*)\)")
# A pull request or an issue. Its number is that of a proposal only where proposals are numbered after it.
PULL = re.compile(
    r"\[[^\[\]\n]{0,200}\]\([^()\s]{1,300}/(?:pull|issues|merge_requests)/\d{1,9}[^()\s]{0,100}\)"
    r"|https?://[^\s()]{1,300}/(?:pull|issues|merge_requests)/\d{1,9}|(?<![\w./-])[\w.-]{1,60}(?:/[\w.-]{1,60})?#\d{1,9}"
)
_WORD = re.compile(r"[A-Z]{2,12}s?|(?i:rf[cd]s?|adrs?|[a-z]{1,4}ps?|proposals?|decisions?|enhancements?|no|nr|number)")
_TITLE = re.compile(r"(?<=\d)[ \t]*[:–—][ \t].*")  # `RFC 7: Hoists of old`
_PROSE = 4  # words of a part of a list


def parts_of(listed: str) -> Iterator[str]:
    """The parts of a list of proposals, without prose, in which a number is a year or a count."""
    for written in re.split(r"[,;\n]", listed):
        part = _TITLE.sub("", written)
        if sum(map(str.isalpha, part.split())) < _PROSE and _names_proposal(part):
            yield from re.split(r"[ \t](?=[/#\d])", part)


def _names_proposal(part: str) -> bool:
    """Whether a number stands alone or behind a word for proposals, and counts nothing else (`cycle-070`)."""
    words = re.findall(r"[^\W\d_]{2,}", part[: re.search(r"\d|$", part).start()])  # type: ignore[union-attr]
    return not words or "/" in part or _WORD.fullmatch(words[-1]) is not None


def numbered_target(link: re.Match[str]) -> str:
    """The path of a link to a numbered page, on a line of its own; of any other link the whole. A remark may follow."""
    return f"{link[1]}\n" if OF_PATH.search(link[1]) else link[0]


def number_of_link(link: re.Match[str]) -> str:
    """The proposal that a link leads to, by the number in its path or its text: `ADR-12`; "" of another link."""
    found = OF_PATH.search(link[1]) or NUMBER.search(link[0][: -len(link[1])])
    return f"ADR-{found[1]}" if found else ""
