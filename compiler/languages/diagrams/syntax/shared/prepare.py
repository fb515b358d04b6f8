"""The steps before any grammar: from the text of a diagram to the code that a grammar reads.

Front matter, directives and comment lines are cut out, entity codes become opaque atoms, and the type of the diagram is
detected. The steps follow Mermaid's order, because the order affects the result. A source map leads from the code back
to the file.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import itemgetter

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.records import Kind, TextLocation
from compiler.languages.diagrams.settings import load_json, truthy
from compiler.languages.diagrams.syntax.shared.copies import COPIES, Copies
from compiler.languages.diagrams.syntax.shared.diagram_types import DetectedType, detect, find_c4_word
from compiler.languages.diagrams.syntax.shared.source_map import SourceMap
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, JS_INLINE_SPACE, JS_SPACE, hide_entities
from compiler.model.diagnostics import Diagnostic
from compiler.model.reasons import words_of
from compiler.model.spans import Span
from compiler.text.yaml import YamlError, load_yaml

TAG = re.compile(r"<([A-Za-z0-9_]++)([^>]*+)>")
ATTRIBUTE = re.compile(r'="([^"]*)"')
FRONT_OPEN = re.compile(rf"({JS_INLINE_SPACE}*)---(?!-)({JS_SPACE}*\n)")
FRONT_CLOSE = rf"---{JS_SPACE}*\n+"
DIRECTIVE = re.compile(
    rf"%%\{{{JS_SPACE}*(?:([A-Za-z0-9_]+){JS_SPACE}*:|([A-Za-z0-9_]+)){JS_SPACE}*"
    rf"(?:([A-Za-z0-9_]+)|((?:(?!\}}%%)[\s\S])*))?{JS_SPACE}*(?:\}}%%)?"
)
COMMENT = re.compile(rf"^(?:(?!\n){JS_SPACE})*%%(?!\{{)[^\n]+\n?", re.MULTILINE)
STYLE_WITH_HASH = (re.compile(r"style[^\n]*"), re.compile(r"classDef[^\n]*"))
HASH_COLOUR = re.compile(rf":(?:(?!{JS_SPACE})[^#:])*#")
# The types whose grammars ignore a front matter that is not at the start.
LATE_FRONT_MATTER = frozenset(
    ("architecture", "eventmodeling", "gitGraph", "info", "packet", "pie", "radar", "wardley-beta")
)
BLANK_AFTER_BRACE = re.compile(rf"\}}{JS_SPACE}*\n")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A diagram ready for its grammar. `code` ends in a line break that the source may lack."""

    kind: Kind
    diagram_type: str  # Mermaid's own name, as "flowchart-v2"; "" when unknown
    code: str
    title: str | None = None  # of the front matter
    config: dict[str, object] = field(default_factory=dict)  # `config` of the front matter, merged with the directives
    source_map: SourceMap = field(default_factory=lambda: SourceMap(TextLocation(""), ""))
    copies: Copies = field(default_factory=lambda: Copies(0), compare=False)

    def span(self, start: int, end: int) -> Span:
        """The place in the file of code[start:end]."""
        return Span(self.source_map.location.path, *self.range(start, end))

    def range(self, start: int, end: int) -> list[int]:
        """The same as [start line, start column, end line, end column], the form of spans in a syntax tree."""
        return self.source_map.range(start, end)


class _Draft:
    """A text that parts are cut out of. `pieces` are the parts that are left, as for a SourceMap."""

    def __init__(self, location: TextLocation, text: str) -> None:
        self.location, self.original, self.text = location, text, text
        self.pieces: list[tuple[int, int]] = [(0, 0)]
        self._source_map: SourceMap | None = None  # of the text as it is now, once it was asked for
        self.diagnostics: list[Diagnostic] = []

    def source_map(self) -> SourceMap:
        """The source map of the text as it is now."""
        if self._source_map is None:
            self._source_map = SourceMap(self.location, self.original, self.pieces)
        return self._source_map

    def span(self, start: int, end: int) -> Span:
        """The place in the file of a range of the text as it is now."""
        source_map = self.source_map()
        positions = (source_map.position(source_map.text_offset(offset)) for offset in (start, end))
        return Span(self.location.path, *next(positions), *next(positions))

    def cut(self, holes: list[tuple[int, int]]) -> None:
        """Cut ranges out of the text. They are in order and do not overlap."""
        holes = [hole for hole in holes if hole[1] > hole[0]]
        if not holes:
            return
        self._source_map = None
        texts: list[str] = []
        pieces: list[tuple[int, int]] = []
        size = at = 0
        for start, end in [*holes, (len(self.text), len(self.text))]:
            if start > at:
                pieces += [(size + inside - at, origin) for inside, origin in self._pieces_of(at, start)]
                texts.append(self.text[at:start])
                size += start - at
            at = end
        # When nothing is left, the empty text maps to the end.
        self.pieces = pieces or [(0, self._pieces_of(len(self.text), len(self.text))[0][1])]
        self.text = "".join(texts)

    def _pieces_of(self, start: int, end: int) -> list[tuple[int, int]]:
        """The pieces of a range of the text: (start in the text as it is now, start in the original)."""
        first = bisect_right(self.pieces, start, key=itemgetter(0)) - 1
        last = bisect_left(self.pieces, end, key=itemgetter(0))
        piece_start, origin = self.pieces[first]
        return [(start, origin + start - piece_start), *self.pieces[first + 1 : last]]


