"""Sorts the units of a source into specifications, code, tests and results, as the configuration says."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from compiler.languages.requirements import codes
from compiler.languages.requirements.claims import is_configuration, is_markdown, is_xml, may_be_xml
from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.configurations import Configurations
from compiler.languages.requirements.configuration.ids import Ids
from compiler.languages.requirements.format_registry import is_owned
from compiler.languages.requirements.linking.covered_files import FilesOfMaps
from compiler.languages.requirements.records import CodeFile, MarkdownFile, MixedFile, ResultsFile, Unit
from compiler.languages.requirements.syntax.code import ITEM
from compiler.languages.requirements.syntax.roles import MapOutline, configurations_of, outline
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Units
from compiler.model.source import Source
from compiler.model.spans import Span, whole_file
from compiler.text.paths_of_tests import is_test_path


@dataclass(slots=True)
class Project:
    """The units of a source by their use, in the order of their paths, those of examples last.

    `examples` are the files that state requirements or evidence and are not the project.
    """

    configurations: Configurations
    documents: list[MarkdownFile] = field(default_factory=list)
    codes: list[CodeFile] = field(default_factory=list)
    tests: list[CodeFile] = field(default_factory=list)
    results: list[ResultsFile] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    examples: frozenset[str] = frozenset()

    @property
    def is_configured(self) -> bool:
        return bool(self.configurations.all)


def project_of(source: Source, units: Units) -> Project:
    """The units by their use, and findings on files that were expected and cannot be used."""
    configurations, findings = configurations_of({path: outline(path, unit) for path, unit in units.items()})
    examples = examples_of(source, units)
    project = Project(configurations, findings=[*findings, *_inferences(configurations, examples)], examples=examples)
    for path in sorted(units, key=lambda path: path in examples):  # the project keeps an id that both have
        _add(project, configurations.of(path), path, units[path])
    project.findings += _unread_files(source, project)
    project.findings += _damaged_results(project.results)
    project.findings += _missing_results(source, configurations)
    return project


def asks(source: Source, outlines: Mapping[str, Any]) -> Any:
    """What linking asks of a source beside its units: the files that could not be read and may belong to the project,
    missing results, and the files that maps name."""
    configurations, _ = configurations_of(outlines)
    folders = {path.rpartition("/")[0] for path in outlines}  # those of specifications are among them

    def may_belong(path: str) -> bool:
        return _belongs(configurations, folders, path)

    files = FilesOfMaps(source)
    named = [
        (name, path, files.named(name, path))
        for path, parsed_file in sorted(outlines.items())
        if isinstance(parsed_file, MapOutline)
        for name in parsed_file.names
    ]
    return tuple(source.unread(may_belong, missing=True)), tuple(_missing_results(source, configurations)), tuple(named)


def examples_of(source: Source, units: Units) -> frozenset[str]:
    """The files that are not the project. What stands in a prompt is no requirement, but its code is the project's."""
    kinds = {path: "requirement" if _states(units[path]) else "code" for path in source.examples if path in units}
    return frozenset(path for path, kind in kinds.items() if source.examples[path].marks(kind))


def _states(unit: Unit) -> bool:
    """Whether a file states requirements, rather than citing them."""
    if isinstance(unit, MixedFile):
        return any(other.items or other.settings for other in unit.others)
    return isinstance(unit, MarkdownFile)


def without_citations(project: Project) -> Project:
    """Return a project without what comments of code and tests cite. The tests stay."""

    def plain(units: Iterable[CodeFile]) -> list[CodeFile]:
        return [unit._replace(comments=()) for unit in units]

    return replace(project, codes=plain(project.codes), tests=plain(project.tests))


def _inferences(configurations: Configurations, examples: frozenset[str]) -> Iterator[Diagnostic]:
    """Findings that say what was inferred, one a project. They stand in no example, where nothing is reported."""
    for guess in configurations.inferred:
        own = (place for place in guess.proven_at if place[0] not in examples)
        path, line, native_id = next(own, guess.proven_at[0])
        said = guess.json()
        yield codes.INFERRED.at(
            Span(path, line, 1, line, 1),
            prefix=said["prefix"],
            headers=len(guess.headers),
            example=native_id,
            levels=", ".join(said["levels"]) or "none",
        )


