"""What a field or a status of a proposal names: other proposals by their paths and numbers, and pull requests."""

import re
from collections.abc import Iterator

OF_PATH = re.compile(
    r"(?:^|/)(?:(?:rf[cd]|adr|[a-z]{1,4}p)[-_]?)?(\d{1,6})"
    r"(?:-[^/]*/?(?:(?<=/)(?:README|index)\.[a-z]{2,8})?|/(?:README|index)\.[a-z]{2,8})(?:#.*)?$"
)
_DATED = re.compile(r"(?:\.?/)?\d{4}-?\d\d-?\d\d-[^/:]*\.md$")
NUMBER = re.compile(r"(?<![\w.])(?:[A-Za-z]{2,4}P?[- #]?)?(\d{1,6})(?![\w.]*\w)")
LINK = re.compile(r"\[[^\[\]\n]*\]\(([^()\s]*)\)")
_ADDRESS = re.compile(r"https?://[^\s()<>\]]{1,300}")
# A pull request or an issue. Its number is that of a proposal only where proposals are numbered after it.
PULL = re.compile(
    r"\[[^\[\]\n]{0,200}\]\([^()\s]{1,300}/(?:pull|issues|merge_requests)/\d{1,9}[^()\s]{0,100}\)"
    r"|https?://[^\s()]{1,300}/(?:pull|issues|merge_requests)/\d{1,9}|(?<![\w./-])[\w.-]{1,60}(?:/[\w.-]{1,60})?#\d{1,9}"
)
_WORD = re.compile(r"[A-Z]{2,12}s?|(?i:rf[cd]s?|adrs?|[a-z]{1,4}ps?|proposals?|decisions?|enhancements?|no|nr|number)")
_ID = re.compile(r"(ADR|RF[CD]|[A-Z]{1,4}P)[- #]{0,2}(\d{1,6})\b(?!\.)")
_TITLE = re.compile(r"(?<=\d)[ \t]*[:–—][ \t].*")  # `RFC 7: Hoists of old`
_PROSE = 4  # words of a part of a list


def parts_of(listed: str) -> Iterator[str]:
    """The parts of a list of proposals, without prose, in which a number is a year or a count."""
    for written in re.split(r"[,;\n]", listed):
        part = _TITLE.sub("", written)
        if sum(map(str.isalpha, part.split())) < _PROSE and _names_proposal(part):
            yield from re.split(r"(?<![A-Z]{3})[ \t](?=[/#\d])", part)


def _names_proposal(part: str) -> bool:
    """Whether a number stands alone or behind a word for proposals, and counts nothing else (`cycle-070`)."""
    words = re.findall(r"[^\W\d_]{2,}", part[: re.search(r"\d|$", part).start()])  # type: ignore[union-attr]
    return not words or "/" in part or _WORD.fullmatch(words[-1]) is not None


def numbered_target(link: re.Match[str]) -> str:
    """The path of a link to a page with a number or a date, on a line of its own; of any other link the whole. A remark
    may follow."""
    return f"{link[1]}\n" if OF_PATH.search(link[1]) or _DATED.match(link[1]) else link[0]


def own_page(address: str, folder: str) -> re.Match[str] | None:
    """The number in the address of a page. Another repository has numbers of its own, so the address must have the
    folder of the pages of this one."""
    return OF_PATH.search(address) if f"/{folder}/".replace("//", "/") in address else None


def number_in(part: str, folder: str) -> re.Match[str] | None:
    """The number of the proposal that a part of a list names, by a path, an address in `folder`, or the number."""
    return own_page(part, folder) if "://" in part else OF_PATH.search(part) or NUMBER.search(part)


def foreign_id(part: str, prefix: str) -> str:
    """The id of a part of a list that names a record of another kind than `prefix`, `ADR-3` on the page of an RFC; ""
    of other parts. Pages without a word of their own (`P`, `EP`) may have any."""
    found = _ID.match(part.lstrip("[( "))
    is_own = found is None or len(prefix) < 3 or found[1] == prefix or {found[1], prefix} == {"RFC", "RFD"}
    if is_own or found is None:
        return ""
    return f"{found[1]}-{found[2].zfill(4) if found[1] == 'ADR' else found[2]}"


def with_numbers(stated: str, prefix: str, folder: str) -> str:
    """A status with the proposals of its links and addresses in their places: `ADR-12`, by the number in a path or in
    the text of a link. A page with an address elsewhere has a number of its own, unless the text of its link says with
    the word of this collection, `prefix`, which proposal it is."""

    def of_link(link: re.Match[str]) -> str:
        is_address = "://" in link[1]
        path = own_page(link[1], folder) if is_address else OF_PATH.search(link[1])
        is_elsewhere = path is None and is_address and OF_PATH.search(link[1]) is not None
        if is_elsewhere and not re.match(rf"\[{re.escape(prefix)}\b", link[0], re.IGNORECASE):
            return ""
        found = path or NUMBER.search(link[0][: -len(link[1])])
        return f"ADR-{found[1]}" if found else ""

    def of_address(written: re.Match[str]) -> str:
        found = own_page(written[0], folder)
        return f"ADR-{found[1]}" if found else ""

    return _ADDRESS.sub(of_address, LINK.sub(of_link, stated))
