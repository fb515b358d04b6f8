"""The imports of the SDK that a request does not need, put off until something uses them.

* `import mcp.server.lowlevel` first runs `mcp/__init__.py` and `mcp/server/__init__.py`, which load the client, the
  high-level server, an HTTP client and cryptography (`server.sdk.packages`).
* The models of the protocol are built when they are first used: a session uses few of them (`server.sdk.models`).
* A client speaks one era of the protocol; the models of the other one are not loaded (`server.sdk.eras`).
* `mcp.server.lowlevel.server` also loads all that serves HTTP and checks tokens there, for one method
  (`streamable_http_app`). A server over standard input and output never calls it. OpenTelemetry is for a middleware
  that this server does not have, and for requests to the client, which it does not send (`server.sdk.stand_ins`).

If another version of the SDK is made otherwise, the imports take longer, and nothing else changes.
"""

import os
import sys
from contextlib import suppress

from server.sdk.eras import put_off_eras
from server.sdk.models import building_put_off
from server.sdk.packages import put_off_package
from server.sdk.stand_ins import import_without, load_before_use

PACKAGES = ("mcp", "mcp.server")  # each after the package that it is in
_SERVER = "mcp.server.lowlevel.server"
# What it uses in one method alone, by name: to make an application of routes.
_OF_HTTP = (
    "starlette.applications",
    "starlette.middleware",
    "starlette.middleware.authentication",
    "starlette.routing",
    "mcp.server.auth.middleware.auth_context",
    "mcp.server.auth.middleware.bearer_auth",
    "mcp.server.auth.provider",
    "mcp.server.auth.routes",
    "mcp.server.auth.settings",
    "mcp.server.streamable_http",
    "mcp.server.streamable_http_manager",
    "mcp.server.transport_security",
)
# Modules that use OpenTelemetry, with what they use.
_TRACED = {
    "mcp.shared.jsonrpc_dispatcher": ("mcp.shared._otel", "opentelemetry.trace"),
    "mcp.server._otel": ("mcp.shared._otel", "opentelemetry.trace"),
}


def put_off_unused() -> None:
    """Put off what a server does not use. Once anything of the SDK has been imported, this does nothing."""
    if "mcp" in sys.modules or "mcp_types" in sys.modules:
        return
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for them reads all installed packages
    for name in PACKAGES:
        put_off_package(name)
    with suppress(Exception), building_put_off():  # of another version, whose next import is as ever
        import mcp_types._wire_base  # noqa: F401  # after its package, which has the models of all eras
    put_off_eras()
    for name, put_off in _TRACED.items():
        import_without(name, put_off)


def put_off_http() -> None:
    """Import the server of the SDK without what serves HTTP. Once it has been imported, this does nothing."""
    module = import_without(_SERVER, _OF_HTTP)
    if module is not None:
        load_before_use(module, module.Server)
