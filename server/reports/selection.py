"""Which findings are shown: `--select` and `--ignore`, by code or by the beginning of one."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

import click

from compiler.pipeline.codes import own_codes
from compiler.store.snapshot import Snapshot
from compiler.text.near_names import did_you_mean
from queries.errors.near import nearest
from queries.tools.render import visible

# Mistakes in `frieze.toml` are shown whatever is selected, so that a mistake in `select` does not hide itself.
_OF_SETTINGS = re.compile(r"FRZ2\d\d")


class Selection(NamedTuple):
    """The codes to show. `select` is None if all are."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()

    def shows(self, code: str) -> bool:
        """Whether findings of a code are shown. The longest beginning decides; of two that are equal, `ignore`."""
        selected = _longest(self.select, code) if self.select is not None else 0
        ignored = _longest(self.ignore, code)
        if selected < 0 and _OF_SETTINGS.fullmatch(code):
            selected = 0
        return selected > ignored


def _longest(beginnings: Collection[str], code: str) -> int:
    """Return the length of the longest of the beginnings that a code has; -1 if it has none of them."""
    return max((len(beginning) for beginning in beginnings if code.startswith(beginning)), default=-1)


def known_codes(snapshot: Snapshot) -> list[str]:
    """Return the codes of Frieze and of the project's own rules, sorted."""
    return sorted(own_codes().union(rule["code"] for rule in snapshot.meta.get("rules", ())))


def refuse_unknown(option: str, codes: Sequence[str], known: Sequence[str]) -> None:
    """Raise click.UsageError, with the nearest code, for the first that no known code begins with."""
    for code in codes:
        if not any(known_code.startswith(code) for known_code in known):
            near = next(iter(nearest(code, known, 1)), None)
            hint = did_you_mean(near) or "docs/diagnostics/README.md lists the codes of Frieze."
            raise click.UsageError(f"{option}: no code is or begins with '{visible(code[:200])}'. {hint}")
