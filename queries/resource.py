"""The declaration of a resource: what a client may read by its URI.

A resource is a plain function `(snapshot, *, variables…, query…) -> dict | str | Text` that the decorator `resource`
turns into a `Resource`. Its docstring is the description that clients show:

    @resource(
        "frieze://entity/{id}", name="entity", title="An entity", tools=("entity_get",),
        aliases=("medulla://entity/{id}",), complete=entity_ids,
    )
    def entity(snapshot: Snapshot, *, id: str) -> dict[str, Any]:
        \"""One entity by its id or the number of its sequence.\"""
        return answer_of(snapshot, "entity_get", id=id)

**Where it belongs.** A module of resources is named in `queries.packs.PACKS` as the third field of its pack; it is
imported when a server offers the pack, and its resources are offered when the tools of the pack are. Order in the
module is order in the lists. URIs and names are unique over all packs.

**URI.** `frieze://…`, with `{variable}`s in the path or none. Without variables it is concrete and stands in
`resources/list`; with them it stands in `resources/templates/list`. Variables arrive as text, decoded; a variable or
query parameter that is a Python keyword arrives with `_` behind it (`from_`). Look values up, never join them to a
path. A variable takes no `/`, but the last of a URI, which takes all that is left; of two templates that fit, the one
that says more of the URI itself is meant (`tasks/due/{date}` before `tasks/{status}`).
`aliases` are other URIs that read the same: same variables, any scheme; they are never listed, and completed too.

**Query.** `query` declares what may stand behind `?`, as `Parameter`s of string, integer, number or boolean. A number
beyond a bound is taken as the bound (a URI has no schema that could have told it: `?limit=1000` reads as 100); a value
of another type, or an unknown name, is an error that says what would be right. Defaults are filled in. A resource with
a query is listed as a template as well (`frieze://tasks{?limit,offset}`), so that clients learn how to page it.

**Answer.** A dict is sent as JSON, with `schema_version` put first, hidden characters escaped and 40,000 characters
kept. A str is sent as text of the `mime_type`. `Text` is text with a mime type of its own and, when it is one page, the
query of the next; a family whose members differ in mime type declares `mime_type=""`. Resources are read on the event
loop, so they answer at once: what may take long is for a tool.

**Paging**, whatever can grow, in one of three ways:

1. `query=(LIMIT, CURSOR)`, and hand both to the tool: `answer_of(snapshot, "list_objects", kind=…, limit=limit,
   cursor=cursor)`. The cursor arrives as text or None.
2. `query=(limit_of(50, 100), OFFSET)`, and `offset_page(answer, "tasks", limit=limit, offset=offset)`: total, limit and
   offset are added, and next_offset when there is more. An offset behind the end is an empty page.
3. text: `Text(lines, next={"line": 813})`.

The reader adds `next_uri` to a dict that has next_cursor or next_offset, and a last line with the URI to a `Text`.

**Errors.** Raise QueryError as tools do; those of tools asked by `answer_of` pass through. `not_found` becomes
ResourceNotFound: it keeps the fields, names the URI, and what is near as URIs that can be read (`did_you_mean` of one
variable is filled into the template). Every error is JSON-RPC -32602 with `data: {uri, code, did_you_mean?, …}`.

**Listing.** `listed` names the concrete resources of a template that are worth standing in `resources/list`, in a total
order: few, or of use to a person who picks one. Completion finds all others.

**Completion.** `complete(snapshot, variable, prefix, given)` gives the values that begin with the prefix, sorted and
without doubles; `given` holds the other variables as far as they are known. `ids_of(kind)` is what completes an object
of a kind; `starting(values, prefix)` cuts other values out of a sorted sequence that is made once (`snapshot.once`).
Choices of query parameters complete by themselves.

**Tools and resources.** Many agents never read a resource, so a resource holds nothing that no tool answers: `tools`
names those that do (a test holds that they exist), and the simplest resource is the answer of its tool, word for word.
(One exception: of a source file `object_get` shows 12,000 characters, its resource all.) What a resource adds is an
address: it can be linked to, listed, picked from a menu and cached.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from keyword import iskeyword
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.errors import QueryError
from queries.near import nearest
from queries.paging import Cursor, page
from queries.parameters import Parameter, echoed
from queries.tool import unwrapped
from queries.uri import UriTemplate

JSON = "application/json"

LAST = "\U0010ffff"  # no character is above it, so nothing that begins with a prefix sorts behind the prefix and this
OFFSET = Parameter("offset", "integer", "How many rows to pass over.", default=0, minimum=0)


class Text(NamedTuple):
    """An answer that is text. `mime_type` replaces the resource's own; `next` is the query of the next page's URI."""

    text: str
    mime_type: str = ""
    next: Mapping[str, Any] | None = None


class Listed(NamedTuple):
    """One concrete resource of a template. `mime_type` replaces the template's own; `size` is in bytes."""

    variables: Mapping[str, str]
    title: str
    mime_type: str = ""
    size: int | None = None


