"""A plugin of Datasette: the cells of the relations link to the pages of the explorer, and errors are short pages."""

import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from datasette import Response, hookimpl
from datasette.utils.asgi import Base400
from datasette.views.base import DatasetteError

from server.explorer.data.cells import linked
from server.explorer.data.database import NAME


@hookimpl  # type: ignore[untyped-decorator]  # of the extra, which mypy does not read
def render_cell(row: Any, value: Any, column: str, table: str | None, database: str) -> Any:
    """Return a cell as HTML, or None for Datasette's own way."""
    return linked(row, value, column, table) if database == NAME else None


@hookimpl  # type: ignore[untyped-decorator]
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Callable[[], Awaitable[Any]]:
    """Return what makes the page of an error. It stands in for Datasette's own, which prints each error."""

    async def answer() -> Any:
        status, error, title = _told(exception)
        told = {"ok": False, "status": status, "error": error, "title": title}
        if request.path.endswith(".json"):
            return Response.json(told, status=status)
        template = datasette.jinja_env.get_template("error.html")
        page = {"urls": datasette.urls, "app_css_hash": datasette.app_css_hash(), "menu_links": list}
        return Response.html(await template.render_async({**told, **page}), status=status)

    return answer


def _told(exception: Exception) -> tuple[int, str, str]:
    """The status, the text and the title of an error. HTML of Datasette is left out: it holds the statement."""
    if isinstance(exception, DatasetteError):
        text = "The statement takes too long." if exception.message_is_html else str(exception.message)
        return exception.status, text, exception.title or ""
    if isinstance(exception, Base400):
        return exception.status, str(exception.args[0]), ""
    traceback.print_exception(exception)
    return 500, "Datasette failed at this page.", ""
