"""The settings that choose files: `exclude`, `include`, for each language the `paths` that it reads, and `project`:
what is the project though its name says otherwise.

All are lists of patterns, written as in a `.gitignore`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from compiler.languages.registry import LANGUAGES
from compiler.pipeline.settings.codes import WRONG_VALUE
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.ignore_patterns import IgnorePatterns
from compiler.text.toml_lines import Key

EXCLUDE, INCLUDE, PROJECT, PATHS = "exclude", "include", "project", "paths"
LANGUAGE_TABLES = tuple(language.name for language in LANGUAGES)
LANGUAGE_KEYS = (PATHS,)

MAX_PATTERNS = 200  # of one list: each is compared with every path that was met
EXAMPLES = {
    EXCLUDE: '["docs/archive/", "*.draft.md"]',
    INCLUDE: '["vendor/ours/"]',
    PROJECT: '["docs/templates/"]',
    PATHS: '["docs/", "specs/"]',
}

Pattern = tuple[Key, str]  # with the key of its list
Seen = tuple[str, bool]  # a path that discovery met, and whether it is a folder


class FileChoice(NamedTuple):
    """Which files the settings choose. `reads` says for a language with `paths` which files it may read, `is_project`
    whether a file is the project whatever its name says, None if nothing is said. `patterns` are all of them."""

    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[str], bool]] = {}
    is_project: Callable[[str], bool] | None = None
    patterns: tuple[Pattern, ...] = ()

    def without_match(self, seen: Collection[Seen]) -> Iterator[Pattern]:
        """Give the patterns that select nothing of what was met, in their order. `!` is not looked at."""
        for key, written in self.patterns:
            pattern = IgnorePatterns([written.removeprefix("!")])
            if not any(pattern.selects(path, is_folder=is_folder) for path, is_folder in seen):
                yield key, written


def file_choice(text: SettingsText) -> FileChoice:
    """Return which files the settings choose. A mistake is reported, and its key counts as left out."""
    reads = {name: found for name in LANGUAGE_TABLES if (found := _reads(text, name))}
    exclude, include, project = (_patterns(text, text.values, (key,)) for key in (EXCLUDE, INCLUDE, PROJECT))
    is_project = partial(_is_selected, IgnorePatterns(project)) if project else None
    lists: list[tuple[Key, tuple[str, ...]]] = [((EXCLUDE,), exclude), ((INCLUDE,), include), ((PROJECT,), project)]
    lists += [((name, PATHS), _stated(text.values[name].get(PATHS))) for name in reads]
    patterns = tuple((key, one) for key, listed in lists for one in listed)
    return FileChoice(exclude, include, reads, is_project, patterns)


def _reads(text: SettingsText, language: str) -> Callable[[str], bool] | None:
    """What says which files a language may read; None if it may read all."""
    table = text.values.get(language, {})
    if not isinstance(table, dict):
        text.report(WRONG_VALUE, (language,), key=language, expected=f"a table, which begins [{language}]")
        return None
    text.report_unknown_keys(table, LANGUAGE_KEYS, (language,))
    if not isinstance(table.get(PATHS), list):
        _patterns(text, table, (language, PATHS))
        return None
    return partial(_is_selected, IgnorePatterns(_patterns(text, table, (language, PATHS))))


def _is_selected(patterns: IgnorePatterns, path: str) -> bool:
    """Whether patterns select a file, or the nearest folder above it that they say something about."""
    selected = patterns.selects(path, is_folder=False)
    while selected is None and (path := path.rpartition("/")[0]):
        selected = patterns.selects(path, is_folder=True)
    return bool(selected)


def _stated(value: Any) -> tuple[str, ...]:
    """The patterns of a list; () if it is none, or too long."""
    is_list = isinstance(value, list) and len(value) <= MAX_PATTERNS and all(isinstance(one, str) for one in value)
    return tuple(value) if is_list else ()


def _patterns(text: SettingsText, table: Mapping[str, Any], key: Key) -> tuple[str, ...]:
    name = str(key[-1])
    value = table.get(name, [])
    shown = ".".join(map(str, key))
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        text.report(WRONG_VALUE, key, key=shown, expected=f"a list of patterns, such as {EXAMPLES[name]}")
        return ()
    if len(value) > MAX_PATTERNS:
        text.report(WRONG_VALUE, key, key=shown, expected=f"a list of at most {MAX_PATTERNS} patterns")
        return ()
    return tuple(value)
