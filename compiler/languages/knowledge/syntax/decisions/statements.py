"""Lines of metadata and statements of a decision. The grammar is `statements.lark`.

A statement is a verb and its targets: "superseded by ADR-0003", "Amends [1. Record](0001-record.md)".
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from lark import Lark, Token

from compiler.languages.knowledge.field_words import succession_in_english
from compiler.languages.knowledge.markdown import IN_REPOSITORY
from compiler.languages.knowledge.stated_fields import without_addresses
from compiler.text.grammars import load

_SUPERSEDES = re.compile(r"super[sc]ed(?:e|es|ed|ing)$|replac(?:e|es|ed|ing)$|obsolet(?:e|es|ed)$")
_PARTIAL = frozenset(
    {"partial", "partially", "partly", "part", "parts"}
)  # "supersedes parts of", "superseded in part by"
# "supersedes the rule on retries of ADR-3" is about a part of it, "supersedes the decision of ADR-3" is not.
_ACTIVE = re.compile(r"(?:super[sc]ed|replac|obsolet)(?:es?|ing)$")
_DETERMINERS = frozenset({"the", "its", "that", "those", "some", "one", "two", "three", "several", "only"})
_OF = ("of", "in", "from", "von", "de", "di", "da", "do", "van", "av", "af")
_WHOLES = frozenset({"decision", "decisions", "adr", "adrs", "record", "choice", "outcome", "all", "whole"})
# "supersedes the previous decision in ADR-3" is about all of it, "the engine choice in ADR-3" is not.
_OF_ALL = frozenset(
    {"the", "its", "that", "those"}
    | {"previous", "prior", "earlier", "original", "initial", "old", "entire", "architecture", "architectural"}
)
# Behind a target: "ADR-3 (lexical half)", "ADR-3 decision #2", "ADR-3: serving mode only", "ADR-3 except tokens".
_LIMITS = frozenset(
    {"only", "half", "portion", "portions", "aspect", "aspects", "section", "sections", "clause", "decision", *_PARTIAL}
    | {"regarding", "regard", "respect", "concerning", "except"}
)
_NEXT_CLAUSE = frozenset({"which", "that", "because", "since", "as", "and", "but", "when", "where", "who", "if"})
MAX_TITLE = 12  # words
MAX_LIMIT = 5  # words behind a target that may limit it
# "Accepted; the gate superseded by ADR-3": a part is. "Accepted, later superseded by ADR-3": all of it is.
_OF_A_PART = re.compile(
    r"(?:(?<=[;,.])[ \t]+|(?<=\()[ \t]*)((?:[\w'-]{1,30}[ \t]+){1,6}?)((?:super[sc]eded|replaced)[ \t]+by\b)",
    re.IGNORECASE,
)
_NO_PART = """
is was were be been being has have had now later since then subsequently and but this it which also eventually finally
fully entirely completely wholly adr rfc record decision proposal document
"""
_NOT_OF_A_PART = frozenset(_NO_PART.split())
_RECORDS = frozenset({*_WHOLES, "this", "rfc", "proposal", "document", "which"})
# "Replaces ADR-3's gate" is about a part of it.
_POSSESSIVE = re.compile(r"\b((?:ADR|RFC|Decision)[- #]?\d{1,5})['’]s\b", re.IGNORECASE)
# "Superseded: 2026-01-05 by ADR-3", "superseded on 5 January 2026 by ADR-3": a date is no part of the verb.
_WHEN = re.compile(
    r"((?:super[sc]ed|replac|obsolet)ed)[ \t]*+[:,]?+[ \t]*+(?:(?:on|in|since|as[ \t]of)\b[ \t]*+)?+\(?+"
    r"(?<![^\s(])(?:\d{4}(?:[-/.]\d{1,2}){1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}"
    r"|(?:\d{1,2}\.?[ \t])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[ \t]"
    r"(?:\d{1,2}(?:st|nd|rd|th)?,?[ \t])?\d{4})(?![\w-])[),;:]*+(?=[ \t])",
    re.IGNORECASE,
)
# "Deprecated in favour of ADR-3" names the successor, "deprecated by the ops team" does not.
_OUT_OF_USE = re.compile(
    r"\b(?:deprecated|retired|supplanted|overridden|overruled)[ \t]+(?:by|in[ \t]+favou?r[ \t]+of)"
    r"(?=[ \t]+(?:\[[^\[\]\n]*\]\((?!\w+:)|\[\[|(?:ADR|RFC|decision)[- #]?\d|#\d|\d{3}))",
    re.IGNORECASE,
)
_BY_HYPHEN = re.compile(r"\b((?:super[sc]ed|replac|obsolet)ed)-by\b", re.IGNORECASE)
_SUBJECT_ABOVE = frozenset({"is", "was", "were", "been", "are"})  # "ADR-2, which was superseded by ADR-3"
_KEPT = frozenset({"preserved", "retained", "kept", "remains", "remain", "still"})
_NOTHING = frozenset({"none", "nothing", "n/a", "nil"})  # "Supersedes: none (extends ADR-0087)"
_NEGATIONS = frozenset({"not", "never", "cannot", "doesn't", "isn't"})  # "it does not replace ADR-0001"
# "will be superseded by ADR-3", "if accepted, supersedes ADR-3"
_NOT_YET = re.compile(
    r"\b(?:(?:will|would|may|might|should|could|can|shall|to)[ ](?:[a-z]+[ ])??"
    r"(?:be|have|super[sc]ede|replace|obsolete)"
    r"|if|(?:when|once)[ ](?:(?:it|that|this)[ ])?(?:is[ ])?(?:accepted|approved|adopted|merged|ratified))\b"
)
_ELSEWHERE = frozenset({"cross-repo", "cross-repository", "upstream"})  # "supersedes (cross-repo): ADR-0015"
# Behind "superseded": what follows supersedes the decision.
_POINTERS = frozenset(
    {"see", "use", "in", "favor", "favour", "of", "to", "cf", "->", "-->", "=>", "→", "⇒", "➜", "➡", "➡️", "-", "–", "—"}
)
_POINTER = re.compile(r"[ \t]*[(*_]{0,3}(?:see|use)\b", re.IGNORECASE)
_PASSIVE = re.compile(r"ed$|^known$")
_PREPOSITIONS = ("by", "with", "through")
_VERB = re.compile(
    r"super[sc]ed|replac|obsolet|amend|clarif|refin|relat|depend|link|extend|implement|conflict|complement|update"
    r"|see$|augment|supplement|based|elaborat|enabl|requir|support|deprecat|follow|influenc|constrain|comes$|derive"
)
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(\s*+<?([^()\s<>]++)>?[^()\n]*\)")
_ANCHOR = re.compile(r"<a\b[^<>]*\bhref=[\"']([^\"'<>]+)[\"'][^<>]*>([^<>]*)</a>", re.IGNORECASE)
# A link around the whole statement: "[Superseded by ADR-3](0003-x.md)". A title may begin with such a verb, but only
# behind another one: "superseded by [Replace the hose](0003-x.md)".
_STATEMENT_IN_LINK = re.compile(
    r"^(\W*)\[((?:(?:partly|partially|in[ \t]+part|is|was|has[ \t]+been)[ \t]+){0,2}"
    r"(?:super[sc]ed|replac|obsolet|amend)(?:ed|es)(?:[ \t]+(?:partly|partially|in[ \t]+part))?(?:[ \t]+by\b)?[: \t]*)"
    r"([^\[\]\n]*\]\()",
    re.IGNORECASE,
)
_PART_IN_LINK = re.compile(
    r"(?:[,;:(]|[ \t][-–—])[ \t]*(?:partly|partially|in[ \t]+part|partial)[ \t]*\)?$", re.IGNORECASE
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_MARKS = "*_`~\"'"
# The words behind which a mere number may be that of a decision.
_BEFORE_NUMBERS = frozenset({"by", "with", "through", "and", "or", "to", "on", "from", "also", "adrs", "decisions"})
_NUMBER = re.compile(r"(?:adr|decision)?[-_ #–]*0*(\d+)(?=\D|$)", re.IGNORECASE)


class Target(NamedTuple):
    """What a statement names: a path as written, or a name such as `ADR-0003`. `is_number`: it is a mere number.
    `is_in_part`: the statement is about a part of it, such as `(lexical half)`."""

    name: str
    is_path: bool
    is_number: bool = False
    is_in_part: bool = False

    @property
    def number(self) -> str:
        """The number at the beginning of its name or of the name of its file, without zeros; "" if there is none."""
        found = _NUMBER.match(self.name.rpartition("/")[2])
        return found[1] if found else ""


class Statement(NamedTuple):
    """A line as its words in lower case and its targets. `verb` are the words before the first target, without a "none"
    before them. `then` is what another verb behind the targets states: "extends ADR-2" of "replaces ADR-1, extends
    ADR-2"."""

    words: tuple[str, ...]
    verb: str
    targets: tuple[Target, ...]
    then: "Statement | None" = None

    @property
    def lead(self) -> str:
        """The first real word: dates, signs and ticked boxes are skipped."""
        return next((word for word in self.words if sum(map(str.isalpha, word)) > 1), "")

    @property
    def is_supersession(self) -> bool:
        """Whether one of the two is no longer in force: what is superseded in part still is."""
        return is_supersession(self.verb) and not self.is_partial

    @property
    def is_partial(self) -> bool:
        """Whether it says that a decision is superseded in part."""
        in_part = self.targets != () and all(target.is_in_part for target in self.targets)
        return is_partial(self.verb) or (is_supersession(self.verb) and in_part)

    @property
    def is_passive(self) -> bool:
        """Whether the targets act on this decision: `amended by`, `superseded by`, also by the name of a target before
        it, as in `superseded by the tide table (ADR-0003)`."""
        words = [word for word in self.verb.split() if word not in _PARTIAL and word != "in"]
        verb = _SUPERSEDES if self.is_supersession else _VERB
        verbs = [at for at, word in enumerate(words) if verb.match(word)]
        at = verbs[-1] if verbs else len(words) - 2
        if self.is_supersession and verbs and words[at] == self.lead and words[-1] == "by":
            return bool(_PASSIVE.search(words[at]))  # "superseded after the review by ADR-3"
        return 0 <= at < len(words) - 1 and words[at + 1] in _PREPOSITIONS and bool(_PASSIVE.search(words[at]))

    @property
    def is_relation(self) -> bool:
        """Whether the verb relates this decision to the targets."""
        return bool(self.targets) and any(_VERB.match(word) for word in self.verb.split())


