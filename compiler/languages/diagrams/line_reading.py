"""Reading where line breaks get lost: in some lexers a blank in front of a line break swallows it.

So a token that begins its line may be in order, and what is wrong is the line before: it is tried once more as the
beginning of a statement before its line is given up.
"""

from lark import UnexpectedInput

from compiler.languages.diagrams.lexing import Token
from compiler.languages.diagrams.reading import Mistake, Reading

ADVICE = "Take the blanks away that end the line before: Mermaid reads on over them and over the line break."


class LineReading(Reading):
    """One text being read."""

    def recover(self, token: Token, error: UnexpectedInput) -> Token | None:
        orphan = self.lost > 0 and token.type in self.recovery.open.values()
        if orphan or not begins_line(self.code, token):
            return super().recover(token, error)
        self.note(token, error)
        if self.accepts(self.recovery.separator) and self.uses(token):
            return next(self.tokens, None)
        if not self.go_back():
            self.accepts(self.recovery.header)
        return next(self.tokens, None) if self.uses(token) else self.skip(token)

    def go_back(self) -> bool:
        # A statement may be complete but for its line break; it takes one more token for the parser to conclude it.
        self.accepts(self.recovery.separator)
        return super().go_back()


def begins_line(code: str, token: Token) -> bool:
    """Whether nothing but blanks stands before a token on its line."""
    return bool(token.value.strip()) and line_break_before(code, token.start) >= 0


def line_break_before(code: str, offset: int) -> int:
    """Where the line break stands that only blanks separate from an offset; -1 when there is none."""
    at = offset - 1
    while at >= 0 and code[at] != "\n" and code[at].isspace():
        at -= 1
    return at if at >= 0 and code[at] == "\n" else -1


def advice(code: str, mistake: Mistake, separator: str) -> str | None:
    """What to do about a line break that was lost; None when that is not what happened."""
    line_break = line_break_before(code, mistake.token.start)
    lost = separator in mistake.expected and line_break > 0 and code[line_break - 1] in " \t"
    return ADVICE if lost and begins_line(code, mistake.token) else None