def prepare(location: TextLocation, text: str, left_over: int = COPIES) -> tuple[Prepared, list[Diagnostic]]:
    """Return the prepared diagram and the diagnostics of front matter, directives and type. Never raises. The diagrams
    before it in its file left so many copies."""
    text = without_attribute_quotes(re.sub(r"\r\n?", "\n", text) if "\r" in text else text)
    draft = _Draft(location, text)
    title, config = _front_matter(draft)
    if "%%" in draft.text:
        _merge(config, _directives(draft))
        draft.cut(comment_lines(draft.text))
    draft.cut([(0, len(draft.text) - len(draft.text.lstrip(JS_BLANKS)))])
    type_ = _detect_type(draft, config)
    draft.cut(_semicolons_of_colours(draft.text))
    draft.text = hide_entities(draft.text) + "\n"
    if type_.kind == "flowchart":
        draft.cut([(match.start() + 1, match.end() - 1) for match in BLANK_AFTER_BRACE.finditer(draft.text)])
    copies = Copies(len(draft.text), left_over)
    prepared = Prepared(type_.kind, type_.name, draft.text, title, config, draft.source_map(), copies)
    _check_type(prepared, type_, draft.diagnostics)
    return prepared, draft.diagnostics


def _detect_type(draft: _Draft, config: dict[str, object]) -> DetectedType:
    """The type of the text. A front matter that comes too late to count is cut off where the type ignores it."""
    late = front_matter(draft.text)
    if late:
        type_ = detect(draft.text[late[2] :], config)
        if type_.name in LATE_FRONT_MATTER:
            draft.diagnostics.append(codes.MISPLACED_FRONT_MATTER.at(draft.span(0, 3), severity="warning"))
            draft.cut([(0, late[2])])
            return type_
    return detect(draft.text, config)


def without_attribute_quotes(text: str) -> str:
    """Write `<img src="u">` as `<img src='u'>`, so that the tag can stand in a quoted label. Every offset stays."""
    # Up to the last `>` only: after it, each open `<` would cost a search to the end of the text.
    end = text.rfind(">") + 1
    if '="' not in text[:end]:
        return text
    return TAG.sub(lambda tag: f"<{tag[1]}{ATTRIBUTE.sub(_single_quoted, tag[2])}>", text[:end]) + text[end:]


def _single_quoted(attribute: re.Match[str]) -> str:
    return f"='{attribute[1]}'"


def front_matter(text: str) -> tuple[int, int, int] | None:
    """Start and end of the YAML, and end of the front matter; None when the text has none. Both its fences are indented
    by the same blanks."""
    opening = FRONT_OPEN.match(text)
    if not opening:
        return None
    # Blank lines may follow the opening `---`; the YAML begins after them.
    start = opening.end() - 1
    fence = re.compile(rf"\n{re.escape(opening[1])}{FRONT_CLOSE}")
    closing = fence.search(text, start + 1)
    if closing is None and opening[2].count("\n") > 1:
        closing = fence.match(text, start)
    return (min(start + 1, closing.start()), closing.start(), closing.end()) if closing else None


