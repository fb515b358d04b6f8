"""Reads what a test cites by what it is called: the name of its function, its title, its decorators, and a comment or
docstring that begins with ids (`# REQ-1`, `\"\"\"REQ-1: the lamp turns.\"\"\"`)."""

import re
from collections.abc import Iterator

from compiler.languages.requirements.formats.listed.cited_lists import LIST, CitedId, cited_ids
from compiler.languages.requirements.formats.listed.ids import REQUIREMENT_WORDS

_DECORATOR = re.compile(r"[ \t]*(?:@|#\[|\[(?=[A-Z]))(?P<name>[\w.:]{2,80})")
_TAG = re.compile(r"[ \t]@(?P<name>[\w.:]{2,80})")  # of a scenario, behind another one
# What a decorator of these names holds is data for the test, or why it does not run.
OF_DATA = re.compile(
    r"param|source|data|value|case|fixture|patch|mock|example|given|skip|xfail|ignore|disabled|todo|inject"
    r"|[Dd]ocumentation",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"[ \t]*(?:(?:[fx]?(?:it|test|describe|context)|specify|scenario|suite|feature|[ts]\.Run)(?!\.(?:each|todo))"
    r"(?:\.(?!each|todo)\w{1,20}){0,3}[ \t]?[(\"'`]|[ \t](?=[\"'])|(?:TEST|SCENARIO|SECTION)\w*\()"
)
_QUOTED = re.compile(r"\"([^\"\n]{3,300})\"|'([^'\n]{3,300})'|`([^`\n]{3,300})`")
# In a title, ids name the test at its beginning, behind a sign at its end, and in brackets. Elsewhere they may be data.
_IN_TITLE = (
    re.compile(rf"[\[(@]?{LIST}"),
    re.compile(rf"[-–—:|(\[@#][ \t]{{0,4}}{LIST}[\])]?$"),
    re.compile(rf"[\[(]{LIST}[\])]"),
)
_NAMED = re.compile(
    r"[ \t]*(?:[\w<>\[\]:]{1,40}[ \t]+){0,5}(?:def|class|func|fn|fun|void|Task|sub|function|TEST\w{0,20}"
    r"|BOOST_AUTO_TEST_CASE)\b(?P<rest>[^{\n]{3,200})"
)
_WORDS = "|".join(sorted((word.lower() for word in REQUIREMENT_WORDS), key=len, reverse=True))
_TITLED_WORDS = "|".join(word.capitalize() for word in _WORDS.split("|"))
_IN_NAME = re.compile(
    r"(?<![A-Z0-9])(?:[A-Z][A-Z0-9]{0,11}[-_]){0,4}[A-Z]{1,12}[-_]?\d{1,6}(?:_\d{1,6}){0,2}(?![a-z0-9]|[A-Z](?![a-z]))"
    rf"|(?<![A-Z0-9])(?:{_TITLED_WORDS})_?\d{{1,6}}(?![a-z0-9])"
    rf"|(?<![A-Za-z0-9])(?:{_WORDS})(?:_[a-z]{{1,12}}){{0,3}}_?\d{{1,6}}(?:_\d{{1,6}}){{0,2}}(?![A-Za-z0-9])"
)
_HEADED = re.compile(
    rf"[ \t]*(?:#|//|--|;|/?\*+|[rf]?(?:\"\"\"|'''))[-=*#/!<\[( \t]{{0,10}}{LIST}[\])]?[ \t]{{0,4}}"
    r"(?:$|(?<=[ \t])(?=[A-Z][a-z])|[:—–(]|-{1,2}[ \t]|\.?(?:\"\"\"|'''|\*/))"
)
# Behind ids at the beginning of a comment: nothing tests them yet.
_OPEN = re.compile(
    r"\b(?:todo|fixme|untested|out of scope|no tests?|not (?:yet )?(?:covered|tested|verified|implemented|done))\b",
    re.IGNORECASE,
)


def label_citations(line: str, *, is_title: bool = False) -> Iterator[CitedId]:
    """Give what a decorator or a title of a test in a line cites, with the offsets in the line. `is_title`: a line that
    begins with an id is the title of a test."""
    decorator = _DECORATOR.match(line)
    if decorator and not OF_DATA.search(decorator["name"]):
        for quoted in _QUOTED.finditer(line):
            start = quoted.start() + 1
            if found := re.match(LIST, line[start : quoted.end() - 1]):
                yield from _moved(cited_ids(found["list"]), start)
        for tag in (decorator, *_TAG.finditer(line, decorator.end())):
            yield from _names(tag["name"].rpartition(".")[2], tag.end("name") - len(tag["name"].rpartition(".")[2]))
    elif is_title and (found := re.match(LIST, line)):
        yield from cited_ids(found["list"])
    elif _TITLED.match(line):
        for quoted in _QUOTED.finditer(line):
            start, title = quoted.start() + 1, line[quoted.start() + 1 : quoted.end() - 1]
            seen: set[int] = set()
            found_lists = [*filter(None, (_IN_TITLE[0].match(title), _IN_TITLE[1].search(title)))]
            for found in (*found_lists, *_IN_TITLE[2].finditer(title)):
                if found.start("list") not in seen:
                    seen.add(found.start("list"))
                    yield from _moved(cited_ids(found["list"]), start + found.start("list"))


def name_citations(line: str) -> Iterator[CitedId]:
    """Give what the name of a function in a line cites if it is a test."""
    if found := _NAMED.match(line):
        yield from _names(found["rest"], found.start("rest"))


def headed_citations(line: str, *, is_test: bool) -> Iterator[CitedId]:
    """Give the ids with which a comment in a line begins; outside of tests a colon or a dash has to follow."""
    found = _HEADED.match(line)
    if found and not _OPEN.search(line, found.end()) and (is_test or found[0][-1] in ":—–"):
        yield from _moved(cited_ids(found["list"]), found.start("list"))


def _names(text: str, start: int) -> Iterator[CitedId]:
    """The words of names that may be ids: `REQ_001` of `test_REQ_001_turns`, in capitals."""
    for found in _IN_NAME.finditer(text):
        yield CitedId(found[0].upper(), start + found.start(), start + found.end(), is_spelt=False)


def _moved(found: Iterator[CitedId], by: int) -> Iterator[CitedId]:
    return (cited._replace(start=cited.start + by, end=cited.end + by) for cited in found)
