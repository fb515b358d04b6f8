"""What the ids of a project look like, such as `REQ-F1` and `AUTH-01`, and which words in them say what they name."""

import re

MAX_ID = 60  # characters
# An id has letters first and ends with a number, `FR-1.2`, with a number and a letter, `REQ-3a`, or with names.
WRITTEN = r"(?:[a-z]{1,2}(?=[A-Z]{2}))?[A-Z][A-Za-z0-9]{0,15}+(?:[-_.][A-Za-z0-9]{1,20}+){0,5}+"
_ID = re.compile(WRITTEN)
_NAMED = re.compile(r"[A-Z]{3,12}(?:-(?!([A-Z])\1+$|TBD$)[A-Z][A-Z0-9]{2,19}){1,5}")  # `REQ-LAMP-TURNS`, not `REQ-XXX`
_CAPITALS = re.compile(
    r"[a-z]{0,2}[A-Z]{2,}|[A-Z]|[A-Z][a-z]{1,3}[A-Z]{1,4}"
)  # the first word of an id: `REQ`, `SyRS`, `cES`
_WORDED = re.compile(r"[A-Z][A-Za-z]{1,15}(?:-[A-Z][A-Za-z0-9]{0,20}){0,4}-(?!19|20)\d{3,4}")  # `Auth-001`
_NUMBERED = re.compile(r"[A-Z][A-Z0-9]*+(?:[-_.][A-Z0-9]++)*+", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"(?<!\d)\d++[A-Z]?$")
# `FR1-FR9`, `FR-1-FR-9`, `FR19-24`: from one to another. `REQ-19-24` may be an id.
_RANGE = re.compile(r"([A-Z]++[-_.]?)(\d++)[-–]\1\d++|[A-Z]++\d++-\d++", re.IGNORECASE)
_END = re.compile(r"\d[a-z]?$")
_WORDS = re.compile(r"[A-Z]+")
_APART = re.compile(r"[-_.]")
_BEFORE_NUMBER = re.compile(r"(?<=[A-Z])-(?=\d)")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
# Words that only ids of requirements have.
_REQUIREMENTS = """REQ REQS RQ RQMT REQT FR RF RNF FREQ FUR NFR NFREQ SRS SRD URS URD SYSREQ SWREQ HWREQ SWR SYSR SSR
HLR LLR UREQ SREQ BREQ STRQ STKREQ STRS SYRS REQUIREMENT"""
# Words of ids that name something else, also where it stands in a page of requirements.
_OTHERS = """ADR RFC DEC DD D T TASK TASKS STEP TC TP TEST TESTS AC UC BUG ISSUE PR GH CVE CWE ISO IEC IEEE EN DIN RISK
RSK HAZ PHASE SPRINT EPIC STORY US MILESTONE M Q OQ DOC FIG TAB TABLE FIGURE SHA AES RSA MD UTF TLS HTTP PEP KEP RFD ASM
ASSUMPTION CONSTRAINT PERSONA WP V H P KR OKR KPI"""
REQUIREMENT_WORDS = frozenset(_REQUIREMENTS.split())
OTHER_WORDS = frozenset(_OTHERS.split())


def plain_id(word: str) -> str:
    """Return a word with plain hyphens in place of those of typesetters."""
    return word.replace("\u2011", "-").replace("\u2010", "-")


def is_id(word: str) -> bool:
    """Return whether a word is written as an id."""
    return (
        3 <= len(word) + word[:1].isupper() <= MAX_ID
        and _NUMBERED.fullmatch(word) is not None
        and _ID.fullmatch(word) is not None
        and (_END.search(word) is not None or is_named(word))
        and _RANGE.fullmatch(word) is None
        and (
            _CAPITALS.fullmatch(first_word(word)) is not None
            or _WORDED.fullmatch(word) is not None
            or first_word(word).upper() in REQUIREMENT_WORDS
        )
    )


def is_named(word: str) -> bool:
    """Return whether an id of a requirement has names in place of a number."""
    return _NAMED.fullmatch(word) is not None and word[-1].isalpha() and first_word(word) in REQUIREMENT_WORDS


def first_word(word: str) -> str:
    """Return the letters with which an id begins."""
    return re.split(r"[^A-Za-z]", word, maxsplit=1)[0]


def scheme_of(word: str) -> str:
    """Return what an id has in common with others of its kind: all before its first digit, in capitals; of one with
    names its first word."""
    if is_named(word):
        return f"{first_word(word)}-"
    return re.split(r"\d", word, maxsplit=1)[0].upper()


def kind_of(word: str) -> str:
    """Return an id without its last number, in capitals: `PROD-010.FR-` of `PROD-010.FR-001`; of one with names its
    first word."""
    return scheme_of(word) if is_named(word) else _LAST_NUMBER.sub("", word.upper())


def is_of_requirement(word: str) -> bool:
    """Return whether the words of an id say that it names a requirement. `REQ101` may be the code of an error."""
    return _APART.search(word) is not None and not REQUIREMENT_WORDS.isdisjoint(_WORDS.findall(word.upper()))


def is_of_other(word: str) -> bool:
    """Return whether the first word of an id says that it names something else than a requirement."""
    return first_word(word).upper() in OTHER_WORDS


def plain_key(word: str) -> str:
    """Return an id in the spelling that all of its spellings share: `REQ1` of `REQ-001`, `req_1` and `REQ001`."""
    return _ZEROS.sub("", _BEFORE_NUMBER.sub("", _APART.sub("-", word.upper())))