class Metadata(NamedTuple):
    """A line of metadata: its key in lower case, and its value."""

    key: str
    value: str


def is_supersession(words: str) -> bool:
    """Whether words in small letters say that one decision takes the place of another, or of a part of it."""
    listed = words.split()
    is_said = any(map(_SUPERSEDES.match, listed)) and (_NEGATIONS | _ELSEWHERE).isdisjoint(listed)
    return is_said and not _NOT_YET.search(words)


def is_partial(words: str) -> bool:
    """Whether words in small letters say that a decision is superseded in part, so that the rest is in force."""
    listed = words.split()
    return is_supersession(words) and (not _PARTIAL.isdisjoint(listed) or _is_about_a_part(listed))


def is_kept(words: str) -> bool:
    """Whether words in small letters say that a decision is superseded, and that something of it stays. Whether it is
    in force, they do not say: "superseded in its words, preserved in spirit"."""
    listed = words.split()
    return is_supersession(words) and not _KEPT.isdisjoint(listed)


def _is_about_a_part(words: list[str]) -> bool:
    """Whether words before a target say that something *of* it is superseded."""
    verb = max((at for at, word in enumerate(words) if _ACTIVE.match(word)), default=len(words))
    named = words[verb + 1 : -1]
    if not named or words[-1] not in _OF:
        return False
    return named[-1] not in _WHOLES or not _OF_ALL.issuperset(named[:-1])


