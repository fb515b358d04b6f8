"""Which proposal a page is, and why. The first rule that holds decides, so that no two formats claim one page."""

import re

from compiler.languages.knowledge.syntax.proposals.header import Header
from compiler.languages.knowledge.syntax.proposals.ids_in_titles import (
    DIGITS_IN_NAME,
    IN_FOLDER,
    OWN_PREFIX,
    OWN_TITLE,
    PREFIXED,
    RFC_TITLE,
    WORDS,
    of_series,
    own_id,
    rfc_in_name,
)
from compiler.languages.knowledge.syntax.proposals.recognised import Recognised
from compiler.languages.knowledge.syntax.proposals.statuses import status_in

# Keys of front matter and of preambles that hold the number of a proposal.
_NUMBER_KEYS = (
    *("eip", "erc", "sep", "cap", "pep", "nep", "dep", "cip", "caip", "bip", "tip", "sip", "jep"),
    "enhancement",
)
_OF_PROPOSALS = (
    "author",
    "authors",
    "author(s)",
    "type",
    "sponsor",
    "champion",
    "champions",
    "owner",
    "owners",
    "created",
)
_NAMED = re.compile(r"([a-z]{1,4}p)-?(\d{1,6})(?=[-_.])", re.IGNORECASE)
# Proposals whose word has no P at its end, which are no markdown: tasks and posts are not written so.
_NAMED_TEXT = re.compile(r"([a-z]{2,5})-?(\d{1,6})(?:[-_][^.]*)?\.(?:rst|txt|mediawiki)$", re.IGNORECASE)
# A number in the header under the word that the name begins with: `MPS: 12` of `mps-0012-lamps.md`.
_OWN_KEY = re.compile(r"([a-z]{2,6})[-_]?0*(\d{1,6})(?=[-_.])", re.IGNORECASE)
_OWN_FILE = ("KEP", "OTEP", "PEP", "SEP")  # of which another rule, or another file, says more
_TEXT = re.compile(r"(?:^|/)text/(?:[^/]+/)?(\d{4})-[^/]+\.md$", re.IGNORECASE)
_SAYS_OTEP = re.compile(r"\bOTEPs?\b|\bOpenTelemetry\b")
_OTEP = re.compile(r"(?:^|/)oteps?/(?:[^/]+/){0,9}(\d{4})-[^/]+\.md$", re.IGNORECASE)
_RFC = re.compile(
    r"(?:^|/)(?:text|rfcs?|active-rfcs|accepted)/(?:[^/]+/)?(\d{4})-(?!\d\d-\d\d)[^/]+\.md$", re.IGNORECASE
)
# With a status: also deeper, as in `rfcs/draft/storage/`, and with the word before the number.
# Requests for discussion are RFCs by another name; theirs may be pages `rfd/0012/README.md`. A date is no number.
_RFC_PAGE = re.compile(
    r"(?:^|/)(rfc|rfd|active-rfc)s?/(?:[^/]+/){0,3}?"
    r"(?:rf[cd][-_ ]?|([a-z]{2,8})-)?(?:\d{4}-\d\d-\d\d|\d{8}|(\d{1,5}))(?:[-_ .][^/]*|/(?:readme|index)\.[^/]*)$",
    re.IGNORECASE,
)
_WITHOUT_NUMBER = re.compile(r"(?:RF[CD]|Proposal)(?:[- #]{0,2}X{1,4})?[ \t]*[:–—][ \t]*(?=\S)")  # `RFC: Gates`
# Folders of records that no format names, and the number in the name of a page; a date is none.
RECORD_FOLDER = re.compile(
    r"(?:^|/)(proposals?(?:-[a-z]{1,12})?|rfcs?|rfds?|sdds?|tdds?|designs?|design-docs?|design-proposals|enhancements"
    r"|drafts?|accepted|final|rejected|superseded|withdrawn|deferred|implemented|text)/(?:[^/]+/){0,2}"
    r"(?:(?:rf[cd]|sdd|tdd|adr|proposal|design|[a-z]{1,4}p)[-_ ]?)?"
    r"(?:\d{4}-\d\d-\d\d|\d{8}|(\d{1,5})(?=[-_ .]))?[^/]*\.(?:md|mdx|markdown|rst|txt)$",
    re.IGNORECASE,
)
_RECORD_NAME = re.compile(
    r"(?:(?:rf[cd]|sdd|tdd|adr|proposal|design|[a-z]{1,4}p)[-_ ]?)?\d{1,8}(?:[-_ .]|$)", re.IGNORECASE
)
_VERSION = re.compile(r"/v\d[\d.]*\.[a-z]{2,8}$", re.IGNORECASE)  # of what is described: `contracts/proposals/v1.md`
_NUMBER_OF_FOLDER = re.compile(r"/(\d{1,5})[-_][^/]*/(?:readme|index)\.[a-z]{2,8}$", re.IGNORECASE)
# The sections that proposals have, in the singular.
_SECTION = re.compile(
    r"^#{1,3}[ \t]+(?:\d+\.?[ \t]+)?(summary|abstract|problem|motivation|proposal|rationale|specification|drawback"
    r"|alternative|detailed design|unresolved)s?\b",
    re.MULTILINE | re.IGNORECASE,
)
_OF_PAPERS = frozenset({"abstract", "motivation", "rationale", "specification", "drawback", "detailed design"})
_RFC_NAME = re.compile(r"(?:^|/)(rf[cd])[-_ ]?(\d{1,4})[-_ .][^/]*\.(?:md|mdx|markdown)$", re.IGNORECASE)
# Of a page in any folder: its title begins with the number that its name, or that of its folder, begins with.
_NUMBERED_PAGE = re.compile(
    r"(?:^|/)(?:rf[cd][-_ ]?)?(\d{3,6})[-_ ][^/]*(?:/(?:readme|index))?\.(?:md|mdx|markdown)$", re.IGNORECASE
)
_NUMBER_IN_NAME = re.compile(r"(?:^|/)(\d{1,5})-[^/]+$")
_NUMBER_OF_SERIES = re.compile(r"[a-z]{1,4}p-number")  # `SIP Number: 035`
_KIND = re.compile(r"[a-z]{3,6}")
_LAYOUT = re.compile(r"[a-z]{1,4}[ei]p|rf[cd]")  # of pages on a site: `layout: sip`
_NO_KINDS = frozenset(
    {"number", "order", "weight", "index", "issue", "pull", "epic", "story", "task", "sprint", "year", "page", "part"}
    | {"step", "level", "rank", "sort", "count", "adr", "num", "post", "week", "day", "parent", "phase", "title"}
)
_OWN_NUMBER = re.compile(r"(?:^|/)((\d{3,5})-[^/]+)/\1\.md$")
_ID_AS_NAME = re.compile(r"([A-Z]{2,6})-(\d{1,6})(?=[-_.])")
_WHEN = ("date", "updated", "last-updated", "start-date")
CREATED = ("created", "creation-date", "create-date")
_WRITTEN_BY = ("authors", "author", "author(s)")
_RFC_NUMBER = ("rfc", "rfc-number", "rfc-id", "rfd")
# Of an enhancement, a proposal without a number that is reviewed as KEPs were before they had a `kep.yaml`.
_HEADED = (("authors", "author", "owners"), (*CREATED, "date"))
# The page of a record that has a folder of its own, which may be named after a ticket: `OSAC-1002-catalog/README.md`.
_OWN_PAGE = re.compile(
    r"/(?:([A-Z]{2,10}-\d{1,6})(?:-[^/]*)?/(?:README|index|design|proposal)|[^/]+/(?:README|index))\.[a-z]{2,8}$"
)
_OF_TICKET = re.compile(r"/[A-Z]{2,10}-\d{1,6}[^/]*/[^/]+$")  # in the folder of one: it stands beside its page
_ENHANCEMENT = (("authors",), ("reviewers", "approvers"), ("creation-date", "create-date"))
# A numbered folder with a page of the same name: `12-lights/lights.md`.
_OWN_FOLDER = re.compile(r"(?:^|/)(\d{1,5})-([^/]{1,200})/\2\.md$")
_OF_PULL_REQUESTS = ("pr-number", "issue-number", "date-started")
_WITH_NUMBER = re.compile(r"(\d{3,5})-(?!\d\d-\d\d)")
NUMBERED_FOLDER = re.compile(r"(?:^|/)(\d{2,5})-[^/]+/(?:proposal|rfc)\.md$", re.IGNORECASE)
_RFC_KEYS = ("feature-name", "rfc-pr", "start-date", "rfc-issue", "release-date", "implementation-pr")
RFC_STATUS = ("status", "state", "stage")  # what they call it, the first that is stated
_NOT_YET = re.compile(r"0+|x+|tbd|draft|unassigned|<.*>|\?+", re.IGNORECASE)


