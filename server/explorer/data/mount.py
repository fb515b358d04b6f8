"""Datasette as an application below the mount of the explorer, where the extra `frieze[explorer]` is installed."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from compiler.store.select.pool import declared_relations
from server.explorer.pages.data import DATA as PAGE
from server.explorer.site.run import Run
from server.transport.pages import MOUNT

DATA = f"{MOUNT}{PAGE.path}"
# Datasette colours its pages by attributes, and needs no script.
POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
TEMPLATES = Path(__file__).parent / "templates"
# Of Datasette's addresses those of relations and its own static files are served: no page of permissions or settings.
SERVED = re.compile(rf"{DATA}(/relations(/[a-z_]+)?(\.json|\.csv)?|/-/static/[\w.-]+)")
SETTINGS = {
    "base_url": f"{DATA}/",
    "num_sql_threads": 0,  # statements are run by the server's workers
    "allow_download": False,
    "allow_csv_stream": False,  # a CSV has as many rows as a page of JSON
    "default_cache_ttl": 0,  # the source may change
    "max_returned_rows": 1_000,
    "default_page_size": 100,
    "facet_suggest_time_limit_ms": 50,
    "force_https_urls": False,
}


def is_installed() -> bool:
    """Return whether the extra is there."""
    return find_spec("datasette") is not None


def data_app(run: Run) -> ASGIApp:
    """Return Datasette over the relations. Call it only if the extra is installed."""
    from datasette.app import Datasette
    from datasette.plugins import pm

    from server.explorer.data import plugin
    from server.explorer.data.database import NAME, RelationsDatabase

    datasette = Datasette([], settings=SETTINGS, metadata=metadata(), template_dir=str(TEMPLATES))
    datasette.remove_database("_memory")
    datasette.add_database(RelationsDatabase(datasette, run), name=NAME)
    datasette.jinja_env.globals["explorer"] = f"{MOUNT}/"
    if not pm.is_registered(plugin):  # plugins are those of the process
        pm.register(plugin)
        pm.unregister(name="datasette.handle_exception")  # it prints to the standard output, also beside another
    return _Restricted(datasette.app())


def metadata() -> dict[str, Any]:
    """Return what Datasette says of the relations: their meanings, and those of their columns."""
    tables = {
        one.name: {
            "description": f"{one.meaning} {one.promise}",
            "columns": {column.name: column.meaning for column in one.columns},
        }
        for one in declared_relations()
    }
    return {
        "title": "Data",
        "databases": {
            "relations": {
                "title": "The relations",
                "description": "Everything that Frieze found, as tables. A statement of your own is one SELECT.",
                "tables": tables,
            }
        },
    }


class _Restricted:
    """An application that answers at the addresses of `SERVED` only."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path.rstrip("/") == DATA:  # there is one database
            await RedirectResponse(f"{DATA}/relations")(scope, receive, send)
        elif SERVED.fullmatch(path):
            inner = path.removeprefix(DATA)  # Datasette puts its base_url before the paths that it is asked for
            scope = {**scope, "path": inner, "raw_path": inner.encode(), "root_path": ""}
            await self._app(scope, receive, _with_policy(send))
        else:
            await PlainTextResponse("There is no such page.\n", 404)(scope, receive, send)


def _with_policy(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = (b"content-security-policy", POLICY.encode())
            message = {**message, "headers": [*message["headers"], added]}
        await send(message)

    return sent
