"""Diagnostics: findings about a source, as data.

A `Code` is declared once, in the module of the language that raises it, with its severity, phase and message template;
`Code.at` makes the `Diagnostic`. Rendering (text for people, JSON, SARIF) is the server's work.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

from compiler.model.spans import Span

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")  # most severe first: also the order in answers


LONG = 2_000  # characters of a message
SHOWN = 200  # of each word that it repeats, when it is longer


class Phase(IntEnum):
    """The step of the pipeline that found something; breaks ties in the order of diagnostics."""

    DISCOVER = 0
    PARSE = 1
    IMPORT = 2
    COLLECT = 3
    RESOLVE = 4
    ANALYZE = 5
    VALIDATE = 6
    CROSS = 7  # links between languages


class Related(NamedTuple):
    """A second place that explains a diagnostic: `Related("first declared here", span)`."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `suggestion` is a whole sentence that says what would be right, or None."""

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
    """

    code: str
    severity: Severity
    phase: Phase
    template: str

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
        """The diagnostic of this code at a place; `fields` fill the template. Raises KeyError when one is missing.

        What makes the message longer than anybody reads is cut: the place says where all of it stands.
        """
        message = self.template.format(**fields)
        if len(message) > LONG:
            message = self.template.format(**{name: _cut(value) for name, value in fields.items()})
        return Diagnostic(severity or self.severity, self.code, message, span, self.phase, suggestion, tuple(related))


def _cut(value: object) -> object:
    return f"{value[:SHOWN]}…" if isinstance(value, str) and len(value) > SHOWN else value


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file, line, column, severity, phase; what ties keeps the order it was found in."""
    return sorted(diagnostics, key=order_of)


def order_of(one: Diagnostic) -> tuple[bytes, int, int, int, int]:
    """What diagnostics are sorted by."""
    span = one.span
    return span.file.encode(), span.start_line, span.start_col, SEVERITIES.index(one.severity), one.phase