def recognised(path: str, text: str, header: Header) -> Recognised | None:
    """Return which proposal a page is, None if it is none."""
    found = _recognised(path, text, header)
    return found.with_year_of(path.rpartition("/")[2]) if found else None


def _recognised(path: str, text: str, header: Header) -> Recognised | None:
    name = path.rpartition("/")[2]
    named = _NAMED.match(name) or _NAMED_TEXT.match(name)
    is_own = named is not None and header.text("id").casefold() == f"{named[1]}-{named[2]}".casefold()
    named = None if named and named[1].upper() in WORDS and not is_own else named
    for key in _NUMBER_KEYS if header.kind in ("yaml", "lines", "fields", "preamble", "table") else ():
        written = header.text(key)
        if written and header.text("status") and (header.text("title") or header.title or named):
            form = _form(key.upper(), header)
            prefix = "EP" if key == "enhancement" else key.upper()
            return Recognised(form, prefix, _number(written), f"its header has '{key}' and a status")
    if (stated := _by_own_key(name, header)) is not None:
        return stated
    if named and (stated := _by_name_and_authors(named, header)) is not None:
        return stated
    if (found := _OTEP.search(path)) and header.title:
        return Recognised("otep", "OTEP", _number(found[1]), "it is numbered, in a folder 'oteps'")
    keys = [key for key in _RFC_KEYS if key in header.values]
    if (found := _OWN_FOLDER.search(path)) and sum(key in header.values for key in _OF_PULL_REQUESTS) > 1:
        return Recognised("rfc", "P", _number(found[1]), "it is numbered, and its header names a pull request")
    if (found := _RFC.search(path)) and keys:
        return Recognised("rfc", "RFC", _number(found[1]), f"it is numbered, in a folder of RFCs, and has '{keys[0]}'")
    if (stated := _rfc(path, header)) is not None:
        return stated
    if header.kind == "yaml" and header.text("title") and all(header.texts(*keys) for keys in _ENHANCEMENT):
        return Recognised("kep", "KEP", "", "its header has authors, reviewers and a creation date")
    if (found := _TEXT.search(path)) and header.title and _SAYS_OTEP.search(text):
        return Recognised(
            "otep", "OTEP", _number(found[1]), "it is numbered, in a folder 'text', and about OpenTelemetry"
        )
    found = _WITH_NUMBER.match(name) or NUMBERED_FOLDER.search(path)
    if found and "rfc-pr" in header.values and (found.re is NUMBERED_FOLDER or "start-date" in header.values):
        return Recognised("rfc", "RFC", _number(found[1]), "it is numbered, and its header names a pull request")
    titled = PREFIXED.match(header.title)
    is_headed = header.kind in ("bullets", "table") and header.text("status") and header.text(*_OF_PROPOSALS)
    if titled and titled[1] not in WORDS and is_headed:
        reason = f"its title begins with '{titled[1]}-{titled[2]}', and a status and more stand below"
        return Recognised("sep" if titled[1] == "SEP" else "pep", titled[1], _number(titled[2]), reason)
    return (
        _in_folder(path, header)
        or _by_number(header)
        or _of_series(path, header)
        or _record(path, text, header)
        or _named(path, text, header)
    )


