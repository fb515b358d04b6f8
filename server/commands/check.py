"""`frieze check`: the findings that are selected and not in the baseline, with the settings of `[check]`."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click

from compiler.model.diagnostics import Diagnostic, Severity
from compiler.store.snapshot import Snapshot
from queries.tools.render import visible
from server.reports import FORMATS
from server.reports.baseline import BaselineError, compare, read_baseline, write_baseline
from server.reports.cascades import fold
from server.reports.report import Accepted, Report, folded, narrowed, report
from server.reports.selection import Selection, known_codes, refuse_unknown

MAX_MESSAGE = 500  # characters of such an entry, which anybody may have written
MAX_GONE = 20  # entries of the baseline that are listed when they are gone


class CheckOptions(NamedTuple):
    """The options of the command line; None for one that was not given: then `[check]` of `frieze.toml` says."""

    select: tuple[str, ...] | None
    ignore: tuple[str, ...] | None
    fail_on: Severity | None
    baseline: Path | None
    write_baseline: bool
    watch: bool = False

    def fails_on(self, snapshot: Snapshot) -> Severity:
        """Return the least severe finding that fails."""
        stated: Severity | None = snapshot.meta.get("check", {}).get("fail-on")
        return self.fail_on or stated or "error"

    def selection(self, snapshot: Snapshot) -> Selection:
        """Return the codes to show. Raises click.UsageError for one that does not exist."""
        stated = snapshot.meta.get("check", {})
        if self.select or self.ignore:
            known = known_codes(snapshot)
            refuse_unknown("--select", self.select or (), known)
            refuse_unknown("--ignore", self.ignore or (), known)
        select = self.select if self.select is not None else stated.get("select")
        ignore = self.ignore if self.ignore is not None else stated.get("ignore", ())
        return Selection(None if select is None else tuple(select), tuple(ignore))

    def baseline_of(self, snapshot: Snapshot, source: str) -> Path | None:
        """Return the path of the baseline: that of the command line, or that of `frieze.toml` from the source on.
        Raises BaselineError if a link leads the latter out of the source."""
        if self.baseline is not None:
            return self.baseline
        stated = snapshot.meta.get("check", {}).get("baseline")
        if not stated:
            return None
        folder = Path(source) if Path(source).is_dir() else Path(source).parent
        if not (folder / stated).resolve().is_relative_to(folder.resolve()):
            raise BaselineError(
                f"'{visible(stated)}', which frieze.toml names as the baseline, leads out of the source."
            )
        return folder / str(stated)


def format_of(name: str, *, statistics: bool, is_whole: bool) -> Callable[[Report], str]:
    """Return what renders a report; for people on a terminal a screen of it, unless it `is_whole`. Raises
    click.UsageError for a format that has no statistics."""
    if not statistics and name == "text" and not is_whole:
        from server.reports.brief import render

        return render
    if not statistics:
        return FORMATS[name]
    from server.reports.statistics import FORMATS as STATISTICS

    if name not in STATISTICS:
        raise click.UsageError(f"--statistics has no format '{name}': it is {' or '.join(STATISTICS)}.")
    return STATISTICS[name]


def refuse_unwatched(options: CheckOptions, format_name: str, *, statistics: bool) -> None:
    """Raise click.UsageError for options that `--watch` cannot hold."""
    if statistics:
        raise click.UsageError("--watch shows findings as they change, so it has no --statistics.")
    if options.write_baseline:
        raise click.UsageError("--watch writes no baseline: run `frieze check --write-baseline` before.")
    from server.reports.changes import FORMS as CHANGES

    if format_name not in CHANGES:
        raise click.UsageError(f"--watch has no format '{format_name}': it is {' or '.join(CHANGES)}.")


def checked(snapshot: Snapshot, source: str, options: CheckOptions, *, folds: bool = True) -> Report:
    """Return the report that the options ask for, in which findings of one cause are told together if it `folds`.

    Writes the baseline if it is asked to, or if there is none yet. Raises click.UsageError and BaselineError.
    """
    found = selected(snapshot, source, options)
    say_gone(found.accepted)
    return folded(found, *fold(found.diagnostics, snapshot)) if folds else found


def selected(snapshot: Snapshot, source: str, options: CheckOptions) -> Report:
    """Return a report on the findings that are selected and not in the baseline, each on its own. Writes and raises as
    `checked` does."""
    selection = options.selection(snapshot)
    whole = report(snapshot, source, _played(snapshot))
    shown = [diagnostic for diagnostic in whole.diagnostics if selection.shows(diagnostic.code)]
    ignored = Counter(diagnostic.code for diagnostic in whole.diagnostics if not selection.shows(diagnostic.code))
    found = narrowed(whole, shown, ignored=dict(sorted(ignored.items())), accepted=None)
    path = options.baseline_of(snapshot, source)
    if path is None and not options.write_baseline:
        return found
    if path is None:
        raise click.UsageError("--write-baseline needs --baseline FILE, or 'baseline' in [check] of frieze.toml.")
    return _compared(found, path, options, selection)


def _played(snapshot: Snapshot) -> list[Diagnostic]:
    """The findings of playing the worlds, if the settings ask: what plays is only imported then."""
    if "playthroughs" not in snapshot.meta.get("check", {}):
        return []
    from queries.world.findings import playthrough_findings

    return playthrough_findings(snapshot)


def _compared(found: Report, path: Path, options: CheckOptions, selection: Selection) -> Report:
    """Return the findings that the baseline does not have.

    A baseline that the command line names is written if it is missing, but its findings still count once: a misspelt
    name must not let everything pass.
    """
    baseline = read_baseline(path)
    if options.write_baseline:
        baseline = write_baseline(path, found, baseline or Counter(), selection.shows)
        click.echo(f"{_findings(baseline.total())} written to the baseline {visible(str(path))}", err=True)
    elif baseline is None and options.baseline is None:
        hint = "`frieze check --write-baseline` writes it."
        raise BaselineError(f"There is no '{visible(str(path))}', which frieze.toml names as the baseline. {hint}")
    elif baseline is None and options.watch:
        raise BaselineError(f"There is no baseline '{visible(str(path))}'. `frieze check --write-baseline` writes it.")
    elif baseline is None:
        written = write_baseline(path, found, Counter(), selection.shows)
        said = f"{_findings(written.total())} written to the new baseline {visible(str(path))}"
        click.echo(f"{said}: from now on only others are shown.", err=True)
        return found
    compared = compare(found, baseline, selection.shows)
    accepted = Accepted(str(path), compared.accepted, compared.gone)
    return narrowed(found, compared.new, ignored=found.ignored, accepted=accepted)


def say_gone(accepted: Accepted | None) -> None:
    """Say on standard error which entries of a baseline are not found any more."""
    if accepted is None or not accepted.gone:
        return
    gone = accepted.gone
    said = f"{_findings(sum(gone.values()))} of the baseline {visible(accepted.path)} no longer found"
    click.echo(f"{said}; `--write-baseline` removes such entries:", err=True)
    for identity in sorted(gone)[:MAX_GONE]:
        said = f"{identity.file or '(the source as a whole)'} {identity.code}: {identity.message}"
        click.echo(f"  {visible(' '.join(said[:MAX_MESSAGE].split()))}", err=True)
    if len(gone) > MAX_GONE:
        click.echo(f"  and {len(gone) - MAX_GONE} more", err=True)


def _findings(count: int) -> str:
    return f"{count} finding{'' if count == 1 else 's'}"
