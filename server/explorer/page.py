"""What a page of the explorer is: an address, a template, and a function that asks queries for the template's values.

    def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
        answer = ask("task_ready", limit=50, cursor=parameters.get("cursor"))
        return {"tasks": answer["tasks"], "cursor": answer.get("next_cursor")}

    TASKS = Page("tasks", "/tasks", "Tasks", view, pack="knowledge")

`parameters` are those of the path and of the query together, all texts. Templates extend `base.html`, get the values,
and make every address with `url(name of the page, **parameters)`: the same templates make the static site.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class KnownObjects(Protocol):
    """The objects of a source, and which of them mentions join. The texts of sources mention objects by their ids."""

    def of(self, file: str) -> list[dict[str, Any]]:
        """Return the objects of a file as `query_facts` answers them."""
        ...

    def has(self, ref: str) -> bool:
        """Whether there is an object of a ref."""
        ...

    def is_cited(self, ref: str) -> bool:
        """Whether a text mentions an object."""
        ...

    def cites(self, ref: str) -> bool:
        """Whether the text of an object mentions anything."""
        ...


class Ask(Protocol):
    """What a page asks."""

    def __call__(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """Return the answer of a tool, `ask("task_ready", limit=5)`, or of a resource, `ask("frieze://source/a.md")`,
        of which text comes as `{"text": …}`. An argument that is None is left out. Raises QueryError."""
        ...

    def drawing(self, diagram_id: str, link: Callable[[str], str], marks: Mapping[str, str]) -> str:
        """Return a diagram as SVG, by its id or ref. `link` gives the address for a ref; `marks` has the class came,
        went, changed or current by ref. Raises QueryError."""
        ...

    @property
    def source(self) -> str:
        """The source that pages about a language ask, "" where there is one source only."""
        ...

    @property
    def known_objects(self) -> KnownObjects | None:
        """The objects of the source, where many pages are made one after another; None where one is."""
        ...

    def sources_of(self, pack: str) -> Sequence[str]:
        """Return the names of the sources that have objects of a pack; () where there is one source only."""
        ...

    def of_source(self, name: str) -> "Ask":
        """Return what asks one of several sources about its languages."""
        ...

    def ways(self, diagram_id: str) -> dict[str, Any]:
        """Return which part of the drawing of a graph leads to which, as `drawn_ways` does. Raises QueryError."""
        ...


View = Callable[[Ask, Mapping[str, str]], Mapping[str, Any]]


class Page(NamedTuple):
    """A page, and the template `templates/<name>.html` with it. `path` is that below the mount, with `{parameter}`s;
    other parameters are those of the query. `title` is in the menu, "" for none. With `pack` the menu has it only where
    the source has objects of that pack. `media` is the type of what the template makes. The static
    site has it if `is_exported`, or for the revision of `--base` only if it `compares` with one."""

    name: str
    path: str
    title: str
    view: View
    pack: str = ""
    media: str = "text/html"
    is_exported: bool = True
    compares: bool = False


class ObjectCell(NamedTuple):
    """A cell of a table that links to the page of an object."""

    ref: str
    title: str = ""


class SourceCell(NamedTuple):
    """A cell of a table that links to a place, such as `spec/tea.md:12`."""

    source: str
