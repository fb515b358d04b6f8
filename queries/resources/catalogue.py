"""The catalogue of resources for a snapshot: it lists resources, reads URIs and completes the variables of templates.

Packs declare resources (`queries.resources.resource`). A `Catalogue` holds those that one server offers.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors.near import nearest
from queries.errors.numbers import number_resource_error
from queries.errors.query_error import SCHEMA_VERSION, QueryError
from queries.resources.resource import Listed, Resource, ResourceNotFound, Text, starting
from queries.resources.uri import UriTemplate, split_uri, with_query
from queries.tools.packs import CORE, PACKS, packs_of
from queries.tools.render import BOUND, bounded, visible
from queries.tools.work_budget import WorkBudget

GOES_ON = "… [goes on: "  # the last line of a text of which there is more
MAX_URI_LENGTH = 16_000  # characters; even the longest path is shorter when encoded


class Entry(NamedTuple):
    """A concrete resource in a list. A member of a family has no description, since that of its template applies."""

    uri: str
    name: str
    title: str
    description: str | None
    mime_type: str
    size: int | None = None


class Contents(NamedTuple):
    """The contents of a resource: a JSON-ready dict, or text. `goes_on` is the query of the next page of a text, whose
    last line says so."""

    uri: str
    mime_type: str
    body: dict[str, Any] | str
    goes_on: Mapping[str, Any] | None = None


def resources_of(pack: str) -> list[Resource]:
    """Return the resources of a pack in the order of their declaration. Imports the modules that declare them."""
    values = (value for module in PACKS[pack].resources for value in vars(import_module(module)).values())
    return [value for value in values if isinstance(value, Resource)]


class Catalogue:
    """The resources of the packs that apply to a snapshot; with `toolsets`, only those of the core and these packs."""

    def __init__(self, source: Snapshot | Workspace, toolsets: Collection[str] | None = None) -> None:
        self._workspace = as_workspace(source)
        snapshot, is_alone = self._workspace.snapshot, self._workspace.members is None
        # Only the sources themselves can answer for their languages: a merged snapshot without them has the core.
        self._packs = [CORE] if snapshot.sources and is_alone else packs_of(snapshot, toolsets)

    @cached_property
    def resources(self) -> tuple[Resource, ...]:
        """All resources. The modules that declare them, and the queries they use, are imported at the first access."""
        if self._workspace.members is None:
            return tuple(resource for pack in self._packs for resource in resources_of(pack))
        from queries.resources.of_sources import ResourceOfSources

        return tuple(
            resource if pack == CORE else ResourceOfSources(resource, pack)
            for pack in self._packs
            for resource in resources_of(pack)
        )

    @cached_property
    def _by_precision(self) -> list[tuple[UriTemplate, Resource]]:
        templates = [
            (template, resource) for resource in self.resources for template in (resource.template, *resource.aliases)
        ]
        # The more literal template comes first: `tasks/due/{date}` before `tasks/{status}`.
        return sorted(templates, key=lambda pair: -pair[0].precision)

    def templates(self) -> list[Resource]:
        """Return the entries of `resources/templates/list`: families of resources, and single ones that take a
        query."""
        return [resource for resource in self.resources if not resource.is_concrete or resource.query]

    def listed(self) -> list[Entry]:
        """Return the entries of `resources/list`: each resource without variables, and the members that families
        list."""
        return list(chain.from_iterable(map(self._entries, self.resources)))

    def _entries(self, resource: Resource) -> Iterator[Entry]:
        itself: Sequence[Listed] = [Listed({}, resource.title)] if resource.is_concrete else ()
        for member in resource.members(self._workspace) if resource.listed else itself:
            uri = with_query(resource.template.fill(member.variables), sorted(member.query.items()))
            name = "/".join([resource.name, *member.query.values(), *member.variables.values()])
            description = resource.description if resource.is_concrete else None
            mime_type = member.mime_type or resource.mime_type
            yield Entry(uri, visible(name), visible(member.title), description, mime_type, member.size)

    def read(self, uri: str, *, check: Callable[[], None] | None = None) -> Contents:
        """Return the contents of a URI, at most 40,000 characters of it.

        Raises ResourceNotFound, QueryError for a query that is wrong or too much work, both with the number of the
        error, and whatever `check` raises, which is called at every step.
        """
        try:
            return self._contents(uri, check)
        except QueryError as error:
            raise number_resource_error(error) from None

    def _contents(self, uri: str, check: Callable[[], None] | None) -> Contents:
        path, query = split_uri(encodable(uri)) if len(uri) <= MAX_URI_LENGTH else ("", {})
        resource, variables = self._find(path, uri)
        try:
            answer = resource.answer(self._workspace.for_request(WorkBudget(check).charge), variables, query)
        except QueryError as error:
            raise self._about_uri(error, resource, variables, uri) from None
        if isinstance(answer, dict):
            return Contents(uri, resource.mime_type, self._json(answer, path, resource, query))
        text = answer if isinstance(answer, Text) else Text(answer)
        return Contents(uri, text.mime_type or resource.mime_type, _shown(text, path), text.next)

    def _find(self, path: str, uri: str) -> tuple[Resource, dict[str, str]]:
        for template, resource in self._by_precision:
            if (variables := template.match(path)) is not None:
                return resource, variables
        listed = [resource.template.text for resource in self.resources]
        hint = "resources/list and resources/templates/list show what there is."
        raise ResourceNotFound(uri, nearest(path, listed), hint=hint)

    def _about_uri(self, error: QueryError, resource: Resource, variables: Mapping[str, str], uri: str) -> QueryError:
        """Turn a tool's `not_found` into an error about the URI, with its suggestions as URIs that can be read."""
        if error.code != "not_found" or isinstance(error, ResourceNotFound):
            return error
        fields = dict(error.fields)
        near = fields.pop("did_you_mean", [])
        if len(variables) == 1:
            near = [resource.template.fill({name: str(value)}) for name in variables for value in near]
        return ResourceNotFound(**{**fields, "uri": uri, "did_you_mean": near})

    def _json(self, answer: dict[str, Any], path: str, resource: Resource, query: Mapping[str, str]) -> dict[str, Any]:
        """Return the answer to send, with the URI of the next page when there is one. Where several sources answer,
        each has its own; an answer of one alone names it."""
        answer = answer if "schema_version" in answer else {"schema_version": SCHEMA_VERSION, **answer}
        known = {parameter.name for parameter in resource.query}
        for place in {"cursor", "offset"} & known:
            _add_next_uri(answer, place, path, query)
            for source in answer.get("sources", ()) if "source" in known and "source_name" not in answer else ():
                _add_next_uri(source, place, path, {**query, "source": source["source_name"]})
        return bounded(answer)

    def template(self, uri: str) -> Resource | None:
        """Return the resource of a listed template, with or without its query, or of an alias; None if there is
        none."""
        path = uri.partition("{?")[0]
        return next((resource for template, resource in self._by_precision if template.text == path), None)

    def complete(self, uri: str, variable: str, prefix: str, given: Mapping[str, str]) -> Sequence[str]:
        """Return the values of a template's variable that begin with a prefix, sorted. Raises ResourceNotFound for an
        unknown template, and QueryError for an unknown variable."""
        prefix = encodable(prefix)
        resource = self.template(uri)
        if resource is None:
            near = nearest(uri, [template.uri_template for template in self.templates()])
            raise ResourceNotFound(uri, near, hint="resources/templates/list shows the templates.")
        choices = {parameter.name: sorted(parameter.choices) for parameter in resource.query}
        if variable not in (*resource.template.variables, *choices):
            known = ", ".join((*resource.template.variables, *choices)) or "none"
            raise QueryError("invalid_argument", f"{resource.uri_template} has no such variable; it has: {known}")
        if resource.complete is None or choices.get(variable):
            return starting(choices.get(variable, ()), prefix)
        return resource.complete(resource.source_of(self._workspace), variable, prefix, given)


def encodable(text: str) -> str:
    """Escape lone surrogates in a text. No name has any, and the database refuses them."""
    return text.encode(errors="backslashreplace").decode()


def _add_next_uri(answer: dict[str, Any], place: str, path: str, query: Mapping[str, str]) -> None:
    """Add the URI of the next page to an answer that has one. `place` is the parameter that says where to go on."""
    if f"next_{place}" in answer:
        values = {**query, place: str(answer[f"next_{place}"])}
        answer["next_uri"] = with_query(path, ((value, values[value]) for value in sorted(values)))


def _shown(text: Text, path: str) -> str:
    """Return a text with hidden characters escaped and, if it is a page, a last line with the URI of the next page."""
    note = ""
    if text.next is not None:
        uri = with_query(path, ((name, str(value)) for name, value in text.next.items()))
        note = f"\n{GOES_ON}{uri}]"
    shown: str = visible(text.text)
    if len(shown) + len(note) > BOUND:
        room = BOUND - len(note) - 40
        shown = f"{shown[:room]}… [{len(shown) - room} characters left out]"
    return shown + note
