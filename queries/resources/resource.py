"""The declaration of resources, which clients read by URI.

A resource is a plain function `(snapshot, *, variables…, query…) -> dict | str | Text`, which the decorator `resource`
turns into a `Resource`. Its docstring is the description that clients show:

    @resource(
        "frieze://entity/{id}", name="entity", title="An entity", tools=("entity_get",),
        aliases=("medulla://entity/{id}",), complete=entity_ids,
    )
    def entity(snapshot: Snapshot, *, id: str) -> dict[str, Any]:
        \"""One entity by its id or the number of its sequence.\"""
        return answer_of(snapshot, "entity_get", id=id)

One that is the answer of a tool, as this one is, needs no function: `entity = answered("frieze://entity/{id}",
"entity", "An entity", "entity_get", "One entity by …")`.

**Place.** The third field of a pack in `queries.tools.packs.PACKS` names its modules of resources. They are imported
when a server offers the pack. Lists keep the order of the module. URIs and names are unique over all packs.

**URI.** `frieze://…`, with or without `{variable}`s in the path. Without variables the resource is concrete and is in
`resources/list`; with variables it is in `resources/templates/list`. Variables are passed decoded, as text; a variable
or query parameter that is a Python keyword gets a `_` (`from_`). Look values up; never join them to a path. A variable
does not match `/`, except the last of a URI, which takes the whole rest. If two templates match, the more literal one
counts (`tasks/due/{date}` before `tasks/{status}`). `aliases` are other URIs of the same resource, with the same
variables and any scheme; they are completed but not listed.

**Query.** `query` declares the parameters after `?`, as `Parameter`s of type string, integer, number or boolean. A
number beyond a bound is replaced by the bound, since clients see no schema of a URI (`?limit=1000` reads as 100). A
value of another type, or an unknown name, is an error that says what is valid. Defaults are filled in. A resource with
a query is also listed as a template (`frieze://tasks{?limit,offset}`), so that clients learn how to page it.

**Answer.** A dict is sent as JSON: `schema_version` comes first, hidden characters are escaped, and the size is bounded
to 40,000 characters. A str is sent as text of the `mime_type`. `Text` is text with its own mime type and, if it is one
page of several, the query of the next; a family whose members differ in mime type declares `mime_type=""`. Resources
are read on the event loop, so they must be quick: anything that may take long belongs in a tool.

**Paging.** Everything that can grow is paged, in one of three ways:

1. `query=(LIMIT, CURSOR)`, both passed to the tool: `answer_of(snapshot, "list_objects", kind=…, limit=limit,
   cursor=cursor)`. The cursor is text or None.
2. `query=(limit_of(50, 100), OFFSET)` and `offset_page(answer, "tasks", limit=limit, offset=offset)`: this adds total,
   limit and offset, and next_offset when there is more. An offset after the end gives an empty page.
3. For text: `Text(lines, next={"line": 813})`.

The reader adds `next_uri` to a dict with next_cursor or next_offset, and a last line with the URI to a `Text`.

**Errors.** Raise QueryError, as tools do; errors of tools called by `answer_of` pass through. `not_found` becomes
ResourceNotFound: it keeps the fields and adds the URI, and suggestions become URIs that can be read (for a template of
one variable). Every error is JSON-RPC -32602 with `data: {uri, code, did_you_mean?, …}`.

**Listing.** `listed` returns the members of a family that are worth an entry in `resources/list`, in a total order: a
few, or those that a person would pick. Completion finds all others.

**Completion.** `complete(snapshot, variable, prefix, given)` returns the values that begin with the prefix, sorted and
distinct; `given` has the other variables as far as they are known. `ids_of(kind)` completes objects of a kind;
`starting(values, prefix)` finds a prefix in a sorted sequence that is computed once (`snapshot.memoize`). Choices of
query parameters are completed automatically.

**Tools and resources.** Many agents never read resources, so a resource holds nothing that no tool answers: `tools`
names these tools (a test checks that they exist), and the simplest resource is the answer of its tool, word for word.
The one exception: `object_get` shows 12,000 characters of a source file, its resource the whole file. A resource adds
an address: it can be linked to, listed, picked from a menu and cached.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.resources.uri import UriTemplate
from queries.tools.paging import Cursor, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.tool import unwrapped

JSON = "application/json"

LAST = "\U0010ffff"  # the highest character: every text with a prefix sorts before the prefix followed by this
OFFSET = Parameter("offset", "integer", "How many rows to pass over.", default=0, minimum=0)


class Text(NamedTuple):
    """An answer that is text. `mime_type` overrides that of the resource; `next` is the query of the next page's
    URI."""

    text: str
    mime_type: str = ""
    next: Mapping[str, Any] | None = None


class Listed(NamedTuple):
    """A member of a family of resources. `mime_type` overrides that of the template; `size` is in bytes; `query` is
    what its URI needs besides."""

    variables: Mapping[str, str]
    title: str
    mime_type: str = ""
    size: int | None = None
    query: Mapping[str, str] = {}


Read = Callable[..., "dict[str, Any] | str | Text"]
Completer = Callable[[Any, str, str, Mapping[str, str]], Sequence[str]]  # takes a Snapshot, or a Workspace
Lister = Callable[[Snapshot], Iterable[Listed]]


class ResourceNotFound(QueryError):  # noqa: N818
    """There is no resource at the URI. `did_you_mean` has similar URIs that can be read; `fields` are those of the
    error."""

    def __init__(self, uri: str, did_you_mean: Sequence[str] = (), **fields: Any) -> None:
        found = {**fields, "uri": echoed(uri), "did_you_mean": list(did_you_mean)}
        super().__init__("not_found", "Resource not found", **found)


class Resource:
    """A resource, or a family of resources. The head of this module explains each part."""

    def __init__(
        self,
        run: Read,
        uri: str,
        *,
        name: str,
        title: str,
        tools: Sequence[str],
        mime_type: str = JSON,
        query: Sequence[Parameter] = (),
        aliases: Sequence[str] = (),
        listed: Lister | None = None,
        complete: Completer | None = None,
        needs_workspace: bool = False,
    ) -> None:
        self.run = run
        self.template = UriTemplate(uri)
        self.name = name
        self.title = title
        self.description = unwrapped(run.__doc__ or "")
        self.tools = tuple(tools)
        self.mime_type = mime_type
        self.query = tuple(query)
        self.aliases = tuple(map(UriTemplate, aliases))
        self.listed = listed
        self.complete = complete
        self.needs_workspace = needs_workspace

    def __repr__(self) -> str:
        return f"Resource({self.uri})"

    @property
    def uri(self) -> str:
        """The URI, or its template, without the query."""
        return self.template.text

    @property
    def uri_template(self) -> str:
        """The template as it is listed, such as `frieze://source/{file}{?line}`."""
        names = ",".join(parameter.name for parameter in self.query)
        return f"{self.uri}{{?{names}}}" if names else self.uri

    @property
    def is_concrete(self) -> bool:
        """Whether the URI has no variables."""
        return not self.template.variables

    def answer(
        self, workspace: Workspace, variables: Mapping[str, str], query: Mapping[str, str]
    ) -> dict[str, Any] | str | Text:
        """Return the contents of the resource. Raises QueryError for a wrong query, and if there is no such
        resource."""
        given = {**variables, **self.check(query)}
        named = {f"{name}_" if iskeyword(name) else name: value for name, value in given.items()}
        return self.run(self.source_of(workspace), **named)

    def members(self, workspace: Workspace) -> Iterable[Listed]:
        """Return the members of a family that are worth an entry in a list."""
        return self.listed(workspace.snapshot) if self.listed else ()

    def source_of(self, workspace: Workspace) -> Snapshot | Workspace:
        """Return the first argument for the functions of this resource: the workspace if they need it, else its
        snapshot."""
        return workspace if self.needs_workspace else workspace.snapshot

    def check(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Return the query, converted and complete with defaults. Raises one QueryError that lists all problems."""
        complete = {parameter.name: parameter.default for parameter in self.query}
        known = {parameter.name: parameter for parameter in self.query}
        problems: list[dict[str, Any]] = []
        for name, text in query.items():
            problem = "is not a query parameter of this resource"
            if name in known:
                complete[name] = _value(known[name], text)
                problem = known[name].problem(complete[name]) or ""
            if problem:
                near = nearest(name, known, 1) if name not in known else []
                shown = {"argument": echoed(name), "problem": problem, "value": echoed(text)}
                problems.append(shown | ({"did_you_mean": near[0]} if near else {}))
        if problems:
            listed = "; ".join(f"'{problem['argument']}' {problem['problem']}" for problem in problems[:20])
            hint = f"{self.uri_template} is what can be read." if known else f"{self.uri} takes no query."
            raise QueryError("invalid_argument", f"Invalid query: {listed}", problems=problems[:20], hint=hint)
        return complete


