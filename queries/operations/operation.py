"""The declaration of an operation, and the table of all."""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from typing import Any

from queries.arguments import Arguments
from queries.errors import QueryError
from queries.near import nearest
from queries.operations.draft import Draft
from queries.parameters import Parameter, echoed

Steps = Generator[None, Draft, None]

MODULES = tuple(f"queries.operations.{one}" for one in ("requirements", "assertions", "citations", "renaming"))


class Operation:
    """A writing tool of a seed: its `name`, arguments, what it applies to, and how its edits are drafted.

    `draft` is called with a `Draft` and the arguments, and drafts edits of lines. It may be a generator: at each
    `yield` what it has drafted so far is compiled, and it gets a draft of the source as it is then. It raises
    QueryError to refuse.
    """

    def __init__(self, draft: Callable[..., Steps | None], *, applies_to: str, parameters: Sequence[Parameter]) -> None:
        self.name = draft.__name__
        self.draft = draft
        self.applies_to = applies_to
        self.parameters = tuple(parameters)
        self.says = cleandoc(draft.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
        self._arguments = Arguments(self.name, self.parameters)

    def steps(self, draft: Draft, given: Mapping[str, Any]) -> Steps | None:
        """Draft the edits, or return the generator that does. Raises QueryError for wrong arguments."""
        complete = self._arguments.complete(given)
        return self.draft(draft, **complete)


def operation(*, applies_to: str, parameters: Sequence[Parameter]) -> Callable[[Callable[..., Any]], Operation]:
    """Declare an operation of the name of the function."""
    return lambda draft: Operation(draft, applies_to=applies_to, parameters=parameters)


class _Operations:
    """All operations by name. Their modules are imported at the first use."""

    @cached_property
    def by_name(self) -> Mapping[str, Operation]:
        declared = (one for module in MODULES for one in vars(import_module(module)).values())
        return {one.name: one for one in declared if isinstance(one, Operation)}

    def named(self, name: object) -> Operation:
        """Return the operation of a name, which may be written with dots. Raises QueryError."""
        found = self.by_name.get(str(name).replace(".", "_"))
        if found is None:
            near = nearest(str(name)[:100], self.by_name, 3)
            raise QueryError("invalid_argument", "Unknown operation", op=echoed(str(name)), did_you_mean=near)
        return found


OPERATIONS = _Operations()
