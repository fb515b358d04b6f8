"""What the grammars of most kinds of diagrams have in common: a lexer, rules that make statements, a builder that makes
a syntax tree of these, and how mistakes are told and passed over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from lark import Lark
from lark.lexer import Lexer

from compiler.languages.diagrams.syntax.shared.modes import Modes, lexer_of
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import ENDS, syntax_error
from compiler.model.diagnostics import Code, Diagnostic
from compiler.text.grammars import load

_KINDS = Path(__file__).parents[1]


class Builder(Protocol):
    """Makes a syntax tree of the statements of a text."""

    diagnostics: list[Diagnostic]

    def add(self, statements: Any, /) -> None:
        """Add the statements."""

    def tree(self) -> dict[str, Any]:
        """Return the syntax tree of all that was added."""


@dataclass(frozen=True)
class DiagramGrammar:
    """The grammar of a kind of diagrams.

    `file`, a path below the folder of the kinds, has its rules, for whose names `statements` has methods. `lexer` are
    the modes of a lexer, or a lexer with more of its own. `token_names` are the names of token types in
    messages; where all `starters` are expected, a message says "a statement". `suggest` returns a suggestion for a
    common mistake, or None. `parser` is how it goes on after a mistake.
    """

    file: str
    lexer: Modes | type[Lexer]
    statements: Callable[[], object]
    builder: Callable[[Prepared], Builder]
    recovery: RecoveryRules
    code: Code
    token_names: Mapping[str, str]
    suggest: Callable[[Prepared, Mistake], str | None]
    starters: frozenset[str] = frozenset()
    parser: type[RecoveringParser] = RecoveringParser

    @cached_property
    def lark(self) -> Lark:
        """The parser, built when it is first needed."""
        lexer = lexer_of(self.lexer) if isinstance(self.lexer, Modes) else self.lexer
        return load(_KINDS / self.file, start=["start"], rules=self.statements(), lexer=lexer)

    def parse(self, prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
        """Return the syntax tree of a text, and the diagnostics. Never raises."""
        parser = self.parser(self.lark, prepared.code, self.recovery)
        builder = self.builder(prepared)
        builder.add(parser.run() or ())
        names = {**self.token_names, **ENDS}
        errors = [
            syntax_error(prepared, mistake, self.code, names, self.starters, suggestion=self.suggest(prepared, mistake))
            for mistake in parser.mistakes
        ]
        return builder.tree(), [*errors, *builder.diagnostics]
