"""The settings that choose files: `exclude`, `include`, for each language the `paths` that it reads, and `project`:
what is the project though its name says otherwise.

All are lists of patterns, written as in a `.gitignore`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from compiler.languages.registry import LANGUAGES
from compiler.model.language import Language
from compiler.pipeline.settings.codes import WRONG_VALUE
from compiler.pipeline.settings.language_tables import language_tables
from compiler.pipeline.settings.pattern_lists import EXCLUDE, INCLUDE, MAX_PATTERNS, PATHS, PROJECT, patterns_in
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.ignore_patterns import IgnorePatterns
from compiler.text.toml_lines import Key

LANGUAGE_TABLES = tuple(language.name for language in LANGUAGES)

Pattern = tuple[Key, str]  # with the key of its list
Seen = tuple[str, bool]  # a path that discovery met, and whether it is a folder


class FileChoice(NamedTuple):
    """Which files the settings choose. `reads` says for a language with `paths` which files it may read, `wants` which
    it reads besides, because a table of it names them, `is_project` whether a file is the project whatever its name
    says, None if nothing is said. `patterns` are all of them."""

    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[str], bool]] = {}
    is_project: Callable[[str], bool] | None = None
    patterns: tuple[Pattern, ...] = ()
    wants: Mapping[str, Callable[[str], bool]] = {}

    def without_match(self, seen: Collection[Seen]) -> Iterator[Pattern]:
        """Give the patterns that select nothing of what was met, in their order. `!` is not looked at."""
        for key, written in self.patterns:
            pattern = IgnorePatterns([written.removeprefix("!")])
            if not any(pattern.selects(path, is_folder=is_folder) for path, is_folder in seen):
                yield key, written


def file_choice(text: SettingsText) -> FileChoice:
    """Return which files the settings choose. A mistake is reported, and its key counts as left out."""
    reads = {name: found for name in LANGUAGE_TABLES if (found := _reads(text, name))}
    exclude, include, project = (patterns_in(text, text.values, (key,)) for key in (EXCLUDE, INCLUDE, PROJECT))
    is_project = partial(_is_selected, IgnorePatterns(project)) if project else None
    lists: list[tuple[Key, tuple[str, ...]]] = [((EXCLUDE,), exclude), ((INCLUDE,), include), ((PROJECT,), project)]
    lists += [((name, PATHS), _stated(text.values[name].get(PATHS))) for name in reads]
    named = {language.name: _named(text, language) for language in LANGUAGES}
    wants = {
        language.name: partial(_is_wanted, language, [patterns for _, patterns in named[language.name]])
        for language in LANGUAGES
        if named[language.name]
    }
    lists += [pair for pairs in named.values() for pair in pairs]
    patterns = tuple((key, pattern) for key, listed in lists for pattern in listed)
    return FileChoice(exclude, include, reads, is_project, patterns, wants)


def _named(text: SettingsText, language: Language) -> list[tuple[Key, tuple[str, ...]]]:
    """The paths that the tables of a language name, each list with its key."""
    return [(table.key(PATHS), table.paths) for table in language_tables(text, language) if table.paths]


def _is_wanted(language: Language, lists: Sequence[tuple[str, ...]], path: str) -> bool:
    """Whether a table of a language names a file that the language can read."""
    may_read = language.settings is not None and language.settings.may_read(path)
    return may_read and any(IgnorePatterns(patterns).selects_file(path) for patterns in lists)


def _reads(text: SettingsText, language: str) -> Callable[[str], bool] | None:
    """What says which files a language may read; None if it may read all."""
    table = text.values.get(language, {})
    if not isinstance(table, dict):
        text.report(WRONG_VALUE, (language,), key=language, expected=f"a table, which begins [{language}]")
        return None
    text.report_unknown_keys(table, (PATHS, *_tables_of(language)), (language,))
    if not isinstance(table.get(PATHS), list):
        patterns_in(text, table, (language, PATHS))
        return None
    return partial(_is_selected, IgnorePatterns(patterns_in(text, table, (language, PATHS))))


def _tables_of(language: str) -> Collection[str]:
    settings = next(other.settings for other in LANGUAGES if other.name == language)
    return settings.tables if settings else ()


def _is_selected(patterns: IgnorePatterns, path: str) -> bool:
    return patterns.selects_file(path)


def _stated(value: Any) -> tuple[str, ...]:
    """The patterns of a list; () if it is none, or too long."""
    is_list = isinstance(value, list) and len(value) <= MAX_PATTERNS and all(isinstance(item, str) for item in value)
    return tuple(value) if is_list else ()
