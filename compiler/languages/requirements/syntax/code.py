"""The reader of source code: comments that cite, and the functions that they stand in or above.

Of a programming language only two things are known: how its comments begin, and what a line that declares a function
looks like. Where a function ends is told by indentation, as people tell it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from compiler.languages.requirements.records import Citation, Code, Comment
from compiler.languages.requirements.syntax.comments import Style, style_of
from compiler.languages.requirements.syntax.functions import read_functions

_SIGNS = ("mplements", "MPLEMENTS", "erifies", "ERIFIES", "alidates", "ALIDATES", "efines", "EFINES", "Tests:")
_KEYWORDS = "implements|verifies|validates|refines|satisfies|tests"
# An id and its labels, joined by whatever sign a project may have chosen: read to its end, so that no part of what is
# no id at all passes for one.
_ITEM = r"(?:[A-Za-z][A-Za-z0-9]*[-_.][A-Za-z0-9]+|[a-z][0-9]{2,})(?:(?:\.\.|[-_.+/&|:~^!@$%=*])[A-Za-z0-9]+)*"
ITEM = re.compile(_ITEM, re.IGNORECASE)

_TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?)/|(?:^|/)test_[^/]*$|[_.-](?:test|tests|spec)\.\w+$|Tests?\.\w+$|(?:^|/)Test[A-Z][^/]*$"
)
_TEST_SIGN = re.compile(r"\b[Tt]est|\bit\(|\bit [\"']|\bTEST|\[Fact|\[Theory")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*))", re.MULTILINE
)


def is_test_path(path: str) -> bool:
    """Whether a source file is a test, going by its name and folders."""
    return bool(_TEST_PATH.search(path))


def parse_code(path: str, text: str) -> Code | None:
    """The unit of a source file; None when it neither cites anything nor holds tests."""
    style = style_of(path)
    if style is None:
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    # Most files of a large tree hold none of these words, and are done with here.
    found = list(_pattern(style.openers).finditer(f"\n{text}")) if any(sign in text for sign in _SIGNS) else []
    holds_tests = is_test_path(path) and bool(_TEST_SIGN.search(text))
    if not found and not holds_tests:
        return None
    long = list(_long_strings(text, style))
    citations = list(_citations(text, found, long))
    if not citations and not holds_tests:
        return None
    functions = read_functions(path, _without(long, text), style, [one.line for one in citations])
    tests = tuple(one for one in functions.declared if one.is_test)
    if not citations and not tests:
        return None
    in_test = bool(tests) and is_test_path(path)
    comments = tuple(Comment(one, functions.at(one.line, in_test=in_test)) for one in citations)
    return Code(path, comments, tests, tuple(_imports(path, text)))


def _citations(text: str, comments: Iterable["re.Match[str]"], long: Iterable[tuple[int, int]]) -> Iterator[Citation]:
    """The citing comments of a text, but those inside of text of several lines."""
    spans = iter(long)
    begin = end = counted = 0
    line = 1
    for found in comments:
        # Both run through the text in order, so neither begins again.
        while end <= found.start() and (span := next(spans, None)):
            begin, end = span
        if begin <= found.start() < end:
            continue
        keyword, listed = found["keyword"] or found["heading"], "list" if found["list"] else "block"
        start = found.start(listed) - 1  # without the line break in front
        line += text.count("\n", counted, start)
        counted = start
        column = len(text[text.rfind("\n", 0, start) + 1 : start].encode()) + 1
        yield Citation(keyword.lower(), found[listed].rstrip(), line, column)


@cache
def _pattern(openers: tuple[str, ...]) -> "re.Pattern[str]":
    """A comment that cites: `# Implements: REQ-1-A, REQ-2`, or a block of lines below `# IMPLEMENTS REQUIREMENTS:`.

    It begins with the line break before it: a search for that is much faster than one for the beginning of a line.
    """
    opener = rf"[ \t]*(?:{'|'.join(map(re.escape, openers))})[!/#;%-]*[ \t]*"
    items = rf"{_ITEM}(?:[ \t]*,[ \t]*{_ITEM})*"
    goes_on = rf"(?:[ \t]*,[ \t]*\n{opener}{items})*"
    row = rf"{opener}[-*]?[ \t]*{items}[^\n]*"
    return re.compile(
        rf"\n{opener}(?:[*_]{{0,2}}(?P<keyword>{_KEYWORDS})[*_]{{0,2}}:[*_]{{0,2}}[ \t]+(?P<list>{items}{goes_on})"
        rf"|(?P<heading>{_KEYWORDS})[ \t]+requirements:[ \t]*\n"
        rf"(?P<block>{row}(?:\n{row})*))",
        re.IGNORECASE,
    )


def _without(long: Iterable[tuple[int, int]], text: str) -> str:
    """A text without text of several lines, whose indentation tells nothing. What follows it stands on the line where
    it begins; all lines after that keep their numbers."""
    parts: list[str] = []
    at = owed = 0
    for begin, end in long:
        is_comment, lines = text.startswith("/*", begin), text.count("\n", begin, end)
        if lines or is_comment:  # text on one line may be the name of a test
            parts += [_paid(text[at:begin], owed), "" if is_comment else '""']
            owed = lines + (0 if "\n" in text[at:begin] else owed)
            at = end
    return "".join([*parts, _paid(text[at:], owed)]) if at else text


def _paid(text: str, owed: int) -> str:
    """A text with so many line breaks more at the end of its first line, if it has one."""
    return text.replace("\n", "\n" * (owed + 1), 1) if owed else text


def _long_strings(text: str, style: Style) -> Iterator[tuple[int, int]]:
    """Where text of several lines stands."""
    if any(quote in text for quote in style.quotes):
        for one in _strings(style).finditer(text):
            if one.lastgroup == "long":
                yield one.span("long")


@cache
def _strings(style: Style) -> "re.Pattern[str]":
    closing = {"/*": r"\*/", "[[": r"\]\]"}
    long = "|".join(
        rf"{re.escape(quote)}(?:[^\\]|\\.)*?(?:{closing.get(quote, re.escape(quote))}|\Z)" for quote in style.quotes
    )
    comment = rf"(?:{'|'.join(map(re.escape, style.openers))})[^\n]*"
    short = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
    # A class of characters is run through much faster than alternatives are tried.
    others = "".join(sorted({one[0] for one in (*style.openers, *style.quotes)} | set("\"'")))
    skipped = f"[^{re.escape(others)}]*+"
    return re.compile(rf"{skipped}(?:(?P<comment>{comment})|(?P<long>{long})|(?P<short>{short})|.|\Z)", re.DOTALL)


def _imports(path: str, text: str) -> Iterator[str]:
    if not path.endswith(".py"):
        return
    for found in _IMPORT.finditer(text):
        if found[1]:
            yield found[1]
        else:
            yield from (one.strip() for one in found[2].split(","))