def _by_name_and_authors(named: re.Match[str], header: Header) -> Recognised | None:
    """The proposal of a page whose name begins with the word of a series and a number, and whose header says who wrote
    it."""
    word, number = named[1].upper(), _number(named[2])
    who, when = header.texts(*_WRITTEN_BY), header.text(*_WHEN, *CREATED, "date-created")
    is_plain = header.kind in ("lines", "fields", "table")
    if header.text("status") and ((who and is_plain) or (header.text("type") and when)):
        reason = f"its name begins with '{named[0]}', and its header has a status and authors or more"
        return Recognised("pep", word, number, reason)
    if word not in _OWN_FILE and who and when:
        reason = f"its name begins with '{named[0]}', and its header has authors and a date"
        return Recognised("pep", word, number, reason)
    return None


def _of_series(path: str, header: Header) -> Recognised | None:
    has_header = header.kind == "code" or header.text("status") != ""
    titles = (header.text("title"), header.title)  # the id may stand in one of both
    found = next(filter(None, (of_series(path, title, has_header=has_header) for title in titles)), None)
    return Recognised("pep", *found, "its title begins with an id that has the number in its name") if found else None


def _by_own_key(name: str, header: Header) -> Recognised | None:
    """The proposal of a page whose header has the word of its series as a key, with the number in its name."""
    own = _OWN_KEY.match(name)
    if own and own[1].upper() not in WORDS and header.text("status") and (header.text("title") or header.title):
        written = header.text(own[1].lower())
        if header.kind == "yaml":
            written = written.removeprefix(f"{own[1].upper()}-")  # `aip: AIP-47`
        if written.strip("#\"' ")[:1].isdecimal() and _number(written).lstrip("0") == own[2]:
            reason = f"its header has '{own[1].lower()}' with the number in its name, and a status"
            return Recognised(_form(own[1].upper(), header), own[1].upper(), _number(written), reason)
    if (kind := _own_kind(name, header)) and header.text("status") and header.text("title"):
        reason = f"its header has '{kind}', the number in its name, a status and a title"
        return Recognised(
            "rfc" if header.text(kind) else "pep", kind.upper(), _number(header.text(kind, "number")), reason
        )
    return None


