"""Fold cascades: findings of one cause are one finding, which says how many places and other findings go with it.

Nothing is lost: JSON has every place. The exit status, the baseline and `get_diagnostics` do not depend on it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from compiler.model.diagnostics import Diagnostic, Phase
from compiler.model.spans import Span, whole_file
from compiler.store.snapshot import Snapshot
from server.reports.causes import cause, code_of, field_values
from server.reports.report import Fold

MOST_OF_A_PLACE = 3  # syntax errors of one code that a diagram or file may have before they are folded
# Names of a world are declared many in a block. If more are missing, the block is, and not each of them.
_MOST_NAMES = 5


class Folded(NamedTuple):
    """The findings that remain, in their order, and what is told with some of them, by position."""

    diagnostics: list[Diagnostic]
    folds: dict[int, Fold]


def fold(diagnostics: Sequence[Diagnostic], snapshot: Snapshot) -> Folded:
    """Fold the findings of a report, which are in order."""
    diagrams = _Diagrams(snapshot, diagnostics)
    names = _missing_names(diagnostics)
    first: dict[object, int] = {}
    places: defaultdict[int, list[Span]] = defaultdict(list)
    led_to: defaultdict[int, Counter[str]] = defaultdict(Counter)
    kept: list[int] = []
    for number, diagnostic in enumerate(diagnostics):
        origin = diagrams.origin(diagnostic)
        if origin is not None:
            led_to[origin][diagnostic.code] += 1
            continue
        key = diagnostic.code if len(names[diagnostic.code]) > _MOST_NAMES else _key(diagnostic, diagrams)
        if key is not None and first.setdefault(key, number) != number:
            places[first[key]].append(diagnostic.span)
            continue
        kept.append(number)
    return Folded(
        [diagnostics[number] for number in kept],
        {
            position: Fold(
                tuple(places[number]),
                tuple(names[diagnostics[number].code][1:]) if diagnostics[number].code in first else (),
                dict(sorted(led_to[number].items())),
            )
            for position, number in enumerate(kept)
            if number in places or number in led_to
        },
    )


def _missing_names(diagnostics: Sequence[Diagnostic]) -> defaultdict[str, list[str]]:
    """Return the names that findings of worlds say are missing, by code, each once."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for diagnostic in diagnostics:
        code = code_of(diagnostic)
        if code is not None and code.declared_in_block:
            names[diagnostic.code].append((cause(diagnostic) or "").replace("\0", "."))
    return defaultdict(list, {code: list(dict.fromkeys(found)) for code, found in names.items()})


def _key(diagnostic: Diagnostic, diagrams: "_Diagrams") -> object:
    """Return what findings of one cause have in common; None for a finding on its own."""
    code = code_of(diagnostic)
    if code is not None and code.crowds:
        place = diagrams.crowded(diagnostic)
        return None if place is None else (diagnostic.code, place)
    found = cause(diagnostic)
    return None if found is None else (diagnostic.code, diagnostic.severity, found)


class _Diagrams:
    """Finds the diagrams that findings are about."""

    def __init__(self, snapshot: Snapshot, diagnostics: Sequence[Diagnostic]) -> None:
        codes = [code_of(diagnostic) for diagnostic in diagnostics]
        refers = any(code is not None and code.into_diagram for code in codes)
        crowds = any(code is not None and code.crowds == "diagram" for code in codes)
        self._diagrams = snapshot.objects(kind="diagram") if refers or crowds else []
        self._in_files: defaultdict[str, list[Span]] = defaultdict(list)
        for diagram in self._diagrams:
            self._in_files[diagram.file].append(Span(diagram.file, diagram.start_line, 1, diagram.end_line, 1))
        self._origins = self._unreadable(diagnostics) if refers else {}
        self._counts = Counter(
            (diagnostic.code, self._place(diagnostic))
            for diagnostic, code in zip(diagnostics, codes, strict=True)
            if code and code.crowds
        )

    def origin(self, diagnostic: Diagnostic) -> int | None:
        """Return the number of the finding that has led to a reference into a diagram; None if none has."""
        code = code_of(diagnostic)
        target = field_values(diagnostic).get(code.into_diagram, "") if code is not None and code.into_diagram else ""
        return self._origins.get(target.removeprefix("d:").partition("/")[0]) if target else None

    def crowded(self, diagnostic: Diagnostic) -> Span | None:
        """Return the place of the diagram or file of a syntax error, if it has many of this code."""
        place = self._place(diagnostic)
        return place if self._counts[diagnostic.code, place] > MOST_OF_A_PLACE else None

    def _place(self, diagnostic: Diagnostic) -> Span | None:
        code = code_of(diagnostic)
        if code is not None and code.crowds == "file":
            return whole_file(diagnostic.span.file)
        spans = self._in_files.get(diagnostic.span.file, ())
        return next((span for span in spans if span.start_line <= diagnostic.span.start_line <= span.end_line), None)

    def _unreadable(self, diagnostics: Sequence[Diagnostic]) -> dict[str, int]:
        """Return the ids of diagrams that could not be read whole, with the first error that says so."""
        origins: dict[str, int] = {}
        in_file = {diagram.file: diagram.id for diagram in self._diagrams if diagram.start_line == 1}
        for number, diagnostic in enumerate(diagnostics):
            code = code_of(diagnostic)
            if code is not None and code.breaks_diagram:
                origins.setdefault(field_values(diagnostic).get(code.breaks_diagram, ""), number)
            elif diagnostic.severity == "error" and diagnostic.phase is Phase.PARSE and diagnostic.span.file in in_file:
                origins.setdefault(in_file[diagnostic.span.file], number)
        return origins
