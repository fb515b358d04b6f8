"""What each file of a source is to the project: a specification, code, a test or results; and whose configuration
holds for it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from compiler.languages.requirements import codes
from compiler.languages.requirements.claims import CONFIGURATION, MARKDOWN, RESULTS, WORLD
from compiler.languages.requirements.configuration import Configuration, configuration_of, configurations
from compiler.languages.requirements.ids import Ids
from compiler.languages.requirements.records import Code, Document, Results, Settings
from compiler.languages.requirements.selection import is_globbed
from compiler.languages.requirements.syntax.code import is_test_path
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Units
from compiler.model.source import REPORTED_BY_DISCOVERY, Source
from compiler.model.spans import whole_file

_UNKNOWN_PLACE = re.compile(r"\{(?!(?:namespace|level|associated|component)\})")


@dataclass(slots=True)
class Project:
    """The units of a source by what they are, in the order of their paths, and the configuration of each."""

    main: Configuration
    documents: list[Document] = field(default_factory=list)
    codes: list[Code] = field(default_factory=list)
    tests: list[Code] = field(default_factory=list)
    results: list[Results] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    _configurations: tuple[Configuration, ...] = ()
    _default: Configuration = field(default_factory=Configuration)
    _ids: dict[int, Ids] = field(default_factory=dict)
    _by_path: dict[str, tuple[Configuration, Ids]] = field(default_factory=dict)

    @property
    def is_configured(self) -> bool:
        return bool(self._configurations)

    def configuration(self, path: str) -> Configuration:
        """The configuration that holds for a file."""
        return configuration_of(path, self._configurations, self._default)

    def ids(self, path: str) -> Ids:
        """The ids that a file may use."""
        return self.rules(path)[1]

    @property
    def all_ids(self) -> list[Ids]:
        """The ids of every configuration: what one project cites may stand in another."""
        return [self._ids_of(one) for one in self._configurations]

    def rules(self, path: str) -> tuple[Configuration, Ids]:
        """Both of them."""
        found = self._by_path.get(path)
        if found is None:
            configuration = self.configuration(path)
            found = self._by_path[path] = configuration, self._ids_of(configuration)
        return found

    def _ids_of(self, configuration: Configuration) -> Ids:
        if id(configuration) not in self._ids:
            self._ids[id(configuration)] = Ids(configuration)
        return self._ids[id(configuration)]


def project_of(source: Source, units: Units) -> Project:
    """Sorts the units, and reports the files that were expected and cannot be used."""
    found, findings = configurations(unit for unit in units.values() if isinstance(unit, Settings))
    usable = tuple(_usable(one, findings) for one in found)
    main = next((one for one in reversed(usable)), Configuration())
    project = Project(main, findings=findings, _configurations=usable)
    for path, unit in units.items():
        _sort(project, path, unit)
    project.findings += _unread(source, project)
    _expected_results(source, project, units)
    return project


def _usable(configuration: Configuration, findings: list[Diagnostic]) -> Configuration:
    """The configuration, with default ids when its own cannot be read."""
    try:
        templates = "".join((configuration.template, *configuration.aliases))
        if "{component}" in configuration.template and not _UNKNOWN_PLACE.search(templates):
            Ids(configuration)
            return configuration
        key, expected = "the pattern of ids", "a template of {namespace}, {level.letter} and {component}, or {id}"
    except Exception:  # re and re2 have an error class each, and re2 may refuse what re accepts
        key, expected = "the pattern of a component", "a regular expression that RE2 accepts"
    path = configuration.files[0]
    findings.append(codes.BAD_VALUE.at(whole_file(path), key=key, path=path, expected=expected))
    return replace(configuration, template=Configuration().template, style="numeric", aliases=())


def _sort(project: Project, path: str, unit: object) -> None:
    configuration = project.configuration(path)
    inside = configuration.inside(path)
    if isinstance(unit, Document):
        if configuration.spec.holds(inside):
            project.documents.append(unit)
        elif configuration.journeys and configuration.journeys.holds(inside):
            project.documents.append(_journeys_of(unit))
    elif isinstance(unit, Results):
        if is_results(configuration, inside):
            project.results.append(unit)
    elif isinstance(unit, Code):
        is_test, is_code = _roles(configuration, inside, unit)
        if is_test:
            project.tests.append(unit)
        elif is_code:
            project.codes.append(unit)


def _journeys_of(unit: Document) -> Document:
    """The document with nothing but its journeys, prose and terms."""
    return unit._replace(blocks=tuple(one for one in unit.blocks if one.is_journey), near_headers=())


def _roles(configuration: Configuration, inside: str, unit: Code) -> tuple[bool, bool]:
    """Whether a source file is a test, and whether it is code; a project may have neither read."""
    named_test = is_test_path(inside)
    if configuration.tests is None:
        return named_test, True
    # Test directories may lie within those of code, so they are asked first.
    if configuration.tests.holds(inside):
        return configuration.reads_tests, False
    if not configuration.code.holds(inside):
        return False, False
    return named_test and bool(unit.tests) and configuration.reads_tests, not named_test or not unit.tests


def is_results(configuration: Configuration, inside: str) -> bool:
    """Whether a file is one of those where results are expected."""
    if configuration.result_patterns is None:
        return True
    places = [one for places in configuration.result_patterns for one in places]
    return configuration.reads_tests and any(is_globbed(inside, one) for one in places)


def _unread(source: Source, project: Project) -> Iterator[Diagnostic]:
    """The files that count for the project, by their names, and could not be read."""
    is_project = project.is_configured or bool(project.documents)
    for path, problem in sorted(source.problems.items(), key=lambda one: one[0].encode()):
        # A configuration tells that there is a project, even when it cannot be read.
        counts = path.rpartition("/")[2] in CONFIGURATION or (is_project and _is_expected(project, path))
        if counts and problem.kind not in REPORTED_BY_DISCOVERY:
            yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)


def _is_expected(project: Project, path: str) -> bool:
    """Whether a file is a specification, or holds results, going by its name alone."""
    configuration = project.configuration(path)
    inside = configuration.inside(path)
    if path.endswith(RESULTS):
        return configuration.layout != "none" and is_results(configuration, inside)
    if not path.endswith(MARKDOWN) or path.endswith(WORLD):
        return False
    return any(one and one.holds(inside) for one in (configuration.spec, configuration.journeys))


def _expected_results(source: Source, project: Project, units: Units) -> None:
    """Reports results files that are none, and patterns that no file fits."""
    for unit in project.results:
        if unit.problem:
            reason = unit.problem.replace("\n", " ")
            project.findings.append(codes.BAD_RESULTS.at(whole_file(unit.path), path=unit.path, reason=reason))
    for configuration in project._configurations:
        for places in configuration.result_patterns or () if configuration.reads_tests else ():
            fitting = [path for path in (*source.files, *source.problems) if _fits(configuration, path, places)]
            for path in fitting:
                if path in source.files and path not in units:
                    from compiler.languages.requirements.syntax.results import (
                        read_results,  # the XML parser takes its time
                    )

                    reason = read_results(path, source.files[path].text).problem or "it holds no test suite"
                    project.findings.append(codes.BAD_RESULTS.at(whole_file(path), path=path, reason=reason))
            if not fitting:
                span = whole_file(configuration.files[0])
                project.findings.append(codes.NO_RESULTS.at(span, pattern=places[0]))


def _fits(configuration: Configuration, path: str, places: tuple[str, ...]) -> bool:
    if not path.endswith(RESULTS) or (configuration.folder and not path.startswith(f"{configuration.folder}/")):
        return False
    return any(is_globbed(configuration.inside(path), one) for one in places)
