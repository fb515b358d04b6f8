"""What runs before any grammar: from the text of a diagram to the code that a grammar reads.

Front matter, directives and comment lines go away, entity codes become opaque atoms, and the type of the diagram is
found, in exactly the order of Mermaid, since the order shows. A map of offsets leads from the code back to the source.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import itemgetter

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.records import Kind, Place
from compiler.languages.diagrams.settings import BadYamlError, load_json, load_yaml, truthy
from compiler.languages.diagrams.syntax.shared.diagram_types import Detected, detect, mistaken_for_c4
from compiler.languages.diagrams.syntax.shared.source_map import Origin
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, JS_SPACE, hide_entities
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

TAG = re.compile(r"<([A-Za-z0-9_]+)([^>]*)>")
ATTRIBUTE = re.compile(r'="([^"]*)"')
FRONT_OPEN = re.compile(rf"---(?!-)({JS_SPACE}*\n)")
FRONT_CLOSE = re.compile(rf"\n---{JS_SPACE}*\n+")
DIRECTIVE = re.compile(
    rf"%%\{{{JS_SPACE}*(?:([A-Za-z0-9_]+){JS_SPACE}*:|([A-Za-z0-9_]+)){JS_SPACE}*"
    rf"(?:([A-Za-z0-9_]+)|((?:(?!\}}%%)[\s\S])*))?{JS_SPACE}*(?:\}}%%)?"
)
COMMENT = re.compile(rf"^(?:(?!\n){JS_SPACE})*%%(?!\{{)[^\n]+\n?", re.MULTILINE)
STYLE_WITH_HASH = (re.compile(r"style[^\n]*"), re.compile(r"classDef[^\n]*"))
HASH_COLOUR = re.compile(rf":(?:(?!{JS_SPACE})[^#:])*#")
# The types whose grammars take a front matter anywhere for a comment.
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
    config: dict[str, object] = field(default_factory=dict)  # front matter's `config` merged with the directives'
    origin: Origin = field(default_factory=lambda: Origin(Place(""), ""))

    def span(self, start: int, end: int) -> Span:
        """The stretch of the source that code[start:end] came from."""
        return Span(self.origin.place.path, *self.where(start, end))

    def where(self, start: int, end: int) -> list[int]:
        """The same as [start line, start column, end line, end column]: the form in a syntax tree."""
        return self.origin.stretch(start, end)

    def line(self, offset: int) -> int:
        """The source line, from 1, of an offset in the code."""
        return self.origin.position(self.origin.source_offset(offset))[0]


class _Draft:
    """A text that shrinks while it remembers where its pieces came from, and what was wrong with it."""

    def __init__(self, place: Place, text: str) -> None:
        self.place, self.whole, self.text = place, text, text
        self.kept: list[tuple[int, int]] = [(0, 0)]
        self.found: list[Diagnostic] = []

    def origin(self) -> Origin:
        """The way back from the text as it is now."""
        return Origin(self.place, self.whole, self.kept)

    def span(self, start: int, end: int) -> Span:
        """The place in the file of a stretch of the text as it is now."""
        origin = self.origin()
        positions = (origin.position(origin.source_offset(at)) for at in (start, end))
        return Span(self.place.path, *next(positions), *next(positions))

    def cut(self, holes: list[tuple[int, int]]) -> None:
        """Takes stretches out; they are in order and do not overlap."""
        holes = [hole for hole in holes if hole[1] > hole[0]]
        if not holes:
            return
        pieces: list[str] = []
        kept: list[tuple[int, int]] = []
        size = at = 0
        for start, end in [*holes, (len(self.text), len(self.text))]:
            if start > at:
                kept += [(size + inside - at, origin) for inside, origin in self._origins(at, start)]
                pieces.append(self.text[at:start])
                size += start - at
            at = end
        # What is left of a text that was cut away as a whole stands at its end.
        self.kept = kept or [(0, self._origins(len(self.text), len(self.text))[0][1])]
        self.text = "".join(pieces)

    def _origins(self, start: int, end: int) -> list[tuple[int, int]]:
        """Where the pieces of a stretch of the text begin, in the text as it is and in the whole."""
        first = bisect_right(self.kept, start, key=itemgetter(0)) - 1
        last = bisect_left(self.kept, end, key=itemgetter(0))
        place, origin = self.kept[first]
        return [(start, origin + start - place), *self.kept[first + 1 : last]]


def prepare(place: Place, text: str) -> tuple[Prepared, list[Diagnostic]]:
    """The code of a diagram and what is wrong before its grammar begins. Never raises."""
    text = without_attribute_quotes(re.sub(r"\r\n?", "\n", text) if "\r" in text else text)
    draft = _Draft(place, text)
    title, config = _front_matter(draft)
    if "%%" in draft.text:
        _merge(config, _directives(draft))
        draft.cut(comment_lines(draft.text))
    draft.cut([(0, len(draft.text) - len(draft.text.lstrip(JS_BLANKS)))])
    type_ = _detected(draft, config)
    draft.cut(_semicolons_of_colours(draft.text))
    draft.text = hide_entities(draft.text) + "\n"
    if type_.kind == "flowchart":
        draft.cut([(match.start() + 1, match.end() - 1) for match in BLANK_AFTER_BRACE.finditer(draft.text)])
    prepared = Prepared(type_.kind, type_.name, draft.text, title, config, draft.origin())
    _check_type(prepared, type_, draft.found)
    return prepared, draft.found


def _detected(draft: _Draft, config: dict[str, object]) -> Detected:
    """The type of the text. Some grammars pass over a front matter that comes too late to be one, which is cut off."""
    late = front_matter(draft.text)
    if late:
        type_ = detect(draft.text[late[2] :], config)
        if type_.name in LATE_FRONT_MATTER:
            draft.found.append(codes.MISPLACED_FRONT_MATTER.at(draft.span(0, 3), severity="warning"))
            draft.cut([(0, late[2])])
            return type_
    return detect(draft.text, config)


def without_attribute_quotes(text: str) -> str:
    """`<img src="u">` becomes `<img src='u'>`, so that the tag can stand in a quoted label. Keeps every offset."""
    # Up to the last `>` only: each match then ends at once, where an open `<` would be searched to the end each time.
    end = text.rfind(">") + 1
    if '="' not in text[:end]:
        return text
    return TAG.sub(lambda tag: f"<{tag[1]}{ATTRIBUTE.sub(_single_quoted, tag[2])}>", text[:end]) + text[end:]


def _single_quoted(attribute: re.Match[str]) -> str:
    return f"='{attribute[1]}'"


def front_matter(text: str) -> tuple[int, int, int] | None:
    """Start and end of the YAML of a front matter and the end of the whole; None when the text has none."""
    opening = FRONT_OPEN.match(text)
    if not opening:
        return None
    # Blank lines may follow the opening `---`; the YAML begins behind them.
    start = opening.end() - 1
    closing = FRONT_CLOSE.search(text, start + 1)
    if closing is None and opening[1].count("\n") > 1:
        closing = FRONT_CLOSE.match(text, start)
    return (min(start + 1, closing.start()), closing.start(), closing.end()) if closing else None


def _front_matter(draft: _Draft) -> tuple[str | None, dict[str, object]]:
    """Title and configuration of the front matter, which is cut off."""
    place = front_matter(draft.text)
    if place is None:
        return None, {}
    start, end, after = place
    content = draft.text[start:end]
    try:
        values = load_yaml(content)
    except BadYamlError as error:
        line = min(error.line, content.count("\n"))
        offset = start + sum(len(one) + 1 for one in content.split("\n")[:line]) + error.column
        span = draft.span(min(offset, end), min(offset, end))
        draft.found.append(codes.BAD_FRONT_MATTER.at(span, reason=error.reason))
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
    """The configuration of `%%{init: {…}}%%` and `%%{wrap}%%`; every directive is cut out."""
    config: dict[str, object] = {}
    holes: list[tuple[int, int]] = []
    for match in DIRECTIVE.finditer(draft.text):
        holes.append(match.span())
        name = match[1] or match[2]
        try:
            value = None if match[3] or not (match[4] or "").strip() else load_json(match[4].strip())
        except ValueError as error:
            reason = f"it is not JSON ({error})"
            draft.found.append(codes.BAD_DIRECTIVE.at(draft.span(*match.span()), name=name, reason=reason))
            continue
        if name.startswith("init") and isinstance(value, dict):
            _merge(config, value)
        elif name == "wrap":
            config["wrap"] = True
    draft.cut(holes)
    return config


def _merge(config: dict[str, object], more: dict[str, object]) -> None:
    """Adds settings to settings, folder by folder; the later ones win."""
    for key, value in more.items():
        mine = config.get(key)
        if isinstance(mine, dict) and isinstance(value, dict):
            config[key] = {**mine}
            _merge(config[key], value)  # type: ignore[arg-type]
        else:
            config[key] = value


def comment_lines(text: str) -> list[tuple[int, int]]:
    """The comment lines with the blank lines before them. A line with nothing behind `%%` is none."""
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
    """The last `;` of lines like `style A fill:#f00;`, lest `#f00;` is read as an entity code."""
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


def _check_type(prepared: Prepared, type_: Detected, found: list[Diagnostic]) -> None:
    code = prepared.code
    if type_.kind == "unknown":
        first = re.match(r"\S{0,40}", code)
        span = prepared.span(0, len(first[0]) if first else 0)
        if not code.strip(JS_BLANKS):
            start = prepared.origin.position(0)
            found.append(codes.EMPTY_DIAGRAM.at(Span(span.file, *start, *start)))
        elif code.startswith("---"):
            found.append(codes.MISPLACED_FRONT_MATTER.at(span))
        else:
            name = first[0] if first else ""
            found.append(codes.UNKNOWN_TYPE.at(span, found=f"`{name}`", suggestion=type_.suggestion))
        return
    mistaken = mistaken_for_c4(type_, code)
    if mistaken:
        span = prepared.span(mistaken.start(), mistaken.end())
        found.append(codes.MISTAKEN_FOR_C4.at(span, word=mistaken[0], kind=type_.kind))
