"""What the names and titles of decisions say: ids that they give themselves, numbers and days. Some ids are more than
`ADR` and a number.

Numbers may begin anew each year or day: `ADR-2024-001`, `ADR_20250728_02`, `RFC-2024-7`. The year is a part of the id:
without it, all records of a year would be one. And a project may have words of its own: `DEC-0012`, `ADR-FE-001`.
"""

import re
from typing import NamedTuple

from compiler.languages.knowledge.claims import number_in_name, record_path
from compiler.languages.knowledge.front_matter import TolerantFrontMatter
from compiler.text.numbers import whole_number

# The number has no day behind it, for `2024-01-10` is a date.
YEARLY = (
    r"(?:19|20)\d{2}(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?[-_]"
    r"(?:\d{3,4}|\d{1,2}(?![-_](?:0[1-9]|[12]\d|3[01])(?![^\W_])))(?![^\W_])"
)
_WORD = r"(?i:adr|rf[cd]|dec|decision)"  # of a record, whatever stands beside it: `ADR-FE`
_NAMED = re.compile(
    rf"(?:[A-Za-z]{{1,8}}[-_])?{_WORD}[-_ #]{{1,2}}(?:[A-Za-z]{{1,8}}[-_])?({YEARLY})[ \t]*[.:)–—-]?[ \t]*"
)
# Behind another word in capitals, or none, a number of two digits may be a month: `API 2024-10`.
_BARE = re.compile(rf"(?:[A-Z]{{2,8}}[-_])?(?=\d{{4,8}}[-_]\d{{3,4}}(?!\d))({YEARLY})[ \t]*[.:)–—-]?[ \t]*")
_PLAIN = re.compile(r"(?:adr|decision)[-_ ]*\d+", re.IGNORECASE)  # of which the number is all
# Words in capitals that name no standard, and a number that begins with a zero or ends before a sign: the file
# `http-2-everywhere.md` of a page `HTTP 2 everywhere` has the words of the title and no id.
_OWN = re.compile(
    r"\W{0,2}((?!(?:SHA|UTF|ISO|IEC|IEEE|ECMA|AES|RSA|TLS|SSL|HTTP|IP|CVE|PEP|CRC|PKCS|OAUTH)[-_ ])"
    r"(?:[A-Z]{2,10}[-_ ]){1,3}"
    r"(?:0\d{1,4}[a-z]?|\d{1,5}(?:\.\d{1,3})?[a-z]?(?=[\])]?[ \t]*[.:)–—]|[ \t]+-[ \t])))"
    r"(?![\w.-]*\w)\W{0,2}[ \t]*[.:)–—-]*[ \t]*"
)
_NUMBER = re.compile(r"(?:adr|decision)?[-_ #]*(\d{1,6})[ \t]*[.:)\-–—][ \t]*", re.IGNORECASE)
_NO_NUMBER = re.compile(r"^(?:n|N{1,4})\.[ \t]+")  # `n. Ropes`, as a template has it
_BARE_NUMBER = re.compile(r"(?:(?:adr|decision)[-_ #]*|(?=0))(\d{1,6})[ \t]+", re.IGNORECASE)
_DAY_IN_NAME = re.compile(
    r"(\d{4})(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?=[-_ .])"
)  # 20240110-use-a, 2024-01-10-use-a
_DAY = re.compile(
    r"(?:adr|decision)?[-_ #]*((?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\w)"
    r"[ \t]*[.:)–—-]*[ \t]*(?=\S)",
    re.IGNORECASE,
)
_MONTH = re.compile(r"(?:19|20)\d{2}[-_](?:0[1-9]|1[0-2])[-_ ]")


def own_id(stem: str, title: str) -> tuple[str, str]:
    """Return the id with which both the title of a record and the name of its file begin, and the rest of the title:
    `DEC-0012` and `Hoist` of `DEC-0012-hoist` and `DEC-0012: Hoist`; "" and the title if they have none, or only a
    number behind `ADR`."""
    found = _OWN.match(title)
    written = _hyphenated(found[1]) if found else ""
    name = _hyphenated(stem.lstrip("[( ")).casefold()
    is_own = written and name.startswith(written.casefold()) and not name[len(written) : len(written) + 1].isalnum()
    if found is None or not is_own or _PLAIN.fullmatch(written):
        return "", title
    return written, title[found.end() :]


def _hyphenated(text: str) -> str:
    return text.replace("_", "-").replace(" ", "-")


def without_day(title: str) -> tuple[str, str]:
    """Return the day with which the title of a record begins, `ADR 2026-07-22: Hoist`, and the rest of the title; ""
    and the title if it begins with none."""
    found = _DAY.match(title)
    return (found[1], title[found.end() :]) if found else ("", title)


def is_of_month(name: str) -> bool:
    """Whether the name of a record begins with a month, `2026-10-grease.md`, and so has no number."""
    return _MONTH.match(name) is not None


def yearly_number(name: str) -> str:
    """Return the year or day and the number, `2024-001`, with which the name or the title of a record begins, behind
    words such as `ADR`; "" if it begins with none."""
    found = _NAMED.match(name) or _BARE.match(name)
    return found[1].replace("_", "-") if found else ""


def without_yearly_number(title: str) -> str:
    """Return the title of a record without the number that it begins with."""
    found = _NAMED.match(title) or _BARE.match(title)
    return title[found.end() :] if found else title


def day_in_name(path: str) -> str:
    """Return the day with which the name of a record begins, `2024-01-10` of `20240110-use-a.md`; "" without one."""
    found = _DAY_IN_NAME.match(record_path(path).rpartition("/")[2])
    return f"{found[1]}-{found[3]}-{found[4]}" if found else ""


class Names(NamedTuple):
    """The title of a decision, the number that it or its file has, its id ("" if that follows from the file), and the
    day that the name of the file or the title begins with, "" without one."""

    title: str
    number: int | None
    native_id: str
    day: str = ""


def names_of(path: str, title: str, front: TolerantFrontMatter, *, is_backlog: bool) -> Names:
    """Return what the title and the name of the file of a decision say. `is_backlog`: it is one of Backlog.md."""
    file_name = record_path(path).rpartition("/")[2]
    stem = file_name.rpartition(".")[0]
    if is_backlog:
        digits = re.sub(r"\D", "", front.text("id")) or "0"
        return Names(front.text("title") or title or stem, whole_number(digits) or None, front.text("id"))
    day, title = without_day(title)
    dated = day_in_name(path)
    day = dated or day
    in_name = "" if dated or is_of_month(file_name) else number_in_name(file_name)
    if yearly := yearly_number(stem) or ("" if in_name else yearly_number(title)):
        return Names(without_yearly_number(title) or stem, None, f"ADR-{yearly}", day)
    own, rest = own_id(stem, title)
    if own:
        return Names(rest or stem, None, own, day)
    found = _NUMBER.match(title) or _BARE_NUMBER.match(title)
    number = whole_number(in_name) if in_name else whole_number(found[1]) if found else None
    stated = f"ADR-{found[1]}" if found and not in_name and title[:3].upper() == "ADR" else ""
    if found and number == whole_number(found[1]):
        title = title[found.end() :]
    return Names(_NO_NUMBER.sub("", title.strip(), count=1) or front.text("title") or stem, number, stated, day)