def _front_matter(draft: _Draft) -> tuple[str | None, dict[str, object]]:
    """Cut the front matter off. Return its title and configuration."""
    bounds = front_matter(draft.text)
    if bounds is None:
        return None, {}
    start, end, after = bounds
    content = draft.text[start:end]
    indent = draft.text[: len(draft.text) - len(draft.text.lstrip(JS_BLANKS))]
    try:
        values = load_yaml(re.sub(rf"(?m)^{re.escape(indent)}", "", content) if indent else content)
    except YamlError as error:
        line = min(error.line, content.count("\n"))
        offset = start + sum(len(above) + 1 for above in content.split("\n")[:line]) + error.column + len(indent)
        span = draft.span(min(offset, end), min(offset, end))
        draft.diagnostics.append(codes.BAD_FRONT_MATTER.at(span, reason=error.reason))
        values = {}
    draft.cut([(0, after)])
    values = values if isinstance(values, dict) else {}
    config = values.get("config")
    config = dict(config) if isinstance(config, dict) else {}
    if truthy(values.get("displayMode")):
        _merge(config, {"gantt": {"displayMode": values["displayMode"]}})
    title = values.get("title")
    written = str(title).lower() if title is True else str(title)
    return (written if truthy(title) else None), config


def _directives(draft: _Draft) -> dict[str, object]:
    """Cut the directives out. Return the configuration of `%%{init: {…}}%%` and `%%{wrap}%%`."""
    config: dict[str, object] = {}
    holes: list[tuple[int, int]] = []
    for match in DIRECTIVE.finditer(draft.text):
        holes.append(match.span())
        name = match[1] or match[2]
        try:
            value = None if match[3] or not (match[4] or "").strip() else load_json(match[4].strip())
        except ValueError as error:
            reason = f"it is not JSON ({words_of(error)})"
            draft.diagnostics.append(codes.BAD_DIRECTIVE.at(draft.span(*match.span()), name=name, reason=reason))
            continue
        if name.startswith("init") and isinstance(value, dict):
            _merge(config, value)
        elif name == "wrap":
            config["wrap"] = True
    draft.cut(holes)
    return config


def _merge(config: dict[str, object], more: dict[str, object]) -> None:
    """Merge `more` into `config`, nested mappings too. Values of `more` win."""
    for key, value in more.items():
        mine = config.get(key)
        if isinstance(mine, dict) and isinstance(value, dict):
            config[key] = {**mine}
            _merge(config[key], value)  # type: ignore[arg-type]
        else:
            config[key] = value


def comment_lines(text: str) -> list[tuple[int, int]]:
    """The ranges of the comment lines with the blank lines before them. A bare `%%` is no comment line."""
    holes: list[tuple[int, int]] = []
    behind = 0
    for match in COMMENT.finditer(text):
        before = text[behind : match.start()]
        blank = len(before.rstrip(JS_BLANKS))
        start = behind + (before.index("\n", blank) + 1 if blank and blank < len(before) else blank)
        holes.append((start, match.end()))
        behind = match.end()
    return holes


def _semicolons_of_colours(text: str) -> list[tuple[int, int]]:
    """The ranges of the last `;` in lines like `style A fill:#f00;`, so that `#f00;` is not read as an entity code."""
    holes: dict[int, None] = {}
    if "#" not in text:
        return []
    for pattern in STYLE_WITH_HASH:
        for match in pattern.finditer(text):
            last = match[0].rfind(";")
            # Both keywords on one line take one semicolon each.
            if match.start() + last in holes:
                last = match[0].rfind(";", 0, last)
            colour = HASH_COLOUR.search(match[0])
            if colour and colour.end() <= last:
                holes[match.start() + last] = None
    return [(at, at + 1) for at in sorted(holes)]


def _check_type(prepared: Prepared, type_: DetectedType, diagnostics: list[Diagnostic]) -> None:
    code = prepared.code
    if type_.kind == "unknown":
        first = re.match(r"\S{0,40}", code)
        span = prepared.span(0, len(first[0]) if first else 0)
        if not code.strip(JS_BLANKS):
            start = prepared.source_map.position(0)
            diagnostics.append(codes.EMPTY_DIAGRAM.at(Span(span.file, *start, *start)))
        elif code.startswith("---"):
            diagnostics.append(codes.MISPLACED_FRONT_MATTER.at(span))
        else:
            name = first[0] if first else ""
            diagnostics.append(codes.UNKNOWN_TYPE.at(span, found=f"`{name}`", suggestion=type_.suggestion))
        return
    word = find_c4_word(type_, code)
    if word:
        span = prepared.span(word.start(), word.end())
        diagnostics.append(codes.MISTAKEN_FOR_C4.at(span, word=word[0], kind=type_.kind))
