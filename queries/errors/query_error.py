"""Errors as answers: the exceptions that queries raise, and the answers that callers get instead."""

from collections.abc import Mapping
from typing import Any, Literal

SCHEMA_VERSION = "1"

ErrorCode = Literal["invalid_argument", "not_found", "ambiguous", "wrong_kind", "too_large", "unavailable"]


class QueryError(Exception):
    """A question that cannot be answered.

    `code` is the kind of error, `error` one sentence. Further fields name the subject (`entity_id="@wardn"`),
    suggestions (`did_you_mean=["@warden"]`) and what to do next (`hint="…"`); fields that are None or empty are left
    out. Example: `QueryError("not_found", "Entity not found", entity_id="@wardn", did_you_mean=["@warden"])`.
    """

    def __init__(self, code: ErrorCode, error: str, /, **fields: Any) -> None:
        super().__init__(error)
        self.code = code
        self.error = error
        self.fields = {name: value for name, value in fields.items() if value not in (None, [], ())}

    def answer(self) -> dict[str, Any]:
        """Return the error as an answer: `{schema_version, error, code, …}`."""
        return {"schema_version": SCHEMA_VERSION, "error": self.error, "code": self.code, **self.fields}


class UnknownTool(LookupError):  # noqa: N818
    """There is no tool of this name. `did_you_mean` lists similar names."""

    def __init__(self, name: str, did_you_mean: list[str]) -> None:
        near = f" Did you mean {', '.join(did_you_mean)}?" if did_you_mean else ""
        super().__init__(f"Unknown tool: {name[:ECHO]}.{near}")
        self.name = name
        self.did_you_mean = did_you_mean


ECHO = 200  # characters of an invalid value that an error repeats


def is_error(answer: Mapping[str, Any]) -> bool:
    """Whether an answer is an error."""
    return "error" in answer and "code" in answer
