"""Tables of the settings that say what is unusual in a language: `[knowledge.decisions]`, `[knowledge.tasks]`,
`[requirements.specifications]`.

What a table says is used by the language itself, which is given the file. Here mistakes are reported.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.model.language import Language
from compiler.pipeline.settings.codes import WRONG_VALUE
from compiler.pipeline.settings.pattern_lists import PATHS, patterns_in
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.near_names import NearNames, did_you_mean
from compiler.text.toml_lines import Key

STATUS = "status"
MAX_WORDS = 200  # of one table


class LanguageTable(NamedTuple):
    """One table: the language, its name, and the paths that are right."""

    language: str
    name: str
    paths: tuple[str, ...]

    def key(self, name: str) -> Key:
        """The key of one of its members."""
        return (self.language, self.name, name)


def language_tables(text: SettingsText, language: Language) -> Iterator[LanguageTable]:
    """The tables of a language. Mistakes are reported."""
    own = text.values.get(language.name)
    if language.settings is None or not isinstance(own, dict):
        return
    for name, states in language.settings.tables.items():
        if name not in own:
            continue
        table, key = own[name], (language.name, name)
        shown = ".".join(key)
        if not isinstance(table, dict):
            text.report(WRONG_VALUE, key, key=shown, expected=f"a table, which begins [{shown}]")
            continue
        text.report_unknown_keys(table, (PATHS, STATUS, *language.settings.further.get(name, ())), key)
        _check_words(text, table, (*key, STATUS), states)
        for wrong, expected in language.settings.mistakes(name, table):
            text.report(WRONG_VALUE, (*key, *wrong), key=".".join((shown, *wrong)), expected=expected)
        yield LanguageTable(language.name, name, patterns_in(text, table, (*key, PATHS)))


def _check_words(text: SettingsText, table: Mapping[str, Any], key: Key, states: tuple[str, ...]) -> None:
    words = table.get(STATUS, {})
    shown = ".".join(map(str, key))
    if not isinstance(words, dict) or len(words) > MAX_WORDS:
        example = f'{{ "Beschlossen" = "{states[1]}" }}'
        text.report(WRONG_VALUE, key, key=shown, expected=f"a table of at most {MAX_WORDS} words, such as {example}")
        return
    for word, state in words.items():
        if state not in states:
            near = did_you_mean(NearNames(states).nearest(state)) if isinstance(state, str) else None
            expected = "one of " + ", ".join(f'"{state}"' for state in states)
            text.report(WRONG_VALUE, (*key, word), suggestion=near, key=f"{shown}.{word}", expected=expected)