def _value(parameter: Parameter, text: str) -> Any:
    """Convert a text to the parameter's type, numbers limited to its bounds; text that is no such value stays."""
    if parameter.type == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if parameter.type not in ("integer", "number") or len(text) > 20:
        return text
    try:
        value = int(text) if parameter.type == "integer" else float(text)
    except ValueError:
        return text
    value = value if parameter.minimum is None else max(value, parameter.minimum)
    return value if parameter.maximum is None else min(value, parameter.maximum)


def resource(
    uri: str,
    *,
    name: str,
    title: str,
    tools: Sequence[str],
    mime_type: str = JSON,
    query: Sequence[Parameter] = (),
    aliases: Sequence[str] = (),
    listed: Lister | None = None,
    complete: Completer | None = None,
    needs_workspace: bool = False,
) -> Callable[[Read], Resource]:
    """Declare a query as a resource. See the head of this module."""
    return lambda run: Resource(
        run,
        uri,
        name=name,
        title=title,
        tools=tools,
        mime_type=mime_type,
        query=query,
        aliases=aliases,
        listed=listed,
        complete=complete,
        needs_workspace=needs_workspace,
    )


def answered(
    uri: str,
    name: str,
    title: str,
    tool: str,
    description: str,
    takes: Mapping[str, str] | None = None,
    fixed: Mapping[str, Any] | None = None,
    **declared: Any,
) -> Resource:
    """Declare the answer of a tool as a resource. The tool gets what is `fixed`, the variables of the URI, those in
    `takes` by the names there, and the query; further parts are those of `resource`."""

    def read(source: Snapshot | Workspace, **given: Any) -> dict[str, Any]:
        named = {(takes or {}).get(name, name): value for name, value in given.items()}
        return answer_of(source, tool, **(fixed or {}), **named)

    read.__doc__ = description
    return resource(uri, name=name, title=title, tools=(tool,), **declared)(read)


