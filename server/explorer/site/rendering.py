"""Pages as HTML: their templates, with every text escaped."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader

from compiler.model.source_names import split_ref
from queries.errors.query_error import QueryError
from queries.tools.render import visible
from server.explorer.page import Ask, ObjectCell, Page, SourceCell
from server.explorer.pages import PAGES
from server.explorer.site.addresses import Addresses
from server.explorer.site.links import Links

TEMPLATES = Path(__file__).parents[1] / "templates"
STATUS = {"not_found": 404, "unavailable": 503, "too_large": 503}  # of an error by its code; others are 400
BY_NAME = {page.name: page for page in PAGES}


class Site(NamedTuple):
    """What pages need beside answers: the addresses, and the address of a place in an editor (`editor(path, line)`,
    "" where none is set)."""

    addresses: Addresses
    editor: Callable[[str, int], str] = lambda _path, _line: ""


class Rendered(NamedTuple):
    """A page as HTML, or as text of another type, with the status of HTTP."""

    status: int
    html: str
    media: str = "text/html"


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False
    )
    made.tests["object_cell"] = lambda value: isinstance(value, ObjectCell)
    made.tests["source_cell"] = lambda value: isinstance(value, SourceCell)
    return made


ENVIRONMENT = _environment()


def render(site: Site, ask: Ask, page: Page, parameters: Mapping[str, str]) -> Rendered:
    """Return a page, or the page of the error that its queries answer. Hidden characters of the parameters are escaped
    as answers have them."""
    parameters = {name: str(visible(value)) for name, value in parameters.items()}
    ask = _of_source(ask, page, parameters)
    try:
        values = page.view(ask, parameters)
    except QueryError as error:
        html = _filled(site, ask, page, parameters, "error", {"error": error.answer()})
        return Rendered(STATUS.get(error.code, 400), html)
    return Rendered(200, _filled(site, ask, page, parameters, page.name, values), page.media)


def _of_source(ask: Ask, page: Page, parameters: Mapping[str, str]) -> Ask:
    """Return what a page asks: of several sources the one that its parameters name, else the first that has what the
    page is about."""
    names = ask.sources_of(page.pack)
    named = next((split_ref(value)[0] for value in parameters.values() if split_ref(value)[0]), "")
    chosen = named or parameters.get("source", "")
    return ask.of_source(chosen if chosen in names else names[0]) if names else ask


def missing(site: Site, ask: Ask) -> Rendered:
    """Return the page that says that there is none."""
    error = {"error": "There is no such page", "code": "not_found"}
    return Rendered(404, _filled(site, ask, BY_NAME["overview"], {}, "error", {"error": error}))


def left_out_page(site: Site, ask: Ask, counts: Mapping[str, int]) -> str:
    """Return the page that says what a static site leaves out."""
    return _filled(site, ask, BY_NAME["overview"], {}, "left_out", {"counts": counts})


def _filled(
    site: Site, ask: Ask, page: Page, parameters: Mapping[str, str], template: str, values: Mapping[str, Any]
) -> str:
    def url(name: str, _anchor: str = "", /, **wanted: Any) -> str:
        given = {key: str(value) for key, value in wanted.items() if value not in (None, "")}
        if ask.source and BY_NAME[name].pack == page.pack and not any(split_ref(ref)[0] for ref in given.values()):
            given.setdefault("source", ask.source)
        return site.addresses.page(BY_NAME[name], given, _anchor)

    def here(**changed: Any) -> str:
        """The address of this page with some parameters changed, or left out where they are None."""
        return url(page.name, **{**parameters, **changed})

    info = ask("get_snapshot_info")
    links = Links(url, site.editor)
    menu = [page for page in PAGES if page.title and (not page.pack or page.pack in info["packs"])]
    return ENVIRONMENT.get_template(f"{template}.html").render(
        {
            **values,
            "url": url,
            "here": here,
            "static": site.addresses.static,
            "is_static": site.addresses.is_static,
            "editor": site.editor,
            "object_link": links.object_link,
            "place": links.place,
            "source_link": links.source_link,
            "has_page": BY_NAME.__contains__,
            "left_out": site.addresses.left_out,
            "menu": menu,
            "page": page,
            "parameters": parameters,
            "asked_sources": ask.sources_of(page.pack) if page.pack else (),
            "asked_source": ask.source,
            "info": info,
        }
    )
