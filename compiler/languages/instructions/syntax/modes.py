"""When a program reads a file of instructions, by its format and front matter."""

from collections.abc import Mapping
from typing import NamedTuple

from compiler.languages.instructions.formats import CHOSEN, FOREIGN, FORMATS, Mode
from compiler.languages.instructions.records import Fault, Pattern
from compiler.languages.instructions.syntax.front_matter import Fields

_TRIGGERS: Mapping[str, Mode] = {
    "always_on": "always",
    "glob": "glob",
    "model_decision": "description",
    "manual": "request",
}
_INCLUSIONS: Mapping[str, Mode] = {
    "always": "always",
    "fileMatch": "glob",
    "auto": "description",
    "manual": "request",
}

_BY_FORMAT: Mapping[str, Mode] = {
    "memory_bank": "request",
    "imported": "import",
    "misnamed": "never",
    FOREIGN: "never",
    **dict.fromkeys(CHOSEN, "request"),
}


class When(NamedTuple):
    """When a file is read, its patterns, and what is wrong with the fields that say so."""

    mode: Mode
    patterns: tuple[Pattern, ...] = ()
    faults: tuple[Fault, ...] = ()


def when_read(kind: str, fields: Fields) -> When:
    """Return when a file of a format is read."""
    patterns = fields.patterns(FORMATS[kind].patterns)
    if kind == "cursor_rule":
        return _cursor(fields, patterns)
    if kind == "windsurf_rule":
        return _chosen(fields, "trigger", _TRIGGERS, patterns, "globs")
    if kind == "kiro":
        return _chosen(fields, "inclusion", _INCLUSIONS, patterns, "fileMatchPattern")
    if kind == "copilot_path":
        if patterns:
            return When("glob", patterns)
        return When("description" if fields.text("description") else "request")
    if kind in _BY_FORMAT:
        return When(_BY_FORMAT[kind])
    if kind == "cline_rule" and fields.values.get("paths") == []:
        return When("never")
    return When("glob", patterns) if patterns else When("always")


def _cursor(fields: Fields, patterns: tuple[Pattern, ...]) -> When:
    always = fields.values.get("alwaysApply")
    faults: tuple[Fault, ...] = ()
    if always not in (None, "", True, False):
        line = fields.lines.get("alwaysApply", 1)
        faults = (Fault("value", line, f"alwaysApply: {always}"[:80], "true or false"),)
    if always is True:
        return When("always")
    if patterns:
        return When("glob", patterns, faults)
    return When("description" if fields.text("description") else "request", (), faults)


def _chosen(fields: Fields, name: str, words: Mapping[str, Mode], patterns: tuple[Pattern, ...], field: str) -> When:
    """The mode that a field names by one of its words."""
    word = fields.text(name)
    line = fields.lines.get(name, 1)
    if not word:
        default: Mode = "always" if name == "inclusion" else "unstated"
        return When("glob" if patterns and name == "trigger" else default, patterns if name == "trigger" else ())
    mode = words.get(word)
    if mode is None:
        fault = Fault("value", line, f"{name}: {word}"[:80], ", ".join(words))
        return When("unstated", (), (fault,))
    if mode != "glob":
        return When(mode)
    missing = Fault("no_patterns", line, f"{name}: {word}", field)
    return When("glob", patterns, () if patterns else (missing,))
