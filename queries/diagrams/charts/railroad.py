"""From the text of a railroad diagram to the model to draw. It has four syntaxes, which differ in their signs."""

import re
from collections.abc import Callable
from typing import NamedTuple

from queries.diagrams.charts.statements import chart_of
from queries.drawing.charts.railroad import (
    Choice,
    InOrder,
    Part,
    RailroadModel,
    Repeated,
    Rule,
    Skippable,
    Token,
    words,
)
from queries.drawing.labels import plain_text

MAX_RULES, MAX_TOKENS, MAX_DEPTH = 100, 2_000, 40
_HEADER = re.compile(r"(?i:railroad-(?:(?P<syntax>ebnf|abnf|peg)-)?beta)(?![\w-])")
_TITLE = re.compile(r"\s*title\b[^\n]*")
_STRING = r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
_ID = r"(?P<id>[A-Za-z_][\w-]*)"
_BLANK = r"(?P<blank>\s+"
_TOKENS = {
    "": rf"{_BLANK}|/\*[\s\S]*?\*/)|{_STRING}|{_ID}|(?P<sign>[=;(),])",
    "ebnf": rf"{_BLANK}|/\*[\s\S]*?\*/|\(\*[\s\S]*?\*\))|{_STRING}|{_ID}|(?P<sign>::=|[=;|,()\[\]{{}}?*+-])",
    "abnf": rf"(?P<end>;[ \t]*(?=\n|\Z))|{_BLANK}|;[^\n]*)|(?P<string>\"[^\"\n]*\")|(?P<value>%[xXdDbB][0-9A-Fa-f.-]+)"
    rf"|(?P<repeat>\d*\*\d*|\d+)|(?P<id>[A-Za-z][A-Za-z0-9-]*)|(?P<sign>[=/()\[\]])",
    "peg": rf"{_BLANK}|\#[^\n]*)|{_STRING}|{_ID}|(?P<sign><-|[;/&!?*+().])",
}
_PATTERNS = {name: re.compile(pattern, re.A) for name, pattern in _TOKENS.items()}
_SPECIAL = re.compile(r"\?[^\S\n]*+([^?;\n]+)\?")
_FUNCTIONS = ("sequence", "choice", "optional", "oneOrMore", "zeroOrMore")
_ASSIGNS = {"": ("=",), "ebnf": ("=", "::="), "abnf": ("=",), "peg": ("<-",)}
_CHOOSES = {"ebnf": "|", "abnf": "/", "peg": "/"}


class _Found(NamedTuple):
    """A token: its kind, its text, and where it begins."""

    kind: str
    text: str
    at: int


class _NotUnderstoodError(Exception):
    """A text is not of the syntax."""


