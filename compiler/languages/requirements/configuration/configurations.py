"""The configurations of a source: the files of each folder merged, and which configuration holds for a file."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from compiler.languages.requirements import codes
from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.ids import Ids
from compiler.languages.requirements.configuration.layouts import read_layout
from compiler.languages.requirements.configuration.reader import Reader
from compiler.languages.requirements.records import ConfigurationFile
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file

Json = Any
_UNKNOWN_FIELD = re.compile(r"\{(?!(?:namespace|level|associated|component)\})")


class Configurations:
    """The configuration of each folder that has one, deeper folders first."""

    def __init__(self, configurations: Iterable[Configuration] = ()) -> None:
        self.all = tuple(configurations)
        self._default = Configuration()
        self._ids = {id(one): Ids(one) for one in (*self.all, self._default)}
        self._by_folder: dict[str, tuple[Configuration, Ids]] = {}

    @property
    def main(self) -> Configuration:
        """The configuration of the topmost folder, or the defaults."""
        return self.all[-1] if self.all else self._default

    @property
    def all_ids(self) -> list[Ids]:
        """The ids of every configuration: one project may cite the ids of another."""
        return [self._ids[id(one)] for one in self.all]

    def of(self, path: str) -> Configuration:
        """The configuration that holds for a file: that of the nearest folder above."""
        return self.with_ids(path)[0]

    def ids(self, path: str) -> Ids:
        """The ids that a file may use."""
        return self.with_ids(path)[1]

    def with_ids(self, path: str) -> tuple[Configuration, Ids]:
        """The configuration that holds for a file, and its ids."""
        folder = path.rpartition("/")[0]
        if folder not in self._by_folder:
            above = (one for one in self.all if not one.folder or path.startswith(f"{one.folder}/"))
            configuration = next(above, self._default)
            self._by_folder[folder] = configuration, self._ids[id(configuration)]
        return self._by_folder[folder]

    def expect_results(self, path: str) -> bool:
        """Whether some configuration expects results in a file."""
        places = ((one, patterns) for one in self.all for patterns in one.expected_results)
        return any(one.holds_results(path, patterns) for one, patterns in places)


def read_configurations(files: Iterable[ConfigurationFile]) -> tuple[Configurations, list[Diagnostic]]:
    """The configurations of a source, and what is wrong with their values."""
    by_folder: dict[str, list[ConfigurationFile]] = {}
    for file in files:
        by_folder.setdefault(file.path.rpartition("/")[0], []).append(file)
    configurations: list[Configuration] = []
    findings: list[Diagnostic] = []
    for folder, members in by_folder.items():
        # The local file comes last, so its values win.
        members.sort(key=lambda one: one.path.endswith(".local.toml"))
        values: dict[str, Json] = {}
        for file in members:
            values = _merged(values, file.values or {})
        if any(file.values is not None for file in members):
            reader = Reader(values, members[0].path)
            configurations.append(read_layout(reader, folder, tuple(file.path for file in members)))
            findings += reader.findings
    configurations.sort(key=lambda one: (-one.folder.count("/") - bool(one.folder), one.folder))
    return Configurations([_with_valid_ids(one, findings) for one in configurations]), findings


def _with_valid_ids(configuration: Configuration, findings: list[Diagnostic]) -> Configuration:
    """The configuration; with default ids when its own templates or patterns are invalid, which is reported."""
    try:
        templates = "".join((configuration.template, *configuration.aliases))
        if "{component}" in configuration.template and not _UNKNOWN_FIELD.search(templates):
            Ids(configuration)
            return configuration
        key, expected = "the pattern of ids", "a template of {namespace}, {level.letter} and {component}, or {id}"
    except Exception:  # re and re2 raise an error class each, and re2 may refuse what re accepts
        key, expected = "the pattern of a component", "a regular expression that RE2 accepts"
    path = configuration.files[0]
    findings.append(codes.BAD_VALUE.at(whole_file(path), key=key, path=path, expected=expected))
    return replace(configuration, template=Configuration().template, style="numeric", aliases=())


def _merged(base: dict[str, Json], over: dict[str, Json]) -> dict[str, Json]:
    """`base` with the values of `over` laid over it, table by table."""
    merged = dict(base)
    for key, value in over.items():
        are_tables = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(cast(dict[str, Json], merged[key]), value) if are_tables else value
    return merged
