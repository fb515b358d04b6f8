"""Diagnostics: findings about a source, as data.

Each `Code` is declared once, in the language that reports it, with its severity, phase and message template. `Code.at`
makes a `Diagnostic`. The server renders them: as text, JSON or SARIF.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

from compiler.model.spans import Span

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")  # most severe first: also the order in answers


MAX_MESSAGE = 2_000  # characters
MAX_FIELD = 200  # characters of each field of a message that would be longer
_SURROGATES = re.compile("[\ud800-\udfff]")


class Phase(IntEnum):
    """The step of the pipeline that found something. It breaks ties in the order of diagnostics."""

    DISCOVER = 0
    PARSE = 1
    IMPORT = 2
    COLLECT = 3
    RESOLVE = 4
    ANALYZE = 5
    VALIDATE = 6
    CROSS = 7  # links between languages
    RULE = 8  # rules of frieze.toml


class Related(NamedTuple):
    """A second place that explains a diagnostic: `Related("first declared here", span)`."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `suggestion` is a sentence that says what would be right, or None."""

    severity: Severity
    code: str
    message: str
    span: Span
    phase: Phase
    suggestion: str | None = None
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. Every code has a page in `docs/diagnostics/`.

    Example: `TAB = Code("URD102", "error", Phase.PARSE, "Tab character found at line {line}, column {column}. …")`.
    Where a reference shares one number between two kinds of finding, two `Code`s carry it.

    A report for people tells findings of one cause once. `cause` are the fields of the message that name the cause:
    forty citations of one missing requirement have one; `name::` is the field `name` up to its `::`. `crowds` says in
    what many findings of this code are one: a file or a diagram that is not what it seems. `into_diagram` is the field
    with the diagram, or what stands in one, that a finding refers to: where the diagram itself is broken, that comes
    first; `breaks_diagram` is the field with the diagram that could not be read. `declared_in_block`: many missing
    names of this code mean that their block is missing. `loses` is what may not have been read, as
    `unread.looks_like` has it.
    """

    code: str
    severity: Severity
    phase: Phase
    template: str
    cause: tuple[str, ...] = ()
    crowds: Literal["", "file", "diagram"] = ""
    into_diagram: str = ""
    breaks_diagram: str = ""
    declared_in_block: bool = False
    loses: tuple[str, ...] = ()

    def at(
        self,
        span: Span,
        /,
        *,
        suggestion: str | None = None,
        related: Iterable[Related] = (),
        severity: Severity | None = None,
        **fields: object,
    ) -> Diagnostic:
        """Return the diagnostic of this code at a place. `fields` fill the template; a missing one raises KeyError.

        If the message is longer than `MAX_MESSAGE`, its fields are cut.
        """
        message = filled(self.template, fields)
        return Diagnostic(severity or self.severity, self.code, message, span, self.phase, suggestion, tuple(related))


def filled(template: str, fields: Mapping[str, object]) -> str:
    """Return a message: a template with its fields. If it is longer than `MAX_MESSAGE`, its fields are cut. Half of a
    surrogate pair, which JSON can state and no text can hold, becomes U+FFFD. A missing field raises KeyError."""
    message = template.format(**fields)
    if len(message) > MAX_MESSAGE:
        message = template.format(**{name: _cut(value) for name, value in fields.items()})
    return message if message.isascii() else _SURROGATES.sub("\ufffd", message)


def _cut(value: object) -> object:
    return f"{value[:MAX_FIELD]}…" if isinstance(value, str) and len(value) > MAX_FIELD else value


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort by file, line, column, severity and phase. Diagnostics that tie keep their order."""
    return sorted(diagnostics, key=_order)


def _order(diagnostic: Diagnostic) -> tuple[bytes, int, int, int, int]:
    span = diagnostic.span
    return span.file.encode(), span.start_line, span.start_col, SEVERITIES.index(diagnostic.severity), diagnostic.phase
