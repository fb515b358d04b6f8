"""The lexer of flowcharts: one regular expression, with alternatives in the order in which Mermaid tries its rules.

Two of Mermaid's rules look far ahead from every token: a line that names a direction anywhere is a direction as a
whole, and a run of characters up to an `@` is the id of an edge. These far tokens are searched once, before the others.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from compiler.languages.diagrams.syntax.flowchart import patterns
from compiler.languages.diagrams.syntax.shared.lexing import ERROR, CodeLexer, Token

RULES = (
    ("NODE", patterns.NODE),
    ("LINK", patterns.LINK),
    ("SEP", r";\s*+|\n\s*+"),
    ("DATA", patterns.DATA),
    ("AMP", rf"{patterns.BLANK}++&{patterns.BLANK}++"),
    ("SPACE", rf"{patterns.BLANK}++"),
    ("END", r"end(?![A-Za-z0-9_])\s*+"),
    ("SUBGRAPH", patterns.SUBGRAPH),
    ("STYLE", patterns.STYLE),
    ("CLASS_DEF", patterns.CLASS_DEF),
    ("CLASS", patterns.CLASS),
    ("LINK_STYLE", patterns.LINK_STYLE),
    ("CLICK", patterns.CLICK),
)
ACCESSIBILITY = (("ACC_TITLE", patterns.ACC_TITLE), ("ACC_DESCR", patterns.ACC_DESCR))
SIMPLE = re.compile(patterns.SIMPLE).match
BLANK_SEMICOLON = re.compile(rf"{patterns.BLANK}+;").match
UNBROKEN = re.compile(r"[^\s\"]++")
BRACKET = re.compile(r"[\[\](){}|]")
RUN = re.compile(r"[^\s\"\[\](){}|]++")
# What Mermaid tries before a far token. `lost` are keywords that lose the rest of their statement to a direction.
BEFORE = {
    "DIRECTION": re.compile(
        r"accTitle\s*:|accDescr\s*[:{]|@\{|\"|call\s|click\s|(?:end|default)(?![A-Za-z0-9_])"
        rf"|(?P<lost>{patterns.KEYWORD})"
    ).match,
    "EDGE_ID": re.compile(rf"{patterns.KEYWORD}|[\s\"]|@\{{").match,
}
DIRECTIONS = ("TB", "BT", "RL", "LR", "TD")  # in the order in which Mermaid tries them


class FlowchartLexer(CodeLexer):
    """The lexer of flowcharts. It needs no modes: what Mermaid reads in another mode is part of one token here."""

    def tokens(self, code: str) -> Iterator[Token]:
        return tokens(code)


@cache
def token_match(*, accessible: bool) -> Callable[[str, int], re.Match[str] | None]:
    """The function that matches a token at an offset. It is compiled at the first call, since that is slow."""
    rules = ACCESSIBILITY + RULES if accessible else RULES
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in rules)).match


def tokens(code: str) -> Iterator[Token]:
    """Yield the tokens of a prepared flowchart. `found` of a token is its match, with the groups of `patterns`."""
    at, size = 0, len(code)
    header = patterns.HEADER.match(code)
    if header:
        at = header.end()
        yield Token("GRAPH", header[0], 0, at, header)
        # Blanks may stand between the header and the end of its line, but not before a `;`.
        stray = BLANK_SEMICOLON(code, at)
        if stray:
            yield Token(ERROR, stray[0], at, stray.end())
            at = stray.end()
    # Few diagrams have these statements, and each costs an attempt at every token.
    accessible = "accTitle" in code or "accDescr" in code
    match = token_match(accessible=accessible)
    eaten = -1  # the end of the last token that includes the blanks after it
    fresh = False  # whether a simple statement may begin here
    far = iter(_far_tokens(code))
    ahead = next(far, NONE)
    while at < size:
        if at >= ahead.first:
            if at > ahead.last:
                ahead = next(far, NONE)
                continue
            token = _far_token(ahead, code, at, eaten)
            if token:
                yield token
                at, fresh = token.end, False
                continue
        simple = SIMPLE(code, at) if fresh else None
        if simple and (end := simple.end()) <= ahead.first:
            yield Token("SIMPLE", simple[0], at, end, simple)
            at = end
            continue
        found = match(code, at)
        if found and found.lastgroup:
            end = found.end()
            yield Token(found.lastgroup, found[0], at, end, found)
            eaten = end if found.lastgroup in ("END", "LINK") else -1
            fresh = (found.lastgroup == "SEP" or (found.lastgroup == "END" and "\n" in found[0])) and not accessible
        else:
            fresh = False
            end = code.find("\n", at + 1)
            end = size if end < 0 else end
            yield Token(ERROR, code[at:end], at, end)
        at = end


class FarToken(NamedTuple):
    """A token that is recognised far ahead. It begins between `first` and `last`, at the first token that does."""

    first: int
    last: int
    end: int
    terminal: str
    found: re.Match[str] | None


NONE = FarToken(1 << 62, 1 << 62, 0, ERROR, None)


def _far_token(ahead: FarToken, code: str, at: int, eaten: int) -> Token | None:
    """The far token at an offset, or an ERROR token for a lost keyword; None when another token goes before.

    A direction begins at the blanks in front of it, where no keyword goes before it, unless the blanks belong to the
    token that ends at `eaten`.
    """
    blank_in_front = at != eaten and code[at - 1].isspace() and code[at - 1] != "\n"
    before = None if blank_in_front and ahead.terminal == "DIRECTION" else BEFORE[ahead.terminal](code, at)
    if before is None:
        return Token(ahead.terminal, code[at : ahead.end], at, ahead.end, ahead.found)
    return Token(ERROR, before[0], at, before.end()) if before.lastgroup else None


def _far_tokens(code: str) -> list[FarToken]:
    """All far tokens, in order."""
    if "direction" not in code and "@" not in code:
        return []
    return sorted([*_directions(code), *_edge_ids(code)], key=lambda far: (far.first, far.terminal == "EDGE_ID"))


def _directions(code: str) -> Iterator[FarToken]:
    """Yield the lines with a direction. They may begin at the start of the line."""
    behind = 0
    match = patterns.DIRECTION.search(code)
    while match:
        line = max(behind, code.rfind("\n", 0, match.start()) + 1)
        end = code.find("\n", match.end())
        on_line = [match, *patterns.DIRECTION.finditer(code, match.end(), end)]
        best = min(on_line, key=lambda place: DIRECTIONS.index(place[1]))
        yield FarToken(line, best.start(), end, "DIRECTION", best)
        behind = end
        match = patterns.DIRECTION.search(code, behind)


def at_sign_in_text(code: str) -> tuple[int, int] | None:
    """The place of an `@` behind a bracket, which older versions of Mermaid take for the end of an edge's id."""
    for run in UNBROKEN.finditer(code) if "@" in code else ():
        last = _last_at(code, run) if "@" in run[0] else -1
        if last > 0 and BRACKET.search(run[0], 0, last):
            return run.span()
    return None


def _last_at(code: str, run: re.Match[str]) -> int:
    """Where in a run its last `@` stands that no `{` or `"` follows; -1 for none."""
    last = run[0].rfind("@")
    while last > 0 and code[run.start() + last + 1] in '{"':
        last = run[0].rfind("@", 0, last)
    return last


def _edge_ids(code: str) -> Iterator[FarToken]:
    """Yield the runs without blanks, quotes and brackets up to their last `@` that no `{` or `"` follows."""
    for run in RUN.finditer(code):
        last = _last_at(code, run) if "@" in run[0] else -1
        if last > 0:
            yield FarToken(run.start(), run.start() + last - 1, run.start() + last + 1, "EDGE_ID", run)
