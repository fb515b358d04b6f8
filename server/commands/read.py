"""`frieze read`: the contents of a resource by its URI, and the list of all resources."""

from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.resources.catalogue import Catalogue
from queries.tools.parameters import echoed
from queries.tools.render import bounded
from server.people.formats import table_text
from server.people.view import Table
from server.protocol.json_bytes import json_bytes


def contents(workspace: Workspace, uri: str) -> tuple[bytes, bool]:
    """Return the contents of a URI, as an MCP client gets them, or the error as JSON; and whether it is an error."""
    try:
        body = Catalogue(workspace).read(uri).body
    except QueryError as error:
        return json_bytes(bounded({**error.answer(), "uri": echoed(uri)})), True
    return (body.encode(errors="replace") if isinstance(body, str) else json_bytes(body)), False


def listing(workspace: Workspace) -> str:
    """Return the URIs and templates of all resources, each with its title."""
    catalogue = Catalogue(workspace)
    concrete = [
        (resource.uri, resource.title)
        for resource in catalogue.resources
        if resource.is_concrete and not resource.query
    ]
    templates = [(template.uri_template, template.title) for template in catalogue.templates()]
    return table_text(Table(("uri", "title"), sorted((*concrete, *templates))))
