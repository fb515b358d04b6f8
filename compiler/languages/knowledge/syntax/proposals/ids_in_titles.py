"""The ids of proposals in the titles and the names of their pages: `IPIP-328: Formats`, `FS-1018-scopes.md`, `38.md`
below the title `NIP-38`."""

import re

from compiler.languages.knowledge.claims import PAGE_OF_SERIES
from compiler.languages.knowledge.decision_names import without_yearly_number
from compiler.text.numbers import whole_number

# Words that only look like the name of a kind of proposal: `STEP-12: Unit tests`, `mvp-2-plan.md`.
_NO_PROPOSALS = """
APP CAMP CHIP CLIP DUMP FLIP GAP HELP LOOP MAP MVP SHIP SHOP SKIP STEP STOP STRIP TIP TOP TRIP VIP WIP ZIP
BUG CASE EPIC ISSUE NOTE PART STORY TASK TEST
"""
WORDS = frozenset(_NO_PROPOSALS.split())
PREFIXED = re.compile(r"([A-Z]{1,4}P)[- #]{0,2}(\d{1,6})\b[ \t]*[:.–—-]*[ \t]*(.*)")
RFC_TITLE = re.compile(r"(RF[CD])[- #]{0,2}(\d{1,5})\b(?:[ \t]*\([^)]*\))?[ \t]*[:.–—-]*[ \t]*(.*)")
OWN_PREFIX = re.compile(r"([A-Z]{2,8})-(\d{1,5})\b[ \t]*[:.–—-]*[ \t]*(.*)")  # of a collection of RFCs
OWN_TITLE = re.compile(r"(?:(?:[A-Z][\w.-]{1,20}[ \t]){0,2}(RF[CD])[- #]{0,2})?(\d{3,6})\b[ \t]*[:.–—-]*[ \t]*(.*)")
_OF_NUMBER = re.compile(
    r"(?:(?:[\w#+.]{1,20}[ \t]){1,3}[A-Z]{2,8}[- #]{1,2})?(\d{1,6})[ \t]*[:.–—-][ \t]+(\S.*)"  # `0007: Locks`
)
# A page in a folder of the same word: `veps/storage/31-volumes/vep.md`, `veps/0031-volumes.md`.
IN_FOLDER = re.compile(
    r"(?:^|/)([a-z]{1,4}p)s/(?:[^/]+/){0,2}(\d{1,6})[-_](?:[^/]*\.md$|[^/]*/(?:(?:[a-z]{1,4}p)|readme|index)\.md$)",
    re.IGNORECASE,
)
_ID_IN_NAME = re.compile(r"([A-Z]{2,8})-(\d{1,6})(?=[-_.])")
_SERIES = re.compile(r"([A-Z]{2,6})[- #]{1,2}(\d{1,6}|[0-9A-F]{2})\b")
_ID = re.compile(r"([A-Z]{2,6})[- #]{0,2}0*(\d{1,6})\b")
DIGITS_IN_NAME = re.compile(r"(?:[a-z]{2,6}[-_]?)?0*(\d{1,6})(?=[-_.])", re.IGNORECASE)
# `RFC-XXXX: {Name}`
_UNFILLED = re.compile(r"(?:[A-Za-z]{2,8}[- ]?\w{0,6}[ \t]*[:–—-][ \t]*)?(?:\{[^{}]+\}|<[^<>]+>)")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_RFC_IN_NAME = re.compile(r"(?:^|[-_])rf(?:c|d|cd)[-_ ]?(?!\d{4}-\d\d-)(\d{1,5})(?=[-_.])", re.IGNORECASE)
_RFC_IN_TITLE = re.compile(r"\bRF[CD][-_ #]?(\d{1,5})\b")


def rfc_in_name(name: str, title: str, *, is_dated: bool) -> str:
    """Return the number of an RFC that stands in the name of a page and in its title, or with a date of its own at the
    beginning of the name; "" without one."""
    named, titled = _RFC_IN_NAME.search(name), _RFC_IN_TITLE.search(title)
    is_both = named and titled and whole_number(named[1]) == whole_number(titled[1])
    return named[1] if named and (is_both or (is_dated and named.start() == 0)) else ""


def is_unfilled(title: str) -> bool:
    """Return whether a title is that of a template: braces stand for it."""
    return _UNFILLED.fullmatch(title) is not None


def in_words(title: str, heading: str) -> str:
    """Return the title of a header, or the heading where the title is a mere name: `catalog-items` has it in words."""
    return heading if heading and _SLUG.fullmatch(title) else title or heading


def of_series(path: str, title: str, *, has_header: bool) -> tuple[str, str] | None:
    """The prefix and the number of a page whose title begins with an id of its series, and whose name has that number:
    of improvements and enhancements by their word, `# IPIP-328: Formats`; of any series for a page with a header whose
    name is nothing but the number, `38.md`, or whose folder is the id, `ITE/12/README.md`. None of other pages."""
    name = path.rpartition("/")[2]
    of_folder, own = PAGE_OF_SERIES.search(path), _ID.match(title)
    if of_folder and own and own[1] not in WORDS and (of_folder[1].upper(), of_folder[2]) == own.groups()[:2]:
        is_own = has_header or own[1].endswith(("EP", "IP"))
        return (own[1], own[2]) if is_own else None
    found, number = _SERIES.match(title), DIGITS_IN_NAME.match(name)
    if found is None or found[1] in WORDS:
        return None
    written = found[2].lstrip("0")
    is_all = name.partition(".")[0].lstrip("0") == written
    if not is_all and (number is None or number[1] != written):
        return None
    is_of_proposals = found[1].endswith(("EP", "IP")) or (is_all and has_header)
    return (found[1], found[2]) if is_of_proposals else None


def own_id(path: str, title: str) -> tuple[str, str, str]:
    """The format, the prefix and the number of a proposal by the id with which its name begins and which its title
    repeats, `FS-1018-scopes.md`; by its number in a folder `neps`; else without a number."""
    name = path.rpartition("/")[2]
    own = _ID_IN_NAME.match(name)
    if own and re.search(rf"(?<![\w-]){own[1]}[- ]0*{own[2].lstrip('0')}(?!\w)", title):
        return "rfc", own[1], own[2]
    found = IN_FOLDER.search(path)
    if found and found[1].upper() not in WORDS:
        return "pep", found[1].upper(), found[2]
    titled, number = PREFIXED.match(title), DIGITS_IN_NAME.match(name)
    if titled and number and titled[1] not in WORDS and titled[2].lstrip("0") == number[1]:
        return "pep", titled[1], titled[2]  # `# HIP 10: Ropes` of `0010-ropes.md`
    return "rfc", "P", ""


def title_without_id(title: str, prefix: str, number: str = "") -> str:
    """Return a title without the id before it: `SEP-986: Names of tools`, `PEP 8 – Style`, `OTEP: Scopes`; also behind
    the name of its project, `Acme HIPE 0164: Gates`, with the number of the page."""
    title = without_yearly_number(title)
    numbered = _OF_NUMBER.match(title)
    title = numbered[2] if numbered and number and numbered[1].lstrip("0") == number.lstrip("0") else title
    for pattern in (PREFIXED, RFC_TITLE, OWN_PREFIX, OWN_TITLE):
        found = pattern.match(title)
        if found and found[1] == prefix and found[3]:
            return found[3]
    rest = title.removeprefix(prefix)
    bare = rest.lstrip(" \t:#–—")
    has_marks = rest != title and rest.removesuffix(bare).strip()  # `WEP: Gates`, `WEP #Gates`
    return bare.strip() if has_marks else title.strip()
