"""Models of pydantic that are built when they are first used, as pydantic's setting `defer_build` does it.

A model that is built has a validator and a serializer. The SDK has five hundred models, and a session uses a few dozen
of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from types import UnionType
from typing import Any

from server.sdk.stand_ins import import_without

# Modules that read the metadata of installed packages for what a server does not use: plug-ins, and e-mail addresses.
_READ_METADATA = ("pydantic.plugin._loader", "pydantic.networks")


@contextmanager
def building_put_off() -> Iterator[None]:
    """Put off building the models and the type adapters that are made meanwhile. Only one thread may make any."""
    for name in _READ_METADATA:
        import_without(name, ["importlib.metadata"])
    from pydantic import BaseModel, TypeAdapter

    config, rebuild, make = BaseModel.model_config, vars(BaseModel)["model_rebuild"], TypeAdapter.__init__

    @wraps(make)
    def make_later(self: TypeAdapter[Any], type: Any, **named: Any) -> None:
        if isinstance(type, UnionType):  # what has no setting of its own
            named["config"] = {**(named.get("config") or {}), "defer_build": True}
        named["_parent_depth"] = named.get("_parent_depth", 2) + 1  # this function is between it and its caller
        make(self, type, **named)

    BaseModel.model_config = {**config, "defer_build": True}
    BaseModel.model_rebuild = classmethod(lambda *_, **__: None)  # type: ignore[method-assign, assignment]
    TypeAdapter.__init__ = make_later  # type: ignore[method-assign]
    try:
        yield
    finally:
        BaseModel.model_config = config
        BaseModel.model_rebuild = rebuild  # type: ignore[method-assign]
        TypeAdapter.__init__ = make  # type: ignore[method-assign]
