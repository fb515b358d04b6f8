"""How a page asks: by the table of tools and the catalogue of resources, as agents do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import queries
from compiler.model.source_names import SEPARATOR, qualified_ref, split_ref
from compiler.workspace.interface import MemberError, Workspace
from queries.diagrams.drawn_ways import drawn_ways
from queries.diagrams.svg_rendering import diagram_svg
from queries.errors.query_error import QueryError
from queries.resources.catalogue import GOES_ON, Catalogue, Contents
from queries.resources.resource import ResourceNotFound
from queries.sources.choosing import sources_of_pack
from queries.tools.packs import CORE
from queries.tools.work_budget import WorkBudget
from server.charts.render_chart import render_chart
from server.explorer.page import Ask, KnownObjects
from server.explorer.pages.file_objects import KeptObjects

RESOURCE = "frieze://"
MAX_KEPT_OBJECTS = 300_000  # in memory, 0.3 KB each
Check = Callable[[], None]


def ask_of(workspace: Workspace, check: Check | None = None) -> Ask:
    """Return what asks a workspace. `check` is called at every step of a query; what it raises is raised."""
    asked = queries.with_members(workspace)
    return _AskingSources(asked, check) if asked.members else _Asking(asked, check)


def ask_often(workspace: Workspace) -> Ask:
    """Return what asks a workspace for many pages, one after another: it looks objects up."""
    asked = queries.with_members(workspace)
    if asked.members:
        return _AskingSources(asked, None)
    found = _Asking(asked, None)
    if asked.snapshot.rows("SELECT count(*) FROM object")[0][0] <= MAX_KEPT_OBJECTS:
        found.known_objects = KeptObjects(asked.snapshot.rows)
    return found


class _Asking:
    """Asks one workspace, and once only for what every page shows."""

    def __init__(self, workspace: Workspace, check: Check | None) -> None:
        self._workspace = workspace
        self._catalogue = Catalogue(workspace)
        self._check = check
        self._info: dict[str, Any] | None = None
        self.source = ""
        self.known_objects: KnownObjects | None = None

    def sources_of(self, pack: str) -> Sequence[str]:
        del pack
        return ()

    def of_source(self, name: str) -> Ask:
        del name
        return self

    def __call__(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        if name.startswith(RESOURCE):
            return _of_resource(self._catalogue.read(name, check=self._check))
        given = {key: value for key, value in arguments.items() if value is not None}
        if name != "get_snapshot_info" or given:
            return _checked(queries.answer(self._workspace, name, given, check=self._check))
        if self._info is None:
            self._info = _checked(queries.answer(self._workspace, name, check=self._check))
        return self._info

    def drawing(self, diagram_id: str, link: Callable[[str], str], marks: Mapping[str, str]) -> str:
        request = self._workspace.for_request(WorkBudget(self._check).charge)
        return diagram_svg(request.snapshot, diagram_id, link, marks, render_chart=render_chart)

    def ways(self, diagram_id: str) -> dict[str, Any]:
        return drawn_ways(self._workspace.for_request(WorkBudget(self._check).charge).snapshot, diagram_id)


class _AskingSources(_Asking):
    """Asks several sources. A page about a language asks one of them alone (`of_source`)."""

    def __init__(self, workspace: Workspace, check: Check | None, source: str = "") -> None:
        super().__init__(workspace, check)
        self.source = source

    def sources_of(self, pack: str) -> Sequence[str]:
        return sources_of_pack(self._workspace.snapshot, pack)

    def of_source(self, name: str) -> Ask:
        found = _AskingSources(self._workspace, self._check, name)
        found._info = self._info
        return found

    def __call__(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        if name.startswith(RESOURCE):
            return self._of_resource(name)
        if self.source and queries.find_tool(name).pack != CORE and not any(map(_names_source, arguments.values())):
            arguments["source"] = self.source
        return super().__call__(name, **arguments)

    def drawing(self, diagram_id: str, link: Callable[[str], str], marks: Mapping[str, str]) -> str:
        name, plain = self._of_diagram(diagram_id)
        own = {ref.removeprefix(f"{name}{SEPARATOR}"): mark for ref, mark in marks.items()}
        return self._alone(name).drawing(plain, lambda ref: link(qualified_ref(name, ref)), own)

    def ways(self, diagram_id: str) -> dict[str, Any]:
        name, plain = self._of_diagram(diagram_id)
        return self._alone(name).ways(plain)

    def _of_resource(self, uri: str) -> dict[str, Any]:
        """Return the answer of a resource of the workspace; of a language, that of the source of the page."""
        try:
            return _of_resource(self._catalogue.read(uri, check=self._check))
        except ResourceNotFound:
            if not self.source:
                raise
        return self._alone(self.source)(uri)

    def _of_diagram(self, diagram_id: str) -> tuple[str, str]:
        """Return the source of a diagram, and its ref or id there."""
        name, plain = split_ref(diagram_id)
        return name or self.source or next(iter(self.sources_of("diagrams")), ""), plain

    def _alone(self, name: str) -> _Asking:
        members = self._workspace.members
        assert members is not None
        if name not in members.names:
            raise QueryError("not_found", "There is no source of this name")
        try:
            return _Asking(members.workspace(name), self._check)
        except MemberError as error:
            raise QueryError("unavailable", str(error)) from None


def _names_source(value: Any) -> bool:
    return isinstance(value, str) and bool(split_ref(value)[0])


def _of_resource(contents: Contents) -> dict[str, Any]:
    """Return the answer of a resource; of a text, without the line that says how it goes on, which is in `goes_on`."""
    if not isinstance(contents.body, str):
        return contents.body
    if contents.goes_on is None:
        return {"text": contents.body}
    return {"text": contents.body[: contents.body.rindex(f"\n{GOES_ON}")], "goes_on": contents.goes_on}


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer that is none of an error. Raises QueryError."""
    if queries.is_error(answer):
        fields = {name: value for name, value in answer.items() if name not in ("schema_version", "error", "code")}
        raise QueryError(answer["code"], answer["error"], **fields)
    return answer