def _is_numbered_part(target: Target) -> bool:
    """Whether a target behind another is a part of it: "decision #3" of "ADR-0085 decision #3"."""
    return target.name.casefold().startswith("decision")


def _is_limited(behind: list[str | Target]) -> bool:
    """Whether the words right behind a target say that a part of it is meant."""
    for word in behind[:MAX_LIMIT]:
        if isinstance(word, Target):
            return word is behind[0] and _is_numbered_part(word)
        if word in _NEXT_CLAUSE:
            return False
        if word in _LIMITS or word.startswith("§"):
            return True
    return False


def of_status(said: Statement) -> Statement:
    """Return a statement of a status. "Superseded ADR-3" is one of "superseded by ADR-3" there, and so is "superseded,
    see ADR-3". Behind more words it is about a part: "accepted, but superseded for new services, see ADR-3"."""
    words = said.verb.split()
    while words and words[-1] in _POINTERS:
        words.pop()
    is_participle = bool(words) and words[-1] == said.lead and _SUPERSEDES.match(words[-1]) and words[-1].endswith("ed")
    if is_participle:
        return said._replace(verb=f"{' '.join(words)} by")
    verbs = [word for word in words if _SUPERSEDES.match(word)]
    if verbs and verbs[-1].endswith("ed") and said.is_relation and not said.is_passive:
        # What a status that begins so cites further on may be anything.
        return said._replace(verb="see" if verbs[-1] == said.lead else f"partially {verbs[-1]} by")
    return said


