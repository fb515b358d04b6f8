"""Finds the paths that a text of instructions names: imports (`@docs/style.md`, `#[[file:docs/style.md]]`), links of
Cursor (`mdc:src/a.ts`) and paths in code spans. In blocks of code nothing is a path."""

import re
from collections.abc import Iterator

from compiler.languages.instructions.records import Reference
from compiler.text.html_comments import with_blank_html_comments
from compiler.text.markdown import parse_blocks

MAX_NESTING = 40
MAX_REFERENCES = 5_000  # of one file
MAX_PATH = 300  # characters

_CODE = re.compile(r"(?<!`)(`+)(?!`)")
_IMPORT = re.compile(rf"(?:^|(?<=[\s(]))@((?:~/|\.{{0,2}}/)?[\w.-](?:\\ |[^\s`<>|\"'*{{}}()\[\]]){{0,{MAX_PATH}}})")
_KIRO = re.compile(rf"#\[\[file:([^\]\n]{{1,{MAX_PATH}}})\]\]")
_MDC = re.compile(rf"\]\(mdc:([^)\s]{{1,{MAX_PATH}}})\)")
_PATH = re.compile(r"(?=[./]*[\w@-])(?:\.{1,2}/)*[\w.@-]+(?:/[\w.@+-]+)*/?")
_TEXT_SUFFIX = (".md", ".mdc", ".mdx", ".markdown", ".txt", ".rst")
_END = ".,;:!?"
_SAMPLE = re.compile(
    r"(?:^|/)(?:path|folder|file|filename|some|your|my|foo|bar|x{2,})(?:[/._-]|$)|\.\.\.|…", re.IGNORECASE
)


def references(body: str, first_line: int, *, has_imports: bool, is_mdc: bool, is_kiro: bool) -> tuple[Reference, ...]:
    """Return the references of a text whose first line has the number `first_line`, in their order."""
    lines = with_blank_html_comments(body).split("\n")
    found: list[Reference] = []
    for number in _lines_of_prose("\n".join(lines)):
        line = lines[number]
        if "@" in line or "`" in line or "#[[" in line or "mdc:" in line:
            found += _of_line(line, first_line + number, has_imports, is_mdc, is_kiro)
        if len(found) > MAX_REFERENCES:
            break
    return tuple(found[:MAX_REFERENCES])


def _lines_of_prose(text: str) -> Iterator[int]:
    """The lines of paragraphs and headings, from 0, each once."""
    last = -1
    for token in parse_blocks(text, MAX_NESTING):
        if token.type == "inline" and token.map:
            yield from range(max(token.map[0], last + 1), token.map[1])
            last = max(last, token.map[1] - 1)


def _of_line(line: str, number: int, has_imports: bool, is_mdc: bool, is_kiro: bool) -> Iterator[Reference]:
    prose, spans = _without_code(line)

    def reference(form: str, path: str, start: int, *, is_certain: bool) -> Reference:
        columns = (len(line[:at].encode()) + 1 for at in (start, start + len(path)))
        return Reference(form, path, is_certain, number, *columns)  # type: ignore[arg-type]

    if has_imports:
        for match in _IMPORT.finditer(prose):
            path = match[1].rstrip(_END)
            yield reference("import", path, match.start(1), is_certain=_is_file(path))
    if is_kiro:
        for match in _KIRO.finditer(prose):
            yield reference("import", match[1].strip(), match.start(1), is_certain=True)
    if is_mdc:
        for match in _MDC.finditer(prose):
            yield reference("path", match[1], match.start(1), is_certain=_is_file(match[1]))
    for start, text in spans:
        if ("/" in text or "." in text) and len(text) <= MAX_PATH and _PATH.fullmatch(text):
            yield reference("path", text, start, is_certain=False)


def _is_file(path: str) -> bool:
    """Whether a path can mean nothing but a file: by its suffix, and no sample of a path."""
    return path.lower().endswith(_TEXT_SUFFIX) and _SAMPLE.search(path) is None


def _without_code(line: str) -> tuple[str, list[tuple[int, str]]]:
    """A line with blanks in place of its code spans, and these: where each begins, and its text."""
    marks = [(match.start(), len(match[1])) for match in _CODE.finditer(line)]
    nearest: dict[int, int] = {}
    closing: list[int | None] = [None] * len(marks)
    for at in range(len(marks) - 1, -1, -1):
        closing[at] = nearest.get(marks[at][1])
        nearest[marks[at][1]] = at
    pieces: list[str] = []
    spans: list[tuple[int, str]] = []
    done = at = 0
    while at < len(marks):
        close = closing[at]
        if close is None:
            at += 1
            continue
        (start, width), (end, _) = marks[at], marks[close]
        text = line[start + width : end]
        spans.append((start + width + len(text) - len(text.lstrip()), text.strip()))
        pieces += [line[done:start], " " * (end + width - start)]
        done, at = end + width, close + 1
    return "".join((*pieces, line[done:])), spans
