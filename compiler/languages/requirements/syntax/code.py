"""Parses source code: the comments that cite, and the functions that they stand in or above.

Two things are known of each programming language: how comments begin, and how a line that declares a function looks.
Indentation tells where a function ends.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from compiler.languages.requirements.records import Citation, CitingComment, CodeFile, Function
from compiler.languages.requirements.syntax.functions import Functions, read_functions
from compiler.text.comment_styles import comment_style
from compiler.text.multiline_text import multiline_text
from compiler.text.paths_of_tests import is_test_path

_KEYWORD_PARTS = ("mplements", "MPLEMENTS", "erifies", "ERIFIES", "alidates", "ALIDATES", "efines", "EFINES", "Tests:")
_KEYWORDS = "implements|verifies|validates|refines|satisfies|tests"
# An id and its labels, joined by any sign that a project may have chosen. The pattern takes a whole word, so that no
# part of a word passes for an id.
_ITEM = (
    r"(?:[A-Za-z][A-Za-z0-9]{0,100}[-_.][A-Za-z0-9]+|[a-z]{0,12}[0-9]{1,12})"
    r"(?:(?:\.\.|[-_.+/&|:~^!@$%=*])[A-Za-z0-9]+)*"
)
ITEM = re.compile(_ITEM, re.IGNORECASE)
# An id that no other word looks like: behind a keyword without a colon.
_SPELT_IN_FULL = r"[A-Za-z][A-Za-z0-9]*[-_][A-Za-z0-9._-]*[0-9]"
# Labels may also stand in brackets, `REQ-p00001(A, B)`, or behind semicolons, `REQ-p00001-A;B`.
_MORE_LABELS = (
    r"(?-i:\([A-Z0-9](?:[ \t]*[,;+&][ \t]*[A-Z0-9])*\)|(?:;(?:[ \t]*+(?=.[ \t]*(?:[,;\n]|\Z)))?[A-Z0-9](?![\w-]))+)?"
)
CITED = re.compile(rf"{_ITEM}{_MORE_LABELS}", re.IGNORECASE)

# Behind a list of ids: what the ids are or do, so that the comment is a sentence about them.
_VERB = re.compile(
    r"[ \t]+(?:is|are|was|were|isn't|aren't|has|have|had|does|do|did|must|shall|should|may|can|cannot|will|would|could"
    r"|means|says|names|needs|lands?|stays?|becomes?|counts?|gets?)\b"
)
_TEST_SIGN = re.compile(r"\b[Tt]est|\bit\(|\bit [\"']|\bTEST|\[Fact|\[Theory")
_BREAK = re.compile("\n")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*))", re.MULTILINE
)


def parse_code(path: str, text: str) -> CodeFile | None:
    """The unit of a source file; None when the file has neither comments that cite nor tests."""
    style = comment_style(path)
    if style is None:
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    # A quick check: most files of a large source have none of these words.
    found = list(_pattern(style.openers).finditer(f"\n{text}")) if any(part in text for part in _KEYWORD_PARTS) else []
    holds_tests = path.endswith(".feature") or (is_test_path(path) and bool(_TEST_SIGN.search(text)))
    if not found and not holds_tests:
        return None
    long = list(multiline_text(text, style))
    citations = list(_citations(text, found, long))
    if not citations and not holds_tests:
        return None
    functions = read_functions(path, _without_multiline(long, text), style, [citation.line for citation in citations])
    tests = tuple(function for function in functions.declared if function.is_test)
    if not citations and not tests:
        return None
    in_test = bool(tests) and is_test_path(path)
    comments = tuple(_citing(citation, functions, in_test=in_test) for citation in citations)
    return CodeFile(path, comments, tests, tuple(_imports(path, text)))


def functions_at(path: str, text: str, lines: Sequence[int]) -> tuple[Function | None, ...]:
    """Return the function that each line stands in or above, None for none; none in a language that is not known. What
    stands above or in a class of tests has a function without a name, of that class; what stands above all that a file
    of tests declares has one without a class."""
    style = comment_style(path)
    if style is None:
        return (None,) * len(lines)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    long = list(multiline_text(text, style))
    lines, marked = _first_lines(text, long, lines)
    functions = read_functions(path, _without_multiline(long, text, marked, style.openers[0]), style, lines)
    in_test = is_test_path(path) and any(function.is_test for function in functions.declared)
    return tuple(functions.at(line, in_test=in_test) or _of_class(functions, line, in_test) for line in lines)


def _of_class(functions: Functions, line: int, in_test: bool) -> Function | None:
    scope = functions.classes.get(line) or functions.scope(line) if in_test else None
    return None if scope is None else Function("", scope, line, line, is_test=False, declared=line)


def _first_lines(text: str, long: Sequence[tuple[int, int]], lines: Sequence[int]) -> tuple[list[int], frozenset[int]]:
    """Lines, and for those in a comment or string over several lines, such as a docstring, the line in which it begins;
    with the places in the text where these begin."""
    breaks = [-1, *(found.start() for found in _BREAK.finditer(text)), len(text)]
    begins = [begin for begin, _ in long]
    found, marked = [], set()
    for line in lines:
        first, last = (breaks[min(at, len(breaks) - 1)] for at in (line - 1, line))
        at = bisect_right(begins, last) - 1
        if at >= 0 and long[at][1] > first:
            marked.add(begins[at])
            line = bisect_right(breaks, begins[at] - 1)
        found.append(line)
    return found, frozenset(marked)


def _citing(citation: Citation, functions: Functions, *, in_test: bool) -> CitingComment:
    """A comment with the function that it belongs to, or else with what it stands for."""
    function = functions.at(citation.line, in_test=in_test)
    return CitingComment(citation, function, None if function else functions.scope(citation.line))


def _citations(text: str, comments: Iterable["re.Match[str]"], long: Iterable[tuple[int, int]]) -> Iterator[Citation]:
    """The citations in comments, without those inside of multiline text."""
    spans = iter(long)
    begin = end = counted = 0
    line = 1
    for found in comments:
        # Comments and spans are both in the order of the text.
        while end <= found.start() and (span := next(spans, None)):
            begin, end = span
        if begin <= found.start() < end:
            continue
        keyword, listed = found["keyword"] or found["heading"], "list" if found["list"] else "block"
        start = found.start(listed) - 1  # of the text, which has no line break in front
        line += text.count("\n", counted, start)
        counted = start
        column = len(text[text.rfind("\n", 0, start) + 1 : start].encode()) + 1
        in_sentence = _VERB.match(text, start + len(found[listed])) is not None
        yield Citation(keyword.lower(), found[listed].rstrip(), line, column, in_sentence, found["loose"] is None)


@cache
def _pattern(openers: tuple[str, ...]) -> "re.Pattern[str]":
    """A comment that cites: `# Implements: REQ-1-A, REQ-2`, or a block of lines below `# IMPLEMENTS REQUIREMENTS:`.

    The pattern begins with a line break, since a search for that is much faster than one for "^".
    """
    opener = rf"[ \t]*(?:{'|'.join(map(re.escape, openers))})[!/#;%-]*[ \t]*"
    item = rf"{_ITEM}{_MORE_LABELS}"
    # A list may begin with a comma, or have two in a row.
    items = rf"(?:,[ \t]*)*{item}(?:[ \t]*[,;](?:[ \t]*,)*[ \t]*{item})*"
    continuation = rf"(?:[ \t]*,[ \t]*\n{opener}{items})*"
    row = rf"{opener}[-*]?[ \t]*{items}[^\n]*"
    return re.compile(
        rf"\n{opener}(?:[*_]{{0,2}}(?P<keyword>{_KEYWORDS})[*_]{{0,2}}"
        rf"(?::[*_]{{0,2}}[ \t]*|(?P<loose>[ \t]+(?={_SPELT_IN_FULL})))(?P<list>{items}{continuation})"
        rf"|(?P<heading>{_KEYWORDS})[ \t]+requirements:[ \t]*\n"
        rf"(?P<block>{row}(?:\n{row})*))",
        re.IGNORECASE,
    )


def _without_multiline(
    long: Iterable[tuple[int, int]], text: str, marked: frozenset[int] = frozenset(), mark: str = ""
) -> str:
    """The text without multiline strings and comments, whose indentation means nothing. In place of those that begin at
    a marked place stands `mark`.

    What follows one of them moves up to the line where it began. Line breaks are added after that line, so that all
    later lines keep their numbers.
    """
    parts: list[str] = []
    at = missing = 0
    for begin, end in long:
        is_comment, lines = text.startswith("/*", begin), text.count("\n", begin, end)
        is_marked = begin in marked
        if lines or is_comment or is_marked:  # a string on one line may be the name of a test
            parts += [_with_line_breaks(text[at:begin], missing), mark if is_marked else "" if is_comment else '""']
            missing = lines + (0 if "\n" in text[at:begin] else missing)
            at = end
    return "".join([*parts, _with_line_breaks(text[at:], missing)]) if at else text


def _with_line_breaks(text: str, count: int) -> str:
    """The text with `count` more line breaks at its first line break, if it has one."""
    return text.replace("\n", "\n" * (count + 1), 1) if count else text


def _imports(path: str, text: str) -> Iterator[str]:
    """The modules that a Python file imports, as written; none for other languages."""
    if not path.endswith(".py"):
        return
    for found in _IMPORT.finditer(text):
        if found[1]:
            yield found[1]
        else:
            yield from (word.strip() for word in found[2].split(","))
