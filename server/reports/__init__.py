"""The formats of `frieze check`: text for people, JSON, SARIF, GitHub workflow commands and GitLab code quality."""

from collections.abc import Callable, Mapping

from server.reports import as_json, github, gitlab, sarif, text
from server.reports.report import Report, report

__all__ = ["FORMATS", "Report", "report"]

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": text.render,
    "json": as_json.render,
    "sarif": sarif.render,
    "github": github.render,
    "gitlab": gitlab.render,
}