def _add(project: Project, configuration: Configuration, path: str, unit: Unit) -> None:
    if isinstance(unit, MarkdownFile):
        if configuration.is_specification(path):
            project.documents.append(unit)
        elif configuration.is_journeys(path):
            project.documents.append(_only_journeys(unit))
    elif isinstance(unit, ResultsFile):
        if configuration.is_results(path):
            project.results.append(unit)
    elif isinstance(unit, CodeFile):
        is_test, is_code = _uses(configuration, configuration.inside(path), unit)
        if configuration.layout != "older":
            project.findings += (
                _without_colon(path, unit, project.configurations.ids(path)) if is_test or is_code else ()
            )
            unit = unit._replace(comments=tuple(comment for comment in unit.comments if comment.citation.has_colon))
        if is_test:
            project.tests.append(unit)
        elif is_code:
            project.codes.append(unit)


def _without_colon(path: str, unit: CodeFile, ids: Ids) -> Iterator[Diagnostic]:
    """Findings on comments that would cite the project if there were a colon behind the keyword."""
    for comment in unit.comments:
        citation = comment.citation
        found = None if citation.has_colon or citation.keyword == "tests" else ITEM.match(citation.text)
        if found and ids.has_own_namespace(found.group()) and ids.parse_reference(found.group()):
            keyword, span = citation.keyword.capitalize(), citation.span(path, 0, found.end())
            yield codes.NO_COLON.at(span, keyword=keyword, target=found.group())


def _only_journeys(unit: MarkdownFile) -> MarkdownFile:
    """The file with its journeys, prose and terms, but without requirements."""
    return unit._replace(blocks=tuple(block for block in unit.blocks if block.is_journey), near_headers=())


def _uses(configuration: Configuration, inside: str, unit: CodeFile) -> tuple[bool, bool]:
    """Whether a source file is a test, and whether it is code; neither, if the project does not read it."""
    is_named_test = is_test_path(inside)
    if configuration.tests is None:
        return is_named_test, True
    # Tests come first, since their folders may lie within those of code.
    if configuration.tests.holds(inside):
        return configuration.reads_tests, False
    if not configuration.code.holds(inside):
        return False, False
    return is_named_test and bool(unit.tests) and configuration.reads_tests, not is_named_test or not unit.tests


def _unread_files(source: Source, project: Project) -> Iterator[Diagnostic]:
    """Findings on files that belong to the project, by their names, and could not be read. An unread configuration
    counts too: it shows that there is a project."""
    folders = {document.path.rpartition("/")[0] for document in project.documents if document.blocks}

    def is_expected(path: str) -> bool:
        return _belongs(project.configurations, folders, path)

    for path, problem in source.unread(is_expected, missing=True):
        yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)


def _belongs(configurations: Configurations, folders: Collection[str], path: str) -> bool:
    """Whether a file belongs to a project, by its name. `folders` are those of specifications."""
    return is_configuration(path) or is_owned(path) or _is_expected(configurations, folders, path)


def _is_expected(configurations: Configurations, folders: Collection[str], path: str) -> bool:
    """Whether a file is a specification or should hold results, by its name. Without settings any page may be a
    specification; those in the folders of others are expected to be one."""
    configuration = configurations.of(path)
    has_settings = configurations.has_settings(path)
    if is_xml(path):
        return has_settings and configuration.is_results(path)
    if not is_markdown(path) or not (has_settings or path.rpartition("/")[0] in folders):
        return False
    return configuration.is_specification(path) or configuration.is_journeys(path)


def _damaged_results(results: Iterable[ResultsFile]) -> Iterator[Diagnostic]:
    for unit in results:
        if unit.problem:
            reason = unit.problem.replace("\n", " ")
            yield codes.BAD_RESULTS.at(whole_file(unit.path), path=unit.path, reason=reason)


def _missing_results(source: Source, configurations: Configurations) -> Iterator[Diagnostic]:
    """Findings on places where results are expected and no file lies, one for each pattern. What is not XML is not
    read, and what git ignores is there only after a run of the tests."""
    paths = (*source.files, *source.problems)
    for configuration in configurations.all:
        for patterns in dict.fromkeys(configuration.expected_results):
            expected = [f"{configuration.folder}/{pattern}".lstrip("/") for pattern in patterns]
            if not any(map(may_be_xml, patterns)) or any(map(source.is_ignored, expected)):
                continue
            if not any(configuration.holds_results(path, patterns) for path in paths):
                yield codes.NO_RESULTS.at(whole_file(configuration.files[0]), pattern=patterns[0])
