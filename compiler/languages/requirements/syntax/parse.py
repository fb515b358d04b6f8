"""Parses one file of any kind: requirement markdown, code, results or configuration.

The parser of each kind is imported at its first use, since most sources have files of few kinds.
"""

from compiler.languages.requirements import codes
from compiler.languages.requirements.claims import PROJECT_SETTINGS, is_configuration, is_markdown, is_xml
from compiler.languages.requirements.format_registry import read_formats
from compiler.languages.requirements.records import ConfigurationFile, Function, MixedFile, ProjectSettings
from compiler.model.language import Parsed
from compiler.model.spans import whole_file


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and what is wrong with it. The unit is None when nothing in the file is of this language."""
    return _with_formats(path, text, _parse_native(path, text))


def _with_formats(path: str, text: str, native: Parsed) -> Parsed:
    """The unit with what other formats read in the file, and the functions that their tags stand in."""
    others = read_formats(path, text)
    if not others:
        return native
    lines = [tag.cited.place.line for other in others for tag in other.tags]
    functions: tuple[Function | None, ...] = ()
    if lines:
        from compiler.languages.requirements.syntax.code import functions_at

        functions = functions_at(path, text, lines)
    return Parsed(MixedFile(path, native.unit, others, functions), native.diagnostics)


def _parse_native(path: str, text: str) -> Parsed:
    """The unit of a file without what other formats read in it."""
    if path == PROJECT_SETTINGS:
        return _parse_project_settings(path, text)
    if is_configuration(path):
        return _parse_configuration(path, text)
    if is_markdown(path):
        from compiler.languages.requirements.syntax.markdown import parse_markdown

        return Parsed(parse_markdown(path, text), ())
    if is_xml(path):
        from compiler.languages.requirements.syntax.results import parse_results

        return Parsed(parse_results(path, text), ())
    from compiler.languages.requirements.syntax.code import parse_code

    return Parsed(parse_code(path, text), ())


def parse_as(path: str, text: str, role: str) -> Parsed:
    """Parse a file again in a role that `roles.further` gave it.

    Markdown is parsed with its headers corrected. A file that should hold results, and of which `parse` made no unit,
    gets no unit now either, but a finding that says why.
    """
    from compiler.languages.requirements.syntax.roles import EXPECTED_RESULTS

    if role == EXPECTED_RESULTS:
        from compiler.languages.requirements.syntax.results import read_results

        problem = read_results(path, text).problem
        # The code is one of the link phase, but linking reads no texts.
        return Parsed(None, (codes.BAD_RESULTS.at(whole_file(path), path=path, reason=problem),) if problem else ())
    from compiler.languages.requirements.syntax.markdown import HeaderCorrections, parse_markdown

    return _with_formats(path, text, Parsed(parse_markdown(path, text, HeaderCorrections.from_role(role)), ()))


def _parse_project_settings(path: str, text: str) -> Parsed:
    """What the settings of the project say of specifications. Mistakes are reported where all settings are read."""
    from compiler.languages.requirements.configuration.stated import LANGUAGE, TABLE
    from compiler.text.toml import TomlError, parse_toml

    try:
        own = parse_toml(text).get(LANGUAGE)
    except TomlError:
        return Parsed(None, ())
    table = own.get(TABLE) if isinstance(own, dict) else None
    return Parsed(ProjectSettings(path, table) if isinstance(table, dict) else None, ())


def _parse_configuration(path: str, text: str) -> Parsed:
    from compiler.text.toml import TomlError, parse_toml

    try:
        return Parsed(ConfigurationFile(path, parse_toml(text)), ())
    except TomlError as error:
        finding = codes.BAD_CONFIGURATION.at(whole_file(path), path=path, reason=str(error))
        return Parsed(ConfigurationFile(path, None), (finding,))
