"""The imports of the SDK that a server never uses, put off until something uses them.

`import mcp.server.lowlevel` first runs `mcp/__init__.py` and `mcp/server/__init__.py`, which load the client, the
high-level server, an HTTP client and cryptography. Here both packages stand in `sys.modules` before their `__init__`
has run. It runs when a name is asked for that they do not have yet, so `import mcp; mcp.Client` works as ever.

The models of both eras of the protocol are built when they are first used (`defer_build` of pydantic): a client speaks
one era, and a session uses few of them.

`mcp.server.lowlevel.server` also loads all that serves HTTP and checks tokens there, for one method
(`streamable_http_app`). A server over standard input and output never calls it: there all this is loaded when the
method is called (`put_off_http`).

If another version of the SDK is made otherwise, the imports take longer, and nothing else changes.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

PACKAGES = ("mcp", "mcp.server")  # each after the package that it is in
_SERVER = "mcp.server.lowlevel.server"
# What it uses in that method alone, by name: to make an application of routes.
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
_running = RLock()


class _PutOff(ModuleType):
    """A package whose `__init__` has not run. It runs when an attribute is missing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__all__":
            raise AttributeError(name)
        with _running:
            if self.__class__ is _PutOff:
                self.__class__ = ModuleType  # type: ignore[assignment]
                assert self.__spec__ is not None
                assert self.__spec__.loader is not None
                self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def put_off_unused() -> None:
    """Put off what a server does not use. Once anything of the SDK has been imported, this does nothing."""
    if "mcp" in sys.modules or "mcp_types" in sys.modules:
        return
    for name in PACKAGES:
        _put_off(name)
    with suppress(ImportError, AttributeError):
        from mcp_types._wire_base import WireModel

        WireModel.model_config["defer_build"] = True


def put_off_http() -> None:
    """Import the server of the SDK without what serves HTTP. Once it has been imported, this does nothing."""
    if _SERVER in sys.modules:
        return
    put_off = {name: _NamesOnly(name) for name in _OF_HTTP if name not in sys.modules}
    sys.modules.update(put_off)
    try:
        module = import_module(_SERVER)
    except Exception:  # of another version, which does more with them
        sys.modules.pop(_SERVER, None)
        return
    finally:
        for name in put_off:  # for whoever imports them next
            sys.modules.pop(name, None)
    later = {name for name, value in vars(module).items() if isinstance(value, _Later)}
    for name, method in list(vars(module.Server).items()):
        if isinstance(method, FunctionType) and later.intersection(method.__code__.co_names):
            setattr(module.Server, name, _loading(module, method))


class _Later:
    """Stands for a name of a module that is not loaded yet."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def loaded(self) -> Any:
        """Load it."""
        return getattr(import_module(self._module), self._name)


class _NamesOnly(ModuleType):
    """Stands for a module while another one takes names from it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Later(self.__name__, name)


def _loading(module: ModuleType, method: FunctionType) -> Callable[..., Any]:
    """Return a method that loads what its module has put off before it runs: also what its defaults are."""

    @wraps(method)
    def run(*arguments: Any, **named: Any) -> Any:
        for name, value in list(vars(module).items()):
            if isinstance(value, _Later):
                setattr(module, name, value.loaded())
        method.__defaults__ = tuple(map(_now, method.__defaults__ or ())) or None
        method.__kwdefaults__ = {name: _now(value) for name, value in (method.__kwdefaults__ or {}).items()}
        return method(*arguments, **named)

    return run


def _now(value: Any) -> Any:
    return value.loaded() if isinstance(value, _Later) else value


def _put_off(name: str) -> None:
    """Put a package into `sys.modules` whose `__init__` has not run."""
    spec = find_spec(name)
    if spec is None or spec.loader is None or spec.submodule_search_locations is None:
        return
    package = module_from_spec(spec)
    package.__class__ = _PutOff
    sys.modules[name] = package
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, package)