Read = Callable[..., "dict[str, Any] | str | Text"]
Completer = Callable[[Any, str, str, Mapping[str, str]], Sequence[str]]  # takes a Snapshot, or a Workspace
Lister = Callable[[Snapshot], Sequence[Listed]]


class ResourceNotFound(QueryError):  # noqa: N818
    """There is no resource of the URI. `did_you_mean` lists the nearest that can be read; `fields` say more of it."""

    def __init__(self, uri: str, did_you_mean: Sequence[str] = (), **fields: Any) -> None:
        found = {**fields, "uri": echoed(uri), "did_you_mean": list(did_you_mean)}
        super().__init__("not_found", "Resource not found", **found)


class Resource:
    """One resource, or one family of them. See the head of this module for what each part means."""

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
        """The template as it is listed. Example: `frieze://source/{file}{?line}`."""
        names = ",".join(one.name for one in self.query)
        return f"{self.uri}{{?{names}}}" if names else self.uri

    @property
    def is_concrete(self) -> bool:
        """Whether the URI has no variables."""
        return not self.template.variables

    def answer(
        self, workspace: Workspace, variables: Mapping[str, str], query: Mapping[str, str]
    ) -> dict[str, Any] | str | Text:
        """What the resource holds. Raises QueryError for a wrong query, and when there is no such resource."""
        given = {**variables, **self.check(query)}
        named = {f"{name}_" if iskeyword(name) else name: value for name, value in given.items()}
        return self.run(self.source_of(workspace), **named)

    def source_of(self, workspace: Workspace) -> Snapshot | Workspace:
        """What the functions of this resource are given first: the workspace, if they need it, else its snapshot."""
        return workspace if self.needs_workspace else workspace.snapshot

    def check(self, query: Mapping[str, str]) -> dict[str, Any]:
        """The query, complete with defaults and in its types. Raises one QueryError that lists all that is wrong."""
        complete = {one.name: one.default for one in self.query}
        known = {one.name: one for one in self.query}
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
            told = "; ".join(f"'{one['argument']}' {one['problem']}" for one in problems[:20])
            hint = f"{self.uri_template} is what can be read." if known else f"{self.uri} takes no query."
            raise QueryError("invalid_argument", f"Invalid query: {told}", problems=problems[:20], hint=hint)
        return complete


def _value(parameter: Parameter, text: str) -> Any:
    """The text as a value of the parameter's type, numbers within its bounds; the text itself when it is none."""
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
    """Declares a query as a resource. See the head of this module."""
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


def answer_of(source: Snapshot | Workspace, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers: the simplest resource. None stands for an argument that is left out. Raises QueryError."""
    from queries import find_tool  # the table imports the tools' modules; a resource may stand in one of them

    return find_tool(tool).answer(source, {name: value for name, value in arguments.items() if value is not None})


def offset_page(
    answer: Mapping[str, Any],
    field: str,
    *,
    limit: int,
    offset: int,
    rows: Callable[[Any], Any] | None = None,
) -> dict[str, Any]:
    """A page of an answer whose `field` holds all rows: `{…, field, total, limit, offset, next_offset?}`.

    `rows` says how a row becomes JSON, where it is none yet; only those on the page are asked. Fewer than `limit` rows
    where more would not fit the answer, which then says `truncated: "size"`.
    """
    start = min(offset, len(answer[field]))
    shown = page(answer, field, limit=limit, cursor=Cursor("", "", start), rows={field: rows} if rows else None)
    goes_on = shown.pop("next_cursor", None) is not None
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace("next_cursor", "next_offset")
    shown |= {"limit": limit, "offset": offset}
    return shown | ({"next_offset": start + len(shown[field])} if goes_on else {})


def ids_of(*kinds: str) -> Completer:
    """Completes the objects of these kinds (of all, when none is named) by their ids."""
    return lambda snapshot, _, prefix, __: starting(names_of_kinds(snapshot, *kinds), prefix)


def names_of_kinds(snapshot: Snapshot, *kinds: str) -> Sequence[str]:
    """What objects of these kinds are called: by their id, or by their refs where several share one. Sorted."""
    return snapshot.memoize(f"queries.resource.names {kinds}", lambda whole: _names(whole, kinds))


def _names(snapshot: Snapshot, kinds: Sequence[str]) -> list[str]:
    condition = f" WHERE kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
    refs: dict[str, list[str]] = {}
    for own, ref in snapshot.rows(f"SELECT id, ref FROM object{condition}", kinds):
        refs.setdefault(own, []).append(ref)
    return sorted(name for own, sharing in refs.items() for name in ([own] if len(sharing) == 1 else sharing))


def starting(values: Sequence[str], prefix: str) -> Sequence[str]:
    """Those of the sorted values that begin with a prefix."""
    first = bisect_left(values, prefix)
    return values[first : bisect_left(values, prefix + LAST, first)]
