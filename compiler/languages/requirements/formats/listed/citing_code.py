"""Reads what code and tests cite: `@requirement REQ-1`, `Verifies: REQ-2`, tags of scenarios, properties
(`RecordProperty("PartiallyVerifies", "req__lamp")`), and what a test is called."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from compiler.languages.requirements.formats.listed.cells import names_in
from compiler.languages.requirements.formats.listed.cited_lists import LIST, CitedId, cited_ids
from compiler.languages.requirements.formats.listed.citing_tests import (
    OF_DATA,
    headed_citations,
    label_citations,
    name_citations,
)
from compiler.languages.requirements.formats.listed.format import MAY_CITE
from compiler.languages.requirements.formats.listed.ids import WRITTEN
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import CITES, OF_TEST, Cited, Tag
from compiler.text.comment_styles import comment_style
from compiler.text.multiline_text import is_comment, multiline_text
from compiler.text.paths_of_tests import is_test_of_features

MAX_LINE = 2_000  # characters: a longer line is data
_VERBS = (
    r"implement(?:s|ed[ _]for|ing)?|satisf(?:y|ies)|realizes|fulfil?ls|verif(?:y|ies)|validates|tests|asserts|covers"
    r"|traces?(?:[ _-]to)?"
)
_NOUNS = r"requirements?(?:[ _-]?ids?)?|reqs?(?:[ _-]?ids?)?"
_OPEN = r"[ \t\"'`(\[{,:=]{1,8}"
# A verb may stand before the id with nothing between; a noun needs a sign, for "see requirement REQ-1" says nothing.
_CITING = re.compile(
    rf"(?<![\w.])(?:@?(?P<verb>(?i:{_VERBS}))(?:{_OPEN}(?:(?:the|all|both|these)[ \t])?(?i:{_NOUNS})?)?{_OPEN}"
    rf"|@(?:\w{{1,30}}\.){{0,4}}(?i:{_NOUNS}){_OPEN}"
    rf"|(?:\w{{1,30}}\.){{0,4}}(?i:{_NOUNS})[ \t]?[:(=\"',\[]{_OPEN}?"
    rf"|\b\w{{1,30}}\.(?i:{_NOUNS})\([a-z]\w{{0,9}},{_OPEN}"  # `rtmx.Req(t, "REQ-1")`
    rf"|(?:@|\[)?(?:Tag|Tags|Category|TestCategory|Trait|Property|Feature)\]?(?:\(|[ \t]{{2,8}})[ \t]?[\"'@\[{{]{{0,3}}"
    rf"|@group[ \t]"
    rf"|[Ss]cenario:[ \t]?[\"'`\[]{{0,3}}"
    rf"){LIST}"
)
_BEGIN = r"[ \t]*+(?:(?:#|//[/!]?|--|\*)[ \t]*+)?"  # of a line, in a comment or not
# A list that goes on in the next line: `verifies the requirements`, `Covers REQ-1,`.
_LEFT_OPEN = re.compile(
    rf"(?<![\w.])@?(?P<verb>(?i:{_VERBS}|verifying|covering))[ \t:]{{1,4}}+(?:(?:the|all|both|these)[ \t]{{1,4}}+)?"
    rf"(?:(?i:{_NOUNS})[ \t:]{{0,4}}+)?(?:{LIST}[ \t]{{0,4}}+(?:,|and|&))?[ \t]{{0,4}}+$"
)
_CONTINUED = re.compile(
    rf"{_BEGIN}(?:and[ \t]{{1,4}}+)?{LIST}"
    r"(?P<goes_on>[ \t]{0,4}+(?:,|and|&)[ \t]{0,4}+$)?"
)
# A list below a word that cites: `Requirements:`, and `- REQ-1: it turns` in each line.
_HEAD_OF_LIST = re.compile(rf"{_BEGIN}(?:(?P<verb>(?i:{_VERBS}))|(?i:{_NOUNS}))(?:[ \t](?i:{_NOUNS}))?[ \t]*+:[ \t]*+")
_ITEM = re.compile(rf"{_BEGIN}(?P<goes_on>[-*+•])[ \t]{{1,4}}+{LIST}")
# Before a verb: what is denied, or yet to be done, cites nothing. Nor does a string in a comment, which is old code.
_DENIED = re.compile(
    r"(?:\b(?:not|never|no|nothing|without|cannot)\b|n't\b)[^.;:!?]{0,40}$|\b(?:TODO|FIXME|XXX)\b[^.;!?]{0,40}$"
    r"|^[ \t]*(?:#|//|--)[ \t]*(?:\"\"\"|''')",
    re.IGNORECASE,
)
# Tags stand in a line of their own above a scenario, and in comments; in a text `@REQ-1` may be data.
_TAG_LINE = re.compile(r"[ \t]*@[^\s@]+(?:[ \t]+@[^\s@]+)*[ \t]*(?:#|$)")
_COMMENT_LINE = re.compile(r"[ \t]*(?:#|//|--|\*|/\*)")
_TAGGED = re.compile(rf"(?:^|(?<=[ \t]))@(?P<list>{WRITTEN})(?=[ \t]|$)")
# Properties of a test with ids of any form, in C++ and Rust, and in Python.
_PROPERTY = re.compile(
    r"[\"'](?:[Pp]artially_?|[Ff]ully_?)?[Vv]erifies[\"'][ \t]*,[ \t]*[\"'](?P<list>[^\"'\n]{2,400})[\"']"
    r"|\b(?:partially|fully)_verifies[ \t]*=[ \t]*(?P<names>[\[(\"'][^\])\n]{2,400})"
)
# A decorator or a property whose list goes on in the lines below, and such a line.
_OPEN_PROPERTY = re.compile(r"\b(?:partially|fully)_verifies[ \t]{0,4}+=[ \t]{0,4}+[\[(][ \t]{0,9}+$")
_OPEN_DECORATOR = re.compile(r"[ \t]*+(?:@|#\[)(?P<name>[\w.:]{2,80}+)\([ \t]{0,9}+\[?[ \t]{0,9}+$")
_QUOTED_LINE = re.compile(r"[ \t]*+[\"'](?P<list>[^\"'\n]{2,400}+)[\"'][ \t]{0,9}+,?[ \t]{0,9}+(?P<end>[\])])?")
_QUOTED_IDS = re.compile(rf"[ \t]*+[\"']{LIST}[^\"'\n]{{0,200}}+[\"'][ \t]{{0,9}}+(?P<goes_on>,?)[ \t]{{0,9}}+$")
_NAME = re.compile(r"[A-Za-z][\w.-]{2,99}")
# What may stand before a citation in a comment, at the beginning of its line or behind code.
_COMMENT = re.compile(r"^[ \t]*(?:\*|/\*|\"\"\"|'''|<!--)|(?:^|[ \t])(?:#|//|--|;|%)")
_COMMANDS = frozenset(("implement", "satisfy", "fulfil", "fulfill", "verify", "trace"))
# Any word of a project's own in a comment, `@llr REQ-1`, but for those that say something else of what they name.
_OWN_WORD = re.compile(
    r"(?<![\w@])@(?!(?:see|link|todo|fixme|param|returns?|throws|raises|example|deprecated|since|version|author|default"
    r"|type|issue|bug|ticket|fixes|closes|skip|ignore|disabled|relat\w+|depends|note|brief|details)\b)"
    rf"[a-z][\w-]{{1,30}}[ \t:]{{1,8}}{LIST}"
)
_SIGN = re.compile(r"\d|[A-Z][-_][A-Z]")


def read_citations(path: str, text: str) -> tuple[Tag, ...]:
    """Return the citations of a file of code. Whether the words are ids of requirements, other files decide."""
    tags: list[Tag] = []
    is_test, is_feature, is_robot = is_test_of_features(path), path.endswith(".feature"), path.endswith(".robot")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = text.split("\n")

    @cache
    def commented() -> frozenset[int]:
        return frozenset(_lines_of_comments(path, text))

    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            continue
        if (left := _LEFT_OPEN.search(line)) and not _DENIED.search(line, 0, left.start()):
            tags += _of_next_lines(lines, number, _CONTINUED, _kind(left["verb"].lower(), is_test=is_test))
        if head := _HEAD_OF_LIST.fullmatch(line):
            tags += _of_next_lines(lines, number, _ITEM, _kind((head["verb"] or "").lower(), is_test=is_test))
        if "erifies" in line:
            tags += _of_properties(lines, number)
        if is_test and (opened := _OPEN_DECORATOR.match(line)) and not OF_DATA.search(opened["name"]):
            tags += _of_next_lines(lines, number, _QUOTED_IDS, "verifies")
        if not _SIGN.search(line):
            continue
        found: dict[tuple[int, str], Tag] = {}
        patterns = (
            (_CITING, _TAGGED, _OWN_WORD) if (_TAG_LINE if is_feature else _COMMENT_LINE).match(line) else (_CITING,)
        )
        for cited, tag in _of_line(line, number, patterns, commented, is_test=is_test):
            found.setdefault((cited.start, cited.id), tag)
        labels = ((cited, MAY_CITE) for cited in label_citations(line, is_title=is_robot)) if is_test else ()
        may_test = is_test or path.endswith(".rs")
        names = ((cited, OF_TEST) for cited in name_citations(line)) if may_test else ()
        heads = ((cited, OF_TEST if may_test else MAY_CITE) for cited in headed_citations(line, is_test=may_test))
        for cited, kind in (*labels, *names, *heads):
            place = place_in(line, number, cited.start, cited.end)
            verb = "verifies" if may_test else "implements"
            found.setdefault((cited.start, cited.id), Tag(kind, "", Cited(verb, cited.id, place)))
        tags += found.values()
    return tuple(tags)


def _of_line(
    line: str,
    number: int,
    patterns: Sequence[re.Pattern[str]],
    commented: Callable[[], frozenset[int]],
    *,
    is_test: bool,
) -> Iterator[tuple[CitedId, Tag]]:
    """The citations in a line behind words and signs that cite, with their offsets in the line. `commented` gives the
    lines within docstrings and block comments."""
    for pattern in patterns:
        for found in pattern.finditer(line):
            if _DENIED.search(line, 0, found.start()):
                continue
            kind = _kind((found.groupdict().get("verb") or "").lower(), is_test=is_test)
            head = line[found.start() : found.start("list")]
            is_command = head.rstrip(" \t").lower() in _COMMANDS  # `verify REQ-1` may be one, in words
            is_marked = head.startswith(("@", "[")) or _COMMENT.search(line[: found.start()])
            is_sure = not is_command and pattern is not _OWN_WORD and (is_marked or number in commented())
            for cited in (*cited_ids(found["list"]), *(CitedId(*name) for name in names_in(found["list"]))):
                start, end = found.start("list") + cited.start, found.start("list") + cited.end
                place = place_in(line, number, start, end)
                tag = Tag(CITES if is_sure and cited.is_spelt else MAY_CITE, "", Cited(kind, cited.id, place))
                yield cited._replace(start=start, end=end), tag


def _lines_of_comments(path: str, text: str) -> Iterator[int]:
    """The numbers of the lines that begin within a block comment or a docstring."""
    style = comment_style(path)
    for start, end in multiline_text(text, style) if style else ():
        if is_comment(text, start):
            first = text.count("\n", 0, start) + 1
            yield from range(first + 1, first + text.count("\n", start, end) + 1)


def _kind(verb: str, *, is_test: bool) -> str:
    return "verifies" if is_test or verb.startswith(("verif", "valid", "tests", "asserts")) else "implements"


def _of_next_lines(lines: Sequence[str], number: int, form: re.Pattern[str], kind: str) -> Iterator[Tag]:
    """The citations in the lines below one that leaves its list open, or is the head of a list."""
    while number < len(lines) and len(lines[number]) <= MAX_LINE and (found := form.match(lines[number])):
        number += 1
        for cited in cited_ids(found["list"]):
            start = found.start("list")
            place = place_in(lines[number - 1], number, start + cited.start, start + cited.end)
            yield Tag(MAY_CITE, "", Cited(kind, cited.id, place))
        if not found["goes_on"]:
            return


def _of_properties(lines: Sequence[str], number: int) -> Iterator[Tag]:
    """The citations of properties of tests in a line, and in those below if it opens a list: ids of any form."""
    line = lines[number - 1]
    spans = [(number, found.span("list" if found["list"] else "names")) for found in _PROPERTY.finditer(line)]
    below = number if _OPEN_PROPERTY.search(line) else len(lines)
    while below < len(lines) and (quoted := _QUOTED_LINE.match(lines[below][:MAX_LINE])):
        below += 1
        spans.append((below, quoted.span("list")))
        if quoted["end"]:
            break
    for at, span in spans:
        for name in _NAME.finditer(lines[at - 1], *span):
            yield Tag(CITES, "", Cited("verifies", name[0], place_in(lines[at - 1], at, *name.span())))
