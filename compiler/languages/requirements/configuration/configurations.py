"""The configurations of a source: the files of each folder merged, and which configuration holds for a file."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from compiler.languages.requirements import codes
from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.ids import BARE_ID, Ids, ids_of
from compiler.languages.requirements.configuration.inference import Header, Inferred, infer
from compiler.languages.requirements.configuration.layouts import read_layout
from compiler.languages.requirements.configuration.reader import Reader
from compiler.languages.requirements.configuration.stated import Stated
from compiler.languages.requirements.records import ConfigurationFile
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file

Json = Any
# What is read as the id of a header.
HEADER_ID = re.compile(rf"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+|{BARE_ID}")
_UNKNOWN_FIELD = re.compile(r"\{(?!(?:namespace|level|associated|component)\})")


class Configurations:
    """The configuration of each folder that has one, deeper folders first, and what is inferred where none holds.

    Where none holds, ids that need no inference (`REQ-p00001`) are those of the defaults; `uses_defaults` says whether
    there are such headers. Other headers are those of an inferred project, or none; `mere_headings` are those, by path
    and line, that only repeat an id.
    """

    def __init__(
        self,
        configurations: Iterable[Configuration] = (),
        inferred: Iterable[Inferred] = (),
        *,
        uses_defaults: bool = False,
        mere_headings: Collection[tuple[str, int]] = (),
        default: Configuration | None = None,
    ) -> None:
        self.all = tuple(configurations)
        self._mere_headings = mere_headings
        self.inferred = tuple(inferred)
        self._default = default or Configuration()
        self._is_default = uses_defaults or not self.inferred
        known = (*self.all, *(guess.configuration for guess in self.inferred), self._default)
        self._ids = {id(configuration): ids_of(configuration) for configuration in known}
        self._by_folder: dict[str, tuple[Configuration, Ids]] = {}

    @property
    def main(self) -> Configuration:
        """The configuration of the topmost folder, or else that of the main project without settings."""
        return self.all[-1] if self.all else self._without_settings

    @property
    def _without_settings(self) -> Configuration:
        return self._default if self._is_default else self.inferred[0].configuration

    @property
    def all_ids(self) -> list[Ids]:
        """The ids of every configuration: one project may cite the ids of another."""
        others = [self._default, *(guess.configuration for guess in self.inferred)] if self.inferred else []
        return [self._ids[id(configuration)] for configuration in (*self.all, *others)]

    def of(self, path: str) -> Configuration:
        """The configuration that holds for a file: that of the nearest folder above."""
        return self.with_ids(path)[0]

    def ids(self, path: str) -> Ids:
        """The ids that a file may use."""
        return self.with_ids(path)[1]

    def ids_in_names(self, path: str) -> list[Ids]:
        """The ids that the name of a test in a file may hold."""
        if self.has_settings(path):
            return [self.ids(path)]
        return [
            self._ids[id(configuration)]
            for configuration in (self._default, *(guess.configuration for guess in self.inferred))
        ]

    def has_settings(self, path: str) -> bool:
        """Whether settings hold for a file."""
        return any(
            not configuration.folder or path.startswith(f"{configuration.folder}/") for configuration in self.all
        )

    def nested_project(self, path: str) -> str:
        """The folder of the project of a file if it lies in that of another project, else ""."""
        folder = self.of(path).folder
        is_nested = any(
            folder and (not configuration.folder or folder.startswith(f"{configuration.folder}/"))
            for configuration in self.all
        )
        return folder if is_nested else ""

    def with_ids(self, path: str) -> tuple[Configuration, Ids]:
        """The configuration that holds for a file, and its ids."""
        folder = path.rpartition("/")[0]
        if folder not in self._by_folder:
            above = (
                configuration
                for configuration in self.all
                if not configuration.folder or path.startswith(f"{configuration.folder}/")
            )
            configuration = next(above, self._without_settings)
            self._by_folder[folder] = configuration, self._ids[id(configuration)]
        return self._by_folder[folder]

    def of_header(self, path: str, line: int, native_id: str) -> tuple[Configuration, Ids] | None:
        """The configuration of a header in a specification, and its ids; None if the header is none."""
        if self.has_settings(path):
            configuration, ids = self.with_ids(path)
            return (configuration, ids) if ids.parse_header(native_id) else None
        if (path, line) in self._mere_headings:
            return None
        fitting = [guess.configuration for guess in self.inferred if (path, line) in guess.headers]
        configuration = next(iter(fitting), self._default)
        ids = self._ids[id(configuration)]
        return (configuration, ids) if ids.parse_header(native_id) else None

    def meant_for(self, path: str, native_id: str) -> Ids | None:
        """The ids of the project that a line, which is almost a header, is meant for; None if it is meant for none."""
        configuration, ids = self.with_ids(path)
        if configuration is not self._default and self.has_settings(path):
            return ids if ids.has_own_namespace(native_id) else None
        others = [self._ids[id(guess.configuration)] for guess in self.inferred]
        if fitting := next((other for other in others if other.parse_header(native_id)), None):
            return fitting
        default = self._ids[id(self._default)]
        is_meant = default.parse_header(native_id) or (self._is_default and default.has_own_namespace(native_id))
        return default if is_meant else None

    def expect_results(self, path: str) -> bool:
        """Whether some configuration expects results in a file."""
        places = (
            (configuration, patterns) for configuration in self.all for patterns in configuration.expected_results
        )
        return any(configuration.holds_results(path, patterns) for configuration, patterns in places)


def read_configurations(
    files: Iterable[ConfigurationFile],
    headers: Mapping[str, Sequence[Header]] | None = None,
    cited: Iterable[str] = (),
    stated: Stated | None = None,
) -> tuple[Configurations, list[Diagnostic]]:
    """The configurations of a source, and what is wrong with their values.

    What `frieze.toml` has `stated` goes before all others. What no settings tell is inferred from the `headers` of each
    file and the words that code has `cited`.
    """
    by_folder: dict[str, list[ConfigurationFile]] = {}
    for file in files:
        by_folder.setdefault(file.path.rpartition("/")[0], []).append(file)
    configurations: list[Configuration] = []
    findings: list[Diagnostic] = []
    for folder, members in by_folder.items():
        # The local file comes last, so its values win.
        members.sort(key=lambda member: member.path.endswith(".local.toml"))
        values: dict[str, Json] = {}
        for file in members:
            values = _merged(values, file.values or {})
        if any(file.values is not None for file in members):
            reader = Reader(values, members[0].path)
            configurations.append(read_layout(reader, folder, tuple(file.path for file in members)))
            findings += reader.findings
    configurations.sort(
        key=lambda configuration: (-configuration.folder.count("/") - bool(configuration.folder), configuration.folder)
    )
    valid = [_with_valid_ids(configuration, findings) for configuration in configurations]
    if stated:
        valid = [configuration if configuration.folder else stated.over(configuration) for configuration in valid]
        valid += [stated.project] if stated.shape and all(configuration.folder for configuration in valid) else []
    return _with_inferred(Configurations(valid), headers or {}, cited, stated), findings


def _with_inferred(
    settings: Configurations, headers: Mapping[str, Sequence[Header]], cited: Iterable[str], stated: Stated | None
) -> Configurations:
    """The configurations with those of the projects that have no settings."""
    plain = stated.over(Configuration()) if stated and not stated.shape else Configuration()
    unsettled = {
        path: found
        for path, found in headers.items()
        if not settings.has_settings(path) and plain.is_specification(path)
    }
    if not unsettled:
        return Configurations(settings.all, default=plain)
    default = ids_of(plain)
    of_default = [
        (path, header, native_id)
        for path, found in unsettled.items()
        for header in found
        if (native_id := default.parse_header(header.id))
    ]
    # A page may have headings with the ids of requirements that another page states.
    known = {native_id for _, header, native_id in of_default if header.states_anything}
    mere_headings = {
        (path, header.line)
        for path, header, native_id in of_default
        if native_id in known and not header.states_anything
    }
    inferred = infer(unsettled, cited, default)
    if stated and not stated.shape:
        inferred = tuple(replace(guess, configuration=stated.over(guess.configuration)) for guess in inferred)
    return Configurations(
        settings.all, inferred, uses_defaults=bool(of_default), mere_headings=mere_headings, default=plain
    )


def _with_valid_ids(configuration: Configuration, findings: list[Diagnostic]) -> Configuration:
    """The configuration; with default ids when its own templates or patterns are invalid, which is reported."""
    is_older = configuration.layout == "older"
    key = "patterns.id_template" if is_older else "id-patterns.canonical"
    try:
        templates = "".join((configuration.template, *configuration.aliases))
        if "{component}" not in configuration.template or _UNKNOWN_FIELD.search(templates):
            expected = "a template of {namespace}, {type} or {level.letter}, and {component}, or {id}"
        elif configuration.style == "numeric" and not HEADER_ID.fullmatch(example := ids_of(configuration).pattern):
            expected = (
                "a template whose ids are letters and digits with '-', '_' or '.' between them, or up to 12 letters "
                f"and at least two digits: {example} is none"
            )
        else:
            ids_of(configuration)
            return configuration
    except Exception:  # re and re2 raise an error class each, and re2 may refuse what re accepts
        key = "patterns.id_format.pattern" if is_older else "id-patterns.component.pattern"
        expected = "a regular expression that RE2 accepts"
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
