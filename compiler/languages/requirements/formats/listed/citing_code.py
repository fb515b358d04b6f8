"""Reads what code and tests cite: `@requirement REQ-1`, `Verifies: REQ-2`, `@pytest.mark.req("REQ-3")`, tags of
scenarios, titles of tests, properties (`RecordProperty("PartiallyVerifies", "req__lamp")`)."""

import re
from collections.abc import Iterator

from compiler.languages.requirements.formats.listed.cells import ids_in, names_in
from compiler.languages.requirements.formats.listed.format import MAY_CITE
from compiler.languages.requirements.formats.listed.ids import WRITTEN
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import CITES, Cited, Tag
from compiler.text.paths_of_tests import is_test_of_features

MAX_LINE = 2_000  # characters: a longer line is data
_NEXT = rf"[\"'`\]]{{0,2}}+[ \t]{{0,4}}+(?:[,;&+/]|and\b|[ \t])[ \t]{{0,4}}+[\"'`\[@]{{0,2}}+{WRITTEN}"
_LIST = rf"(?P<list>{WRITTEN}(?:{_NEXT}){{0,30}}+)"
_VERBS = (
    r"implement(?:s|ed[ _]for|ing)?|satisf(?:y|ies)|realizes|fulfil?ls|verif(?:y|ies)|validates|tests|covers"
    r"|traces?(?:[ _-]to)?"
)
_NOUNS = r"requirements?(?:[ _-]?ids?)?|reqs?(?:[ _-]?ids?)?"
_OPEN = r"[ \t\"'`(\[{,:=]{1,8}"
# A verb may stand before the id with nothing between; a noun needs a sign, for "see requirement REQ-1" says nothing.
_CITING = re.compile(
    rf"(?<![\w.])(?:@?(?P<verb>(?i:{_VERBS}))(?:{_OPEN}(?i:{_NOUNS})?)?{_OPEN}"
    rf"|@(?:\w{{1,30}}\.){{0,4}}(?i:{_NOUNS}){_OPEN}"
    rf"|(?:\w{{1,30}}\.){{0,4}}(?i:{_NOUNS})[ \t]?[:(=\"',\[]{_OPEN}?"
    rf"|(?:@|\[)?(?:Tag|Tags|Category|TestCategory|Trait|Property|Feature)\]?(?:\(|[ \t]{{2,8}})[ \t]?[\"'@\[{{]{{0,3}}"
    rf"|(?:it|test|describe|context|scenario|Scenario|t\.Run)(?:\.\w{{1,20}})?[ \t]?"
    rf"(?::[ \t]?[\"'`\[]{{0,3}}|\([ \t]?[\"'`\[]{{1,3}})"
    rf"){_LIST}"
)
_TAGGED = re.compile(rf"(?:^|(?<=[ \t]))@(?P<list>{WRITTEN})(?=[ \t]|$)")
# Properties of a test with ids of any form, in C++ and Rust, and in Python.
_PROPERTY = re.compile(
    r"[\"'](?:[Pp]artially_?|[Ff]ully_?)?[Vv]erifies[\"'][ \t]*,[ \t]*[\"'](?P<list>[^\"'\n]{2,400})[\"']"
    r"|\b(?:partially|fully)_verifies[ \t]*=[ \t]*(?P<names>[\[(\"'][^\])\n]{2,400})"
)
_NAME = re.compile(r"[A-Za-z][\w.-]{2,99}")
# What may stand before a citation in a comment, at the beginning of its line or behind code.
_COMMENT = re.compile(r"^[ \t]*(?:\*|/\*|\"\"\"|'''|<!--)|(?:^|[ \\t])(?:#|//|--|;|%)")
_COMMANDS = frozenset(("implement", "satisfy", "fulfil", "fulfill", "verify", "trace"))
_SIGN = re.compile(r"\d|[A-Z]_[A-Z]")


def read_citations(path: str, text: str) -> tuple[Tag, ...]:
    """Return the citations of a file of code. Whether the words are ids of requirements, other files decide."""
    tags: list[Tag] = []
    is_test = is_test_of_features(path)
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        if len(line) > MAX_LINE:
            continue
        if "erifies" in line:
            tags += _of_properties(line, number)
        if not _SIGN.search(line):
            continue
        seen: set[int] = set()
        for pattern in (_CITING, _TAGGED):
            for found in pattern.finditer(line):
                verb = (found.groupdict().get("verb") or "").lower()
                kind = "verifies" if is_test or verb.startswith(("verif", "valid", "tests")) else "implements"
                for key, start, end in (*ids_in(found["list"]), *names_in(found["list"])):
                    at = found.start("list") + start
                    if at not in seen:
                        seen.add(at)
                        place = place_in(line, number, at, found.start("list") + end)
                        head = line[found.start() : found.start("list")]
                        is_command = head.rstrip(" \t").lower() in _COMMANDS  # `verify REQ-1` may be one, in words
                        is_sure = not is_command and (
                            head.startswith(("@", "[")) or _COMMENT.search(line[: found.start()])
                        )
                        tags.append(Tag(CITES if is_sure else MAY_CITE, "", Cited(kind, key, place)))
    return tuple(tags)


def _of_properties(line: str, number: int) -> Iterator[Tag]:
    """The citations of properties of tests in a line."""
    for found in _PROPERTY.finditer(line):
        group = "list" if found["list"] else "names"
        for name in _NAME.finditer(line, *found.span(group)):
            yield Tag(CITES, "", Cited("verifies", name[0], place_in(line, number, *name.span())))