def _by_number(header: Header) -> Recognised | None:
    """The proposal of a page whose header has a status and the number of its series, whatever the page is named."""
    key = next((key for key in header.values if _NUMBER_OF_SERIES.fullmatch(key)), "")
    number = _number(header.text(key))
    if not number or not header.text("status"):
        return None
    return Recognised("pep", key.partition("-")[0].upper(), number, f"its header has '{key}' and a status")


def _own_kind(name: str, header: Header) -> str:
    """The key of front matter that is the word of a series of proposals: its value is the number in the name of the
    page, `simd: '0046'` of `0046-restart.md`, beside authors and a date; or it is the layout of the page beside its
    `number`, `layout: sip`. "" without one."""
    found, layout = DIGITS_IN_NAME.match(name), header.text("layout", "kind")
    if found and _LAYOUT.fullmatch(layout) and _number(header.text("number")).lstrip("0") == found[1]:
        return layout
    if found is None or header.kind != "yaml" or not header.texts(*_WRITTEN_BY) or not header.text(*_WHEN, "created"):
        return ""
    keys = (key for key in header.values if _KIND.fullmatch(key) and key not in _NO_KINDS)
    return next((key for key in keys if _number(header.text(key)).lstrip("0") == found[1]), "")


def _named(path: str, text: str, header: Header) -> Recognised | None:
    """The RFC that a page says that it is, in whatever folder: by the header of the template that names a feature and a
    day; by a number that its name and its folder share; or by its name, `rfc-008-move-the-crane.md`, beside a status or
    two sections of a proposal, for a page of that name may be about the RFC of somebody else. A numbered page with the
    sections of a proposal is one, too."""
    numbered = _NUMBER_IN_NAME.search(path)
    if numbered and all(key in header.values for key in ("feature-name", "start-date")):
        return Recognised("rfc", "RFC", _number(numbered[1]), "its header has 'feature-name' and 'start-date'")
    if (own := _OWN_NUMBER.search(path)) and header.text("title") and header.text("type", "draft"):
        return Recognised("rfc", "RFC", _number(own[2]), "it is numbered as its folder is, and its header has a type")
    if (titled := _titled(path, header)) is not None:
        return titled
    if header.title and has_sections_of_proposal(text):
        form, prefix, number = own_id(path, header.title)
        return Recognised(form, prefix, number, "it has the sections of a proposal, such as a motivation and drawbacks")
    sections = _sections(text)
    own = _ID_AS_NAME.match(path.rpartition("/")[2])
    if own and own[1] not in WORDS and header.title.startswith(own[0]) and len(sections & _OF_PAPERS) > 1:
        return Recognised(
            "rfc", own[1], own[2], "its title begins with the id in its name, and it has an abstract or more"
        )
    if header.title and (page := _NUMBERED_PAGE.search(path)) and {"motivation", "proposal"} <= sections:
        return Recognised("rfc", "P", _number(page[1]), "it is numbered, with a motivation and a proposal")
    found = _RFC_NAME.search(path)
    if found is None or not (header.text("title") or header.title):
        return None
    if not header.text(*RFC_STATUS) and len(sections) < 2:
        return None
    what = "it states a status" if header.text(*RFC_STATUS) else "it has sections of a proposal"
    return Recognised("rfc", found[1].upper(), _number(found[2]), f"it is named '{found[1]}-{found[2]}', and {what}")


