"""Every code that no language owns: those of discovery, of the settings, of mentions, and of the recommended rules."""

from collections.abc import Iterator

from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Code
from compiler.pipeline import discovery, failures, foreign_codes, mentions
from compiler.pipeline.settings import codes, recommended

CODES: tuple[Code, ...] = (
    *discovery.CODES,
    *failures.CODES,
    *codes.CODES,
    *mentions.CODES,
    *foreign_codes.CODES,
    *recommended.CODES,
)


def all_codes() -> Iterator[Code]:
    """Give every code of Frieze. Two that share a number stand in the order of their declaration."""
    yield from CODES
    for language in LANGUAGES:
        yield from language.codes()


def own_codes() -> frozenset[str]:
    """Return the numbers of all codes of Frieze."""
    return frozenset(code.code for code in all_codes())
