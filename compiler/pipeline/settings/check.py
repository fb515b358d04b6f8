"""The table `[check]` of the settings: which findings `frieze check` shows, which of them fail, its baseline, and
whether it plays the worlds."""

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import PurePosixPath
from typing import Any, Literal

from compiler.pipeline.settings.codes import UNKNOWN_SETTING, WRONG_VALUE
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.near_names import NearNames, did_you_mean

FailOn = Literal["error", "warning"]
FAIL_ON: tuple[FailOn, ...] = ("error", "warning")
TABLE = "check"
KEYS = ("select", "ignore", "fail-on", "baseline", "playthroughs")
MAX_STATES = 1_000_000  # as `max_states` of the tools that play worlds
EXPECTED = {
    "select": 'a list of codes and beginnings of codes, such as ["REQ", "MMD103"]',
    "ignore": 'a list of codes and beginnings of codes, such as ["KNO3", "FRZ301"]',
    "fail-on": 'one of "error" and "warning"',
    "playthroughs": f"a number of states to explore, from 1 to {MAX_STATES:,}, such as 50_000",
    "baseline": 'the path of a file from frieze.toml on, such as "frieze-baseline.json"',
}
_DRIVE = re.compile(r"[A-Za-z]:")


def check_settings(
    text: SettingsText, own_codes: Callable[[], Collection[str]], rule_codes: Iterable[str]
) -> dict[str, Any]:
    """Return the settings of `[check]` that are right, by key. What is wrong is reported, and left out.

    `own_codes` gives the codes of Frieze; `rule_codes` are those of the project's rules.
    """
    table = text.values.get(TABLE, {})
    if not isinstance(table, dict):
        text.report(WRONG_VALUE, (TABLE,), key=TABLE, expected=f"a table, which begins [{TABLE}]")
        return {}
    text.report_unknown_keys(table, KEYS, (TABLE,))
    settings: dict[str, Any] = {}
    for name in KEYS:
        if name not in table:
            continue
        if _is_right(name, table[name]):
            settings[name] = table[name]
        else:
            near = did_you_mean(NearNames(FAIL_ON).nearest(str(table[name]))) if name == "fail-on" else None
            text.report(WRONG_VALUE, (TABLE, name), suggestion=near, key=name, expected=EXPECTED[name])
    if settings.get("select") or settings.get("ignore"):
        known = {*own_codes(), *rule_codes}
        for name in ("select", "ignore"):
            if name in settings:
                settings[name] = _known_codes(text, name, settings[name], known)
    if settings.get("select") == [] and table["select"]:
        del settings["select"]  # all of its codes are unknown: nothing is hidden
    return settings


def _is_right(name: str, value: object) -> bool:
    match name:
        case "select" | "ignore":
            return isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value)
        case "fail-on":
            return value in FAIL_ON
        case "playthroughs":
            return type(value) is int and 1 <= value <= MAX_STATES
    return isinstance(value, str) and _is_path_inside(value)


def _is_path_inside(path: str) -> bool:
    """Whether a path leads from a folder to a file in it or below it."""
    parts = PurePosixPath(path.replace("\\", "/")).parts
    return bool(parts) and ".." not in parts and parts[0] != "/" and not _DRIVE.match(path) and "\0" not in path


def _known_codes(text: SettingsText, name: str, codes: list[str], known: Collection[str]) -> list[str]:
    """Return those of the codes that a known one begins with. The others are reported."""
    near_names = NearNames(sorted(known))
    found = []
    for code in dict.fromkeys(codes):
        if any(known_code.startswith(code) for known_code in known):
            found.append(code)
            continue
        near = did_you_mean(near_names.nearest(code))
        where = f"'{name}' of [{TABLE}]"
        text.report(UNKNOWN_SETTING, (TABLE, name), suggestion=near, what="code", name=code, where=where)
    return found