def has_sections_of_proposal(text: str) -> bool:
    """Whether a page has the sections that the template of proposals has and hardly another page: a motivation,
    drawbacks, and a summary or alternatives."""
    found = _sections(text) & {"summary", "motivation", "drawback", "alternative"}
    return {"motivation", "drawback"} <= found and len(found) > 2


def _sections(text: str) -> set[str]:
    return {section.lower() for section in _SECTION.findall(text)}


def _titled(path: str, header: Header) -> Recognised | None:
    """The RFC of a page with a status whose title begins with the number in its name: `# Acme RFC 0023: Gates` of
    `concepts/0023-gates/README.md`. Without the word, `# 0023: Gates`, its header says who wrote it and when, too."""
    page, title = _NUMBERED_PAGE.search(path), OWN_TITLE.match(header.text("title") or header.title)
    status = header.text(*RFC_STATUS)
    if page is None or title is None or not status or int(page[1]) != int(title[2]):
        return None
    has_more = header.texts(*_WRITTEN_BY) and header.text(*_WHEN, "created", "since")
    if not title[1] and not (page[1].startswith("0") and has_more):
        return None
    reason = "its title begins with the number in its name, and it has a status"
    return Recognised("rfc", title[1] or "RFC", page[1], reason)


def _record(path: str, text: str, header: Header) -> Recognised | None:
    """The page of a record in a folder that is named for proposals or for a state of them: `proposals/`, `draft/`,
    `SDDs/`. Its header has a status, and who proposes it or when; or its name has a number or a date; or it stands in a
    folder of RFCs, and its title begins with the number of one. Without any of these its front matter says all else."""
    found, title = RECORD_FOLDER.search(path), header.text("title") or header.title
    if found is None or not (title or (found[2] and _is_of_proposals(found))) or _VERSION.search(path):
        return None
    is_headed = header.kind in ("yaml", "table") and all(header.texts(*keys) for keys in _HEADED)
    own, of_ticket = _OWN_PAGE.search(path), _OF_TICKET.search(path)
    if is_headed and (own or (_is_of_proposals(found) and not of_ticket and not _is_beside(path))):
        what = "its header has authors and a date"
        return Recognised("kep", "P", "", f"it stands in a folder '{found[1]}', and {what}", (own and own[1]) or "")
    if _is_beside(path):
        return None
    word, titled = found[1].upper().removesuffix("S"), RFC_TITLE.match(title)
    is_stated = header.text("status") != "" and header.text(*_OF_PROPOSALS, *_WHEN) != ""
    is_stated = is_stated or (_is_of_proposals(found) and status_in("rfc", header.text("status")) is not None)
    is_titled = titled is not None and (titled[1] == word or titled[2].lstrip("0") == (found[2] or "-").lstrip("0"))
    is_titled = is_titled or (_is_of_proposals(found) and _WITHOUT_NUMBER.match(title) is not None)
    if not is_stated and not is_titled and not _is_numbered_record(path, found, text):
        sections = _sections(text)
        if len(sections) < 3 or not sections & _OF_PAPERS:
            return None
    form, own_prefix, _ = own_id(path, f"{title} {header.text('id')}")
    own_prefix = own_prefix if form == "rfc" else "P"
    prefix = titled[1] if titled else word if word in ("SDD", "RFC", "RFD", "EP", "TEP") else own_prefix
    of_folder = _NUMBER_OF_FOLDER.search(path)
    written = found[2] or (of_folder[1] if of_folder else "")
    number = _number((titled[2] if titled else "") or written)
    if number and written.lstrip("0") == number.lstrip("0"):
        number = written  # with as many digits as the other pages have
    what = "has a status" if is_stated else "has a number or a date in its name or its title"
    return Recognised("rfc", prefix, number, f"it stands in a folder '{found[1]}', and {what}")


