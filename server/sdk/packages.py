"""Packages of the SDK whose `__init__` runs when it is needed.

A package stands in `sys.modules` before its `__init__` has run. It runs when a name is asked for that the package does
not have yet, so `import mcp; mcp.Client` works as ever.
"""

import sys
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import Any

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


def put_off_package(name: str) -> None:
    """Put a package into `sys.modules` whose `__init__` has not run. The package that it is in must be there."""
    spec = find_spec(name)
    if spec is None or spec.loader is None or spec.submodule_search_locations is None:
        return
    package = module_from_spec(spec)
    package.__class__ = _PutOff
    sys.modules[name] = package
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, package)
