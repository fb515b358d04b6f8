"""The reader of `.elspais.toml`: TOML to plain values. What they mean is for `configuration.py`."""

import tomllib

from compiler.languages.requirements import codes
from compiler.languages.requirements.records import Settings
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file


def parse_settings(path: str, text: str) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The unit of a configuration file, and what is wrong with it."""
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        reason = str(error) or "it is nested too deeply"
        finding = codes.BAD_CONFIGURATION.at(whole_file(path), path=path, reason=reason)
        return Settings(path, None), (finding,)
    return Settings(path, values), ()
