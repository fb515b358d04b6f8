"""The causes of findings: what a finding says is missing or unknown, so that findings of one cause are told together.

Forty citations of a requirement that does not exist have one cause. A table names, for each code of which there may be
many such findings, the fields of its message that say so. A pattern that is made of the declared message finds them.
"""

import re
import string
from collections.abc import Callable, Iterator
from functools import cache

from compiler.model.diagnostics import Code, Diagnostic
from compiler.pipeline.codes import all_codes

# Fields that name the cause: all those of them that a message has.
CAUSES: dict[str, tuple[str, ...]] = {
    "DOC201": ("path",),
    "DOC202": ("path", "anchor"),
    "FRZ301": ("text",),
    "FRZ401": ("decision",),
    "FRZ402": ("requirement",),
    "FRZ404": ("cited",),
    "INS201": ("path",),
    "INS204": ("path",),
    "INS205": ("path",),
    "INS206": ("program", "reason"),
    "INS207": ("patterns",),
    "KNO201": ("status",),
    "KNO202": ("id",),
    "KNO301": ("target",),
    "KNO302": ("target",),
    "KNO303": ("target",),
    "KNO304": ("target",),
    "KNO306": ("target",),
    "MEM302": ("type", "target"),
    "MMD824": ("ref",),
    "MMD843": ("ref",),
    "REQ202": ("pattern",),
    "REQ301": ("target",),
    "REQ302": ("target",),
    "REQ303": ("target",),
    "REQ304": ("target",),
    "REQ305": ("used", "right"),
    "REQ308": ("keyword", "place"),
    "REQ405": ("level",),
    "REQ501": ("name",),
    "URD201": ("written",),
    "URD301": ("entity", "type", "name"),
    "URD307": ("type",),
    "URD308": ("type", "property"),
    "URD312": ("destination",),
    "URD415": ("target",),
}
_PARTS: dict[str, Callable[[str], str]] = {
    "REQ501": lambda name: name.partition("::")[0],  # results of tests in one file or class
}
_ONE_WORD = ("verb", "target")  # fields of references that have no blank: only blanks stand between them


def cause(diagnostic: Diagnostic) -> str | None:
    """Return the cause of a finding, the same for all findings of its code with that cause; None for one on its own."""
    if diagnostic.code not in CAUSES:
        return None
    fields = field_values(diagnostic)
    values = [fields[name] for name in CAUSES[diagnostic.code] if name in fields]
    part = _PARTS.get(diagnostic.code, str)
    return "\0".join(map(part, values)) if values else None


def field_values(diagnostic: Diagnostic) -> dict[str, str]:
    """Return the fields of a message by name, as its declaration names them; {} if its texts were cut."""
    for pattern in _patterns().get(diagnostic.code, ()):
        found = pattern.fullmatch(diagnostic.message)
        if found:
            return found.groupdict()
    return {}


@cache
def _patterns() -> dict[str, list[re.Pattern[str]]]:
    """Return the patterns of the messages of each code."""
    patterns: dict[str, list[re.Pattern[str]]] = {}
    for code in all_codes():
        patterns.setdefault(code.code, []).append(re.compile("".join(_pattern_parts(code)), re.DOTALL))
    return patterns


def _pattern_parts(code: Code) -> Iterator[str]:
    """Give the parts of a pattern: the words of a message, and a group for each field, named at its first place."""
    words_of = _ONE_WORD if code.code.startswith("REQ3") else ()
    seen: set[str] = set()
    for words, name, _, _ in string.Formatter().parse(code.template):
        yield re.escape(words)
        if name is not None:
            yield f"(?P={name})" if name in seen else (rf"(?P<{name}>\S+)" if name in words_of else f"(?P<{name}>.*?)")
            seen.add(name)
