"""Import a module without some of the modules that it takes names from. They are loaded when a name is used.

While the module is imported, stand-ins are in `sys.modules`, and what is taken from them is a `Later`: calling it, or
asking it for an attribute, loads what it stands for. Code that does more with a name, such as `isinstance`, needs
`load_before_use`. Only one thread may import meanwhile.
"""

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any


class Later:
    """Stands for a name of a module that is not loaded yet."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def loaded(self) -> Any:
        """Return what it stands for. Loads the module."""
        return getattr(import_module(self._module), self._name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.loaded()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.loaded(), name)


class _StandIn(ModuleType):
    """Stands for a module while another one takes names from it. Afterwards its names are those of the module."""

    is_open = True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        later = Later(self.__name__, name)
        return later if self.is_open else later.loaded()


def import_without(name: str, put_off: Iterable[str]) -> ModuleType | None:
    """Import the module `name` without the modules `put_off`. Returns None if it has been imported already, or if it
    cannot be imported in this way: then the next import of it is as ever."""
    if name in sys.modules:
        return None
    stand_ins = {other: _StandIn(other) for other in put_off if other not in sys.modules}
    sys.modules.update(stand_ins)
    before = set(sys.modules)
    try:
        return import_module(name)
    except Exception:  # of another version, which does more with the names
        for other in set(sys.modules) - before:
            if any(isinstance(value, Later) for value in vars(sys.modules[other]).values()):
                forget(other)
        return None
    finally:
        for other, stand_in in stand_ins.items():  # for whoever imports them next
            stand_in.is_open = False
            del sys.modules[other]


def forget(name: str) -> None:
    """Forget that a module has been imported, so that the next import of it runs it again."""
    sys.modules.pop(name, None)
    parent, _, child = name.rpartition(".")
    if parent in sys.modules:
        vars(sys.modules[parent]).pop(child, None)


def load_before_use(module: ModuleType, owner: type) -> None:
    """Let the methods of a class that use what its module has put off load all of it before they run."""
    later = {name for name, value in vars(module).items() if isinstance(value, Later)}
    for name, method in list(vars(owner).items()):
        if isinstance(method, FunctionType) and later.intersection(method.__code__.co_names):
            setattr(owner, name, _loading(module, method))


def _loading(module: ModuleType, method: FunctionType) -> Callable[..., Any]:
    """Return a method that loads what its module has put off before it runs: also what its defaults are."""

    @wraps(method)
    def run(*arguments: Any, **named: Any) -> Any:
        for name, value in list(vars(module).items()):
            if isinstance(value, Later):
                setattr(module, name, value.loaded())
        method.__defaults__ = tuple(map(_now, method.__defaults__ or ())) or None
        method.__kwdefaults__ = {name: _now(value) for name, value in (method.__kwdefaults__ or {}).items()}
        return method(*arguments, **named)

    return run


def _now(value: Any) -> Any:
    return value.loaded() if isinstance(value, Later) else value
