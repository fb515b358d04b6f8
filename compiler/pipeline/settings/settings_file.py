"""Read the settings of a source: `frieze.toml` in its root.

A source that is a single file has no settings: the folder around it is no part of it. What parses settings is imported
for a source that has some.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from compiler.model.diagnostics import Diagnostic
from compiler.model.source import REPORTED_BY_DISCOVERY, Source, SourceFile
from compiler.model.spans import whole_file

if TYPE_CHECKING:
    from compiler.pipeline.settings.file_choice import FileChoice
    from compiler.pipeline.settings.rule import Rule

SETTINGS_FILE = "frieze.toml"
MAX_SETTINGS_BYTES = 256 * 1024
KEYS = ("check", "extend", "rule", "exclude", "include", "project")  # and a table for each language
SOURCES = "source"  # the tables of a workspace file


class Settings(NamedTuple):
    """What `frieze.toml` says: the rules to run, the settings of `frieze check` by key, and what is wrong with it.

    `file` is None if it could not be read. `languages` are those that a table of their own says something of.
    """

    file: SourceFile | None
    rules: tuple["Rule", ...]
    diagnostics: tuple[Diagnostic, ...]
    check: Mapping[str, Any] = MappingProxyType({})
    languages: tuple[str, ...] = ()

    @property
    def stated_rules(self) -> list[dict[str, Any]]:
        """The rules that the project states itself, as the snapshot keeps them for reports: code, severity, message."""
        own = (rule for rule in self.rules if not rule.is_recommended)
        return [{"code": rule.code, "severity": rule.severity, "message": rule.message} for rule in own]


NO_SETTINGS = Settings(None, (), ())


def read_settings(source: Source, own_codes: Callable[[], Collection[str]]) -> Settings:
    """Read the settings of a source that has some. Mistakes are reported, and the rest is used.

    `own_codes` gives the codes of Frieze. It is called only if the settings name codes.
    """
    from compiler.languages.registry import LANGUAGES
    from compiler.pipeline.settings.check import check_settings
    from compiler.pipeline.settings.codes import NO_MATCH, NOT_FOLLOWED
    from compiler.pipeline.settings.file_choice import LANGUAGE_TABLES, file_choice
    from compiler.pipeline.settings.language_tables import language_tables
    from compiler.pipeline.settings.recommended import recommended_rules
    from compiler.pipeline.settings.rule import rules_of
    from compiler.pipeline.settings.settings_text import parse_settings

    file = read_settings_file(source)
    if file is None:
        return Settings(None, (), _unread(source))
    text = parse_settings(SETTINGS_FILE, file.text)
    text.report_unknown_keys(text.values, (*KEYS, SOURCES, *LANGUAGE_TABLES))
    if SOURCES in text.values:
        text.report(NOT_FOLLOWED, (SOURCES,), path=SETTINGS_FILE)
    file_choice(text)  # which discovery used; here its mistakes are reported
    for key, pattern in source.idle_patterns:
        text.report_at(NO_MATCH, text.item_span(key, pattern), pattern=pattern, key=".".join(map(str, key)))
    rules = (*recommended_rules(text), *rules_of(text))
    check = check_settings(text, own_codes, [rule.code for rule in rules])
    found = tuple(text.diagnostics)
    told = tuple(language.name for language in LANGUAGES if any(True for _ in language_tables(text, language)))
    return Settings(file, rules, found, check, told)


def read_file_choice(source: Source) -> "FileChoice | None":
    """Return which files the settings choose; None if there are no settings. Mistakes are left to `read_settings`."""
    from compiler.pipeline.settings.file_choice import file_choice
    from compiler.pipeline.settings.settings_text import parse_settings

    file = read_settings_file(source)
    return file_choice(parse_settings(SETTINGS_FILE, file.text)) if file else None


def read_settings_file(source: Source) -> SourceFile | None:
    """Return the file of settings; None if it cannot be read."""
    return source.read(SETTINGS_FILE, MAX_SETTINGS_BYTES)


def _unread(source: Source) -> tuple[Diagnostic, ...]:
    from compiler.pipeline.settings.codes import UNREADABLE_SETTINGS

    problem = source.problem(SETTINGS_FILE)
    if problem is None or problem.kind == "missing" or problem.kind in REPORTED_BY_DISCOVERY:
        return ()
    span = whole_file(SETTINGS_FILE)
    return (UNREADABLE_SETTINGS.at(span, path=SETTINGS_FILE, reason=problem.reason),)