def answer_of(source: Snapshot | Workspace, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the answer of a tool. Arguments that are None are left out. Raises QueryError."""
    from queries import find_tool  # the table imports the modules of tools, which may declare resources

    return find_tool(tool).answer(source, {name: value for name, value in arguments.items() if value is not None})


def offset_page(
    answer: Mapping[str, Any],
    field: str,
    *,
    limit: int,
    offset: int,
    rows: Callable[[Any], Any] | None = None,
) -> dict[str, Any]:
    """Return a page of an answer whose `field` holds all rows: `{…, field, total, limit, offset, next_offset?}`.

    `rows` makes a row JSON-ready; it is called for the rows on the page only. If fewer than `limit` rows fit, the
    answer has `truncated: "size"`.
    """
    start = min(offset, len(answer[field]))
    shown = page(answer, field, limit=limit, cursor=Cursor("", "", start), rows={field: rows} if rows else None)
    goes_on = shown.pop("next_cursor", None) is not None
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace("next_cursor", "next_offset")
    shown |= {"limit": limit, "offset": offset}
    return shown | ({"next_offset": start + len(shown[field])} if goes_on else {})


def ids_of(*kinds: str) -> Completer:
    """Return a completer for the objects of these kinds (of all, if none is given) by their ids."""
    return lambda snapshot, _, prefix, __: starting(names_of_kinds(snapshot, *kinds), prefix)


def names_of_kinds(snapshot: Snapshot, *kinds: str) -> Sequence[str]:
    """Return the names of objects of these kinds, sorted: the id, or for an id that several objects share their
    refs."""
    return snapshot.memoize(f"queries.resources.resource.names {kinds}", lambda whole: _names(whole, kinds))


def _names(snapshot: Snapshot, kinds: Sequence[str]) -> list[str]:
    condition = f" WHERE kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
    refs: dict[str, list[str]] = {}
    for own, ref in snapshot.rows(f"SELECT id, ref FROM object_row{condition}", kinds):
        refs.setdefault(own, []).append(ref)
    return sorted(name for own, sharing in refs.items() for name in ([own] if len(sharing) == 1 else sharing))


def starting(values: Sequence[str], prefix: str) -> Sequence[str]:
    """Return the values that begin with a prefix. The values must be sorted."""
    first = bisect_left(values, prefix)
    return values[first : bisect_left(values, prefix + LAST, first)]