def is_bare(said: Statement) -> bool:
    """Return whether a statement of a status says that the decision is superseded, and not by what."""
    return not said.targets and is_supersession(said.lead)


def successor_title(said: Statement) -> str:
    """Return the title that "superseded by Hemp ropes" may name, in small letters; "" of another statement."""
    verb, by, title = " ".join(said.words).partition(" by ")
    is_whole = by and not said.targets and verb == said.lead and is_supersession(verb)
    return title if is_whole and _NOTHING.isdisjoint(title.split()) and len(title.split()) <= MAX_TITLE else ""


def points(text: str) -> bool:
    """Return whether a text only says where to read on: `(See ADR-3)`, below a status or behind it."""
    return _POINTER.match(text) is not None


def _marked_part(found: re.Match[str]) -> str:
    """What is superseded if words before the verb name it, with a word that says that it is a part."""
    words = found[1].lower().split()
    has_subject = words[0] in _DETERMINERS and _RECORDS.isdisjoint(words)  # "the gate is superseded by"
    is_all = not has_subject and not _NOT_OF_A_PART.isdisjoint(words)
    return found[0] if is_all else f"{found[0][: found.start(2) - found.start()]}partially {found[2]}"


def statement(text: str) -> Statement:
    """Parse a line. Example: `statement("superseded by ADR-0003").verb` is `"superseded by"`."""
    text = _ANCHOR.sub(r"[\2](\1)", text) if "<a" in text else text
    unwrapped = succession_in_english(without_addresses(text).replace("`", ""))
    unwrapped = _STATEMENT_IN_LINK.sub(r"\1\2[\3", unwrapped)
    unwrapped = _BY_HYPHEN.sub(r"\1 by", _OUT_OF_USE.sub("superseded by", unwrapped))
    unwrapped = _WHEN.sub(r"\1", unwrapped)
    unwrapped = _OF_A_PART.sub(_marked_part, _POSSESSIVE.sub(r"\1 (partly)", unwrapped))
    found: Statement = _grammar().parse(unwrapped, start="statement")  # type: ignore[assignment]
    return found


_METADATA = re.compile(r"[ \t]*(?:[-*+][ \t]+)?[*_]{0,2}[A-Za-z][A-Za-z \t-]{0,30}?[*_]{0,2}[ \t]*:")


def metadata(line: str) -> Metadata | None:
    """The key and value of a line like `* Status: accepted`; None for other lines."""
    if not _METADATA.match(line):
        return None
    found: Metadata = _grammar().parse(line, start="metadata")  # type: ignore[assignment]
    return found


@cache
def _grammar() -> Lark:
    return load(Path(__file__).with_name("statements.lark"), start=["metadata", "statement"], rules=_Rules())


