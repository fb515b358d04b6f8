"""Errors as answers: what a query raises when it cannot answer, and what the caller is told instead."""

from collections.abc import Mapping
from typing import Any, Literal

SCHEMA_VERSION = "1"

ErrorCode = Literal["invalid_argument", "not_found", "ambiguous", "wrong_kind", "too_large", "unavailable"]


class QueryError(Exception):
    """A question that has no answer, in words that say how to ask better.

    `code` is the kind of error, `error` one sentence; further fields name what the error is about
    (`entity_id="@wardn"`), what is near (`did_you_mean=["@warden"]`) and what to do next (`hint="…"`). Fields that
    are None or empty are left out. Example: `QueryError("not_found", "Entity not found", entity_id="@wardn",
    did_you_mean=["@warden"])`.
    """

    def __init__(self, code: ErrorCode, error: str, /, **fields: Any) -> None:
        super().__init__(error)
        self.code = code
        self.error = error
        self.fields = {name: value for name, value in fields.items() if value not in (None, [], ())}

    def answer(self) -> dict[str, Any]:
        """The error as an answer: `{schema_version, error, code, …}`."""
        return {"schema_version": SCHEMA_VERSION, "error": self.error, "code": self.code, **self.fields}


class UnknownTool(LookupError):  # noqa: N818
    """There is no tool of the name. `did_you_mean` lists the nearest ones."""

    def __init__(self, name: str, did_you_mean: list[str]) -> None:
        near = f" Did you mean {', '.join(did_you_mean)}?" if did_you_mean else ""
        super().__init__(f"Unknown tool: {name[:ECHO]}.{near}")
        self.name = name
        self.did_you_mean = did_you_mean


ECHO = 200  # characters of an offending value that an error repeats


def is_error(answer: Mapping[str, Any]) -> bool:
    """Whether an answer says that the question could not be answered."""
    return "error" in answer and "code" in answer
