"""Lines of metadata and statements of a decision. The grammar is `statements.lark`.

A statement is a verb and its targets: "superseded by ADR-0003", "Amends [1. Record](0001-record.md)".
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token

from compiler.text.grammars import load

_SUPERSEDES = re.compile(r"super[sc]ed(?:e|es|ed|ing)$|replac(?:e|es|ed|ing)$|obsolet(?:e|es|ed)$")
_PASSIVE = re.compile(r"ed$|^known$")
_PREPOSITIONS = ("by", "with", "through")
_VERB = re.compile(
    r"super[sc]ed|replac|obsolet|amend|clarif|refin|relat|depend|link|extend|implement|conflict|complement|update"
    r"|see$|based|elaborat|enabl|requir|support|deprecat|follow|influenc|constrain|comes$|derive"
)
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(\s*<?([^()\s<>]+)>?[^()\n]*\)")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_MARKS = "*_`~\"'"


class Target(NamedTuple):
    """What a statement names: a path as written, or a name such as `ADR-0003`."""

    name: str
    is_path: bool


class Statement(NamedTuple):
    """A line as its words in lower case and its targets. `verb` are the words before the first target."""

    words: tuple[str, ...]
    verb: str
    targets: tuple[Target, ...]

    @property
    def lead(self) -> str:
        """The first real word: dates, signs and ticked boxes are skipped."""
        return next((word for word in self.words if sum(map(str.isalpha, word)) > 1), "")

    @property
    def is_supersession(self) -> bool:
        return any(_SUPERSEDES.match(word) for word in self.verb.split())

    @property
    def is_passive(self) -> bool:
        """Whether the targets act on this decision: `amended by`, `superseded by`, also by the name of a target before
        it, as in `superseded by the tide table (ADR-0003)`."""
        words = self.verb.split()
        verb = _SUPERSEDES if self.is_supersession else _VERB
        verbs = [at for at, word in enumerate(words) if verb.match(word)]
        at = verbs[-1] if verbs else len(words) - 2
        return 0 <= at < len(words) - 1 and words[at + 1] in _PREPOSITIONS and bool(_PASSIVE.search(words[at]))

    @property
    def is_relation(self) -> bool:
        """Whether the verb relates this decision to the targets."""
        return bool(self.targets) and any(_VERB.match(word) for word in self.verb.split())


class Metadata(NamedTuple):
    """A line of metadata: its key in lower case, and its value."""

    key: str
    value: str


def statement(text: str) -> Statement:
    """Parse a line. Example: `statement("superseded by ADR-0003").verb` is `"superseded by"`."""
    found: Statement = _grammar().parse(text, start="statement")  # type: ignore[assignment]
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
        words = tuple(one for one in parts if isinstance(one, str) and one)
        before: list[str] = []
        for one in parts:
            if isinstance(one, Target):
                break
            if one:
                before.append(one)
        return Statement(words, " ".join(before), tuple(one for one in parts if isinstance(one, Target)))

    def link(self, text: Token) -> Target | str:
        found = _LINK.fullmatch(text)
        assert found  # the terminal guarantees it
        path = found[2].partition("#")[0]
        if _SCHEME.match(path) or not path:
            return ""
        return Target(path, True)

    def wikilink(self, text: Token) -> Target:
        name = text[2:-2].partition("|")[0]
        return Target(name.partition("#")[0].strip(), False)

    def name(self, text: Token) -> Target:
        return Target(str(text).replace("–", "-"), False)

    def number(self, text: Token) -> Target:
        return Target(str(text), False)

    def word(self, text: Token) -> str:
        return text.strip(_MARKS).lower() if len(text) > 1 else text.strip("[](),;:.*_`~\"'").lower()
