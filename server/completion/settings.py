"""The settings that `frieze.toml` may have: the keys of each table, and the words that a key may have as a value."""

from collections.abc import Collection, Iterator, Mapping

from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import SEVERITIES
from compiler.model.language import LanguageSettings
from compiler.pipeline.codes import own_codes
from compiler.pipeline.settings import check, rule, settings_file
from compiler.pipeline.settings.language_tables import STATUS
from compiler.pipeline.settings.pattern_lists import PATHS
from compiler.pipeline.settings.recommended import SETS
from compiler.workspace import workspace_file

_TABLES = ("rule", "check", "source")  # at the top; the other keys there are lists


def tables() -> list[str]:
    """Return the names of all tables."""
    return [*_TABLES, *(language.name for language in LANGUAGES), *(name for name, _, _ in _of_languages())]


def keys(table: str) -> Collection[str]:
    """Return the keys of a table, "" for those that stand before all tables; none of an unknown one."""
    own: Mapping[str, Collection[str]] = {
        "": [key for key in settings_file.KEYS if key not in _TABLES],
        "check": check.KEYS,
        "rule": rule.KEYS,
        "source": workspace_file.KEYS,
        **{language.name: [PATHS] for language in LANGUAGES},
        **{name: [PATHS, STATUS, *settings.further.get(inner, ())] for name, inner, settings in _of_languages()},
    }
    return own.get(table, ())


def values(table: str, key: str) -> Collection[str]:
    """Return the words that a key may have as a value; none where it is free."""
    found: Mapping[tuple[str, str], Collection[str]] = {
        ("", "extend"): [*SETS],
        ("rule", "severity"): SEVERITIES,
        ("check", "fail-on"): check.FAIL_ON,
        ("check", "select"): sorted(own_codes()),
        ("check", "ignore"): sorted(own_codes()),
        **{(name, STATUS): settings.tables[inner] for name, inner, settings in _of_languages()},
    }
    return found.get((table, key), ())


def _of_languages() -> Iterator[tuple[str, str, LanguageSettings]]:
    for language in LANGUAGES:
        for inner in language.settings.tables if language.settings else ():
            assert language.settings is not None
            yield f"{language.name}.{inner}", inner, language.settings
