"""The diagnostics of mistakes in flowcharts, with suggestions for the common ones."""

import re

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.flowchart import patterns
from compiler.languages.diagrams.syntax.shared.lexing import END, ERROR, Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_error
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS
from compiler.model.diagnostics import Diagnostic

# The names of token types in messages, in the order in which they are named.
TOKEN_NAMES = {
    "GRAPH": "a header such as `flowchart TD`",
    "NODE": "a node",
    "LINK": "an edge such as `-->`",
    "AMP": "`&`",
    "DATA": "`@{`",
    "SUBGRAPH": "`subgraph`",
    "END": "`end`",
    "SEP": "the end of the line",
}


OPENING = re.compile(r"\(\(\(|\(\(|\(-|\(\[|\(|\[\[|\[\(|\[/|\[\\|\[|\{\{|\{|>|\|")
CLOSING = {
    "(((": ")))",
    "((": "))",
    "(-": "-)",
    "([": "])",
    "(": ")",
    "[[": "]]",
    "[(": ")]",
    "[/": "/]",
    "[\\": "\\]",
    "[": "]",
    "{{": "}}",
    "{": "}",
    ">": "]",
    "|": "|",
}
# A label: a quoted part and plain text after it, or one of the two.
LABEL = re.compile(rf"(?:{patterns.MARKDOWN}|{patterns.QUOTED})?{patterns.PLAIN}*+")
UNCLOSED = re.compile(r"@\{|[xo<]?(--|==|-\.)")
LINE_ENDS = {"--": "-->", "==": "==>", "-.": ".->"}
KEYWORD = re.compile(patterns.KEYWORD)

# Examples of the statements that begin with a keyword.
STATEMENT_EXAMPLES = {
    "style": "style A fill:#f9f,stroke:#333",
    "classDef": "classDef name fill:#f9f,stroke:#333",
    "class": "class A,B name",
    "linkStyle": "linkStyle 0,1 stroke:red",
    "click": 'click A "https://example.com" "tooltip" _blank',
    "subgraph": "subgraph id [title]",
}
HINTS = (
    (re.compile(r"%%"), "A comment stands on a line of its own."),
    (re.compile(r"-?>|-$|-\s"), "An edge has at least two dashes: `-->`."),
    (re.compile(r":::"), "A class follows its node without a blank: `A:::name`, `A[text]:::name`."),
)


def explain(prepared: Prepared, mistake: Mistake) -> Diagnostic:
    """The diagnostic of a mistake."""
    token = _without_blanks(mistake.token)
    if token.type == ERROR:
        error = _bracket_error(prepared, token) or _unclosed_error(prepared, token)
        if error:
            return error
    if token.type == "LINK" and "LINK" not in mistake.expected:
        return codes.EDGE_WITHOUT_SOURCE.at(prepared.span(token.start, token.end), edge=token.value.split("\n")[0][:40])
    mistake, suggestion = Mistake(token, mistake.expected), _suggest(token, mistake.expected)
    return syntax_error(prepared, mistake, codes.FLOWCHART_SYNTAX, TOKEN_NAMES, suggestion=suggestion)


def _without_blanks(token: Token) -> Token:
    """The token without the blanks around it; of an ERROR token that begins with a keyword, only the keyword."""
    text = token.value.strip(JS_BLANKS)
    if not text or token.type == END:
        return token
    start = token.start + token.value.index(text)
    keyword = KEYWORD.match(text + " ")
    if keyword and token.type == ERROR:
        text = keyword[0].strip()
    return Token(token.type, text, start, start + len(text), token.found)


def _suggest(token: Token, expected: frozenset[str]) -> str | None:
    if token.type == "END":
        if "NODE" not in expected:
            return "`end` stands on a line of its own, or behind a `;`."
        if "SEP" in expected:
            return "No subgraph is open that `end` could close."
    keyword = KEYWORD.match(token.value + " ")
    if keyword:
        word = keyword[0].strip()
        if word in STATEMENT_EXAMPLES:
            return f"It is written `{STATEMENT_EXAMPLES[word]}`; `{word}` cannot be the id of a node."
        return f"`{word}` is a keyword; as the id of a node, write `{word.capitalize()}`, or put letters around it."
    if token.type == "EDGE_ID":
        return "`@` makes the word before it the id of an edge; in a text, put it in quotes."
    return next((hint for pattern, hint in HINTS if pattern.match(token.value)), None)


def _unclosed_error(prepared: Prepared, token: Token) -> Diagnostic | None:
    """The diagnostic of an edge with a text and no second line, or of data without a closing brace; else None."""
    opening = UNCLOSED.match(token.value)
    if not opening:
        return None
    closing = "}" if opening[0] == "@{" else f"{LINE_ENDS[opening[1]]}"
    span = prepared.span(token.start, token.start + opening.end())
    return codes.UNCLOSED_BRACKET.at(span, opening=opening[0], closing=closing)


def _bracket_error(prepared: Prepared, token: Token) -> Diagnostic | None:
    """The diagnostic of a text in brackets or between bars; None when the token opens neither."""
    opening = OPENING.match(token.value)
    if not opening:
        return None
    code = prepared.code
    start = token.start + opening.end()
    closing = CLOSING[opening[0]]
    label = LABEL.match(code, start)
    at = label.end() if label else start
    if code.startswith(closing, start) or code.startswith('""', start):
        return codes.EMPTY_TEXT.at(prepared.span(start, start + 1), opening=opening[0], closing=closing)
    if at >= len(code.rstrip(JS_BLANKS)) or (at == start and code[at] == '"'):
        return codes.UNCLOSED_BRACKET.at(prepared.span(token.start, start), opening=opening[0], closing=closing)
    quoted = f'A text with brackets, bars or quotes stands in quotes: `{opening[0]}"…"{closing}`.'
    return codes.FLOWCHART_SYNTAX.at(
        prepared.span(at, at + 1),
        expected=f"`{closing}`",
        found=f"`{code[at]}`",
        suggestion=None if code[at] == closing[0] else quoted,
    )