def _is_beside(path: str) -> bool:
    """Whether a page is an index, or stands in the folder of another record: `rfcs/0012-heads/costs.md`."""
    folder, _, name = path.rpartition("/")
    is_page = name.casefold().partition(".")[0] in ("readme", "index")
    return is_page != (_RECORD_NAME.match(folder.rpartition("/")[2]) is not None)


def _is_numbered_record(path: str, found: re.Match[str], text: str) -> bool:
    """Whether a page without a status is a record: it has a number or a date in its name, in a folder of records. A
    folder of a wider meaning (`text`, `design`) needs a section of a proposal too."""
    is_numbered = _RECORD_NAME.match(path.rpartition("/")[2]) is not None
    return is_numbered and (_is_of_proposals(found) or _SECTION.search(text) is not None)


def _is_of_proposals(found: re.Match[str]) -> bool:
    """Whether the folder of a record, as `RECORD_FOLDER` finds it, is named after proposals and nothing wider."""
    return found[1].casefold().rstrip("s") in ("rfc", "rfd", "sdd", "proposal", "enhancement", "design-proposal")


def _in_folder(path: str, header: Header) -> Recognised | None:
    """The enhancement of a numbered page or folder, whose title begins with the word that names the folder of all, or
    whose header has a number of that word."""
    found = IN_FOLDER.search(path)
    prefix = found[1].upper() if found else ""
    if found is None or prefix in WORDS or prefix in _OWN_FILE:
        return None
    key, titled = f"{prefix.lower()}-number", PREFIXED.match(header.title)
    if stated := header.text(key):
        return Recognised("kep", prefix, _number(stated), f"it is in a folder '{found[1]}s', and has '{key}'")
    if not re.match(rf"{prefix}\b", header.title):
        return None
    reason = f"it is numbered, in a folder '{found[1]}s', and its title begins with '{prefix}'"
    return Recognised("kep", prefix, _number(titled[2] if titled else found[2]), reason)


def is_rfc_page(path: str) -> bool:
    """Whether a page is numbered and in a folder of RFCs: then its sections may state what others state in headers."""
    return _RFC_PAGE.search(path) is not None


def _rfc(path: str, header: Header) -> Recognised | None:
    """The RFC that a page states without the keys of RFCs: by a status, and a number or more in the header."""
    if not header.text(*RFC_STATUS):
        return None
    page, written = _RFC_PAGE.search(path), header.text(*_RFC_NUMBER)
    title = header.text("title") or header.title
    titled, own = RFC_TITLE.match(title), OWN_PREFIX.match(title)
    if page and page[2] and not (own and own[1] == page[2].upper()):
        page = None  # `phase-2-plan.md`: only a title of the same id makes the word a prefix
    if written and (re.search(r"\d", written) or page) and title:
        prefix = "RFD" if header.text("rfd") else "RFC"
        number = _number(written) or (_number(page[3] or "") if page else "")
        return Recognised("rfc", prefix, number, f"its header has the number of an {prefix} and a status")
    if number := rfc_in_name(path.rpartition("/")[2], title, is_dated=header.text("created", "date") != ""):
        return Recognised("rfc", "RFC", number, "its name has the number of an RFC, and it has a status and more")
    if page and (titled or len(header.values) > 1):
        prefix = titled[1] if titled else (page[2] or page[1][-3:]).upper()
        what = "a title with its number" if titled else "more in its header"
        reason = f"it is numbered or dated, in a folder of {page[1][-3:].upper()}s, and has a status and {what}"
        return Recognised("rfc", prefix, _number(page[3] or ""), reason)
    return None


def _form(prefix: str, header: Header) -> str:
    if prefix == "SEP" or header.kind == "preamble":
        return "sep"
    return "eip" if header.kind == "yaml" and prefix not in ("PEP", "NEP", "DEP", "ENHANCEMENT") else "pep"


def _number(written: str) -> str:
    """The digits of a number, "" for one that is not given yet: `0000`, `XXXX`, `<to be assigned>`."""
    found = re.search(r"\d+(?:-\d{1,3}\b)?", written)  # `0046-02` is a part of 46, which has no page
    return found[0] if found and not _NOT_YET.fullmatch(written.strip()) else ""
