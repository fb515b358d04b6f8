"""From one file to its unit: the diagrams in it, each parsed by the grammar of its kind, or the record of a JSON file.

A file that only shares its name with ours (markdown without diagrams, a `.meta.json` of another program) has no unit.
"""

from collections.abc import Callable
from typing import Any

import orjson

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.claims import (
    LEGACY_SESSION_NAME,
    PAGE_SUFFIXES,
    SESSION_NAME,
    SIDECAR_SUFFIX,
    WALKTHROUGH_SUFFIX,
)
from compiler.languages.diagrams.records import BrokenFile, DiagramFile, DiagramText, TextLocation, Unit
from compiler.languages.diagrams.syntax.files.block_findings import findings_of_block, without_pieces
from compiler.languages.diagrams.syntax.files.json_objects import JsonObject, read_json, shown
from compiler.languages.diagrams.syntax.files.markdown import mermaid_blocks
from compiler.languages.diagrams.syntax.files.session import is_session_meta, read_session
from compiler.languages.diagrams.syntax.files.sidecar import read_sidecar
from compiler.languages.diagrams.syntax.files.walkthrough import read_walkthrough
from compiler.languages.diagrams.syntax.shared.copies import COPIES
from compiler.languages.diagrams.syntax.shared.newer_forms import without_repeats
from compiler.languages.diagrams.syntax.shared.prepare import Prepared, prepare
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed, imported
from compiler.model.spans import Span, whole_file
from compiler.text.surrogates import replace_surrogates

Parser = Callable[[Prepared], tuple[dict[str, Any], list[Diagnostic]]]

# The parser of each kind of diagram, imported when the first diagram of its kind is parsed.
PARSERS: dict[str, Parser] = {
    "flowchart": imported("compiler.languages.diagrams.syntax.flowchart.parse:parse"),
    "sequence": imported("compiler.languages.diagrams.syntax.sequence.parse:parse"),
    "state": imported("compiler.languages.diagrams.syntax.state.parse:parse"),
    "class": imported("compiler.languages.diagrams.syntax.classes.parse:parse"),
    "er": imported("compiler.languages.diagrams.syntax.er.parse:parse"),
    "requirement": imported("compiler.languages.diagrams.syntax.requirement.parse:parse"),
    "c4": imported("compiler.languages.diagrams.syntax.c4.parse:parse"),
    "gantt": imported("compiler.languages.diagrams.syntax.gantt.parse:parse"),
    "gitgraph": imported("compiler.languages.diagrams.syntax.gitgraph.parse:parse"),
    "architecture": imported("compiler.languages.diagrams.syntax.architecture.parse:parse"),
    "block": imported("compiler.languages.diagrams.syntax.block.parse:parse"),
    "mindmap": imported("compiler.languages.diagrams.syntax.mindmap.parse:parse"),
    "other": imported("compiler.languages.diagrams.syntax.other:parse"),
}
FENCES = ("```", "~~~")
MAX_DEPTH = 100  # of nested lists and objects in a syntax tree


def parse(path: str, text: str) -> Parsed:
    """Parse a file in the way that its name tells. Never raises."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(PAGE_SUFFIXES):
        return parse_markdown(path, text)
    if name.endswith((WALKTHROUGH_SUFFIX, SIDECAR_SUFFIX)):
        return parse_json(path, name, text)
    if text.lstrip().startswith(FENCES):  # a page takes the file in as it is
        fenced = parse_markdown(path, text, first=0)
        if fenced.unit is not None:
            return fenced
    diagnostics: list[Diagnostic] = []
    diagram, _ = parse_diagram(TextLocation(path), span_of_file(path, text), 0, text, diagnostics)
    return Parsed(DiagramFile(path, (diagram,)), diagnostics)


def parse_markdown(path: str, text: str, first: int = 1) -> Parsed:
    """Parse the blocks of a markdown text, which are numbered from `first` on."""
    diagnostics: list[Diagnostic] = []
    texts = []
    left_over = COPIES
    for number, block in enumerate(mermaid_blocks(path, text), first):
        found: list[Diagnostic] = []
        diagram, left_over = parse_diagram(block.location, block.span, number, block.text, found, left_over)
        texts.append(diagram)
        diagnostics += findings_of_block(block, found)
    return Parsed(DiagramFile(path, tuple(texts)) if texts else None, without_pieces(diagnostics))


def parse_diagram(
    location: TextLocation,
    span: Span,
    number: int,
    text: str,
    diagnostics: list[Diagnostic],
    left_over: int = COPIES,
) -> tuple[DiagramText, int]:
    """The parsed diagram, and what it leaves of the copies that those before it in its file left over. Its diagnostics
    are added to `diagnostics`."""
    prepared, found = prepare(location, text, left_over)
    parser = PARSERS.get(prepared.kind)
    ast: dict[str, Any] = {}
    if parser:
        ast, more = parser(prepared)
        found = [*without_repeats((*found, *more))]
        if prepared.copies.was_cut:
            found.append(codes.MANY_COPIES.at(span, most=prepared.copies.most))
    diagnostics += found
    ast = storable(ast)
    parsed = DiagramText(
        span=span,
        number=number,
        text=text,
        kind=prepared.kind,
        mermaid_type=prepared.diagram_type,
        title=str(ast.get("title") or replace_surrogates(prepared.title or "")),
        ast=ast,
        has_errors=any(diagnostic.severity == "error" for diagnostic in found),
    )
    return parsed, prepared.copies.left


def span_of_file(path: str, text: str) -> Span:
    """The span of a text that is a whole file."""
    # A lone carriage return ends a line here, as it does for the grammars.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return Span(path, 1, 1, len(lines), len(lines[-1].encode()) + 1)


def parse_json(path: str, name: str, text: str) -> Parsed:
    """Parse the meta file of a session, a sidecar or a walkthrough."""
    value, diagnostics = read_json(path, text)
    is_session = name == SESSION_NAME or (name == LEGACY_SESSION_NAME and is_session_meta(value))
    if not is_session and not name.endswith(WALKTHROUGH_SUFFIX):
        # The diagnostics of a sidecar go with its record: they are reported only if its diagram exists.
        return Parsed(read_sidecar(path, value, diagnostics), ())
    unit: Unit = BrokenFile(path)
    if isinstance(value, JsonObject):
        unit = (read_session if is_session else read_walkthrough)(path, value, diagnostics)
    elif not diagnostics:
        diagnostics.append(codes.BAD_JSON.at(whole_file(path), reason=f"it holds {shown(value)}"))
    return Parsed(unit, diagnostics)


def storable(ast: dict[str, Any]) -> dict[str, Any]:
    """A syntax tree that can be written as JSON. Links and properties of participants may hold values that cannot."""
    try:
        orjson.dumps(ast)
    except TypeError:
        cut: dict[str, Any] = cut_unwritable(ast, MAX_DEPTH)
        return cut
    return ast


def cut_unwritable(value: Any, depth: int) -> Any:
    """The value without what JSON writers refuse: more than `depth` levels, large integers, lone surrogates."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, int) and abs(value) >= 2**63:
        return str(value)
    if isinstance(value, dict | list) and depth == 0:
        return None
    if isinstance(value, dict):
        return {replace_surrogates(str(key)): cut_unwritable(item, depth - 1) for key, item in value.items()}
    return [cut_unwritable(item, depth - 1) for item in value] if isinstance(value, list) else value
