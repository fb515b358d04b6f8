"""Reads what code and tests cite: `@requirement REQ-1`, `Verifies: REQ-2`, `@pytest.mark.req("REQ-3")`, tags of
scenarios, titles of tests."""

import re

from compiler.languages.requirements.formats.listed.cells import ids_in
from compiler.languages.requirements.formats.listed.format import CITES, MAY_CITE
from compiler.languages.requirements.formats.listed.ids import WRITTEN
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import Cited, Tag
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
    rf"|(?:it|test|describe|context|scenario|Scenario|t\.Run)(?:\.\w{{1,20}})?[ \t]?[:(][ \t]?[\"'`\[]{{0,3}}"
    rf"){_LIST}"
)
_TAGGED = re.compile(rf"(?:^|(?<=[ \t]))@(?P<list>{WRITTEN})(?=[ \t]|$)")
# What may stand before a citation in a comment, at the beginning of its line or behind code.
_COMMENT = re.compile(r"^[ \t]*(?:\*|/\*|\"\"\"|'''|<!--)|(?:^|[ \\t])(?:#|//|--|;|%)")
_SIGN = re.compile(r"\d")


def read_citations(path: str, text: str) -> tuple[Tag, ...]:
    """Return the citations of a file of code. Whether the words are ids of requirements, other files decide."""
    tags: list[Tag] = []
    is_test = is_test_of_features(path)
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        if not _SIGN.search(line) or len(line) > MAX_LINE:
            continue
        seen: set[int] = set()
        for pattern in (_CITING, _TAGGED):
            for found in pattern.finditer(line):
                verb = (found.groupdict().get("verb") or "").lower()
                kind = "verifies" if is_test or verb.startswith(("verif", "valid", "tests")) else "implements"
                for key, start, end in ids_in(found["list"]):
                    at = found.start("list") + start
                    if at not in seen:
                        seen.add(at)
                        place = place_in(line, number, at, found.start("list") + end)
                        is_sure = found[0].startswith(("@", "[")) or _COMMENT.search(line[: found.start()])
                        tags.append(Tag(CITES if is_sure else MAY_CITE, "", Cited(kind, key, place)))
    return tuple(tags)
