"""The table of words: what a column of a table, a key of a map or a named line below a requirement holds."""

import re
from typing import Literal, NamedTuple

Meaning = Literal[
    "id", "requirement", "title", "text", "status", "level", "parent", "test", "code", "decision", "other", "none"
]


class Word(NamedTuple):
    """A row of the table: names that match the expression have this meaning."""

    meaning: Meaning
    pattern: re.Pattern[str]


def _names(meaning: Meaning, expression: str) -> Word:
    return Word(meaning, re.compile(expression, re.IGNORECASE))


_REQUIREMENT = r"safety goals?|req(?:uirement)?s?\b|requirements?\b|anforderung|exigence|requisito|需求|要求|要件"
# The first row that matches counts. Names are in small letters, words apart by blanks.
WORDS = (
    _names("id", r"(?:#|ids?[ ]?#?|n[or]\.?|nº|n°|key|ref|reference|identifier|kennung|编号|番号|識別子)"),
    _names("id", rf"(?:{_REQUIREMENT})[a-z]*+[ .]{{0,2}}(?:ids?|n[or]|number|#|key|ref|identifier|编号)\.?"),
    _names("id", rf"ids?[ .]{{0,2}}(?:de(?:l| la)? )?(?:{_REQUIREMENT})[a-z]*+"),
    _names(
        "parent", r"(?:parents?|derive[sd]?(?: from)?|refines?|traces?(?: to| from)?|upstream|satisfies|up ?links?)"
    ),
    _names("decision", r"(?:adr|decision record)(?:s|(?:s|\(s\))? ?(?:ids?|numbers?|refs?|links?))?"),
    _names("requirement", rf"(?:{_REQUIREMENT})[a-z]*+ (?:and|or|&|und|et|y|e) .{{1,40}}"),
    # What no requirement is: a table of these lists something else.
    _names(
        "other",
        r"(?:.{0,20} )?(?:decisions?|risks?|tasks?|questions?|assumptions?|issues?|terms?|milestones?|phases?|changes?"
        r"|hazards?|stakeholders?|personas?|abbreviations?|findings?|bugs?|gaps?|acronyms?|versions?|releases?|entscheidung)",
    ),
    _names("status", r"(?:.{0,20} )?(?:status|state|zustand|statut|estado|stato|状态|状況|ステータス)"),
    _names("level", r"(?:.{0,20} )?(?:type|kind|category|level|class|typ|kategorie|类型|種別)"),
    _names(
        "none",
        r"(?:.{0,20} )?(?:priority|prio|moscow|owner|author|date|version|effort|estimate|rationale|notes?|comments?"
        r"|remarks?|source|stakeholder|risk|phase|begründung|priorität|优先级|justification|method|plans?)",
    ),
    _names("test", r".{0,30}(?:\btest|verif|valid|evidence|prüf|vérif|prueba|テスト|测试|验证|検証).{0,20}"),
    _names(
        "code",
        r".{0,30}(?:implement|realiz|realis|\bcode|\bscripts?\b|\bsources?\b|sources? files?|module|component"
        r"|\bfiles?\b|packages?|\bpaths?\b|\blocation|\bglobs?\b|umsetzung|implémentation|implementaci|実装|实现|代码).{0,20}",
    ),
    _names("requirement", rf".{{0,30}}(?:{_REQUIREMENT}).{{0,30}}"),
    _names("title", r"(?:.{0,20} )?(?:title|name|summary|short|titel|titre|título|名称|标题)"),
    _names(
        "text",
        r".{0,30}(?:description|statement|text|specification|shall|criteri|capability|feature|behaviou?r|user story"
        r"|goal|definition|rule|beschreibung|descripci|descriç|descrizione|描述|説明|内容).{0,30}",
    ),
)
_MARKUP = re.compile(r"[*`\[\]<>]")
_APART = re.compile(r"[\s_/()-]+")
_APART_IN_NAMES = re.compile(r"[\s_]+|(?<=\w)[-/](?=\w)")
MAX_NAME = 60  # characters


def plain_name(written: str) -> str:
    """Return a name in small letters, without markup, its words apart by blanks."""
    return _APART.sub(" ", _MARKUP.sub("", written[: 2 * MAX_NAME])).strip(" :.").lower()


def meaning_of(written: str) -> Meaning:
    """Return what stands under a name; `none` for anything else."""
    name = plain_name(written)
    if not name:
        return "id" if written.strip() in ("#", "") else "none"
    if len(name) > MAX_NAME:
        return "none"
    return next((word.meaning for word in WORDS if word.pattern.fullmatch(name)), "none")


def names_requirements(text: str) -> bool:
    """Return whether a heading or the name of a file says that it is about requirements."""
    return _OF_REQUIREMENTS.fullmatch(_APART_IN_NAMES.sub(" ", text[:200]).strip()) is not None


def names_other(text: str) -> bool:
    """Return whether a heading says that what stands below it is something else than a requirement."""
    return _OF_OTHERS.search(_APART.sub(" ", _WHEN.sub("", text[:200]))) is not None


def obliges(text: str) -> bool:
    """Return whether a text says what something has to do, as a requirement does and a note about one does not."""
    return _DUTY.search(text) is not None


_DUTY = re.compile(
    r"\b(?:shall|must|should|muss|müssen|soll|sollen|doit|doivent|debe|deben|deve|devem|deverá)\b|必须|应|しなければ",
    re.IGNORECASE,
)
# The word for requirements is what a title is about: `Functional requirements`, `3.2 Requirements of the lamp`, and not
# `Migrate PROD-010 requirements` or `How we tag requirements`.
_NO_ADJECTIVE = (
    r"(?:to|from|with|in|on|by|how|why|what|no|of|and|add|fix|use|tag|see|meet|[a-z]+ing|migrate|update|support)\b"
)
_OF_REQUIREMENTS = re.compile(
    rf"(?:(?:v?\d[\d.]{{0,8}}|appendix [a-z]|[a-z])[.)]? )?(?:(?!{_NO_ADJECTIVE})[a-z&'~]{{1,30}} ){{0,4}}"
    r"(?:requirements?|reqs?|srs|urs|nfrs?|safety goals?)"
    r"(?: (?:specifications?|documents?|lists?|archive|overview|catalog(?:ue)?|register|definitions?|baseline"
    r"|v?\d[\d. ]{0,8}))?"
    r"(?: ?(?:[:(–—|-]|for\b|of\b|in\b|to be\b).*)?"
    r"|.*(?:anforderung|pflichtenheft|lastenheft|exigence|requisito|需求|要求|要件).*",
    re.IGNORECASE,
)
# Behind a heading, when its requirements are met: `Login (Phase 2)`, `Login — milestone 3`.
_WHEN = re.compile(
    r"[(\[—–:-][ \t]{0,3}(?:phase|milestone|sprint|release|stage|iteration)s?[ \t]{0,3}(?:\d[\w.]{0,6}|[a-z])\b",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\b(?:decisions?|risks?|tasks?|questions?|assumptions?|issues?|glossary|changes?|changelog|milestones?|tests?"
    r"|test cases?|traceability|coverage|history|examples?|phases?|plans?|progress|status|summary|matrix|mapping"
    r"|verification|hazards?|conventions?|out[ -]of[ -]scope|non-?goals?|(?:kill|rollback|abort) criteria"
    r"|failure modes?)\b",
    re.IGNORECASE,
)
