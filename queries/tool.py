"""The declaration of a tool, and what follows from it: schemas and checked arguments.

A query is a plain function `(snapshot, *, arguments…) -> dict`, which the decorator `tool` turns into a `Tool`:

    @tool(
        title="Exit graph",
        pack="world",
        parameters=(WORLD, LIMIT, CURSOR),
        result={"nodes": strings("Location ids.")},
    )
    def get_exit_graph(snapshot: Snapshot, *, world: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
        \"""Returns the exits between locations. Use it to …\"""

The docstring is the description that agents read. Arguments are checked and complete when the query gets them. The
argument `from` is passed as `from_`, a cursor as a decoded `Cursor`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import cleandoc
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors import SCHEMA_VERSION, QueryError, UnknownTool, is_error
from queries.near import nearest
from queries.paging import CURSOR, PAGE_FIELDS, cursor_for
from queries.parameters import Parameter, echoed

__all__ = ["Parameter", "QueryError", "Tool", "UnknownTool", "is_error", "tool"]

Query = Callable[..., dict[str, Any]]
Schema = dict[str, Any]


class Tool:
    """One tool of the table.

    Clients show `name`, `title` and `description`. `pack` is its group; `result` maps the fields of the answer to their
    JSON Schemas; `run` is the query. `may_run_long` marks a query whose work is not bounded by the size of the source,
    such as a search for routes or a drawing. `needs_workspace` marks a query that takes a `Workspace` in place of the
    snapshot, for other revisions or sources, or for embeddings.
    """

    def __init__(
        self,
        run: Query,
        *,
        title: str,
        pack: str,
        parameters: Sequence[Parameter],
        result: Mapping[str, Schema],
        may_run_long: bool = False,
        needs_workspace: bool = False,
    ) -> None:
        self.run = run
        self.name = run.__name__
        self.title = title
        self.description = unwrapped(run.__doc__ or "")
        self.pack = pack
        self.may_run_long = may_run_long
        self.needs_workspace = needs_workspace
        self.parameters = tuple(parameters)
        self.result = {**result, **PAGE_FIELDS} if CURSOR in self.parameters else dict(result)
        self._by_name = {one.name: one for one in self.parameters}
        self._defaults = {one.name: one.default for one in self.parameters if not one.required}
        self._required = tuple(one.name for one in self.parameters if one.required)
        self._keywords = {one.name: one.keyword for one in self.parameters if one.keyword != one.name}
        self._is_paged = CURSOR in self.parameters

    def __repr__(self) -> str:
        return f"Tool({self.name})"

    def input_schema(self) -> Schema:
        """Return the JSON Schema of the arguments. It is shared: do not change it."""
        return self._input_schema

    def output_schema(self) -> Schema:
        """Return the JSON Schema of answers that are no errors. It is shared: do not change it."""
        return self._output_schema

    @cached_property
    def _input_schema(self) -> Schema:
        properties = {one.name: one.schema() for one in self.parameters}
        required = {"required": list(self._required)} if self._required else {}
        return {"type": "object", "properties": properties, **required, "additionalProperties": False}

    @cached_property
    def _output_schema(self) -> Schema:
        version = {"type": "string", "const": SCHEMA_VERSION, "description": "The version of this answer's shape."}
        return {
            "type": "object",
            "properties": {"schema_version": version, **self.result},
            "required": ["schema_version"],
        }

    def answer(self, source: Snapshot | Workspace, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run the query and return its answer. Raises QueryError for wrong arguments, and if there is no answer."""
        workspace = as_workspace(source)
        complete = self.check(arguments)
        if self._is_paged:
            complete["cursor"] = cursor_for(workspace.snapshot.id, self.name, complete)
        for name, keyword in self._keywords.items():
            complete[keyword] = complete.pop(name)
        source = workspace if self.needs_workspace else workspace.snapshot
        return {"schema_version": SCHEMA_VERSION, **self.run(source, **complete)}

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments, complete with defaults. Raises one QueryError `invalid_argument` that lists all
        problems."""
        complete = dict(self._defaults)
        problems: list[dict[str, Any]] = []
        for name, value in arguments.items():
            parameter = self._by_name.get(name)
            if parameter is None:
                problems.append(self._unknown(name, value))
            elif value is not None or parameter.required:
                problem = parameter.problem(value)
                if problem is None:
                    complete[name] = int(value) if parameter.type == "integer" else value
                else:
                    problems.append({"argument": name, "problem": problem, "value": echoed(value)})
        missing = [name for name in self._required if name not in arguments]
        problems += [{"argument": name, "problem": "is missing"} for name in missing]
        if problems:
            raise self._invalid(problems)
        return complete

    def _unknown(self, name: str, value: Any) -> dict[str, Any]:
        near = nearest(str(name), self._by_name, 1)
        found: dict[str, Any] = {"argument": echoed(str(name)), "problem": "is not an argument of this tool"}
        return found | {"value": echoed(value)} | ({"did_you_mean": near[0]} if near else {})

    def _invalid(self, problems: list[dict[str, Any]]) -> QueryError:
        shown = problems[:20]
        listed = "; ".join(_sentence(one) for one in shown)
        if self.parameters:
            names = [f"{one.name} ({_type(one)}{', required' if one.required else ''})" for one in self.parameters]
            hint = f"{self.name} takes {', '.join(names)}."
        else:
            hint = f"{self.name} takes no arguments."
        return QueryError("invalid_argument", f"Invalid arguments: {listed}.", problems=shown, hint=hint)


def unwrapped(docstring: str) -> str:
    """Return the paragraphs of a docstring, each on one line."""
    paragraphs = cleandoc(docstring).split("\n\n")
    return "\n\n".join(" ".join(one.split()) for one in paragraphs)


def _sentence(problem: Mapping[str, Any]) -> str:
    near = f" (did you mean '{problem['did_you_mean']}'?)" if "did_you_mean" in problem else ""
    return f"'{problem['argument']}' {problem['problem']}{near}"


def _type(parameter: Parameter) -> str:
    return "array of strings" if parameter.type == "strings" else parameter.type


def tool(
    *,
    title: str,
    pack: str,
    parameters: Sequence[Parameter] = (),
    result: Mapping[str, Schema],
    may_run_long: bool = False,
    needs_workspace: bool = False,
) -> Callable[[Query], Tool]:
    """Declare a query as a tool of a pack. See the head of this module."""
    return lambda run: Tool(
        run,
        title=title,
        pack=pack,
        parameters=parameters,
        result=result,
        may_run_long=may_run_long,
        needs_workspace=needs_workspace,
    )
