"""The settings that say which files are read: `exclude`, `include`, and for each language the `paths` that it reads.

All are lists of patterns, written as in a `.gitignore`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from compiler.languages.registry import LANGUAGES
from compiler.pipeline.settings.codes import WRONG_VALUE
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.ignore_patterns import IgnorePatterns
from compiler.text.toml_lines import Key

EXCLUDE, INCLUDE, PATHS = "exclude", "include", "paths"
LANGUAGE_TABLES = tuple(language.name for language in LANGUAGES)
LANGUAGE_KEYS = (PATHS,)

EXAMPLES = {EXCLUDE: '["docs/archive/", "*.draft.md"]', INCLUDE: '["vendor/ours/"]', PATHS: '["docs/", "specs/"]'}


class FileChoice(NamedTuple):
    """Which files the settings choose. `reads` says for a language with `paths` which files it may read."""

    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[str], bool]] = {}


NO_CHOICE = FileChoice()


def file_choice(text: SettingsText) -> FileChoice:
    """Return which files the settings choose. A mistake is reported, and its key counts as left out."""
    reads = {name: found for name in LANGUAGE_TABLES if (found := _reads(text, name))}
    return FileChoice(_patterns(text, text.values, (EXCLUDE,)), _patterns(text, text.values, (INCLUDE,)), reads)


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


def _patterns(text: SettingsText, table: Mapping[str, Any], key: Key) -> tuple[str, ...]:
    name = str(key[-1])
    value = table.get(name, [])
    if isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value):
        return tuple(value)
    text.report(WRONG_VALUE, key, key=".".join(map(str, key)), expected=f"a list of patterns, such as {EXAMPLES[name]}")
    return ()
