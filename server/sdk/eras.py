"""The models of the protocol's eras, a module each, which are loaded when a client speaks that era.

`mcp_types.methods` has maps from a method and a version to a model, such as `("ping", "2025-11-25")`. Its maps are made
without the modules of the eras, and an entry loads its module when it is asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from types import FunctionType, MappingProxyType
from typing import Any

from server.sdk.stand_ins import Later, forget, import_without

METHODS = "mcp_types.methods"
ERAS = ("mcp_types._v2025_11_25", "mcp_types._v2026_07_28")


class _LateMap(Mapping[Any, Any]):
    """A map some of whose values are loaded when they are asked for."""

    def __init__(self, entries: Mapping[Any, Any]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: Any) -> Any:
        value = self._entries[key]
        if isinstance(value, Later):
            value = self._entries[key] = value.loaded()
        return value

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    # What a `MappingProxyType` asks of a map beyond `Mapping`.

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self._entries)

    def __or__(self, other: Mapping[Any, Any]) -> dict[Any, Any]:
        return {**self, **other}

    def __ror__(self, other: Mapping[Any, Any]) -> dict[Any, Any]:
        return {**other, **self}

    def copy(self) -> dict[Any, Any]:
        """Return all entries."""
        return dict(self)


def put_off_eras(methods: str = METHODS, eras: Sequence[str] = ERAS) -> None:
    """Import the maps of methods without the modules of the eras. Once they have been imported, this does nothing."""
    module = import_without(methods, eras)
    if module is None:
        return
    maps = {name: value for name, value in vars(module).items() if isinstance(value, MappingProxyType)}
    if any(_has_later(value) for name, value in vars(module).items() if name not in maps):
        forget(methods)  # another version of it, which has more than maps
        return
    late = {id(value): MappingProxyType(_LateMap(value)) for value in maps.values() if _has_later(value)}
    for name, value in maps.items():
        setattr(module, name, late.get(id(value), value))
    for function in vars(module).values():
        if isinstance(function, FunctionType):
            _replace_defaults(function, late)


def load_eras() -> None:
    """Load the models of all eras now, such as before the workers of a server are forked."""
    for name in ERAS:
        with suppress(ImportError):
            import_module(name)


def _has_later(value: Any) -> bool:
    """Whether a value is put off, or is a container of what is."""
    if isinstance(value, dict | MappingProxyType):
        value = (*value.values(),)
    entries = value if isinstance(value, list | tuple | set | frozenset) else (value,)
    return any(isinstance(entry, Later) for entry in entries)


def _replace_defaults(function: FunctionType, late: Mapping[int, Any]) -> None:
    """Replace the maps that are defaults of a function."""
    function.__defaults__ = tuple(late.get(id(default), default) for default in function.__defaults__ or ()) or None
    named = function.__kwdefaults__ or {}
    function.__kwdefaults__ = {name: late.get(id(listed), listed) for name, listed in named.items()} or None
