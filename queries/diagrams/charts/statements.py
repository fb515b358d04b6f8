"""The statements of a chart that has no objects: a snapshot has only its text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from queries.drawing.labels import plain_text

_FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n.*?\n[ \t]*---[ \t]*\n", re.S)
_DIRECTIVE = re.compile(r"%%\{[^}]{0,2000}\}")
_NOTE = re.compile(r"%%[^\n]*")
_ABOUT = re.compile(r"^[ \t]*(?:accTitle[ \t]*:[^\n]*|accDescr[ \t]*(?::[^\n]*|\{[^}]{0,5000}\}))[ \t]*$", re.M)
_TITLE = re.compile(r"title\b.*")
_STATEMENT = re.compile(r'(?:"[^"\n]*"|[^";\n])+')
_ITEM = re.compile(r'\s*+("[^"]*+"|[^,"]++)\s*+(?:,|\Z)')
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:\.\d{0,9})?|\.\d{1,9})")


class Chart(NamedTuple):
    """A chart that begins with a header: the match of the header, and the lines behind it with their indentation."""

    header: re.Match[str]
    lines: list[str]


def chart_body(source: str) -> str:
    """Return the text of a chart without front matter, notes, and what only describes it."""
    return _ABOUT.sub("", _NOTE.sub("", _FRONT_MATTER.sub("", source)))


def chart_of(source: str, header: re.Pattern[str]) -> Chart | None:
    """Return a chart with the lines that are not blank, its title too; None where it does not begin with `header`."""
    body = chart_body(source).lstrip()
    found = header.match(body)
    if found is None:
        return None
    return Chart(found, [line.rstrip() for line in body[found.end() :].splitlines() if line.strip()])


def chart_lines(source: str, header: re.Pattern[str]) -> Iterator[str] | None:
    """Return the statements of a chart, without its header and its title; None where it does not begin with `header`.

    What stands behind the header on its line is the first statement.
    """
    chart = chart_of(source, header)
    return None if chart is None else untitled(chart.lines)


def untitled(lines: list[str]) -> Iterator[str]:
    """Return the lines without blanks around them, and without the title of the chart."""
    return (line for line in map(str.strip, lines) if not _TITLE.fullmatch(line))


def statements(lines: list[str]) -> Iterator[str]:
    """Yield what stands on the lines between semicolons, without the title of the chart."""
    parts = (part.strip() for line in lines for part in _STATEMENT.findall(line))
    return untitled([part for part in parts if part])


def items(text: str) -> list[str] | None:
    """Return what stands between commas, without quotes around it; None where a part is empty or a quote is open."""
    found, at = list[str](), 0
    while at < len(text):
        one = _ITEM.match(text, at)
        if one is None or not one[1].strip():
            return None
        found.append(unquoted(one[1]))
        at = one.end()
    return found if found and not text.rstrip().endswith(",") else None


def numbers(text: str) -> list[float] | None:
    """Return the numbers between commas; None where a part is no number."""
    found = items(text)
    return [float(one) for one in found] if found and all(map(_NUMBER.fullmatch, found)) else None


def number_of(text: str) -> float | None:
    """Return the number that a text is, None for another text."""
    return float(text) if _NUMBER.fullmatch(text) else None


def unquoted(text: str) -> str:
    """Return a label without the quotes around it."""
    bare = text.strip()
    return plain_text(bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'" else bare)


def setting(source: str, name: str) -> str:
    """Return a setting of the chart in its front matter or its directives, "" for none."""
    settings = [*_FRONT_MATTER.findall(source), *_DIRECTIVE.findall(source)]
    value = re.compile(rf"""\b{re.escape(name)}["']?[ \t]*:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"',}}]{{1,100}}))""")
    found = [one[1] or one[2] or one[3] or "" for text in settings for one in value.finditer(text)]
    return found[-1] if found else ""
