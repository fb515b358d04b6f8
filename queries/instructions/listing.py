"""All instructions of a source: `list_instructions`."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.instructions.texts import ROW, TOOL, texts_of
from queries.tools.not_understood import INSTRUCTIONS
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import objects, string, strings
from queries.tools.tool import tool

MODES = ("always", "glob", "description", "request", "unstated", "import", "never")


@tool(
    title="Instructions to agents",
    pack="instructions",
    parameters=(
        TOOL,
        Parameter("mode", "string", "Only those that are read so.", choices=MODES),
        limit_of(100),
        CURSOR,
    ),
    result={
        "instructions": objects(
            "By path.",
            **ROW,
            format=string("What it is written for: agents, claude_rule, cursor_rule, …"),
            patterns=strings("The patterns of the files that it is for."),
        ),
    },
    looks_like=INSTRUCTIONS,
)
def list_instructions(
    snapshot: Snapshot, *, tool: str | None, mode: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Every text of instructions to agents, with the programs that read it and when. Use it to see what rules there
    are.

    AGENTS.md, CLAUDE.md, GEMINI.md, rules of Copilot, Cursor, Windsurf, Cline and Kiro, and the pages that they import.
    100 per page.
    """
    every = list(texts_of(snapshot).texts.values())
    kept = [text for text in every if (tool is None or tool in text.tools) and (mode is None or mode == text.mode)]
    rows = [
        listed.row() | {"format": listed.format} | ({"patterns": list(listed.patterns)} if listed.patterns else {})
        for listed in kept
    ]
    answer: dict[str, Any] = {"instructions": rows}
    if not rows:
        answer["hint"] = f"None of {len(every)} texts of instructions fits: ask without tool and mode."
    return page(answer, "instructions", limit=limit, cursor=cursor)
