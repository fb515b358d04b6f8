"""Which functions a source file declares, and which of them a comment stands in or above.

One pass over the lines, with a stack of the declarations that a line is deeper indented than. A comment stands in the
innermost function that it is deeper indented than, or else above the next declaration, with nothing but blank lines,
comments and decorators in between.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from compiler.languages.requirements.records import Function
from compiler.languages.requirements.syntax.comments import Style

_WORDS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|virtual|override|async|unsafe"
    r"|pub(?:\([^)]*\))?|inline|open|suspend|sealed|data|extern|const)[ \t]+)*"
)
_CLASS = re.compile(
    rf"{_WORDS}(?:(?:class|struct|interface|trait|object|module|namespace|mod|impl(?:<[^>]*>)?)[ \t]+(?P<word>[\w.:]+)"
    r"|(?:describe|context|suite|group)(?:\.\w+)*[ \t]*\(?[ \t]*(?P<quote>[\"'`])(?P<text>.+?)(?P=quote))"
)
_FUNCTION = re.compile(
    rf"{_WORDS}(?:"
    r"(?:function\b\*?|func(?:[ \t]*\([^)]*\))?|fn|fun|def|sub|proc|procedure)[ \t]+(?:self\.)?"
    r"(?P<named>\w+(?:-\w+)*[?!]?)"
    r"|(?:const|let|var)[ \t]+(?P<bound>\w+)[^=\n]*=[ \t]*(?:async[ \t]+)?"
    r"(?:function\b|\([^)\n]*\)[^=\n]*=>|\w+[ \t]*=>)"
    r"|(?:it|test|specify|testWidgets)(?:\.\w+)*(?:\([^)\n]*\))?[ \t]*\(?[ \t]*(?P<quote>[\"'`])(?P<text>.+?)(?P=quote)"
    r"|(?P<macro>TEST(?:_[FP])?)[ \t]*\([ \t]*(?P<suite>\w+)[ \t]*,[ \t]*(?P<case>\w+)"
    r"|create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:function|procedure|view|table|trigger)[ \t]+(?P<sql>[\w.]+)"
    r"|(?P<shell>[\w-]+)[ \t]*\(\)[ \t]*\{"
    r"|(?!(?:if|for|while|switch|return|else|new|throw|catch|do|case|await|yield|assert|print)\b)"
    r"(?:[\w:<>\[\],.?*&]+[ \t]+[*&]*)*(?P<scope>(?:\w+(?:<[^<>()\n]*>)?::)*)(?P<plain>(?:(?<=::)~)?\w+)[ \t]*\("
    r"[^;\n]*$(?<![;,])(?<!=))",
    re.IGNORECASE,
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
_ATTRIBUTE = ("@", "#[", "[")
_PYTHON = ("def ", "async ", "class")  # nothing else declares
_NOT_LOWER = ("{", ")", "]", "}", "end")  # such a line closes what is open, or goes on with a signature


class _Open(NamedTuple):
    """A class or function that the next lines may belong to; `at` is its index among the functions, -1 for a class."""

    indent: int
    name: str
    at: int


class _Named(NamedTuple):
    """What a line declares: the name of a function, the class that it is said with, and whether its form is that of a
    test. The name is "" when it declares none."""

    name: str
    scope: str = ""
    is_test: bool = False


_NONE = _Named("")


@dataclass(slots=True)
class Functions:
    """The functions of a file in order, and for each line that was asked for those that hold it, innermost first, and
    the one that follows it. `outside` are the lines with the header of a class between them and that one."""

    declared: list[Function] = field(default_factory=list)
    inside: dict[int, list[int]] = field(default_factory=dict)
    above: dict[int, int] = field(default_factory=dict)
    outside: set[int] = field(default_factory=set)

    def at(self, line: int, *, in_test: bool) -> Function | None:
        """The function of a comment. In a file of tests only a test counts, and a class has none of its own."""
        places = list(self.inside.get(line, ()))
        if line in self.above and not (in_test and line in self.outside):
            places.append(self.above[line])
        functions = (self.declared[one] for one in places)
        return next((one for one in functions if one.is_test or not in_test), None)


def read_functions(path: str, text: str, style: Style, asked: Iterable[int]) -> Functions:
    """The functions of a text, and where the asked lines, which hold comments, belong."""
    reading = _Reading(path, style, frozenset(asked))
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.lstrip(" \t")
        if stripped and stripped != "\r":
            reading.take(number, len(line) - len(stripped), stripped)
    reading.end()
    return reading.found


class _Reading:
    """The state of the pass."""

    def __init__(self, path: str, style: Style, asked: frozenset[int]) -> None:
        self.found = Functions()
        self._is_c = path.endswith(_C)
        self._is_python, self._openers, self._asked = path.endswith(".py"), style.openers, asked
        self._asides = frozenset(one[0] for one in (*style.openers, *_ATTRIBUTE))
        self._open: list[_Open] = []
        self._waiting: list[int] = []  # asked lines that stand above what comes next
        self._decorated = 0  # the first line of the decorators that stand above what comes next
        self._is_test = False
        self._brackets = 0  # of a decorator that goes on
        self._last = 0

    def take(self, number: int, indent: int, line: str) -> None:
        if self._brackets > 0:
            self._brackets += _balance(line, self._openers)
        elif line[0] in self._asides and self._is_aside(number, indent, line):
            return
        elif self._waiting and self._is_c and _RETURN_TYPE.fullmatch(line):
            self._last = number  # the name that it belongs to stands on a line below
        else:
            if self._open and self._open[-1].indent >= indent:
                self._close(indent, line)
            if not self._is_python or line.startswith(_PYTHON):
                self._working(number, indent, line)
            else:
                self._waiting, self._decorated, self._is_test = [], 0, False
            self._last = number

    def _is_aside(self, number: int, indent: int, line: str) -> bool:
        """Whether a line, which is taken then, is a comment or a decorator."""
        if line.startswith(self._openers):
            self._comment(number, indent)
        elif line.startswith(_ATTRIBUTE) and not (line[0] == "[" and self._is_python):
            self._decorated = self._decorated or number
            self._is_test |= bool(_TEST_ATTRIBUTE.match(line))
            self._brackets = max(_balance(line, self._openers), 0)
        else:
            return False
        return True

    def end(self) -> None:
        while self._open:
            self._end(self._open.pop())

    def _comment(self, number: int, indent: int) -> None:
        if number in self._asked:
            self._waiting.append(number)
            held = [one.at for one in reversed(self._open) if one.at >= 0 and one.indent < indent]
            if held:
                self.found.inside[number] = held

    def _close(self, indent: int, line: str) -> None:
        while self._open and (
            self._open[-1].indent > indent or (self._open[-1].indent == indent and not line.startswith(_NOT_LOWER))
        ):
            self._end(self._open.pop())

    def _end(self, one: _Open) -> None:
        if one.at >= 0:
            self.found.declared[one.at] = self.found.declared[one.at]._replace(last=self._last)

    def _working(self, number: int, indent: int, line: str) -> None:
        class_name = _class_name(line, self._is_python)
        if class_name:
            self._open.append(_Open(indent, class_name, -1))
            self.found.outside.update(self._waiting)
        elif (named := _function_of(line, self._is_python, self._is_c)).name:
            self._declare(number, indent, named)
        if not class_name:
            self._waiting = []
        self._decorated, self._is_test = 0, False

    def _declare(self, number: int, indent: int, named: _Named) -> None:
        at = len(self.found.declared)
        inside = [one.name for one in self._open if one.at < 0]
        class_name = "::".join([*inside, *filter(None, [named.scope])])
        is_test = self._is_test or named.is_test or self._tests_by_name(named.name, class_name)
        is_test = is_test and not any(one.at >= 0 for one in self._open if self._is_python)
        self.found.declared.append(Function(named.name, class_name, self._decorated or number, number, is_test))
        self.found.above.update(dict.fromkeys(self._waiting, at))
        self._open.append(_Open(indent, named.name, at))

    def _tests_by_name(self, name: str, class_name: str) -> bool:
        if self._is_python:
            return name.startswith("test") and (not class_name or bool(_TEST_CLASS.search(class_name)))
        return name.lower().startswith("test")


def _class_name(line: str, is_python: bool) -> str:
    found = _CLASS.match(line) if not is_python or line.startswith("class") else None
    return (found["word"] or found["text"]).rstrip(":") if found else ""


def _function_of(line: str, is_python: bool, is_c: bool) -> _Named:
    """The function that a line declares."""
    if is_python and not line.startswith(("def ", "async ")):
        return _NONE
    found = _FUNCTION.match(line)
    if found is None:
        return _NONE
    if found["macro"]:
        return _Named(found["case"], found["suite"], is_test=True)
    if found["text"]:
        return _Named(found["text"], is_test=True)
    if found["scope"] and not is_c:  # elsewhere `Pot::new(1)` is a call
        return _NONE
    name = next(filter(None, (found["named"], found["bound"], found["sql"], found["shell"], found["plain"])), "")
    return _Named(name, (found["scope"] or "").removesuffix("::"))


def _balance(line: str, openers: tuple[str, ...]) -> int:
    """How many brackets a line opens and leaves open; those in text and comments are none."""
    line = _aside(openers).sub("", line)
    return sum(line.count(one) for one in "([{") - sum(line.count(one) for one in ")]}")


@cache
def _aside(openers: tuple[str, ...]) -> "re.Pattern[str]":
    text = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`"
    return re.compile(rf"{text}|(?:{'|'.join(map(re.escape, openers))}).*")
