"""The resources that are offered for a snapshot: what is listed, what a URI reads as, what completes a template.

Resources are declared as data (`queries.resource`) by the packs; a `Catalogue` is the selection that one server offers.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors import SCHEMA_VERSION, QueryError
from queries.near import nearest
from queries.packs import PACKS, packs_of
from queries.render import BOUND, bounded, visible
from queries.resource import Listed, Resource, ResourceNotFound, Text, starting
from queries.uri import UriTemplate, split_uri, with_query
from queries.work_budget import Steps

LONGEST_URI = 16_000  # characters; a longer one names nothing, for even the longest path is shorter when encoded


class Entry(NamedTuple):
    """A concrete resource as it is listed. One of a family has no description: that of the template says it."""

    uri: str
    name: str
    title: str
    description: str | None
    mime_type: str
    size: int | None = None


class Contents(NamedTuple):
    """What a resource holds: JSON-ready, or text."""

    uri: str
    mime_type: str
    body: dict[str, Any] | str


def declared(pack: str) -> list[Resource]:
    """The resources of a pack, in the order of their declaration. Imports the modules that declare them."""
    values = (one for module in PACKS[pack].resources for one in vars(import_module(module)).values())
    return [one for one in values if isinstance(one, Resource)]


class Catalogue:
    """The resources of the packs that are served: those that have something to say, or the chosen of them."""

    def __init__(self, source: Snapshot | Workspace, toolsets: Collection[str] | None = None) -> None:
        self._workspace = as_workspace(source)
        self._packs = packs_of(self._workspace.snapshot, toolsets)

    @cached_property
    def resources(self) -> tuple[Resource, ...]:
        """All of them. Their modules, and the queries that they lead to, are imported when they are first asked for."""
        return tuple(one for pack in self._packs for one in declared(pack))

    @cached_property
    def _matching(self) -> list[tuple[UriTemplate, Resource]]:
        matching = [(template, one) for one in self.resources for template in (one.template, *one.aliases)]
        # The template that says more of a URI itself is meant: `tasks/due/{date}` before `tasks/{status}`.
        return sorted(matching, key=lambda pair: -pair[0].precision)

    def templates(self) -> list[Resource]:
        """What `resources/templates/list` shows: families of resources, and single ones that take a query."""
        return [one for one in self.resources if not one.is_concrete or one.query]

    def listed(self) -> list[Entry]:
        """What `resources/list` shows: every resource without variables, and what the families think worth it."""
        return list(chain.from_iterable(map(self._entries, self.resources)))

    def _entries(self, resource: Resource) -> Iterator[Entry]:
        found: Sequence[Listed] = [Listed({}, resource.title)] if resource.is_concrete else ()
        for one in resource.listed(self._workspace.snapshot) if resource.listed else found:
            uri = resource.template.fill(one.variables)
            name = "/".join([resource.name, *one.variables.values()])
            told = resource.description if resource.is_concrete else None
            mime_type = one.mime_type or resource.mime_type
            yield Entry(uri, visible(name), visible(one.title), told, mime_type, one.size)

    def read(self, uri: str, *, check: Callable[[], None] | None = None) -> Contents:
        """What a URI reads as, at most 40,000 characters of it. Raises ResourceNotFound, QueryError for a query that is
        wrong or too much work, and what `check` raises, which is called at every step."""
        path, query = split_uri(encodable(uri)) if len(uri) <= LONGEST_URI else ("", {})
        resource, variables = self._find(path, uri)
        try:
            answer = resource.answer(self._workspace.for_request(Steps(check).charge), variables, query)
        except QueryError as error:
            raise self._explained(error, resource, variables, uri) from None
        if isinstance(answer, dict):
            return Contents(uri, resource.mime_type, self._json(answer, path, resource, query))
        text = answer if isinstance(answer, Text) else Text(answer)
        return Contents(uri, text.mime_type or resource.mime_type, _shown(text, path))

    def _find(self, path: str, uri: str) -> tuple[Resource, dict[str, str]]:
        for template, resource in self._matching:
            if (variables := template.match(path)) is not None:
                return resource, variables
        listed = [one.template.text for one in self.resources]
        hint = "resources/list and resources/templates/list show what there is."
        raise ResourceNotFound(uri, nearest(path, listed), hint=hint)

    def _explained(self, error: QueryError, resource: Resource, variables: Mapping[str, str], uri: str) -> QueryError:
        """A tool's error as one of the URI: what is near becomes what can be read."""
        if error.code != "not_found" or isinstance(error, ResourceNotFound):
            return error
        fields = dict(error.fields)
        near = fields.pop("did_you_mean", [])
        if len(variables) == 1:
            near = [resource.template.fill({name: str(one)}) for name in variables for one in near]
        return ResourceNotFound(**{**fields, "uri": uri, "did_you_mean": near})

    def _json(self, answer: dict[str, Any], path: str, resource: Resource, query: Mapping[str, str]) -> dict[str, Any]:
        """The answer as it is sent, with the URI of the next page when there is one."""
        answer = answer if "schema_version" in answer else {"schema_version": SCHEMA_VERSION, **answer}
        known = {one.name for one in resource.query}
        for place in {"cursor", "offset"} & known:
            if f"next_{place}" in answer:
                values = {**query, place: str(answer[f"next_{place}"])}
                answer["next_uri"] = with_query(path, ((one, values[one]) for one in sorted(values)))
        return bounded(answer)

    def template(self, uri: str) -> Resource | None:
        """The resource of a template as it is listed, with or without its query, or of an alias."""
        path = uri.partition("{?")[0]
        return next((one for template, one in self._matching if template.text == path), None)

    def complete(self, uri: str, variable: str, prefix: str, given: Mapping[str, str]) -> Sequence[str]:
        """The values of a variable of a template that begin with a prefix, sorted. Raises ResourceNotFound for a
        template that is none, and QueryError for a variable that it does not have."""
        prefix = encodable(prefix)
        resource = self.template(uri)
        if resource is None:
            near = nearest(uri, [one.uri_template for one in self.templates()])
            raise ResourceNotFound(uri, near, hint="resources/templates/list shows the templates.")
        choices = {one.name: sorted(one.choices) for one in resource.query}
        if variable not in (*resource.template.variables, *choices):
            known = ", ".join((*resource.template.variables, *choices)) or "none"
            raise QueryError("invalid_argument", f"{resource.uri_template} has no such variable; it has: {known}")
        if resource.complete is None or choices.get(variable):
            return starting(choices.get(variable, ()), prefix)
        return resource.complete(resource.source_of(self._workspace), variable, prefix, given)


def encodable(text: str) -> str:
    """The text with halves of surrogate pairs escaped: no name has one, and the database refuses them."""
    return text.encode(errors="backslashreplace").decode()


def _shown(text: Text, path: str) -> str:
    """A text with nothing hidden in it, and behind a page of it where it goes on."""
    note = ""
    if text.next is not None:
        uri = with_query(path, ((name, str(value)) for name, value in text.next.items()))
        note = f"\n… [goes on: {uri}]"
    shown: str = visible(text.text)
    if len(shown) + len(note) > BOUND:
        room = BOUND - len(note) - 40
        shown = f"{shown[:room]}… [{len(shown) - room} characters left out]"
    return shown + note
