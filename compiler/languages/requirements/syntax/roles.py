"""Which files are parsed again once the configuration of the project is known.

`parse` takes every word of the shape of an id for one. `further` finds the markdown files in which that was wrong, and
the files that should hold results and do not.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from compiler.languages.requirements.claims import PROJECT_SETTINGS, is_configuration
from compiler.languages.requirements.configuration.configurations import Configurations, read_configurations
from compiler.languages.requirements.configuration.inference import Header
from compiler.languages.requirements.configuration.stated import LANGUAGE, TABLE, stated_in
from compiler.languages.requirements.records import (
    Block,
    CodeFile,
    ConfigurationFile,
    MarkdownFile,
    MixedFile,
    ProjectSettings,
    Unit,
)
from compiler.languages.requirements.syntax.code import ITEM
from compiler.languages.requirements.syntax.markdown import HeaderCorrections
from compiler.model.diagnostics import Diagnostic

Json = Any
EXPECTED_RESULTS = "expected results"  # the role of a file that should hold results


class MarkdownOutline(NamedTuple):
    """The headers of a markdown file with their evidence, and the lines that almost are headers: line and id."""

    headers: tuple[Header, ...]
    near_headers: tuple[tuple[int, str], ...]


class MapOutline(NamedTuple):
    """The names of files in the maps and matrices of a file, and the outline of all else in it."""

    names: tuple[str, ...]
    native: Json


class CodeOutline(NamedTuple):
    """The words that the comments of a source file cite."""

    cited: tuple[str, ...]


def outline(path: str, unit: Unit) -> Json:
    """What `further` needs to know of a file: settings, the headers of markdown, the words that code cites."""
    if isinstance(unit, MixedFile):
        native = None if unit.native is None else outline(path, unit.native)
        return MapOutline(names, native) if (names := named_in(unit)) else native
    if isinstance(unit, ConfigurationFile):
        return unit.values
    if isinstance(unit, ProjectSettings):
        return unit.table
    if isinstance(unit, CodeFile):
        cited = tuple(word for comment in unit.comments for word in ITEM.findall(comment.citation.text))
        return CodeOutline(cited) if cited else None
    if not isinstance(unit, MarkdownFile):
        return None
    found = [_header(block) for block in unit.blocks if not block.is_journey]
    headers = tuple(sorted([*found, *(Header(header.range.first, header.id) for header in unit.foreign_headers)]))
    near_headers = tuple((near.line, near.id) for near in unit.near_headers)
    return MarkdownOutline(headers, near_headers) if headers or near_headers else None


def _header(block: Block) -> Header:
    """The header of a requirement, and what below it proves that it is one."""
    return Header(
        block.header.first,
        block.id,
        level=dict(block.fields).get("level", ""),
        has_assertions=any(section.entries for section in block.sections),
        has_end=block.is_closed,
        parents=tuple(word for citation in block.citations for word in ITEM.findall(citation.text)),
    )


def native_outlines(outlines: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the outlines of the language's own files, without what maps name."""
    if not any(isinstance(parsed_file, MapOutline) for parsed_file in outlines.values()):
        return outlines
    return {
        path: parsed_file.native if isinstance(parsed_file, MapOutline) else parsed_file
        for path, parsed_file in outlines.items()
    }


def named_in(unit: MixedFile) -> tuple[str, ...]:
    """Return the names of files in the maps and matrices of a file, sorted."""
    return tuple(sorted({tag.on for other in unit.others for tag in other.tags if tag.on}))


def configurations_of(outlines: Mapping[str, Json]) -> tuple[Configurations, list[Diagnostic]]:
    """The configurations of a source, from the outlines of its files, and what is wrong with their values."""
    outlines = native_outlines(outlines)
    files = [ConfigurationFile(path, values) for path, values in outlines.items() if is_configuration(path)]
    headers = {
        path: parsed_file.headers for path, parsed_file in outlines.items() if isinstance(parsed_file, MarkdownOutline)
    }
    cited = (
        word for parsed_file in outlines.values() if isinstance(parsed_file, CodeOutline) for word in parsed_file.cited
    )
    table = outlines.get(PROJECT_SETTINGS)
    stated = stated_in(PROJECT_SETTINGS, {LANGUAGE: {TABLE: table}}) if isinstance(table, dict) else None
    return read_configurations(files, headers, cited, stated)


def further(paths: Iterable[str], outlines: Mapping[str, Json]) -> list[tuple[str, str]]:
    """The files to parse again, each with its role. `paths` are all files, `outlines` has the files with a unit."""
    outlines = native_outlines(outlines)
    if not any(outlines.values()):
        return []
    configurations, _ = configurations_of(outlines)
    roles = {path: EXPECTED_RESULTS for path in paths if path not in outlines and configurations.expect_results(path)}
    for path, parsed_file in outlines.items():
        if isinstance(parsed_file, MarkdownOutline) and (
            role := _corrections(configurations, path, parsed_file).role()
        ):
            roles[path] = role
    return list(roles.items())


def _corrections(configurations: Configurations, path: str, headers: MarkdownOutline) -> HeaderCorrections:
    """What was wrong with the headers of a file."""
    configuration, ids = configurations.with_ids(path)
    if not configuration.is_specification(path):
        return HeaderCorrections()
    foreign = [
        header.line for header in headers.headers if configurations.of_header(path, header.line, header.id) is None
    ]
    # Projects of the older layout accept such lines as headers. A bare id is one only where the settings make it so.
    is_lenient = configuration.layout == "older"
    accepted = [
        line
        for line, native_id in headers.near_headers
        if (is_lenient or native_id.isalnum()) and ids.parse_header(native_id)
    ]
    return HeaderCorrections(tuple(foreign), tuple(accepted))
