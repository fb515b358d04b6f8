"""Which attributes of an object are its id, title, text and status, and which objects are no requirements.

Tools name these attributes in their own words. A name is compared without `ReqIF.`, capitals, spaces and signs; of
several names the first in these lists counts.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

IDS = (
    *("foreignid", "uid", "objectidentifier", "requirementid", "reqid", "artifactid", "identifier", "id", "globalid"),
    *("itemid", "documentkey", "key", "puid", "iepuid"),
)
TITLES = (
    *("name", "chaptername", "title", "heading", "objectheading", "summary", "headline", "shorttitle"),
    *("objectshorttext", "shorttext", "requirementname", "requirementtitle", "caption"),
)
TEXTS = (
    *("text", "description", "objecttext", "statement", "requirementtext", "requirementdescription", "content"),
    *("richtext", "plaintext", "primarytext", "body"),
)
STATES = (
    *("status", "state", "requirementstatus", "objectstatus", "workflowstatus", "workflowstate", "approvalstatus"),
    *("lifecyclestate", "reviewstatus"),
)
KINDS = ("objecttype", "ieobjecttype", "artifacttype", "requirementtype", "itemtype", "type", "kind", "category")
_HEADINGS = frozenset(["heading", "headline", "chapter", "section", "folder", "componentfolder", "set"])
_INFORMATION = frozenset(
    [
        *("information", "informational", "informative", "info", "note", "comment", "text", "prose", "explanation"),
        *("figure", "picture", "table"),
    ]
)
HEADING, INFORMATION, REQUIREMENT = "heading", "information", "requirement"
_SIGNS = re.compile(r"[^\w]|_")
MAX_ID = 200  # characters


class Named(NamedTuple):
    """The attributes of an object by what they mean, and the others as written. `id` is "" if none states one."""

    id: str
    title: str
    text: str
    status: str
    kind: str  # HEADING, INFORMATION or REQUIREMENT
    others: tuple[tuple[str, str], ...]


def words_of_name(name: str) -> str:
    """A name as it is compared: of `dcterms:Short title` that is `shorttitle`."""
    name = name.rpartition(":")[2] or name
    return _SIGNS.sub("", name.casefold().removeprefix("reqif."))


Found = Mapping[str, tuple[int, str]]  # by the word of a name: which attribute it is, and its text


def named(values: Sequence[tuple[str, str, str]], level: str) -> Named:
    """Return what the attributes of an object mean, each given by name, kind and text; `level` is the object's type."""
    by_word: dict[str, tuple[int, str]] = {}
    for at, (name, _, text) in enumerate(values):
        by_word.setdefault(words_of_name(name), (at, text))
    used: set[int] = set()
    own_id = _id(by_word, used)
    text = _first(by_word, TEXTS, used) or _formatted(values, used)
    chapter = by_word.get("chaptername", (0, ""))[1]
    title = _first(by_word, TITLES, used)
    status = _first(by_word, STATES, used)
    kind = _kind(by_word, level, is_chapter=bool(chapter) and not text)
    others = tuple((name, value) for at, (name, _, value) in enumerate(values) if at not in used)
    return Named(own_id, title, text, status, kind, others)


def _id(by_word: Found, used: set[int]) -> str:
    """The id: a number alone, which holds in one document of its tool, only where nothing else is stated."""
    found = [by_word[word] for word in IDS if word in by_word and _may_be_id(by_word[word][1])]
    best = next((pair for pair in found if not pair[1].isdecimal()), found[0] if found else None)
    if best is None:
        return ""
    used.add(best[0])
    return best[1]


def _may_be_id(text: str) -> bool:
    return len(text) <= MAX_ID and "\n" not in text


def _first(by_word: Found, words: Sequence[str], used: set[int]) -> str:
    for word in words:
        if word in by_word and by_word[word][0] not in used:
            at, text = by_word[word]
            used.add(at)
            return text
    return ""


def _formatted(values: Sequence[tuple[str, str, str]], used: set[int]) -> str:
    """The first formatted text that no list names otherwise; "" if there is none."""
    for at, (name, kind, text) in enumerate(values):
        if kind == "XHTML" and at not in used and words_of_name(name) not in (*TITLES, *STATES, *IDS):
            used.add(at)
            return text
    return ""


def _kind(by_word: Found, level: str, *, is_chapter: bool) -> str:
    said = [words_of_name(level), *(words_of_name(by_word[word][1]) for word in KINDS if word in by_word)]
    if is_chapter or any(word in _HEADINGS for word in said):
        return HEADING
    return INFORMATION if any(word in _INFORMATION for word in said) else REQUIREMENT
