"""`frieze explain`: the page of a diagnostic code."""

import click

from queries.errors.near import nearest
from queries.tools.render import visible
from server.reports.pages import page_codes, read_page

MAX_LISTED = 12


def explanation(code: str) -> str:
    """Return the page of a code as markdown. Upper and lower case do not matter, nor the end of a code that is the only
    one to begin so. Raises click.UsageError with near codes for any other word."""
    by_name = {page_code.upper(): page_code for page_code in page_codes()}
    wanted = code.upper()
    beginning = [matching for name, matching in by_name.items() if wanted and name.startswith(wanted)]
    if wanted in by_name:
        return read_page(by_name[wanted])[1]
    if len(beginning) == 1:
        return read_page(beginning[0])[1]
    raise click.UsageError(f"No diagnostic of Frieze has the code '{visible(code[:200])}'. {_hint(wanted, beginning)}")


def _hint(wanted: str, beginning: list[str]) -> str:
    if beginning:
        listed = ", ".join(beginning[:MAX_LISTED])
        more = len(beginning) - MAX_LISTED
        return f"These begin so: {listed}{f' and {more} more' if more > 0 else ''}."
    near = nearest(wanted, page_codes(), 1)
    return (
        f"Did you mean {near[0]}?" if near else "The codes of a project's own rules are explained in its frieze.toml."
    )
