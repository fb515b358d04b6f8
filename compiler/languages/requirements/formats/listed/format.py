"""The declaration of requirements that a project lists by ids of its own, without a tool."""

import re

from compiler.languages.requirements.formats.format import Format, is_page
from compiler.languages.requirements.formats.records import CITES, OF_TEST
from compiler.model.language import imported
from compiler.text.markdown import SUFFIXES
from compiler.text.paths_of_tests import is_test_path
from compiler.text.requirement_files import is_foreign

NAME = "listed"
ASCIIDOC = (".adoc", ".asciidoc")
MAPS = (".yaml", ".yml", ".json")
TEXTS = (".toml", ".rst")  # in which lines may state requirements
MAY_CITE = "may cite"  # the kind of one in a statement of code, which may be data: nobody misses what it names
EVIDENCE = "test"  # what each requirement needs
OWN_PLACE, MATRIX = "own place", "matrix"  # where an item stands: in a list of requirements, or in one of what covers
_FOLDER = "compiler.languages.requirements.formats.listed"
# A page with none of them states nothing: they stand in its name, a heading, the header of a table or its ids.
_WORDS = (
    "requirement",
    "safety goal",
    "anforderung",
    "pflichtenheft",
    "lastenheft",
    "exigence",
    "requisito",
    "需求",
    "要求",
    "要件",
)
_WORDS_OF_IDS = (
    "REQ",
    "Req ",
    "Req.",
    "Reqs",
    "FR-",
    "RF-",
    "RNF",
    "NFR",
    "SRS",
    "URS",
    "HLR",
    "LLR",
    "SWR",
    "RQ-",
    "FR_",
)
_ID = re.compile(
    r"\b(?:[A-Z]{1,8}[-_])?(?:REQS?|RQ|N?FR|RN?F|SRS|URS|[HL]LR|SWR|SYSREQ|SWREQ)(?:[-_.][A-Z0-9]{1,12}){0,4}[-_.]?\d"
)
_SIGNS = (
    *("equirement", "mplement", "erif", "atisf", "alidates", "overs", "ealizes", "ulfil", "race", "REQ", "@req"),
    *("Tag", "FR-", "SRS", "HLR", "LLR", "describe(", "it(", "test("),
)


def claims(path: str) -> bool:
    """Whether a file is read for lists and maps of requirements alone, or is doubted as one."""
    lower = path.lower()
    return lower.endswith(ASCIIDOC) or is_foreign(path) or (lower.endswith(".json") and is_named_map(lower))


def is_promising(path: str, text: str) -> bool:
    """Whether a file may list requirements, map them, or cite one."""
    lower = path.lower()
    if lower.endswith((*SUFFIXES, *ASCIIDOC)):
        if _ELSPAIS in text:
            return False
        small = text.lower()
        if is_own_page(path, text) or "]{" in text:
            return True
        if not any(word in small for word in _WORDS) and not any(word in text for word in _WORDS_OF_IDS):
            return "req" in lower.rpartition("/")[2]
        return _DIGIT.search(text) is not None
    if lower.endswith(MAPS):
        return _ID.search(text) is not None or (is_named_map(lower) and _DIGIT.search(text) is not None)
    if is_foreign(path):
        return True
    if lower.endswith(TEXTS) and _STATED_LINE.search(text):
        return True
    if is_page(lower) or not (is_test_path(path) or any(sign in text for sign in _SIGNS)):
        return False
    return _CITED.search(text) is not None


def is_own_page(path: str, text: str) -> bool:
    """Whether a page may be one requirement: its front matter has an id, or its name is the id or number of one."""
    if is_numbered(path):
        return True
    if text.startswith("---"):
        return _OWN_ID.search(text[:1500]) is not None or _OWN_KIND.search(text[:1500]) is not None
    return _OWN_NAME.match(path.rpartition("/")[2]) is not None


def is_numbered(path: str) -> bool:
    """Whether a page below a folder of requirements has a number for its name."""
    return path.rpartition("/")[2].rpartition(".")[0].isdigit() and OWN_FOLDER.search(path) is not None


def is_named_map(lower: str) -> bool:
    """Whether the name of a file says that it maps requirements."""
    name = lower.rpartition("/")[2]
    return "trac" in name or "requirements" in name or name.startswith("req")


_OWN_ID = re.compile(
    r"^(?:id|uid|identifier|req(?:uirement)?[-_]id):[ \t]*[\"']?[A-Z]{1,10}[-_][A-Z0-9_-]{0,40}\d[\"']?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_STATED_LINE = re.compile(r"^[ \t]{0,8}(?:[-*+][ \t]+)?\[[A-Z][\w.-]{2,59}\][ \t]+[A-Z]", re.MULTILINE)
_OWN_KIND = re.compile(r"^(?:type|kind|artifact[-_]type):[ \t]*[\"']?requirement[\"']?[ \t]*$", re.MULTILINE)
OWN_FOLDER = re.compile(r"(?:^|/)(?:requirements?|reqs?)/", re.IGNORECASE)
_OWN_NAME = re.compile(
    r"(?:[A-Z]{1,8}[-_])?(?:REQS?|RQ|N?FR|S[YT]?RS|URS|[HL]LR|SYSREQ|SWREQ)(?:[-_][A-Z0-9]{1,12}){0,3}[-_]\d{1,6}\.",
    re.IGNORECASE,
)
_ELSPAIS = "*End* *"  # ends a requirement of that format
_DIGIT = re.compile(
    r"[A-Z][-_.A-Z0-9\u2010\u2011]{0,20}(?:\d|[-_]\*|(?<=[-_])[A-Z][a-z]{1,15}[-_]\d)|[A-Z]{3,12}-[A-Z]{3}"
    r"|[A-Z][a-z]{1,15}-\d{3}"
)
# Two letters in capitals, and a number behind a sign and few letters: most code has no such word. Or a word for
# requirements, with a number or in capitals and more of them behind a sign. Or a property of a test.
_CITED = re.compile(
    r"(?<![A-Z0-9])(?:[A-Z]{2,12}(?:[-_][A-Z0-9]{1,12}){0,3}[-_][A-Z]{0,4}\d|[A-Z]{0,4}REQ\d\d"
    r"|(?:req|nfr|fr|srs)(?:_[a-z]{1,12}){0,3}_?\d|(?:[A-Z]{1,12}_)?(?:REQ|N?FR|SRS|SWR|[HL]LR)[-_][A-Z])"
    r"|(?:artially|ully)_?[Vv]erifies|\b[A-Z][a-z]\w{0,14}(?:-[A-Z]\w{0,20}){0,3}-\d{3}|\b[a-z]{1,2}[A-Z]{2,6}\d{3}"
)

LISTED = Format(
    name=NAME,
    title="Requirement lists",
    files="tables, headings and entries with ids in *.md and *.adoc, matrices there, maps in *.yaml, ids in code",
    detection="a table, a heading, an entry or a map that gives the ids of requirements",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    claims=claims,
    is_promising=is_promising,
    roles={"out of scope": "retired"},
    words={
        "row": "requirement",
        "matrix": "implements, verifies",
        "map": "implements, verifies",
        "test": "assertion",
    },
    is_test=lambda kind: kind in (CITES, MAY_CITE, OF_TEST),
    covers_whole=True,
    is_last=True,
    is_sure=imported(f"{_FOLDER}.settling:is_sure"),
    sample="harbour-light",
    oracle="",
)
