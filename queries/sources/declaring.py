"""The declaration of a tool for a workspace of several sources: it takes `source`, and its answer names the source."""

from functools import lru_cache

from queries.sources.choosing import SOURCE
from queries.sources.several import ANSWERED_BY
from queries.tools.schemas import integer, mapping, objects, string, strings
from queries.tools.tool import Tool

MAX_TOOLS = 400
_OF_SOURCES = {
    ANSWERED_BY: string("The source that answers, where one was asked alone."),
    "sources": objects(
        "The answers of several sources, each with the fields of this answer.", source_name=string("The source.")
    ),
    "not_answered": objects(
        "Sources that gave an error.",
        source_name=string("The source."),
        code=string("The kind of error."),
        error=string("What is wrong."),
    ),
    "left_out": strings("Sources for whose answers there was no room."),
}
_LISTED = {
    "sources": objects(
        "The sources of the workspace; without files the first 10.",
        name=string("Its name, which stands before its refs and paths."),
        place=string("path, git or frozen."),
        path=string("Where it is, as the workspace file says."),
        near=strings("The sources that are near to it."),
        revision=mapping("The revision that was compiled."),
        snapshot_id=string("Its own snapshot."),
        as_of=string("Its own reference time."),
        files=integer("Files that were read."),
        objects=integer("Objects."),
        findings=mapping("Findings by severity."),
        problem=string("Why nothing of it is here."),
    ),
    "source_count": integer("How many sources there are, when not all are shown."),
    ANSWERED_BY: string("The source whose rows were counted."),
}


@lru_cache(MAX_TOOLS)
def with_source(tool: Tool) -> Tool:
    """Return a tool with the parameter `source`."""
    added = _LISTED if tool.name == "get_snapshot_info" else _OF_SOURCES
    return tool.extended((SOURCE,), added)
