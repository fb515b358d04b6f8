"""Lists of patterns in the settings, written as in a `.gitignore`."""

from collections.abc import Mapping
from typing import Any

from compiler.pipeline.settings.codes import WRONG_VALUE
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.toml_lines import Key

EXCLUDE, INCLUDE, PROJECT, PATHS = "exclude", "include", "project", "paths"
MAX_PATTERNS = 200  # of one list: each is compared with every path that was met
EXAMPLES = {
    EXCLUDE: '["docs/archive/", "*.draft.md"]',
    INCLUDE: '["vendor/ours/"]',
    PROJECT: '["docs/templates/"]',
    PATHS: '["docs/", "specs/"]',
}


def patterns_in(text: SettingsText, table: Mapping[str, Any], key: Key) -> tuple[str, ...]:
    """The patterns that a table has under the last part of a key. A mistake is reported, and counts as none."""
    name = str(key[-1])
    value = table.get(name, [])
    shown = ".".join(map(str, key))
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        text.report(WRONG_VALUE, key, key=shown, expected=f"a list of patterns, such as {EXAMPLES[name]}")
        return ()
    if len(value) > MAX_PATTERNS:
        text.report(WRONG_VALUE, key, key=shown, expected=f"a list of at most {MAX_PATTERNS} patterns")
        return ()
    return tuple(value)
