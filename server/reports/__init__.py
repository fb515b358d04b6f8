"""What `frieze check` prints: the diagnostics of a snapshot, in the words of whoever reads them."""

from collections.abc import Callable, Mapping

from server.reports import as_json, github, sarif, text
from server.reports.report import Report, report

__all__ = ["FORMATS", "Report", "report"]

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": text.render,
    "json": as_json.render,
    "sarif": sarif.render,
    "github": github.render,
}
