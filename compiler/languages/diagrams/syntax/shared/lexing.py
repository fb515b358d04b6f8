"""Tokens, and the base class of the lexers, which stand in for lark's own:

    load(path, start=["start"], rules=Statements(), lexer=PieLexer)     # class PieLexer(CodeLexer): …

The grammar declares its terminals (`%declare NUMBER TEXT`) and does not define them.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from lark.lexer import Lexer

ERROR = "ERROR"  # the terminal of text that no rule matches; no grammar declares it
END = "$END"  # lark's terminal for the end of the text


class Token:
    """A range of the code: `code[start:end]`. `value` is its text, `found` the match (for named groups)."""

    __slots__ = ("end", "found", "start", "type", "value")

    # Attributes that lark reads to report the position of an error.
    line = column = end_line = end_column = start_pos = end_pos = 0

    def __init__(self, type_: str, value: str, start: int, end: int, found: re.Match[str] | None = None) -> None:
        self.type, self.value, self.start, self.end, self.found = type_, value, start, end, found

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r})"


class CodeLexer(Lexer):
    """A custom lexer for lark. A subclass implements `tokens`."""

    __future_interface__ = 2  # lark's marker for lexers that take a lexer state

    def __init__(self, _conf: object = None) -> None:
        """lark passes its configuration. These lexers do not need it."""

    def lex(self, lexer_state: Any, _parser_state: object) -> Iterator[Token]:  # type: ignore[override]
        """The method that lark calls. `lexer_state.text` is a slice of the code, which always is the whole."""
        return self.tokens(lexer_state.text.text)

    @abstractmethod
    def tokens(self, code: str) -> Iterator[Token]:
        """Yield all tokens of the code, with an ERROR token for text that no rule matches. Never raises."""
