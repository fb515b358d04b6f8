"""How a page asks: by the table of tools and the catalogue of resources, as agents do."""

from collections.abc import Callable, Mapping
from typing import Any

import queries
from compiler.workspace.interface import Workspace
from queries.diagrams.drawn_ways import drawn_ways
from queries.diagrams.svg_rendering import diagram_svg
from queries.errors.query_error import QueryError
from queries.resources.catalogue import GOES_ON, Catalogue, Contents
from queries.tools.work_budget import WorkBudget
from server.explorer.page import Ask

RESOURCE = "frieze://"
Check = Callable[[], None]


def ask_of(workspace: Workspace, check: Check | None = None) -> Ask:
    """Return what asks a workspace. `check` is called at every step of a query; what it raises is raised."""
    return _Asking(workspace, check)


class _Asking:
    """Asks one workspace, and once only for what every page shows."""

    def __init__(self, workspace: Workspace, check: Check | None) -> None:
        self._workspace = workspace
        self._catalogue = Catalogue(workspace)
        self._check = check
        self._info: dict[str, Any] | None = None

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
        return diagram_svg(request.snapshot, diagram_id, link, marks)

    def ways(self, diagram_id: str) -> dict[str, Any]:
        return drawn_ways(self._workspace.for_request(WorkBudget(self._check).charge).snapshot, diagram_id)


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
