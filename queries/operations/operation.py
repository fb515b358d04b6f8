"""The declaration of an operation."""

from collections.abc import Callable, Generator, Mapping, Sequence
from inspect import cleandoc
from types import ModuleType, SimpleNamespace
from typing import Any

from queries.operations.arguments import checked
from queries.operations.draft import Draft
from queries.tools.arguments import Arguments
from queries.tools.parameters import Parameter

Steps = Generator[None, Draft, None]


class Given(SimpleNamespace):
    """The arguments of an operation, checked and complete, by the names that its parameters declare."""

    def stated(self, *names: str) -> dict[str, Any]:
        """Return those of some arguments that are not left out."""
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class Operation:
    """A writing tool of a seed: its `name`, arguments, what it applies to, and how its edits are drafted.

    `draft` is called with a `Draft` and what is given, and drafts edits of lines. It may be a generator: at each
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
        values = {parameter.keyword: checked(parameter, complete[parameter.name]) for parameter in self.parameters}
        return self.draft(draft, Given(**values))


def operation(applies_to: str, *parameters: Parameter) -> Callable[[Callable[..., Any]], Operation]:
    """Declare an operation of the name of the function, by what it applies to and its arguments."""
    return lambda draft: Operation(draft, applies_to=applies_to, parameters=parameters)


def operations_in(*modules: ModuleType) -> tuple[Operation, ...]:
    """Return the operations that modules declare, in their order."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Operation) and value.draft.__module__ == module.__name__
    )
