"""The causes of findings: what a finding says is missing or unknown, so that findings of one cause are told together.

Forty citations of a requirement that does not exist have one cause. A code declares which fields of its message name
the cause. A pattern that is made of the declared message finds them.
"""

import re
import string
from collections.abc import Iterator
from functools import cache

from compiler.model.diagnostics import Code, Diagnostic
from compiler.pipeline.codes import all_codes

_ONE_WORD = ("verb", "target")  # fields of references that have no blank: only blanks stand between them


def cause(diagnostic: Diagnostic) -> str | None:
    """Return the cause of a finding, the same for all findings of its code with that cause; None for one on its own."""
    code = code_of(diagnostic)
    if code is None or not code.cause:
        return None
    fields = field_values(diagnostic)
    values = [_cut(fields[name.removesuffix("::")], name) for name in code.cause if name.removesuffix("::") in fields]
    return "\0".join(values) if values else None


def code_of(diagnostic: Diagnostic) -> Code | None:
    """Return the declared code of a finding; None for a rule of a project. Of two codes that share a number, the one
    whose message it is."""
    declared = _codes().get(diagnostic.code, [])
    if len(declared) == 1:
        return declared[0]
    return next((code for code in declared if _pattern(code).fullmatch(diagnostic.message)), None)


def _cut(value: str, name: str) -> str:
    return value.partition("::")[0] if name.endswith("::") else value


def field_values(diagnostic: Diagnostic) -> dict[str, str]:
    """Return the fields of a message by name, as its declaration names them; {} if its texts were cut."""
    for code in _codes().get(diagnostic.code, ()):
        found = _pattern(code).fullmatch(diagnostic.message)
        if found:
            return found.groupdict()
    return {}


@cache
def _codes() -> dict[str, list[Code]]:
    """Return the codes by number."""
    codes: dict[str, list[Code]] = {}
    for code in all_codes():
        codes.setdefault(code.code, []).append(code)
    return codes


@cache
def _pattern(code: Code) -> re.Pattern[str]:
    """Return the pattern of the messages of a code. Few codes of hundreds are found in a source."""
    return re.compile("".join(_pattern_parts(code)), re.DOTALL)


def _pattern_parts(code: Code) -> Iterator[str]:
    """Give the parts of a pattern: the words of a message, and a group for each field, named at its first place."""
    words_of = _ONE_WORD if code.code.startswith("REQ3") else ()
    seen: set[str] = set()
    for words, name, _, _ in string.Formatter().parse(code.template):
        yield re.escape(words)
        if name is not None:
            yield f"(?P={name})" if name in seen else (rf"(?P<{name}>\S+)" if name in words_of else f"(?P<{name}>.*?)")
            seen.add(name)
