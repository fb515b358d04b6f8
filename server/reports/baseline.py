"""The baseline: a file of findings that are accepted, so that only new ones fail.

An entry is no hash but what a person reads in a diff: file, code, message and marked text, with a count. A finding is
accepted once for each time that the baseline counts it. A finding with another text, or in a file of another name, is
new: the baseline is to err by showing too much.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from compiler.disk.regular_file import read_regular, write_regular
from compiler.model.diagnostics import Diagnostic
from compiler.model.reasons import words_of
from server.reports.identity import identity
from server.reports.report import Identity, Report

VERSION = 1
MAX_BYTES = 256 * 1024 * 1024
_KEYS = {"file": str, "code": str, "message": str, "text": str, "count": int}


class Compared(NamedTuple):
    """The findings that a baseline does not have, how many it has, and its entries that are not found any more."""

    new: list[Diagnostic]
    accepted: int
    gone: Counter[Identity]


class BaselineError(click.ClickException):
    """A baseline that cannot be read or written. The message says why."""

    exit_code = 2


def compare(report: Report, baseline: Counter[Identity], shows: Callable[[str], bool]) -> Compared:
    """Compare the findings of a report with a baseline. Entries of codes that are not shown are not gone."""
    left = Counter(baseline)
    new = []
    for diagnostic in report.diagnostics:
        one = identity(diagnostic, report)
        if left[one] > 0:
            left[one] -= 1
        else:
            new.append(diagnostic)
    gone = Counter({finding: count for finding, count in left.items() if count > 0 and shows(finding.code)})
    return Compared(new, len(report.diagnostics) - len(new), gone)


def read_baseline(path: Path) -> Counter[Identity] | None:
    """Return the accepted findings and how often each is; None if there is no file. Raises BaselineError."""
    try:
        text = read_regular(path, MAX_BYTES).decode()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BaselineError(f"Cannot read the baseline '{path}': {error.strerror}") from None
    except ValueError:
        raise BaselineError(f"Cannot read the baseline '{path}': it is not UTF-8") from None
    try:
        return _parsed(json.loads(text))
    except (ValueError, RecursionError) as error:
        hint = "Remove it: then `frieze check --write-baseline` writes it anew."
        raise BaselineError(f"'{path}' is no baseline of this version: {words_of(error)}. {hint}") from None


def _parsed(content: Any) -> Counter[Identity]:
    if not isinstance(content, dict) or content.get("version") != VERSION:
        raise ValueError(f"it has no 'version': {VERSION}")
    entries = content.get("findings")
    if not isinstance(entries, list):
        raise ValueError("it has no list 'findings'")
    found: Counter[Identity] = Counter()
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or any(type(entry.get(key)) is not kind for key, kind in _KEYS.items()):
            raise ValueError(f"entry {number} of 'findings' needs {', '.join(_KEYS)}")
        found[Identity(*(entry[key] for key in Identity._fields))] += entry["count"]
    return found


def write_baseline(
    path: Path, report: Report, previous: Counter[Identity], shows: Callable[[str], bool]
) -> Counter[Identity]:
    """Write the findings of a report as a baseline, sorted, an entry a line, and return them. Previous entries of codes
    that are not shown are kept. A link is not written through: it may stand in a source, to lead anywhere. Raises
    BaselineError."""
    kept = {finding: count for finding, count in previous.items() if not shows(finding.code)}
    accepted = Counter(kept) + Counter(identity(diagnostic, report) for diagnostic in report.diagnostics)
    lines = [
        json.dumps({**finding._asdict(), "count": accepted[finding]}, ensure_ascii=False)
        for finding in sorted(accepted)
    ]
    listed = "".join(f"\n    {line}," for line in lines).removesuffix(",")
    text = f'{{\n  "version": {VERSION},\n  "findings": [{listed}\n  ]\n}}\n'
    try:
        write_regular(path, text.encode(errors="backslashreplace"), follow=False)
    except OSError as error:
        raise BaselineError(f"Cannot write the baseline '{path}': {error.strerror}") from None
    return accepted
