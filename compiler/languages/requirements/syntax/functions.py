"""Finds the functions that a source file declares, and the function that each comment stands in or above.

One pass goes over the lines, with a stack of the declarations that are indented less than the line. A comment stands in
the innermost function that is indented less than the comment. Otherwise it stands above the next declaration, if only
blank lines, comments and decorators come between.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from compiler.languages.requirements.records import Function
from compiler.text.comment_styles import CommentStyle

_WORDS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|virtual|override|async|unsafe"
    r"|pub(?:\([^)]*\))?|inline|open|suspend|sealed|data|extern|const)[ \t]+){0,8}"
)
_CLASS = re.compile(
    rf"{_WORDS}(?:(?:class|struct|interface|trait|object|module|namespace|mod|impl(?:<[^>]*>)?)[ \t]+(?P<word>[\w.:]+)"
    r"|(?:x?(?:describe|context)|suite|group)(?:\.\w+)*[ \t]*+\(?[ \t]*+(?P<quote>[\"'`])(?P<text>.+?)(?P=quote))"
)
_FUNCTION = re.compile(
    rf"{_WORDS}(?:"
    r"(?:function\b\*?|func(?:[ \t]*\([^)]*\))?|fn|fun|def|sub|proc|procedure)[ \t]+(?:self\.)?"
    r"(?P<named>\w+(?:-\w+)*[?!]?|`[^`\n]{1,200}`)"
    r"|(?:const|let|var)[ \t]+(?P<bound>\w++)[^=\n]*+=[ \t]*(?:async[ \t]+)?"
    r"(?:function\b|\([^)\n]*\)[^=\n]*=>|\w+[ \t]*=>)"
    r"|(?:x?(?:it|test|specify)|testWidgets)(?:\.\w+)*(?:\([^)\n]*\))?[ \t]*+\(?[ \t]*+"
    r"(?P<quote>[\"'`])(?P<text>.+?)(?P=quote)"
    r"|(?P<macro>TEST(?:_[FP])?)[ \t]*\([ \t]*(?P<suite>\w+)[ \t]*,[ \t]*(?P<case>\w+)"
    r"|create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:function|procedure|view|table|trigger)[ \t]+(?P<sql>[\w.]+)"
    r"|(?P<shell>[\w-]+)[ \t]*\(\)[ \t]*\{"
    r"|(?!(?:if|for|while|switch|return|else|new|throw|catch|do|case|await|yield|assert|print|import|var|const)\b)"
    r"(?:[\w:<>\[\],.?*&]+[ \t]+)*[*&]*(?P<scope>(?:\w+(?:<[^<>()\n]*>)?::)*)(?P<plain>(?:(?<=::)~)?\w+)[ \t]*\("
    r"[^;\n]*$(?<![;,])(?<!=))",
    re.IGNORECASE,
)
# What has scenarios, and a scenario: each is a test. Behind tags the words may be those of any language.
_GHERKIN = re.compile(
    r"(?P<word>Feature|Ability|Business Need|Rule|Scenario(?: Outline| Template)?|Example|[^\W\d_][^:\n]{0,30})"
    r"[ \t]*:[ \t]*(?P<name>.{0,200})"
)
_GHERKIN_WORDS = frozenset(
    ("Feature", "Ability", "Business Need", "Rule", "Scenario", "Scenario Outline", "Scenario Template", "Example")
)
_TEST_ATTRIBUTE = re.compile(
    r"@(?:\w+\.)*(?:Parameterized|Repeated)?Test\b|#\[(?:\w+::)*test|\[(?:Test|Fact|Theory)\w*"
)
_TEST_CLASS = re.compile(r"(?:^|::)(?:Test\w*|\w*(?:Tests?|TestCase))(?:::|$)")
_C = (".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".m", ".mm")
_RETURN_TYPE = re.compile(
    r"(?!(?:return|else|do|goto|break|continue|default|case|public|private|protected|try)\b)"
    r"[A-Za-z_][\w:<>,*& \t]*(?<![:,])\r?"
)
_SKIPPED = re.compile(
    r"@(?:\w+\.)*(?:skip|Disabled|Ignore)\b(?=[ \t]*(?:\(|$|\r|@))|\[Ignore\b|#\[ignore\b"
    r"|x(?:it|test|specify|describe|context)\b|(?:it|test|specify|describe|context|suite)\.(?:skip|todo|fixme)[ \t]*\("
)
_FIXTURE = re.compile(r"@(?:\w+\.)*fixture\b")
_ATTRIBUTE = ("@", "#[", "[")
_PYTHON = ("def ", "async ", "class")  # how declarations begin in Python
_CLOSING = ("{", ")", "]", "}", "end")  # lines that end a body or continue a signature


class _Scope(NamedTuple):
    """An open class or function. `at` is its index among the functions, -1 for a class. `is_skipped`: it does not run,
    nor does what is in it."""

    indent: int
    name: str
    at: int
    is_skipped: bool = False


class _Declaration(NamedTuple):
    """The function that a line declares, "" for none: its name, the class written with it (`Pot::new`), and whether the
    form of the declaration makes it a test."""

    name: str
    scope: str = ""
    is_test: bool = False


_NO_DECLARATION = _Declaration("")


@dataclass(slots=True)
class Functions:
    """The functions of a file in order, and the positions of functions by the lines of comments.

    `inside` gives the functions around a comment, innermost first; `above` gives the function below it. `outside` are
    the lines of comments that have the header of a class between them and the function below. `classes` gives the
    class that a comment stands above, or in but in no function of it. `first` is the line of the first declaration of
    the file, 0 without one.
    """

    declared: list[Function] = field(default_factory=list)
    inside: dict[int, list[int]] = field(default_factory=dict)
    above: dict[int, int] = field(default_factory=dict)
    outside: set[int] = field(default_factory=set)
    classes: dict[int, str] = field(default_factory=dict)
    first: int = 0

    def scope(self, line: int) -> str | None:
        """What a comment stands for that belongs to no test: "" for the file, a class by its name, or nothing.

        A function that holds all tests of the file, as `main` does in some languages, is the file.
        """
        if line < self.first or any(map(self._holds_all_tests, self._around(line))):
            return ""
        return self.classes.get(line)

    def _around(self, line: int) -> list[Function]:
        """The functions around a comment, innermost first, and the one below it."""
        below = [self.above[line]] if line in self.above else []
        return [self.declared[at] for at in (*self.inside.get(line, ()), *below)]

    def _holds_all_tests(self, function: Function) -> bool:
        tests = [function for function in self.declared if function.is_test]
        return bool(tests) and all(function.line < test.line and test.last <= function.last for test in tests)

    def at(self, line: int, *, in_test: bool) -> Function | None:
        """The function of the comment at a line.

        With `in_test` only tests count, and a comment above a class belongs to none.
        """
        candidates = list(self.inside.get(line, ()))
        if line in self.above and not (in_test and line in self.outside):
            candidates.append(self.above[line])
        functions = (self.declared[candidate] for candidate in candidates)
        return next((function for function in functions if function.is_test or not in_test), None)


def read_functions(path: str, text: str, style: CommentStyle, comment_lines: Iterable[int]) -> Functions:
    """The functions of a text, and where the comments at some lines belong."""
    scanner = _Scanner(path, style, frozenset(comment_lines))
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.lstrip(" \t")
        if stripped and stripped != "\r":
            scanner.take(number, len(line) - len(stripped), stripped)
    scanner.end()
    return scanner.functions


class _Scanner:
    """The state of the pass over the lines."""

    def __init__(self, path: str, style: CommentStyle, comment_lines: frozenset[int]) -> None:
        self.functions = Functions()
        self._is_c = path.endswith(_C)
        self._is_gherkin = path.endswith(".feature")
        self._is_python, self._openers, self._comment_lines = path.endswith(".py"), style.openers, comment_lines
        self._aside_starts = frozenset(mark[0] for mark in (*style.openers, *_ATTRIBUTE))
        self._open: list[_Scope] = []
        self._waiting: list[int] = []  # lines of comments above the next declaration
        self._decorated = 0  # the first line of the decorators above the next declaration, 0 for none
        self._is_test = False
        self._is_fixture = False
        self._is_skipped = False
        self._brackets = 0  # open brackets of a decorator that spans lines
        self._last = 0

    def take(self, number: int, indent: int, line: str) -> None:
        """Take the next line that is not blank, without its indentation."""
        if self._brackets > 0:
            self._brackets += _balance(line, self._openers)
            self._cited(number)
        elif line[0] in self._aside_starts and self._is_aside(number, indent, line):
            return
        elif self._waiting and self._is_c and _RETURN_TYPE.fullmatch(line):
            self._last = number  # the name of the function follows on a line below
        else:
            if self._open and self._open[-1].indent >= indent:
                self._close(indent, line)
            if number in self._comment_lines:  # a statement that cites: `record("requirement", "REQ-1")`
                self._place(number, indent)
            if not self._is_python or line.startswith(_PYTHON):
                self._take_code(number, indent, line)
            else:
                self._waiting = []
                self._forget_decorators()
            self._last = number

    def _is_aside(self, number: int, indent: int, line: str) -> bool:
        """Whether a line is a comment or a decorator; if so, it is taken."""
        if line.startswith(self._openers):
            self._comment(number, indent)
        elif line.startswith(_ATTRIBUTE) and not (line[0] == "[" and (self._is_python or self._is_gherkin)):
            self._decorated = self._decorated or number
            self._is_test |= bool(_TEST_ATTRIBUTE.match(line))
            self._is_fixture |= bool(_FIXTURE.match(line))
            self._is_skipped |= bool(_SKIPPED.match(line))
            self._brackets = max(_balance(line, self._openers), 0)
            self._cited(number)
        else:
            return False
        return True

    def end(self) -> None:
        """Close what is open at the end of the file."""
        while self._open:
            self._end(self._open.pop())

    def _comment(self, number: int, indent: int) -> None:
        if number in self._comment_lines:
            self._waiting.append(number)
            self._place(number, indent)

    def _cited(self, number: int) -> None:
        """Note a line of a decorator that cites: it is one of the declaration below."""
        if number in self._comment_lines:
            self._waiting.append(number)

    def _place(self, number: int, indent: int) -> None:
        """Note what a line that cites stands in."""
        around = [scope for scope in self._open if scope.indent < indent]
        held = [scope.at for scope in reversed(around) if scope.at >= 0]
        if held:
            self.functions.inside[number] = held
        elif around:
            self.functions.classes[number] = "::".join(scope.name for scope in around)

    def _close(self, indent: int, line: str) -> None:
        """Close the declarations that a line ends by its indentation."""
        while self._open and (
            self._open[-1].indent > indent or (self._open[-1].indent == indent and not line.startswith(_CLOSING))
        ):
            self._end(self._open.pop())

    def _end(self, scope: _Scope) -> None:
        if scope.at >= 0:
            self.functions.declared[scope.at] = self.functions.declared[scope.at]._replace(last=self._last)

    def _take_code(self, number: int, indent: int, line: str) -> None:
        class_name = "" if self._is_gherkin else _class_name(line, self._is_python)
        self._is_skipped |= bool(_SKIPPED.match(line)) or any(scope.is_skipped for scope in self._open)
        if self._is_gherkin:
            if (declaration := _part_of_feature(line, is_tagged=self._decorated > 0)).name:
                self._declare(number, indent, declaration)
        elif class_name:
            self.functions.first = self.functions.first or number
            self._open.append(_Scope(indent, class_name, -1, self._is_skipped))
            self.functions.outside.update(self._waiting)
            name = "::".join(scope.name for scope in self._open if scope.at < 0)
            cited = [number] if number in self._comment_lines else []  # `describe("REQ-1 lamp", …)`
            for comment in (*self._waiting, *cited):
                self.functions.classes.setdefault(comment, name)
        elif (declaration := _function_of(line, self._is_python, self._is_c)).name:
            self._declare(number, indent, declaration)
        if not class_name:
            self._waiting = []
        self._forget_decorators()

    def _forget_decorators(self) -> None:
        self._decorated, self._is_test, self._is_fixture, self._is_skipped = 0, False, False, False

    def _declare(self, number: int, indent: int, declaration: _Declaration) -> None:
        at = len(self.functions.declared)
        self.functions.first = self.functions.first or number
        inside = [scope.name for scope in self._open if scope.at < 0]
        class_name = "::".join([*inside, *filter(None, [declaration.scope])])
        is_test = self._is_test or declaration.is_test or self._tests_by_name(declaration.name, class_name)
        is_test = is_test and not any(scope.at >= 0 for scope in self._open if self._is_python)
        self.functions.declared.append(
            Function(declaration.name, class_name, self._decorated or number, number, is_test, number, self._is_skipped)
        )
        if number in self._comment_lines:  # the declaration cites: `it("REQ-1: turns", …)`
            self._waiting.append(number)
        self.functions.above.update(dict.fromkeys(self._waiting, at))
        self._open.append(_Scope(indent, declaration.name, at))

    def _tests_by_name(self, name: str, class_name: str) -> bool:
        if self._is_fixture:  # such as `tested_kettle`
            return False
        if self._is_python:
            return name.startswith("test") and (not class_name or bool(_TEST_CLASS.search(class_name)))
        return name.lower().startswith("test")


def _class_name(line: str, is_python: bool) -> str:
    """The class that a line declares, "" for none."""
    found = _CLASS.match(line) if not is_python or line.startswith("class") else None
    return (found["word"] or found["text"]).rstrip(":") if found else ""


def _function_of(line: str, is_python: bool, is_c: bool) -> _Declaration:
    """The function that a line declares."""
    if is_python and not line.startswith(("def ", "async ")):
        return _NO_DECLARATION
    found = _FUNCTION.match(line)
    if found is None:
        return _NO_DECLARATION
    if found["macro"]:
        return _Declaration(found["case"], found["suite"], is_test=True)
    if found["text"]:
        return _Declaration(found["text"], is_test=True)
    if found["scope"] and not is_c:  # in other languages `Pot::new(1)` is a call
        return _NO_DECLARATION
    name = next(filter(None, (found["named"], found["bound"], found["sql"], found["shell"], found["plain"])), "")
    return _Declaration(name.strip("`"), (found["scope"] or "").removesuffix("::"))


def _part_of_feature(line: str, *, is_tagged: bool) -> _Declaration:
    """The feature, rule or scenario that a line of Gherkin declares."""
    found = _GHERKIN.match(line)
    if found is None or not ((is_tagged and found["name"].strip()) or found["word"] in _GHERKIN_WORDS):
        return _NO_DECLARATION
    return _Declaration(found["name"].strip() or found["word"], is_test=True)


def _balance(line: str, openers: tuple[str, ...]) -> int:
    """How many brackets a line opens and does not close, not counting strings and comments."""
    line = _aside(openers).sub("", line)
    return sum(line.count(bracket) for bracket in "([{") - sum(line.count(bracket) for bracket in ")]}")


@cache
def _aside(openers: tuple[str, ...]) -> "re.Pattern[str]":
    # Bounded, since the end of a string that has none is looked for at each of its quotes.
    text = r"\"(?:[^\"\\]|\\.){0,1000}+\"|'(?:[^'\\]|\\.){0,1000}+'|`[^`]{0,1000}+`"
    return re.compile(rf"{text}|(?:{'|'.join(map(re.escape, openers))}).*")
