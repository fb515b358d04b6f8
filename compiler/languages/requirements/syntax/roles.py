"""Which files are parsed again once the configuration of the project is known.

`parse` takes every word of the shape of an id for one. `further` finds the markdown files in which that was wrong, and
the files that should hold results and do not.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from compiler.languages.requirements.claims import is_configuration
from compiler.languages.requirements.configuration.configurations import Configurations, read_configurations
from compiler.languages.requirements.records import ConfigurationFile, MarkdownFile, Unit
from compiler.languages.requirements.syntax.markdown import HeaderCorrections

Json = Any
EXPECTED_RESULTS = "expected results"  # the role of a file that should hold results


class MarkdownOutline(NamedTuple):
    """The headers of requirements, and the lines that almost are headers, of a markdown file: pairs of line and id."""

    headers: tuple[tuple[int, str], ...]
    near_headers: tuple[tuple[int, str], ...]


def outline(path: str, unit: Unit) -> Json:  # noqa: ARG001
    """What `further` needs to know of a file: the values of a configuration, the headers of a markdown file."""
    if isinstance(unit, ConfigurationFile):
        return unit.values
    if not isinstance(unit, MarkdownFile):
        return None
    headers = tuple((block.header.first, block.id) for block in unit.blocks if not block.is_journey)
    near_headers = tuple((near.line, near.id) for near in unit.near_headers)
    return MarkdownOutline(headers, near_headers) if headers or near_headers else None


def further(paths: Iterable[str], outlines: Mapping[str, Json]) -> list[tuple[str, str]]:
    """The files to parse again, each with its role. `paths` are all files, `outlines` has the files with a unit."""
    if not any(outlines.values()):
        return []
    configurations, _ = read_configurations(
        ConfigurationFile(path, values) for path, values in outlines.items() if is_configuration(path)
    )
    roles = {path: EXPECTED_RESULTS for path in paths if path not in outlines and configurations.expect_results(path)}
    for path, one in outlines.items():
        if isinstance(one, MarkdownOutline) and (role := _corrections(configurations, path, one).role()):
            roles[path] = role
    return list(roles.items())


def _corrections(configurations: Configurations, path: str, headers: MarkdownOutline) -> HeaderCorrections:
    """What was wrong with the headers of a file."""
    configuration, ids = configurations.with_ids(path)
    if not configuration.is_specification(path):
        return HeaderCorrections()
    foreign = [line for line, native_id in headers.headers if ids.parse_header(native_id) is None]
    # Projects of the older layout accept such lines as headers.
    is_lenient = configuration.layout == "older"
    accepted = [line for line, native_id in headers.near_headers if is_lenient and ids.parse_header(native_id)]
    return HeaderCorrections(tuple(foreign), tuple(accepted))
