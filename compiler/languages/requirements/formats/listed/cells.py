"""Reads what a cell of a table, a value of a map or a named line holds: text, ids, and names of files."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.cited_lists import RANGE, ranges_in
from compiler.languages.requirements.formats.listed.ids import WRITTEN, is_id, is_of_requirement, plain_id
from compiler.languages.requirements.formats.records import DECISION
from compiler.text.path_globs import split_patterns

MAX_TEXT = 4_000  # characters of a cell that are looked at
_ID = re.compile(rf"(?<![\w./-]){WRITTEN}(?![\w/])")
_GROUP = re.compile(r"(?<![\w./-])[A-Z][A-Z0-9]{1,15}+(?:[-_][A-Z0-9]{1,20}+){0,4}+[-_]\*")
_MARKUP = re.compile(r"\*\*|__|`|<a [^<>\n]{1,100}>|</a>|<br ?/?>|~~")
_ANCHOR = re.compile(r"\[\[[^\[\]\n]{1,100}\]\][ \t]{0,3}(?=[*_`]{0,3}[A-Z])")  # before an id, in AsciiDoc
# Behind an id: `**[changed]**`, `(new)`. What says that it holds no more is no mere mark.
_NOTE = re.compile(
    r"(?<=\d)[ \t][*_]{0,2}[\[(](?!deleted|removed|withdrawn|obsolete|deprecated|retired|superseded)"
    r"[A-Za-z][A-Za-z ,/-]{1,30}[\])][*_]{0,2}$",
    re.IGNORECASE,
)
_LINKED = re.compile(r"\[([^\[\]\n]{1,300})\](?:\([^()\n]{0,300}\))?")
_QUOTED = re.compile(r"`([^`\n]{1,300})`|\]\(([^()\s]{1,300})\)")
# A word with a slash, or with a suffix: what it is, the files of the source decide.
_BARE = re.compile(r"(?<![\w./@:`({*-])[\w.@*-][\w.@*?~+{}\[\]/:#-]{2,300}")
_SUFFIX = re.compile(r"\.[A-Za-z]\w{0,7}(?:::|:\d|#|$)")
_METHODS = re.compile(
    r"(?:\W*\b(?:unit|system|integration|acceptance|functional|manual|automated|tests?|testing|inspection|analysis"
    r"|demonstration|demo|review|simulation|measurement|and|or|tbd|n/a|none)\b)*\W*",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z_]\w{3,100}(?:(?:::|\.)\w{1,100}){0,4}(?:\(\))?")


# A number alone, or behind a word: `0012`, `ADR-12`. Not a date, nor a number in a sentence.
_DECISION = re.compile(r"(?<![\w.-])(?:(?:ADR|adr|RFC|rfc)[-_ #]?)?(\d{1,5})(?![\w.-])")


class FileName(NamedTuple):
    """The name of a file, a pattern, or the name of a test. It is `plain` where nothing else can be meant."""

    name: str
    is_plain: bool


def plain_text(written: str) -> str:
    """Return a text without the markup of emphasis, links and anchors."""
    return _MARKUP.sub("", _LINKED.sub(r"\1", _ANCHOR.sub("", written))).replace("\\|", "|").strip()


def whole_id(written: str) -> str:
    """Return the id that a cell consists of, but for a mark behind it, `REQ-1 **[changed]**`; "" if it is none."""
    word = (
        plain_id(plain_text(_NOTE.sub("", written[:MAX_TEXT]))).strip("[](){}:. \t") if len(written) < MAX_TEXT else ""
    )
    return word if is_id(word) else ""


def ids_in(written: str) -> list[tuple[str, int, int]]:
    """Return the ids in a text, with their offsets."""
    found = _ID.finditer(plain_id(written[:MAX_TEXT]))
    return [(match[0], match.start(), match.end()) for match in found if is_id(match[0])]


def names_in(written: str) -> list[tuple[str, int, int]]:
    """Return the ids without a number in a text, such as `REQ_LAMP_SHINES`, with their offsets."""
    found = _ID.finditer(written[:MAX_TEXT])
    return [
        (match[0], match.start(), match.end())
        for match in found
        if match[0].isupper() and "_" in match[0] and not is_id(match[0]) and is_of_requirement(match[0])
    ]


def cited_in(written: str) -> list[tuple[str, int, int]]:
    """Return the ids in a text, the groups of ids (`REQ-LAMP-*`) and the ranges (`REQ-1..REQ-3`), with offsets."""
    groups = ((group[0], group.start(), group.end()) for group in _GROUP.finditer(plain_id(written[:MAX_TEXT])))
    ranges = ((found.id, found.start, found.end) for found in ranges_in(written[:MAX_TEXT]))
    return sorted({*ids_in(written), *groups, *ranges}, key=lambda found: (found[1], RANGE in found[0]))


def is_only_ids(written: str) -> bool:
    """Return whether a cell has ids, or groups of them, and nothing but what stands between them."""
    written = plain_text(_NOTE.sub("", written[:MAX_TEXT]))
    found = cited_in(written)
    rest = "".join(_between(written, found))
    return bool(found) and re.sub(r"[\s,;/&+*`_\[\]()|.…–—-]+|<br ?/?>|\band\b|\bto\b", "", rest) == ""


def _between(written: str, found: list[tuple[str, int, int]]) -> Iterator[str]:
    at = 0
    for _, start, end in found:
        yield written[at:start]
        at = end
    yield written[at:]


def file_names(written: str) -> Iterator[FileName]:
    """Give the names of files, patterns and tests in a cell."""
    written = written[:MAX_TEXT]
    for found in _QUOTED.finditer(written):
        for name in split_patterns(found[1] or found[2]):
            yield from _named(name, is_quoted=True)
    for found in _BARE.finditer(_QUOTED.sub(" ", written)):
        for name in split_patterns(found[0]):
            yield from _named(name.rstrip(".:"), is_quoted=False)


def is_method(written: str) -> bool:
    """Return whether a cell says how something is shown, `Unit test; inspection`, and names no test; also if blank."""
    return _METHODS.fullmatch(written) is not None


def decision_names(written: str) -> Iterator[str]:
    """Give what a cell of decisions names: paths, and numbers as `decision 12`."""
    named = [name.name for name in file_names(written)]
    yield from named
    for found in [] if named else _DECISION.finditer(written[:MAX_TEXT]):
        yield f"{DECISION} {found[1]}"


def file_name(written: str) -> Iterator[FileName]:
    """Give the name that a value of a map is."""
    for name in split_patterns(written[:MAX_TEXT]):
        yield from _named(name.strip("`'\" "), is_quoted=True)


def _named(name: str, *, is_quoted: bool) -> Iterator[FileName]:
    if not name or "://" in name or "<" in name or any(sign.isspace() for sign in name) or is_id(name):
        return
    has_suffix = _SUFFIX.search(name) is not None
    is_word = _NAME.fullmatch(name) is not None
    if "/" in name.strip("/") or (has_suffix and is_quoted):
        is_whole = "/" in name or not name.startswith(".")  # `.story` may be a suffix
        yield FileName(name, is_quoted and is_whole and (has_suffix or "*" in name))
    elif has_suffix or (is_quoted and ("/" in name or is_word or name.startswith("."))) or _is_test(name, is_word):
        yield FileName(name, False)


def _is_test(name: str, is_word: bool) -> bool:
    """Whether a word may be the name of a test."""
    return is_word and re.search(r"test|spec", name, re.IGNORECASE) is not None


def is_path(written: str) -> bool:
    """Return whether a key of a map is a path or a pattern of paths."""
    return (
        not any(sign.isspace() for sign in written)
        and "://" not in written
        and not is_id(written)
        and ("/" in written or _SUFFIX.search(written) is not None or "*" in written)
    )