def railroad_model(source: str) -> RailroadModel | None:
    """Return the rules of a grammar; None where the text is not of its syntax, or where there is too much of it."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    body = "\n".join(chart.lines)
    title = _TITLE.match(body)
    try:
        return _Parser((chart.header["syntax"] or "").lower(), body[title.end() :] if title else body).model()
    except _NotUnderstoodError:
        return None


class _Parser:
    def __init__(self, syntax: str, body: str) -> None:
        self.syntax, self.body = syntax, body
        self.pattern = _PATTERNS[syntax]
        self.at = self.depth = self.count = 0
        self.next = self.read()

    def read(self, *, special: bool = False) -> _Found:
        """Read the next token. In EBNF `? words ?` is one only where a part may begin: behind one it is a sign."""
        while self.at < len(self.body):
            found = (_SPECIAL.match(self.body, self.at) if special else None) or self.pattern.match(self.body, self.at)
            if found is None:
                raise _NotUnderstoodError
            begin, self.at = self.at, found.end()
            if found.re is _SPECIAL:
                return _Found("special", found[1].strip(), begin)
            if found.lastgroup != "blank":
                self.count += 1
                if self.count > MAX_TOKENS:
                    raise _NotUnderstoodError
                return _Found(found.lastgroup or "", found[0], begin)
        return _Found("", "", self.at)

    def take(self, *wanted: str) -> str:
        """Take a sign. Raises _NotUnderstoodError for another token."""
        shown = self.next.text
        if self.next.kind == "string" or shown not in wanted:
            raise _NotUnderstoodError
        self.next = self.read()
        return shown

    def sees(self, *signs: str) -> bool:
        return self.next.kind in ("sign", "end") and self.next.text.strip() in signs

    def model(self) -> RailroadModel:
        rules = list[Rule]()
        while self.next.kind:
            if self.next.kind != "id" or len(rules) >= MAX_RULES:
                raise _NotUnderstoodError
            name = self.next.text
            self.next = self.read()
            self.take(*_ASSIGNS[self.syntax])
            rules.append(Rule(name, self.part() if self.syntax == "" else self.choice()))
            if not self.sees(";"):
                raise _NotUnderstoodError
            self.next = self.read()
        if not rules:
            raise _NotUnderstoodError
        return RailroadModel(tuple(rules))

    def part(self) -> Part:
        """Read a part of the syntax of functions: `sequence(terminal("a"), optional(nonterminal("b")))`."""
        name = self.next.text
        self.next = self.read()
        self.deeper()
        self.take("(")
        if name in ("terminal", "nonterminal", "special"):
            found: Part = Token(name, self.string())  # type: ignore[arg-type]
        elif name in _FUNCTIONS:
            parts = [self.part()]
            while name in ("sequence", "choice") and self.sees(","):
                self.take(",")
                parts.append(self.part())
            found = _built(name, parts)
        else:
            raise _NotUnderstoodError
        self.take(")")
        self.depth -= 1
        return found

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _NotUnderstoodError

    def string(self) -> str:
        if self.next.kind != "string":
            raise _NotUnderstoodError
        inner = self.next.text[1:-1]
        shown = plain_text(inner if self.syntax == "abnf" else re.sub(r"\\(.)", r"\1", inner))
        self.next = self.read()
        return shown

    def choice(self) -> Part:
        """Read a choice between sequences."""
        self.deeper()
        parts = [self.sequence()]
        while self.sees(_CHOOSES[self.syntax]):
            self.next = self.read(special=self.syntax == "ebnf")
            parts.append(self.sequence())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def sequence(self) -> Part:
        term: Callable[[], Part] = {"ebnf": self.ebnf_term, "abnf": self.abnf_term, "peg": self.peg_term}[self.syntax]
        parts = [term()]
        while not (self.sees(";", ")", "]", "}", _CHOOSES[self.syntax]) or not self.next.kind):
            if self.syntax == "ebnf" and self.sees(","):
                self.take(",")
            parts.append(term())
        return parts[0] if len(parts) == 1 else InOrder(tuple(parts))

    def within(self, end: str) -> Part:
        """Read what stands between brackets, of which the first is the next token."""
        self.next = self.read()
        found = self.choice()
        self.take(end)
        return found

    def primary(self) -> Part:
        """Read what begins a term of any syntax but that of functions."""
        if self.syntax == "ebnf" and self.sees("?"):
            self.at = self.next.at
            self.next = self.read(special=True)
        kind, shown, _ = self.next
        if kind == "string":
            return Token("terminal", self.string())
        if kind in ("id", "value", "special"):
            self.next = self.read()
            return Token({"id": "nonterminal", "value": "terminal"}.get(kind, "special"), plain_text(shown))  # type: ignore[arg-type]
        if self.sees("("):
            return self.within(")")
        if self.sees("[") and self.syntax != "peg":
            return Skippable(self.within("]"))
        if self.sees("{") and self.syntax == "ebnf":
            return Skippable(Repeated(self.within("}")))
        if self.sees(".") and self.syntax == "peg":
            self.next = self.read()
            return Token("special", "any character")
        raise _NotUnderstoodError

    def postfixed(self, found: Part) -> Part:
        """Return a part with the sign behind it, which is the next token."""
        sign = self.take("?", "*", "+")
        return _built({"?": "optional", "*": "zeroOrMore", "+": "oneOrMore"}[sign], [found])

    def ebnf_term(self) -> Part:
        found, depth = self.primary(), self.depth
        while self.sees("?", "*", "+", "-"):
            self.deeper()
            if self.sees("-"):
                self.take("-")
                other = self.primary()
                found = Token("special", f"{words(found, within=True)} but not {words(other, within=True)}")
            else:
                found = self.postfixed(found)
        self.depth = depth
        return found

    def peg_term(self) -> Part:
        ahead = self.take("&", "!") if self.sees("&", "!") else ""
        found = self.primary()
        found = self.postfixed(found) if self.sees("?", "*", "+") else found
        if ahead:
            return Token("special", f"{'followed' if ahead == '&' else 'not followed'} by {words(found, within=True)}")
        return found

    def abnf_term(self) -> Part:
        often = ""
        if self.next.kind == "repeat":
            often = self.next.text
            self.next = self.read()
        found = self.primary()
        return _often(found, often) if often else found


def _built(name: str, parts: list[Part]) -> Part:
    match name:
        case "sequence":
            return InOrder(tuple(parts))
        case "choice":
            return Choice(tuple(parts))
        case "optional":
            return Skippable(parts[0])
        case "oneOrMore":
            return Repeated(parts[0])
    return Skippable(Repeated(parts[0]))


def _often(part: Part, often: str) -> Part:
    """Return a part that is repeated as ABNF says: `3`, `1*3`, `*`, `2*`."""
    least, star, most = often.partition("*")
    if not star:
        return part if int(least) == 1 else Repeated(part, f"{int(least)} times")
    low, high = int(least or 0), int(most) if most else None
    if high is not None and (high < low or high == 0):
        raise _NotUnderstoodError
    if high == 1:
        return Skippable(part) if low == 0 else part
    label = f"{max(low, 1)} to {high} times" if high else f"{low} times or more" if low > 1 else ""
    label = f"{high} times" if high == low else label
    return Skippable(Repeated(part, label)) if low == 0 else Repeated(part, label)
