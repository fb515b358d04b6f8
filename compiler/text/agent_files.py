"""Files with rules of programs that edit, or with settings that name such rules: Frieze tells of them only."""

import re

_OTHER_RULES = re.compile(
    r"(?:^|/)\.(?:goosehints|rules|augment-guidelines|roorules(?:-[\w-]{1,40})?|roo/rules[^/]*/[^/]+\.txt)$"
)
_SETTINGS = re.compile(r"(?:^|/)(?:\.gemini/settings\.json|opencode\.jsonc?|\.aider\.conf\.ya?ml)$")


def is_other_rule_file(path: str) -> bool:
    """Whether a file has rules of a program whose rules are not read, under a name that says nothing else."""
    return _OTHER_RULES.search(path) is not None


def is_settings_of_agents(path: str) -> bool:
    """Whether a file has the settings of a program that edits, which may name its rules."""
    return _SETTINGS.search(path) is not None
