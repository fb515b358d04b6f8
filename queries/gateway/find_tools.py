"""Finding tools by a question: `find_tools`."""

from collections.abc import Sequence
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError, UnknownTool
from queries.gateway.ranking import ranked
from queries.tools.packs import PACKS, packs_of
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, mapping, objects, string
from queries.tools.tool import Tool, tool

COMMON = ("limit", "cursor", "fields", "format")  # arguments that nearly all tools have


@tool(
    title="Find tools",
    pack="core",
    may_run_long=True,
    parameters=(
        Parameter(
            "question",
            "string",
            "What you want to know, in plain words; the tools that fit best come first. Without it all tools.",
            brief="What you want to know, in words.",
            aliases=("query", "q", "text"),
        ),
        Parameter(
            "pack",
            "string",
            "Only the tools of one toolset.",
            choices=tuple(PACKS),
            aliases=("toolset",),
        ),
        Parameter(
            "name",
            "string",
            "The name of one tool: its whole description, arguments and fields.",
            brief="One tool: all its arguments.",
            aliases=("tool",),
        ),
        limit_of(10, 200),
        CURSOR,
    ),
    result={
        "tools": objects(
            "The tools, the best first; without a question in the order of the toolsets.",
            name=string("Its name: call it, or pass it to use_tool."),
            pack=string("Its toolset."),
            about=string("What it answers."),
            takes=string("Its arguments beside limit, cursor, fields and format; those with ? may be left out."),
        ),
        "tool": mapping(
            "The tool that name names.",
            name=string("Its name."),
            title=string("A few words for people."),
            pack=string("Its toolset."),
            description=string("What it answers and how, in full."),
            input_schema=mapping("The JSON Schema of its arguments."),
            answers=mapping("The fields of its answer, with what they say."),
        ),
        "did_you_mean": DID_YOU_MEAN,
    },
)
def find_tools(
    snapshot: Snapshot, *, question: str | None, pack: str | None, name: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Finds further tools: many more answer than are listed. Use it when no listed tool fits; use_tool calls what it
    finds.

    Without pack it looks in the toolsets that the source has objects of. The schema of an answer is the resource
    frieze://schema/{tool}.
    """
    if name is not None:
        return {"tool": _whole(snapshot, name)}
    from queries import TOOLS, tool_of

    packs = [pack] if pack else packs_of(snapshot)
    found: Sequence[Tool] = [declared for pack in packs for declared in TOOLS.pack(pack).values()]
    if question:
        found = ranked(question, found)
    answer: dict[str, Any] = {"tools": [_row(tool_of(snapshot, name)) for name in found]}
    if not found:
        answer["hint"] = "No tool has a word of the question. Without question, all tools are listed."
    return page(answer, "tools", limit=limit, cursor=cursor)


def _row(declared: Tool) -> dict[str, Any]:
    own = (parameter for parameter in declared.parameters if parameter.required or parameter.name not in COMMON)
    takes = (parameter.name if parameter.required else f"{parameter.name}?" for parameter in own)
    return {"name": declared.name, "pack": declared.pack, "about": declared.description, "takes": ", ".join(takes)}


def _whole(snapshot: Snapshot, name: str) -> dict[str, Any]:
    from queries import find_tool, tool_of

    try:
        found = tool_of(snapshot, find_tool(name))
    except UnknownTool as unknown:
        near = list(unknown.did_you_mean) or nearest(name, PACKS)
        raise QueryError("not_found", "There is no such tool", did_you_mean=near) from None
    return {
        "name": found.name,
        "title": found.title,
        "pack": found.pack,
        "description": found.reference,
        "input_schema": found.input_schema(),
        "answers": {field: schema["description"] for field, schema in found.result.items()},
    }
