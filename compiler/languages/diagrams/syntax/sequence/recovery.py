"""How the reading of a sequence diagram goes on behind a mistake."""

from lark import Lark

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.recovery import LineReading, Recovery

OPENING = ("LOOP", "OPT", "BREAK", "RECT", "ALT", "PAR", "PAR_OVER", "CRITICAL", "BOX")
RECOVERY = Recovery(
    header="HEADER",
    lists=frozenset({"document", "members", "message", "member"}),
    separator="NEWLINE",
    shut={},
    open=dict.fromkeys(OPENING, "END"),
    closing=("END",),
)


class SequenceReading(LineReading):
    """One text being read. `unclosed` are the beginnings of the blocks that lack their `end`, outer ones first."""

    def __init__(self, parser: Lark, code: str) -> None:
        super().__init__(parser, code, RECOVERY)
        self.unclosed: list[Token] = []

    def close(self, end: Token) -> object:
        """Closes the blocks that are still open; what is wrong is not the end of the text."""
        values = self.state.value_stack
        self.unclosed = [one for one in values if isinstance(one, Token) and one.type in OPENING]
        if self.unclosed:
            self.mistakes.pop()
        return super().close(end)
