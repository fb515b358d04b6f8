"""Which instructions apply to a file, in the order in which programs read them: `instructions_for`."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from compiler.languages.instructions.facts import CHOSEN
from compiler.store.snapshot import Snapshot
from compiler.text.path_globs import matches_below, path_matcher
from queries.instructions.texts import ROW, TOOL, Place, Text, Texts, texts_of
from queries.lookup.paths import path_below_root
from queries.tools.not_understood import INSTRUCTIONS
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, objects, string
from queries.tools.tool import tool

MAX_DEPTH = 5  # imports after each other
WITH_IMPORTS = frozenset(["claude", "claude_folder", "claude_rule", "claude_local", "gemini", "kiro"])  # formats
NOT_ASKED = {
    "description": "The program reads it if its description fits the task.",
    "request": "It is read only when somebody names it, or another text says so.",
    "unstated": "It does not state when it is read.",
}


class _Applied(NamedTuple):
    """A text that applies: how, for which programs, why, and the line that says so, 0 if none does. `followed_by` are
    those of its programs that read what it imports."""

    text: Text
    mode: str
    tools: tuple[str, ...]
    reason: str
    line: int = 0
    importer: str = ""
    followed_by: tuple[str, ...] = ()


@tool(
    title="Instructions for a file",
    pack="instructions",
    parameters=(
        Parameter("path", "string", "The path of a file below the root; it need not exist.", required=True),
        TOOL,
        limit_of(100),
        CURSOR,
    ),
    result={
        "path": string("The path that was asked for."),
        "is_read": boolean("Whether the file is one of those that were read; patterns are matched with any path."),
        "instructions": objects(
            "In the order in which a program reads them: what weighs more comes later.",
            **ROW,
            reason=string("Why it applies."),
            line=integer("The line of the pattern or import that says so; absent if none does."),
            imported_by=string("The text that imports it."),
        ),
        "on_request": objects(
            "Those that are read only on request or by their description; skills, agents and commands are left out.",
            **ROW,
            reason=string("When it is read."),
        ),
    },
    looks_like=INSTRUCTIONS,
)
def instructions_for(snapshot: Snapshot, *, path: str, tool: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """What an agent is told before it works on a file: instructions in order, each with the reason. Use it before you
    edit a file.

    AGENTS.md and CLAUDE.md of the folders above, rules whose pattern matches, and what they import. Without tool, those
    of all programs. Texts of the outermost folder come first; the nearest weigh most. Instructions of the user, outside
    of the source, are not known.
    """
    asked = path_below_root(snapshot, path, "path")
    texts = texts_of(snapshot)
    on_request = _read_on_request(texts, asked, tool)
    applied = _with_imports(texts, list(_applied(texts, asked, tool)))
    answer: dict[str, Any] = {
        "path": asked,
        "is_read": bool(snapshot.rows("SELECT 1 FROM fact_file_read WHERE path = ?", (asked,))),
        "instructions": [_row(row) for row in applied],
        "on_request": [_on_request(texts, place) for place in on_request if place.format not in CHOSEN],
    }
    chosen = sum(place.format in CHOSEN for place in on_request)
    if not answer["instructions"]:
        answer["hint"] = f"None of {len(texts.texts)} texts of instructions applies: list_instructions lists them."
    elif chosen:
        answer["hint"] = f"Skills, agents and commands that can be chosen: {chosen}. list_instructions has them."
    return page(answer, "instructions", "on_request", limit=limit, cursor=cursor)


def _in_scope(texts: Texts, path: str, tool: str | None) -> list[Place]:
    """The places that are for a path, as they are read: by folder from the outermost, then by rank and path."""
    found = [
        place
        for place in texts.places
        if (not place.folder or path.startswith(f"{place.folder}/"))
        and (tool is None or tool in _readers(texts, place))
    ]
    return sorted(found, key=lambda place: (place.folder.count("/") + (place.folder != ""), place.rank, place.path))


def _readers(texts: Texts, place: Place) -> tuple[str, ...]:
    """The programs that read a place: Codex takes AGENTS.override.md in place of AGENTS.md, and Amp AGENT.md only
    where there is no AGENTS.md."""
    beside = texts.formats[place.folder]
    if place.format == "agents" and "agents_override" in beside:
        return tuple(program for program in place.tools if program != "codex")
    if place.format == "agent" and "agents" in beside:
        return ()
    return place.tools


def _applied(texts: Texts, path: str, tool: str | None) -> Iterator[_Applied]:
    places = _in_scope(texts, path, tool)
    nearest = next((place.path for place in reversed(places) if place.format == "agents"), "")
    for place in places:
        text, tools = texts.texts[place.ref], _readers(texts, place)
        followed_by = tools if place.format in WITH_IMPORTS else ()
        if place.mode == "always" and tools:
            yield _Applied(text, "always", tools, _reason(place, nearest), followed_by=followed_by)
        elif place.mode == "glob" and (found := _matching(texts, place, path)):
            reason = f"its pattern '{found[0]}' matches"
            yield _Applied(text, "glob", tools, reason, found[1], followed_by=followed_by)


def _reason(place: Place, nearest: str) -> str:
    where = f"below '{place.folder}'" if place.folder else "in the source"
    if place.format == "agents" and place.path != nearest:
        return f"always, for files {where}; the nearest, '{nearest}', takes precedence"
    if place.format == "agents":
        return f"the nearest AGENTS.md, for files {where}"
    return f"always, for files {where}"


def _matching(texts: Texts, place: Place, path: str) -> tuple[str, int] | None:
    """The first pattern of a text that matches a path, with its line; None if none does, or one takes it out."""
    found: tuple[str, int] | None = None
    for pattern in texts.patterns.get(place.ref, ()):
        matches = path_matcher(pattern.text.removeprefix("!"), names_anywhere=pattern.names_anywhere)
        if matches is None or not matches_below(place.folder, matches, path):
            continue
        if pattern.text.startswith("!"):
            return None
        found = found or (pattern.text, pattern.line)
    return found


def _with_imports(texts: Texts, applied: Sequence[_Applied]) -> list[_Applied]:
    """The texts with what each imports behind it. A text is there once, as it is first read."""
    first: dict[str, _Applied] = {}
    for applied_text in applied:
        first[applied_text.text.ref] = (
            _joined(first[applied_text.text.ref], applied_text) if applied_text.text.ref in first else applied_text
        )
    found: dict[str, _Applied] = {}
    for applied_text in first.values():
        waiting = [(applied_text, 0)]
        while waiting:
            current, depth = waiting.pop()
            before = found.get(current.text.ref)
            found[current.text.ref] = _joined(before, current) if before and before != current else current
            if before is None and depth < MAX_DEPTH:
                waiting += [(below, depth + 1) for below in reversed(list(_imported(texts, current)))]
    return list(found.values())


def _imported(texts: Texts, importer: _Applied) -> Iterator[_Applied]:
    tools = importer.followed_by
    for path, line in texts.imports.get(importer.text.ref, ()) if tools else ():
        if text := texts.texts.get(f"i:{path}"):
            reason = f"import of {importer.text.path}:{line}"
            yield _Applied(text, "import", tools, reason, line, importer.text.path, tools)


def _joined(first: _Applied, second: _Applied) -> _Applied:
    """A text that is read at two places: both programs and reasons. What no program reads anew changes nothing."""
    if set(second.tools) <= set(first.tools):
        return first
    tools = tuple(sorted({*first.tools, *second.tools}))
    reason = first.reason if first.reason == second.reason else f"{first.reason}; {second.reason}"
    followed_by = tuple(sorted({*first.followed_by, *second.followed_by}))
    return first._replace(tools=tools, reason=reason, followed_by=followed_by)


def _row(applied: _Applied) -> dict[str, Any]:
    row = applied.text.row() | {"tools": list(applied.tools), "mode": applied.mode, "reason": applied.reason}
    if applied.line:
        row["line"] = applied.line
        row["source"] = f"{applied.importer or applied.text.path}:{applied.line}"
    if applied.importer:
        row["imported_by"] = applied.importer
    return row


def _read_on_request(texts: Texts, path: str, tool: str | None) -> list[Place]:
    """Return the places of the texts in scope that a program reads only when somebody asks for them."""
    return [place for place in _in_scope(texts, path, tool) if place.mode in NOT_ASKED]


def _on_request(texts: Texts, place: Place) -> dict[str, Any]:
    return texts.texts[place.ref].row() | {"mode": place.mode, "reason": NOT_ASKED[place.mode]}
