"""Resources of languages in a workspace of several sources: each takes `source`, as tools do.

Without it the source is meant that a variable names, or the only one that has what is asked for. The answers of several
stand side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Members, Workspace
from queries.errors.query_error import QueryError
from queries.resources.resource import Listed, Resource
from queries.sources.choosing import SOURCE, alone, named_source, source_of_arguments, sources_of_pack
from queries.sources.naming import SourceNaming
from queries.sources.several import ANSWERED_BY, MAX_ANSWERS, answers_of, side_by_side


class ResourceOfSources(Resource):
    """A resource of a language, whose answers are those of sources alone."""

    def __init__(self, resource: Resource, pack: str) -> None:
        super().__init__(
            self._read,
            resource.uri,
            name=resource.name,
            title=resource.title,
            tools=resource.tools,
            mime_type=resource.mime_type,
            query=(*resource.query, SOURCE),
            aliases=[alias.text for alias in resource.aliases],
            listed=resource.listed,
            complete=self._completions,
            needs_workspace=True,
        )
        self.description = resource.description
        self._resource = resource
        self._pack = pack

    def _read(self, workspace: Workspace, *, source: str | None, **given: Any) -> dict[str, Any]:
        members = _members(workspace)
        ask = partial(self._of_source, workspace, members, given)
        name = self._named(members, source) or source_of_arguments(members, workspace.snapshot, given)
        if name is not None:
            return ask(name)
        names = self._sources(workspace.snapshot, members)
        if not names:
            raise QueryError("unavailable", "No source that has this resource can be read")
        found = answers_of(workspace.snapshot, names, given, ask)
        return found.only or side_by_side(found.answers, found.errors, names)

    def _named(self, members: Members, source: str | None) -> str | None:
        """Return the source that the query names. One that is not there is a wrong query, and no missing resource."""
        try:
            return named_source(members, source, self.uri)
        except QueryError as error:
            if error.code != "not_found":
                raise
            raise QueryError("invalid_argument", error.error, **error.fields) from None

    def _of_source(self, workspace: Workspace, members: Members, given: Mapping[str, Any], name: str) -> dict[str, Any]:
        """Return the answer of one source, with the refs and paths of the workspace."""
        asked = alone(workspace, members, name)
        naming = SourceNaming(name, asked.snapshot)
        answer = self._resource.run(self._resource.source_of(asked), **naming.arguments(given))
        assert isinstance(answer, dict), "resources of languages are JSON"
        return {**naming.answer(answer), ANSWERED_BY: name}

    def _sources(self, snapshot: Snapshot, members: Members) -> Sequence[str]:
        """The sources that have objects of the language and can be read."""
        return [source for source in sources_of_pack(snapshot, self._pack) if not members.problem(source)]

    def members(self, workspace: Workspace) -> Iterator[Listed]:
        """Return the members of a family in the first sources that have some."""
        members = _members(workspace)
        for name in self._sources(workspace.snapshot, members)[:MAX_ANSWERS]:
            for member in self._resource.members(alone(workspace, members, name)):
                yield member._replace(query={SOURCE.name: name})

    def _completions(self, workspace: Workspace, variable: str, prefix: str, given: Mapping[str, str]) -> Sequence[str]:
        members = _members(workspace)
        if variable == SOURCE.name:
            return [name for name in sorted(members.names) if name.startswith(prefix)]
        if self._resource.complete is None:
            return []
        others = {name: value for name, value in given.items() if name != SOURCE.name}
        named = given.get(SOURCE.name)
        found: set[str] = set()
        for name in [named] if named in members.names else self._sources(workspace.snapshot, members)[:MAX_ANSWERS]:
            asked = self._resource.source_of(alone(workspace, members, name))
            found.update(self._resource.complete(asked, variable, prefix, others))
        return sorted(found)


def _members(workspace: Workspace) -> Members:
    assert workspace.members is not None
    return workspace.members
