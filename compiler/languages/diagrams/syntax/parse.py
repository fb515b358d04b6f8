"""One file to its unit: the diagrams in it, each parsed by the grammar of its kind, or what a JSON file says.

A file that only has the name of one of ours (markdown without diagrams, a `.meta.json` of another program) has no unit.
"""

from collections.abc import Callable
from typing import Any

import orjson

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.claims import (
    MARKDOWN_SUFFIXES,
    OLD_SESSION_NAME,
    SESSION_NAME,
    SIDECAR_SUFFIX,
    WALKTHROUGH_SUFFIX,
)
from compiler.languages.diagrams.records import BrokenFile, DiagramFile, DiagramText, Place, Unit
from compiler.languages.diagrams.syntax.files.json_objects import JsonObject, clean, read_json, shown
from compiler.languages.diagrams.syntax.files.markdown import mermaid_blocks
from compiler.languages.diagrams.syntax.files.session import is_session, session_file
from compiler.languages.diagrams.syntax.files.sidecar import sidecar_file
from compiler.languages.diagrams.syntax.files.walkthrough import walkthrough_file
from compiler.languages.diagrams.syntax.shared.prepare import Prepared, prepare
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed, imported
from compiler.model.spans import Span, whole_file

Parser = Callable[[Prepared], tuple[dict[str, Any], list[Diagnostic]]]

# The parser of each kind of diagram, imported when the first diagram of its kind is parsed.
PARSERS: dict[str, Parser] = {
    "flowchart": imported("compiler.languages.diagrams.syntax.flowchart.parse:parse"),
    "sequence": imported("compiler.languages.diagrams.syntax.sequence.parse:parse"),
    "state": imported("compiler.languages.diagrams.syntax.state.parse:parse"),
    "class": imported("compiler.languages.diagrams.syntax.classes.parse:parse"),
    "er": imported("compiler.languages.diagrams.syntax.er.parse:parse"),
    "requirement": imported("compiler.languages.diagrams.syntax.requirement.parse:parse"),
    "other": imported("compiler.languages.diagrams.syntax.other:parse"),
}
DEEPEST = 100  # lists and objects within each other in a syntax tree


def parse(path: str, text: str) -> Parsed:
    """The unit of a file, by its name. Never raises."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(MARKDOWN_SUFFIXES):
        return markdown(path, text)
    if name.endswith((WALKTHROUGH_SUFFIX, SIDECAR_SUFFIX)):
        return json_file(path, name, text)
    found: list[Diagnostic] = []
    diagram = diagram_text(Place(path), whole_text(path, text), 0, text, found)
    return Parsed(DiagramFile(path, (diagram,)), found)


def markdown(path: str, text: str) -> Parsed:
    """The diagrams of a markdown file."""
    found: list[Diagnostic] = []
    blocks = enumerate(mermaid_blocks(path, text), 1)
    texts = tuple(diagram_text(block.place, block.span, number, block.text, found) for number, block in blocks)
    return Parsed(DiagramFile(path, texts) if texts else None, found)


def diagram_text(place: Place, span: Span, number: int, text: str, found: list[Diagnostic]) -> DiagramText:
    """A diagram with its syntax tree; what is wrong with it goes to `found`."""
    prepared, diagnostics = prepare(place, text)
    parser = PARSERS.get(prepared.kind)
    ast: dict[str, Any] = {}
    if parser:
        ast, more = parser(prepared)
        diagnostics = [*diagnostics, *more]
    found += diagnostics
    ast = storable(ast)
    return DiagramText(
        span=span,
        number=number,
        text=text,
        kind=prepared.kind,
        mermaid_type=prepared.diagram_type,
        title=str(ast.get("title") or clean(prepared.title or "")),
        ast=ast,
        has_errors=any(one.severity == "error" for one in diagnostics),
    )


def whole_text(path: str, text: str) -> Span:
    """The span of a text that is a whole file."""
    # A lone carriage return ends a line, too: so do the grammars count.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return Span(path, 1, 1, len(lines), len(lines[-1].encode()) + 1)


def json_file(path: str, name: str, text: str) -> Parsed:
    """A session's meta, a sidecar or a walkthrough."""
    value, found = read_json(path, text)
    is_meta = name == SESSION_NAME or (name == OLD_SESSION_NAME and is_session(value))
    if not is_meta and not name.endswith(WALKTHROUGH_SUFFIX):
        # Whether its findings matter is known when its diagram is.
        return Parsed(sidecar_file(path, value, found), ())
    unit: Unit = BrokenFile(path)
    if isinstance(value, JsonObject):
        unit = session_file(path, value, found) if is_meta else walkthrough_file(path, value, found)
    elif not found:
        found.append(codes.BAD_JSON.at(whole_file(path), reason=f"it holds {shown(value)}"))
    return Parsed(unit, found)


def storable(ast: dict[str, Any]) -> dict[str, Any]:
    """A syntax tree that can be written as JSON: links and properties of participants hold whatever JSON can spell."""
    try:
        orjson.dumps(ast)
    except TypeError:
        kept: dict[str, Any] = cut(ast, DEEPEST)
        return kept
    return ast


def cut(value: Any, depth: int) -> Any:
    """A value without what cannot be written: too deep, too large, or no character."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int) and abs(value) >= 2**63:
        return str(value)
    if isinstance(value, dict | list) and depth == 0:
        return None
    if isinstance(value, dict):
        return {clean(str(key)): cut(one, depth - 1) for key, one in value.items()}
    return [cut(one, depth - 1) for one in value] if isinstance(value, list) else value
