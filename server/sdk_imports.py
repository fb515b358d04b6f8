"""The imports of the SDK that a server never uses, put off until something uses them.

`import mcp.server.lowlevel` first runs `mcp/__init__.py` and `mcp/server/__init__.py`, which load the client, the
high-level server, an HTTP client and cryptography. Here both packages stand in `sys.modules` before their `__init__`
has run. It runs when a name is asked for that they do not have yet, so `import mcp; mcp.Client` works as ever.

The models of both eras of the protocol are built when they are first used (`defer_build` of pydantic): a client speaks
one era, and a session uses few of them.

If another version of the SDK is made otherwise, the imports take longer, and nothing else changes.
"""

import sys
from contextlib import suppress
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import Any

PACKAGES = ("mcp", "mcp.server")  # each after the package that it is in
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