class _Rules:
    """What the rules of `statements.lark` make of their parts."""

    def metadata(self, key: Token, value: Token | None = None) -> Metadata:
        name = key.strip().rstrip("*_: \t").lstrip("-*+_ \t")
        text = str(value or "").strip()
        return Metadata(" ".join(name.lower().split()), text)

    def statement(self, *parts: str | Target) -> Statement:
        kept = _without_other_numbers([part for part in parts if part])
        starts = [0]
        has_target = False
        for at, stated in enumerate(kept):
            if has_target and _is_verb(stated):
                starts.append(at)
                has_target = False
            has_target = has_target or isinstance(stated, Target)
        if len(starts) > 1 and not has_target:
            starts.pop()
        found: Statement | None = None
        for start, end in reversed(list(zip(starts, [*starts[1:], len(kept)], strict=True))):
            clause = _clause(kept[start:end], found)
            is_own = start == 0 or (_is_short(clause.verb) and not _has_another_subject(kept, start))
            found = clause if is_own else clause._replace(verb="")
        assert found  # there is a first clause
        words = tuple(number for number in kept if isinstance(number, str))
        return found._replace(words=words)

    def link(self, text: Token) -> Target | str:
        found = _LINK.fullmatch(text)
        assert found  # the terminal guarantees it
        path = IN_REPOSITORY.sub("", found[2].partition("#")[0])
        if _SCHEME.match(path) or not path:
            return ""
        return Target(unquote(path), True, is_in_part=_PART_IN_LINK.search(found[1].strip()) is not None)

    def wikilink(self, text: Token) -> Target:
        name = text[2:-2].partition("|")[0]
        return Target(name.partition("#")[0].strip(), False)

    def name(self, text: Token) -> Target:
        return Target(str(text).replace("–", "-"), False)

    def number(self, text: Token) -> Target:
        return Target(str(text), False, is_number=True)

    def word(self, text: Token) -> str:
        return text.strip(_MARKS).lower() if len(text) > 1 else text.strip("[](),;:.*_`~\"'").lower()


def _is_verb(part: str | Target) -> bool:
    return isinstance(part, str) and bool(_VERB.match(part) or _SUPERSEDES.match(part))


def _clause(parts: list[str | Target], then: Statement | None) -> Statement:
    """A statement of one verb."""
    first = next((at for at, part in enumerate(parts) if isinstance(part, Target)), len(parts))
    before = [str(part) for part in parts[:first]]
    nothing = max((at + 1 for at, word in enumerate(before) if word in _NOTHING), default=0)
    words = tuple(part for part in parts if isinstance(part, str))
    targets = [
        part._replace(is_in_part=part.is_in_part or _is_limited(parts[at + 1 :]))
        for at, part in enumerate(parts)
        if isinstance(part, Target) and not (at and isinstance(parts[at - 1], Target) and _is_numbered_part(part))
    ]
    of_files = {target.number for target in targets if target.is_path and target.number}
    # "ADR 39: [Wax](0039-wax.md)" names one decision.
    named = tuple(target for target in targets if target.is_path or target.number not in of_files)
    last = max((at + 1 for at, part in enumerate(parts) if isinstance(part, Target)), default=len(parts))
    behind = [str(part) for part in parts[last : last + MAX_LIMIT]]
    condition = behind[:1] if _NOT_YET.match(" ".join(behind)) else []  # "supersedes ADR-1 once accepted"
    return Statement(words, " ".join((*("if" for _ in condition), *before[nothing:])), named, then)


def _without_other_numbers(parts: list[str | Target]) -> list[str | Target]:
    """The parts without numbers that name no decision: "issue #4145", "lines 51–54", "2 of 5 options"."""
    kept: list[str | Target] = []
    for part in parts:
        if isinstance(part, str) or not part.is_number or _may_name(part, kept, parts):
            kept.append(part)
    return kept


def _may_name(number: Target, before: list[str | Target], parts: list[str | Target]) -> bool:
    """Whether a mere number may be that of a decision, by the part before it."""
    if not before:
        return number.name.startswith("0") or not any(isinstance(part, str) for part in parts)
    last = before[-1]
    return isinstance(last, Target) or last in _BEFORE_NUMBERS or _is_verb(last)


def _has_another_subject(parts: list[str | Target], at: int) -> bool:
    """Whether a verb is about the target before it, and not about this decision: "ADR-2, which was superseded by"."""
    before = next(at - 1 - back for back, part in enumerate(reversed(parts[:at])) if isinstance(part, Target))
    between = set(parts[before + 1 : at])
    return not between.isdisjoint(_SUBJECT_ABOVE) and "this" not in between


def _is_short(verb: str) -> bool:
    """Whether a verb behind other targets stands next to its own: not "replace it. ADR-0002 was" but "extends"."""
    return all(_is_verb(word) or word in _BEFORE_NUMBERS for word in verb.split())
